import type { KeyboardEvent } from 'react';
import { fillWithin, type Fill } from './range/fill';
import {
  blockOf,
  cellCount,
  extendToEnd,
  wholeColumn,
  type Bounds,
  type CellBlock,
  type CellPlace,
  type Direction,
} from './range/range';

/** What keys do in a sheet, and what they need to know. */
export interface SheetActions {
  /** The cell of the cursor; null if it is on a row as a whole. */
  readonly at: CellPlace | null;
  readonly block: CellBlock | null;
  readonly anchor: CellPlace | null;
  readonly bounds: Bounds;
  readonly hasStrip: boolean;
  readonly hasDraft: boolean;
  /** Moves the cursor, and extends the range that was begun at `from`. */
  readonly extend: (to: CellPlace, from: CellPlace) => void;
  readonly select: (block: CellBlock) => void;
  readonly fill: (fill: Fill) => void;
  readonly clear: (block: CellBlock) => void;
  /** Opens a cell, with this text instead of its value; returns false if it is not edited. */
  readonly edit: (at: CellPlace, typed?: string) => boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly preview: () => void;
  readonly closeStrip: () => void;
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Does what a key does in a sheet; returns false for keys that it leaves to the list. */
export function sheetKey(event: KeyboardEvent, actions: SheetActions): boolean {
  const { at, block, bounds } = actions;
  const { key, shiftKey } = event;
  if (event.altKey) return false;
  if (event.ctrlKey || event.metaKey) return commandKey(event, actions);
  if (key === 'Escape' && actions.hasStrip) {
    actions.closeStrip();
    return true;
  }
  const range = block && cellCount(block) > 1 ? block : null;
  if (!range || !at || bounds.rows === 0) return false;
  if (key === 'Delete' || key === 'Backspace') {
    actions.clear(range);
    return true;
  }
  // Whoever types over a range means its active cell.
  const begun = actions.anchor;
  if (!begun || shiftKey === (key === 'Enter')) return false;
  if (key === 'F2' || key === 'Enter') return actions.edit(begun) || true;
  const isText = key.length === 1 && key !== ' ' && key !== '/' && key !== '?';
  return isText && (actions.edit(begun, key) || true);
}

/** Takes the key that begins a formula to the bar over the rows; returns false if it is another key, or there is none. */
export function toBar(event: KeyboardEvent, bar: HTMLElement | null): boolean {
  if (event.key !== '=' || !bar) return false;
  event.preventDefault();
  bar.querySelector('input')?.focus();
  return true;
}

function commandKey(event: KeyboardEvent, actions: SheetActions): boolean {
  const { at, block, anchor, bounds } = actions;
  const { key, shiftKey } = event;
  const letter = key.toLowerCase();
  if (letter === 'z' && !shiftKey) actions.undo();
  else if (letter === 'y' || letter === 'z') actions.redo();
  else if (key === 'Enter') {
    if (!actions.hasDraft) return false;
    actions.preview();
  } else {
    if (!at || bounds.rows === 0) return false;
    const direction = directions[key];
    const marked = block ?? blockOf({ anchor: at, focus: at });
    if (direction && shiftKey) {
      const from = anchor ?? at;
      actions.extend(extendToEnd({ anchor: from, focus: at }, direction, bounds).focus, from);
    } else if (key === ' ') actions.select(blockOf(wholeColumn(at.column, bounds)));
    else if (!shiftKey && (letter === 'd' || letter === 'r')) {
      const fill = fillWithin(marked, letter === 'd' ? 'down' : 'right');
      if (fill) actions.fill(fill);
    } else return false;
  }
  return true;
}
