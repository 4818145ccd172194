import { useEffect, useEffectEvent, useId } from 'react';

/** The ids of what lies open above the page, such as dialogs, popovers and panels; the last one is on top. */
const open: string[] = [];

/** The layer for which the pressed Escape is, until all have heard of it; null if it is for what closes by itself. */
let meant: string | null | undefined;

// Before every other listener: what closes takes its layer away, and the next one would believe itself on top.
if (typeof window !== 'undefined')
  window.addEventListener(
    'keydown',
    ({ key, target }) => {
      if (key !== 'Escape') return;
      // A list of the kit, and a dialog of the browser.
      const closesItself =
        target instanceof Element && target.closest('[data-mantine-stop-propagation=true], dialog') !== null;
      meant = closesItself ? null : open.at(-1);
      setTimeout(() => (meant = undefined));
    },
    true,
  );

/**
 * Registers a layer while it is open. Returns a function that tells whether it is on top: Escape closes only that one, of
 * dialogs that all hear the key.
 */
export function useLayer(opened: boolean): () => boolean {
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    open.push(id);
    return () => void open.splice(open.indexOf(id), 1);
  }, [opened, id]);
  return () => (meant === undefined ? open.at(-1) : meant) === id;
}

/** Registers a layer, and calls `close` on Escape while it is on top, wherever the focus is. */
export function useEscape(opened: boolean, close: () => void): void {
  const isOnTop = useLayer(opened);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && isOnTop()) close();
  });
  useEffect(() => {
    if (!opened) return undefined;
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [opened]);
}
