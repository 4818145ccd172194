import { fault, money } from './report-fault.server';

/** SQL: what a breakdown adds up to: the turnover of the day, and of the tax rows whatever else is taxed. */
const turnover = `(select g.count, g.gross, g.net, g.tax - x.tax as tax from g cross join taxed_asides x) g`;
export const dayTaxed = `(select g.count, g.gross + x.gross as gross, g.net + x.net as net, g.tax from g cross join taxed_asides x) g`;

/** SQL: the faults of the breakdowns: the difference of the day, then the receipts that cause it. */
export function dayFaults(scale: number): string {
  const sums = (rows: string, names: readonly string[], code: string) =>
    `${code === 'day_tax' ? dayTaxed : turnover} cross join (select ${names.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join(', ')} from ${rows}) b`;
  const compare = (
    code: string,
    rows: string,
    names: readonly string[],
    receipt: ((name: string) => readonly [string, string]) | null = null,
  ) => {
    const day = `${sums(rows, names, code)} cross join lateral (values ${names
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
