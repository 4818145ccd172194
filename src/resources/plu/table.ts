import { defineTable } from '@/server/db/table';
import { plu } from './contract';
import { companyPriceTax, holdsTax, listHoldsTax } from './price-tax-sql';
import { lowMargin } from './fields/low-margin';
import { priceEvents } from './lowest-price/server/price-events';
import { pricesOfRemovedEvents } from './lowest-price/server/prices-of-removed-events';

/** SQL for the cost price in the record of an event or a row; null if it has none. */
const costIn = (record: string) =>
  `(case when jsonb_typeof(${record}->'data'->'cost_price') = 'number' then (${record}->'data'->>'cost_price')::numeric end)`;

/**
 * The costs that products had, from their events, for whoever may read the products: a child company reads what its parent's products
 * cost and since when, and nothing else of the parent's events (docs/report.md#margin).
 *
 * `plu_cost_steps(products, since)` has a row for each moment from which on a product had a cost, null where it had none. A product that has
 * not changed since `since` has one row, what it costs now; of others the events say it (`from_trail`), which holds only from the horizon of their
 * company on. `seq` orders steps of the same moment.
 */
const costSteps = `
  create function plu_cost_steps(wanted uuid[], since timestamptz)
  returns table (plu_id uuid, owner uuid, at timestamptz, seq bigint, cost numeric, from_trail boolean)
  language plpgsql stable security definer set search_path = public as $$
  #variable_conflict use_column
  begin
    return query
      with products as materialized (
        select r.id, r.company_id, r.created_at, r.modified_at, r.cost_price
        from plu r where r.tenant_id = app_tenant() and r.company_id = any (app_lineage()) and r.id = any (wanted)
      ), steps as materialized (
        select p.id, e.at, e.seq, e.action, ${costIn('e.before')} as was, ${costIn('e.after')} as cost
        from products p join event e on e.tenant_id = app_tenant() and e.company_id = p.company_id and e.entity = 'plu' and e.entity_id = p.id
        where p.modified_at > since and e.after is not null
          and (e.action = 'create' or ${costIn('e.before')} is distinct from ${costIn('e.after')})
      )
      select p.id, p.company_id, p.modified_at, 0::bigint, p.cost_price, false from products p where p.modified_at <= since
      union all
      select p.id, p.company_id, s.at, s.seq, s.cost, true from steps s join products p on p.id = s.id
      union all
      -- Before the first change that is left it cost what that event has as before; without any, what it costs now.
      select p.id, p.company_id, p.created_at, 0::bigint, case when f.id is null then p.cost_price else f.was end, true
      from products p left join lateral (
        select s.id, s.action, s.was from steps s where s.id = p.id order by s.seq limit 1
      ) f on true
      where p.modified_at > since and f.action is distinct from 'create';
  end $$;
  alter function plu_cost_steps(uuid[], timestamptz) owner to tillhouse_search;
  revoke all on function plu_cost_steps(uuid[], timestamptz) from public;
  grant execute on function plu_cost_steps(uuid[], timestamptz) to tillhouse_app;
`;

/**
 * Functions over barcodes as `gtinKey` compares them (src/record/gtin.ts). `gtin_forms(code)` has every form of
 * a code that may be stored, the one of 14 digits first; of what is no GTIN of 12 to 14 digits the code alone.
 */
const gtinForms = `
  create function gtin_forms(code text) returns text[] language sql immutable parallel safe as $$
    select case when code !~ '^[0-9]{12,14}$' then array[code]
      when lpad(code, 14, '0') like '00%'
        then array[lpad(code, 14, '0'), right(lpad(code, 14, '0'), 13), right(lpad(code, 14, '0'), 12)]
      when lpad(code, 14, '0') like '0%' then array[lpad(code, 14, '0'), right(lpad(code, 14, '0'), 13)]
      else array[code] end
  $$;
`;

/** SQL for the ids of the price lists on which a product has a price. */
const priceLists = (data: string) =>
  `jsonb_path_query_array(${data}, '$.prices ? (@.type() == "object").keyvalue().key')`;

