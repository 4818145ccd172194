/**
 * SQL that makes business days of a chain and their receipts without the interface, as the service would have stored
 * them: run it in a session whose `session_replication_role` is `replica`.
 */

/**
 * SQL: closed days of locations from one date to another, each with a z report of its registers. Parameters: the tenant,
 * the locations, the first and the last date.
 */
export const daysText = `
  insert into businessday (tenant_id, company_id, id, version, active, name, data, created_at, modified_at, location_id,
    date, status, opened_at, closed_at, snapshot, own_registers)
  select $1, $1, md5(l::text || d)::uuid, 1, true, '', jsonb_build_object('z_reports', (
      select jsonb_agg(jsonb_build_object('pos_id', p, 'z_number', extract(doy from d)::int, 'opening_float', '300.00',
        'counted', '300.00') order by p) from unnest(registers) p)),
    d, d, l, d::date, 'closed', d, d + interval '20 hours',
    '{"timezone": "Europe/Helsinki", "currency": "EUR", "cutover_hour": 0, "location_name": "", "registers": []}', registers
  from unnest($2::uuid[]) l, generate_series($3::date, $4::date, '1 day') d, lateral (
    select array_agg(id order by id) as registers from pos where tenant_id = $1 and location_id = l) of`;

/** A number from 0 to 1 that looks like chance, of two whole numbers. @param {string} one @param {string} other */
const chance = (one, other) => `(hashint8extended(${one}, ${other}) & 1048575) / 1048576.0`;

/**
 * SQL: receipts of the days of one location, so many a day, each with one to five lines of 20,000 products of which few
 * sell much, in 15 departments at two rates, paid by card or in cash. Parameters: the tenant, the location, the first and
 * the last date, the receipts a day (a multiple of the location's registers), and the last number of each register before.
 */
export const receiptsText = `
  insert into sales (tenant_id, company_id, id, version, active, name, data, created_at, modified_at, businessday_id,
    location_id, pos_id, receipt_num, type, completed_at, cashier, currency, total, total_net, total_tax, rounding)
  select $1, $1, id, 1, true, '', jsonb_build_object('lines', lines, 'taxes', taxes, 'tenders', jsonb_build_array(
      jsonb_build_object('tender_id', md5('tender' || key % 2)::uuid, 'name', case key % 2 when 0 then 'Card' else 'Cash' end,
        'type', case key % 2 when 0 then 'card' else 'cash' end, 'amount', (total + rounding)::text))),
    at, at, day, location_id, pos_id, num::text, case when total < 0 then 'return' else 'sale' end, at,
    jsonb_build_object('id', (key % 9)::text, 'name', 'Cashier ' || key % 9), 'EUR', total, total - tax, tax, rounding
  from (
    select *, case when key % 2 = 1 then round(total * 20) / 20 - total else 0.00 end as rounding from (
      select day, location_id, id, key, pos_id, num, at, sum(gross) as total, sum(tax) as tax,
        jsonb_agg(jsonb_build_object('rate', rate::text, 'gross', gross::text, 'net', (gross - tax)::text, 'tax', tax::text)) as taxes,
        (select jsonb_agg(l order by l->'number') from unnest(array_agg(lines)) a, jsonb_array_elements(a) l) as lines
      from (
        select day, location_id, id, key, pos_id, num, at, rate, sum(total) as gross, sum(tax) as tax,
          jsonb_agg(jsonb_build_object('number', n, 'plu_id', md5('article' || p)::uuid, 'productid', lpad(p::text, 5, '0'),
            'name', 'Article ' || p, 'dpt_id', md5('dpt' || p % 15)::uuid, 'dpt_name', 'Department ' || p % 15,
            'qty', qty::text, 'unit_price', price::text, 'discount', '0.00', 'total', total::text, 'net', (total - tax)::text,
            'tax', tax::text, 'tax_rate', rate::text, 'kind', 'sale')) as lines
        from (
          select *, qty * price as total, round(qty * price * rate / (100 + rate), 2) as tax from (
            select r.*, n, p, sign * (1 + (key + n) % 2) as qty, (0.90 + (p * 37 % 2400) / 100.0)::numeric(9, 2) as price,
              case when p % 5 = 0 then 25.5 else 13.5 end as rate
            from (
              select d.id as day, d.location_id, md5(d.id::text || k)::uuid as id, d.seq * 100000 + k as key,
                d.own_registers[1 + k % cardinality(d.own_registers)] as pos_id,
                $6::int + (d.date - $3::date) * ($5::int / cardinality(d.own_registers)) + 1 + k / cardinality(d.own_registers) as num,
                d.date + interval '5 hours' + k * interval '13 hours' / $5::int as at,
                case when k % 50 = 7 then -1 else 1 end as sign
              from businessday d, generate_series(0, $5::int - 1) k
              where d.tenant_id = $1 and d.location_id = $2 and d.date between $3::date and $4::date
            ) r, generate_series(1, 1 + (key % 5)::int) n,
              lateral (select floor(20000 * power(${chance('key', 'n')}, 2))::int as p) article
          ) l
        ) l group by day, location_id, id, key, pos_id, num, at, rate
      ) rates group by day, location_id, id, key, pos_id, num, at
    ) receipts
  ) receipts order by at`;

/** SQL: the totals of days by register, of all receipts. Parameter: the tenant. */
export const totalsText = `
  insert into businessday_totals (tenant_id, company_id, businessday_id, pos_id, count, gross, cash)
  select tenant_id, company_id, businessday_id, pos_id, count(*), sum(total), coalesce(sum((sums).cash), 0)
  from sales where tenant_id = $1 group by 1, 2, 3, 4 on conflict do nothing`;
