/** Returns whether nobody is at work in the page: what had the focus is gone, and it fell back to the page as a whole. */
export const isFocusLost = (): boolean => {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || activeElement.id === 'main';
};

const above = '[role="dialog"], dialog, [role="menu"], [role="listbox"], [data-floating]';

/**
 * Keeps the focus in the page. When what had it is taken away, with the page before or by what it did, and nothing else takes it
 * within two frames, the heading of the page gets it: else a screen reader says nothing of what
 * came, and Tab begins anywhere. Returns a function that ends it.
 */
export function keepFocus(): () => void {
  let last: Element | null = document.activeElement;
  const remember = ({ target }: Event) => {
    // What lies above the page gives the focus back by itself (overlays/focus-return.ts).
    if (target instanceof Element) last = target.closest(above) ? null : target;
  };
  const give = () => {
    if (!isFocusLost()) return;
    const main = document.getElementById('main');
    (main?.querySelector<HTMLElement>('h1[tabindex]') ?? main)?.focus({ preventScroll: true });
  };
  const look = () => {
    if (!last || last === document.body || last.isConnected) return;
    last = null;
    if (isFocusLost()) requestAnimationFrame(() => requestAnimationFrame(give));
  };
  const changes = new MutationObserver(look);
  changes.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  return () => {
    changes.disconnect();
    document.removeEventListener('focusin', remember);
  };
}
