import { sql } from 'kysely';
import type { FieldProblem } from '@/core/contract/problem';
import type { Tx } from '@/core/server/db/db';
import { HttpProblem, invalid } from '@/core/server/http/problems';
import { upsertManyWithin } from '@/core/server/write/store';
import { newId } from '@/core/server/write/uuid';
import type { WriteContext } from '@/core/server/write/write-context';
import { findVoucherDays } from './answer.server';
import { groupsOf, type VoucherDay, type VoucherGroup } from '../groups';
import { lockSeries, nextNumbers, readLocations } from './series.server';

/** The number of a day's voucher. */
export interface Taken {
  readonly businessday_id: string;
  readonly voucher_num: string;
}

/**
 * Gives closed days the next numbers of their location's series and exports them, in the given transaction: if it is rolled back,
 * nobody has had the numbers. Days that are exported with numbers of a series already are answered with these, so that the
 * request can be sent again.
 *
 * @param context of business days. @throws 422 `reference_not_found`; 409 `day_not_closed`, `voucher_number_given`.
 */
export async function takeNumbers(
  tx: Tx,
  context: WriteContext,
  ids: readonly string[],
  by: 'day' | 'all',
): Promise<Taken[]> {
  const { caller } = context;
  await tx.rows(sql`
    select from businessday t where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}
      and t.id = any(${ids}::uuid[]) order by t.id for no key update`);
  const days = await findVoucherDays(tx, caller, sql`t.id = any(${ids}::uuid[])`);
  const byId = new Map(days.map((day) => [day.id, day]));
  const problems = (code: string, detail: (id: string, day: VoucherDay | undefined) => string | null) =>
    ids.flatMap((id, at): FieldProblem[] => {
      const text = detail(id, byId.get(id));
      return text === null ? [] : [{ pointer: `/businessday_ids/${at}`, code, detail: text }];
    });
  const unknown = problems('reference_not_found', (id, day) =>
    day ? null : `There is no business day ${id}`,
  );
  if (unknown.length > 0) throw invalid(unknown);
  const given = await tx.rows(sql<Taken>`
    select businessday_id, voucher_num from businessday_voucher
    where tenant_id = ${caller.tenantId} and businessday_id = any(${ids}::uuid[])`);
  if (given.length === days.length) return inOrder(ids, given);
  refuse(
    problems('day_not_closed', (id, day) =>
      day?.status === 'closed'
        ? null
        : `The business day ${id} is ${day?.status}: a closed day gets a number and is exported with it`,
    ),
  );
  refuse(
    problems('voucher_number_given', (id, day) =>
      day?.number === null
        ? null
        : `The business day ${id} has the voucher number ${day?.number}: it is exported with that one`,
    ),
  );
  const taken = await give(tx, context, groupsOf(days, by));
  return inOrder(ids, taken);
}

const refuse = (errors: readonly FieldProblem[]): void => {
  const [error] = errors;
  if (error) throw new HttpProblem(409, error.code, 'Conflict', error.detail, { errors: [...errors] });
};

const inOrder = (ids: readonly string[], taken: readonly Taken[]): Taken[] =>
  ids.flatMap((id) => taken.filter(({ businessday_id }) => businessday_id === id));

/** Numbers the vouchers, by series; a series is locked until the commit. */
async function give(tx: Tx, context: WriteContext, groups: readonly VoucherGroup[]): Promise<Taken[]> {
  const { caller } = context;
  const locations = await readLocations(tx, caller, [...new Set(groups.map((group) => group.location_id))]);
  const numbered = groups
    .map((group) => ({ group, series: locations.get(group.location_id)?.series ?? '', year: group.year }))
    // Every request locks series in one order, so that two of them never wait for each other.
    .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  const rows: (Taken & Record<string, unknown>)[] = [];
  for (const key of new Set(numbered.map(sortKey))) {
    const same = numbered.filter((one) => sortKey(one) === key);
    const [{ series, year } = { series: '', year: 0 }] = same;
    await lockSeries(tx, caller, { series, year });
    const next = await nextNumbers(tx, caller, { series, year }, same.length);
    for (const [at, { group }] of same.entries()) {
      const voucher_id = newId();
      for (const { id, location_id } of group.days)
        rows.push({
          businessday_id: id,
          voucher_num: next[at]?.voucher_num ?? '',
          voucher_id,
          location_id,
          series,
          year,
          number: next[at]?.number,
        });
    }
  }
  await tx.rows(sql`
    insert into businessday_voucher
      (tenant_id, company_id, businessday_id, voucher_id, location_id, series, year, number, voucher_num, by)
    select ${caller.tenantId}, ${caller.companyId}, v.businessday_id, v.voucher_id, v.location_id, v.series, v.year, v.number,
      v.voucher_num, ${caller.keyName ?? ''}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) v(businessday_id uuid, voucher_id uuid, location_id uuid, series text,
      year integer, number integer, voucher_num text)`);
  await upsertManyWithin(
    tx,
    context,
    rows.map(({ businessday_id: id, voucher_num }) => ({ id, status: 'exported', data: { voucher_num } })),
  );
  return rows;
}

const sortKey = ({ series, year }: { series: string; year: number }): string =>
  JSON.stringify([series, year]);
