// Rows are positioned absolutely in a tall element, so the table is an ARIA grid and not a <table>.
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

/** Height of the header row in pixels, as in the stylesheet (`--row-head`). */
export const headHeight = 32;
/** Left padding of a cell in pixels. */
const cellPadding = 10;

/** Imperative handle for the elements around a grid. */
export interface GridHandle {
  focus: () => void;
  /** Whether the grid has the keyboard focus. */
  isFocused: () => boolean;
}

/**
 * The table of a list: a virtualized ARIA grid. The grid element has the focus and names the active row or cell by
 * `aria-activedescendant`; rows are opened, selected and walked by keyboard or pointer.
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
  /** Returns the address of a row's record; null if it cannot be opened. */
  hrefOf: (row: Row) => string | null;
  onOpen: (row: Row) => void;
  /** Whether the user's role may change records here, and the list shows the present and not the past. */
  mayWrite: boolean;
  edits: CellEdits;
  editsState: CellEditsState;
  /** Called when the user begins to edit cells, and when the focus leaves the list. */
  onWork: (isWorking: boolean) => void;
  /** Called with the key of the open cell (`keyOf`), or null. */
  onOpenCell: (key: string | null) => void;
  /** Escape: clears the selection, or closes the result of the last bulk action. */
  onLeave: () => void;
  /** Replaces the rows: an empty state, no results, or an error. */
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
          // A flag has no text to paste: opening it would toggle it.
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

/** Returns the pasted text of a single cell, or null if the clipboard holds several cells. */
function pastedInto(event: ClipboardEvent): string | null {
  const text = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '');
  return text === '' || /[\t\r\n]/.test(text) ? null : text;
}

/** Whether the focus left the list, and not only the window. */
const isLeft = (event: FocusEvent): boolean =>
  !event.currentTarget.contains(event.relatedTarget) && document.activeElement !== event.target;

/** Returns how many of the loaded rows are selected. */
function chosenOf(pages: Pages, { selection }: SelectionControls): 'none' | 'some' | 'all' {
  if (selection.size === 0) return 'none';
  const loaded = pages.loaded();
  const here = loaded.filter((row) => selection.has(row.id)).length;
  return here === 0 ? 'none' : here === loaded.length ? 'all' : 'some';
}
