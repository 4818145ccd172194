import { useEffect } from 'react';

/** What is typed into: a "?" there is text. */
const typing =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=dialog] *, dialog *';

/**
 * Calls `open` on Ctrl K or ⌘ K and `showKeys` on "?", on every page; `ahead` when one of them may follow, so that the
 * code of the dialog is there when it does.
 */
export function useFindKeys(keys: { open: () => void; showKeys: () => void; ahead: () => void }): void {
  const { open, showKeys, ahead } = keys;
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (key === 'Control' || key === 'Meta') ahead();
      const isCommand = ctrlKey || metaKey;
      const isTyped = target instanceof Element && target.closest(typing) !== null;
      if (key === '?' && !isCommand && !altKey && !isTyped && !event.defaultPrevented) {
        event.preventDefault();
        showKeys();
      }
      if (key.toLowerCase() !== 'k' || !isCommand || shiftKey || altKey) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open, showKeys, ahead]);
}
