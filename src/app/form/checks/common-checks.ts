import { valueAt, type Path } from '@/record/json';
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
