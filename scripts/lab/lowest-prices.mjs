import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { client, ensure, refusal } from './api.mjs';
import { machine, median, printTable } from './measure.mjs';
import { ensureReferences, postArray, product, range } from './products.mjs';
import { startService } from './service.mjs';

// Measures the sheet of lowest prices of a large company: base prices that changed, a campaign on which every product
// stands at a price of its own, and the same campaign at some hours of some weekdays.
const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    changed: { type: 'string', default: '5000' },
    profile: { type: 'string' },
  },
});
const count = Number(values.products);
const size = 1000;
const service = await startService(values.profile ? { profile: values.profile } : {});
try {
  const send = client(service.url, service.key);
  const references = await ensureReferences(send);
  const day = new Date().toISOString().slice(0, 10);
  const always = await campaign('All week', {});
  const hours = await campaign('Happy hours', {
    weekdays: [1, 2, 3, 4, 5],
    time_from: '14:00',
    time_until: '17:00',
  });
  for (let from = 0; from < count; from += size)
    await postArray(send, range(from, Math.min(count, from + size)).map(onLists));
  await backdate();
  const changed = Number(values.changed);
  for (const plus of [1, -1, -0.5])
    for (let from = 0; from < changed; from += size)
      await postArray(
        send,
        range(from, Math.min(changed, from + size)).map((n) => {
          const { id, base_price } = product(references, n);
          return { id, base_price: Math.max(0.01, Number(base_price) + plus).toFixed(2) };
        }),
      );

  /** @type {string[][]} */
  const table = [];
  for (const [what, query] of /** @type {[string, string][]} */ ([
    [`base prices, ${changed} changed three times`, ''],
    [`a campaign of all ${count}`, `&pricelist=${always}`],
    ['the same, of some hours', `&pricelist=${hours}`],
  ])) {
    /** @type {number[]} */
    const times = [];
    let said;
    for (let round = 0; round < 5; round += 1) {
      const began = performance.now();
      said = await get(`/api/secure/report/lowest-price?limit=100${query}`);
      times.push(performance.now() - began);
    }
    const { reduced, not_reduced } = said.totals;
    table.push([
      what,
      String(reduced),
      String(not_reduced),
      (times[0] ?? 0).toFixed(0),
      median(times).toFixed(0),
    ]);
  }
  printTable(['', 'reduced', 'fallen, not reduced', 'first, ms', 'median of 5, ms'], table);
  console.log(machine());

  /** Makes a campaign that began today. @param {string} name @param {object} terms */
  function campaign(name, terms) {
    return ensure(send, 'pricelist', {
      name,
      type: 'campaign',
      currency: 'EUR',
      data: { valid_from: day, ...terms },
    });
  }

  /** @param {number} n */
  function onLists(n) {
    const one = product(references, n);
    const amount = Math.max(0.01, Number(one.base_price) - 0.1 - (n % 7) / 100);
    const entry = { type: 'price', amount: Number(amount.toFixed(2)) };
    return { ...one, data: { ...one.data, prices: { [always]: entry, [hours]: entry } } };
  }

  /** Lets the products and price lists be sixty days old. */
  async function backdate() {
    const owner = new Client({ connectionString: service.databaseUrl });
    await owner.connect();
    // The trail is append-only by a trigger, which does not run on a replica.
    await owner.query('set session_replication_role = replica');
    for (const table of ['plu', 'pricelist'])
      await owner.query(`update ${table} set created_at = created_at - interval '60 days'`);
    await owner.query(`update event set at = at - interval '60 days'`);
    await owner.query('vacuum analyze');
    await owner.end();
  }

  /** @param {string} path */
  async function get(path) {
    const answer = await send('GET', path);
    if (answer.status !== 200) throw refusal(`GET ${path}`, answer);
    return answer.body;
  }
} finally {
  await service.stop();
}
