import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useApp, useReadableScreens } from './app-context';

/** The shortest code that is taken for one: EAN-8 has eight digits. */
const shortest = 8;

/** Further apart, two keys are no burst: a scanner sends a code in a tenth of a second, a person may pause. */
const pause = 5000;

/** In a field keys must follow each other within so many milliseconds: nobody types like that, scanners do. */
const burst = 50;

/**
 * A barcode scanner types digits and Enter. That opens the record of the code; where there is none, or several,
 * `find` is asked to search for it. A form's field that had the keys is put back as it was, unless codes are what
 * is typed there.
 */
export function useScanner(find: (code: string) => void): void {
  const navigate = useNavigate();
  const { source } = useApp();
  const readable = useReadableScreens();
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

type TextBox = HTMLInputElement | HTMLTextAreaElement;

/** Hears keys, and gives the digits before an Enter where there are enough of them. The Enter is used up by it. */
export function scanner(take: (code: string) => void): (event: KeyboardEvent) => void {
  let digits = '';
  let last = 0;
  let before: { box: TextBox | null; value: string } = { box: null, value: '' };
  return (event) => {
    const { key, timeStamp } = event;
    const box = boxOf(event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || box === 'keeps') {
      digits = '';
      return;
    }
    const goesOn = timeStamp - last < (box ? burst : pause) && box === before.box;
    const code = goesOn ? digits : '';
    last = timeStamp;
    if (code === '') before = { box, value: box?.value ?? '' };
    if (/^\d$/.test(key)) digits = code + key;
    else if (key !== 'Shift') digits = '';
    if (key !== 'Enter' || code.length < shortest) return;
    event.preventDefault();
    event.stopPropagation();
    if (box) putBack(box, before.value);
    take(code);
  };
}

/** The field that keys go into; null where nobody types, `keeps` where it keeps whatever a scanner types. */
function boxOf(target: EventTarget | null): TextBox | null | 'keeps' {
  if (!(target instanceof HTMLElement)) return null;
  if (target.isContentEditable || target instanceof HTMLSelectElement) return 'keeps';
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return null;
  if (/^(?:checkbox|radio|button)$/.test(target.type)) return null;
  const isSearch = target.getAttribute('role') === 'combobox' || !target.closest('form, [role=grid]');
  return isSearch || target.closest('[data-codes]') ? 'keeps' : target;
}

/** Writes into a field as a person would: who keeps its value hears of it. */
function putBack(box: TextBox, value: string): void {
  // React listens to what stands behind the property that it has put over this one.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, value);
  box.dispatchEvent(new Event('input', { bubbles: true }));
}
