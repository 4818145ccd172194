/**
 * SQL of DuckDB that fills the tables of a month: receipts of one to `most` lines in 20,000 products, of which a few sell much,
 * by 100 cashiers at 200 registers between 8 and 20 o'clock, one payment each.
 *
 * @param {string} month
 * @param {number} count
 * @param {number} from the number of the first receipt
 * @param {{ seq: number, location_id: string, date: string }[]} days
 * @param {number} most
 */
export function monthStatements(month, count, from, days, most = 5) {
  const random = (/** @type {string} */ of, /** @type {number} */ salt) =>
    `(hash(${of} * 31 + ${salt}) % 1000003) / 1000003.0`;
  const guid = (/** @type {string} */ number, /** @type {number} */ kind) =>
    `('00000000-0000-7000-800${kind}-' || lpad((${number})::varchar, 12, '0'))::uuid`;
  return [
    `create table days (n bigint, day bigint, location_id uuid, date date)`,
    `insert into days values ${days.map(({ seq, location_id, date }, at) => `(${at}, ${seq}, '${location_id}', '${date}')`).join(', ')}`,
    `create table drawn as select ${from} + i as receipt, (hash(i * 7 + 1) % ${days.length})::bigint as n,
      8 + (hash(i * 11 + 3) % 13)::integer as hour, 1 + (hash(i * 5 + 2) % ${most})::integer as lines from range(${count}) t(i)`,
    // A list for each receipt says which line is the first of its product: a window over millions of lines takes minutes.
    `create table drawn_lines as
      select receipt, n, hour, products[line] as product, quantities[line] as qty,
        (list_position(products, products[line]) = line)::integer as is_first,
        (list_position(departments, products[line] % 40) = line)::integer as is_first_dpt
      from (
        select *, list_transform(products, p -> p % 40) as departments, unnest(range(1, lines + 1)) as line
        from (
          select *, list_transform(range(lines), l -> (20000 * pow(${random('(receipt * 7 + l)', 5)}, 3))::integer) as products,
            list_transform(range(lines), l -> 1 + (hash(receipt + l) % 3)::integer) as quantities
          from drawn
        )
      )`,
    `insert into lines by name
      select receipt, day, date, location_id, 'EUR' as currency, true as counts, hour, 'sale' as kind, ${guid('product', 1)} as plu_id,
        lpad(product::varchar, 5, '0') as productid, 'Product ' || product as name, ${guid('product % 40', 2)} as dpt_id,
        'Department ' || (product % 40) as dpt_name, is_first as plu_receipts, is_first_dpt as dpt_receipts,
        price as unit_price, 13.5 as tax_rate, qty as quantity, qty * price as gross, net, qty * price - net as tax, 0 as discount
      from (
        select *, (qty * price / 1.135)::decimal(18,2) as net
        from (select *, (0.9 + (product * 37 % 2400) / 100.0)::decimal(18,2) as price from drawn_lines)
      ) join days using (n)`,
    `insert into receipts by name
      select receipt, day, date, location_id, 'EUR' as currency, true as counts, uuid() as id,
        ${guid('n % 200', 3)} as pos_id, receipt::varchar as receipt_num, 'sale' as type, true as active,
        (date + interval (hour) hour + interval (receipt % 3600) second)::timestamptz as completed_at, hour,
        (n % 100)::varchar as cashier_id, 'Cashier ' || (n % 100) as cashier_name, d.lines, l.gross as total, l.net as total_net,
        l.tax as total_tax, 0 as rounding, l.gross, l.net, l.tax, 0 as discount, l.quantity
      from drawn d join days using (n) join (
        select receipt, sum(gross) as gross, sum(net) as net, sum(tax) as tax, sum(quantity) as quantity from lines group by 1
      ) l using (receipt)`,
    `insert into tenders by name
      select receipt, day, date, location_id, currency, counts, ${guid('receipt % 3', 4)} as tender_id,
        ['Card', 'Cash', 'Lunch card'][receipt % 3 + 1] as name, ['card', 'cash', 'lunch'][receipt % 3 + 1] as type,
        total as amount, 0 as refunded
      from receipts`,
    `drop table days`,
    `drop table drawn`,
    `drop table drawn_lines`,
    `select '${month}'`,
  ];
}
