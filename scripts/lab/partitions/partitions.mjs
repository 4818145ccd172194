import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { machine, median, printTable } from '../measure.mjs';
import { startService } from '../service.mjs';
import { databaseAt } from '../year/upkeep.mjs';
import { makeLayout } from './layouts.mjs';
import { questionsOf } from './questions.mjs';

// What partitions by time of receipts, their events and their search table cost and bring: copies of the three tables,
// unpartitioned and in so many ranges, side by side in one database that `bench -- year --data` has filled.
const { values } = parseArgs({
  options: {
    // Folder that `bench -- year` has filled, or the address of a database.
    data: { type: 'string' },
    url: { type: 'string' },
    database: { type: 'string', default: 'tillhouse' },
    parts: { type: 'string', default: '12,60' },
    rounds: { type: 'string', default: '15' },
  },
});
const layouts = [1, ...values.parts.split(',').map(Number)].map((parts) => ({
  schema: `parts_${parts}`,
  parts,
}));
const rounds = Number(values.rounds);

if (!values.data && !values.url)
  throw new Error('partitions.mjs --data FOLDER, which `bench -- year` has filled, or --url URL');
const service = values.url
  ? null
  : await startService({ dataDir: path.join(path.resolve(values.data ?? ''), 'data') });
const url = databaseAt(values.url ?? service?.databaseUrl ?? '', values.database);
/** Each layout has a connection of its own, with its plans. @type {{ client: Client, layout: typeof layouts[number] }[]} */
const sides = [];
try {
  for (const layout of layouts) {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('set jit = off');
    const began = performance.now();
    await makeLayout(client, layout);
    console.log(`${layout.schema} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    await client.query(`set search_path = ${layout.schema}, public`);
    sides.push({ client, layout });
  }
  const questions = await questionsOf(sides[0]?.client ?? new Client());
  /** @type {string[][]} */
  const table = [];
  const add = (/** @type {string} */ name, /** @type {number[]} */ times) =>
    table.push([
      name,
      ...times.map((ms) => ms.toFixed(ms < 10 ? 2 : 0)),
      ...times.slice(1).map((ms) => (ms / (times[0] ?? 1)).toFixed(2)),
    ]);
  for (const { name, text, values: given } of questions)
    add(name, await inTurns(rounds, (client) => client.query({ name, text, values: given })));
  for (const { client } of sides)
    await client.query('create temp table fresh as select * from sales order by completed_at desc limit 500');
  for (const [count, turns] of [
    [1, rounds * 4],
    [500, rounds],
  ])
    add(
      `${count} receipt${count === 1 ? '' : 's'} written`,
      await inTurns(
        turns ?? 1,
        (client, { parts }) => write(client, parts, count ?? 1),
        (client) => client.query('update fresh set id = gen_random_uuid(), seq = seq + 1000000000'),
      ),
    );
  const oldest = await sides[0]?.client.query('select min(completed_at) as at from sales');
  const before = await partEnd();
  add(
    'vacuum after a day’s work',
    await inTurns(1, async (client) => void (await client.query('vacuum sales'))),
  );
  add(
    'the oldest part goes',
    await inTurns(0, (client, { schema, parts }) => remove(client, schema, parts, before)),
  );
  add('vacuum after that', await inTurns(0, async (client) => void (await client.query('vacuum sales'))));
  console.log(`\nmedian ms; receipts from ${oldest?.rows[0].at.toISOString().slice(0, 10)}`);
  printTable(
    [
      '',
      ...layouts.map(({ parts }) => (parts === 1 ? 'one table' : `${parts} parts`)),
      ...layouts.slice(1).map(({ parts }) => `ratio ${parts}`),
    ],
    table,
  );
  for (const { client, layout } of sides) {
    const { rows } = await client.query(
      `select sum(pg_total_relation_size(oid))::float8 / 1e6 as mega from pg_class where relnamespace = $1::regnamespace and relkind = 'r'`,
      [layout.schema],
    );
    console.log(`${layout.schema}: ${rows[0].mega.toFixed(0)} MB`);
  }
  console.log(machine());
} finally {
  for (const { client, layout } of sides) {
    await client.query(`drop schema if exists ${layout.schema} cascade`).catch(() => undefined);
    await client.end();
  }
  await service?.stop();
}

/**
 * Runs `work` for each layout in turns and returns the medians; the first turn of several fills caches.
 *
 * @param {number} turns
 * @param {(client: Client, layout: typeof layouts[number]) => Promise<unknown>} work
 * @param {(client: Client) => Promise<unknown>} [prepare] is not timed
 */
async function inTurns(turns, work, prepare) {
  const times = sides.map(() => /** @type {number[]} */ ([]));
  for (let turn = 0; turn <= turns; turn += 1)
    for (const [at, { client, layout }] of sides.entries()) {
      await prepare?.(client);
      const began = performance.now();
      await work(client, layout);
      if (turn > 0 || turns === 0) times[at]?.push(performance.now() - began);
    }
  return times.map(median);
}

/** Writes receipts of the last part with their search rows and events, in one transaction, as an array is. @param {Client} client @param {number} parts @param {number} count */
async function write(client, parts, count) {
  const some = `(select * from fresh order by seq limit ${count}) f`;
  await client.query('begin');
  if (parts > 1)
    await client.query(
      `insert into sales_id select tenant_id, id, completed_at from ${some} on conflict do nothing`,
    );
  await client.query(`insert into sales select * from ${some} on conflict do nothing`);
  await client.query(
    `insert into sales_search select tenant_id, company_id, id, seq, active, name, ' ' || receipt_num${parts > 1 ? ', completed_at' : ''} from ${some}`,
  );
  await client.query(
    `insert into event (tenant_id, company_id, seq, at, action, entity, entity_id, payload, after)
    select tenant_id, company_id, seq, now(), 'create', 'sales', id, data, data from ${some}`,
  );
  await client.query('commit');
}

/** Returns where the second of the fewest parts begins, as SQL. */
async function partEnd() {
  const first = layouts[1];
  const { rows } = (await sides[1]?.client.query(
    `select pg_get_expr(relpartbound, oid) as bound from pg_class where oid = '${first?.schema}.sales_0'::regclass`,
  )) ?? { rows: [] };
  return /TO \(('.*')\)/.exec(rows[0].bound)?.[1] ?? 'now()';
}

/** @param {Client} client @param {string} schema @param {number} parts @param {string} before */
async function remove(client, schema, parts, before) {
  if (parts === 1) return client.query(`delete from sales where completed_at < ${before}`);
  const { rows } = await client.query(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = '${schema}.sales'::regclass and substring(pg_get_expr(c.relpartbound, c.oid) from $re$TO \\('(.*)'\\)$re$)::timestamptz <= ${before}::timestamptz`,
  );
  for (const { name } of rows) {
    await client.query(`alter table sales detach partition ${schema}.${name}`);
    await client.query(`drop table ${schema}.${name}`);
  }
  return rows;
}
