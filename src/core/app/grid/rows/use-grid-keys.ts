import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { ScreenColumn } from '../../shell/screen';
import type { Row } from '../../data/row';
import type { CellEdits } from '../edit/cell-edits';
import type { Editing } from '../edit/use-editing';
import { keyAction } from './keys';
import type { CellBlock, Cursor } from './use-cursor';
import type { Pages } from './use-pages';
import type { SelectionControls } from '../selection/use-selection';
import type { VirtualRows } from './use-virtual-rows';

/** Returns the key handler of a grid; it acts only while the grid element itself has the focus. */
export function useGridKeys(given: {
  active: number;
  /** The column of the cell cursor; -1: the row as a whole. */
  column: number;
  columns: readonly ScreenColumn[];
  pages: Pages;
  view: VirtualRows;
  choosing: SelectionControls;
  cursor: Cursor;
  editing: Editing;
  edits: CellEdits;
  onActive: (index: number) => void;
  onOpen: (row: Row) => void;
  onCopy: (block: CellBlock) => void;
  onLeave: () => void;
}): (event: KeyboardEvent) => void {
  const { column, columns, pages, view, choosing, cursor, editing, onActive, onOpen } = given;
  const { selection, toggle, extendTo, choose } = choosing;
  const opening = useRef(false);
  useEffect(() => {
    if (pages.changing || !opening.current) return;
    opening.current = false;
    const found = pages.row(0);
    if (found) onOpen(found);
  });

  const move = (to: number) => {
    onActive(to);
    view.reveal(to);
  };
  // A held key repeats faster than rows render, so its moves are applied once per frame.
  const ahead = useRef<{ to: number; readonly frame: number }>(null);
  useEffect(() => () => cancelAnimationFrame(ahead.current?.frame ?? 0), []);
  const moveSoon = (to: number) => {
    if (ahead.current) ahead.current.to = to;
    else ahead.current = { to, frame: requestAnimationFrame(arrive) };
  };
  const arrive = () => {
    const to = ahead.current?.to;
    cancelAnimationFrame(ahead.current?.frame ?? 0);
    ahead.current = null;
    if (to !== undefined) move(to);
  };
  return (event) => {
    if (event.target !== event.currentTarget) return;
    const count = pages.total ?? 0;
    const active = ahead.current?.to ?? given.active;
    const place = { active, count, page: view.rowsInSight, column, columns: columns.length };
    const action = keyAction(event, place);
    if (!action || (action.do === 'copy' && getSelection()?.toString())) return;
    event.preventDefault();
    if (event.repeat && action.do === 'move' && !action.extend && column < 0) return moveSoon(action.to);
    arrive();
    // Rows of another query are loading, so Enter opens the first result of that query once it arrives.
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
      const at = column >= 0 ? columns[column] : columns.find((one) => one.editing);
      if (!editing.open(active, at) && action.orOpen && row) onOpen(row);
    } else if (action.do === 'copy') given.onCopy(cursor.block ?? oneRow(active, column, columns.length));
    else if (action.do === 'undo') given.edits.undo();
    else if (action.do === 'open') {
      if (row) onOpen(row);
    } else if (action.do === 'toggle') toggle(active);
    else if (action.do === 'selectLoaded') choose(pages.loaded(), true);
    else given.onLeave();
  };
}

const oneRow = (row: number, column: number, columns: number): CellBlock => ({
  rows: [row, row],
  columns: column >= 0 ? [column, column] : [0, columns - 1],
});
