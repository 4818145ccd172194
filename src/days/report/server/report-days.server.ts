import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { entityJson } from '@/server/db/table';
import { badQuery } from '@/server/http/problems';
import type { CountedDay } from '../../ledger/ledger.server';
import { businessdayTable } from '@/resources/businessday/table';

/** A business day with what its report computes with, and what tells it from others. */
export interface FoundDay extends CountedDay {
  readonly status: string;
  readonly voucher_num: string | null;
  readonly location_name: string;
}

/** A business day with its entity in the wire form, as JSON text: of a year of a chain that is much to write. */
export interface WholeDay extends FoundDay {
  readonly entity: string;
}

/**
 * Reads business days of the caller's company, by date. Currency, time zone, cutover and names come from the day's
 * snapshot, taken when it was opened.
 */
export const findDays = (tx: Tx, caller: Caller, where: RawBuilder<unknown>): Promise<FoundDay[]> =>
  tx.rows(daysWith<FoundDay>(caller, where, sql``));

/** Reads business days as `findDays` does, each with its entity. */
export const findWholeDays = (tx: Tx, caller: Caller, where: RawBuilder<unknown>): Promise<WholeDay[]> =>
  tx.rows(daysWith<WholeDay>(caller, where, trusted(`, ${entityJson(businessdayTable)}::text as entity`)));

function daysWith<Row>(
  caller: Caller,
  where: RawBuilder<unknown>,
  more: RawBuilder<unknown>,
): RawBuilder<Row> {
  return sql<Row>`
    select t.id, t.location_id, t.date::text as date, t.status, t.data->>'voucher_num' as voucher_num,
      t.snapshot->>'location_name' as location_name, t.snapshot->>'currency' as currency,
      t.snapshot->>'timezone' as zone, (t.snapshot->>'cutover_hour')::integer as cutover${more}
    from businessday t
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and ${where}
    order by t.date, t.snapshot->>'location_name', coalesce(t.opened_at, t.created_at), t.seq`;
}

/**
 * Returns the locations of a question with their names.
 *
 * @throws 400 `reference_not_found` for one that does not exist or is not visible.
 */
export async function requireLocations(
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const known = await tx.rows(sql<{ id: string; name: string }>`
    select t.id, t.name from location t where t.tenant_id = ${caller.tenantId}
      and t.company_id = ${caller.companyId} and t.id = any(${ids}::uuid[])`);
  const unknown = ids.find((id) => !known.some((location) => location.id === id));
  if (unknown === undefined) return known;
  throw badQuery([
    { pointer: '?location_id', code: 'reference_not_found', detail: `There is no location ${unknown}` },
  ]);
}

/**
 * Returns the currencies of some days, and which of them the answer is in: the wanted one, the only one, or the company's.
 *
 * @throws 400 `several_currencies` if none is wanted and the days have several: a problem for each, so that a client can offer
 *   them as choices.
 */
export async function currencyOf(
  tx: Tx,
  caller: Caller,
  days: readonly Pick<CountedDay, 'currency'>[],
  wanted: string | null,
): Promise<{ currency: string; currencies: string[] }> {
  const currencies = [...new Set(days.map((day) => day.currency))].toSorted();
  if (wanted === null && currencies.length > 1)
    throw badQuery(
      currencies.map((code) => ({ pointer: '?currency', code: 'several_currencies', detail: code })),
    );
  return { currency: wanted ?? currencies[0] ?? (await usualCurrency(tx, caller)), currencies };
}

/** Returns the currency of the caller's company, own or inherited. */
async function usualCurrency(tx: Tx, caller: Caller): Promise<string> {
  const [row] = await tx.rows(sql<{ currency: string | null }>`
    select ${inherited(caller, 'currency')} as currency`);
  return row?.currency ?? usual;
}

const usual = 'EUR';

/** SQL: a setting of the company, or of the nearest ancestor that has it. */
const inherited = (caller: Caller, key: 'currency' | 'timezone') => sql`(
  select c.data->>${sql.lit(key)} from company c
  where c.tenant_id = ${caller.tenantId} and c.id = any(${caller.lineage}::uuid[])
    and c.data->>${sql.lit(key)} is not null
  order by array_position(${caller.lineage}::uuid[], c.id) limit 1)`;
