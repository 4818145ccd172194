import { z } from 'zod';
import type { ColumnStore } from '@/core/server/archive/column-store';
import { articleKey, literal, pairKey, type FilePart } from '../columns';

const sold = `sum(plu_receipts) as receipts, sum(quantity) as quantity, sum(gross) as gross, sum(net) as net, sum(tax) as tax, sum(discount) as discount`;
const figures = ['receipts', 'quantity', 'gross', 'net', 'tax', 'discount'];

/**
 * SQL of DuckDB: what each product of `from` was sold together with comes to, by location. Of each receipt of a product that is
 * the receipt without that product, so that no pair has to be made for it.
 */
const withEach = (from: string): string => `
  select asked, location_id, currency, ${figures.map((name) => `sum(whole.${name} - own.${name}) as ${name}`).join(', ')}
  from (select receipt, location_id, currency, ${sold} from ${from} group by all) whole
    join (select receipt, plu_id as asked, ${sold} from ${from} where plu_id is not null group by all) own using (receipt)
  group by all`;

/** SQL of DuckDB: what each product of `from` comes to as one that was sold with others: once for each of these. */
const asOther = (from: string): string => `
  select ${articleKey.join(', ')}, location_id, currency, ${figures
    .map((name) => `sum(${name === 'receipts' ? 'plu_receipts' : name} * others) as ${name}`)
    .join(', ')}
  from (
    select l.*, n.asked - (l.plu_id is not null)::integer as others
    from ${from} l join (select receipt, count(distinct plu_id) as asked from ${from} group by receipt) n using (receipt)
  ) group by all`;

/** SQL of DuckDB: the rows of two sides that are not the same after both are added up; of the second side, negated. */
function differences(sides: readonly [string, ...string[]], minus: string, keys: readonly string[]): string {
  const key = keys.join(', ');
  const signed = (text: string, sign: string) =>
    `select ${key}, ${figures.map((name) => `${sign}${name} as ${name}`).join(', ')} from (${text})`;
  return `select ${key}, ${figures.map((name) => `sum(${name}) as ${name}`).join(', ')}
    from (${[...sides.map((side) => signed(side, '')), signed(minus, '-')].join(' union all ')})
    group by ${key} having ${figures.map((name) => `sum(${name}) <> 0`).join(' or ')}`;
}

const wrong = z.array(z.object({ product: z.string(), receipts: z.string(), gross: z.string() }));

/**
 * Compares what was sold together with the lines of the same file: for each product that may be asked for, and for each product
 * that is then answered, in every figure. Returns a sentence for each product, at most ten of each.
 */
export async function wrongPairs(
  store: ColumnStore,
  folder: string,
  nameOf: (part: FilePart) => string,
): Promise<string[]> {
  const read = (part: FilePart) => `read_parquet(${literal(nameOf(part))}, hive_partitioning = false)`;
  const lines = `(select * from ${read('lines')} where counts)`;
  const pairs = `(select *, plu_receipts as receipts from ${read('pairs')} where asked_key = ${pairKey('asked')})`;
  const texts = [
    differences([`select * from ${pairs}`, withEach(read('baskets'))], withEach(lines), [
      'asked',
      'location_id',
      'currency',
    ]),
    differences(
      [`select * from ${pairs} left join ${read('articles')} using (article)`, asOther(read('baskets'))],
      asOther(lines),
      [...articleKey, 'location_id', 'currency'],
    ),
  ];
  const found: string[] = [];
  for (const [at, text] of texts.entries()) {
    const name = at === 0 ? `asked::text` : `coalesce(plu_id::text, productid, name, '')`;
    const rows = await store.ask(folder, {
      sql: `select ${name} as product, coalesce(receipts, 0)::text as receipts, coalesce(gross, 0)::text as gross
        from (${text}) order by 1, location_id limit 10`,
    });
    for (const { product, receipts, gross } of wrong.parse(rows))
      found.push(
        `${at === 0 ? 'what was sold with' : 'as sold with others,'} ${product} differs by ${receipts} / ${gross} from its lines`,
      );
  }
  return found;
}
