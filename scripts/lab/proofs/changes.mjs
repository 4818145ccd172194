import { setTimeout as wait } from 'node:timers/promises';
import { ensureReferences, postArray, product, range } from '../products.mjs';
import { client } from '../api.mjs';
import { dice, must } from './ask.mjs';
import { serve } from './serve.mjs';

const working = ['preparing', 'previewing', 'running'];

/**
 * Proves that a change set changes each record once: processes that apply it are killed in the middle, every other time
 * with a process of PostgreSQL too, whereupon all of its connections end; another process goes on. And that a scheduled
 * set is applied once by one of three processes, and at the start if none ran at its time (docs/design.md#change-sets).
 *
 * @param {{ service: import('../service.mjs').Service, sql: import('./ask.mjs').Sql, rounds: number, seed: number, products?: number }} parts
 */
export async function proveChanges({ service, sql, rounds, seed, products = 10_000 }) {
  const by = dice(seed);
  const env = {
    ...process.env,
    DATABASE_URL: service.databaseUrl,
    TILLHOUSE_API_KEY: service.key,
    TILLHOUSE_DEMO: 'false',
    PORT: '0',
    LOG_LEVEL: 'error',
  };
  // The first process of the bench would go on by itself and hide what the others do.
  kill(service.pid);
  let [one, other] = [await serve(env), await serve(env)];
  const ask = () => client(other.address, service.key);
  try {
    const references = await ensureReferences(ask());
    const ids = range(0, products).map((n) => product(references, n).id);
    for (let at = 0; at < products; at += 1000)
      await postArray(
        ask(),
        range(at, at + 1000).map((n) => product(references, n)),
      );
    let stopped = 0;
    for (let round = 0; round < rounds; round += 1) {
      const price = `${100 + round}.00`;
      const id = await draft(client(one.address, service.key), ids, { base_price: price });
      void client(one.address, service.key)('POST', `/api/secure/changeset/${id}/apply`).catch(() => null);
      await begun(sql, id, by.int(products - 1000));
      if (round % 2) await crash(sql);
      kill(one.pid);
      await one.ended;
      const [row] = await sql('select status from changeset where id = $1', [id]);
      if (row.status === 'running') stopped += 1;
      await settled(sql, id, 'applied');
      const [found] = await sql(
        `select count(*)::int as events, count(distinct e.changeset_item)::int as items, count(distinct e.entity_id)::int as records,
          (select count(*)::int from plu where base_price = $2::numeric and version = $3) as stored
        from event e where e.changeset_id = $1`,
        [id, price, round + 2],
      );
      const { events, items, records, stored } = found;
      const all = [events, items, records, stored];
      must(
        all.every((count) => count === products),
        () => `Round ${round}: ${all.join(', ')} of ${products}`,
      );
      one = await serve(env);
    }
    const third = await serve(env);
    const first = await schedule(client(one.address, service.key), ids, '200.00');
    await settled(sql, first, 'applied');
    await once(sql, first, products);
    const missed = await schedule(client(one.address, service.key), ids, '300.00');
    for (const each of [one, other, third]) kill(each.pid);
    const [{ left }] = await sql(
      `select extract(epoch from due_at - clock_timestamp())::float8 as left from changeset where id = $1`,
      [missed],
    );
    await wait((Number(left) + 65) * 1000);
    [one, other] = [await serve(env), await serve(env)];
    await settled(sql, missed, 'applied');
    await once(sql, missed, products);
    const [{ missed: isMissed }] = await sql('select missed from changeset where id = $1', [missed]);
    must(isMissed, () => 'A set that was missed does not say so');
    return `${rounds} times the process that applied ${products} changes was killed in the middle (${stopped} found unfinished), ${Math.floor(rounds / 2)} times with PostgreSQL: each record once; a scheduled set once with three processes, and once at the start after all were down`;
  } finally {
    for (const each of [one, other]) kill(each.pid);
  }
}

/** @param {ReturnType<typeof client>} send @param {string[]} ids @param {object} patch @param {object} [more] */
async function draft(send, ids, patch, more = {}) {
  const made = await send('POST', '/api/secure/changeset', { name: 'A set', ...more });
  must(made.status === 201, () => JSON.stringify(made.body));
  for (let at = 0; at < ids.length; at += 1000) {
    const items = ids.slice(at, at + 1000).map((record_id) => ({ resource: 'plu', record_id, patch }));
    const added = await send('POST', `/api/secure/changeset/${made.body.id}/items`, items);
    must(added.status === 200, () => JSON.stringify(added.body));
  }
  return made.body.id;
}

/** @param {ReturnType<typeof client>} send @param {string[]} ids @param {string} price */
async function schedule(send, ids, price) {
  // The company of the bench has no time zone of its own: its wall clock is UTC.
  const at = new Date(Date.now() + 90_000).toISOString().slice(0, 16);
  const id = await draft(send, ids, { base_price: price }, { apply_at: at });
  const answer = await send('POST', `/api/secure/changeset/${id}/schedule`);
  must(answer.status === 200, () => JSON.stringify(answer.body));
  return id;
}

/** Waits until so many items are dealt with. @param {import('./ask.mjs').Sql} sql @param {string} id @param {number} done */
async function begun(sql, id, done) {
  for (;;) {
    const [row] = await sql('select status, coalesce(done, 0) as done from changeset where id = $1', [id]);
    if (row.done >= done || row.status === 'applied') return;
    await wait(5);
  }
}

/** @param {import('./ask.mjs').Sql} sql @param {string} id @param {string} status */
async function settled(sql, id, status) {
  for (const began = Date.now(); ;) {
    const [row] = await sql('select status from changeset where id = $1', [id]);
    if (row.status === status) return;
    must(Date.now() - began < 240_000, () => `A set is ${row.status} after four minutes`);
    await wait(working.includes(row.status) ? 200 : 1000);
  }
}

/** @param {import('./ask.mjs').Sql} sql @param {string} id @param {number} products */
async function once(sql, id, products) {
  const [{ events }] = await sql('select count(*)::int as events from event where changeset_id = $1', [id]);
  must(events === products, () => `${events} events of ${products} records`);
}

/** Kills one process of PostgreSQL, which then ends all of its connections and recovers. @param {import('./ask.mjs').Sql} sql */
async function crash(sql) {
  const [row] = await sql(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() and datname = current_database() limit 1`,
  );
  if (row) kill(row.pid);
}

/** @param {number | undefined} pid */
function kill(pid) {
  try {
    if (pid) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself in the meantime.
  }
}
