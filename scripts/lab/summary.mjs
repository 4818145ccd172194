import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { client, ensure, refusal } from './api.mjs';
import { cpuSeconds } from './cpu.mjs';
import { machine, median, printTable } from './measure.mjs';
import { startService } from './service.mjs';
import { daysText, receiptsText, totalsText } from './summary-rows.mjs';

// Measures the summary of a month of a chain, and the report of the month: so many receipts of 50 stores in March, and few a day in the
// months before.
// The same questions are asked of the receipts, and again when the figures of the closed days are kept: both have to say
// the same, to the byte. Processor time is that of the service and PostgreSQL together.
const { values } = parseArgs({
  options: {
    receipts: { type: 'string', default: '417000' },
    stores: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '5' },
  },
});
const stores = Number(values.stores);
const registers = 5;
const perDay = Math.ceil(Number(values.receipts) / stores / 31 / registers) * registers;
const rounds = Number(values.rounds);
const [earlier, from, to] = ['2025-04-01', '2026-03-01', '2026-03-31'];

const service = await startService();
const owner = new Client({ connectionString: service.databaseUrl });
await owner.connect();
try {
  const send = client(service.url, service.key);
  const me = await send('GET', '/api/secure/me');
  const tenant = me.body.company.id;
  await fill(send, tenant);
  const { rows: counted } = await owner.query(
    `select count(*)::int as receipts, sum(jsonb_array_length(data->'lines'))::int as lines from sales
     where tenant_id = $1 and businessday_id in (select id from businessday where tenant_id = $1 and date between $2 and $3)`,
    [tenant, from, to],
  );
  console.log(`${counted[0].receipts} receipts and ${counted[0].lines} lines in a month of ${stores} stores`);
  const { rows: shops } = await owner.query('select id from location where tenant_id = $1 order by id', [
    tenant,
  ]);
  const questions = [
    ['a month, all stores', `from=${from}&to=${to}`],
    ['a week, all stores', 'from=2026-03-09&to=2026-03-15'],
    ['a month, one store', `from=${from}&to=${to}&location_id=${shops[0].id}`],
    ['two weeks, all stores', 'from=2026-03-09&to=2026-03-22'],
  ];
  const asked = new Map();
  for (const [what = '', query = ''] of questions) asked.set(what, await ask(query, 2));
  await after();
  console.log(machine());

  /** Makes the figures, and asks the same again. */
  async function after() {
    const { openFigures } = await service.load('/src/days/figures/figures-job.server.ts');
    const { openDatabase } = await service.load('/src/server/db/db.ts');
    const db = openDatabase(service.databaseUrl, console, 2, 0);
    const began = performance.now();
    const job = openFigures({ db, log: console, every: null });
    // The service takes part, once a minute.
    const isAtWork = async () => {
      const { rows } = await owner.query(`select count(*)::int as n from pg_stat_activity
        where state <> 'idle' and (query like '%figures%' or query like '%with made as%') and pid <> pg_backend_pid()`);
      return rows[0].n > 0;
    };
    while ((await job.makeAll()) > 0 || (await isAtWork()));
    const seconds = Math.round((performance.now() - began) / 1000);
    await seal(db);
    await db.destroy();
    console.log(`The figures of ${31 * stores} days and of those before were made in ${seconds} s`);
    const size = await owner.query(`select pg_total_relation_size('businessday_figures') as bytes`);
    console.log(`They take ${(Number(size.rows[0].bytes) / 1e6).toFixed(0)} MB`);
    /** @type {string[][]} */
    const table = [];
    for (const [what = '', query = ''] of questions) {
      const now = await ask(query, rounds);
      const then = asked.get(what);
      if (!now) throw new Error(`There is no answer in 30 s: ${query}`);
      if (then && then.hash !== now.hash) throw new Error(`The figures say something else: ${query}`);
      const [ms, cpu] = [now.ms.toFixed(0), now.cpu.toFixed(0)];
      table.push(
        then
          ? [
              what,
              then.ms.toFixed(0),
              ms,
              then.cpu.toFixed(0),
              cpu,
              (then.cpu / now.cpu).toFixed(1),
              'the same',
            ]
          : [what, 'none in 30 s', ms, '', cpu, '', ''],
      );
    }
    const head = ['ms, receipts', 'ms, figures', 'CPU ms, receipts', 'CPU ms, figures', 'ratio', 'bytes'];
    printTable(['median', ...head], table);
    const some = shops.slice(0, 3).map(({ id }) => id);
    /** @type {string[][]} */
    const months = [];
    for (const [what, query] of [
      ['all stores', ''],
      ['three stores', `&location_id=${some.join(',')}`],
    ]) {
      const { first, ms, cpu } = (await ask(`month=2026-03${query}`, rounds, 'month')) ?? {};
      months.push([
        `report of the month, ${what}`,
        ...[first, ms, cpu].map((one) => (one ?? NaN).toFixed(0)),
      ]);
    }
    printTable(['', 'first, ms', 'median, ms', 'CPU ms'], months);
  }

  /** Seals the days as their closing does, those of each store in turn. @param {any} db */
  async function seal(db) {
    const { inScope } = await service.load('/src/server/db/db.ts');
    const { serviceCaller } = await service.load('/src/server/ops/companies.ts');
    const { sealDays } = await service.load('/src/days/seal/seal.server.ts');
    const began = performance.now();
    let count = 0;
    for (const { id: location } of shops) {
      const { rows } = await owner.query(
        'select id from businessday where tenant_id = $1 and location_id = $2 order by date',
        [tenant, location],
      );
      const days = rows.map(({ id }) => ({ id, reason: 'close' }));
      const caller = serviceCaller([tenant]);
      await inScope(db, caller, 'read write', (/** @type {unknown} */ tx) => sealDays(tx, caller, days));
      count += days.length;
    }
    console.log(`${count} days were sealed in ${Math.round((performance.now() - began) / 1000)} s`);
  }

  /**
   * Asks so many times, and returns the medians of the times and of the processor times, in milliseconds, and a hash of the answer.
   *
   * @param {string} query
   * @param {number} times
   */
  async function ask(query, times, report = 'summary') {
    /** @type {number[]} */
    const took = [];
    /** @type {number[]} */
    const spent = [];
    let hash = '';
    for (let round = 0; round < times; round += 1) {
      const before = await cpuSeconds(service.pid, service.postmaster);
      const began = performance.now();
      const response = await fetch(`${service.url}/api/secure/report/${report}?${query}`, {
        headers: { Authorization: `Bearer ${service.key}` },
      });
      const text = await response.text();
      took.push(performance.now() - began);
      spent.push(((await cpuSeconds(service.pid, service.postmaster)) - before) * 1000);
      // A statement may take 30 s.
      if (response.status === 503) return null;
      if (response.status !== 200) throw new Error(`${query}: ${response.status} ${text.slice(0, 300)}`);
      hash = createHash('sha256').update(text).digest('hex');
    }
    return { first: took[0], ms: median(took), cpu: median(spent), hash };
  }
} finally {
  await owner.end();
  await service.stop();
}

