import { anything, longDecimals, longNumbers, oddKeys, texts } from './values.mjs';

/** @typedef {import('./values.mjs').Dice} Dice */

const types = [
  'sale',
  'sale',
  'sale',
  'return',
  'void',
  'training',
  'paid_in',
  'paid_out',
  'refund',
  '',
  '🧀',
  'constructor',
];
const kinds = ['sale', 'gift_card', 'deposit', 'tip', '__proto__', ''];

/** @param {Dice} by */
export const amountOf = (by) =>
  by.chance(0.3)
    ? by.pick(longNumbers)
    : by.chance(0.4)
      ? by.pick(longDecimals)
      : by.pick(['4.50', '-4.50', 4.5, 0, '0', null]);

/**
 * Returns a receipt with every amount at a limit of what is accepted.
 *
 * @param {Dice} by
 * @param {Record<string, unknown>} common
 * @param {import('./valid.mjs').IdOf} find
 */
export function extremeReceipt(by, common, find) {
  const amount = () => amountOf(by);
  const decimal = () => by.pick([...longDecimals, '0', '4.50', '-4.50']);
  const many = () => (by.chance(0.02) ? 300 : by.int(5));
  const list = (/** @type {() => object} */ make) => Array.from({ length: many() }, make);
  const keyed = (/** @type {string} */ name, /** @type {string} */ resource) => {
    const id = by.chance(0.7) ? find(resource) : crypto.randomUUID();
    return id === undefined ? {} : { [name]: id };
  };
  const line = () => ({
    ...keyed('plu_id', 'plu'),
    ...keyed('dpt_id', 'dpt'),
    number: by.pick([0, 1, -(2 ** 31), 2 ** 31 - 1]),
    name: by.pick([...texts, null]),
    dpt_name: by.pick(texts),
    productid: by.pick(texts),
    qty: amount(),
    unit_price: amount(),
    discount: amount(),
    total: amount(),
    net: amount(),
    tax: amount(),
    tax_rate: by.chance(0.5) ? '24' : amount(),
    kind: by.pick(kinds),
    ...(by.chance(0.1) && { [by.pick(oddKeys)]: anything(by) }),
  });
  const tender = () => ({
    ...keyed('tender_id', 'tender'),
    name: by.pick(texts),
    type: by.pick(['cash', 'card', '', null, 'constructor']),
    amount: amount(),
    tendered: amount(),
    change: amount(),
  });
  return {
    ...common,
    name: by.pick(texts),
    type: by.pick(types),
    total: decimal(),
    total_net: decimal(),
    total_tax: decimal(),
    rounding: decimal(),
    data: {
      lines: by.chance(0.95) ? list(line) : null,
      tenders: by.chance(0.95) ? list(tender) : null,
      taxes: list(() => ({
        rate: by.chance(0.5) ? '24' : amount(),
        gross: amount(),
        net: amount(),
        tax: amount(),
      })),
      ...(by.chance(0.1) && keyed('late_for', 'businessday')),
      ...(by.chance(0.1) && keyed('ref_id', 'sales')),
      ...(by.chance(0.2) && { reason: by.pick(texts) }),
      ...(by.chance(0.2) && { [by.pick(oddKeys)]: anything(by) }),
    },
  };
}
