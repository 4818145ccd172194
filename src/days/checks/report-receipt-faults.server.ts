import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted } from '@/server/db/db';
import { saleTypes } from '@/resources/sales/contract';
import { fault, money } from './report-fault.server';
import {
  lineNet,
  elements,
  isNonTurnover,
  isTurnover,
  pricesAreWrong,
  type NumberParsing,
} from '../receipts/server/receipt-lists.server';

/** Faults of what a receipt is compared with: records that may change while it stands, as its rates are with taxes. */
const foreign = 'active and is_foreign';
const overRounded = 'counts and over_rounded';
const compared: readonly string[] = [foreign, overRounded];

/** The faults of a receipt as a whole: the check, the kind, expected and actual value, and the condition. */
const wholes = (scale: number) => {
  const pair = (expected: string, actual: string) => [money(expected, scale), money(actual, scale)] as const;
  const none = ['null', 'null'] as const;
  const known = saleTypes.map((type) => `'${type}'`).join(', ');
  const actualOnly = (actual: string) => ['null', money(actual, scale)] as const;
  return [
    ['receipt_lines', 'lines', pair('total', 'lines'), 'counts and total <> lines'],
    ['receipt_lines', 'malformed', none, 'counts and wrong_lines'],
    ['receipt_tax', 'net_and_tax', pair('gross', 'net + tax'), 'counts and gross <> net + tax'],
    ['receipt_tax', 'total_tax', pair('rows_tax', 'tax'), 'counts and rows_tax <> tax'],
    ['receipt_tax', 'malformed', none, 'counts and wrong_tax'],
    [
      'receipt_tenders',
      'tenders',
      pair('total + rounding', 'paid'),
      `(counts and total + rounding <> paid or active and type in ('paid_in', 'paid_out')
        and payments > 0 and abs(total + rounding) <> abs(paid))`,
    ],
    [
      'receipt_tenders',
      'malformed',
      none,
      `wrong_tenders and active and type in ('sale', 'return', 'paid_in', 'paid_out')`,
    ],
    [
      'receipt_belongs',
      'location',
      ['day_location_id', 'location_id'],
      'active and location_id <> day_location_id',
    ],
    ['receipt_belongs', 'currency', ['day_currency', 'currency'], 'active and currency <> day_currency'],
    ['receipt_belongs', 'register', ['day_location_id', 'register_location_id'], foreign],
    [
      'receipt_kinds',
      'aside_tax',
      pair('aside_tax', '0::numeric'),
      'counts and aside_tax <> 0 and not rows_have_aside',
    ],
    ['receipt_kinds', 'kind_tax', none, 'counts and kinds_differ'],
    ['receipt_rounding', 'rounding', pair('trim_scale(rounding_most)', 'rounding'), overRounded],
    ['receipt_type', 'sign', actualOnly('total'), `counts and type = 'return' and total > 0`],
    ['receipt_type', 'type', ['null', 'type'], `active and type not in (${known})`],
    [
      'receipt_scale',
      'scale',
      ['currency_scale(currency)', 'trim_scale(finest)'],
      'active and min_scale(finest) > currency_scale(currency)',
    ],
    [
      'receipt_time',
      'time',
      ['day_date', 'local_date'],
      'active and coalesce(late_for = businessday_id::text, true) and local_date <> day_date',
    ],
    [
      'receipt_removed',
      'removed',
      ['null', 'receipt_num'],
      `not active and coalesce(removed->>'reason', '') = ''`,
    ],
  ] as const;
};

/** SQL condition: a receipt `r` disagrees with itself or its day, whatever registers, tenders and taxes are. */
export const isAtOwnFault = `(${wholes(0)
  .flatMap(([, , , when]) => (compared.includes(when) ? [] : [`(${when})`]))
  .join(' or ')}
  or counts and (rates_differ or rows_differ or ${pricesAreWrong} or tax_differs)
  or change_differs and active and type in ('sale', 'return', 'paid_in', 'paid_out'))`;

/** SQL condition: a receipt `r` fails a check of its own figures, or does not belong to its day. */
export const isAtFault = `(${isAtOwnFault} or ${compared.map((when) => `(${when})`).join(' or ')}
  or counts and not rates <@ tax_rates)`;

