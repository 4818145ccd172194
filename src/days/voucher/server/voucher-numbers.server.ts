import { sql } from 'kysely';
import type { FieldProblem } from '@/contract/problem';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import { HttpProblem, invalid } from '@/server/http/problems';
import { upsertManyWithin } from '@/server/write/store';
import { newId } from '@/server/write/uuid';
import type { WriteContext } from '@/server/write/write-context';
import { findVoucherDays } from './answer.server';
import { groupsOf, type VoucherDay, type VoucherGroup } from '../groups';
import { lockSeries, nextNumbers, readLocations } from './series.server';
import { daysWithRows } from './without-rows.server';

/** The number of a day's voucher; null if it has no rows. */
export interface Taken {
  readonly businessday_id: string;
  readonly voucher_num: string | null;
}

/**
 * Gives closed days the next numbers of their location's series and exports them, in the given transaction: if it is rolled back,
 * nobody has had the numbers. A voucher of days without rows gets none. Days that are exported in this way already are answered
 * with what they got, so that the request can be sent again.
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
  const unnumbered = days.flatMap(({ id, status, number }) =>
    status === 'exported' && number === null ? [{ businessday_id: id, voucher_num: null }] : [],
  );
  if (given.length + unnumbered.length === days.length) return inOrder(ids, [...given, ...unnumbered]);
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
  const withRows = await daysWithRows(tx, caller, days);
  const groups = groupsOf(days, by);
  const numbered = groups.filter((group) => group.days.some(({ id }) => withRows.has(id)));
  const without = groups
    .filter((group) => !numbered.includes(group))
    .flatMap((group) => group.days.map(({ id }) => ({ businessday_id: id, voucher_num: null })));
  const taken = [...(await numberGroups(tx, caller, numbered)), ...without];
  await upsertManyWithin(
    tx,
    context,
    taken.map(({ businessday_id: id, voucher_num }) => ({
      id,
      status: 'exported',
      ...(voucher_num !== null && { data: { voucher_num } }),
    })),
  );
  return inOrder(ids, taken);
}

const refuse = (errors: readonly FieldProblem[]): void => {
  const [error] = errors;
  if (error) throw new HttpProblem(409, error.code, 'Conflict', error.detail, { errors: [...errors] });
};

const inOrder = (ids: readonly string[], taken: readonly Taken[]): Taken[] =>
  ids.flatMap((id) => taken.filter(({ businessday_id }) => businessday_id === id));

/** Numbers the vouchers, by series; a series is locked until the commit. */
async function numberGroups(tx: Tx, caller: Caller, groups: readonly VoucherGroup[]): Promise<Taken[]> {
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
  return rows;
}

const sortKey = ({ series, year }: { series: string; year: number }): string =>
  JSON.stringify([series, year]);
