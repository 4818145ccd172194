import { range } from '../products.mjs';
import { receiptOf, text } from '../receipts.mjs';
import { dayId, digestOf, inArrays, must, priceRound } from './chain.mjs';

/**
 * Sells the dates from one to another in all stores: days are opened, sold, counted, closed (and so sealed), and the prices
 * change on Mondays. Everything goes through the interface, so that events, totals, search and seals are the service's own.
 *
 * @param {import('./chain.mjs').Chain} chain
 * @param {string} from
 * @param {string} until the day after the last
 * @returns {Promise<number>} receipts
 */
export async function sell(chain, from, until) {
  let sold = 0;
  for (let date = from; date < until; date = dateAfter(date)) {
    const day = Math.floor(Date.parse(date) / 86_400_000);
    if (new Date(date).getUTCDay() === 1) await priceRound(chain, Math.floor(day / 7));
    sold += await sellDate(chain, date, day);
  }
  return sold;
}

/** @param {import('./chain.mjs').Chain} chain @param {string} date @param {number} day its number */
async function sellDate({ send, stores, articles, perDay }, date, day) {
  await must(
    send,
    'POST',
    '/api/secure/businessday',
    stores.map((store) => ({
      id: dayId(store, date),
      location_id: store.location_id,
      date,
      opened_at: `${date}T05:30:00Z`,
      data: { z_reports: store.pos_ids.map((pos_id) => ({ pos_id, opening_float: '300.00' })) },
    })),
  );
  /** Cash in each drawer, in cents. @type {Map<string, number>} */
  const cash = new Map();
  const all = stores.flatMap((store, n) => range(0, perDay).map((at) => ({ store, n, at })));
  await inArrays(
    all,
    ({ store, at }) => {
      const one = receiptOf(store, {
        day: dayId(store, date),
        date,
        second: Math.floor((at * 13 * 3600) / perDay),
        // Numbers go on from one day to the next.
        number: (day - 20_000) * perDay + at,
        digest: digestOf(`${store.location_id} ${date} ${at}`),
        // A few products sell much.
        articleOf: (choice) => articles[Math.floor(articles.length * (choice / 65_536) ** 3)],
        cashierOf: (choice) => store.cashiers[choice % store.cashiers.length] ?? { id: '', name: '' },
      });
      const [paid] = one.data.tenders;
      if (paid?.type === 'cash') {
        const drawer = one.pos_id ?? '';
        cash.set(drawer, (cash.get(drawer) ?? 0) + Math.round(Number(paid.amount) * 100));
      }
      return one;
    },
    (some) => must(send, 'POST', '/api/secure/sales', some),
  );
  await must(
    send,
    'POST',
    '/api/secure/businessday',
    stores.map((store) => ({
      id: dayId(store, date),
      status: 'closed',
      closed_at: `${date}T19:30:00Z`,
      data: {
        z_reports: store.pos_ids.map((pos_id) => ({
          pos_id,
          opening_float: '300.00',
          counted: text(30_000 + (cash.get(pos_id) ?? 0)),
        })),
      },
    })),
  );
  return all.length;
}

/** @param {string} date */
const dateAfter = (date) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
