import { createHash } from 'node:crypto';
import { guid } from './receipts.mjs';

/** The shops of a year: their money has no decimals, and three. Prices are in the smallest unit. */
export const years = [
  {
    name: 'Kissaten, Tokyo',
    timezone: 'Asia/Tokyo',
    currency: 'JPY',
    scale: 0,
    rates: ['10', '8'],
    price: 180,
  },
  {
    name: 'Gahwa, Kuwait',
    timezone: 'Asia/Kuwait',
    currency: 'KWD',
    scale: 3,
    rates: ['5', '0'],
    price: 750,
  },
];

const tenders = ['cash', 'card'];

/**
 * Returns a receipt of one to four lines that adds up; each twentieth is a return. All that is random in it comes from its number.
 *
 * @param {typeof years[number]} shop
 * @param {{ location_id: string, pos_id: string, businessday_id: string, date: string, number: number }} of
 */
export function receiptOfYear(shop, { number, date, ...places }) {
  const { currency, scale, rates, price, name } = shop;
  const digest = createHash('sha256').update(`${name} ${number}`).digest();
  const sign = digest.readUInt8(0) < 13 ? -1 : 1;
  const text = (/** @type {number} */ units) => (units / 10 ** scale).toFixed(scale);
  const lines = Array.from({ length: 1 + (digest.readUInt8(1) % 4) }, (_, at) => {
    const choice = digest.readUInt16BE(2 + 2 * at);
    const rate = rates[choice % rates.length] ?? '0';
    const qty = sign * (1 + (digest.readUInt8(12 + at) % 3));
    const unit = price + (choice % 97) * (scale === 0 ? 10 : 5);
    const total = qty * unit;
    const net = Math.round((total * 100) / (100 + Number(rate)));
    return { rate, qty, unit, total, net, tax: total - net, product: `Article ${choice % 40}` };
  });
  const sum = (/** @type {typeof lines} */ some, /** @type {'total' | 'net' | 'tax'} */ what) =>
    some.reduce((all, line) => all + line[what], 0);
  const taxes = [...new Set(lines.map(({ rate }) => rate))].map((rate) => ({
    rate,
    own: lines.filter((line) => line.rate === rate),
  }));
  const gross = sum(lines, 'total');
  const tender = tenders[digest.readUInt8(20) % tenders.length] ?? 'cash';
  return {
    gross,
    tax: sum(lines, 'tax'),
    tender,
    taxOf: (/** @type {string} */ rate) => sum(taxes.find((row) => row.rate === rate)?.own ?? [], 'tax'),
    json: {
      ...places,
      id: guid(`${name} ${number}`),
      receipt_num: String(number),
      type: sign < 0 ? 'return' : 'sale',
      // Noon in both cities is before noon in London.
      completed_at: `${date}T${String(3 + (number % 4)).padStart(2, '0')}:${String(number % 60).padStart(2, '0')}:00.000Z`,
      currency,
      total: text(gross),
      total_net: text(sum(lines, 'net')),
      total_tax: text(sum(lines, 'tax')),
      data: {
        lines: lines.map((line, at) => ({
          number: at + 1,
          name: line.product,
          qty: String(line.qty),
          unit_price: text(line.unit),
          total: text(line.total),
          net: text(line.net),
          tax: text(line.tax),
          tax_rate: line.rate,
        })),
        tenders: [{ type: tender, amount: text(gross) }],
        taxes: taxes.map(({ rate, own }) => ({
          rate,
          gross: text(sum(own, 'total')),
          net: text(sum(own, 'net')),
          tax: text(sum(own, 'tax')),
        })),
      },
    },
  };
}
