import { sql } from 'kysely';
import { currencyScale } from '@/contract/values';
import { Decimal, sumOf, zero } from '@/record/decimal';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { counts, type NumberParsing } from '../../receipts/server/receipt-lists.server';
import { lateFor } from '../../summary/server/register-parts.server';
import { openQuestionsOf } from '@/resources/question/server/open-questions.server';
import { currencyOf, requireLocations } from '../../report/server/report-days.server';
import { addFigures } from '../add-figures';
import { datesOf } from '@/record/calendar';
import type { Month } from '../schema';
import type { DayFigures } from '../sealed-figures';
import { lockedContents, monthEntries, type LockedContents } from './entries.server';
import { broughtForward, owedOf, type BroughtForward } from './owed.server';
import type { MonthQuery } from './read-query.server';
import { readMonth, type MonthDay, type MonthParts, type MonthLocation } from './read-month.server';
import { vatReturn, type VatRow } from '../vat-return';

type Late = Month['late']['of'];

/**
 * Returns a month. What a lock covers besides the figures of days is as it was then: what customers are owed, and the country
 * of each location.
 *
 * @throws 400 `reference_not_found` for a location that does not exist or is not visible, `several_currencies` for days in
 * different currencies.
 */
export async function monthOf(
  tx: Tx,
  caller: Caller,
  query: MonthQuery,
  parsing: NumberParsing,
): Promise<Month> {
  await requireLocations(tx, caller, query.location_ids);
  const covered = await lockedContents(tx, caller, query.month);
  const parts = asLocked(await readMonth(tx, caller, query, parsing), covered);
  const { currency, currencies } = await currencyOf(
    tx,
    caller,
    parts.days.map(({ day }) => day),
    query.currency,
  );
  const scope = { from: datesOf(query.month)[0] ?? '', location_ids: query.location_ids, currency };
  const forward = await broughtForward(tx, caller, scope, parsing);
  const own = parts.days.filter(({ day }) => day.currency === currency);
  const late = await lateOf(tx, caller, query.month, own, currencyScale(currency));
  const entries = await monthEntries(tx, caller, query.month);
  const figures = monthFigures({ ...parts, days: own }, currency, forward);
  const over = isOver(parts);
  const locked = entries.at(-1)?.action === 'lock';
  const isOpen = settleOf(parts).some(({ kind }) => kind !== 'missing');
  const lockable =
    !locked &&
    over &&
    !isOpen &&
    parts.days.length > 0 &&
    query.location_ids.length === 0 &&
    !caller.locations;
  // A lock covers what all locations came to.
  const owed =
    query.location_ids.length === 0 && !caller.locations
      ? covered?.currencies.find((one) => one.currency === currency)?.owed
      : null;
  return {
    month: query.month,
    currency,
    currencies,
    ...figures,
    ...(owed && { owed }),
    late,
    questions: await questionsOf(tx, caller, parts),
    lock: { locked, lockable, over, entries },
  };
}

/** Returns a month whose locations lie in the countries that its lock covers. */
const asLocked = (parts: MonthParts, covered: LockedContents | null): MonthParts => ({
  ...parts,
  locations: parts.locations.map((location) => {
    const locked = covered?.locations.find(({ location_id }) => location_id === location.id);
    return locked ? { ...location, vat_country: locked.country } : location;
  }),
});

/** Returns the questions about a month's days that nobody has closed, in the order of their days. */
export async function questionsOf(
  tx: Tx,
  caller: Caller,
  { days }: { readonly days: readonly Pick<MonthDay, 'day'>[] },
): Promise<Month['questions']> {
  const of = new Map(days.map(({ day }) => [day.id, day]));
  return (await openQuestionsOf(tx, caller, [...of.keys()]))
    .flatMap(({ id, businessday_id, text }) => {
      const day = of.get(businessday_id);
      return day ? [{ id, businessday_id, location_name: day.location_name, date: day.date, text }] : [];
    })
    .toSorted((one, other) => one.date.localeCompare(other.date));
}

/** Whether every date of the month is past at each location. */
export const isOver = ({ month, locations }: Pick<MonthParts, 'month' | 'locations'>): boolean =>
  locations.every(({ today }) => today > (datesOf(month).at(-1) ?? ''));

