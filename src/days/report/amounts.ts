import { Big } from 'big.js';
import { decimalOf, noValue } from '@/app/i18n/format';
import type { Format } from '@/app/i18n/formats';

/** Parses a decimal of a report; anything else is zero. */
export const big = (value: unknown): Big => decimalOf(value) ?? new Big(0);

/** Returns the exact sum of decimals; values that are not decimals count as zero. */
export const sumOf = (values: readonly unknown[]): Big =>
  values.reduce<Big>((sum, value) => sum.plus(big(value)), new Big(0));

/** Returns what several days are over or short, as decimal text: of those that are counted, null if none is; and how many are not. */
export function overShortOf(days: readonly { readonly over_short: string | null }[]): {
  readonly over_short: string | null;
  readonly uncounted: number;
} {
  const known = days.flatMap(({ over_short }) => over_short ?? []);
  return {
    over_short: known.length === 0 ? null : textOf(sumOf(known)),
    uncounted: days.length - known.length,
  };
}

/** Formats money with an explicit sign, "+0.05"; zero is "0.00". */
export function signed(value: unknown, format: Format): string {
  const amount = decimalOf(value);
  if (!amount) return noValue;
  const text = format.money(typeof value === 'string' ? value : amount.toFixed());
  return amount.gt(0) ? `+${text}` : text;
}

/**
 * Returns a decimal as plain text with at least `places` decimals. Money needs no `places`: its format adds the decimals
 * of the currency.
 */
export const textOf = (value: Big, places = 0): string =>
  value.toFixed(Math.max(places, value.toFixed().split('.')[1]?.length ?? 0));
