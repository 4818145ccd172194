import { createHash } from 'node:crypto';
import { guid } from './receipts.mjs';

/** @typedef {{ number: number, time: string, items: string[] }} Transaction */

const columns = 'Date,Time,Transaction,Item';
/** The file has local times of London, where the clock went forward on this date. */
const summerTime = '2017-03-26';

/**
 * Groups the transactions by date, in the order of the file.
 *
 * @param {AsyncIterable<string[]>} rows
 * @returns {Promise<Map<string, Transaction[]>>}
 */
export async function sellings(rows) {
  /** @type {Map<string, Transaction[]>} */
  const days = new Map();
  let head = true;
  for await (const [date = '', time = '', number = '', item = ''] of rows) {
    if (head) {
      if ([date, time, number, item].join(',') !== columns) throw new Error(`The columns must be ${columns}`);
      head = false;
      continue;
    }
    if (date === '') continue;
    const day = days.get(date) ?? [];
    days.set(date, day);
    const last = day.at(-1);
    if (last?.number === Number(number)) last.items.push(item);
    else day.push({ number: Number(number), time, items: [item] });
  }
  return days;
}

/**
 * Returns price and tax rate of an item: invented but deterministic. Without an item name the price is unknown.
 *
 * @param {string} item
 */
function article(item) {
  if (item === 'NONE') return { plu_id: null, productid: null, dpt: 'No item', cents: 0, rate: 0 };
  const digest = createHash('sha256').update(`bakery ${item}`).digest();
  const hot = digest.readUInt8(2) % 2 === 0;
  return {
    plu_id: guid(`bakery ${item}`),
    productid: String(digest.readUInt16BE(4)).padStart(6, '0'),
    dpt: hot ? 'Hot' : 'Cold',
    cents: 95 + (digest.readUInt16BE(0) % 900),
    rate: hot ? 200 : 50,
  };
}

/** @param {number} cents */
const text = (cents) => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** @template T @param {T[]} list @param {(one: T) => number} of */
const sum = (list, of) => list.reduce((total, one) => total + of(one), 0);

/**
 * Returns a business day and its receipts as a till sends them: a line per item, a tax row per rate, every third
 * receipt in cash, rounded to five pence. The drawer is counted at the close, without a difference.
 *
 * @param {{ date: string, transactions: Transaction[], location_id: string, pos_id: string, float: number }} of
 */
export function receiptsOf({ date, transactions, location_id, pos_id, float }) {
  const id = guid(`bakery day ${location_id} ${date}`);
  let cash = 0;
  const receipts = transactions.map(({ number, time, items }) => {
    const lines = items.map((item) => {
      const { cents, rate, ...rest } = article(item);
      return { item, ...rest, rate, total: cents, tax: cents - Math.round((cents * 1000) / (1000 + rate)) };
    });
    const total = sum(lines, (line) => line.total);
    const tax = sum(lines, (line) => line.tax);
    const inCash = number % 3 === 0;
    const rounding = inCash ? Math.round(total / 5) * 5 - total : 0;
    const paid = total + rounding;
    if (inCash) cash += paid;
    return {
      id: guid(`bakery receipt ${id} ${number}`),
      businessday_id: id,
      location_id,
      pos_id,
      receipt_num: String(number).padStart(6, '0'),
      completed_at: `${date}T${time}${date < summerTime ? 'Z' : '+01:00'}`,
      currency: 'GBP',
      total: text(total),
      total_net: text(total - tax),
      total_tax: text(tax),
      rounding: text(rounding),
      data: {
        lines: lines.map((line, at) => ({
          number: at + 1,
          plu_id: line.plu_id,
          productid: line.productid,
          name: line.item,
          dpt_id: guid(`bakery ${line.dpt}`),
          dpt_name: line.dpt,
          qty: '1',
          unit_price: text(line.total),
          total: text(line.total),
          net: text(line.total - line.tax),
          tax: text(line.tax),
          tax_rate: String(line.rate / 10),
          kind: 'sale',
        })),
        tenders:
          paid === 0
            ? []
            : [{ name: inCash ? 'Cash' : 'Card', type: inCash ? 'cash' : 'card', amount: text(paid) }],
        taxes: [...new Set(lines.map((line) => line.rate))].map((rate) => {
          const own = lines.filter((line) => line.rate === rate);
          const [gross, of] = [sum(own, (line) => line.total), sum(own, (line) => line.tax)];
          return { rate: String(rate / 10), gross: text(gross), net: text(gross - of), tax: text(of) };
        }),
      },
    };
  });
  const z_reports = [{ pos_id, opening_float: text(float), counted: text(float + cash) }];
  return { day: { id, location_id, date, data: { z_reports } }, receipts, cash };
}
