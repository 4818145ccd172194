import { sql, type RawBuilder } from 'kysely';
import { trusted } from '@/core/server/db';
import { checkCodes } from './report';

/**
 * The checks of report.md as SQL: `f` has one row for each fault, in the words of `Fault` (report.ts), and for each
 * receipt that a fault points at beside its own (`kind` null).
 */
export function checkParts(scale: number): RawBuilder<unknown> {
  const faults = [receiptFaults, dayFaults, sequenceFaults, cashFaults]
    .map((of) => of(scale))
    .join(' union all ');
  return sql`${trusted(rateParts)}, ${trusted(sequenceParts)}, ${trusted(openingParts)},
  f as materialized (${trusted(faults)})`;
}

const money = (value: string, scale: number) => `report_money(${value}, ${scale})`;

/** One kind of fault; `from` yields it, `at` are its receipt (its seq and id, or null) and its register. */
const fault = (
  code: string,
  kind: string | null,
  [expected, actual]: readonly [string, string],
  from: string,
  at: { readonly receipt?: boolean; readonly pos_id?: string; readonly rate?: string } = {},
): string => {
  const { receipt = true, rate = 'null' } = at;
  const pos_id = at.pos_id ?? (receipt ? 'r.pos_id' : 'null');
  return `select '${code}' as code, ${kind === null ? 'null' : kind.startsWith('v.') ? kind : `'${kind}'`} as kind,
  ${receipt ? 'r.seq, r.id' : 'null::bigint as seq, null::uuid as id'}, ${pos_id} as pos_id, (${rate})::text as rate,
  (${expected})::text as expected, (${actual})::text as actual from ${from}`;
};

/** `c`: where the lines of a receipt, by rate, are not its tax row. First which, at one sum a figure; then what. */
const rateParts = `rated as (
    select l.seq, case when l.turnover then l.rate else coalesce(l.rate, 0) end as rate,
      coalesce(l.total, 0) as gross,
      case when l.turnover then coalesce(l.net, 0) else coalesce(l.net, l.total - coalesce(l.tax, 0), 0) end as net,
      coalesce(l.tax, 0) as tax
    from l join r using (seq) where l.turnover or r.rows_have_aside
  ), differing as materialized (
    select seq, rate from (
      select seq, rate, gross, net, tax from rated
      union all
      select seq, rate, -gross, -net, -tax from x
    ) parts
    group by seq, rate having sum(gross) <> 0 or sum(net) <> 0 or sum(tax) <> 0
  ), c as materialized (
    select d.seq, d.rate, coalesce(a.gross, 0) as gross, coalesce(a.net, 0) as net, coalesce(a.tax, 0) as tax,
      coalesce(b.gross, 0) as row_gross, coalesce(b.net, 0) as row_net, coalesce(b.tax, 0) as row_tax
    from differing d
    left join (
      select seq, rate, sum(gross) as gross, sum(net) as net, sum(tax) as tax from rated
      where seq in (select seq from differing) group by seq, rate
    ) a on a.seq = d.seq and a.rate is not distinct from d.rate
    left join (
      select seq, rate, sum(gross) as gross, sum(net) as net, sum(tax) as tax from x
      where seq in (select seq from differing) group by seq, rate
    ) b on b.seq = d.seq and b.rate is not distinct from d.rate
  )`;

