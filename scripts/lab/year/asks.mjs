import { anotherWay } from '../measure.mjs';
import { receiptOf } from '../receipts.mjs';
import { dayId, digestOf, must } from './chain.mjs';

/**
 * One of the requests that are measured: `sent` is its n-th, each unlike the one before, so that none is answered from memory.
 *
 * @typedef {{ name: string, sent: (n: number) => { method?: string, path: string, json?: unknown } }} Ask
 */

/**
 * The ten commonest requests of a chain, and five more.
 *
 * @param {import('./chain.mjs').Chain} chain
 * @param {string} month of the reports, closed and there in both databases
 * @param {string} open a date that is sold now
 * @returns {Ask[]}
 */
export function asksOf({ stores, articles }, month, open) {
  const store = stores[7] ?? stores[0];
  const article = articles[Math.floor(articles.length / 3)];
  if (!store || !article) throw new Error('The chain is empty');
  const closed = dayId(store, `${month}-15`);
  // Another number with each run, because a receipt is accepted once.
  const first = 2 * Math.floor(Date.now() / 2);
  const list =
    (/** @type {string} */ resource, /** @type {string} */ query) => (/** @type {number} */ n) => ({
      path: `/api/secure/${resource}?${anotherWay(query, n)}`,
    });
  const range = `from=${month}-01&to=${month}-28`;
  return [
    { name: 'products, by name', sent: list('plu', 'page=1&pageSize=100&active=true&sort=name') },
    { name: 'products, searched', sent: list('plu', `pageSize=100&q=${encodeURIComponent('rye almond')}`) },
    { name: 'a product', sent: () => ({ path: `/api/secure/plu/${article.plu_id}` }) },
    {
      name: 'a product is saved',
      sent: (n) => ({
        method: 'PUT',
        path: `/api/secure/plu/${article.plu_id}`,
        json: { base_price: `${1 + (Date.now() % 97)}.${10 + (n % 80)}` },
      }),
    },
    {
      name: 'a till sends a receipt',
      sent: (n) => ({
        method: 'POST',
        path: '/api/secure/sales',
        json: {
          ...receiptOf(store, {
            day: dayId(store, open),
            date: open,
            second: n,
            number: first + n,
            digest: digestOf(`asked ${first + n}`),
            count: 3,
            articleOf: (choice) => articles[choice % articles.length],
            cashierOf: () => store.cashiers[0] ?? { id: '', name: '' },
          }),
        },
      }),
    },
    { name: 'a till reads products', sent: list('plu', 'limit=100') },
    { name: 'receipts, newest first', sent: list('sales', 'page=1&pageSize=100&sort=-completed_at') },
    { name: 'report of a day', sent: () => ({ path: `/api/secure/report/businessdaytx/${closed}` }) },
    { name: 'summary of a month', sent: list('report/summary', range) },
    {
      // As many as January has, so that both answers are as long.
      name: 'days of a store',
      sent: list('businessday', `page=1&pageSize=31&location_id=${store.location_id}&sort=-date`),
    },
    { name: 'trail of a product', sent: list('event', `page=1&pageSize=50&entity_id=${article.plu_id}`) },
    { name: 'trail, newest first', sent: list('event', 'limit=50&sort=-at') },
    { name: 'receipts of a day', sent: list('sales', `page=1&pageSize=100&businessday_id=${closed}`) },
    { name: 'receipts, by number', sent: list('sales', 'pageSize=50&q=0000042') },
    { name: 'sales of a month by product', sent: list('report/sales', `by=product&${range}`) },
    {
      name: 'products as of a minute ago',
      sent: list('plu', `page=1&pageSize=100&as_of=${new Date(Date.now() - 60_000).toISOString()}`),
    },
  ];
}

/**
 * Opens the date that receipts are sent into.
 *
 * @param {import('./chain.mjs').Chain} chain
 * @param {ReturnType<typeof import('../api.mjs').client>} send
 * @param {string} date
 */
export async function openDate({ stores }, send, date) {
  const store = stores[7] ?? stores[0];
  if (!store) throw new Error('There is no store');
  await must(send, 'POST', '/api/secure/businessday', [
    { id: dayId(store, date), location_id: store.location_id, date },
  ]);
}

/** Requests that follow one another to one service, so that processor time can be read: it is counted in hundredths of a second. */
const block = 20;

/**
 * Sends each request to two services, some in a row, in turns.
 *
 * @param {readonly Ask[]} asks
 * @param {readonly { send: ReturnType<typeof import('../api.mjs').client>, cpu: () => Promise<number> }[]} services `cpu` in seconds
 * @param {number} rounds
 * @returns {Promise<string[][]>} by request: median and 95th percentile in milliseconds of each service, the ratio of medians;
 *   milliseconds of processor time of each, and their ratio, which says more on a machine that others use
 */
export async function compare(asks, services, rounds) {
  /** @type {string[][]} */
  const table = [];
  for (const { name, sent } of asks) {
    const sides = services.map((service) => ({ ...service, times: /** @type {number[]} */ ([]), spent: 0 }));
    const once = async (/** @type {typeof sides[number]} */ side, /** @type {number} */ n) => {
      const { method = 'GET', path, json } = sent(n);
      const began = performance.now();
      const answer = await side.send(method, path, json);
      if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return performance.now() - began;
    };
    // The first ones fill caches, and say how long it takes: what takes seconds is asked less often.
    const slowest = Math.max(await once(sides[0] ?? never(), 0), await once(sides[1] ?? never(), 0));
    const inRow = slowest > 1000 ? 2 : block;
    const count = slowest > 1000 ? 3 : Math.max(1, Math.round(rounds / block));
    for (let turn = 0; turn < count; turn += 1)
      for (const side of sides) {
        const before = await side.cpu();
        for (let n = 0; n < inRow; n += 1) side.times.push(await once(side, 1 + turn * inRow + n));
        side.spent += (await side.cpu()) - before;
      }
    const cpu = sides.map(({ spent, times }) => (spent * 1000) / times.length);
    const ratio = (/** @type {number[]} */ of) => ((of[1] ?? 0) / (of[0] ?? 1)).toFixed(2);
    table.push([
      name,
      ...sides.flatMap(({ times }) => [0.5, 0.95].map((part) => quantile(times, part).toFixed(1))),
      ratio(sides.map(({ times }) => quantile(times, 0.5))),
      ...cpu.map((ms) => ms.toFixed(1)),
      ratio(cpu),
    ]);
  }
  return table;
}

/** @returns {never} */
function never() {
  throw new Error('Two services are compared');
}

/** Returns the time that a part of all are below. @param {number[]} times @param {number} part */
const quantile = (times, part) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? 0;
