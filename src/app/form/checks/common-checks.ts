import { valueAt, type Path } from '@/record/json';
import { phoneKey } from '@/record/phone';
import { textOf } from '../engine/number-text';
import { isChanged, type Checked, type CheckContext, type Finding } from './record-checks';

/** What browsers take for an e-mail address, and a dot in its domain: no till or invitation reaches one without. */
const email = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(?:\.[^\s@<>(),;:"[\]\\.]+)+$/;

/** Finds an e-mail that is none. */
export function wrongEmail(checked: Checked, path: Path = ['data', 'email']): Finding[] {
  const text = textOf(valueAt(checked.record, path)).trim();
  return text === '' || email.test(text) || !isChanged(checked, path) ? [] : [{ path, key: 'check.email' }];
}

/** Finds a changed word of whether prices hold tax: no price is converted by it, so it is asked about once. */
export const notConverted = (checked: Checked, path: Path): Finding[] =>
  checked.stored !== null && isChanged(checked, path) ? [{ path, key: 'check.notConverted' }] : [];

/** Finds another record that has the same number or code; `field` is the filter that finds it, too. */
export async function takenBy(checked: Checked, { others }: CheckContext, field: string): Promise<Finding[]> {
  const value = textOf(valueAt(checked.record, [field])).trim();
  if (value === '' || !isChanged(checked, [field])) return [];
  const [twin] = await others(field, value);
  return twin ? [{ path: [field], key: 'check.taken', values: { name: textOf(twin['name'] as never) } }] : [];
}

/** Finds another record of the same name. */
export async function sameName(checked: Checked, { search }: CheckContext): Promise<Finding[]> {
  const path = ['name'];
  const name = foldedName(textOf(valueAt(checked.record, path)));
  if (name === '' || !isChanged(checked, path)) return [];
  const hasTwin = (await search(name)).some((row) => foldedName(textOf(row['name'] as never)) === name);
  return hasTwin ? [{ path, key: 'check.sameName' }] : [];
}

const foldedName = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Finds another record with the same e-mail or phone number in `data`, however it is written. */
export async function sameContact(
  checked: Checked,
  { search }: CheckContext,
  field: 'email' | 'phone',
): Promise<Finding[]> {
  const path = ['data', field];
  const value = textOf(valueAt(checked.record, path)).trim();
  const key = contactKey(field, value);
  if (key === '' || !isChanged(checked, path)) return [];
  const twin = (await search(value)).find(
    ({ data }) => contactKey(field, textOf(data[field] as never)) === key,
  );
  return twin ? [{ path, key: 'check.taken', values: { name: textOf(twin['name'] as never) } }] : [];
}

/** Returns what two spellings of an e-mail address or a phone number have in common. A number of fewer than seven digits is an extension, which many have. */
function contactKey(field: 'email' | 'phone', text: string): string {
  if (field === 'email') return text.trim().toLowerCase();
  const key = phoneKey(text);
  return key.length < 7 ? '' : key;
}
