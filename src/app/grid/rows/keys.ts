/** What a key press does in a list. */
export type KeyAction =
  | { readonly do: 'move'; readonly to: number; readonly extend: boolean }
  /** Moves to another cell of the row; -1 is the row as a whole. */
  | { readonly do: 'step'; readonly column: number; readonly extend: boolean }
  /** `orOpen`: opens the row if the cell cannot be edited. */
  | { readonly do: 'edit'; readonly orOpen: boolean }
  /** Edits the cell, with this text in place of its value. */
  | { readonly do: 'type'; readonly text: string }
  | { readonly do: 'open' | 'toggle' | 'selectLoaded' | 'clear' | 'copy' | 'undo' | 'redo' };

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Keys by which a browser scrolls the element that has the focus. */
export const scrollKeys: ReadonlySet<string> = new Set([
  ' ',
  'ArrowDown',
  'ArrowUp',
  'PageDown',
  'PageUp',
  'Home',
  'End',
]);

/** The position of the cursor: row `active` (-1: none) of `count`, cell `column` (-1: the whole row) of `columns`. */
export interface KeyPlace {
  readonly active: number;
  readonly count: number;
  /** How many rows are in view. */
  readonly page: number;
  readonly column: number;
  readonly columns: number;
}

/**
 * Returns what a key press does in a list, or null for keys that the list does not handle. Left and right walk the
 * cells of a row; Enter edits a cell, or opens the row if no cell is current. Shift extends the selection. Typing on a
 * cell edits it: a barcode that is scanned there is told apart by its speed (app/shell/shell.tsx).
 */
export function keyAction(pressed: Pressed, place: KeyPlace): KeyAction | null {
  const { active, count, page, column, columns } = place;
  const { key, shiftKey } = pressed;
  const command = pressed.ctrlKey || pressed.metaKey;
  if (pressed.altKey || count === 0) return null;
  const last = count - 1;
  const move = (to: number): KeyAction => ({
    do: 'move',
    to: Math.min(Math.max(to, 0), last),
    extend: shiftKey,
  });
  const step = (to: number): KeyAction | null =>
    active < 0 ? null : { do: 'step', column: Math.min(Math.max(to, -1), columns - 1), extend: shiftKey };
  if (command) {
    if (key === 'a') return { do: 'selectLoaded' };
    if (key === 'c') return active < 0 ? null : { do: 'copy' };
    if (key === 'z' && !shiftKey) return { do: 'undo' };
    if (key === 'y' || key.toLowerCase() === 'z') return { do: 'redo' };
    if (key === 'Home') return move(0);
    if (key === 'End') return move(last);
    return null;
  }
  switch (key) {
    case 'ArrowDown':
      return move(active + 1);
    case 'ArrowUp':
      return move(active < 0 ? 0 : active - 1);
    case 'ArrowRight':
      return step(column + 1);
    case 'ArrowLeft':
      return column < 0 ? null : step(shiftKey ? Math.max(column - 1, 0) : column - 1);
    case 'PageDown':
      return move(Math.max(active, 0) + page);
    case 'PageUp':
      return move(Math.max(active, 0) - page);
    case 'Home':
      return column < 0 ? move(0) : step(0);
    case 'End':
      return column < 0 ? move(last) : step(columns - 1);
    case 'Enter':
      if (active < 0) return null;
      return column < 0 ? { do: 'open' } : { do: 'edit', orOpen: true };
    case 'F2':
      return active < 0 ? null : { do: 'edit', orOpen: false };
    case ' ':
      return active < 0 ? null : { do: 'toggle' };
    case 'Escape':
      return column < 0 ? { do: 'clear' } : step(-1);
    case 'Backspace':
    case 'Delete':
      return active < 0 || column < 0 ? null : { do: 'type', text: '' };
    default:
      return active < 0 || column < 0 || !isTyped(key) ? null : { do: 'type', text: key };
  }
}

/** Whether a key types a character; "/" and "?" are shortcuts of every page. */
const isTyped = (key: string): boolean => key.length === 1 && key !== '/' && key !== '?';
