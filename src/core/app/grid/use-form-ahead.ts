import { useEffect } from 'react';
import type { Screen } from '../shell/screen';

/** Milliseconds after the rows for which a page that is never idle waits before it loads the form's code all the same. */
const patience = 3000;

/**
 * Loads the code of the record's form once the list is shown and the page has nothing else to do, so that a record opens
 * at once. Not for people who save data.
 */
export function useFormAhead({ form }: Screen, isShown: boolean): void {
  useEffect(() => {
    if (!isShown || !form || savesData()) return undefined;
    // Whoever opens a record loads it again, and learns then why it failed.
    const load = () => void form().catch(() => undefined);
    if (typeof requestIdleCallback === 'function') {
      const request = requestIdleCallback(load, { timeout: patience });
      return () => cancelIdleCallback(request);
    }
    const timer = setTimeout(load, patience);
    return () => clearTimeout(timer);
  }, [form, isShown]);
}

/** Whether the browser is told to save data; not every browser says. */
const savesData = (): boolean =>
  'connection' in navigator &&
  (navigator.connection as { readonly saveData?: boolean } | undefined)?.saveData === true;
