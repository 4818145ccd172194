import { writeValue } from '@/ui/fields/write-value';
import type { RowSource } from '../data/row-source';
import type { Screen } from './screen';

/** Minimum number of digits of a code: EAN-8 has eight. */
const minDigits = 8;

/**
 * Maximum time between two keys outside inputs, in milliseconds. A scanner sends a code in a tenth of a second,
 * but a person may type one, with pauses.
 */
const maxPause = 5000;

/** Maximum time between two keys inside an input, in milliseconds: only scanners are that fast. */
const maxBurstGap = 50;

type TextBox = HTMLInputElement | HTMLTextAreaElement;

/** The input with the focus, and its value before the code; a null value: the code's first digit opened it. */
interface Focused {
  readonly box: TextBox | null;
  readonly value: string | null;
}

/**
 * Returns a key handler that calls `onCode` with the digits typed before an Enter, if there are enough. It
 * consumes that Enter. `afterKey` calls back with the time at which the page was done with a key: while it opens a cell
 * or loads a part, the keys of a scanner wait, and are no slower for it.
 */
export function createScanner(
  onCode: (code: string) => void,
  afterKey: (done: (time: number) => void) => void = () => {},
): (event: KeyboardEvent) => void {
  let digits = '';
  let last = 0;
  let previous: Focused = { box: null, value: '' };
  return (event) => {
    const { key, timeStamp } = event;
    const box = focusedInput(event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || box === 'keeps') {
      digits = '';
      return;
    }
    const isSoon = timeStamp - last < (box ? maxBurstGap : maxPause);
    // The first digit on a cell of a list opens its input, which gets the rest.
    const isOpenedByDigit = isSoon && box !== null && previous.box === null && digits.length === 1;
    const code = isSoon && (box === previous.box || isOpenedByDigit) ? digits : '';
    last = timeStamp;
    afterKey((time) => {
      last = Math.max(last, time);
    });
    if (isOpenedByDigit) previous = { box, value: null };
    if (code === '') previous = { box, value: box?.value ?? '' };
    if (/^\d$/.test(key)) digits = code + key;
    else if (key !== 'Shift') digits = '';
    if (key !== 'Enter' || code.length < minDigits) return;
    event.preventDefault();
    event.stopPropagation();
    if (box && previous.value === null) closeInput(box);
    else if (box) writeValue(box, previous.value ?? '');
    onCode(code);
  };
}

/** Returns the input that has the focus: null if there is none, `keeps` if scanned codes belong in it. */
function focusedInput(target: EventTarget | null): TextBox | null | 'keeps' {
  if (!(target instanceof HTMLElement)) return null;
  if (target.isContentEditable || target instanceof HTMLSelectElement) return 'keeps';
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return null;
  if (/^(?:checkbox|radio|button)$/.test(target.type)) return null;
  // A cell of a list is never meant for a code, not even where a record is searched in it.
  if (target.closest('[role=grid]')) return target;
  const isSearch = target.getAttribute('role') === 'combobox' || !target.closest('form');
  return isSearch || target.closest('[data-codes]') ? 'keeps' : target;
}

/** Closes the input of a cell, which leaves its record as it was. */
const closeInput = (box: TextBox): boolean =>
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));

/**
 * Opens the record that has a scanned code. Calls `find` with the code if there is none or more than one, or if it cannot
 * be looked up: the search shows the error and can retry.
 */
export async function openScanned(
  code: string,
  screens: readonly Screen[],
  source: RowSource,
  open: (path: string) => unknown,
  find: (code: string) => void,
): Promise<void> {
  const pathsOf = async ({ scannedBy, contract, path }: Screen) => {
    if (scannedBy === undefined) return [];
    const query = { q: '', sort: '', active: 'all', filters: { [scannedBy]: [code] } } as const;
    const { rows } = await source.page(contract, query, 0);
    return rows.map(({ id }) => `${path}/${encodeURIComponent(id)}`);
  };
  const paths = await Promise.all(screens.map(pathsOf)).catch(() => []);
  const [only, ...others] = paths.flat();
  if (only !== undefined && others.length === 0) open(only);
  else find(code);
}