/** SQL for the currency of the caller's own company; written so that a list reads it once and not for each product. */
const ownCurrency = `(select coalesce(max(c.data->>'currency'), 'EUR') from company c
  where c.tenant_id = app_tenant() and c.id = app_company())`;

/** Kept for all locations together, they are not there for who holds some (docs/security.md#stores): not in the answer to a write, either. */
const monthSalesOfProduct = `from plu_month_sales s
  where s.tenant_id = t.tenant_id and s.company_id = app_company() and s.plu_id = t.id and current_user <> 'tillhouse_store'`;

/** SQL for the months of a product that was sold in several currencies, as a JSON array. */
const monthsByCurrency = `coalesce((
  select json_agg(json_strip_nulls(to_json(m))) from (
    select s.month as date, sum(s.qty)::text as qty,
      coalesce(sum(s.total) filter (where s.currency = ${ownCurrency}), 0)::text as total,
      json_agg(json_build_object('currency', s.currency, 'total', s.total::text) order by s.currency)
        filter (where s.currency <> ${ownCurrency}) as other_totals
    ${monthSalesOfProduct}
    group by s.month order by s.month desc limit 12
  ) m), '[]'::json)`;

/**
 * SQL for the sales of the product `t` in the caller's own company over the last twelve months
 * (docs/design.md#7-resources-and-fields): quantities of all receipts, `total` of those in the company's currency, and
 * `other_totals` by each other currency.
 *
 * A list has this for each product, so months in the own currency alone, which need no sums, are written as text: half the
 * processor time. A row of all months of a product would save little more, and each receipt would look for it.
 */
const salesHistory = `(
  select case when m.is_own then ('{"month_sales" : [' || coalesce(m.entries, '') || ']}')::json
    else json_build_object('month_sales', ${monthsByCurrency}) end
  from (
    select coalesce(bool_and(s.currency = ${ownCurrency}), true) as is_own,
      string_agg('{"date":' || to_json(s.month) || ',"qty":"' || s.qty || '","total":"' || s.total || '"}', ', ') as entries
    from (select s.month, s.currency, s.qty, s.total ${monthSalesOfProduct} order by s.month desc limit 12) s
  ) m)`;

/**
 * Sales of a product by selling company, month and currency, in a table beside the product: they change with each receipt,
 * and must change neither its version nor the audit trail. Lists of products include them, so their revision changes with these.
 *
 * Lines of receipts are snapshots, and their product ids are not checked. Sales are stored for any GUID, so that the
 * figures are right even if the product is created later. `plu_month_brought` has those that were imported with the products
 * and have no receipts in the service: the stored month sales are the sum of these and of the receipts
 * (days/receipts/server/totals.server.ts).
 */
