import { defineTable } from '@/core/server/table';
import { plu } from './contract';

/** What the caller's own company sold of the product `t` in the last twelve months (design 7). */
const salesHistory = `json_build_object('month_sales', coalesce((
  select json_agg(m) from (
    select s.month as date, s.qty::text, s.total::text from plu_month_sales s
    where s.tenant_id = t.tenant_id and s.company_id = app_company() and s.plu_id = t.id
    order by s.month desc limit 12
  ) m), '[]'::json))`;

/**
 * Sales of a product by selling company and month, kept beside the product: they change with each
 * receipt and raise neither its version nor an event.
 */
const monthSales = `
  create table plu_month_sales (
    tenant_id uuid not null,
    company_id uuid not null,
    plu_id uuid not null,
    month date not null,
    qty numeric not null,
    total numeric not null,
    primary key (tenant_id, company_id, plu_id, month),
    foreign key (tenant_id, company_id) references company (tenant_id, id),
    foreign key (tenant_id, plu_id) references plu (tenant_id, id)
  );
  alter table plu_month_sales enable row level security, force row level security;
  create policy own on plu_month_sales to tillhouse_app
    using (tenant_id = app_tenant() and company_id = app_company())
    with check (tenant_id = app_tenant() and company_id = app_company()
      and exists (select 1 from plu r where r.tenant_id = plu_month_sales.tenant_id and r.id = plu_month_sales.plu_id));
  grant select, insert, update on plu_month_sales to tillhouse_app;
`;

/**
 * Receipts name products by snapshots that nobody checks: what a till sold is kept for any GUID, so that the
 * figures are right whenever the product comes.
 */
const monthSalesOfAny = `
  alter table plu_month_sales drop constraint plu_month_sales_tenant_id_plu_id_fkey;
  drop policy own on plu_month_sales;
  create policy own on plu_month_sales to tillhouse_app
    using (tenant_id = app_tenant() and company_id = app_company())
    with check (tenant_id = app_tenant() and company_id = app_company());
`;

/** A list of products shows their sales too: it must know when these change, whoever changes them. */
const monthSalesRevision = `
  create function plu_month_sales_changed() returns trigger language plpgsql as $$
  begin
    insert into revision as r (tenant_id, resource, revision)
    select distinct c.tenant_id, 'plu_month_sales', 1 from changed c order by c.tenant_id
    on conflict (tenant_id, resource) do update
    set revision = r.revision + 1, at = greatest(r.at, clock_timestamp());
    return null;
  end $$;
  create trigger raised_by_insert after insert on plu_month_sales
    referencing new table as changed for each statement execute function plu_month_sales_changed();
  create trigger raised_by_update after update on plu_month_sales
    referencing new table as changed for each statement execute function plu_month_sales_changed();
  create trigger raised_by_delete after delete on plu_month_sales
    referencing old table as changed for each statement execute function plu_month_sales_changed();
`;

/**
 * Sales by month that came with the products from before the service, and have no receipts here: what is kept
 * is these and the receipts (sales/kept.server.ts).
 */
const broughtForward = `
  create table plu_month_brought (like plu_month_sales,
    primary key (tenant_id, company_id, plu_id, month),
    foreign key (tenant_id, company_id) references company (tenant_id, id));
  insert into plu_month_brought select * from plu_month_sales k
    where not exists (select from sales s where s.tenant_id = k.tenant_id);
  alter table plu_month_brought enable row level security, force row level security;
  create policy own on plu_month_brought to tillhouse_app
    using (tenant_id = app_tenant() and company_id = app_company())
    with check (tenant_id = app_tenant() and company_id = app_company());
  grant select, insert, update on plu_month_brought to tillhouse_app;
`;

/** Products, found by name, receipt name, code, and every barcode a scanner may read. */
export const pluTable = defineTable(plu, {
  columns: {
    dpt_id: 'uuid not null',
    tax_id: 'uuid not null',
    image_id: 'uuid',
    type: 'integer not null',
    productid: 'text not null',
    receipt_name: 'text not null',
    base_price: 'numeric not null',
    memo: 'text not null',
  },
  computed: { sales_history: salesHistory },
  revisions: ['plu_month_sales'],
  search: `concat_search(name, receipt_name, productid, json_words(data->'barcodes'),
    json_words(jsonb_path_query_array(data, '$.supply[*].ean')))`,
  filters: {
    barcode: `t.data->'barcodes' ? $1 or jsonb_path_query_array(t.data, '$.supply[*].ean') ? $1`,
    // In `data` a GUID stands as it was sent, in either case.
    supplier: `jsonb_path_query_array(t.data, '$.supply[*].supplier') ?| array[$1, lower($1), upper($1)]`,
  },
  indexes: {
    plu_barcode: `using gin ((data->'barcodes'))`,
    plu_ean: `using gin (jsonb_path_query_array(data, '$.supply[*].ean'))`,
    plu_supplier: `using gin (jsonb_path_query_array(data, '$.supply[*].supplier'))`,
  },
  migrations: {
    '001_month_sales': monthSales,
    '002_month_sales_revision': monthSalesRevision,
    '003_month_sales_of_any': monthSalesOfAny,
    '004_brought_forward': broughtForward,
  },
});
