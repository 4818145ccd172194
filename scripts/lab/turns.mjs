import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { client, refusal } from './api.mjs';
import { machine, printTable } from './measure.mjs';
import { startService } from './service.mjs';

// What a small tenant waits for a large one (server/ops/turns.ts): two change sets of 200,000 items of one tenant are
// previewed, then applied, and beside them another tenant applies sets of one item, one after the other.
const { values } = parseArgs({
  options: { items: { type: 'string', default: '200000' }, seconds: { type: 'string', default: '60' } },
});
const count = Number(values.items);
const size = 1000;

const service = await startService();
try {
  const { openDatabase } = await service.load('src/server/db/db.ts');
  const { createCompanyWithKeys, firstKey } = await service.load('src/server/ops/companies.ts');
  const db = openDatabase(service.databaseUrl, console, 2);
  const fields = { name: 'Corner shop', data: { currency: 'EUR', locale: 'en', timezone: 'UTC' } };
  const { keys } = await createCompanyWithKeys(db, fields, null, [firstKey]);
  await db.destroy();
  const chain = client(service.url, service.key);
  const shop = client(service.url, keys[0]);
  const items = (/** @type {number} */ many, /** @type {number} */ n) =>
    Array.from({ length: many }, (_, k) => ({
      resource: 'dpt',
      record_id: null,
      patch: { name: `Department ${n} ${k}` },
    }));
  const large = [];
  for (const name of ['One', 'Two']) {
    const set = await must(chain, 'POST', '/api/secure/changeset', { name });
    for (let at = 0; at < count; at += size)
      await must(
        chain,
        'POST',
        `/api/secure/changeset/${set.id}/items`,
        items(Math.min(size, count - at), at),
      );
    large.push(set.id);
  }
  /** @type {string[][]} */
  const table = [];
  for (const action of ['preview', 'apply']) {
    await Promise.all(large.map((id) => must(chain, 'POST', `/api/secure/changeset/${id}/${action}`)));
    /** @type {number[]} */
    const times = [];
    const until = performance.now() + Number(values.seconds) * 1000;
    while (performance.now() < until && (await isWorking(large))) {
      const began = performance.now();
      const set = await must(shop, 'POST', '/api/secure/changeset', { name: 'Small' });
      await must(shop, 'POST', `/api/secure/changeset/${set.id}/items`, items(1, 0));
      await must(shop, 'POST', `/api/secure/changeset/${set.id}/apply`);
      while ((await must(shop, 'GET', `/api/secure/changeset/${set.id}`)).status !== 'applied')
        await wait(20);
      times.push(performance.now() - began);
      await wait(500);
    }
    times.sort((a, b) => a - b);
    const at = (/** @type {number} */ part) =>
      ((times[Math.floor((times.length - 1) * part)] ?? 0) / 1000).toFixed(2);
    table.push([action, String(times.length), at(0.5), at(0.95), at(1)]);
    // What is left of a preview is stopped, so that the apply begins.
    for (const id of large)
      if (await isWorking([id])) await chain('POST', `/api/secure/changeset/${id}/stop`);
  }
  console.log(`\nA set of one item beside two of ${count} of another tenant, made and applied, in seconds`);
  printTable(['beside', 'sets', 'median', '95 %', 'longest'], table);
  console.log(machine());
} finally {
  await service.stop();
}

/** @param {readonly string[]} ids */
async function isWorking(ids) {
  const send = client(service.url, service.key);
  const sets = await Promise.all(ids.map((id) => must(send, 'GET', `/api/secure/changeset/${id}`)));
  return sets.some(({ status }) => status === 'previewing' || status === 'running');
}

/** @param {ReturnType<typeof client>} send @param {string} method @param {string} path @param {unknown} [body] */
async function must(send, method, path, body) {
  const answer = await send(method, path, body);
  if (answer.status >= 300) throw refusal(`${method} ${path}`, answer);
  return answer.body;
}
