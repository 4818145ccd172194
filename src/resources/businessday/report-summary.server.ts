import { sql } from 'kysely';
import { z } from 'zod';
import type { FieldProblem } from '@/core/contract/problem';
import { currency as currencyCode, day, guid } from '@/core/contract/values';
import type { Caller } from '@/core/server/caller';
import type { Tx } from '@/core/server/db';
import { badQuery } from '@/core/server/problems';
import { businessday } from './contract';
import { acknowledged, acknowledgementsOf } from './acknowledge/verdicts.server';
import { checkCodes, checkList, summaryDays, type Check, type CheckCode } from './report';
import { findDays, usualCurrency, type FoundDay } from './report-days.server';
import { reportFigures, summaryTotals } from './report-query.server';
import { failingByDay } from './summary-checks.server';
import type { Care } from '../sales/receipt-lists.server';

/** What a summary is asked of. No locations: all that have days. */
export interface SummaryQuery {
  readonly from: string;
  readonly to: string;
  readonly location_ids: readonly string[];
  /** Only days in it; null where all are in one. */
  readonly currency: string | null;
}

const mostLocations = 100;

/** Reads the parameters of a summary. @throws 400 that names each wrong one and its rule. */
export function readSummaryQuery(parameters: URLSearchParams): SummaryQuery {
  const problems: FieldProblem[] = [];
  const complain = (name: string, code: string, detail: string) =>
    problems.push({ pointer: `?${name}`, code, detail });
  for (const name of new Set(parameters.keys())) {
    if (!['from', 'to', 'location_id', 'currency'].includes(name))
      complain(name, 'unknown_parameter', `"${name}" is no parameter here`);
    else if (parameters.getAll(name).length > 1)
      complain(name, 'repeated_parameter', `"${name}" may be sent once`);
  }
  const date = (name: 'from' | 'to'): string => {
    const value = parameters.get(name);
    if (value === null) complain(name, 'required', 'A date is needed, such as 2026-03-01');
    else if (!day().safeParse(value).success)
      complain(name, 'invalid_parameter', 'Must be a date, such as 2026-03-01');
    return value ?? '';
  };
  const [from, to] = [date('from'), date('to')];
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const areDates = problems.every(({ pointer }) => !['?from', '?to'].includes(pointer));
  if (areDates && length < 1) complain('to', 'invalid_parameter', 'Must not be before "from"');
  if (areDates && length > summaryDays)
    complain('to', 'too_large', `A summary is of at most ${summaryDays} days`);
  const location_ids = parameters.get('location_id')?.toLowerCase().split(',') ?? [];
  if (!z.array(guid()).max(mostLocations).safeParse(location_ids).success)
    complain(
      'location_id',
      'invalid_parameter',
      `Must be a GUID, or at most ${mostLocations}, separated by commas`,
    );
  const currency = parameters.get('currency');
  if (currency !== null && !currencyCode().safeParse(currency).success)
    complain('currency', 'invalid_parameter', 'Must be a currency code, such as EUR');
  if (problems.length > 0) throw badQuery(problems);
  return { from, to, location_ids, currency };
}

const listed = z.looseObject({
  id: z.string(),
  location_id: z.string(),
  date: z.string(),
  status: z.string(),
  totals: businessday.fields.totals.schema,
});

/** Checks of receipts that are counted as receipts at fault, and not by their name. */
const isOfReceipts = (code: CheckCode) => code.startsWith('receipt_') && code !== 'receipt_sequence';

