import { createHash } from 'node:crypto';
import { ensure, refusal } from './api.mjs';

const size = 1000;

/**
 * An article, in cents including tax; `rate` in tenths of a percent, `dpt` the number of its department.
 *
 * @typedef {{ plu_id: string, productid: string, name: string, dpt: number, dpt_id?: string, cents: number, rate: number }} Article
 */

/** @type {Article[]} */
const articles = Array.from({ length: 400 }, (_, number) => ({
  plu_id: guid(`article ${number}`),
  productid: String(number).padStart(4, '0'),
  name: `Article ${number}`,
  dpt: number % 12,
  cents: 90 + ((number * 37) % 2400),
  rate: number % 5 === 0 ? 255 : 135,
}));
const tenders = [
  { tender_id: guid('card'), name: 'Card', type: 'card' },
  { tender_id: guid('cash'), name: 'Cash', type: 'cash' },
  { tender_id: guid('lunch'), name: 'Lunch card', type: 'lunch' },
];

/**
 * Creates a location with two registers, where days are sold.
 *
 * @param {ReturnType<typeof import('./api.mjs').client>} send
 * @param {string} hall
 */
export async function makeShop(send, hall) {
  const location_id = await ensure(send, 'location', {
    name: hall,
    data: { timezone: 'Europe/Helsinki', currency: 'EUR' },
  });
  // The receipts round cash to five cents and have these rates.
  const cash = { name: 'Cash', type: 'cash', data: { rounding: { unit: '0.05', mode: 'half_up' } } };
  await ensure(send, 'tender', { id: guid('cash'), ...cash });
  for (const rate of ['13.5', '25.5']) await ensure(send, 'tax', { name: `VAT ${rate}`, rate });
  const pos_ids = [];
  for (const name of [`${hall}, 1`, `${hall}, 2`])
    pos_ids.push(await ensure(send, 'pos', { name, location_id }));
  return { location_id, pos_ids };
}

/**
 * Opens a day, and posts `count` receipts that add up, in arrays.
 *
 * @param {ReturnType<typeof import('./api.mjs').client>} send
 * @param {Awaited<ReturnType<typeof makeShop>>} shop
 * @param {string} date
 * @param {number} count
 * @returns {Promise<string>} the id of the day
 */
export async function sellDay(send, shop, date, count) {
  const z_reports = shop.pos_ids.map((pos_id) => ({ pos_id, opening_float: '300.00' }));
  const day = await send('POST', '/api/secure/businessday', {
    location_id: shop.location_id,
    date,
    data: { z_reports },
  });
  if (day.status !== 201) throw refusal('POST businessday', day);
  for (let at = 0; at < count; at += size) {
    const numbers = Array.from({ length: Math.min(size, count - at) }, (_, index) => at + index);
    const body = numbers.map((number) => receipt(shop, day.body.id, date, number, count));
    const answer = await send('POST', '/api/secure/sales', body);
    if (answer.status !== 200) throw refusal('POST sales', answer);
  }
  return day.body.id;
}

/**
 * Returns the receipt of a number, of `count` of its day; it has one to five lines, or as many as asked for.
 *
 * @param {Awaited<ReturnType<typeof makeShop>>} shop
 * @param {string} day
 * @param {string} date
 * @param {number} number
 * @param {number} count
 * @param {number} [lineCount]
 */
export const receipt = (shop, day, date, number, count, lineCount) =>
  receiptOf(shop, {
    day,
    second: Math.floor((number * 13 * 3600) / count),
    date,
    number,
    count: lineCount,
    digest: createHash('sha256').update(`receipt ${number}`).digest(),
    articleOf: (choice) => articles[choice % articles.length],
    cashierOf: (choice) => ({ id: String(choice % 6), name: `Cashier ${choice % 6}` }),
  });

/**
 * Returns a receipt that adds up; all that is random in it comes from `digest`.
 *
 * @param {Pick<Awaited<ReturnType<typeof makeShop>>, 'location_id' | 'pos_ids'>} shop
 * @param {{
 *   day: string,
 *   date: string,
 *   second: number,
 *   number: number,
 *   count?: number | undefined,
 *   digest: Buffer,
 *   articleOf: (choice: number) => Article | undefined,
 *   cashierOf: (choice: number) => { id: string, name: string },
 * }} of `second` after six o'clock, `number` from 0 in turns of the two registers, `count` of lines, choices of 16 and 8 bits
 */
export function receiptOf(shop, { day, date, second, number, count, digest, articleOf, cashierOf }) {
  const sign = digest.readUInt8(0) < 5 ? -1 : 1;
  const lines = Array.from({ length: count ?? 1 + (digest.readUInt8(1) % 5) }, (_, at) => {
    const article = articleOf(digest.readUInt16BE(2 + 2 * at));
    if (!article) throw new Error('There is nothing to sell');
    const qty = sign * (1 + (digest.readUInt8(12 + at) % 3));
    const total = qty * article.cents;
    const tax = total - Math.round((total * 1000) / (1000 + article.rate));
    return { article, qty, total, tax, number: at + 1 };
  });
  const rates = [...new Set(lines.map(({ article }) => article.rate))];
  const total = sum(lines, ({ total: one }) => one);
  const tax = sum(lines, ({ tax: one }) => one);
  const tender = tenders[digest.readUInt8(20) % 3] ?? tenders[0];
  const rounding = tender?.type === 'cash' ? Math.round(total / 5) * 5 - total : 0;
  return {
    id: guid(`${day} ${number}`),
    businessday_id: day,
    location_id: shop.location_id,
    pos_id: shop.pos_ids[number % 2],
    receipt_num: String(1 + (number >> 1)).padStart(7, '0'),
    type: sign < 0 ? 'return' : 'sale',
    completed_at: new Date(Date.parse(`${date}T06:00:00Z`) + second * 1000).toISOString(),
    cashier: cashierOf(digest.readUInt8(21)),
    currency: 'EUR',
    total: text(total),
    total_net: text(total - tax),
    total_tax: text(tax),
    rounding: text(rounding),
    data: {
      lines: lines.map((line) => ({
        number: line.number,
        plu_id: line.article.plu_id,
        productid: line.article.productid,
        name: line.article.name,
        dpt_id: line.article.dpt_id ?? guid(`dpt ${line.article.dpt}`),
        dpt_name: `Department ${line.article.dpt}`,
        qty: String(line.qty),
        unit_price: text(line.article.cents),
        discount: '0.00',
        total: text(line.total),
        net: text(line.total - line.tax),
        tax: text(line.tax),
        tax_rate: rateText(line.article.rate),
        kind: 'sale',
      })),
      tenders: [{ ...tender, amount: text(total + rounding) }],
      taxes: rates.map((rate) => {
        const of = lines.filter(({ article }) => article.rate === rate);
        const gross = sum(of, ({ total: one }) => one);
        const own = sum(of, ({ tax: one }) => one);
        return { rate: rateText(rate), gross: text(gross), net: text(gross - own), tax: text(own) };
      }),
    },
  };
}

/** @template T @param {T[]} list @param {(one: T) => number} of */
const sum = (list, of) => list.reduce((total, one) => total + of(one), 0);

/** Returns an amount in cents as text. @param {number} cents */
export function text(cents) {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** @param {number} tenths */
const rateText = (tenths) => `${Math.floor(tenths / 10)}.${tenths % 10}`;

/** @param {string} of */
export function guid(of) {
  const hex = createHash('sha256').update(of).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
