import { Decimal } from '@/core/record/decimal';
import { sumOf } from '../../report/receipt';
import { addFigures } from '../add-figures';
import type { Month } from '../schema';
import { vatReturn, type VatRow } from '../vat-return';
import type { MonthDay, MonthLocation } from './read-month.server';

/** Returns the rows of the VAT return of each country that the locations lie in; of locations without a known country none. */
export function returnsOf(
  locations: readonly MonthLocation[],
  days: readonly MonthDay[],
  scale: number,
): Month['vat_returns'] {
  const withDays = locations.filter(({ id }) => days.some(({ day }) => day.location_id === id));
  const countries = [...new Set(withDays.map(({ vat_country }) => vat_country))].toSorted((one, other) =>
    (one ?? 'ZZ').localeCompare(other ?? 'ZZ'),
  );
  return countries.map((country) => {
    const ids = withDays.filter(({ vat_country }) => vat_country === country).map(({ id }) => id);
    const sums = addFigures(
      days.filter(({ day }) => ids.includes(day.location_id)).map(({ receipts }) => receipts),
    ).by_tax;
    const rows = country === null ? [] : vatReturn(country, sums);
    return {
      country,
      locations: ids,
      rows: rows.map(({ base, tax, ...row }) => ({
        ...row,
        base: base.toFixed(scale),
        tax: tax && tax.toFixed(scale),
      })),
      tax: sumOf(sums, ({ tax }) => tax).toFixed(scale),
      stated_tax: statedTax(rows),
    };
  });
}

/** Returns the sum of what is written into the taxed rows, with their decimals; null without any. */
function statedTax(rows: readonly VatRow[]): string | null {
  const stated = rows.flatMap(({ stated_tax }) => (stated_tax === null ? [] : [stated_tax]));
  const [first] = stated;
  if (first === undefined) return null;
  return sumOf(stated, (text) => Decimal.parse(text)).toFixed(first.split('.')[1]?.length ?? 0);
}
