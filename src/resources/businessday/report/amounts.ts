import { Big } from 'big.js';
import { decimalOf, noValue } from '@/core/app/i18n/format';
import type { Format } from '@/core/app/i18n/formats';

/** A decimal of a report; what is none counts as zero. */
export const big = (value: unknown): Big => decimalOf(value) ?? new Big(0);

/** The sum of decimals, exact. */
export const sumOf = (values: readonly unknown[]): Big =>
  values.reduce<Big>((sum, value) => sum.plus(big(value)), new Big(0));

/** Money with its sign always shown, "+0.05"; nothing over or short is "0.00". */
export function signed(value: unknown, format: Format): string {
  const amount = decimalOf(value);
  if (!amount) return noValue;
  const text = format.money(typeof value === 'string' ? value : amount.toFixed());
  return amount.gt(0) ? `+${text}` : text;
}

/** A decimal as wire text with at least so many decimals: what is shown as money needs none, its currency adds them. */
export const textOf = (value: Big, places = 0): string =>
  value.toFixed(Math.max(places, value.toFixed().split('.')[1]?.length ?? 0));