function receiptFaults(scale: number): string {
  const m = (value: string) => money(value, scale);
  const pair = (expected: string, actual: string) => [m(expected), m(actual)] as const;
  const rate = 'trim_scale(rate)';
  const none = ['null', 'null'] as const;
  return [
    fault('receipt_lines', 'lines', pair('r.total', 'r.lines'), 'r where counts and total <> lines'),
    fault('receipt_lines', 'malformed', none, 'r where counts and wrong_lines'),
    fault(
      'receipt_tax',
      'v.kind',
      pair('v.expected', 'v.actual'),
      `c join r using (seq) cross join lateral (values ('gross', c.gross, c.row_gross), ('net', c.net, c.row_net),
        ('tax', c.tax, c.row_tax)) v(kind, expected, actual) where v.expected <> v.actual`,
      { rate: 'trim_scale(c.rate)' },
    ),
    fault(
      'receipt_tax',
      'net_and_tax',
      pair('x.gross', 'x.net + x.tax'),
      'x join r using (seq) where x.gross <> x.net + x.tax',
      { rate },
    ),
    fault(
      'receipt_tax',
      'net_and_tax',
      pair('r.gross', 'r.net + r.tax'),
      'r where counts and gross <> net + tax',
    ),
    fault('receipt_tax', 'total_tax', pair('r.rows_tax', 'r.tax'), 'r where counts and rows_tax <> tax'),
    fault('receipt_tax', 'malformed', none, 'r where counts and wrong_tax'),
    fault(
      'receipt_tenders',
      'tenders',
      pair('r.total + r.rounding', 'r.paid'),
      `r where counts and total + rounding <> paid or active and type in ('paid_in', 'paid_out')
        and payments > 0 and abs(total + rounding) <> abs(paid)`,
    ),
    fault(
      'receipt_tenders',
      'change',
      pair('coalesce(p.amount, 0)', 'p.tendered - coalesce(p.change, 0)'),
      'p join r using (seq) where p.tendered - coalesce(p.change, 0) <> coalesce(p.amount, 0)',
    ),
    fault(
      'receipt_tenders',
      'malformed',
      none,
      `r where wrong_tenders and active and type in ('sale', 'return', 'paid_in', 'paid_out')`,
    ),
    fault(
      'receipt_belongs',
      'location',
      ['r.day_location_id', 'r.location_id'],
      'r where active and location_id <> day_location_id',
    ),
    fault(
      'receipt_belongs',
      'currency',
      ['r.day_currency', 'r.currency'],
      'r where active and currency <> day_currency',
    ),
  ].join(' union all ');
}

/** The breakdowns: what differs of the day, and then the receipts that make it differ. */
function dayFaults(scale: number): string {
  const sums = (rows: string, names: readonly string[]) =>
    `g cross join (select ${names.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join(', ')} from ${rows}) b`;
  const compare = (
    code: string,
    rows: string,
    names: readonly string[],
    receipt: ((name: string) => readonly [string, string]) | null = null,
  ) => {
    const day = `${sums(rows, names)} cross join lateral (values ${names
      .map((name) => `('${name}', g.${name}, b.${name})`)
      .join(', ')}) v(kind, expected, actual) where v.expected <> v.actual`;
    const values = (kind: string) =>
      [
        `case when ${kind} = 'count' then v.expected::text else ${money('v.expected', scale)} end`,
        `case when ${kind} = 'count' then v.actual::text else ${money('v.actual', scale)} end`,
      ] as const;
    const whole = fault(code, 'v.kind', values('v.kind'), day, { receipt: false });
    if (!receipt) return [whole];
    const parts = names.map((name) => `('${name}', ${receipt(name).join(', ')})`).join(', ');
    return [
      whole,
      fault(
        code,
        'v.kind',
        values('v.kind'),
        `r cross join lateral (values ${parts}) v(kind, expected, actual)
          where counts and v.expected <> v.actual and exists (select from ${day})`,
      ),
    ];
  };
  const lineColumn: Record<string, string> = { gross: 'r.sold', net: 'r.sold_net', tax: 'r.sold_tax' };
  const tenders = `(select gross + aside + rounding as amount from g) g
    cross join (select coalesce(sum(amount), 0) as amount from tender_rows) b where g.amount <> b.amount`;
  return [
    ...compare('day_tax', 'tax_rows', ['gross', 'net', 'tax'], (name) => [`r.${name}`, `r.rows_${name}`]),
    fault('day_tender', 'amount', [money('g.amount', scale), money('b.amount', scale)], tenders, {
      receipt: false,
    }),
    fault(
      'day_tender',
      'amount',
      [money('r.total + r.rounding', scale), money('r.paid', scale)],
      `r where counts and total + rounding <> paid and exists (select from ${tenders})`,
    ),
    ...compare('day_dpt', 'dpt_rows', ['gross', 'net', 'tax'], (name) => [
      `r.${name}`,
      lineColumn[name] ?? '0',
    ]),
    ...compare('day_hour', 'hour_rows', ['count', 'gross']),
    ...compare('day_cashier', 'cashier_rows', ['count', 'gross']),
  ].join(' union all ');
}

