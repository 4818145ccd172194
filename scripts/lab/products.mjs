import { createHash } from 'node:crypto';
import { ensure, refusal } from './api.mjs';

const beginnings = [
  'Rye',
  'Oat',
  'Cardamom',
  'Vanilla',
  'Forest',
  'Archipelago',
  'Dark',
  'Smoked',
  'Salted',
  'Wild',
];
const ingredients = [
  'Berry',
  'Almond',
  'Salmon',
  'Cheese',
  'Coffee',
  'Potato',
  'Cinnamon',
  'Mushroom',
  'Cream',
  'Honey',
];
const ends = ['Bun', 'Bread', 'Cake', 'Soup', 'Roll', 'Tart', 'Latte', 'Crisp', 'Pie', 'Bar'];
const size = 1000;

/**
 * Returns the records that products refer to: one department, tax, price list and supplier; creates missing ones.
 *
 * @param {ReturnType<typeof import('./api.mjs').client>} send
 */
export async function ensureReferences(send) {
  const tax_id = await ensure(send, 'tax', { name: 'Food', rate: '13.5' });
  return {
    tax_id,
    dpt_id: await ensure(send, 'dpt', { name: 'Bakery', tax_id }),
    pricelist_id: await ensure(send, 'pricelist', { name: 'Takeaway', currency: 'EUR' }),
    supplier_id: await ensure(send, 'supplier', { name: 'Mill' }),
  };
}

/** @typedef {Awaited<ReturnType<typeof ensureReferences>>} References */

/**
 * Returns the product of a number: deterministic, with the size and shape of a shop's real products.
 *
 * @param {References} references
 * @param {number} number from 0
 */
export function product({ tax_id, dpt_id, pricelist_id, supplier_id }, number) {
  const digest = createHash('sha256').update(`bench product ${number}`).digest();
  const pick = (/** @type {string[]} */ from, /** @type {number} */ at) =>
    from[digest.readUInt8(at) % from.length] ?? '';
  const ean = `64${String(number).padStart(11, '0')}`;
  const price = digest.readUInt16BE(3) % 5000;
  const hex = digest.toString('hex');
  return {
    id: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
    name: `${pick(beginnings, 0)} ${pick(ingredients, 1)} ${pick(ends, 2)} ${number}`,
    productid: String(100_000 + number),
    receipt_name: `${pick(ingredients, 1)} ${pick(ends, 2)}`,
    base_price: (price / 100).toFixed(2),
    type: 0,
    dpt_id,
    tax_id,
    data: {
      tags: ['bench', pick(ends, 2).toLowerCase()],
      flags: { kitchenprinter: number % 2 === 0, discount_allowed: true },
      prices: { [pricelist_id]: { type: 'price', amount: ((price * 9) / 1000).toFixed(2) } },
      supply: [
        { ean, sku: `M-${number}`, active: true, supplier: supplier_id, batch_size: 12, batch_name: 'box' },
      ],
      barcodes: [ean],
      unit_type: 'piece',
      cost_price: price / 250,
      stock_units: [{ name: 'piece', value: 1, multiplier: 1, balance_unit: true, inventory_unit: true }],
      additional_fields: { '0198c2f0-aaaa-7000-8000-000000000001': 'Shelf 4' },
    },
  };
}

/**
 * Posts entities as one array; returns the duration in milliseconds.
 *
 * @param {ReturnType<typeof import('./api.mjs').client>} send
 * @param {Record<string, unknown>[]} entities
 */
export async function postArray(send, entities) {
  const began = performance.now();
  const answer = await send('POST', '/api/secure/plu', entities);
  if (answer.status !== 200) throw refusal('POST plu', answer);
  return performance.now() - began;
}

/**
 * Creates products 0 … `count` - 1.
 *
 * @param {ReturnType<typeof import('./api.mjs').client>} send
 * @param {References} references
 * @param {number} count
 */
export async function fill(send, references, count) {
  for (let at = 0; at < count; at += size) {
    await postArray(
      send,
      range(at, Math.min(at + size, count)).map((number) => product(references, number)),
    );
  }
}

/** @param {number} from @param {number} to @returns {number[]} from … to - 1 */
export const range = (from, to) => Array.from({ length: to - from }, (_, index) => from + index);
