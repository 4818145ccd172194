import type { Session } from '@/core/server/archive/column-store';
import { articleKey, figureColumns, pairedUpTo, pairKey, pairsForEachLine } from '../columns';

/** Figures above this are left to `baskets`, so that the sums of a month's pairs fit 18 digits. */
const most = { quantity: '1e7', money: '1e9' };

const products = articleKey.join(', ');

/** SQL of DuckDB: the sum of a figure, in as many digits as a line has. */
const summed = (figure: string): string =>
  `sum(l.${figure})::decimal(18,${figure === 'quantity' ? 6 : 4}) as ${figure}`;

const fits = figureColumns
  .map((figure) => `max(abs(${figure})) < ${figure === 'quantity' ? most.quantity : most.money}`)
  .join(' and ');

/**
 * Fills `articles`, `pairs` and `baskets` from the lines of a month: what was sold together. A receipt is in `pairs` if it has
 * few products, and else, with its lines as they are, in `baskets`. How many are few follows from the lines alone: at most
 * `pairedUpTo`, and so many that the month has at most `pairsForEachLine` pairs for each line.
 */
export async function fillPairs(session: Session): Promise<void> {
  for (const sql of [
    `create table articles as
      select (row_number() over (order by ${products}))::integer as article, ${products}
      from (select distinct ${products} from lines where counts)`,
    `create table basket_sizes as
      select receipt, sum(plu_receipts)::integer as products, ${fits} as fits,
        sum(plu_receipts) * (count(*) - 1) as pairs
      from lines where counts group by receipt having sum(plu_receipts) > 1`,
    `create table paired as
      select receipt from basket_sizes where fits and products <= (
        select coalesce(max(products), 0) from (
          select products, sum(sum(pairs)) over (order by products) as pairs from basket_sizes where fits group by products
        ) where products <= ${pairedUpTo} and pairs <= ${pairsForEachLine} * (select count(*) from lines where counts)
      )`,
    `create table paired_lines as
      select l.receipt, l.plu_id, l.location_id, l.currency, a.article, l.plu_receipts, ${figureColumns.map((name) => `l.${name}`).join(', ')}
      from lines l join articles a on ${articleKey.map((name) => `l.${name} is not distinct from a.${name}`).join(' and ')}
      where l.counts and l.receipt in (select receipt from paired)`,
    `create table pairs as
      select ${pairKey('x.plu_id')} as asked_key, x.plu_id as asked, l.location_id, l.currency, l.article,
        sum(l.plu_receipts)::integer as plu_receipts, ${figureColumns.map(summed).join(', ')}
      from (select distinct receipt, plu_id from paired_lines where plu_id is not null) x
        join paired_lines l on l.receipt = x.receipt and l.plu_id is distinct from x.plu_id
      group by x.plu_id, l.location_id, l.currency, l.article`,
    `create table baskets as
      select receipt, location_id, currency, ${products}, plu_receipts, ${figureColumns.join(', ')}
      from lines where counts
        and receipt in (select receipt from basket_sizes) and receipt not in (select receipt from paired)`,
    'drop table basket_sizes',
    'drop table paired',
    'drop table paired_lines',
  ])
    await session.run({ sql });
}
