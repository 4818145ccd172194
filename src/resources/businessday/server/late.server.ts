import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';

/**
 * SQL: the `late` of a report, grouped by the other day: `of` are the late receipts stored in this day that belong to
 * another; `elsewhere` are those that belong to this day and are stored in another. The two days may be in different VAT
 * periods (docs/report.md#final).
 */
export function lateJson(caller: Caller, day: string, scale: number): RawBuilder<unknown> {
  const scope = sql`t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}`;
  const counts = sql`t.active and t.type in ('sale', 'return')`;
  const gathered = (other: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`coalesce((
    select json_agg(json_build_object('businessday_id', x.other, 'date', b.date::text, 'count', x.count,
      'gross', report_money(x.gross, ${sql.lit(scale)}), 'tax', report_money(x.tax, ${sql.lit(scale)}),
      'transaction_ids', x.ids) order by b.date, x.other)
    from (
      select ${other} as other, count(*) as count, sum(t.total - (t.sums).aside) as gross, sum(t.total_tax) as tax,
        json_agg(t.id order by t.completed_at, t.seq) as ids
      from sales t where ${scope} and ${counts} and ${where} group by 1
    ) x left join businessday b on b.tenant_id = ${caller.tenantId} and b.id::text = x.other
  ), '[]')`;
  const lateFor = sql`lower(t.data->>'late_for' collate "C")`;
  return sql`json_build_object(
    'of', ${gathered(lateFor, sql`t.businessday_id = ${day} and ${lateFor} <> ${day}`)},
    'elsewhere', ${gathered(
      sql`t.businessday_id::text`,
      sql`t.id = any (array(select sales_by_late_for(${day}))) and t.businessday_id <> ${day}`,
    )})`;
}
