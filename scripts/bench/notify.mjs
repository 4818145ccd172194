import { rm } from 'node:fs/promises';
import http from 'node:http';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { machine, median, printTable } from './measure.mjs';
import { query } from './proofs/outage/servers.mjs';
import { startPair } from './proofs/cluster/pair.mjs';
import { missingPackages, ownFolder } from './proofs/cluster/programs.mjs';
import { startCounted } from './proofs/cluster/services.mjs';

// What NOTIFY costs (docs/decisions/137-notifications.md): PostgreSQL commits the transactions that notify one after the
// other. Writers of as many tenants save single records, with the trigger that notifies and without it, in turns; on
// a primary alone and with a synchronous standby, where a commit takes longer.
const { values } = parseArgs({
  options: {
    writers: { type: 'string', default: '64' },
    services: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    port: { type: 'string', default: '15480' },
  },
});
const writers = Number(values.writers);
const missing = missingPackages(['postgresql']);
if (missing.length > 0) throw new Error(`It needs the Debian package ${missing.join(', ')}`);

/** @typedef {(typeof variants)[number]} Told */
const variants = /** @type {const} */ (['as it is', 'cheap place', 'none']);
const folder = await ownFolder('notify');
const pair = await startPair(folder, Number(values.port));
const vite = await createServer({
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  logLevel: 'error',
});
/** @type {string | null} */
let original = null;
/** @type {Awaited<ReturnType<typeof startCounted>>[]} */
const services = [];
try {
  const { url } = pair.primary;
  for (let n = 0; n < Number(values.services); n += 1) {
    services.push(await startCounted({ databaseUrl: url, apiKey: 'notify-0123456789abcdef' }));
  }
  const keys = await makeTenants(url);
  const agent = new http.Agent({ keepAlive: true, maxSockets: writers });
  /** @type {string[][]} */
  const table = [];
  for (const standby of ['none', 'synchronous']) {
    await query(url, `alter system set synchronous_standby_names = '${standby === 'none' ? '' : '*'}'`);
    await query(url, 'select pg_reload_conf()');
    /** @type {Record<Told, { rate: number, p50: number, p99: number }[]>} */
    const rounds = { 'as it is': [], 'cheap place': [], none: [] };
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const told of variants) {
        await use(url, told);
        rounds[told].push(await run(agent, keys));
      }
    }
    for (const told of variants) {
      const of = (/** @type {'rate' | 'p50' | 'p99'} */ name) =>
        median(rounds[told].map((one) => one[name])).toFixed(1);
      table.push([`standby: ${standby}; NOTIFY: ${told}`, of('rate'), of('p50'), of('p99')]);
    }
  }
  agent.destroy();
  console.log(
    `\n${writers} writers of ${writers} tenants, ${services.length} services, medians of ${values.rounds} rounds`,
  );
  printTable(['', 'writes a second', 'p50 ms', 'p99 ms'], table);
  console.log(machine());
} finally {
  for (const one of services) await one.stop();
  await vite.close();
  await pair.end();
  await rm(folder, { recursive: true, force: true });
}

/**
 * Switches what each write tells. `cheap place`: with the oldest transaction under way as it is, not looking up whose it is.
 *
 * @param {string} url @param {Told} told
 */
async function use(url, told) {
  await query(url, `alter table event ${told === 'none' ? 'disable' : 'enable'} trigger told`);
  const [{ text }] = await query(url, `select pg_get_functiondef('event_is_told'::regproc) as text`);
  original ??= String(text);
  const cheap = original.replaceAll('settled_place()', 'pg_snapshot_xmin(pg_current_snapshot())');
  await query(url, told === 'cheap place' ? cheap : original);
}

/** Creates a company for each writer, and returns their keys. @param {string} url */
async function makeTenants(url) {
  const { openDatabase } = await vite.ssrLoadModule('/src/core/server/db/db.ts');
  const { createCompanyWithKeys, firstKey } = await vite.ssrLoadModule('/src/core/server/ops/companies.ts');
  const db = openDatabase(url, console, 4);
  const made = [];
  for (let n = 0; n < writers; n += 1) {
    const fields = { name: `Tenant ${n}`, data: { currency: 'EUR', locale: 'en', timezone: 'UTC' } };
    const { keys } = await createCompanyWithKeys(db, fields, null, [firstKey]);
    made.push(keys[0]);
  }
  await db.destroy();
  return made;
}

/** @param {http.Agent} agent @param {string[]} keys */
async function run(agent, keys) {
  /** @type {number[]} */
  const times = [];
  const until = performance.now() + Number(values.seconds) * 1000;
  const began = performance.now();
  await Promise.all(
    keys.map(async (key, n) => {
      const address = String(services[n % services.length]?.address);
      while (performance.now() < until) {
        const sent = performance.now();
        await post(agent, address, key, JSON.stringify({ name: crypto.randomUUID() }));
        times.push(performance.now() - sent);
      }
    }),
  );
  const sorted = times.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ part) => sorted[Math.floor(sorted.length * part)] ?? 0;
  return { rate: times.length / ((performance.now() - began) / 1000), p50: at(0.5), p99: at(0.99) };
}

/** @param {http.Agent} agent @param {string} address @param {string} key @param {string} body @returns {Promise<void>} */
function post(agent, address, key, body) {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const request = http.request(
      `${address}/api/secure/customer`,
      { agent, method: 'POST', headers },
      (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode === 201
            ? resolve()
            : reject(new Error(`POST was answered with ${response.statusCode}`)),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
