import type { ReactNode } from 'react';
import { MoneyIn } from '../../i18n/use-format';
import { useRecordValue } from '../engine/record-context';
import { textOf } from '../engine/number-text';

const currencyPath: readonly string[] = ['data', 'currency'];

/** Shows money in the record's own `data.currency`, as the form has it; without one, in the company's currency. */
export function OwnCurrency({ children }: { children: ReactNode }) {
  return <MoneyIn currency={textOf(useRecordValue(currencyPath))}>{children}</MoneyIn>;
}
