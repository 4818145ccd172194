import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted } from '@/server/db/db';
import {
  lineDiffers,
  lineDiffersNet,
  lineNet,
  lineRate,
  pricesAreWrong,
  taxDiffers,
} from '../receipts/server/receipt-lists.server';
import { fault, money } from './report-fault.server';

const objects = (list: string) =>
  `jsonb_path_query(t.data, '$.${list}[*] ? (@.type() == "object")') with ordinality e(e, line)`;
const numbers = (names: readonly string[]) =>
  names.map((name) => `report_decimal(e->'${name}') as ${name}`).join(', ');
const tooFine = ['opening_float', 'paid_in', 'paid_out', 'counted'].map((name) => `(z.${name})`).join(', ');

/**
 * SQL: the details of the receipts in `wrong` (report-receipt-faults.server.ts): `lw`: lines whose total is not quantity ×
 * unit price − discount or, of a receipt of which fewer lines are wrong without tax, whose net is not; `tw`: tax rows whose tax does not follow from their rate; `rw`: rates that no tax of the company
 * had.
 */
export function detailParts(caller: Caller): RawBuilder<unknown> {
  const again = sql`join lateral (
      select t.data from sales t where t.tenant_id = ${caller.tenantId} and t.id = r.id offset 0
    ) t on true`;
  const line = trusted(`${numbers(['qty', 'unit_price', 'discount', 'total', 'net', 'tax'])}, e.line`);
  const unit = 'currency_unit(e.currency)';
  return sql`lw as materialized (
    select e.*, case when is_net then ${trusted(lineNet)} else coalesce(total, 0) end as said from (
      select e.*, count(*) filter (where not fits_net) over (partition by seq)
        < count(*) filter (where not fits) over (partition by seq) as is_net
      from (
        select e.*, (${trusted(lineDiffers(unit))}) is not true as fits, (${trusted(lineDiffersNet(unit))}) is not true as fits_net
        from (
          select r.seq, r.id, r.pos_id, r.currency, ${line}
          from wrong r ${again} cross join ${trusted(objects('lines'))} where r.counts and ${trusted(pricesAreWrong)}
        ) e
      ) e
    ) e where not case when is_net then fits_net else fits end
  ), tw as materialized (
    select e.* from (
      select r.seq, r.id, r.pos_id, r.currency, ${trusted(numbers(['rate', 'gross', 'tax']))}, t.data
      from wrong r ${again} cross join ${trusted(objects('taxes'))} where r.counts and r.tax_differs
    ) e where ${trusted(taxDiffers(unit, 'e', linesOfRate))}
  ), rw as materialized (
    select r.seq, r.id, r.pos_id, rate
    from wrong r cross join unnest(r.rates) rate where r.counts and rate <> all (r.tax_rates)
  )`;
}

const linesOfRate = `(
  select count(*) from (
    select ${lineRate} as of_rate from (
      select l->>'kind' as kind, report_decimal(l->'tax_rate') as tax_rate
      from jsonb_path_query(e.data, '$.lines[*] ? (@.type() == "object")') l
    ) e
  ) l where l.of_rate = e.rate)`;

/** SQL: the faults of lines, of tax rates, and of z report amounts with more decimals than the currency. */
export function detailFaults(scale: number): string {
  const m = (value: string) => money(value, scale);
  const exact = 'r.qty * r.unit_price - coalesce(r.discount, 0)';
  return [
    fault('receipt_prices', 'line', [m(exact), m('r.said')], 'lw r', { line: 'r.line' }),
    fault(
      'receipt_rates',
      'rate_tax',
      [
        m(`round(coalesce(r.gross, 0) * r.rate / nullif(100 + r.rate, 0), ${scale})`),
        m('coalesce(r.tax, 0)'),
      ],
      'tw r',
      { rate: 'trim_scale(r.rate)' },
    ),
    fault('receipt_rates', 'rate_unknown', ['null', 'null'], 'rw r', { rate: 'trim_scale(r.rate)' }),
    fault(
      'receipt_scale',
      'scale',
      [String(scale), 'trim_scale(v.v)'],
      `z cross join lateral (values ${tooFine}) v(v) where min_scale(v.v) > ${scale}`,
      { receipt: false, pos_id: `nullif(z.pos_id, '')` },
    ),
  ].join(' union all ');
}
