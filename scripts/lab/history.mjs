import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { client, ensure } from './api.mjs';
import { daysText, sumsText } from './history-figures.mjs';
import { machine, median, printTable } from './measure.mjs';
import { startService } from './service.mjs';
import { receiptsText } from './summary-rows.mjs';

// Measures questions about sales over years: 50 locations over five years, as if they had sold so many receipts. What is filled are
// the figures of their closed days and the sums of these, as the service keeps them; what is long of single days only where it is
// asked for. What was sold together is read from receipts: 200,000 of that location. With `--folder` the
// database stays there, and is asked again without being filled.
const { values } = parseArgs({
  options: { receipts: { type: 'string', default: '25000000' }, folder: { type: 'string' } },
});
const months = Array.from(
  { length: 60 },
  (_, at) => `${2021 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`,
);
/** The first of the 400 days that one product is asked for day by day; sums of dates before have no products. */
const lastDays = '2024-11-27';
const perDay = Math.ceil(Number(values.receipts) / (50 * 1826));
const folder = values.folder ? path.resolve(values.folder) : null;
if (folder) await mkdir(folder, { recursive: true });
/** Says what was filled in a folder that is kept. */
const filled = folder && path.join(folder, 'history.json');

const service = await startService(folder ? { dataDir: path.join(folder, 'data') } : {});
try {
  const send = client(service.url, service.key);
  /** @type {string[]} */
  const locations = [];
  for (let n = 0; n < 50; n += 1)
    locations.push(
      await ensure(send, 'location', { name: `Shop ${n}`, data: { timezone: 'Europe/Helsinki' } }),
    );
  const one = locations[7] ?? '';
  await ensure(send, 'pos', { name: 'Till', pos_num: 1, location_id: one });
  const known = filled && (await readFile(filled, 'utf8').catch(() => null));
  const began = performance.now();
  if (known === null) {
    await fill((await send('GET', '/api/secure/me')).body.company.id);
    if (filled) await writeFile(filled, String(perDay));
  } else if (known !== String(perDay)) throw new Error(`There are ${known} receipts a day in ${folder}.`);
  console.log(
    `figures of ${perDay * 1826 * 50} receipts ${known === null ? 'filled' : 'found'} in ${Math.round((performance.now() - began) / 1000)} s; ${await sizes()}`,
  );

  const five = 'from=2021-01-01&to=2025-12-31';
  const month = 'from=2024-03-01&to=2024-03-31';
  const product = '00000000-0000-7000-8001-000000000020';
  const days = `from=${lastDays}&to=2025-12-31`;
  /** What is asked: in words, its query, and the most milliseconds it may take over years. @type {[string, string, number][]} */
  const questions = [
    ['product', `by=product&${five}`, 1500],
    ['product, one location', `by=product&${five}&location_id=${one}`, 1500],
    .../** @type {[string, string, number][]} */ (
      ['department', 'location', 'register', 'cashier', 'tender', 'hour', 'weekday', 'day', 'month'].map(
        (by) => [by, `by=${by}&${five}`, 1000],
      )
    ),
    ['one product by month', `by=month&${five}&plu_id=${product}`, 100],
    ['one product by day, 400 days', `by=day&${days}&plu_id=${product}`, 1000],
    ['the same, one location', `by=day&${days}&plu_id=${product}&location_id=${one}`, 1000],
    ['sold together', `by=together&${five}&plu_id=${await commonest()}`, 2000],
  ];
  /** @type {string[][]} */
  const table = [];
  for (const [what, query, most] of questions) {
    const long = await timesOf(query);
    const isShort = query.includes(five) && !what.startsWith('one');
    const short = isShort ? await timesOf(query.replace(five, month)) : null;
    table.push([
      what,
      String(long.rows),
      ...[long.first, long.usual, most].map((ms) => ms.toFixed(0)),
      short ? short.usual.toFixed(0) : '',
    ]);
  }
  printTable(
    ['by', 'rows', 'five years, first, ms', 'median of 5, ms', 'aim', 'a month, ms (aim 300)'],
    table,
  );
  console.log(machine());

  /** @param {string} tenant */
  async function fill(tenant) {
    const { figuresEdition } = await service.load('/src/days/figures/figure-columns.server.ts');
    await asOwner(async (owner) => {
      await owner.query(`set session_replication_role = replica; set jit = off; set work_mem = '256MB'`);
      for (const [at, first] of months.entries()) {
        await owner.query(daysText(figuresEdition, perDay), [tenant, first, locations, one]);
        for (const by of /** @type {const} */ (['all', 'location_id', 'date']))
          await owner.query(sumsText(figuresEdition, by, perDay), [tenant, first, one, lastDays]);
        if (at % 12 === 11)
          console.log(
            `${first.slice(0, 4)} filled after ${Math.round((performance.now() - began) / 1000)} s`,
          );
      }
      // The commonest product is in more than half of them.
      const text = receiptsText.replace(', 2))::int as p)', ', 7))::int as p)');
      await owner.query(text, [tenant, one, '2025-01-01', '2025-12-31', 548, 0]);
      await owner.query('vacuum analyze');
    });
  }

  function sizes() {
    return asOwner(async (owner) => {
      const { rows } =
        await owner.query(`select relname, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
        where relname in ('businessday_figures', 'businessday_figures_plus', 'sales') order by 1`);
      return rows.map(({ relname, size }) => `${relname} ${size}`).join(', ');
    });
  }

  function commonest() {
    return asOwner(async (owner) => (await owner.query(`select md5('article0')::uuid as id`)).rows[0].id);
  }

  /** @template T @param {(owner: Client) => Promise<T>} work */
  async function asOwner(work) {
    const owner = new Client({ connectionString: service.databaseUrl });
    await owner.connect();
    try {
      return await work(owner);
    } finally {
      await owner.end();
    }
  }

  /** Asks six times, to the last byte of the answer. @param {string} query */
  async function timesOf(query) {
    /** @type {number[]} */
    const times = [];
    let rows = 0;
    for (let round = 0; round < 6; round += 1) {
      const from = performance.now();
      const answer = await fetch(`${service.url}/api/secure/report/sales?${query}`, {
        headers: { Authorization: `Bearer ${service.key}` },
      });
      const text = await answer.text();
      times.push(performance.now() - from);
      if (answer.status !== 200) throw new Error(`GET report/sales?${query}: ${answer.status} ${text}`);
      rows = JSON.parse(text).rows.length;
    }
    return { rows, first: times[0] ?? 0, usual: median(times.slice(1)) };
  }
} finally {
  await service.stop();
}
