import { sql } from 'kysely';
import { currencyScale } from '@/contract/values';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import { badQuery } from '@/server/http/problems';
import type { NumberParsing } from '../../receipts/server/receipt-lists.server';
import { currencyOf, findDays, requireLocations } from '../../report/server/report-days.server';
import { readBooks } from './books.server';
import { groupsOf, type VoucherDay, type VoucherGroup } from '../groups';
import { readSources } from './sources.server';
import type { VoucherQuery } from './read-query.server';
import { sentVoucher } from '../sent';
import type { SentVoucher, Vouchers } from '../schema';
import { nextNumbers, readLocations, type VoucherLocation } from './series.server';
import { mergeSources, noSource } from '../source';
import { hasRows, voucherOf } from '../voucher';

/** The most business days of one answer. */
const mostDays = 2000;

/**
 * Returns the vouchers of some days (`vouchersSchema`), by location and date. Days that were exported together are
 * one voucher, with all of its days, even if only some of them were asked for.
 *
 * @throws 400 `reference_not_found` for a location or day that does not exist or is not visible, `several_currencies` for days in
 * different currencies, `too_many_days`.
 */
export async function readVouchers(
  tx: Tx,
  caller: Caller,
  query: VoucherQuery,
  parsing: NumberParsing,
): Promise<Vouchers> {
  await requireLocations(tx, caller, query.location_ids);
  const asked = await findWanted(tx, caller, query);
  const together = await exportedWith(tx, caller, asked);
  const found = [...asked, ...together].toSorted((one, other) => (one.date < other.date ? -1 : 1));
  if (found.length > mostDays)
    throw badQuery([
      {
        pointer: query.businessday_ids.length > 0 ? '?businessday_id' : '?to',
        code: 'too_many_days',
        detail: `These are ${found.length} business days; an answer has at most ${mostDays}`,
      },
    ]);
  const { currency, currencies } = await currencyOf(tx, caller, found, query.currency);
  const days = found.filter((day) => day.currency === currency);
  const sources = await readSources(tx, caller, days, parsing);
  const books = await readBooks(tx, caller, [...sources.values()]);
  const locations = await readLocations(tx, caller, [...new Set(days.map(({ location_id }) => location_id))]);
  const groups = groupsOf(days, query.by);
  const isNumbered = ({ days: own }: VoucherGroup) =>
    own.some(({ id }) => hasRows(sources.get(id) ?? noSource));
  const numbers = await proposed(tx, caller, groups.filter(isNumbered), locations);
  const scale = currencyScale(currency);
  const vouchers = groups.map((group): SentVoucher => {
    const source = mergeSources(group.days.map(({ id }) => sources.get(id) ?? noSource));
    const of = locations.get(group.location_id);
    const location = {
      id: group.location_id,
      name: group.location_name,
      cost_centre: of?.cost_centre ?? null,
    };
    const voucher = voucherOf(source, books, scale);
    return sentVoucher({
      voucher,
      source,
      group,
      location,
      scale,
      next_number: numbers.get(group) ?? null,
    });
  });
  return { currency, currencies, vouchers };
}

async function findWanted(tx: Tx, caller: Caller, query: VoucherQuery): Promise<VoucherDay[]> {
  const { from, to, location_ids, businessday_ids } = query;
  if (businessday_ids.length > 0) {
    const days = await findVoucherDays(tx, caller, sql`t.id = any(${businessday_ids}::uuid[])`);
    const unknown = businessday_ids.find((id) => !days.some((day) => day.id === id));
    if (unknown === undefined) return days;
    throw badQuery([
      {
        pointer: '?businessday_id',
        code: 'reference_not_found',
        detail: `There is no business day ${unknown}`,
      },
    ]);
  }
  const within = location_ids.length > 0 ? sql`t.location_id = any(${location_ids}::uuid[])` : sql`true`;
  return findVoucherDays(
    tx,
    caller,
    sql`t.active and t.date between ${from}::date and ${to}::date and ${within}`,
  );
}

/** Reads days with their state and number. */
export async function findVoucherDays(
  tx: Tx,
  caller: Caller,
  where: Parameters<typeof findDays>[2],
): Promise<VoucherDay[]> {
  const days = await findDays(tx, caller, where);
  const states = await tx.rows(sql<{ id: string; status: string; number: string | null }>`
    select t.id, t.status, nullif(trim(t.data->>'voucher_num'), '') as number
    from businessday t where t.tenant_id = ${caller.tenantId} and t.id = any(${days.map(({ id }) => id)}::uuid[])`);
  const byId = new Map(states.map((state) => [state.id, state]));
  return days.map((day) => ({
    ...day,
    status: byId.get(day.id)?.status ?? 'open',
    number: byId.get(day.id)?.number ?? null,
  }));
}

/** Reads the other days of the vouchers that these days were exported in. */
async function exportedWith(tx: Tx, caller: Caller, asked: readonly VoucherDay[]): Promise<VoucherDay[]> {
  const ids = asked.flatMap(({ id, number }) => (number === null ? [] : [id]));
  if (ids.length === 0) return [];
  return findVoucherDays(
    tx,
    caller,
    sql`t.id in (select o.businessday_id from businessday_voucher v
      join businessday_voucher o on o.tenant_id = v.tenant_id and o.voucher_id = v.voucher_id
      where v.tenant_id = ${caller.tenantId} and v.businessday_id = any(${ids}::uuid[]))
      and t.id <> all(${asked.map(({ id }) => id)}::uuid[])`,
  );
}

/** Returns the numbers that the vouchers with rows and without a number would get if they were exported now, in their order. */
async function proposed(
  tx: Tx,
  caller: Caller,
  groups: readonly VoucherGroup[],
  locations: ReadonlyMap<string, VoucherLocation>,
): Promise<Map<VoucherGroup, string>> {
  const waiting = new Map<string, { series: string; year: number; of: VoucherGroup[] }>();
  for (const group of groups) {
    if (group.number !== null || group.days.some(({ status }) => status !== 'closed')) continue;
    const series = locations.get(group.location_id)?.series ?? '';
    const key = JSON.stringify([series, group.year]);
    const known = waiting.get(key) ?? { series, year: group.year, of: [] };
    known.of.push(group);
    waiting.set(key, known);
  }
  const numbers = new Map<VoucherGroup, string>();
  for (const { of, ...series } of waiting.values()) {
    const next = await nextNumbers(tx, caller, series, of.length);
    for (const [at, group] of of.entries()) numbers.set(group, next[at]?.voucher_num ?? '');
  }
  return numbers;
}
