import { useCallback, useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import type { Row } from '../../data/row';
import type { GridTableRow } from '../columns/grid-features';
import type { Cursor } from './use-cursor';
import type { SelectionControls } from '../selection/use-selection';

interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Returns the pointer handlers of a grid: opening and selecting rows, and marking cells by dragging. */
export function useGridPointer(options: {
  row: (index: number) => Row | undefined;
  selectionControls: SelectionControls;
  cursor: Cursor;
  onActive: (index: number) => void;
  onOpen: (row: Row) => void;
  focusGrid: () => void;
}) {
  const { row: rowAt, selectionControls, cursor, onActive, onOpen, focusGrid } = options;
  const { anchorAt, toggle, extendTo } = selectionControls;
  const [isDragging, setIsDragging] = useState(false);
  const dragFrom = useRef<CellPlace | null>(null);
  const shift = useRef(false);

  return {
    isDragging,
    /** Selects or deselects a row by its check box; with Shift, all rows from the last toggled one up to this one. */
    toggleRow: useCallback(
      (index: number, row: GridTableRow) => {
        onActive(index);
        if (shift.current) return extendTo(index);
        anchorAt(index);
        row.toggleSelected();
      },
      [onActive, extendTo, anchorAt],
    ),
    press: (event: PointerEvent) => {
      shift.current = event.shiftKey;
      setIsDragging(false);
      const isPlain = event.button === 0 && event.pointerType === 'mouse' && !event.shiftKey;
      const isControl = event.target instanceof Element && event.target.closest('label, button, input, ul');
      dragFrom.current = isPlain && !isControl ? cellAt(event) : null;
    },
    drag: (event: PointerEvent) => {
      const from = dragFrom.current;
      const to = from && (event.buttons & 1) === 1 ? cellAt(event) : null;
      if (!from || !to) return;
      if (!isDragging && from.row === to.row && from.column === to.column) return;
      setIsDragging(true);
      getSelection()?.removeAllRanges();
      focusGrid();
      onActive(to.row);
      cursor.put(to.column, from);
    },
    click: (event: MouseEvent) => {
      const index = clickedRow(event);
      if (index === undefined) return;
      const row = rowAt(index);
      if (!row || event.defaultPrevented) return;
      // The end of a drag fires a click, which must not open the row.
      if (isDragging) return setIsDragging(false);
      onActive(index);
      cursor.put(-1);
      if (event.target instanceof HTMLInputElement && event.target.type === 'checkbox') {
        // The check box is reused for another row when this one is scrolled away, so the focus stays with the
        // grid.
        focusGrid();
        return;
      }
      if (event.target instanceof Element && event.target.closest('label, button, input')) return;
      // The name is a link, so that it opens in a new tab with a modifier key; a plain click opens the row.
      const onLink = event.target instanceof Element && event.target.closest('a') !== null;
      if (onLink && (event.shiftKey || event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (event.shiftKey) extendTo(index);
      else if (event.ctrlKey || event.metaKey) toggle(index);
      else if (!getSelection()?.toString()) onOpen(row);
    },
  };
}

/** Returns the cell under the pointer. */
function cellAt(event: PointerEvent): CellPlace | null {
  const cell = event.target instanceof Element ? event.target.closest('[data-column]') : null;
  const row = cell?.closest('[data-index]')?.getAttribute('data-index');
  const column = cell?.getAttribute('data-column');
  return row && column ? { row: Number(row), column: Number(column) } : null;
}

/** Returns the index of the clicked row. */
function clickedRow(event: MouseEvent): number | undefined {
  const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
  const index = row?.getAttribute('data-index');
  return index === null || index === undefined ? undefined : Number(index);
}
