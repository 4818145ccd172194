import { sql } from 'kysely';
import type { Tx } from '@/core/server/db/db';
import type { Change } from '@/core/server/write/rules';
import { conflict } from './refusals.server';

/** SQL: the normalized voucher number: case and spaces do not distinguish two numbers. */
const key = (row: string) =>
  sql`nullif(lower(regexp_replace(trim(${sql.ref(row)}->>'voucher_num'), '\\s+', ' ', 'g')), '')`;

/**
 * Requires voucher numbers to be unique in a company. @throws 409 `voucher_number_used`, naming the day that has it.
 */
export async function requireNewVouchers(
  tx: Tx,
  { caller, items }: Change,
  changed: ReadonlySet<string>,
): Promise<void> {
  if (changed.size === 0) return;
  const [taken] = await tx.rows(sql<{ id: string; other: string; date: string }>`
    with mine as (
      select d.id, d.seq, ${key('d.data')} as voucher from businessday d
      where d.tenant_id = ${caller.tenantId} and d.company_id = ${caller.companyId}
        and d.id = any(${[...changed]}::uuid[])
    )
    select m.id, o.id as other, o.date
    from mine m join businessday o on o.tenant_id = ${caller.tenantId} and o.company_id = ${caller.companyId}
      and o.id <> m.id and ${key('o.data')} = m.voucher
    order by m.seq desc limit 1`);
  if (!taken) return;
  const item = items.findLast(({ id, data }) => id === taken.id && data?.['voucher_num'] !== undefined);
  if (!item) return;
  throw conflict(
    [[item, ['data', 'voucher_num']]],
    'voucher_number_used',
    `The business day ${taken.other} of ${taken.date} has this voucher number`,
  );
}
