// Rows stand anywhere in a tall element, so the table is the ARIA grid and not a <table>.
/* eslint-disable jsx-a11y/prefer-tag-over-role */
import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type ClipboardEvent,
  type FocusEvent,
  type ReactNode,
  type Ref,
} from 'react';
import type { Screen } from '../shell/screen';
import type { Row } from '../data/row';
import styles from '../../ui/tables/grid.module.css';
import { CopyCells } from './selection/copy-cells';
import { GridHead } from './columns/grid-head';
import { useGridTable } from './columns/use-grid-table';
import { drawnRows, GridRows } from './rows/grid-rows';
import type { CellEdits, CellEditsState } from './edit/cell-edits';
import { useEditing } from './edit/use-editing';
import { cellId, rowId } from './rows/grid-row';
import { useCursor, type CellBlock } from './rows/use-cursor';
import type { Columns } from './columns/use-columns';
import type { Density } from './rows/use-density';
import { useGridKeys } from './rows/use-grid-keys';
import { useGridPointer } from './rows/use-grid-pointer';
import type { Pages } from './rows/use-pages';
import type { VirtualRows } from './rows/use-virtual-rows';
import type { SelectionControls } from './selection/use-selection';

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
  view: VirtualRows;
  scroller: Ref<HTMLDivElement>;
  choosing: SelectionControls;
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
  const { screen, label, columns, pages, view, scroller, choosing, active, onActive, onOpen, instead, ref } =
    props;
  const { choose } = choosing;
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(false);
  const [copying, setCopying] = useState<CellBlock | null>(null);
  const count = pages.total ?? 0;
  const { visible } = columns;
  const cursor = useCursor(active, visible.length);
  const { column } = cursor;
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
  const keyDown = useGridKeys({
    active,
    column,
    columns: visible,
    pages,
    view,
    choosing,
    cursor,
    editing,
    edits,
    onActive,
    onOpen,
    onCopy: setCopying,
    onLeave: props.onLeave,
  });
  const drawn = new Map(drawnRows(view, editing.at?.index).map((index) => [index, pages.row(index)]));
  const table = useGridTable({
    screen,
    columns,
    choosing,
    records: [...drawn.values()].filter((record) => record !== undefined),
    sort: pages.shown.sort,
    onSort: props.onSort,
    hrefOf: props.hrefOf,
  });
  const pointer = useGridPointer({ row: pages.row, choosing, cursor, onActive, onOpen, focusGrid });
  const { onOpenCell } = props;
  const openKey = editing.at?.cell ?? null;
  useEffect(() => onOpenCell(openKey), [onOpenCell, openKey]);
  const latest = useRef({ open: editing.open, loaded: pages.loaded });
  useEffect(() => {
    latest.current = { open: editing.open, loaded: pages.loaded };
  });
  const onEdit = useCallback(
    (index: number, place: number) => void latest.current.open(index, visible[place]),
    [visible],
  );
  const onChoose = useCallback((on: boolean) => choose(latest.current.loaded(), on), [choose]);

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
            '--cols': table.template,
            '--width': `${table.width}px`,
            '--blank-left': `${table.nameLeft + cellPadding}px`,
          } as object
        }
        aria-label={label}
        aria-rowcount={pages.total === null ? -1 : count + 1}
        aria-colcount={visible.length + (columns.selects ? 1 : 0)}
        aria-multiselectable="true"
        aria-busy={pages.changing || pages.total === null}
        data-dragging={pointer.isDragging || undefined}
        aria-activedescendant={inSight && !instead ? activeId : undefined}
        onKeyDown={keyDown}
        onPaste={(event) => {
          const text = event.target === grid.current ? pastedInto(event) : null;
          const at = visible[column];
          // A flag has no text: it would be turned, whatever was pasted.
          if (text !== null && at?.editing && at.editing.kind !== 'flag') editing.open(active, at, text);
        }}
        onFocus={(event) => {
          const here = event.target === grid.current;
          setFocused(here);
          if (here && active < 0 && count > 0 && grid.current?.matches(':focus-visible'))
            onActive(view.firstSeen);
        }}
        onBlur={(event) => {
          setFocused(false);
          if (isLeft(event)) onWork(false);
        }}
        onPointerDownCapture={pointer.press}
        onPointerMove={pointer.drag}
        onClick={pointer.click}
      >
        <GridHead
          headers={table.headers}
          resizing={table.resizing}
          selects={columns.selects}
          sort={pages.shown.sort}
          chosen={chosenOf(pages, choosing)}
          onChoose={onChoose}
        />
        {instead ?? (
          <GridRows
            {...{ id, screen, columns, table, drawn, pages, view, active, focused, cursor, editing }}
            height={props.density.row}
            onEdit={onEdit}
            onToggle={pointer.toggleRow}
          />
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

/** The text of one cell that is pasted; null for several: they would have to go into as many. */
function pastedInto(event: ClipboardEvent): string | null {
  const text = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '');
  return text === '' || /[\t\r\n]/.test(text) ? null : text;
}

/** Whether the focus went out of the list, and not only out of the window. */
const isLeft = (event: FocusEvent): boolean =>
  !event.currentTarget.contains(event.relatedTarget) && document.activeElement !== event.target;

/** How many of the rows that have come are chosen. */
function chosenOf(pages: Pages, { selection }: SelectionControls): 'none' | 'some' | 'all' {
  if (selection.size === 0) return 'none';
  const loaded = pages.loaded();
  const here = loaded.filter((row) => selection.has(row.id)).length;
  return here === 0 ? 'none' : here === loaded.length ? 'all' : 'some';
}
