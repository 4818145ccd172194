import { sql } from 'kysely';
import type { Tx } from '@/server/db/db';
import type { Item } from '@/server/http/items';
import type { Change } from '@/server/write/rules';

/** A business day with the fields that the write rules need. Times in milliseconds. */
export interface Day {
  readonly id: string;
  readonly status: string;
  readonly date: string;
  readonly location_id: string;
  readonly name: string;
  readonly active: boolean;
  readonly opened_at: number | null;
  readonly closed_at: number | null;
  readonly voucher_num: string | null;
  readonly note: string | null;
  /** `data` as JSON text, so that numbers keep every digit. */
  readonly data: string;
  readonly has_sales: boolean;
}

/** Reads the stored days of a request's items, by id. */
export async function readDays(tx: Tx, { caller, stored }: Change): Promise<Map<string, Day>> {
  if (stored.size === 0) return new Map();
  const rows = await tx.rows(sql<Day>`
    select d.id, d.status, d.date, d.location_id, d.name, d.active, d.data::text as data,
      (extract(epoch from d.opened_at) * 1000)::float8 as opened_at,
      (extract(epoch from d.closed_at) * 1000)::float8 as closed_at,
      nullif(trim(d.data->>'voucher_num'), '') as voucher_num, nullif(trim(d.data->>'note'), '') as note,
      exists (select from sales s where s.tenant_id = d.tenant_id and s.businessday_id = d.id) as has_sales
    from businessday d where d.tenant_id = ${caller.tenantId} and d.id = any(${[...stored.keys()]}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The effect of an item on the `data` of its day. */
interface ChangeOfData {
  /** `data` after the item, as JSON text. */
  readonly text: string;
  readonly voucher_num: string | null;
  readonly note: string | null;
  /** All keys that it changes. */
  readonly changed: readonly string[];
  /** The keys that it changes although they are final. */
  readonly fixed: readonly string[];
  /** Whether it adds the first z report of a register after the day was closed. */
  readonly late: boolean;
}

/** Applies an item's `data` as the store will, in PostgreSQL, so that no number loses a digit. */
export async function changeOfData(
  tx: Tx,
  { payloads }: Change,
  item: Item,
  day: Day | undefined,
  status: string,
): Promise<ChangeOfData> {
  if (day && item.data === null) {
    return {
      text: day.data,
      voucher_num: day.voucher_num,
      note: day.note,
      changed: [],
      fixed: [],
      late: false,
    };
  }
  const [row] = await tx.rows(sql<ChangeOfData>`
    select n.data::text as text, nullif(trim(n.data->>'voucher_num'), '') as voucher_num,
      nullif(trim(n.data->>'note'), '') as note,
      array(select k from jsonb_object_keys(n.before || n.data) k where n.before->k is distinct from n.data->k order by k) as changed,
      businessday_fixed_keys(${day?.status ?? 'open'}, ${status}, n.before, n.data) as fixed,
      ${day?.status ?? 'open'} <> 'open' and n.before->'z_reports' is distinct from n.data->'z_reports' as late
    from (
      select b.before, merge_patch(b.before, coalesce(${payloads}::jsonb->${item.n}::int->'data', '{}') - 'modified_at') as data
      from (select ${day?.data ?? '{}'}::jsonb as before) b
    ) n`);
  if (!row) throw new Error('One row asked for, and none came');
  return row;
}
