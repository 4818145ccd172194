import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useApp, useReadable } from './app-context';

/** The shortest code that is taken for one: EAN-8 has eight digits. */
const shortest = 8;

/** Further apart, two keys are no burst: a scanner sends a code in a tenth of a second, a person may pause. */
const pause = 5000;

/**
 * A barcode scanner types digits and Enter. Wherever nobody is typing into a field, that opens the record of the
 * code; where there is none, or several, `find` is asked to search for it.
 */
export function useScanner(find: (code: string) => void): void {
  const navigate = useNavigate();
  const { source } = useApp();
  const readable = useReadable();
  useEffect(() => {
    const open = async (code: string) => {
      const hits = await Promise.all(
        readable.flatMap(({ scannedBy, contract, path }) => {
          if (scannedBy === undefined) return [];
          const query = { q: '', sort: '', active: false, filters: { [scannedBy]: [code] } };
          return [
            source
              .page(contract, query, 0)
              .then(({ rows }) => rows.map(({ id }) => `${path}/${encodeURIComponent(id)}`)),
          ];
        }),
      );
      const [only, ...others] = hits.flat();
      if (only !== undefined && others.length === 0) await navigate(only);
      else find(code);
    };
    const press = scanner((code) => {
      // What could not be asked is searched for: the search says what is wrong, and tries again.
      open(code).catch(() => find(code));
    });
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, [navigate, source, readable, find]);
}

/** Hears keys, and gives the digits before an Enter where there are enough of them. The Enter is used up by it. */
export function scanner(take: (code: string) => void): (event: KeyboardEvent) => void {
  let digits = '';
  let last = 0;
  return (event) => {
    const { key, timeStamp } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) {
      digits = '';
      return;
    }
    const code = timeStamp - last < pause ? digits : '';
    last = timeStamp;
    if (/^\d$/.test(key)) digits = code + key;
    else if (key !== 'Shift') digits = '';
    if (key !== 'Enter' || code.length < shortest) return;
    event.preventDefault();
    event.stopPropagation();
    take(code);
  };
}

/** Whether what is typed goes into a field. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && /^(?:checkbox|radio|button)$/.test(target.type)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
