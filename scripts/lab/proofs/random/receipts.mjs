import { extremeReceipt } from './extreme-receipts.mjs';
import { instants, jsonText, texts } from './values.mjs';
import { idOf } from './world.mjs';

/**
 * Receipts of open business days: correct ones to the cent, and extreme ones.
 *
 * @typedef {import('./values.mjs').Dice} Dice
 * @typedef {import('./world.mjs').World} World
 * @typedef {import('./world.mjs').Day} Day
 */

/** @param {World} world @param {Dice} by @param {Day} day */
export function receiptOf(world, by, day) {
  const find = idOf(world, by);
  const common = {
    id: crypto.randomUUID(),
    businessday_id: day.id,
    location_id: by.chance(0.95) ? day.location_id : (find('location') ?? day.location_id),
    pos_id: by.chance(0.8) ? by.pick([...day.registers, null]) : (find('pos') ?? null),
    receipt_num: by.pick([
      String(by.int(10_000)),
      '',
      'A-0007',
      '٣٤',
      '9'.repeat(100),
      '🧀',
      'x'.repeat(100),
    ]),
    currency: by.chance(0.9) ? day.currency : by.pick(['EUR', 'XXX', 'KWD']),
    completed_at: by.chance(0.6) ? `${day.date}T${by.pick(['10', '00', '23'])}:30:00Z` : by.pick(instants),
    customer_id: by.chance(0.3) ? (find('customer') ?? null) : null,
    cashier: by.pick([null, {}, { id: by.pick(texts) }, { id: '7', name: by.pick(texts) }, { name: '' }]),
  };
  return by.chance(0.4) ? soundReceipt(by, common) : extremeReceipt(by, common, find);
}

/** @param {Dice} by @param {Record<string, unknown>} common */
function soundReceipt(by, common) {
  const sign = by.chance(0.1) ? '-' : '';
  const figures = { gross: `${sign}12.40`, net: `${sign}10.00`, tax: `${sign}2.40` };
  return {
    ...common,
    type: sign ? 'return' : 'sale',
    total: figures.gross,
    total_net: figures.net,
    total_tax: figures.tax,
    data: {
      lines: [
        {
          number: 1,
          name: 'Bun',
          qty: `${sign}1`,
          unit_price: '12.40',
          total: figures.gross,
          net: figures.net,
          tax: figures.tax,
          tax_rate: '24',
        },
      ],
      taxes: [{ rate: '24', ...figures }],
      tenders: [{ type: 'cash', name: 'Cash', amount: figures.gross }],
    },
  };
}

/**
 * Sends one receipt, a few, or rarely 1,000 of them.
 *
 * @param {World} world
 * @param {Dice} by
 * @param {Day} day
 * @returns {import('./world.mjs').Sent}
 */
export function postReceipts(world, by, day) {
  const count = by.chance(0.6) ? 0 : by.chance(0.01) ? 1000 : 1 + by.int(8);
  const body =
    count === 0 ? receiptOf(world, by, day) : Array.from({ length: count }, () => receiptOf(world, by, day));
  const learn = (/** @type {any} */ json) => {
    world.add('sales', json);
    for (const { id } of [json].flat()) day.receipts.push(id);
  };
  return {
    method: 'POST',
    path: '/api/secure/sales',
    resource: 'sales',
    kind: 'valid',
    body: jsonText(body),
    learn,
  };
}
