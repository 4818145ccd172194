import { sql } from 'kysely';
import type { Tx } from '@/server/db/db';
import type { Change } from '@/server/write/rules';
import { conflict } from './refusals.server';

/**
 * The normalized voucher number of a day's `data`, in which case and spaces do not distinguish two numbers, with an index,
 * and the company's days that have one of some numbers. A function of the search role, because behind a policy no index is
 * used for what is computed from JSON: each number would be compared with those of all days.
 */
export const voucherNumberSql = `
  create function businessday_voucher(data jsonb) returns text language sql immutable parallel safe as $$
    select nullif(lower(regexp_replace(trim(data->>'voucher_num'), '\\s+', ' ', 'g')), '')
  $$;
  create index businessday_voucher_num on businessday (tenant_id, company_id, businessday_voucher(data))
    where businessday_voucher(data) is not null;
  create function businessday_by_voucher(wanted text[]) returns table (id uuid, date date, voucher text)
  language sql stable security definer set search_path = public as $$
    select t.id, t.date, businessday_voucher(t.data) from businessday t
    where t.tenant_id = app_tenant() and t.company_id = app_company()
      and businessday_voucher(t.data) is not null and businessday_voucher(t.data) = any (wanted)
  $$;
  alter function businessday_by_voucher(text[]) owner to tillhouse_search;
  revoke all on function businessday_by_voucher(text[]) from public;
  grant execute on function businessday_by_voucher(text[]) to tillhouse_app;
`;

/**
 * Requires voucher numbers to be unique in a company, except of days that are exported in one voucher (voucher/server/voucher-numbers.server.ts).
 * @throws 409 `voucher_number_used`, naming the day that has it, if the caller may see it.
 */
export async function requireNewVouchers(
  tx: Tx,
  { caller, items }: Change,
  changed: ReadonlySet<string>,
): Promise<void> {
  if (changed.size === 0) return;
  const [taken] = await tx.rows(sql<{ id: string; other: string; date: string; seen: boolean }>`
    with mine as (
      select d.id, d.seq, businessday_voucher(d.data) as voucher from businessday d
      where d.tenant_id = ${caller.tenantId} and d.company_id = ${caller.companyId}
        and d.id = any(${[...changed]}::uuid[])
    )
    select m.id, o.id as other, o.date,
      exists (select from businessday d where d.tenant_id = ${caller.tenantId} and d.id = o.id) as seen
    from businessday_by_voucher(array(select voucher from mine)) o
    join mine m on m.voucher = o.voucher and m.id <> o.id
    where not exists (select from businessday_voucher a join businessday_voucher b
      on b.tenant_id = a.tenant_id and b.voucher_id = a.voucher_id
      where a.tenant_id = ${caller.tenantId} and a.businessday_id = m.id and b.businessday_id = o.id)
    order by m.seq desc limit 1`);
  if (!taken) return;
  const item = items.findLast(({ id, data }) => id === taken.id && data?.['voucher_num'] !== undefined);
  if (!item) return;
  throw conflict(
    [[item, ['data', 'voucher_num']]],
    'voucher_number_used',
    taken.seen
      ? `The business day ${taken.other} of ${taken.date} has this voucher number`
      : 'A business day of another location has this voucher number',
  );
}
