/** What the box says it is, what it begins with, and who hears of its keys. */
interface Taking {
  readonly label: string;
  readonly text?: string;
  readonly onType: (text: string) => void;
  readonly onEscape: () => void;
}

/**
 * Takes the keys while the code of what they are meant for loads: a box that nobody sees has the focus, and Enter is its line
 * break. Returns a function that removes it, with the focus back where it was. No React, which may be busy meanwhile.
 */
export function takeKeys({ label, text = '', onType, onEscape }: Taking): () => void {
  const before = document.activeElement;
  const box = document.createElement('textarea');
  box.className = 'vh';
  box.ariaLabel = label;
  box.value = text;
  box.addEventListener('input', () => onType(box.value));
  box.addEventListener('keydown', ({ key }) => key === 'Escape' && onEscape());
  document.body.append(box);
  box.focus({ preventScroll: true });
  return () => {
    const isLeft = document.activeElement !== box;
    box.remove();
    if (!isLeft && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}

let typed = '';
let stop: (() => void) | null = null;

/** Takes the keys for the first field of a form that is on its way, unless its navigation is given up (`signal`). */
export function takeKeysForForm(label: string, signal: AbortSignal): void {
  // A finger would get a keyboard before there is a field.
  if (signal.aborted || matchMedia('(pointer: coarse)').matches) return;
  keysForForm();
  stop = takeKeys({ label, onType: (text) => (typed = text), onEscape: keysForForm });
  signal.addEventListener('abort', keysForForm, { once: true });
}

/** Returns what was typed for the form, and takes no more. */
export function keysForForm(): string {
  const text = typed;
  typed = '';
  stop?.();
  stop = null;
  return text;
}
