import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';

/** A series of numbers: of a location and a calendar year. */
export interface Series {
  readonly series: string;
  readonly year: number;
}

/** Returns a number of a series as it is written: `1-2026-0042`. */
export const voucherNumber = ({ series, year }: Series, number: number): string =>
  `${series}-${year}-${String(number).padStart(4, '0')}`;

/** The location of a voucher: how its series and its cost centre are called. */
export interface VoucherLocation {
  readonly id: string;
  readonly name: string;
  readonly series: string;
  readonly cost_centre: string | null;
}

/**
 * Reads the series and cost centres of locations: what their `data` says, else the number of the location; a series of a location
 * without a number is `L` and its place among the company's locations, which never changes.
 */
export async function readLocations(
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, VoucherLocation>> {
  const rows = await tx.rows(sql<VoucherLocation>`
    select x.id, x.name, coalesce(nullif(trim(x.data->>'voucher_series'), ''), x.location_num::text,
        'L' || (select count(*) from location o where o.tenant_id = x.tenant_id and o.company_id = x.company_id and o.seq <= x.seq))
        as series,
      coalesce(nullif(trim(x.data->>'cost_centre'), ''), x.location_num::text) as cost_centre
    from location x
    where x.tenant_id = ${caller.tenantId} and x.company_id = ${caller.companyId} and x.id = any(${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks a series until the end of the transaction: of two who take numbers of it, the second waits for the first. */
export async function lockSeries(tx: Tx, caller: Caller, { series, year }: Series): Promise<void> {
  const name = `voucher ${caller.tenantId} ${caller.companyId} ${year} ${series}`;
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/**
 * Returns the next numbers of a series. A number that somebody gave to a day by hand is used already, and left out. For numbers
 * that are taken, the series must be locked before.
 */
export async function nextNumbers(
  tx: Tx,
  caller: Caller,
  of: Series,
  count: number,
): Promise<{ number: number; voucher_num: string }[]> {
  const [row] = await tx.rows(sql<{ last: number }>`
    select coalesce(max(number), 0) as last from businessday_voucher
    where tenant_id = ${caller.tenantId} and company_id = ${caller.companyId} and series = ${of.series} and year = ${of.year}`);
  const found: { number: number; voucher_num: string }[] = [];
  for (let from = (row?.last ?? 0) + 1; found.length < count; from += count) {
    const some = Array.from({ length: count }, (_, at) => ({
      number: from + at,
      voucher_num: voucherNumber(of, from + at),
    }));
    const used = await tx.rows(sql<{ voucher: string }>`
      select voucher from businessday_by_voucher(${some.map(({ voucher_num }) => normalized(voucher_num))}::text[])`);
    const taken = new Set(used.map(({ voucher }) => voucher));
    found.push(...some.filter(({ voucher_num }) => !taken.has(normalized(voucher_num))));
  }
  return found.slice(0, count);
}

/** As `businessday_voucher(data)` compares numbers (model/voucher-number.server.ts). */
const normalized = (number: string): string => number.trim().replaceAll(/\s+/g, ' ').toLowerCase();