const monthSales = `
  ${['plu_month_sales', 'plu_month_brought']
    .map(
      (table) => `create table ${table} (
    tenant_id uuid not null,
    company_id uuid not null,
    plu_id uuid not null,
    month date not null,
    qty numeric not null,
    total numeric not null,
    currency text not null,
    primary key (tenant_id, company_id, plu_id, month, currency),
    foreign key (tenant_id, company_id) references company (tenant_id, id)
  );
  alter table ${table} enable row level security, force row level security;
  create policy own on ${table} to tillhouse_app
    using (tenant_id = app_tenant() and company_id = app_company())
    with check (tenant_id = app_tenant() and company_id = app_company());
  grant select, insert, update on ${table} to tillhouse_app;`,
    )
    .join('\n  ')}

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

/** SQL for the cost price of a product, null if it has none. */
const cost = `(case when jsonb_typeof(t.data->'cost_price') = 'number' then (t.data->>'cost_price')::numeric end)`;

/** SQL for the factor of the net price: 100 + tax rate in percent, or 100 if the price is without tax. */
const factor = (holds: string): string => `case when ${holds} then 100 + g.rate else 100 end`;

/** SQL of the factor of base prices, over the tax `g` and what the product's company says, `c`. */
const taxed = factor(holdsTax('c.said'));

/**
 * SQL for products whose margin is below a percentage of the net price, over the row `t` and its tax `g`: cost × (100 +
 * rate) > price × (100 − percent), as `marginOf` decides (fields/margin.ts). There is no division, so nothing is rounded.
 */
const isMarginBelow = (percent: number) => `t.cost_price * ${taxed} > t.base_price * ${100 - percent}`;

const ofTax = 'g.tenant_id = t.tenant_id and g.id = t.tax_id';

const marginBelow = (percent: number) =>
  `t.base_price > 0 and exists (select from tax g cross join company_price_tax() c
    where ${ofTax} and c.company_id = t.company_id and ${isMarginBelow(percent)})`;

/**
 * The same, read tax by tax from the index of the margin, whose rounded values give slightly more products. Only a
 * price above zero has a `margin_rate`.
 */
const productsWithMarginBelow = (percent: number) => ({
  from: 'tax g cross join company_price_tax() c cross join plu',
  condition: `${ofTax} and t.company_id = c.company_id and t.margin_rate < ${(percent - 100) * 100} / (${taxed}) + 0.000001 and ${isMarginBelow(percent)}`,
});

/** SQL for a list of the word "true" for products without a barcode, as the column of the barcodes shows them. */
const noBarcode = `case when jsonb_path_exists(t.data, '$.barcodes[*] ? (@.type() == "string" && @ != "")')
    then '[]'::jsonb else '["true"]'::jsonb end`;

/** SQL for the factor of the net price of a record as JSON, over its tax `g`. */
const costIsAbove = (price: string, by: string) =>
  `(r.r->'data'->>'cost_price')::numeric * ${by} > (${price})::numeric * 100`;

/** SQL for whether cost or tax of a product as it would be (`r`) differ from what they are (`before`, null if new). */
const costDiffers = `(before.b is null or before.b->'tax_id' is distinct from r.r->'tax_id'
  or before.b->'data'->'cost_price' is distinct from r.r->'data'->'cost_price')`;

/**
 * SQL for whether a product as it would be costs more than its base price, or a price of a list, leaves. A price that
 * was below the cost before, and stays, is no news.
 */
const wouldBeBelowCost = `jsonb_typeof(r.r->'data'->'cost_price') = 'number' and exists (
  select from tax g
  left join company_price_tax() c on c.company_id = app_company()
  where g.tenant_id = app_tenant() and g.id = (r.r->>'tax_id')::uuid and (
    ((r.r->>'base_price')::numeric > 0 and ${costIsAbove(`r.r->>'base_price'`, taxed)} and (${costDiffers}
      or (before.b->>'base_price')::numeric is distinct from (r.r->>'base_price')::numeric))
    or exists (select from jsonb_path_query(r.r, '$.data.prices.keyvalue() ? (exists(@.value.amount) && !(@.value.type == "baseprice"))') l(price)
      where (l.price->'value'->>'amount')::numeric > 0 and ${costIsAbove(
        `l.price->'value'->>'amount'`,
        factor(listHoldsTax(`l.price->>'key'`, 'c.said')),
      )}
        and (${costDiffers} or (before.b->'data'->'prices'->(l.price->>'key')->>'amount')::numeric
          is distinct from (l.price->'value'->>'amount')::numeric))))`;

/** SQL for the barcodes of a record or a patch, as JSON strings. */
const barcodesOf = (record: string) =>
  `jsonb_path_query(${record}, '$.data.barcodes[*] ? (@.type() == "string")')`;

const byDepartment = { type: 'text', value: 'g.name', of: { column: 'dpt_id', resource: 'dpt' } } as const;

/**
 * SQL for products that the caller's own company did not sell in the present month and so many before it, or never. Sales are summed by
 * months, which begin where the business day does, so the present one is that of UTC.
 */
const notSold = `not exists (select from plu_month_sales s
  where s.tenant_id = t.tenant_id and s.company_id = app_company() and s.plu_id = t.id
    and (s.qty <> 0 or s.total <> 0) and ($1 = 'ever' or s.month >= date_trunc('month', now() at time zone 'UTC') - make_interval(months => nullif($1, 'ever')::int)))`;

/** Table of products. The search covers name, receipt name, code, all barcodes and the codes of suppliers. */
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
  // `total` is in the company's currency, and lists sort by names of departments and rates of taxes.
  revisions: ['plu_month_sales', 'company', 'dpt', 'tax'],
  search: `concat_search(name, receipt_name, productid, json_words(data->'barcodes'),
    json_words(jsonb_path_query_array(data, '$.supply[*].ean')), json_words(jsonb_path_query_array(data, '$.supply[*].sku')))`,
  filters: {
    barcode: `t.data->'barcodes' ?| gtin_forms($1) or jsonb_path_query_array(t.data, '$.supply[*].ean') ?| gtin_forms($1)`,
    below_cost: marginBelow(0),
    low_margin: marginBelow(lowMargin),
    not_sold: notSold,
  },
  lookups: {
    below_cost: productsWithMarginBelow(0),
    low_margin: productsWithMarginBelow(lowMargin),
  },
  lists: {
    supplier: `jsonb_path_query_array(t.data, '$.supply[*].supplier')`,
    pricelist: priceLists('t.data'),
    no_barcode: noBarcode,
    tag: `jsonb_path_query_array(t.data, '$.tags[*] ? (@.type() == "string")')`,
  },
  counted: ['dpt_id', 'tax_id', 'type'],
  generated: {
    cost_price: cost,
    // The net price is the price without tax, so the margin in percent is 100 + margin_rate × (100 + tax rate) / 100.
    margin_rate: `case when t.base_price > 0 then -100 * ${cost} / t.base_price end`,
  },
  sorts: {
    dpt_name: byDepartment,
    dpt_id: byDepartment,
    cost_price: { type: 'numeric', value: 't.cost_price' },
    // As in `marginOf` (fields/margin.ts).
    margin: {
      type: 'numeric',
      value: `100 + t.margin_rate * case
        when ${holdsTax('(select c.said from company_price_tax() c where c.company_id = t.company_id)')}
        then 1 + g.rate / 100 else 1 end`,
      of: { column: 'tax_id', resource: 'tax', within: 'margin_rate' },
    },
  },
  rules: {
    warnings: {
      prices: /^\/(?:base_price|data\/cost_price|data\/prices\/[^/]+\/amount)$/,
      conditions: {
        below_cost: {
          of: /^\/(?:base_price|tax_id|data\/cost_price|data\/prices\/.+)$/,
          condition: wouldBeBelowCost,
        },
        barcode_twice: {
          of: /^\/data\/barcodes$/,
          condition: `exists (select from ${barcodesOf('r.r')} c(code)
            cross join lateral plu_by_barcode(c.code #>> '{}') other where other <> (r.r->>'id')::uuid)`,
        },
        code_twice: {
          of: /^\/productid$/,
          condition: `r.r->>'productid' <> '' and exists (select from plu other where other.tenant_id = app_tenant()
            and other.productid = r.r->>'productid' and other.id <> (r.r->>'id')::uuid)`,
        },
      },
      unique: {
        barcode_twice: `select (gtin_forms(c.code #>> '{}'))[1] from ${barcodesOf('p.p')} c(code)`,
        code_twice: `select p.p->>'productid'`,
      },
    },
  },
  indexes: {
    // What the filters of the margin compare is in the index, so that they read no rows.
    plu_margin: `(tenant_id, company_id, tax_id, margin_rate) include (id, cost_price, base_price)
      where margin_rate is not null`,
    // Without a list of pending entries, which after thousands of writes each lookup of a code would read through.
    plu_barcode: `using gin ((data->'barcodes')) with (fastupdate = off)`,
    plu_sku: `using gin (jsonb_path_query_array(data, '$.supply[*].sku')) with (fastupdate = off)`,
    plu_ean: `using gin (jsonb_path_query_array(data, '$.supply[*].ean')) with (fastupdate = off)`,
  },
  objects: [monthSales, priceEvents, pricesOfRemovedEvents, costSteps, companyPriceTax, gtinForms].join('\n'),
});
