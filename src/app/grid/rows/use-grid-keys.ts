import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { ScreenColumn } from '../../shell/screen';
import type { Row } from '../../data/row';
import type { CellEdits } from '../edit/cell-edits';
import type { Editing } from '../edit/use-editing';
import { keyAction, scrollKeys } from './keys';
import type { CellBlock } from '../sheet/range/range';
import type { SheetView } from '../sheet/sheet-view';
import type { Cursor } from './use-cursor';
import type { Pages } from './use-pages';
import type { SelectionControls } from '../selection/use-selection';
import type { VirtualRows } from './use-virtual-rows';

/** Returns the key handler of a grid; it acts only while the grid element itself has the focus. */
export function useGridKeys(options: {
  active: number;
  /** The column of the cell cursor; -1: the row as a whole. */
  column: number;
  columns: readonly ScreenColumn[];
  pages: Pages;
  view: VirtualRows;
  selectionControls: SelectionControls;
  cursor: Cursor;
  editing: Editing;
  edits: CellEdits;
  /** Null until it is loaded, and where no cell is edited. */
  sheet: SheetView | null;
  onActive: (index: number) => void;
  onOpen: (row: Row) => void;
  onCopy: (block: CellBlock) => void;
  onEscape: () => void;
}): (event: KeyboardEvent) => void {
  const { column, columns, pages, view, selectionControls, cursor, editing, onActive, onOpen } = options;
  const { selection, toggle, extendTo, select } = selectionControls;
  const isOpenPending = useRef(false);
  useEffect(() => {
    if (pages.isChanging || !isOpenPending.current) return;
    isOpenPending.current = false;
    const first = pages.row(0);
    if (first) onOpen(first);
  });

  const move = (to: number) => {
    onActive(to);
    view.reveal(to);
  };
  // A held key repeats faster than rows render, so its moves are applied once per frame.
  const pendingMove = useRef<{ to: number; readonly frame: number }>(null);
  useEffect(() => () => cancelAnimationFrame(pendingMove.current?.frame ?? 0), []);
  const moveSoon = (to: number) => {
    if (pendingMove.current) pendingMove.current.to = to;
    else pendingMove.current = { to, frame: requestAnimationFrame(flush) };
  };
  const flush = () => {
    const to = pendingMove.current?.to;
    cancelAnimationFrame(pendingMove.current?.frame ?? 0);
    pendingMove.current = null;
    if (to !== undefined) move(to);
  };
  return (event) => {
    if (event.target !== event.currentTarget) return;
    // While the list is loading there is nothing to walk, and the browser would scroll the skeleton away.
    if (pages.total === null && scrollKeys.has(event.key)) event.preventDefault();
    const count = pages.total ?? 0;
    const active = pendingMove.current?.to ?? options.active;
    const place = { active, count, page: view.visibleCount, column, columns: columns.length };
    if (!pendingMove.current && options.sheet?.key(event)) return event.preventDefault();
    const action = keyAction(event, place);
    if (!action || (action.do === 'copy' && hasSelectedText(event.currentTarget))) return;
    event.preventDefault();
    if (event.repeat && action.do === 'move' && !action.extend && column < 0) return moveSoon(action.to);
    flush();
    // Rows of another query are loading, so Enter opens the first result of that query once it arrives.
    if (pages.isChanging && action.do === 'open') {
      isOpenPending.current = true;
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
      const at = column >= 0 ? columns[column] : columns.find((one) => one.editing);
      if (!editing.open(active, at) && action.orOpen && row) onOpen(row);
    } else if (action.do === 'type') editing.open(active, typedInto(columns[column]), action.text);
    else if (action.do === 'copy') options.onCopy(cursor.block ?? oneRow(active, column, columns.length));
    else if (action.do === 'undo') options.edits.undo();
    else if (action.do === 'redo') options.edits.redo();
    else if (action.do === 'open') {
      if (row) onOpen(row);
    } else if (action.do === 'toggle') toggle(active);
    else if (action.do === 'selectLoaded') select(pages.loaded(), true);
    else options.onEscape();
  };
}

/**
 * Whether text is selected inside a list, as a page lets one do. What is selected in the search box is not: it stays
 * selected when the focus moves on into the list.
 */
export const hasSelectedText = (grid: Element): boolean => {
  const selection = getSelection();
  return grid.contains(selection?.anchorNode ?? null) && selection?.toString() !== '';
};

/** Returns the column, if its cells take text: typing on a flag must not toggle it. */
const typedInto = (column: ScreenColumn | undefined): ScreenColumn | undefined =>
  column?.editing?.kind === 'flag' ? undefined : column;

const oneRow = (row: number, column: number, columns: number): CellBlock => ({
  rows: [row, row],
  columns: column >= 0 ? [column, column] : [0, columns - 1],
});