/** `w`: the numbers of each register in their order, with the one before; `b`: its first and its last. */
const sequenceParts = `w as materialized (
    select own.*, row_number() over o as place, lag(num) over o as prior, lag(seq) over o as prior_seq, lag(id) over o as prior_id,
      count(*) filter (where active) over (partition by pos_id, num) as times
    from own where num is not null
    window o as (partition by pos_id order by num, active desc, seq nulls last, id)
  ), b as materialized (
    select reg.pos_id, reg.before, z.first, z.last, w.first as first_num, w.last as last_num
    from reg
    left join (select pos_id, min(num) as first, max(num) as last from w group by 1) w using (pos_id)
    left join (
      select pos_id, min(nullif(regexp_replace(first_receipt_num, '[^0-9]', '', 'g'), '')::numeric) as first,
        max(nullif(regexp_replace(last_receipt_num, '[^0-9]', '', 'g'), '')::numeric) as last from z group by 1
    ) z using (pos_id)
  )`;

function sequenceFaults(): string {
  const at = { receipt: true, pos_id: `nullif(r.pos_id, '')` };
  const gap = `w r where r.num > r.prior + 1`;
  const start = `w r join b using (pos_id) where r.place = 1 and r.num <> b.before + 1`;
  const register = { receipt: false, pos_id: `nullif(b.pos_id, '')` };
  const code = 'receipt_sequence';
  return [
    fault(code, 'gap', ['r.prior + 1', 'r.num'], gap, at),
    `select '${code}', null, r.prior_seq, r.prior_id, null, null, null, null from ${gap}`,
    fault(code, 'gap', ['b.before + 1', 'r.num'], start, at),
    fault(code, 'repeat', ['null', 'r.num'], 'w r where r.active and r.times > 1', at),
    fault(code, 'unnumbered', ['null', 'r.receipt_num'], 'own r where r.active and r.num is null', at),
    fault(code, 'first', ['b.first', 'b.first_num'], 'b where b.first <> b.first_num', register),
    fault(code, 'last', ['b.last', 'b.last_num'], 'b where b.last <> b.last_num', register),
  ].join(' union all ');
}

/** `o`: each opening of a register, with what was counted in it before. */
const openingParts = `o as materialized (
    select z.pos_id, z.opening_float, z.opening_note,
      case when row_number() over w = 1 then reg.counted else lag(z.counted) over w end as counted
    from z join reg using (pos_id) window w as (partition by z.pos_id order by z.place)
  ), zk as materialized (
    select k.*, z.paid_in as said_in, z.paid_out as said_out
    from k join (select pos_id, sum(paid_in) as paid_in, sum(paid_out) as paid_out from z group by 1) z using (pos_id)
  )`;

/** Openings that are compared: the float is known, what was counted too, and nobody said why they differ. */
const opened = 'o where opening_note is null and opening_float is not null and counted is not null';

function cashFaults(scale: number): string {
  const m = (value: string) => money(value, scale);
  const register = (row: string) => ({ receipt: false, pos_id: `nullif(${row}.pos_id, '')` });
  const said = (kind: 'paid_in' | 'paid_out', column: string) => [
    fault(
      'cash',
      kind,
      [m(`zk.${kind}`), m(`abs(zk.${column})`)],
      `zk where ${kind} <> abs(${column})`,
      register('zk'),
    ),
    `select 'cash', null, r.seq, r.id, null, null, null, null
      from r join zk on zk.pos_id = coalesce(r.pos_id, '')
      where r.active and r.type = '${kind}' and zk.${kind} <> abs(zk.${column})`,
  ];
  return [
    ...said('paid_in', 'said_in'),
    ...said('paid_out', 'said_out'),
    fault(
      'opening',
      'opening_float',
      [m('o.counted'), m('o.opening_float')],
      `${opened} and opening_float <> counted`,
      register('o'),
    ),
  ].join(' union all ');
}

