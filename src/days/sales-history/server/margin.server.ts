import { sql } from 'kysely';
import { currencyScale } from '@/contract/values';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { costParts, marginSums } from '../../month/margin/line-costs.server';
import { marginFigures, type LineSums } from '../../month/margin/margin.server';
import type { NumberParsing } from '../../receipts/server/receipt-lists.server';
import { currencyOf, findDays, requireLocations } from '../../report/server/report-days.server';
import type { MarginBy, SalesMargin } from '../margin-answer';
import { breakdownOf, namesNow } from './breakdown.server';
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
  const names = namesNow(caller, by);
  const rows = await tx.rows(sql<Row>`
    with ${costParts(caller, days, currency, parsing)}, found as (
      select ${trusted(list)}, dpt_id, dpt_name, location_id, pos_id, hour, date, net, qty, cost
      from costed where ${isOfArticle(question)}
    ), grouped as (
      select ${trusted(`${id} as id, ${productid} as productid, ${name} as name, ${order ?? 'null'} as place, ${marginSums}`)}
      from found group by ${trusted(group)}
    )
    select f.id, f.productid, ${names === null ? sql`f.name` : sql`n.name`}, f.net, f.known_net, f.cost from grouped f
    ${names ?? sql``} order by f.place, f.net::numeric desc, coalesce(f.name, '') collate "C", f.id`);
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