/** The figures of a month in one currency: those of its closed and exported days. */
export function monthFigures(
  parts: MonthParts,
  currency: string,
  forward: BroughtForward,
): Omit<Month, 'month' | 'currency' | 'currencies' | 'late' | 'questions' | 'lock'> {
  const scale = currencyScale(currency);
  const money = (value: Decimal) => value.toFixed(scale);
  const text = (figures: DayFigures) => ({
    count: figures.count,
    gross: money(figures.gross),
    net: money(figures.net),
    tax: money(figures.tax),
    by_tax: figures.by_tax.map(({ rate, net, tax }) => ({ rate, net: money(net), tax: money(tax) })),
  });
  const own = { ...parts, missing: parts.missing.filter(({ location }) => location.currency === currency) };
  const closed = own.days.filter(({ sealed }) => sealed !== null);
  const all = addFigures(closed.map(({ receipts }) => receipts));
  const sealed = addFigures(closed.flatMap((day) => (day.sealed ? [day.sealed.figures] : [])));
  const count = (state: string) => own.days.filter((day) => day.state === state).length;
  return {
    totals: { ...text(all), by_tender: all.by_tender.map((row) => ({ ...row, amount: money(row.amount) })) },
    sealed: { days: closed.length, ...text(sealed) },
    difference: {
      gross: money(sealed.gross.minus(all.gross)),
      net: money(sealed.net.minus(all.net)),
      tax: money(sealed.tax.minus(all.tax)),
    },
    equal: closed.every(({ agrees }) => agrees),
    states: {
      exported: count('exported'),
      closed: count('closed'),
      not_adding_up: count('not_adding_up'),
      open: count('open'),
      missing: own.missing.length,
    },
    locations: own.locations.flatMap(({ id, name }) => {
      const of = closed.filter(({ day }) => day.location_id === id);
      const isShown = of.length > 0 || own.missing.some(({ location }) => location.id === id);
      return isShown || own.days.some(({ day }) => day.location_id === id)
        ? [{ id, name, ...text(addFigures(of.map(({ receipts }) => receipts))) }]
        : [];
    }),
    days: own.days.map(({ day, status, state, receipts, sealed: seal, voucher_num }) => ({
      id: day.id,
      location_id: day.location_id,
      date: day.date,
      status,
      state,
      ...text(receipts),
      seal: seal?.seal?.hash ?? null,
      voucher_num,
    })),
    settle: settleOf(own),
    owed: owedOf(all, forward, scale),
    vat_returns: returnsOf(own.locations, closed, scale),
  };
}

/** What is known of a day when it is asked whether it stands against a lock. */
export type SettlingDay = Pick<MonthDay, 'day' | 'state' | 'agrees' | 'verdict'> & {
  readonly receipts: Pick<MonthDay['receipts'], 'count' | 'gross'>;
};
interface Settling extends Pick<MonthParts, 'missing'> {
  readonly days: readonly SettlingDay[];
}

/** Returns what must be settled before a month is locked, by kind, then by date. */
export function settleOf({ days, missing }: Settling): Month['settle'] {
  const row = ({ day, receipts, verdict }: SettlingDay) => ({
    location_id: day.location_id,
    location_name: day.location_name,
    date: day.date,
    businessday_id: day.id,
    at_fault: verdict.at_fault,
    failing: [...verdict.failing],
    count: receipts.count,
    gross: receipts.gross.toFixed(currencyScale(day.currency)),
  });
  return [
    ...days
      .filter(({ state }) => state === 'not_adding_up')
      .map((day) => ({ kind: 'not_adding_up' as const, ...row(day) })),
    ...days
      .filter(({ state, agrees }) => state !== 'not_adding_up' && !agrees)
      .map((day) => ({ kind: 'differs' as const, ...row(day) })),
    ...missing.map(({ location, date }) => ({
      kind: 'missing' as const,
      location_id: location.id,
      location_name: location.name,
      date,
      businessday_id: null,
      at_fault: 0,
      failing: [],
      count: 0,
      gross: zero.toFixed(currencyScale(location.currency)),
    })),
    ...days.filter(({ state }) => state === 'open').map((day) => ({ kind: 'open' as const, ...row(day) })),
  ];
}

/** Returns the late receipts between this month and others: those counted here, and those of its days counted elsewhere. */
async function lateOf(
  tx: Tx,
  caller: Caller,
  month: string,
  days: readonly MonthDay[],
  scale: number,
): Promise<Month['late']> {
  const here = days.flatMap(({ receipts }) => receipts.late);
  const named = await tx.rows(sql<{ id: string; month: string }>`
    select t.id::text as id, to_char(t.date, 'YYYY-MM') as month from businessday t
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}
      and t.id::text = any(${here.map(({ of }) => of)}::text[])`);
  const monthOf = new Map(named.map((day) => [day.id, day.month]));
  const elsewhere = await tx.rows(sql<{ month: string; count: number; gross: string; tax: string }>`
    select to_char(b.date, 'YYYY-MM') as month, count(*)::float8 as count, sum(t.total - (t.sums).aside)::text as gross,
      sum(t.total_tax)::text as tax
    from sales t join businessday b on b.tenant_id = t.tenant_id and b.id = t.businessday_id
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}
      and t.id = any (array(select sales_come_late(${caller.tenantId}, ${caller.companyId})))
      and ${lateFor} = any(${days.map(({ day }) => day.id)}::text[])
      and ${trusted(counts)} and to_char(b.date, 'YYYY-MM') <> ${month}
    group by 1 order by 1`);
  const months = [...new Set(here.map(({ of }) => monthOf.get(of) ?? null))].filter(
    (other) => other !== month,
  );
  return {
    of: months
      .toSorted((one, other) => (one ?? '').localeCompare(other ?? ''))
      .map((other): Late[number] => {
        const rows = here.filter(({ of }) => (monthOf.get(of) ?? null) === other);
        return {
          month: other,
          count: rows.reduce((sum, { count }) => sum + count, 0),
          gross: sumOf(rows, ({ gross }) => gross).toFixed(scale),
          tax: sumOf(rows, ({ tax }) => tax).toFixed(scale),
        };
      }),
    elsewhere: elsewhere.map(({ gross, tax, ...row }) => ({
      ...row,
      gross: Decimal.parse(gross).toFixed(scale),
      tax: Decimal.parse(tax).toFixed(scale),
    })),
  };
}

/** Returns the rows of the VAT return of each country that the locations lie in; of locations without a known country none. */
function returnsOf(
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
