import { acknowledge, afterClosing, closeDay, countDay, noteDay, removeReceipt } from './day-steps.mjs';
import { postReceipts } from './receipts.mjs';
import { days as dates, currencies, instants, jsonText, oddKeys, anything, texts, zones } from './values.mjs';

/**
 * Business days from their location to their export.
 *
 * @typedef {import('./values.mjs').Dice} Dice
 * @typedef {import('./world.mjs').World} World
 * @typedef {import('./world.mjs').Day} Day
 * @typedef {import('./world.mjs').Sent} Sent
 */

/** @param {World} world @param {Dice} by @returns {Sent} */
export function writeDay(world, by) {
  if (world.registers.size < 3 || by.chance(0.02)) return newShop(world, by);
  const open = world.days.filter(({ status }) => status === 'open');
  if (open.length < 5 || by.chance(0.03)) return openDay(world, by);
  const day = by.pick(by.chance(0.75) ? open.slice(-8) : world.days.slice(-60));
  if (day.status === 'closed') return by.chance(0.3) ? noteDay(by, day) : afterClosing(by, day);
  if (day.status === 'exported') return noteDay(by, day);
  const roll = by.roll();
  if (roll < 0.68) return postReceipts(world, by, day);
  if (roll < 0.78) return countDay(by, day);
  if (roll < 0.86 && day.receipts.length > 0) return removeReceipt(by, day);
  if (roll < 0.91) return acknowledge(by, day);
  return closeDay(by, day);
}

/** Creates a location, and its registers, in one step each. @param {World} world @param {Dice} by @returns {Sent} */
function newShop(world, by) {
  const id = by.pick([...world.registers.keys(), crypto.randomUUID()]);
  if (!world.registers.has(id)) {
    const data = {
      timezone: by.pick(zones),
      currency: by.pick(currencies),
      day_cutover: by.pick(['00:00', '04:30', '23:59']),
      count_at_close: by.pick(['none', 'none', 'required', '🧀']),
      [by.pick(oddKeys)]: anything(by),
    };
    const learn = () => {
      world.registers.set(id, []);
      world.add('location', { id });
    };
    const body = jsonText({ id, name: by.pick(texts.filter((text) => /\S/.test(text))), data });
    return { method: 'POST', path: '/api/secure/location', resource: 'location', kind: 'valid', body, learn };
  }
  const learn = (/** @type {any} */ json) => {
    world.registers.get(id)?.push(json.id);
    world.add('pos', json);
  };
  const body = jsonText({
    name: by.pick(['Till', '🧀']),
    location_id: id,
    pos_num: by.pick([1, null, 2 ** 31 - 1]),
  });
  return { method: 'POST', path: '/api/secure/pos', resource: 'pos', kind: 'valid', body, learn };
}

/** @param {World} world @param {Dice} by @returns {Sent} */
function openDay(world, by) {
  const location_id = by.pick([...world.registers.keys()]);
  const date = by.chance(0.6) ? by.pick(dates) : `20${10 + by.int(80)}-0${1 + by.int(9)}-1${by.int(10)}`;
  const note = by.pick([...texts, 'x'.repeat(3000)]);
  const learn = (/** @type {any} */ json) => {
    const registers = world.registers.get(location_id) ?? [];
    world.add('businessday', json);
    world.days.push({
      id: json.id,
      location_id,
      registers,
      date,
      currency: json.snapshot.currency,
      status: 'open',
      note,
      reopened: 0,
      receipts: [],
    });
  };
  const body = jsonText({
    location_id,
    date,
    ...(by.chance(0.9) && { second: true }),
    opened_at: by.pick([null, ...instants]),
    data: { note, [by.pick(oddKeys)]: anything(by) },
  });
  return {
    method: 'POST',
    path: '/api/secure/businessday',
    resource: 'businessday',
    kind: 'valid',
    body,
    learn,
  };
}