/** @param {ReturnType<typeof client>} send @param {string} tenant */
async function fill(send, tenant) {
  const began = performance.now();
  /** @type {string[]} */
  const locations = [];
  for (let n = 0; n < stores; n += 1) {
    const id = await ensure(send, 'location', { name: `Store ${n}`, data: { timezone: 'Europe/Helsinki' } });
    locations.push(id);
    const tills = Array.from({ length: registers }, (_, at) => ({
      name: `Store ${n}, ${at + 1}`,
      location_id: id,
    }));
    const made = await send('POST', '/api/secure/pos', tills);
    if (made.status >= 300) throw refusal('POST pos', made);
  }
  for (const rate of ['13.5', '25.5']) await ensure(send, 'tax', { name: `VAT ${rate}`, rate });
  const { rows: cash } = await owner.query(`select md5('tender1')::uuid as id`);
  const rounding = { rounding: { unit: '0.05', mode: 'half_up' } };
  await ensure(send, 'tender', { id: cash[0].id, name: 'Cash', type: 'cash', data: rounding });
  await owner.query('set session_replication_role = replica');
  await owner.query(daysText, [tenant, locations, earlier, to]);
  await owner.query('analyze businessday');
  const other = new Client({ connectionString: service.databaseUrl });
  await other.connect();
  await other.query('set session_replication_role = replica');
  const left = [...locations];
  await Promise.all(
    [owner, other].map(async (one) => {
      await one.query(`set work_mem = '256MB'; set jit = off`);
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        await one.query(receiptsText, [tenant, id, earlier, '2026-02-28', registers, 0]);
        await one.query(receiptsText, [tenant, id, from, to, perDay, 334]);
      }
    }),
  );
  await other.end();
  await owner.query(totalsText, [tenant]);
  await owner.query('set session_replication_role = origin');
  await owner.query('vacuum analyze');
  console.log(`Filled in ${Math.round((performance.now() - began) / 1000)} s`);
}