/** The `checks` of a report, in the order of `checkCodes`. */
export function checksJson(scale: number): RawBuilder<unknown> {
  const m = (expression: string) => money(`coalesce(${expression}, 0)`, scale);
  const count = (code: string, from: string) => [
    `(select count(*) from ${from})::text`,
    `((select count(*) from ${from}) - (select count(distinct id) from f where code = '${code}' and seq is not null))::text`,
  ];
  const day = (code: string, rows: string, names: readonly string[]) => {
    // The figure that differs, if one does; else the first.
    const which = (side: string) =>
      `coalesce((select ${side} from f where code = '${code}' and id is null and kind <> 'count'
        order by array_position(array['${names.join("','")}'], kind) limit 1),
        ${m(side === 'expected' ? '(select gross from g)' : `(select sum(gross) from ${rows})`)})`;
    return [which('expected'), which('actual')];
  };
  const drawers = '(select sum(opening_float + sales - refunds + paid_in - paid_out) from k)';
  const values: Record<(typeof checkCodes)[number], readonly string[]> = {
    receipt_lines: [
      m('(select sum(total) from r where counts)'),
      m('(select sum(lines) from r where counts)'),
    ],
    receipt_tax: [
      m('(select sum(sold_tax + case when rows_have_aside then aside_tax else 0 end) from r where counts)'),
      m('(select sum(row_tax) from r where counts)'),
    ],
    receipt_tenders: [
      m('(select sum(total + rounding) from r where counts)'),
      m('(select sum(paid) from r where counts)'),
    ],
    receipt_belongs: count('receipt_belongs', 'r where active'),
    day_tax: day('day_tax', 'tax_rows', ['gross', 'net', 'tax']),
    day_tender: [m('(select gross + aside + rounding from g)'), m('(select sum(amount) from tender_rows)')],
    day_dpt: day('day_dpt', 'dpt_rows', ['gross', 'net', 'tax']),
    day_hour: day('day_hour', 'hour_rows', ['gross']),
    day_cashier: day('day_cashier', 'cashier_rows', ['gross']),
    receipt_sequence: count('receipt_sequence', 'own'),
    cash: [
      m(drawers),
      m(
        `${drawers} + (select sum(coalesce(abs(said_in), paid_in) - paid_in - coalesce(abs(said_out), paid_out) + paid_out) from zk)`,
      ),
    ],
    opening: [m(`(select sum(counted) from ${opened})`), m(`(select sum(opening_float) from ${opened})`)],
  };
  const rows = checkCodes.map((code, at) => `(${at}, '${code}', ${values[code].join(', ')})`).join(',\n');
  return sql`(
    select json_agg(json_build_object('code', v.code,
      'ok', not exists (select from f where f.code = v.code), 'expected', v.expected, 'actual', v.actual,
      'transaction_ids', coalesce((
        select json_agg(r.id order by r.completed_at, r.num, r.seq) from r
        where r.seq in (select f.seq from f where f.code = v.code)
      ), '[]'),
      'faults', coalesce((
        select json_agg(json_build_object('kind', f.kind, 'transaction_id', f.id, 'pos_id', f.pos_id, 'rate', f.rate,
          'expected', f.expected, 'actual', f.actual)
          order by r.completed_at nulls first, r.num, r.seq, f.pos_id, f.kind, f.rate)
        from f left join r using (seq) where f.code = v.code and f.kind is not null
      ), '[]')) order by v.place)
    from (values ${trusted(rows)}) v(place, code, expected, actual)
  )`;
}
