import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { onPrinting } from '@/ui/style/printing';
import { usePageText } from '../i18n/i18n';
import { toast } from '@/ui/overlays/toast-store';
import { printTexts } from './print-texts';

/** Rows that are read for one printout at most; a longer list says how many of how many it shows. */
export const maxPrinted = 5000;

/** Milliseconds between two looks at whether the names in the rows have been loaded, and how many looks there are. */
const namesWait = { step: 50, times: 200 };

/** Milliseconds between two words on how many rows have been read; a short list says nothing. */
const progressWait = 800;
const progressToast = 'print';

/** A list on paper: what is printed, and when. */
export interface Printout<Row> {
  readonly rows: readonly Row[];
  /** The moment of printing (ISO 8601). */
  readonly at: string;
  /** Whether the list has rows that are not printed; absent if only the list itself knows. */
  readonly hasMore?: boolean;
  /** Set while all rows are being printed by the shortcut, which calls for the print dialog itself. */
  readonly isReady?: boolean;
}

/**
 * Returns what is being printed of a list that shows only some of its rows; null while nothing is. `Ctrl P` first
 * loads all rows, up to `maxPrinted`, and says how many it has and that a longer list is cut; the browser's own menu cannot
 * wait for them, so that the loaded rows are printed.
 */
export function usePrintout<Row>(list: {
  readonly loaded: () => Omit<Printout<Row>, 'at'>;
  /** Reads all rows; `onRead` is told how many there are so far. */
  readonly loadAll: (onRead: (count: number) => void) => Promise<Omit<Printout<Row>, 'at'>>;
  /** Whether rows beyond `maxPrinted` can be had as a file. */
  readonly isExported?: boolean;
  /** False while the list itself is being loaded. */
  readonly isThere: boolean;
}): Printout<Row> | null {
  const [printout, setPrintout] = useState<Printout<Row> | null>(null);
  const say = usePageText('print', printTexts);
  const cache = useQueryClient();
  const latest = useRef({ list, printout, say });
  useEffect(() => {
    latest.current = { list, printout, say };
  });
  useEffect(() => {
    const now = () => new Date().toISOString();
    const begin = () => {
      if (latest.current.printout) return;
      // Layout for paper follows at once.
      flushSync(() => setPrintout({ ...latest.current.list.loaded(), at: now() }));
    };
    // Pressed once more, it neither loads nor prints a second time, and a printed list does not come back.
    let isLoading = false;
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      if (event.altKey || !latest.current.list.isThere) return;
      event.preventDefault();
      if (isLoading || latest.current.printout?.isReady) return;
      isLoading = true;
      let told = Date.now();
      const onRead = (count: number) => {
        if (Date.now() - told < progressWait) return;
        told = Date.now();
        const { say: sayNow } = latest.current;
        toast.saved({
          id: progressToast,
          title: sayNow('reading'),
          detail: sayNow('reading.count', { count }),
        });
      };
      latest.current.list
        .loadAll(onRead)
        .finally(() => toast.hide(progressToast))
        .then(
          (all) => {
            const { list: of, say: sayNow } = latest.current;
            if (all.hasMore && of.isExported)
              toast.failed({ title: sayNow('cut', { count: all.rows.length }), detail: sayNow('cut.text') });
            setPrintout({ ...all, at: now(), isReady: true });
          },
          () => toast.failed({ title: latest.current.say('notLoaded') }),
        )
        .finally(() => (isLoading = false));
    };
    const stop = onPrinting(begin, () => setPrintout(null));
    document.addEventListener('keydown', press);
    return () => {
      stop();
      document.removeEventListener('keydown', press);
    };
  }, []);

  const isReady = printout?.isReady === true;
  useEffect(() => {
    if (!isReady) return undefined;
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      // The rows' references are read by name once the rows are rendered.
      if (looks < 2 || (cache.isFetching() > 0 && looks < namesWait.times)) return;
      clearInterval(timer);
      globalThis.print();
    }, namesWait.step);
    return () => clearInterval(timer);
  }, [isReady, cache]);
  return printout;
}
