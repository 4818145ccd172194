import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import { fieldsOf, readReceipt, textOf } from '../../report/receipt';
import type { SaftReceipt, SaftRegister } from '../saft/source';

/** The most receipts that are in memory at a time. */
const pageSize = 1000;

interface Stored {
  readonly id: string;
  readonly at: string;
  readonly moment: string;
  readonly sale: string;
}

/** Reads the receipts of a register by day and time, a page at a time; `filled` has the days with receipts of it. */
export async function* readReceipts(
  tx: Tx,
  caller: Caller,
  register: SaftRegister,
  filled: ReadonlySet<string>,
): AsyncGenerator<readonly SaftReceipt[]> {
  for (const day of register.days) {
    if (!filled.has(`${day.id} ${register.id}`)) continue;
    let last: Stored | undefined;
    do {
      const rows: Stored[] = await tx.rows(sql<Stored>`
        select t.id, t.completed_at::text as moment,
          to_char(t.completed_at at time zone (d.snapshot->>'timezone'), 'YYYY-MM-DD"T"HH24:MI:SS') as at,
          json_build_object('id', t.id, 'active', t.active, 'type', t.type, 'location_id', t.location_id, 'pos_id', t.pos_id,
            'receipt_num', t.receipt_num, 'completed_at', ${trusted(wireTime('t.completed_at'))}, 'cashier', t.cashier,
            'total', t.total::text, 'total_net', t.total_net::text, 'total_tax', t.total_tax::text,
            'rounding', t.rounding::text, 'removed', t.removed, 'data', t.data)::text as sale
        from (
          select o.id, o.completed_at from sales o
          where o.tenant_id = ${caller.tenantId} and o.company_id = ${caller.companyId} and o.businessday_id = ${day.id}
            and coalesce(o.pos_id::text, '') = ${register.id === noRegister ? '' : register.id}
            and (${last === undefined} or (o.completed_at, o.id) > (${last?.moment ?? null}::timestamptz, ${last?.id ?? null}::uuid))
          order by o.completed_at, o.id limit ${pageSize}
        ) page join sales t on t.tenant_id = ${caller.tenantId} and t.id = page.id and t.businessday_id = ${day.id}
          join businessday d on d.tenant_id = t.tenant_id and d.id = t.businessday_id
        order by t.completed_at, t.id`);
      last = rows.length === pageSize ? rows.at(-1) : undefined;
      if (rows.length > 0) yield rows.map((row) => receiptOf(row, day.id));
    } while (last !== undefined);
  }
}

/** How the file calls the register of receipts that name none. */
export const noRegister = '0';

function receiptOf({ at, sale }: Stored, businessday_id: string): SaftReceipt {
  const read: unknown = JSON.parse(sale);
  const data = fieldsOf(fieldsOf(read)['data']);
  return {
    receipt: readReceipt(read),
    businessday_id,
    at,
    ref_id: textOf(data['ref_id']),
    reason: textOf(data['reason']),
    signature: textOf(data['signature']),
    key_version: textOf(data['key_version']),
  };
}
