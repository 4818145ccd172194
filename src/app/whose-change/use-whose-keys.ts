import { useEffect, useRef, type RefObject } from 'react';

/**
 * Calls `open` for a right click within an element, and for `Alt` pressed alone while the focus is in it; if it returns
 * false, the browser's own menu opens.
 */
export function useWhoseKeys(
  within: RefObject<HTMLElement | null>,
  open: (target: Element, by: 'pointer' | 'key') => boolean,
): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const element = within.current;
    if (!element) return undefined;
    // Alt with another key is a shortcut of the browser or of a field.
    let isAlone = false;
    const menu = (event: MouseEvent) => {
      // A long press of a finger is for the browser's own menu: it pastes.
      if (event instanceof PointerEvent && /^(?:touch|pen)$/.test(event.pointerType)) return;
      if (event.target instanceof Element && latest.current(event.target, 'pointer')) event.preventDefault();
    };
    const down = (event: KeyboardEvent) => {
      isAlone = event.key === 'Alt' && !event.ctrlKey && !event.shiftKey && !event.metaKey;
    };
    const up = (event: KeyboardEvent) => {
      if (event.key !== 'Alt' || !isAlone || !(event.target instanceof Element)) return;
      isAlone = false;
      // Without this a browser moves the focus into its menu bar.
      if (latest.current(event.target, 'key')) event.preventDefault();
    };
    // Alt and Tab leaves the window; the release of Alt afterwards asks for nothing.
    const away = () => {
      isAlone = false;
    };
    window.addEventListener('blur', away);
    // Alt with the mouse or the wheel is not Alt alone.
    element.addEventListener('pointerdown', away);
    element.addEventListener('wheel', away, { passive: true });
    element.addEventListener('contextmenu', menu);
    element.addEventListener('keydown', down);
    element.addEventListener('keyup', up);
    return () => {
      window.removeEventListener('blur', away);
      element.removeEventListener('pointerdown', away);
      element.removeEventListener('wheel', away);
      element.removeEventListener('contextmenu', menu);
      element.removeEventListener('keydown', down);
      element.removeEventListener('keyup', up);
    };
  }, [within]);
}
