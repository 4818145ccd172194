import { sql } from 'kysely';
import { Decimal } from '@/record/decimal';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import type { NumberParsing } from '../../receipts/server/receipt-lists.server';
import { verdictOf, verdictsOf } from '../../acknowledge/day-verdicts.server';
import { findDays } from '../../report/server/report-days.server';
import { datesOf } from '@/record/calendar';
import type { MonthSettle } from '../schema';
import { lockedMonths } from './entries.server';
import { isOver, questionsOf, settleOf, type SettlingDay } from './month-answer.server';
import { missingOf, readLocations, stateOf } from './read-month.server';

/**
 * Reads what a month waits for, without its figures: the verdicts of its days, the missing dates and the open questions. What a day was
 * sealed with is held against the sums that are kept of its receipts (count and gross); the month itself adds the receipts up again.
 */
export async function monthSettleOf(
  tx: Tx,
  caller: Caller,
  month: string,
  parsing: NumberParsing,
): Promise<MonthSettle> {
  const dates = datesOf(month);
  const range = { from: dates[0] ?? '', to: dates.at(-1) ?? '' };
  const locked = (await lockedMonths(tx, caller, [month])).has(month);
  const locations = await readLocations(tx, caller, range, sql`true`);
  const over = isOver({ month, locations });
  const found = await findDays(
    tx,
    caller,
    sql`t.active and t.date between ${range.from}::date and ${range.to}::date`,
  );
  const head = { month, days: found.length, locked, over };
  // Nothing stands against a lock that is there.
  if (locked) return { ...head, settle: [], questions: [] };
  const verdicts = found.length === 0 ? new Map() : await verdictsOf(tx, caller, found, range, parsing);
  const sums = await keptSums(
    tx,
    caller,
    found.map(({ id }) => id),
  );
  const days = found.map((day): SettlingDay => {
    const verdict = verdictOf(verdicts, day.id);
    const { agrees = true, ...receipts } = sums.get(day.id) ?? { count: 0, gross: Decimal.parse('0') };
    return {
      day,
      state: stateOf(day.status, verdict),
      agrees,
      verdict,
      receipts,
    };
  });
  const missing = missingOf(month, locations);
  const questions = await questionsOf(tx, caller, { days });
  return { ...head, settle: settleOf({ days, missing }), questions };
}

interface KeptSums {
  readonly count: number;
  readonly gross: Decimal;
  /** Whether the day was sealed with the same; true while it is open, and of seals without figures. */
  readonly agrees?: boolean;
}

/** Reads what is kept of the receipts of each day, and whether it is what the day was sealed with. */
async function keptSums(
  tx: Tx,
  { tenantId }: Caller,
  days: readonly string[],
): Promise<ReadonlyMap<string, KeptSums>> {
  const rows = await tx.rows(sql<{ id: string; count: number; gross: string; agrees: boolean }>`
    select t.id, k.count, k.gross::text as gross, coalesce(t.status = 'open' or f.count = k.count and f.gross = k.gross, true) as agrees
    from businessday t
    cross join lateral (
      select coalesce(sum(x.count), 0)::float8 as count, coalesce(sum(x.gross), 0) as gross from businessday_totals x
      where x.tenant_id = t.tenant_id and x.businessday_id = t.id
    ) k
    left join lateral (
      select (x.figures->>'count')::float8 as count, (x.figures->>'gross')::numeric as gross from businessday_seal_figures x
      where x.tenant_id = t.tenant_id and x.businessday_id = t.id order by x.number desc limit 1
    ) f on true
    where t.tenant_id = ${tenantId} and t.id = any(${days}::uuid[])`);
  return new Map(rows.map(({ id, gross, ...row }) => [id, { ...row, gross: Decimal.parse(gross) }]));
}
