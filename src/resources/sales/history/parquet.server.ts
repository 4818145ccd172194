import path from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '@/core/server/auth/caller';
import type { Session } from '@/core/server/archive/column-store';
import type { Statement } from '@/core/server/archive/process';
import { trusted, type Tx } from '@/core/server/db/db';
import {
  articleColumns,
  dailyFigures,
  dailySums,
  decimalsOf,
  figureColumns,
  literal,
  partNames,
  parts,
  type FilePart,
  type Part,
} from './columns';
import { fillPairs } from './pairs/fill-pairs.server';
import { rowsOfPart } from './rows.server';

/** The name of a part's file. */
export const partFile = (name: string, part: FilePart): string => `${part}-${name}.parquet`;

/** Returns what makes the tables that a write fills. */
export const emptyTables = (): Statement[] =>
  partNames.map((part) => ({
    sql: `create table ${part} (${Object.entries(parts[part])
      .map(([name, type]) => `"${name}" ${type}`)
      .join(', ')})`,
  }));

/** Rows that go to DuckDB in one message. */
const rowsAtOnce = 5000;

/**
 * Inserts the receipts of a day. Numbers travel as text: none becomes a float on the way.
 *
 * @returns null, or why the day cannot be in the archive; then nothing of it is.
 */
export async function insertDay(
  { tx, caller, session }: { tx: Tx; caller: Caller; session: Session },
  id: string,
): Promise<string | null> {
  const texts = new Map<Part, string[]>();
  for (const part of partNames) {
    const [bad] = await tx.rows(unfit(caller, id, part));
    if (bad?.what) return `${part}: ${bad.what}`;
    const rows = await tx.rows(rowTexts(caller, id, part));
    texts.set(
      part,
      rows.map(({ list }) => list),
    );
  }
  for (const [part, lists] of texts) {
    const shape = JSON.stringify([
      Object.fromEntries(Object.entries(parts[part]).map(([name, type]) => [name, type])),
    ]);
    for (const list of lists)
      await session.run({
        sql: `insert into ${part} by name select unnest(from_json_strict($1, $2), recursive := true)`,
        values: [list, shape],
      });
  }
  return null;
}

