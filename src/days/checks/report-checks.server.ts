import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted } from '@/server/db/db';
import { checkCodes } from '../report/schema/check-codes';
import { dayFaults, dayTaxed } from './report-day-faults.server';
import { money } from './report-fault.server';
import type { NumberParsing } from '../receipts/server/receipt-lists.server';
import { receiptFaultParts, receiptFaults } from './report-receipt-faults.server';
import { detailFaults, detailParts } from './receipt-details.server';
import {
  cashFaults,
  opened,
  openingParts,
  sequenceFaults,
  sequenceParts,
} from './report-register-faults.server';

/**
 * The checks (docs/report.md#checks) as SQL parts: `f` has one row per fault (report-fault.server.ts), and one for each
 * further receipt that a fault names.
 */
export function checkParts(caller: Caller, scale: number, parsing: NumberParsing): RawBuilder<unknown> {
  const faults = [receiptFaults, detailFaults, dayFaults, sequenceFaults, cashFaults]
    .map((of) => of(scale))
    .join(' union all ');
  return sql`${receiptFaultParts(caller, parsing)}, ${detailParts(caller)}, ${trusted(sequenceParts)}, ${trusted(openingParts)},
  f as materialized (${trusted(faults)})`;
}

/** SQL: the `checks` of a report, in the order of `checkCodes`. */
export function checksJson(scale: number): RawBuilder<unknown> {
  const m = (expression: string) => money(`coalesce(${expression}, 0)`, scale);
  const count = (code: string, all: string) => [
    `${all}::text`,
    `(${all} - (select count(distinct id) from f where code = '${code}' and seq is not null))::text`,
  ];
  const day = (code: string, rows: string, names: readonly string[], from = 'g') => {
    // The first figure that differs, or the first if none does.
    const which = (side: string) =>
      `coalesce((select ${side} from f where code = '${code}' and id is null and kind <> 'count'
        order by array_position(array['${names.join("','")}'], kind) limit 1),
        ${m(side === 'expected' ? `(select gross from ${from})` : `(select sum(gross) from ${rows})`)})`;
    return [which('expected'), which('actual')];
  };
  const drawers = '(select sum(opening_float + sales - refunds + paid_in - paid_out) from k)';
  const values: Record<(typeof checkCodes)[number], readonly string[]> = {
    receipt_lines: [m('(select all_total from g)'), m('(select all_lines from g)')],
    receipt_tax: [m('(select all_line_tax from g)'), m('(select all_row_tax from g)')],
    receipt_tenders: [m('(select all_total + rounding from g)'), m('(select all_paid from g)')],
    receipt_belongs: count('receipt_belongs', '(select active from g)'),
    receipt_prices: count('receipt_prices', '(select count from g)'),
    receipt_rates: count('receipt_rates', '(select count from g)'),
    receipt_kinds: count('receipt_kinds', '(select count from g)'),
    receipt_rounding: count('receipt_rounding', '(select count from g)'),
    receipt_scale: count('receipt_scale', '(select active from g)'),
    receipt_type: count('receipt_type', '(select active from g)'),
    receipt_time: count('receipt_time', '(select active from g)'),
    receipt_removed: count('receipt_removed', '(select count(*) from r)'),
    day_tax: day('day_tax', 'tax_rows', ['gross', 'net', 'tax'], dayTaxed),
    day_tender: [m('(select gross + aside + rounding from g)'), m('(select sum(amount) from tender_rows)')],
    day_dpt: day('day_dpt', 'dpt_rows', ['gross', 'net', 'tax']),
    day_hour: day('day_hour', 'hour_rows', ['gross']),
    day_cashier: day('day_cashier', 'cashier_rows', ['gross']),
    receipt_sequence: count('receipt_sequence', '(select count(*) from own)'),
    cash: [
      m(drawers),
      m(
        // Without a z report nothing else is said of the drawers.
        `${drawers} + coalesce((select sum(coalesce(abs(said_in), paid_in) - paid_in - coalesce(abs(said_out), paid_out) + paid_out) from zk), 0)`,
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
        select json_agg(json_build_object('kind', f.kind, 'transaction_id', f.id, 'pos_id', f.pos_id, 'rate', f.rate, 'line', f.line,
          'expected', f.expected, 'actual', f.actual)
          order by r.completed_at nulls first, r.num, r.seq, f.pos_id, f.kind, f.rate, f.line, f.actual)
        from f left join r using (seq) where f.code = v.code and f.kind is not null
      ), '[]')) order by v.place)
    from (values ${trusted(rows)}) v(place, code, expected, actual)
  )`;
}
