import http from 'node:http';
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { client, refusal } from './api.mjs';
import { cpuSeconds } from './cpu.mjs';
import { machine, median, printTable } from './measure.mjs';
import { makeShop, receipt } from './receipts.mjs';
import { startService } from './service.mjs';

// Tills that post single receipts of five lines into one business day, each its next one when the last was answered,
// against plain inserts of the same rows on a table without events, totals, triggers, foreign keys and row-level
// security. Both run in turns, and with 16 connections to PostgreSQL. `paired`: each till has a register and a key of its own, eight
// to a location, and each location its day.
const { values } = parseArgs({
  options: {
    tills: { type: 'string', default: '8,64' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    profile: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const date = '2026-03-01';
const lines = 5;
/** The receipts of a day stand in its hours by their number of so many. */
const ofDay = 100_000;

const columns = `id, businessday_id, location_id, pos_id, receipt_num, name, type, completed_at, cashier, currency, total,
  total_net, total_tax, rounding, data`;
const insert = `insert into bare (tenant_id, company_id, active, created_at, modified_at, ${columns})
  select $2::uuid, $2::uuid, true, now(), now(), (i->>'id')::uuid, (i->>'businessday_id')::uuid, (i->>'location_id')::uuid,
    (i->>'pos_id')::uuid, i->>'receipt_num', '', i->>'type', (i->>'completed_at')::timestamptz, i->'cashier', i->>'currency',
    (i->>'total')::numeric, (i->>'total_net')::numeric, (i->>'total_tax')::numeric, (i->>'rounding')::numeric, i->'data'
  from (select $1::jsonb as i) r`;

const service = await startService(values.profile ? { profile: values.profile } : {});
const pool = new Pool({ connectionString: service.databaseUrl, max: 16 });
try {
  const send = client(service.url, service.key);
  const shop = await makeShop(send, 'Market hall');
  const company = (await send('GET', '/api/secure/me')).body.company.id;
  const opened = await send('POST', '/api/secure/businessday', { location_id: shop.location_id, date });
  if (opened.status !== 201) throw refusal('POST businessday', opened);
  // The same columns, indexes and generated figures; `like` copies neither foreign keys, triggers nor policies.
  await pool.query('create table bare (like sales including all)');
  let number = 0;
  const next = () => JSON.stringify(receipt(shop, opened.body.id, date, (number += 1), ofDay, lines));
  const agent = new http.Agent({ keepAlive: true });
  const post = () => postReceipt(agent, next(), service.key);
  const most = Math.max(...values.tills.split(',').map(Number));
  const paired = await pairTills(send, most);
  const postPaired = (/** @type {number} */ till) => {
    const { of, day, key } = paired[till] ?? { of: shop, day: '', key: '' };
    return postReceipt(agent, JSON.stringify(receipt(of, day, date, (number += 1), ofDay, lines)), key);
  };
  const plain = async () =>
    void (await pool.query({ name: 'plain', text: insert, values: [next(), company] }));
  await run(8, 1, post);
  await run(8, 1, plain);
  /** @type {string[][]} */
  const table = [];
  const runs = values.tills.split(',').flatMap((tills) => [
    { tills: Number(tills), name: `${tills} tills`, work: post },
    { tills: Number(tills), name: `${tills} paired`, work: postPaired },
  ]);
  for (const { tills, name, work } of runs) {
    /** @type {(Round & { cpu: number, bare: number })[]} */
    const rounds = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const before = await cpuSeconds(service.pid, service.postmaster);
      const mine = await run(tills, seconds, work);
      const cpu = (await cpuSeconds(service.pid, service.postmaster)) - before;
      rounds.push({ ...mine, cpu: cpu / mine.count, bare: (await run(tills, seconds, plain)).rate });
    }
    const of = (/** @type {(round: (typeof rounds)[number]) => number} */ read) => median(rounds.map(read));
    table.push([
      name,
      of(({ rate }) => rate).toFixed(0),
      of(({ p50 }) => p50).toFixed(1),
      of(({ p99 }) => p99).toFixed(1),
      (of(({ cpu }) => cpu) * 1000).toFixed(2),
      of(({ bare }) => bare).toFixed(0),
      of(({ rate, bare }) => bare / rate).toFixed(1),
    ]);
  }
  agent.destroy();
  console.log(
    `\nPOST sales, single receipts of ${lines} lines into one day, the medians of ${values.rounds} rounds`,
  );
  printTable(['', 'a second', 'p50 ms', 'p99 ms', 'CPU ms each', 'bare a second', 'ratio'], table);
  console.log(`CPU: of the service and PostgreSQL together.\n${machine()}`);
} finally {
  await pool.end();
  await service.stop();
}

/**
 * Pairs tills, eight to a location.
 *
 * @param {ReturnType<typeof client>} send
 * @param {number} count
 */
async function pairTills(send, count) {
  const made = async (/** @type {string} */ path, /** @type {object} */ json) => {
    const answer = await send('POST', path, json);
    if (answer.status !== 201) throw refusal(path, answer);
    return answer.body;
  };
  const paired = [];
  let hall = null;
  for (let till = 0; till < count; till += 1) {
    if (till % 8 === 0) {
      const { location_id } = await makeShop(send, `Hall ${till / 8}`);
      hall = { location_id, day: (await made('/api/secure/businessday', { location_id, date })).id };
    }
    if (!hall) throw new Error('A till stands in a hall');
    const { location_id, day } = hall;
    const pos = (await made('/api/secure/pos', { name: `Till ${till}`, location_id })).id;
    const { code } = await made(`/api/secure/pos/${pos}/pairing`, {});
    const { key } = await made('/api/pair', { code });
    paired.push({ of: { location_id, pos_ids: [pos, pos] }, day, key });
  }
  return paired;
}

/** @typedef {{ count: number, rate: number, p50: number, p99: number }} Round */

/**
 * Repeats `work` on so many tills.
 *
 * @param {number} tills
 * @param {number} duration in seconds
 * @param {(till: number) => Promise<void>} work
 * @returns {Promise<Round>}
 */
async function run(tills, duration, work) {
  /** @type {number[]} */
  const times = [];
  const began = performance.now();
  const end = began + duration * 1000;
  await Promise.all(
    Array.from({ length: tills }, async (_, till) => {
      while (performance.now() < end) {
        const sent = performance.now();
        await work(till);
        times.push(performance.now() - sent);
      }
    }),
  );
  const took = (performance.now() - began) / 1000;
  times.sort((one, other) => one - other);
  const at = (/** @type {number} */ part) => times[Math.floor((times.length - 1) * part)] ?? 0;
  return { count: times.length, rate: times.length / took, p50: at(0.5), p99: at(0.99) };
}

/**
 * @param {http.Agent} agent
 * @param {string} body
 * @param {string} key
 * @returns {Promise<void>}
 */
function postReceipt(agent, body, key) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${service.url}/api/secure/sales`,
      { method: 'POST', agent, headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => (text += chunk));
        response.once('error', reject);
        response.once('end', () =>
          response.statusCode === 201 ? resolve() : reject(new Error(`${response.statusCode} ${text}`)),
        );
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}
