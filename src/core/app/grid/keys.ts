/** What a key does in a list. */
export type KeyAction =
  | { readonly do: 'move'; readonly to: number; readonly extend: boolean }
  | { readonly do: 'open' | 'toggle' | 'selectLoaded' | 'clear' };

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * What a key does in a list of `count` rows when row `active` (-1: none) has the focus and `page` rows
 * are in sight; null for keys that are not the list's. Shift extends the selection on the way.
 */
export function keyAction(
  pressed: Pressed,
  { active, count, page }: { active: number; count: number; page: number },
): KeyAction | null {
  const { key, shiftKey } = pressed;
  const command = pressed.ctrlKey || pressed.metaKey;
  if (pressed.altKey || count === 0) return null;
  const last = count - 1;
  const move = (to: number): KeyAction => ({
    do: 'move',
    to: Math.min(Math.max(to, 0), last),
    extend: shiftKey,
  });
  if (command) {
    if (key === 'a') return { do: 'selectLoaded' };
    if (key === 'Home') return move(0);
    if (key === 'End') return move(last);
    return null;
  }
  switch (key) {
    case 'ArrowDown':
      return move(active + 1);
    case 'ArrowUp':
      return move(active < 0 ? 0 : active - 1);
    case 'PageDown':
      return move(Math.max(active, 0) + page);
    case 'PageUp':
      return move(Math.max(active, 0) - page);
    case 'Home':
      return move(0);
    case 'End':
      return move(last);
    case 'Enter':
      return active < 0 ? null : { do: 'open' };
    case ' ':
      return active < 0 ? null : { do: 'toggle' };
    case 'Escape':
      return { do: 'clear' };
    default:
      return null;
  }
}
