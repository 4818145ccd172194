import { useCallback, useRef, useState, type MouseEvent, type PointerEvent, useEffect } from 'react';
import type { Row } from '../../data/row';
import type { CellPlace } from '../sheet/range/range';
import type { Cursor } from './use-cursor';
import { hasSelectedText } from './use-grid-keys';
import type { SelectionControls } from '../selection/use-selection';

/** Milliseconds after which a press is a long one. */
const longTime = 450;

/** Pixels that a finger may move while it rests. */
const slack = 10;

/** Recognizes a long press on a row, and calls `onLong` with its index while the finger is still down. */
function useLongPress(onLong: (index: number) => void) {
  const pressed = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number; isLong: boolean }>(
    null,
  );
  const end = () => clearTimeout(pressed.current?.timer);
  useEffect(() => () => clearTimeout(pressed.current?.timer), []);
  return {
    begin(event: PointerEvent, index: number | undefined) {
      end();
      pressed.current = null;
      if (index === undefined || event.button !== 0) return;
      const timer = setTimeout(() => {
        if (pressed.current) pressed.current.isLong = true;
        onLong(index);
      }, longTime);
      pressed.current = { timer, x: event.clientX, y: event.clientY, isLong: false };
    },
    move({ clientX, clientY }: PointerEvent) {
      const from = pressed.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > slack) end();
    },
    end,
    /** Whether the press that ends with this click was a long one. */
    wasLong: () => pressed.current?.isLong === true,
  };
}

/**
 * Returns the pointer handlers of a grid: opening and selecting rows, and marking cells by dragging. In a list whose
 * cells are edited, a click chooses a cell, a second one edits it, and a record is opened by its name or by a double
 * click on what is not edited; in other lists a click anywhere opens the record.
 */
export function useGridPointer(options: {
  row: (index: number) => Row | undefined;
  selectionControls: SelectionControls;
  cursor: Cursor;
  /** The row with the cursor. */
  active: number;
  /** Whether the user edits cells in this list. */
  hasCells: boolean;
  onActive: (index: number) => void;
  onOpen: (row: Row) => void;
  /** Edits a cell; returns false if it cannot be edited. */
  onEdit: (index: number, column: number) => boolean;
  /** Rows are opened by a tap, and selected by a long press; once one is selected, a tap selects others. */
  isPhone: boolean;
  focusGrid: () => void;
}) {
  const {
    row: rowAt,
    selectionControls,
    cursor,
    active,
    hasCells,
    onActive,
    onOpen,
    onEdit,
    focusGrid,
  } = options;
  const { toggle, extendTo } = selectionControls;
  const [isDragging, setIsDragging] = useState(false);
  const dragFrom = useRef<CellPlace | null>(null);
  const shift = useRef(false);
  const longPress = useLongPress((index) => {
    onActive(index);
    toggle(index);
  });

  return {
    isDragging,
    /** Selects or deselects a row by its check box; with Shift, all rows from the last toggled one up to this one. */
    toggleRow: useCallback(
      (index: number) => {
        onActive(index);
        if (shift.current) extendTo(index);
        else toggle(index);
      },
      [onActive, extendTo, toggle],
    ),
    press: (event: PointerEvent) => {
      shift.current = event.shiftKey;
      if (options.isPhone) return longPress.begin(event, clickedRow(event));
      setIsDragging(false);
      const isPlain = event.button === 0 && event.pointerType === 'mouse' && !event.shiftKey;
      dragFrom.current = isPlain && !isInEditor(event) ? cellAt(event) : null;
    },
    drag: (event: PointerEvent) => {
      longPress.move(event);
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
    /** The pointer was lifted, or the browser took it over for scrolling. */
    release: longPress.end,
    click: (event: MouseEvent) => {
      const index = clickedRow(event);
      if (index === undefined) return;
      const row = rowAt(index);
      if (!row || event.defaultPrevented) return;
      if (options.isPhone && (longPress.wasLong() || selectionControls.selection.size > 0)) {
        event.preventDefault();
        if (!longPress.wasLong()) toggle(index);
        return;
      }
      // The end of a drag fires a click, which must not open the row.
      if (isDragging) return setIsDragging(false);
      const place = hasCells ? cellAt(event) : null;
      const wasHere = place !== null && place.row === active && place.column === cursor.column;
      onActive(index);
      if (event.shiftKey && place && cursor.column >= 0 && !isInEditor(event)) {
        event.preventDefault();
        return cursor.put(place.column, { row: active, column: cursor.column });
      }
      if (!isInEditor(event)) cursor.put(-1);
      if (event.target instanceof HTMLInputElement && event.target.type === 'checkbox') {
        // The check box is reused for another row when this one is scrolled away, so the focus stays with the
        // grid.
        focusGrid();
        return;
      }
      if (isInEditor(event)) return;
      // The name is a link, so that it opens in a new tab with a modifier key; a plain click opens the row.
      const onLink = event.target instanceof Element && event.target.closest('a') !== null;
      if (onLink && (event.shiftKey || event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (event.shiftKey) extendTo(index);
      else if (event.ctrlKey || event.metaKey) toggle(index);
      else if (onLink) onOpen(row);
      else if (place) {
        cursor.put(place.column);
        const isAgain = wasHere || event.detail > 1;
        if (!isAgain || onEdit(index, place.column)) return;
        if (event.detail > 1) onOpen(row);
      } else if (!hasSelectedText(event.currentTarget)) onOpen(row);
    },
  };
}

/** Whether the pointer is on an input or a button of a cell, which handles the click itself. */
const isInEditor = ({ target }: { readonly target: EventTarget }): boolean =>
  target instanceof Element && target.closest('label, button, input, ul[role=listbox]') !== null;

/** Returns the cell under the pointer. */
function cellAt(event: MouseEvent): CellPlace | null {
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
