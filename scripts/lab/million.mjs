import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { client } from './api.mjs';
import { anotherWay, machine, median, printTable } from './measure.mjs';
import { fill, ensureReferences } from './products.mjs';
import { startService } from './service.mjs';

// Measures the same requests for a company with a million products and one with ten thousand, alternating. Both
// are tenants of one database.
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    few: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '15' },
    // Folder of the database, which a later run uses again.
    data: { type: 'string' },
    only: { type: 'string' },
  },
});
const rounds = Number(values.rounds);

/**
 * A company with its requests: `count` products, all of the department, tax, supplier and price list in `ids`, by filter;
 * `cursor` is in the middle of their order.
 *
 * @typedef {{ send: ReturnType<typeof client>, count: number, cursor: string, ids: Record<string, string> }} Shop
 */

const service = await startService(values.data ? { dataDir: values.data } : {});
const sql = new Client({ connectionString: service.databaseUrl });
try {
  await sql.connect();
  const few = await openShop('Few', Number(values.few));
  const many = await openShop('Many', Number(values.rows));
  await sql.query('vacuum analyze');
  const moment = new Date().toISOString();
  const page = (/** @type {number} */ number) => `page=${number}&pageSize=100`;
  const q = (/** @type {string} */ text) => `pageSize=100&q=${encodeURIComponent(text)}`;
  /** @type {(name: string, ask: string | ((shop: Shop) => string)) => [string, (shop: Shop) => string]} */
  const asked = (name, ask) => [name, typeof ask === 'string' ? () => ask : ask];
  /** @type {[string, (shop: Shop) => string][]} */
  const questions = [
    ['first page', () => page(1)],
    ['by change, newest first', () => `${page(1)}&sort=-modified_at`],
    ['by name', () => `${page(1)}&sort=name`],
    ['by name, downwards', () => `${page(1)}&sort=-name`],
    ['active, by name', () => `${page(1)}&active=true&sort=name`],
    ['deactivated (none)', () => `${page(1)}&active=false`],
    ['middle page', ({ count }) => page(Math.ceil(count / 200))],
    ['last page', ({ count }) => page(Math.ceil(count / 100))],
    ['by name, middle page', ({ count }) => `${page(Math.ceil(count / 200))}&sort=name`],
    ...['productid', 'base_price', 'cost_price', 'margin', 'dpt_name', 'created_at'].flatMap((sort) =>
      ['', '-'].map((sign) => asked(`by ${sign}${sort}`, `${page(1)}&active=true&sort=${sign}${sort}`)),
    ),
    ...['dpt_id', 'tax_id', 'supplier', 'pricelist', 'type'].flatMap((filter) => [
      asked(`of a ${filter} (all of them)`, ({ ids }) => `${page(1)}&${filter}=${ids[filter]}`),
      asked(
        `of a ${filter}, by price`,
        ({ ids }) => `${page(1)}&active=true&${filter}=${ids[filter]}&sort=base_price`,
      ),
    ]),
    asked('of four filters, by margin', ({ ids }) => {
      const filters = ['dpt_id', 'tax_id', 'supplier', 'pricelist'].map((name) => `${name}=${ids[name]}`);
      return `${page(1)}&${filters.join('&')}&sort=-margin`;
    }),
    ['barcode', ({ count }) => `pageSize=100&barcode=64${String(count - 7).padStart(11, '0')}`],
    ['q: a code', ({ count }) => q(String(100_000 + count - 7))],
    ['q: beginning and number', ({ count }) => q(`rye ${count - 7}`)],
    ['q: three words, a 1000th', () => q('rchipelago almond latte')],
    ['q: middle of a word, a 10th', () => q('rchipelag')],
    ['the same, active, by name', () => `${q('rchipelag')}&active=true&sort=name`],
    ['q: beginning, two letters, a 5th', () => q('ca')],
    ['q: every word begins so', () => q('m')],
    ['q: one letter missing', () => q('cinamon')],
    ['q: two letters exchanged', () => q('lattte')],
    ['q: with an accent', () => q('cinnamón')],
    ['q: nothing like it', () => q('xylophone')],
    ['as of a moment ago', () => `${page(1)}&as_of=${moment}`],
    ['as of a moment ago, by name', () => `${page(1)}&as_of=${moment}&sort=name`],
    ['as of a moment ago, q', () => `${q('rchipelago almond latte')}&as_of=${moment}`],
    ['cursor, from the middle', ({ cursor }) => `limit=100&cursor=${cursor}`],
  ];
  /** @type {string[][]} */
  const table = [];
  for (const [name, ask] of questions.filter(([name]) => name.includes(values.only ?? '')))
    table.push([name, ...(await compare(few, many, ask))]);
  console.log(`\nGET plu, ${many.count} products against ${few.count}, the median of ${rounds} in turns`);
  printTable(['', 'found', 'ms', 'found', 'ms', 'ratio'], table);
  console.log(machine());
} finally {
  await sql.end();
  await service.stop();
}

/**
 * @param {Shop} few
 * @param {Shop} many
 * @param {(shop: Shop) => string} ask
 */
async function compare(few, many, ask) {
  const cells = await Promise.all(
    [few, many].map(async (shop) => ({ shop, found: '', times: /** @type {number[]} */ ([]) })),
  );
  for (let round = 0; round <= rounds; round += 1) {
    for (const cell of cells) {
      const began = performance.now();
      const answer = await cell.shop.send('GET', `/api/secure/plu?${anotherWay(ask(cell.shop), round)}`);
      const took = performance.now() - began;
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      cell.found = answer.headers.get('x-total-count') ?? '';
      // The first request fills caches.
      if (round > 0) cell.times.push(took);
    }
  }
  const [one = 0, other = 0] = cells.map(({ times }) => median(times));
  const shown = cells.flatMap(({ found, times }) => [found, median(times).toFixed(1)]);
  return [...shown, (other / one).toFixed(2)];
}

/**
 * Returns a tenant with `count` products; one from an earlier run is used as it is.
 *
 * @param {string} name
 * @param {number} count
 * @returns {Promise<Shop>}
 */
async function openShop(name, count) {
  const { openDatabase } = await service.load('/src/server/db/db.ts');
  const { createCompany, createKey, serviceCaller } = await service.load('/src/server/ops/companies.ts');
  const db = openDatabase(service.databaseUrl, console, 2);
  const { rows } = await sql.query('select id from company where name = $1', [name]);
  const company = rows[0]
    ? serviceCaller([rows[0].id])
    : await createCompany(db, { name, data: { locale: 'fi-FI', currency: 'EUR' } });
  const send = client(service.url, await createKey(db, company, 'bench', 'admin'));
  await db.destroy();
  if (!rows[0]) {
    const began = performance.now();
    await fill(send, await ensureReferences(send), count);
    console.log(`${name}: ${count} products in ${Math.round((performance.now() - began) / 1000)} s`);
  }
  let cursor = '';
  for (let walked = 0; walked < count / 2; walked += 1000) {
    const { body } = await send('GET', `/api/secure/plu?limit=1000${cursor && `&cursor=${cursor}`}`);
    cursor = body.next_cursor;
  }
  const { dpt_id, tax_id, supplier_id, pricelist_id } = await ensureReferences(send);
  const ids = { dpt_id, tax_id, supplier: supplier_id, pricelist: pricelist_id, type: '0' };
  return { send, count, cursor, ids };
}
