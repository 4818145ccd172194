import path from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '@/core/server/auth/caller';
import type { Session } from '@/core/server/archive/column-store';
import type { Statement } from '@/core/server/archive/process';
import { trusted, type Tx } from '@/core/server/db/db';
import { decimalsOf, literal, partNames, parts, type Part } from './columns';
import { rowsOfPart } from './rows.server';

/** The name of a part's file. */
export const partFile = (name: string, part: Part | 'sums'): string => `${part}-${name}.parquet`;

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

const article = ['plu_id', 'productid', 'name', 'dpt_id', 'dpt_name'];
const figures = ['quantity', 'gross', 'net', 'tax', 'discount'];

/**
 * Fills `sums`: what the lines of the month come to by product and by department, for each location and for all. Adding up
 * the lines of years takes seconds, adding up these does not.
 */
export async function fillSums(session: Session, month: string): Promise<void> {
  const keys = { product: article, department: ['dpt_id', 'dpt_name'] };
  const selects = Object.entries(keys).flatMap(([of, columns]) =>
    ['location_id', 'null::uuid'].map(
      (
        location,
      ) => `select '${of}' as of, date ${literal(`${month}-01`)} as date, ${location} as location_id, currency,
        ${article.map((name) => (columns.includes(name) ? name : `null as ${name}`)).join(', ')},
        sum(plu_receipts)::bigint as plu_receipts, sum(dpt_receipts)::bigint as dpt_receipts,
        ${figures.map((name) => `sum(${name})::decimal(${name === 'quantity' ? '24,6' : '24,4'}) as ${name}`).join(', ')}
        from lines where counts group by ${[...(location === 'location_id' ? [location] : []), 'currency', ...columns].join(', ')}`,
    ),
  );
  await session.run({ sql: `create table sums as ${selects.join(' union all by name ')}` });
}

/** In this order, rows of one place and product lie beside each other: less to read and less to keep. */
const orders = {
  receipts: 'date, location_id, receipt',
  lines: 'date, location_id, receipt',
  tenders: 'date, location_id, receipt',
  sums: 'of, location_id nulls first, currency, plu_id',
};

/** Writes a part to a file. `to` is SQL of DuckDB. */
export async function writePart(session: Session, part: Part | 'sums', to: string): Promise<void> {
  await session.run({
    sql: `copy (from ${part} order by ${orders[part]}) to ${to} (format parquet, compression zstd)`,
  });
}

const counted = z.tuple([z.object({ rows: z.coerce.number() })]);

/** Returns the number of rows of a table. */
export async function rowsIn(session: Session, part: Part | 'sums'): Promise<number> {
  const [{ rows }] = counted.parse(await session.run({ sql: `select count(*) as rows from ${part}` }));
  return rows;
}