/**
 * SQL parts. `wrong`: the receipts with faults, and their details: `c`: rates where the lines differ from the tax row;
 * `xw`: tax rows where net + tax is not gross; `pw`: payments whose amount is not tendered − change.
 */
export function receiptFaultParts(caller: Caller, parsing: NumberParsing): RawBuilder<unknown> {
  // Joined by key, since only few receipts have faults.
  const again = sql`join lateral (
      select t.data from sales t where t.tenant_id = ${caller.tenantId} and t.id = r.id offset 0
    ) t on true`;
  return sql`wrong as materialized (
    select * from r where ${trusted(isAtFault)}
  ), c as materialized (
    select seq, rate, coalesce(sum(gross), 0) as gross, coalesce(sum(net), 0) as net, coalesce(sum(tax), 0) as tax,
      coalesce(sum(row_gross), 0) as row_gross, coalesce(sum(row_net), 0) as row_net, coalesce(sum(row_tax), 0) as row_tax
    from (
      select r.seq, case when ${trusted(isNonTurnover)} then coalesce(e.tax_rate, 0) else e.tax_rate end as rate, e.total as gross,
        case when ${trusted(isNonTurnover)} then ${trusted(lineNet)} else e.net end as net, e.tax,
        null::numeric as row_gross, null::numeric as row_net, null::numeric as row_tax
      from wrong r ${again} cross join ${trusted(elements(parsing, 'lines', ['kind', 'total', 'net', 'tax', 'tax_rate']))}
      where r.counts and r.rates_differ and (${trusted(isTurnover)} or r.rows_have_aside)
      union all
      select r.seq, e.rate, null, null, null, e.gross, e.net, e.tax
      from wrong r ${again} cross join ${trusted(elements(parsing, 'taxes', ['rate', 'gross', 'net', 'tax']))}
      where r.counts and r.rates_differ
    ) parts
    group by seq, rate
    having coalesce(sum(gross), 0) <> coalesce(sum(row_gross), 0) or coalesce(sum(net), 0) <> coalesce(sum(row_net), 0)
      or coalesce(sum(tax), 0) <> coalesce(sum(row_tax), 0)
  ), xw as materialized (
    select r.seq, r.id, r.pos_id, e.rate, coalesce(e.gross, 0) as gross, coalesce(e.net, 0) + coalesce(e.tax, 0) as sum
    from wrong r ${again} cross join ${trusted(elements(parsing, 'taxes', ['rate', 'gross', 'net', 'tax']))}
    where r.counts and r.rows_differ and coalesce(e.gross, 0) <> coalesce(e.net, 0) + coalesce(e.tax, 0)
  ), pw as materialized (
    select r.seq, r.id, r.pos_id, coalesce(e.amount, 0) as amount, e.tendered - coalesce(e.change, 0) as kept
    from wrong r ${again} cross join ${trusted(elements(parsing, 'tenders', ['amount', 'tendered', 'change']))}
    where r.change_differs and r.active and r.type in ('sale', 'return', 'paid_in', 'paid_out') and e.tendered - coalesce(e.change, 0) <> coalesce(e.amount, 0)
  )`;
}

/** SQL: the faults of single receipts. */
export function receiptFaults(scale: number): string {
  const pair = (expected: string, actual: string) => [money(expected, scale), money(actual, scale)] as const;
  return [
    ...wholes(scale).map(([code, kind, values, when]) => fault(code, kind, values, `wrong r where ${when}`)),
    fault(
      'receipt_tax',
      'v.kind',
      pair('v.expected', 'v.actual'),
      `c join r using (seq) cross join lateral (values ('gross', c.gross, c.row_gross), ('net', c.net, c.row_net),
        ('tax', c.tax, c.row_tax)) v(kind, expected, actual) where v.expected <> v.actual`,
      { rate: 'trim_scale(c.rate)' },
    ),
    fault('receipt_tax', 'net_and_tax', pair('r.gross', 'r.sum'), 'xw r', { rate: 'trim_scale(r.rate)' }),
    fault('receipt_tenders', 'change', pair('r.amount', 'r.kept'), 'pw r'),
  ].join(' union all ');
}
