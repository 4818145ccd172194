import type { ReactNode } from 'react';
import type { Path } from '../record/json';
import { MoneyIn } from '../use-format';
import { useRecordValue } from './engine/record-context';
import { textOf } from './number-text';

/** Money inside is in the record's own currency, as it stands in the form; without one, in the company's. */
export function OwnCurrency({ path, children }: { path: Path; children: ReactNode }) {
  return <MoneyIn currency={textOf(useRecordValue(path))}>{children}</MoneyIn>;
}
