import { defineTable } from '@/core/server/table';
import { sales } from './contract';
import { saleSums } from './receipt-sums.server';
import { saleRules } from './rules.server';

const products = `jsonb_path_query_array(data, '$.lines[*].plu_id')`;

/**
 * A row of up to half a page is kept as it is: the report of a day opens each receipt several times, and compressed, as
 * those of over 2 kB would be, it has to be taken out of that each time. What was written before stays as it is.
 */
const uncompressed = `alter table sales set (toast_tuple_target = 4080);`;

/** Receipts, found by number, name and cashier. */
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
  search: `concat_search(name, receipt_num, cashier->>'name')`,
  filters: {
    // In `data` a GUID stands as it was sent, in either case.
    plu_id: `jsonb_path_query_array(t.data, '$.lines[*].plu_id') ?| array[$1, lower($1), upper($1)]`,
    late_for: `lower(t.data->>'late_for') = lower($1)`,
    completed_from: 't.completed_at >= $1::timestamptz',
    completed_until: 't.completed_at < $1::timestamptz',
  },
  indexes: {
    sales_product: `using gin ((${products}))`,
    sales_late: `(tenant_id, lower(data->>'late_for')) where data->>'late_for' is not null`,
    sales_completed: '(tenant_id, company_id, completed_at)',
  },
  migrations: { '010_sums': saleSums, '020_uncompressed': uncompressed },
  rules: saleRules,
});
