// Rows stand anywhere in a tall element, so the table is the ARIA grid and not a <table>.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react';
import type { Row, Screen } from '../screen';
import styles from '../../ui/grid.module.css';
import { CopyCells } from './copy-cells';
import { GridHead } from './grid-head';
import type { CellEdits, CellEditsState } from './edit/cell-edits';
import { useEditing } from './edit/use-editing';
import { cellId, GridRow, noWork, rowId, WaitingRow, type RowWork } from './grid-row';
import { keyAction } from './keys';
import { useCursor, type CellBlock } from './use-cursor';
import type { Columns } from './use-columns';
import type { Density } from './use-density';
import type { Pages } from './use-pages';
import type { ListWindow } from './use-window';
import type { Choosing } from './use-selection';

/** The head's height in pixels, as the look sets it (`--row-head`). */
export const headHeight = 32;
/** The space before what stands in a cell, in pixels. */
const cellPadding = 10;

/** What stands around a grid may ask of it. */
export interface GridHandle {
  focus: () => void;
  /** Whether the keys go to it. */
  isFocused: () => boolean;
}

/**
 * The table of a list, an ARIA grid of which only the rows in sight exist. The grid holds the focus and
 * names its active row; rows are opened, chosen and walked by key or by pointer.
 */
export function Grid(props: {
  screen: Screen;
  label: string;
  columns: Columns;
  pages: Pages;
  view: ListWindow;
  scroller: Ref<HTMLDivElement>;
  choosing: Choosing;
  active: number;
  onActive: (index: number) => void;
  density: Density;
  onSort: (field: string) => void;
  /** Where a row leads; null where records are listed and not opened. */
  hrefOf: (row: Row) => string | null;
  onOpen: (row: Row) => void;
  /** Whether records of ours may be changed here at all: by role, and not in a list as it was. */
  mayWrite: boolean;
  edits: CellEdits;
  editsState: CellEditsState;
  /** Somebody begins to work in the cells, and is done with it. */
  onWork: (isWorking: boolean) => void;
  /** Which cell is open, as `keyOf` names it. */
  onOpenCell: (key: string | null) => void;
  /** Escape: lets go of what is selected, or of what came of the last action. */
  onLeave: () => void;
  /** Stands in the place of the rows: nothing there, nothing found, an error. */
  instead: ReactNode;
  ref?: Ref<GridHandle>;
}) {
  const { screen, label, columns, pages, view, scroller, choosing, active, onActive, hrefOf, instead, ref } =
    props;
  const { selection, toggle, extendTo, choose } = choosing;
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const shift = useRef(false);
  const opening = useRef(false);
  const [focused, setFocused] = useState(false);
  const [isDragging, setIsDragging] = useState(false);
  const [copying, setCopying] = useState<CellBlock | null>(null);
  const dragFrom = useRef<CellPlace | null>(null);
  const count = pages.total ?? 0;
  const { visible } = columns;
  const cursor = useCursor(active);
  const column = Math.min(cursor.column, visible.length - 1);
  const { edits, editsState, onWork } = props;
  const focusGrid = () => grid.current?.focus({ preventScroll: true });
  const editing = useEditing({
    screen,
    mayWrite: props.mayWrite,
    edits,
    state: editsState,
    row: (index) => pages.row(index),
    columns: visible,
    count,
    onBegin: () => onWork(true),
    onMove(index, to) {
      onActive(index);
      cursor.put(to);
      view.reveal(index);
    },
    onClose: focusGrid,
  });
  useImperativeHandle(
    ref,
    () => ({
      focus: () => grid.current?.focus(),
      isFocused: () => grid.current !== null && grid.current === document.activeElement,
    }),
    [],
  );

  useEffect(() => {
    if (pages.changing || !opening.current) return;
    opening.current = false;
    const found = pages.row(0);
    if (found) props.onOpen(found);
  });

  const loaded = pages.loaded();
  const chosenHere = loaded.filter((row) => selection.has(row.id)).length;
  const chosen = chosenHere === 0 ? 'none' : chosenHere === loaded.length ? 'all' : 'some';

  const move = (to: number) => {
    onActive(to);
    view.reveal(to);
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current) return;
    const place = { active, count, page: view.rowsInSight, column, columns: visible.length };
    const action = keyAction(event, place);
    if (!action || (action.do === 'copy' && getSelection()?.toString())) return;
    event.preventDefault();
    // Rows of another query are on their way: what is meant is what that query finds.
    if (pages.changing && action.do === 'open') {
      opening.current = true;
      return;
    }
    const row = pages.row(active);
    if (action.do === 'move') {
      const inCells = column >= 0;
      if (action.extend && !inCells && !selection.size) toggle(Math.max(active, 0));
      move(action.to);
      if (inCells) cursor.put(column, action.extend ? { row: active, column } : undefined);
      else if (action.extend) extendTo(action.to);
    } else if (action.do === 'step')
      cursor.put(action.column, action.extend && column >= 0 ? { row: active, column } : undefined);
    else if (action.do === 'edit') {
      const at = column >= 0 ? visible[column] : visible.find((one) => one.editing);
      if (!editing.open(active, at) && action.orOpen && row) props.onOpen(row);
    } else if (action.do === 'copy') setCopying(cursor.block ?? oneRow(active, column, visible.length));
    else if (action.do === 'undo') edits.undo();
    else if (action.do === 'open') {
      if (row) props.onOpen(row);
    } else if (action.do === 'toggle') toggle(active);
    else if (action.do === 'selectLoaded') choose(loaded, true);
    else props.onLeave();
  };
  const onToggle = useCallback(
    (index: number) => {
      onActive(index);
      if (shift.current) extendTo(index);
      else toggle(index);
    },
    [onActive, extendTo, toggle],
  );
  const click = (event: MouseEvent) => {
    const index = placeOf(event);
    if (index === undefined) return;
    const row = pages.row(index);
    if (!row || event.defaultPrevented) return;
    // The end of marking cells is no click on one of them.
    if (isDragging) return setIsDragging(false);
    onActive(index);
    cursor.put(-1);
    if (event.target instanceof Element && event.target.closest('label, button, input')) return;
    // The name is a true link, for a new tab; a plain click on it opens the row like any other.
    const onLink = event.target instanceof Element && event.target.closest('a') !== null;
    if (onLink && (event.shiftKey || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (event.shiftKey) extendTo(index);
    else if (event.ctrlKey || event.metaKey) toggle(index);
    else if (!getSelection()?.toString()) props.onOpen(row);
  };

  const press = (event: PointerEvent) => {
    shift.current = event.shiftKey;
    setIsDragging(false);
    const isPlain = event.button === 0 && event.pointerType === 'mouse' && !event.shiftKey;
    const isControl = event.target instanceof Element && event.target.closest('label, button, input, ul');
    dragFrom.current = isPlain && !isControl ? cellAt(event) : null;
  };
  const drag = (event: PointerEvent) => {
    const from = dragFrom.current;
    const to = from && (event.buttons & 1) === 1 ? cellAt(event) : null;
    if (!from || !to) return;
    if (!isDragging && from.row === to.row && from.column === to.column) return;
    setIsDragging(true);
    getSelection()?.removeAllRanges();
    focusGrid();
    onActive(to.row);
    cursor.put(to.column, from);
  };
  const { onOpenCell } = props;
  const openKey = editing.at?.cell ?? null;
  useEffect(() => onOpenCell(openKey), [onOpenCell, openKey]);
  const openCell = useRef(editing.open);
  useEffect(() => {
    openCell.current = editing.open;
  });
  const onEdit = useCallback(
    (index: number, place: number) => void openCell.current(index, visible[place]),
    [visible],
  );

  const rows: ReactNode[] = [];
  const shownRows = Array.from({ length: Math.max(0, view.end - view.first) }, (_, at) => view.first + at);
  // The row that is being edited stays, however far it is scrolled away: what is typed there would go with it.
  const edited = editing.at?.index;
  if (edited !== undefined && !shownRows.includes(edited)) shownRows.push(edited);
  for (const index of instead ? [] : shownRows) {
    const row = pages.row(index);
    const top = view.topOf(index);
    rows.push(
      row ? (
        <GridRow
          key={index}
          id={rowId(id, index)}
          index={index}
          top={top}
          row={row}
          columns={columns.visible}
          resource={screen.contract.name}
          href={hrefOf(row)}
          chosen={selection.has(row.id)}
          focused={focused && index === active}
          work={workOf(index, row)}
          onEdit={editing.mayEdit(row) ? onEdit : null}
          onToggle={onToggle}
        />
      ) : (
        <WaitingRow key={index} index={index} top={top} columns={columns.visible} />
      ),
    );
  }
  function workOf(index: number, row: Row): RowWork {
    const marks = editing.marks.get(row.id);
    const at = editing.at?.index === index ? editing.at : null;
    const { block } = cursor;
    const inBlock = block !== null && index >= block.rows[0] && index <= block.rows[1];
    const hasCursor = focused && index === active && column >= 0;
    if (!marks && !at && !inBlock && !hasCursor) return noWork;
    return {
      column: hasCursor ? column : -1,
      block: inBlock ? block.columns : null,
      marks,
      editing: at && { ...at, isLow: index > view.firstSeen + view.rowsInSight / 2 },
    };
  }
  const row = rowId(id, active);
  const activeId = column >= 0 ? cellId(row, column) : row;
  const inSight = active >= view.first && active < view.end && pages.row(active) !== undefined;
  return (
    <div
      className={styles.scroll}
      ref={scroller}
      data-density={props.density.isCompact ? 'compact' : undefined}
    >
      <div
        ref={grid}
        id={id}
        role="grid"
        tabIndex={0}
        className={styles.grid}
        style={
          {
            '--cols': columns.template,
            '--width': `${columns.width}px`,
            '--blank-left': `${columns.nameLeft + cellPadding}px`,
          } as object
        }
        aria-label={label}
        aria-rowcount={pages.total === null ? -1 : count + 1}
        aria-colcount={columns.shown.length + 1}
        aria-multiselectable="true"
        aria-busy={pages.changing || pages.total === null}
        data-dragging={isDragging || undefined}
        aria-activedescendant={inSight && !instead ? activeId : undefined}
        onKeyDown={keyDown}
        onFocus={(event) => {
          const here = event.target === grid.current;
          setFocused(here);
          if (here && active < 0 && count > 0 && grid.current?.matches(':focus-visible'))
            onActive(view.firstSeen);
        }}
        onBlur={(event) => {
          setFocused(false);
          // Out of the list, and not only out of the window.
          if (!event.currentTarget.contains(event.relatedTarget) && document.activeElement !== event.target)
            onWork(false);
        }}
        onPointerDownCapture={press}
        onPointerMove={drag}
        onClick={click}
      >
        <GridHead
          columns={columns.shown}
          resource={screen.contract.name}
          sort={pages.shown.sort}
          onSort={props.onSort}
          chosen={chosen}
          onChoose={(on) => choose(loaded, on)}
        />
        {instead ?? (
          <div role="rowgroup" className={styles.body} style={bodyStyle(pages, view, props.density.row)}>
            {pages.total === null ? <FirstRows columns={columns} height={props.density.row} /> : rows}
          </div>
        )}
      </div>
      {copying && (
        <CopyCells
          block={copying}
          row={(index) => pages.row(index)}
          columns={visible}
          resource={screen.contract.name}
          onCopied={() => setCopying(null)}
        />
      )}
    </div>
  );
}

const oneRow = (row: number, column: number, columns: number): CellBlock => ({
  rows: [row, row],
  columns: column >= 0 ? [column, column] : [0, columns - 1],
});

interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** The cell that the pointer is on. */
function cellAt(event: PointerEvent): CellPlace | null {
  const cell = event.target instanceof Element ? event.target.closest('[data-column]') : null;
  const row = cell?.closest('[data-index]')?.getAttribute('data-index');
  const column = cell?.getAttribute('data-column');
  return row && column ? { row: Number(row), column: Number(column) } : null;
}

/** Bars in the place of the first rows, before anything is known. */
function FirstRows({ columns, height }: { columns: Columns; height: number }) {
  return Array.from({ length: 24 }, (_, index) => (
    <WaitingRow key={index} index={index} top={index * height} columns={columns.visible} />
  ));
}

/** Rows of a list that outgrew its element stand beyond the element's end near the last one: they must not lengthen it. */
const bodyStyle = (pages: Pages, view: ListWindow, row: number) =>
  pages.total === null
    ? undefined
    : { height: view.height, overflow: pages.total * row > view.height ? 'clip' : undefined };

/** The place of the row that was clicked. */
function placeOf(event: MouseEvent): number | undefined {
  const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
  const index = row?.getAttribute('data-index');
  return index === null || index === undefined ? undefined : Number(index);
}
