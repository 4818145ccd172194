import { sql } from 'kysely';
import { currencyScale } from '@/contract/values';
import { Decimal } from '@/record/decimal';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import type { Months } from '../schema';
import { cutoverOf } from '../../ledger/ledger.server';

/** The most months of one list: ten years. */
const mostMonths = 120;

interface MonthRow {
  readonly month: string;
  readonly currency: string;
  readonly locked: boolean;
  /** The newest lock, whether or not it stands. */
  readonly at: string | null;
  readonly by: string | null;
  readonly hash: string | null;
  readonly over: boolean;
  readonly exported: number;
  readonly closed: number;
  readonly open: number;
  readonly count: number;
  readonly gross: string;
  /** Null if a day that is not open has no figures of its seal. */
  readonly tax: string | null;
}

/** SQL: the business date of the location where it is earliest now, by each location's newest day. */
const earliestToday = ({ tenantId, companyId }: Caller) => sql`
  select min(((now() at time zone (n.snapshot->>'timezone')) - ${trusted(cutoverOf('n.snapshot'))})::date) as today
  from location l cross join lateral (
    select t.snapshot from businessday t
    where t.tenant_id = l.tenant_id and t.company_id = l.company_id and t.location_id = l.id and t.active
    order by t.date desc, t.seq desc limit 1
  ) n where l.tenant_id = ${tenantId} and l.company_id = ${companyId}`;

const lockOf = (row: MonthRow | undefined): Months[number]['lock'] =>
  row?.locked && row.at !== null ? { at: row.at, by: row.by ?? '', hash: row.hash ?? '' } : null;

/** Returns the months with business days, newest first, from what days and seals keep: no receipt is read. */
export async function monthsAnswer(tx: Tx, caller: Caller): Promise<string> {
  const rows = await tx.rows(sql<MonthRow>`
    select m.month, m.currency, businessday_month_locked(${caller.tenantId}, ${caller.companyId}, to_date(m.month, 'YYYY-MM')) as locked,
      l.at, l.by, l.hash, to_date(m.month, 'YYYY-MM') + interval '1 month' <= z.today as over, m.exported, m.closed, m.open, m.count, m.gross, m.tax
    from (
      select to_char(t.date, 'YYYY-MM') as month, t.snapshot->>'currency' as currency,
        count(*) filter (where t.status = 'exported')::integer as exported,
        count(*) filter (where t.status = 'closed')::integer as closed,
        count(*) filter (where t.status = 'open')::integer as open,
        coalesce(sum(k.count) filter (where t.status <> 'open'), 0)::float8 as count,
        coalesce(sum(k.gross) filter (where t.status <> 'open'), 0)::text as gross,
        case when bool_and(t.status = 'open' or f.tax is not null)
          then coalesce(sum(f.tax) filter (where t.status <> 'open'), 0)::text end as tax
      from businessday t
      cross join lateral (
        select coalesce(sum(x.count), 0) as count, coalesce(sum(x.gross), 0) as gross from businessday_totals x
        where x.tenant_id = t.tenant_id and x.businessday_id = t.id
      ) k
      left join lateral (
        select (x.figures->>'tax')::numeric as tax from businessday_seal_figures x
        where x.tenant_id = t.tenant_id and x.businessday_id = t.id order by x.number desc limit 1
      ) f on true
      where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.active
      group by 1, 2
    ) m left join lateral (
      select ${trusted(wireTime('x.at'))} as at, x.by, x.hash from businessday_month x
      where x.tenant_id = ${caller.tenantId} and x.company_id = ${caller.companyId} and x.month = m.month and x.action = 'lock'
      order by x.number desc limit 1
    ) l on true cross join (${earliestToday(caller)}) z
    order by m.month desc, m.currency`);
  const months = [...new Set(rows.map(({ month }) => month))].slice(0, mostMonths);
  return JSON.stringify(
    months.map((month) => {
      const of = rows.filter((row) => row.month === month);
      const sum = (state: 'exported' | 'closed' | 'open') => of.reduce((all, row) => all + row[state], 0);
      return {
        month,
        locked: of.some(({ locked }) => locked),
        lock: lockOf(of[0]),
        over: of.every(({ over }) => over),
        days: { exported: sum('exported'), closed: sum('closed'), open: sum('open') },
        by_currency: of.map(({ currency, count, gross, tax }) => ({
          currency,
          count,
          gross: Decimal.parse(gross).toFixed(currencyScale(currency)),
          tax: tax === null ? null : Decimal.parse(tax).toFixed(currencyScale(currency)),
        })),
      };
    }) satisfies Months,
  );
}
