import type { ReactNode } from 'react';
import { MoneyIn } from '../../i18n/use-format';
import type { JsonObject } from '@/record/json';
import { useApp } from '../../shell/app-context';
import { useRecordValue } from '../engine/record-context';
import { textOf } from '../engine/number-text';

const currencyPath: readonly string[] = ['data', 'currency'];

/** Shows money in the record's own `data.currency`, as the form has it; without one, in the company's currency. */
export function OwnCurrency({ children }: { children: ReactNode }) {
  return <MoneyIn currency={textOf(useRecordValue(currencyPath))}>{children}</MoneyIn>;
}

/** Returns the first values of a new record with a currency of its own: the company's, if that is known. */
export function useOwnCurrencyDefault(): JsonObject {
  const currency = useApp().current.me?.company.currency;
  return currency ? { data: { currency } } : {};
}
