import { defineTable, wireTime } from '@/server/db/table';
import { sales } from './contract';
import { archiveObjects } from '@/days/parquet/table.server';
import { saleChecked } from '@/days/receipts/server/receipt-checks.server';
import { saleSums } from '@/days/receipts/server/receipt-sums.server';
import { saleRules } from '@/days/receipts/server/rules.server';

/**
 * Triggers that make the receipts of a day that is not open immutable, also for other clients that connect as
 * `tillhouse_app` (docs/report.md#final). They raise SQLSTATE TH409.
 */
const finalReceipts = `
  create function sales_are_final() returns trigger language plpgsql as $$
  begin
    if exists (
      select from (
        select d.status from businessday d
        where (d.tenant_id, d.id) in (select distinct c.tenant_id, c.businessday_id from changed c)
        order by d.id for share
      ) held where held.status <> 'open'
    ) then
      raise exception 'The business day is not open' using errcode = 'TH409';
    end if;
    return null;
  end $$;
  create function sales_were_final() returns trigger language plpgsql as $$
  begin
    if exists (
      select from (
        select d.status from businessday d
        where (d.tenant_id, d.id) in (
          select c.tenant_id, c.businessday_id from changed c union select c.tenant_id, c.businessday_id from before c)
        order by d.id for share
      ) held where held.status <> 'open'
    ) then
      raise exception 'The business day is not open' using errcode = 'TH409';
    end if;
    return null;
  end $$;
  create trigger final_insert after insert on sales
    referencing new table as changed for each statement execute function sales_are_final();
  create trigger final_update after update on sales
    referencing new table as changed old table as before for each statement execute function sales_were_final();
`;

const products = `jsonb_path_query_array(data, '$.lines[*].plu_id')`;

/**
 * Stores rows of up to half a page uncompressed: the report of a day reads each receipt several times, and PostgreSQL
 * would decompress rows of over 2 kB each time.
 */
const uncompressed = `alter table sales set (toast_tuple_target = 4080);`;

/**
 * The column `removed`: who removed a receipt, when and why. A trigger writes it, so that it is right however `active`
 * changes; it reads who and why from the transaction's settings (rules.server.ts).
 */
const removedColumn = `
  alter table sales add column removed jsonb;
  create function sales_note_removal() returns trigger language plpgsql as $$
  begin
    if new.active then
      new.removed := null;
    elsif tg_op = 'INSERT' or old.active then
      new.removed := jsonb_build_object(
        'at', ${wireTime('new.modified_at')},
        'by', coalesce(current_setting('app.who', true), ''),
        'reason', nullif(current_setting('app.removed_reasons', true), '')::jsonb->>new.id::text);
    else
      new.removed := old.removed;
    end if;
    return new;
  end $$;
  create trigger note_removal before insert or update on sales
    for each row execute function sales_note_removal();
`;

/**
 * The receipts that came late for another day, by their index: there are few, and PostgreSQL, which has no statistics of the
 * expression, takes all receipts to be such. With the rights of who calls it.
 */
const lateReceipts = `
  create function sales_come_late(tenant uuid, company uuid) returns setof uuid language sql stable
  set enable_seqscan = off as $$
    select s.id from sales s where s.tenant_id = tenant and s.company_id = company and s.data->>'late_for' is not null
  $$;
`;

/** The table of receipts, searchable by number, name and cashier. */
export const salesTable = defineTable(sales, {
  columns: {
    businessday_id: 'uuid not null',
    location_id: 'uuid not null',
    pos_id: 'uuid',
    receipt_num: 'text not null',
    type: 'text not null',
    completed_at: 'timestamptz(3) not null',
    cashier: 'jsonb',
    customer_id: 'uuid',
    currency: 'text not null',
    total: 'numeric not null',
    total_net: 'numeric not null',
    total_tax: 'numeric not null',
    rounding: 'numeric not null',
  },
  computed: { removed: 't.removed' },
  // The computed field is in the receipt's own row, so no other resource changes it.
  revisions: [],
  search: `concat_search(name, receipt_num, cashier->>'name')`,
  filters: {
    // GUIDs in `data` are stored as sent, in either case.
    plu_id: `jsonb_path_query_array(t.data, '$.lines[*].plu_id') ?| array[$1, lower($1), upper($1)]`,
    late_for: `lower(t.data->>'late_for') = lower($1)`,
    completed_from: 't.completed_at >= $1::timestamptz',
    completed_until: 't.completed_at < $1::timestamptz',
  },
  indexes: {
    sales_product: `using gin ((${products}))`,
    sales_late: `(tenant_id, lower(data->>'late_for')) where data->>'late_for' is not null`,
    sales_number: '(tenant_id, company_id, receipt_num)',
    sales_completed: '(tenant_id, company_id, completed_at)',
  },
  objects: [
    saleSums,
    uncompressed,
    removedColumn,
    finalReceipts,
    saleChecked,
    archiveObjects,
    lateReceipts,
  ].join('\n'),
  rules: saleRules,
});
