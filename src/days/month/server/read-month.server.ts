import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import type { NumberParsing } from '../../receipts/server/receipt-lists.server';
import { verdictOf, verdictsOf, type Verdict } from '../../acknowledge/day-verdicts.server';
import { findDays, type FoundDay } from '../../report/server/report-days.server';
import { agree } from '../add-figures';
import { addDays, datesOf } from '@/record/calendar';
import type { MonthDayState } from '../schema';
import { vatCountryOf, type VatCountry } from '../vat-return';
import { readReceiptFigures, type ReceiptFigures } from './receipt-figures.server';
import { readSealedDays, type SealedDay } from './sealed.server';
import { cutoverOf } from '../../ledger/ledger.server';

/** The dates on which a location has active business days, and what bounds the search for missing ones. */
interface LocationDates {
  readonly location_id: string;
  /** Its first day ever. */
  readonly first: string;
  /** The current business date at the location: this date and later ones are not missed yet. */
  readonly today: string;
  readonly dates: ReadonlySet<string>;
}

/** How far around a month `dates` must reach, in days. */
const missingReach = 14;

/**
 * Returns the dates of a month on which a location has no business day and usually would have one (docs/report.md#missing-days):
 * not before its first day and before today, and of the same weekdays one and two weeks before and after, so far as they lie
 * within these bounds, more than half have a day. So a weekday on which a shop is closed is not missed, and neither is a closure
 * of several weeks.
 */
export function missingDates(month: string, { first, today, dates }: LocationDates): string[] {
  return datesOf(month).filter((date) => {
    if (dates.has(date) || date < first || date >= today) return false;
    const around = [-14, -7, 7, 14]
      .map((days) => addDays(date, days))
      .filter((other) => other >= first && other < today);
    return around.filter((other) => dates.has(other)).length * 2 > around.length;
  });
}

/** A business day of a month: its receipts, its seal, and whether it adds up. */
export interface MonthDay {
  readonly day: FoundDay;
  readonly status: string;
  readonly state: MonthDayState;
  readonly voucher_num: string | null;
  readonly receipts: ReceiptFigures;
  /** Null while it is open. */
  readonly sealed: SealedDay | null;
  /** Whether what was sealed is what the receipts come to; true while it is open. */
  readonly agrees: boolean;
  readonly verdict: Verdict;
}

/** A location that has business days: what its month needs to know of it. */
export interface MonthLocation {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly zone: string;
  /** The country whose VAT return its sales belong in; null if it is none of those known. */
  readonly vat_country: VatCountry | null;
  readonly first: string;
  readonly today: string;
  readonly dates: readonly string[];
}

/** All that a month is made of, in all of its currencies. */
export interface MonthParts {
  readonly month: string;
  readonly days: readonly MonthDay[];
  readonly locations: readonly MonthLocation[];
  readonly missing: readonly { readonly location: MonthLocation; readonly date: string }[];
}

/** Reads a month: of the given locations, or of all of the caller's company. */
export async function readMonth(
  tx: Tx,
  caller: Caller,
  { month, location_ids }: { readonly month: string; readonly location_ids: readonly string[] },
  parsing: NumberParsing,
): Promise<MonthParts> {
  const dates = datesOf(month);
  const range = { from: dates[0] ?? '', to: dates.at(-1) ?? '' };
  const within = location_ids.length > 0 ? sql`t.location_id = any(${location_ids}::uuid[])` : sql`true`;
  const found = await findDays(
    tx,
    caller,
    sql`t.active and t.date between ${range.from}::date and ${range.to}::date and ${within}`,
  );
  const ids = found.map(({ id }) => id);
  const receipts = await readReceiptFigures(tx, caller, found, parsing);
  const sealed = await readSealedDays(tx, caller, ids);
  const atFault = Object.fromEntries([...receipts].map(([id, { at_fault }]) => [id, at_fault]));
  const verdicts =
    found.length === 0 ? new Map() : await verdictsOf(tx, caller, found, range, parsing, atFault);
  const days = found.map((day): MonthDay => {
    const { status, voucher_num } = day;
    const [own, seal] = [receipts.get(day.id), sealed.get(day.id) ?? null];
    if (!own) throw new Error(`The day ${day.id} has figures`);
    const verdict = verdictOf(verdicts, day.id);
    return {
      day,
      status,
      state: stateOf(status, verdict),
      voucher_num: voucher_num?.trim() || null,
      receipts: own,
      sealed: seal,
      agrees: seal === null || agree(own, seal.figures),
      verdict,
    };
  });
  const locations = await readLocations(tx, caller, range, within);
  return { month, days, locations, missing: missingOf(month, locations) };
}

/** Returns the dates of a month that are missing at each location. */
export const missingOf = (month: string, locations: readonly MonthLocation[]): MonthParts['missing'] =>
  locations.flatMap((location) =>
    missingDates(month, { ...location, location_id: location.id, dates: new Set(location.dates) }).map(
      (date) => ({ location, date }),
    ),
  );

/** Whether a day adds up, or its faults are acknowledged. */
const addsUp = ({ at_fault, failing }: Verdict): boolean => at_fault === 0 && failing.length === 0;

/** Returns the state of a day by its status and its verdict. */
export function stateOf(status: string, verdict: Verdict): MonthDayState {
  if (status !== 'closed' && status !== 'exported') return 'open';
  return addsUp(verdict) ? status : 'not_adding_up';
}

/** Reads the locations with days, by name; name, currency and time zone are those of the newest day up to the month. */
export async function readLocations(
  tx: Tx,
  caller: Caller,
  { from, to }: { readonly from: string; readonly to: string },
  within: ReturnType<typeof sql>,
): Promise<MonthLocation[]> {
  const [since, until] = [addDays(from, -missingReach), addDays(to, missingReach)];
  const rows = await tx.rows(sql<Omit<MonthLocation, 'vat_country'> & { country: string | null }>`
    select l.id, n.snapshot->>'location_name' as name, n.snapshot->>'currency' as currency, n.snapshot->>'timezone' as zone,
      l.data->'address'->>'country' as country, a.first::text as first,
      ((now() at time zone (n.snapshot->>'timezone')) - ${trusted(cutoverOf('n.snapshot'))})::date::text
        as today,
      (select coalesce(json_agg(distinct t.date), '[]') from businessday t
        where t.tenant_id = l.tenant_id and t.company_id = l.company_id and t.location_id = l.id and t.active
          and t.date between ${since}::date and ${until}::date) as dates
    from location l
    cross join lateral (
      select t.date as first from businessday t
      where t.tenant_id = l.tenant_id and t.company_id = l.company_id and t.location_id = l.id and t.active and ${within}
      order by t.date limit 1
    ) a
    cross join lateral (
      select t.snapshot from businessday t
      where t.tenant_id = l.tenant_id and t.company_id = l.company_id and t.location_id = l.id and t.active
        and t.date <= greatest(${to}::date, a.first) order by t.date desc, t.seq desc limit 1
    ) n
    where l.tenant_id = ${caller.tenantId} and l.company_id = ${caller.companyId} and a.first <= ${to}::date
    order by n.snapshot->>'location_name', l.id`);
  return rows.map(({ country, ...row }) => ({ ...row, vat_country: vatCountryOf(country, row.zone) }));
}
