import { sql } from 'kysely';
import { currencyScale } from '@/contract/values';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { costParts, marginSums } from '../../month/margin/line-costs.server';
import { marginFigures, type LineSums } from '../../month/margin/margin.server';
import type { NumberParsing } from '../../receipts/server/receipt-lists.server';
import { currencyOf, findDays, requireLocations } from '../../report/server/report-days.server';
import type { MarginBy, SalesMargin } from '../margin-answer';
import { breakdownOf } from './breakdown.server';
import type { SalesQuestion } from './question.server';
import { isAsked, isOfArticle } from './sales-history.server';

interface Row extends LineSums {
  readonly id: string | null;
  readonly productid: string | null;
  readonly name: string | null;
}

/**
 * Returns what is left of the net sales of a question after what the goods cost when they were sold (docs/report.md#margin), of the same
 * days as the sales: open ones as they stand.
 *
 * @throws 400 as the sales themselves.
 */
export async function salesMarginOf(
  tx: Tx,
  caller: Caller,
  question: SalesQuestion & { readonly by: MarginBy },
  parsing: NumberParsing,
): Promise<SalesMargin> {
  const { by, from, to, location_ids } = question;
  await requireLocations(tx, caller, location_ids);
  const found = await findDays(tx, caller, sql`${isAsked('t', caller, question)} and t.active`);
  const { currency, currencies } = await currencyOf(tx, caller, found, question.currency);
  const days = found.filter((day) => day.currency === currency).map(({ id }) => id);
  const { id, productid = 'null', name = 'null', group, order } = breakdownOf(by, null);
  // A cashier has the columns of a breakdown that a product has in a line.
  const list =
    by === 'cashier' ? `cashier->>'id' as id, cashier->>'name' as name` : 'plu_id, productid, name';
  const named = by === 'location' ? 'location' : by === 'register' ? 'pos' : null;
  const rows = await tx.rows(sql<Row>`
    with ${costParts(caller, days, currency, parsing)}, found as (
      select ${trusted(list)}, dpt_id, dpt_name, location_id, pos_id, hour, date, net, qty, cost
      from costed where ${isOfArticle(question)}
    ), grouped as (
      select ${trusted(`${id} as id, ${productid} as productid, ${name} as name, ${order ?? 'null'} as place, ${marginSums}`)}
      from found group by ${trusted(group)}
    )
    select g.id, g.productid, ${named === null ? sql`g.name` : sql`n.name`}, g.net, g.known_net, g.cost from grouped g
    ${
      named === null
        ? sql``
        : sql`left join ${sql.table(named)} n on n.tenant_id = ${caller.tenantId} and n.company_id = ${caller.companyId}
            and n.id::text = g.id`
    }
    order by g.place, g.net::numeric desc, coalesce(g.name, '') collate "C", g.id`);
  const scale = currencyScale(currency);
  return {
    by,
    from,
    to,
    currency,
    currencies,
    location_ids: [...location_ids],
    totals: marginFigures(rows, scale),
    rows: rows.map((row) => ({
      id: row.id,
      productid: row.productid,
      name: row.name,
      ...marginFigures([row], scale),
    })),
  };
}
