import { rm } from 'node:fs/promises';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { machine, median, printTable } from './measure.mjs';
import { query } from './proofs/outage/servers.mjs';
import { startPair } from './proofs/cluster/pair.mjs';
import { missingPackages, ownFolder } from './proofs/cluster/programs.mjs';
import { startCounted } from './proofs/cluster/services.mjs';

// What NOTIFY costs (docs/decisions/137-notifications.md): PostgreSQL commits the transactions that notify one after the
// other. Writers of as many tenants save single records, with the trigger that notified, with the outbox and without
// either, in turns; on a primary alone and with a synchronous standby, where a commit takes longer. Then one writer
// waits for each of its writes to be told: from the answer to the message on the stream of the other service.
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
const writesTold = 100;
const missing = missingPackages(['postgresql']);
if (missing.length > 0) throw new Error(`It needs the Debian package ${missing.join(', ')}`);

/** @typedef {(typeof variants)[number]} Told */
const variants = /** @type {const} */ (['as it was', 'outbox', 'none']);
const folder = await ownFolder('notify');
const pair = await startPair(folder, Number(values.port));
const vite = await createServer({
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  logLevel: 'error',
});
/** @type {Awaited<ReturnType<typeof startCounted>>[]} */
const services = [];
try {
  const { url } = pair.primary;
  for (let n = 0; n < Number(values.services); n += 1) {
    services.push(await startCounted({ databaseUrl: url, apiKey: 'notify-0123456789abcdef' }));
  }
  const keys = await makeTenants(url);
  const texts = await triggerTexts(url);
  const agent = new http.Agent({ keepAlive: true, maxSockets: writers });
  /** @type {string[][]} */
  const table = [];
  for (const standby of ['none', 'synchronous']) {
    await query(url, `alter system set synchronous_standby_names = '${standby === 'none' ? '' : '*'}'`);
    await query(url, 'select pg_reload_conf()');
    /** @type {Record<Told, { rate: number, p50: number, p99: number }[]>} */
    const rounds = { 'as it was': [], outbox: [], none: [] };
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const told of variants) {
        await use(url, told, texts);
        rounds[told].push(await run(agent, keys));
      }
    }
    for (const told of variants) {
      const of = (/** @type {'rate' | 'p50' | 'p99'} */ name) =>
        median(rounds[told].map((one) => one[name])).toFixed(1);
      table.push([`standby: ${standby}; NOTIFY: ${told}`, of('rate'), of('p50'), of('p99')]);
    }
  }
  /** @type {string[][]} */
  const waits = [];
  for (const told of /** @type {const} */ (['as it was', 'outbox'])) {
    await use(url, told, texts);
    const times = await timesUntilTold(agent, String(keys[0]));
    waits.push([
      told,
      ...[0.5, 0.99].map((part) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1)),
    ]);
  }
  agent.destroy();
  console.log(
    `\n${writers} writers of ${writers} tenants, ${services.length} services, medians of ${values.rounds} rounds`,
  );
  printTable(['', 'writes a second', 'p50 ms', 'p99 ms'], table);
  console.log(`\nOne writer: from the answer to the message of the other service, ${writesTold} writes`);
  printTable(['', 'p50 ms', 'p99 ms'], waits);
  console.log(machine());
} finally {
  for (const one of services) await one.stop();
  await vite.close();
  await pair.end();
  await rm(folder, { recursive: true, force: true });
}

/** Returns a trigger that notifies by itself, and the one of the schema. @param {string} url */
async function triggerTexts(url) {
  const alone = `create or replace function event_is_told() returns trigger language plpgsql as $$
    declare one record;
    begin
      for one in
        select w.tenant_id, w.company_id, w.entity, min(w.seq) as first, max(w.seq) as last
        from written w group by 1, 2, 3 order by min(w.seq)
      loop
        perform pg_notify('tillhouse_event', json_build_array(one.tenant_id, one.company_id, one.entity,
          one.first, one.last, settled_place()::text)::text);
      end loop;
      return null;
    end $$;`;
  const [found] = await query(url, `select pg_get_functiondef('event_is_told()'::regprocedure) as text`);
  return { 'as it was': alone, outbox: String(found?.text) };
}

/** Switches what each write tells. @param {string} url @param {Told} told @param {Awaited<ReturnType<typeof triggerTexts>>} texts */
async function use(url, told, texts) {
  await query(url, `alter table event ${told === 'none' ? 'disable' : 'enable'} trigger told`);
  if (told !== 'none') await query(url, texts[told]);
}

/** Returns the milliseconds until each of some writes is told. @param {http.Agent} agent @param {string} key */
async function timesUntilTold(agent, key) {
  const [writer, follower] = [services[0], services.at(-1)];
  const response = await fetch(`${follower?.address}/api/secure/live`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  if (!response.body) throw new Error(`The stream was answered with ${response.status}`);
  /** @type {Map<string, number>} */
  const told = new Map();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let isReady = false;
  const reading = (async () => {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      text += step.value;
      isReady ||= text.includes('event: ready');
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages)
        for (const [, id] of message.matchAll(/"id":"([^"]+)"/g)) told.set(String(id), performance.now());
    }
  })();
  const until = async (/** @type {() => boolean} */ holds) => {
    for (const limit = performance.now() + 30_000; !holds(); await pause(1))
      if (performance.now() > limit) throw new Error('A write was not told');
  };
  await until(() => isReady);
  /** @type {number[]} */
  const times = [];
  for (let n = 0; n < writesTold; n += 1) {
    const id = crypto.randomUUID();
    await post(agent, String(writer?.address), key, JSON.stringify({ id, name: 'Told' }));
    const answered = performance.now();
    await until(() => told.has(id));
    times.push(Math.max(0, Number(told.get(id)) - answered));
    await pause(Math.random() * 100);
  }
  await reader.cancel();
  await reading;
  return times.toSorted((a, b) => a - b);
}

/** Creates a company for each writer, and returns their keys. @param {string} url */
async function makeTenants(url) {
  const { openDatabase } = await vite.ssrLoadModule('/src/server/db/db.ts');
  const { createCompanyWithKeys, firstKey } = await vite.ssrLoadModule('/src/server/ops/companies.ts');
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
