import { z } from 'zod';
import { figureColumns } from '../columns';
import type { SalesBy } from '../answer';

/**
 * Breakdowns of tens of thousands of rows. Where every day of such an answer is in the archive, DuckDB writes its rows as they
 * are sent: reading, ordering and writing them took the service's one thread longer than all sums took DuckDB
 * (docs/decisions/140-archive.md).
 */
export const writtenBys: readonly SalesBy[] = ['product', 'together'];

/** SQL of DuckDB: a text as JSON. */
const jsonText = (name: string) => `coalesce(to_json(${name})::varchar, 'null')`;

/** Decimals that the archive has of a figure. */
const placesOf = (figure: string) => (figure === 'quantity' ? 6 : 4);

/**
 * SQL of DuckDB: a sum without trailing zeros, but with `least` decimals, as `fixedText` has it (merge.ts). Sums of 18 digits,
 * nearly all, take a third of the time of the 38 that a sum may have.
 */
function fixedSum(figure: string, least: number): string {
  const written = (sum: string, digits: number) =>
    `case when ${sum} = try_cast(${sum} as decimal(${digits}, ${least})) then try_cast(${sum} as decimal(${digits}, ${least}))::varchar
      else rtrim(${sum}::varchar, '0') end`;
  return `coalesce(${written(`small_${figure}`, 18)}, ${written(figure, 38)})`;
}

/** SQL of DuckDB: gross for each receipt as decimal text, halves away from zero, as `Decimal` divides. */
function average(scale: number): string {
  const places = placesOf('gross');
  const divided = (sum: string, type: string) => {
    const count = `(receipts * ${10 ** (places - scale)})`;
    const rounded = `((2 * abs(${sum}::decimal(38, ${places}) * ${10 ** places})::${type} + ${count}) // (2 * ${count}))`;
    return `((sign(${sum}) * ${rounded})::decimal(${type === 'bigint' ? 18 : 34}, 0)${scale === 0 ? '' : ` * ${(0.1 ** scale).toFixed(scale)}`})::varchar`;
  };
  return `case when receipts = 0 then 'null' else concat('"', coalesce(${divided('small_gross', 'bigint')}, ${divided('gross', 'hugeint')}), '"') end`;
}

/**
 * SQL of DuckDB: the rows of a breakdown by `writtenBys` as a JSON array (answer.ts), highest sales first.
 *
 * @param rows SQL of the breakdown, its sums as decimals
 * @param scale the decimals of the currency
 */
export function writtenRows(rows: string, scale: number): string {
  const small = figureColumns.map(
    (figure) => `try_cast(${figure} as decimal(18, ${placesOf(figure)})) as small_${figure}`,
  );
  const figures = figureColumns.map(
    (figure) => `',"${figure}":"', ${fixedSum(figure, figure === 'quantity' ? 0 : scale)}, '"'`,
  );
  return `select concat('[', string_agg(row, ','), ']') as rows from (
    select concat('{"id":', ${jsonText('id')}, ',"productid":', ${jsonText('productid')}, ',"name":', ${jsonText('name')},
      ',"receipts":', receipts, ${figures.join(', ')}, ',"average":', ${average(scale)}, '}') as row
    from (select * replace (receipts::bigint as receipts), ${small.join(', ')} from (${rows}))
    order by gross desc, coalesce(name, ''), coalesce(id, '')
  )`;
}

/** What `writtenRows` answers. */
export const sentRows = z.tuple([z.object({ rows: z.string() })]);
