import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Calls `begin` before the page is laid out for paper and `end` afterwards. Returns a function that stops listening.
 * `beforeprint` comes with the print dialog and with PDF files; the media query also covers an emulated print medium.
 */
export function onPrinting(begin: () => void, end: () => void): () => void {
  const media = globalThis.matchMedia('print');
  const change = () => (media.matches ? begin() : end());
  globalThis.addEventListener('beforeprint', begin);
  globalThis.addEventListener('afterprint', end);
  media.addEventListener('change', change);
  return () => {
    globalThis.removeEventListener('beforeprint', begin);
    globalThis.removeEventListener('afterprint', end);
    media.removeEventListener('change', change);
  };
}

/** Prints the element marked `data-receipt` without the rest of the page (`print.css`, `data-printing`). */
export function printAlone(): void {
  const page = document.documentElement;
  page.dataset['printing'] = 'receipt';
  window.addEventListener('afterprint', () => delete page.dataset['printing'], { once: true });
  window.print();
}

const scheme = 'data-mantine-color-scheme';

/**
 * Prints in the light theme whatever theme is shown. All dark rules, the kit's and ours, hang on one attribute of the
 * document, so it is changed for the time of printing.
 */
export function printInLight(): () => void {
  const page = document.documentElement;
  let shown: string | null = null;
  const restore = () => {
    if (shown !== null) page.setAttribute(scheme, shown);
    shown = null;
  };
  return onPrinting(() => {
    shown ??= page.getAttribute(scheme);
    page.setAttribute(scheme, 'light');
  }, restore);
}

/** Returns the moment (ISO 8601) at which the page is being printed; null while it is shown on the screen. */
export function usePrintMoment(): string | null {
  const [moment, setMoment] = useState<string | null>(null);
  useEffect(() => {
    const begin = () => setMoment((begun) => begun ?? new Date().toISOString());
    // Code that is loaded while the page is being printed.
    if (globalThis.matchMedia('print').matches) begin();
    return onPrinting(
      // Layout for paper follows at once.
      () => flushSync(begin),
      () => setMoment(null),
    );
  }, []);
  return moment;
}

/** Returns whether the page is being printed, for what paper has in full and the screen only in part. */
export const useIsPrinting = (): boolean => usePrintMoment() !== null;
