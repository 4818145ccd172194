import type { ReactNode } from 'react';
import type { Path } from '../../record/json';
import { MoneyIn } from '../../i18n/use-format';
import { useRecordValue } from '../engine/record-context';
import { textOf } from '../engine/number-text';

/** Formats amounts within it in the currency that the form has for this record; without one, in the company's. */
export function OwnCurrency({ path, children }: { path: Path; children: ReactNode }) {
  return <MoneyIn currency={textOf(useRecordValue(path))}>{children}</MoneyIn>;
}