/** SQL: a column as text that DuckDB reads back as it was. */
function textOf(name: string, type: string): string {
  if (type === 'TIMESTAMPTZ') return `to_char(f.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return type === 'BOOLEAN' ? `f.${name}` : `f.${name}::text`;
}

const rowTexts = (caller: Caller, id: string, part: Part) => {
  const members = Object.entries(parts[part]).map(([name, type]) => `'${name}', ${textOf(name, type)}`);
  return sql<{ list: string }>`
    with ${rowsOfPart(caller, [id], part, 'careful')}, numbered as (
      select f.*, row_number() over (order by f.receipt) as place from found f
    )
    select json_agg(json_build_object(${trusted(members.join(', '))}) order by f.place)::text as list
    from numbered f group by f.place / ${trusted(String(rowsAtOnce))} order by f.place / ${trusted(String(rowsAtOnce))}`;
};

const guid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** SQL: what of a day does not fit a column: more decimals, a number too large, or an id that is no GUID. */
const unfit = (caller: Caller, id: string, part: Part) => {
  const tests = [
    ...decimalsOf(part).map(({ name, scale }) => [
      name,
      `f.${name} <> round(f.${name}, ${scale}) or abs(f.${name}) >= 1e${17 - scale}`,
    ]),
    ...Object.entries(parts[part])
      .filter(([, type]) => type === 'UUID')
      .map(([name]) => [name, `f.${name}::text !~ '${guid}'`]),
  ].map(([name, test]) => `when ${test} then '${name}'`);
  return sql<{ what: string | null }>`
    with ${rowsOfPart(caller, [id], part, 'careful')}
    select max(case ${trusted(tests.join(' '))} end) as what from found f`;
};

/** Copies what still counts of a file that the new one replaces. */
export async function insertKept(
  session: Session,
  place: string,
  { name }: { readonly name: string },
  days: readonly number[],
): Promise<void> {
  if (days.length === 0) return;
  for (const part of partNames)
    await session.run({
      sql: `insert into ${part} by name from read_parquet(${literal(path.join(place, partFile(name, part)))}, hive_partitioning = false)
        where day in (${days.map(Number).join(', ')})`,
    });
}

/** Makes the tables of sums from the rows of a month that is written. */
export async function fillSums(session: Session, month: string): Promise<void> {
  await fillMonth(session, month);
  await fillDaily(session);
  await fillPairs(session);
}

/**
 * Fills `sums`: what the lines of the month come to by product and by department, for each location and for all. Adding up
 * the lines of years takes seconds, adding up these does not.
 */
async function fillMonth(session: Session, month: string): Promise<void> {
  const keys = { product: articleColumns, department: ['dpt_id', 'dpt_name'] };
  const selects = Object.entries(keys).flatMap(([of, columns]) => {
    const article = articleColumns.map((name) => (columns.includes(name) ? name : `null as ${name}`));
    const select = (as: string, location: string, by: readonly string[]) => `
      select '${as}' as of, date ${literal(`${month}-01`)} as date, ${location} as location_id, currency, ${article.join(', ')},
        sum(plu_receipts)::bigint as plu_receipts, sum(dpt_receipts)::bigint as dpt_receipts,
        ${figureColumns.map(summed).join(', ')}
      from lines where counts group by ${by.join(', ')}`;
    return [
      select(`${of} by location`, 'location_id', ['location_id', 'currency', ...columns]),
      select(of, 'null::uuid', ['currency', ...columns]),
    ];
  });
  await session.run({ sql: `create table sums as ${selects.join(' union all by name ')}` });
}

/** SQL of DuckDB: the sum of a column, with room for a month's; `n` is the number of rows. */
const summed = (name: string): string =>
  name === 'n'
    ? 'count(*) as n'
    : `sum(${name})::decimal(${name === 'quantity' ? '24,6' : '24,4'}) as ${name}`;

/** Fills `daily`: what the receipts and payments of each day come to, in each way that they are broken down. */
async function fillDaily(session: Session): Promise<void> {
  const place = ['day', 'date', 'location_id', 'currency'];
  const selects = Object.entries(dailySums).map(([of, { part, keys }]) => {
    const by = [...place, ...keys].join(', ');
    const sums = dailyFigures[part].map(summed).join(', ');
    return `select '${of}' as of, ${by}, ${sums} from ${part} where counts group by ${by}`;
  });
  await session.run({ sql: `create table daily as ${selects.join(' union all by name ')}` });
}

/**
 * In this order, rows of one product, or of one kind of sum, lie beside each other: less to keep, and what asks for one
 * passes over the groups of rows that have others.
 */
const layouts: Readonly<Record<FilePart, { order: string; group: number }>> = {
  receipts: { order: 'date, location_id, receipt', group: 122_880 },
  lines: { order: 'dpt_id, plu_id, date, location_id, receipt', group: 32_768 },
  tenders: { order: 'date, location_id, receipt', group: 122_880 },
  sums: { order: 'of, location_id, currency, plu_id', group: 32_768 },
  daily: { order: 'of, date, location_id, currency', group: 8192 },
  articles: { order: 'article', group: 122_880 },
  pairs: { order: 'asked_key, asked, article, location_id, currency', group: 122_880 },
  baskets: { order: 'plu_id, productid, name, receipt', group: 122_880 },
};

/** Writes a part to a file. `to` is SQL of DuckDB. */
export async function writePart(session: Session, part: FilePart, to: string): Promise<void> {
  const { order, group } = layouts[part];
  await session.run({
    sql: `copy (from ${part} order by ${order}) to ${to} (format parquet, compression zstd, row_group_size ${group})`,
  });
}

const counted = z.tuple([z.object({ rows: z.coerce.number() })]);

/** Returns the number of rows of a table. */
export async function rowsIn(session: Session, part: FilePart): Promise<number> {
  const [{ rows }] = counted.parse(await session.run({ sql: `select count(*) as rows from ${part}` }));
  return rows;
}