/** Days of which something is acknowledged, few of them: each is checked as its report does it. */
async function acknowledgedDays(tx: Tx, caller: Caller, days: readonly FoundDay[], care: Care) {
  const entries = await acknowledgementsOf(
    tx,
    caller,
    days.map(({ id }) => id),
  );
  const found = new Map<string, { at_fault: number; failing: CheckCode[]; acknowledged: CheckCode[] }>();
  for (const day of days.filter(({ id }) => entries.some((one) => one.businessday_id === id))) {
    const own = entries.filter((one) => one.businessday_id === day.id);
    // oxlint-disable-next-line no-await-in-loop -- one connection reads one after the other
    const [figures] = await tx.rows(reportFigures(caller, day, care));
    const wrong = checkList.parse(JSON.parse(figures?.checks ?? '[]')).filter(({ ok }) => !ok);
    const isKnown = (check: Check) => acknowledged(check, own) !== null;
    const open = wrong.filter((check) => !isKnown(check) && !check.code.startsWith('day_'));
    const receipts = open.filter(({ code }) => isOfReceipts(code)).flatMap((check) => check.transaction_ids);
    found.set(day.id, {
      at_fault: new Set(receipts).size,
      failing: open
        .filter((check) => !isOfReceipts(check.code) || check.transaction_ids.length === 0)
        .map(({ code }) => code),
      acknowledged: wrong.filter(isKnown).map(({ code }) => code),
    });
  }
  return found;
}

const failingCodes = z.record(z.string(), z.array(z.enum(checkCodes)));

/**
 * The summary as JSON text (`summarySchema`).
 *
 * @throws 400 `reference_not_found` for a location that is not there or out of sight, `several_currencies` for
 * days whose sums cannot be added.
 */
export async function summaryText(
  tx: Tx,
  caller: Caller,
  { from, to, location_ids, currency: wanted }: SummaryQuery,
  care: Care,
): Promise<string> {
  const asked = await tx.rows(sql<{ id: string; name: string }>`
    select t.id, t.name from location t where t.tenant_id = ${caller.tenantId}
      and t.company_id = ${caller.companyId} and t.id = any(${location_ids}::uuid[])`);
  const unknown = location_ids.find((id) => !asked.some((location) => location.id === id));
  if (unknown !== undefined) {
    throw badQuery([
      { pointer: '?location_id', code: 'reference_not_found', detail: `There is no location ${unknown}` },
    ]);
  }
  const within = location_ids.length > 0 ? sql`t.location_id = any(${location_ids}::uuid[])` : sql`true`;
  const found = await findDays(
    tx,
    caller,
    sql`t.active and t.date between ${from}::date and ${to}::date and ${within}`,
  );
  const currencies = [...new Set(found.map((one) => one.currency))].toSorted();
  const days = wanted === null ? found : found.filter((one) => one.currency === wanted);
  if (wanted === null && currencies.length > 1) {
    // One for each: a screen offers them.
    throw badQuery(
      currencies.map((code) => ({ pointer: '?currency', code: 'several_currencies', detail: code })),
    );
  }
  const currency = wanted ?? currencies[0] ?? (await usualCurrency(tx, caller));
  const [sums] = await tx.rows(summaryTotals(caller, days, currency, care));
  const atFault = z.record(z.string(), z.int()).parse(JSON.parse(sums?.at_fault ?? '{}'));
  const [checked] = await tx.rows(failingByDay(caller, { from, to }, care));
  const failing = failingCodes.parse(JSON.parse(checked?.failing ?? '{}'));
  const acknowledgedIn = await acknowledgedDays(tx, caller, days, care);
  const locations = new Map(asked.map(({ id, name }) => [id, name]));
  for (const one of days) locations.set(one.location_id, one.location_name);
  const head = {
    from,
    to,
    currency,
    currencies,
    locations: [...locations].map(([id, name]) => ({ id, name })),
    days: days.map(({ entity }) => {
      const { id, location_id, date, status, totals } = listed.parse(JSON.parse(entity));
      return {
        id,
        location_id,
        date,
        status,
        ...totals,
        ...(acknowledgedIn.get(id) ?? {
          at_fault: atFault[id] ?? 0,
          failing: failing[id] ?? [],
          acknowledged: [],
        }),
      };
    }),
  };
  return `${JSON.stringify(head).slice(0, -1)},"totals":${sums?.totals},"rounding_rule":"tax_per_receipt_and_rate"}`;
}
