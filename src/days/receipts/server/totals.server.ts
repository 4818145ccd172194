import { sql, type RawBuilder } from 'kysely';
import { trusted } from '@/server/db/db';
import type { StoredFigures } from '@/server/write/rules';
import { doubtfulChecks } from './receipt-checks.server';
import { doubtfulSums } from './receipt-sums.server';

/**
 * SQL: the totals of receipts by business day and register; `receipts` are rows of `sales` with a `sign`, 1 or -1.
 *
 * `count` and `gross` cover sales and returns without gift cards, deposits and tips; `cash` is the net cash into the
 * drawer, including paid in and paid out, whose sign in the receipt is ignored.
 */
export const dayTotalsOf = (receipts: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select s.tenant_id, s.company_id, s.businessday_id,
    coalesce(s.pos_id, '00000000-0000-0000-0000-000000000000') as pos_id,
    coalesce(sum(s.sign) filter (where s.type in ('sale', 'return')), 0) as count,
    coalesce(sum(s.sign * (s.total - aside.total)) filter (where s.type in ('sale', 'return')), 0) as gross,
    coalesce(sum(s.sign * case s.type
      when 'sale' then paid.cash
      when 'return' then paid.cash
      when 'paid_in' then abs(coalesce(paid.any_cash, s.total))
      when 'paid_out' then -abs(coalesce(paid.any_cash, s.total))
    end), 0) as cash
  from (${receipts}) s
  cross join lateral (
    select coalesce(sum((l->>'total')::numeric), 0) as total from jsonb_path_query(s.data, '$.lines[*]') l
    where coalesce(l->>'kind', 'sale') <> 'sale'
  ) aside
  cross join lateral (
    select sum((p->>'amount')::numeric) as any_cash, coalesce(sum((p->>'amount')::numeric), 0) as cash
    from jsonb_path_query(s.data, '$.tenders[*]') p where p->>'type' = 'cash'
  ) paid
  group by s.tenant_id, s.company_id, s.businessday_id, s.pos_id`;

/** SQL: the sales of products by month of the business day, company and currency, net of returns. */
export const monthSalesOf = (receipts: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select s.tenant_id, s.company_id, (l->>'plu_id')::uuid as plu_id, date_trunc('month', d.date)::date as month, s.currency,
    sum(s.sign * coalesce((l->>'qty')::numeric, 0)) as qty, sum(s.sign * coalesce((l->>'total')::numeric, 0)) as total
  from (${receipts}) s
  join businessday d on d.tenant_id = s.tenant_id and d.id = s.businessday_id
  cross join lateral jsonb_path_query(s.data, '$.lines[*]') l
  where s.type in ('sale', 'return') and coalesce(l->>'kind', 'sale') = 'sale' and l->>'plu_id' is not null
  group by s.tenant_id, s.company_id, 3, 4, 5`;

const counted = sql`select s.*, 1 as sign from sales s where s.active`;

/** The stored figures of receipts with the queries that find wrong ones. A missing figure may be stored as zero. */
export const storedFigures: readonly StoredFigures[] = [
  {
    name: 'sums of receipts',
    doubtful: trusted(doubtfulSums),
    wrong: sql`
      select 'receipt ' || s.id || ': kept ' || coalesce(s.sums::text, 'nothing') || ', its lists come to ' || own.sums::text as what
      from sales s cross join lateral (select receipt_sums(s.total, s.data) as sums offset 0) own
      where s.sums is distinct from own.sums`,
  },
  {
    name: 'checks of receipts',
    doubtful: trusted(doubtfulChecks),
    wrong: sql`
      select 'receipt ' || s.id || ': kept ' || coalesce(s.checked::text, 'nothing') || ', its lists come to ' || own.checked::text as what
      from sales s cross join lateral (
        select receipt_checked(s.total, s.total_net, s.total_tax, s.rounding, s.currency, s.data) as checked offset 0
      ) own
      where s.checked is distinct from own.checked`,
  },
  {
    name: 'totals of business days',
    wrong: sql`
      select 'businessday ' || businessday_id || ', register ' || pos_id || ': kept '
        || concat_ws(' / ', k.count, k.gross, k.cash) || ', its receipts come to ' || concat_ws(' / ', x.count, x.gross, x.cash)
        as what
      from businessday_totals k
      full join (${dayTotalsOf(counted)}) x using (tenant_id, company_id, businessday_id, pos_id)
      where coalesce(k.count, 0) <> coalesce(x.count, 0) or coalesce(k.gross, 0) <> coalesce(x.gross, 0)
        or coalesce(k.cash, 0) <> coalesce(x.cash, 0)`,
  },
  {
    name: 'sales by month',
    wrong: sql`
      select 'product ' || plu_id || ', ' || to_char(month, 'YYYY-MM') || ', ' || currency || ': kept ' || concat_ws(' / ', k.qty, k.total)
        || ', its receipts and what was brought forward come to ' || concat_ws(' / ', x.qty, x.total) as what
      from plu_month_sales k
      full join (
        select tenant_id, company_id, plu_id, month, currency, sum(qty) as qty, sum(total) as total
        from (${monthSalesOf(counted)} union all
          select tenant_id, company_id, plu_id, month, currency, qty, total from plu_month_brought) a
        group by 1, 2, 3, 4, 5
      ) x using (tenant_id, company_id, plu_id, month, currency)
      where coalesce(k.qty, 0) <> coalesce(x.qty, 0) or coalesce(k.total, 0) <> coalesce(x.total, 0)`,
  },
];
