import type { Decimal } from '@/record/decimal';
import { decimalOf, fieldsOf, objectsOf, textOf } from './receipt';
import { currencyScale } from '@/contract/values';

/** The facts of a report's day that the recomputation needs; of a report that lacks some, those that it has. */
export interface DayFacts {
  readonly id: string;
  readonly location_id: string;
  readonly currency: string;
  readonly scale: number;
  readonly timezone: string;
  /** The hour at which the business day begins. */
  readonly cutover: number;
  /** The minute of that hour. */
  readonly cutover_minute: number;
  readonly z_reports: readonly ZReport[];
  readonly registers: readonly RegisterFacts[];
  readonly date: string;
  /** The company's tax rates on the day; null if the report does not have them. */
  readonly tax_rates: readonly Decimal[] | null;
  /** How tenders round, by GUID or `type …`; null if the report does not have it. */
  readonly rounding_units: ReadonlyMap<string, readonly Rounding[]> | null;
  /** How the company treats lines that are no turnover, by kind, when the day was opened: `taxed`, `untaxed`. */
  readonly line_kinds: ReadonlyMap<string, string>;
}

/** How a tender rounds: to the nearest unit (`half`), or always `up` or `down`. */
export interface Rounding {
  readonly unit: Decimal;
  readonly way: 'half' | 'up' | 'down';
}

/** One z report of a register; they are in the order in which they were taken. */
export interface ZReport {
  readonly pos_id: string;
  readonly first: Decimal | null;
  readonly last: Decimal | null;
  readonly opening_float: Decimal | null;
  readonly paid_in: Decimal | null;
  readonly paid_out: Decimal | null;
  readonly counted: Decimal | null;
  readonly opening_note: string | null;
}

/** The facts of other days that the checks of a register need. */
export interface RegisterFacts {
  readonly pos_id: string;
  /** Its location on the day; null if the report does not have it. */
  readonly location_id: string | null;
  /** The last receipt number of its previous day. */
  readonly before: Decimal | null;
  /** Whether that day has a z report of the register: after one, numbers may restart at 1. */
  readonly z_read: boolean;
  readonly counted_before: Decimal | null;
  readonly late: readonly {
    readonly id: string;
    readonly active: boolean;
    readonly receipt_num: string;
  }[];
}

/** Returns the digits of a receipt number as a number; null if it has none. */
export const digitsOf = (receipt_num: string | null): Decimal | null =>
  decimalOf((receipt_num ?? '').replaceAll(/[^0-9]/g, ''));

/** Reads the day of a report (report.ts); never throws. */
export function readDay(report: unknown): DayFacts {
  const fields = fieldsOf(report);
  const day = fieldsOf(fields['businessday']);
  const currency = textOf(fields['currency']) ?? 'EUR';
  return {
    id: textOf(day['id']) ?? '',
    location_id: textOf(day['location_id']) ?? '',
    currency,
    scale: currencyScale(currency),
    timezone: textOf(fields['timezone']) ?? 'UTC',
    cutover: Number(decimalOf(fields['cutover_hour']) ?? 0),
    cutover_minute: Number(decimalOf(fieldsOf(day['snapshot'])['cutover_minute']) ?? 0),
    date: textOf(day['date']) ?? '',
    tax_rates: Array.isArray(fields['tax_rates'])
      ? fields['tax_rates'].flatMap((rate) => decimalOf(rate) ?? [])
      : null,
    rounding_units: Array.isArray(fields['rounding_units']) ? unitsOf(fields['rounding_units']) : null,
    line_kinds: kindsOf(fieldsOf(day['snapshot'])['line_kinds']),
    z_reports: readings(fieldsOf(day['data'])['z_reports']),
    registers: objectsOf(fields['registers']).map((register) => ({
      pos_id: textOf(register['pos_id']) ?? '',
      location_id: textOf(register['location_id']),
      z_read: fieldsOf(register['last_before'])['z_read'] === true,
      before: digitsOf(textOf(fieldsOf(register['last_before'])['receipt_num'])),
      counted_before: decimalOf(fieldsOf(register['counted_before'])['counted']),
      late: objectsOf(register['late']).map((late) => ({
        id: textOf(late['transaction_id']) ?? '',
        active: late['active'] !== false,
        receipt_num: textOf(late['receipt_num']) ?? '',
      })),
    })),
  };
}

function unitsOf(units: readonly unknown[]): Map<string, Rounding[]> {
  const found = new Map<string, Rounding[]>();
  for (const { key, unit, way } of objectsOf(units)) {
    const value = decimalOf(unit);
    if (typeof key !== 'string' || !value) continue;
    const rounding: Rounding = { unit: value, way: way === 'up' || way === 'down' ? way : 'half' };
    found.set(key, [...(found.get(key) ?? []), rounding]);
  }
  return found;
}

function kindsOf(kinds: unknown): Map<string, string> {
  return new Map(Object.entries(fieldsOf(kinds)).map(([kind, how]) => [kind, textOf(how) ?? '']));
}

function readings(value: unknown): ZReport[] {
  const listed = (Array.isArray(value) ? objectsOf(value) : []).map((z, at) => ({
    at,
    number: decimalOf(z['z_number']),
    z: {
      pos_id: textOf(z['pos_id'])?.toLowerCase() ?? '',
      first: digitsOf(textOf(z['first_receipt_num'])),
      last: digitsOf(textOf(z['last_receipt_num'])),
      opening_float: decimalOf(z['opening_float']),
      paid_in: decimalOf(z['paid_in']),
      paid_out: decimalOf(z['paid_out']),
      counted: decimalOf(z['counted']),
      opening_note: textOf(z['opening_note'])?.trim() || null,
    },
  }));
  return listed
    .toSorted((one, other) => {
      if (!one.number || !other.number)
        return Number(!one.number) - Number(!other.number) || one.at - other.at;
      return one.number.cmp(other.number) || one.at - other.at;
    })
    .map(({ z }) => z);
}
