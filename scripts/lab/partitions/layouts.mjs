/**
 * A copy of the three tables that grow with receipts, in a schema of its own: unpartitioned, or in ranges of time.
 *
 * @typedef {{ schema: string, parts: number }} Layout `parts` is 1 without partitions
 * @typedef {import('pg').Client} Client
 */

/** The column that a table is partitioned by. */
const byTime = { sales: 'completed_at', event: 'at', sales_search: 'completed_at' };
const tables = /** @type {(keyof typeof byTime)[]} */ (Object.keys(byTime));
/** As `sales` has it: rows of up to half a page are not compressed (src/resources/sales/table.ts). */
const storage = 'toast_tuple_target = 4080';

/**
 * Makes the tables of a layout and fills them. Identity columns and generated ones are plain columns, in every layout:
 * what they cost is the same in each.
 *
 * @param {Client} client
 * @param {Layout} layout
 */
export async function makeLayout(client, { schema, parts }) {
  await client.query(`drop schema if exists ${schema} cascade; create schema ${schema}`);
  for (const table of tables) {
    const bounds = await boundsOf(client, table, parts);
    await client.query(
      `create table ${schema}.${table} (like public.${table} including defaults including constraints including storage` +
        `${table === 'sales_search' && parts > 1 ? ', completed_at timestamptz(3) not null' : ''})` +
        (parts > 1 ? ` partition by range (${byTime[table]})` : ''),
    );
    const leaves = parts > 1 ? bounds.slice(0, -1).map((_, n) => `${table}_${n}`) : [table];
    if (parts > 1)
      for (const [n, leaf] of leaves.entries())
        await client.query(
          `create table ${schema}.${leaf} partition of ${schema}.${table} for values from (${bounds[n]}) to (${bounds[n + 1]})`,
        );
    if (table === 'sales')
      for (const leaf of leaves) await client.query(`alter table ${schema}.${leaf} set (${storage})`);
    await client.query(`insert into ${schema}.${table} ${sourceOf(table, parts)}`);
    for (const statement of await indexesOf(client, schema, table, parts)) await client.query(statement);
  }
  // A receipt is accepted once, whatever its month: the key of a partitioned table cannot say so.
  await client.query(
    `create table ${schema}.sales_id (tenant_id uuid, id uuid, completed_at timestamptz(3))`,
  );
  if (parts > 1)
    await client.query(
      `insert into ${schema}.sales_id select tenant_id, id, completed_at from ${schema}.sales`,
    );
  await client.query(`alter table ${schema}.sales_id add primary key (tenant_id, id)`);
  await client.query('vacuum analyze');
}

/** @param {keyof typeof byTime} table @param {number} parts */
const sourceOf = (table, parts) =>
  table === 'sales_search' && parts > 1
    ? 'select x.*, s.completed_at from public.sales_search x join public.sales s using (tenant_id, id) order by x.seq'
    : `select * from public.${table} order by seq`;

/**
 * Returns the bounds of equal ranges, the first and last open: events have the time of the run, which is no year.
 *
 * @param {Client} client
 * @param {keyof typeof byTime} table
 * @param {number} parts
 * @returns {Promise<string[]>}
 */
async function boundsOf(client, table, parts) {
  const source = table === 'event' ? 'event' : 'sales';
  const { rows } = await client.query(
    `select quote_literal(min(t) + n * (max(t) - min(t)) / $1) as bound
    from (select min(${byTime[table]}) as t from public.${source} union all select max(${byTime[table]}) from public.${source}) m,
      generate_series(1, $1 - 1) n group by n order by n`,
    [parts],
  );
  return ['minvalue', ...rows.map(({ bound }) => bound), 'maxvalue'];
}

/**
 * Returns the statements that make the indexes of the real table; unique ones hold the time where there are partitions.
 *
 * @param {Client} client
 * @param {string} schema
 * @param {keyof typeof byTime} table
 * @param {number} parts
 * @returns {Promise<string[]>}
 */
async function indexesOf(client, schema, table, parts) {
  const { rows } = await client.query(
    `select pg_get_indexdef(indexrelid) as text, indisunique as is_unique from pg_index where indrelid = 'public.${table}'::regclass`,
  );
  return rows.map(({ text, is_unique }) =>
    text
      .replace(/INDEX \S+ ON (?:ONLY )?public\.\S+/, `INDEX ON ${schema}.${table}`)
      .replace(/\)$/, is_unique && parts > 1 ? `, ${byTime[table]})` : ')'),
  );
}
