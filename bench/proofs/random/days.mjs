import { amountOf, postReceipts } from './receipts.mjs';
import { days as dates, currencies, instants, jsonText, oddKeys, anything, texts, zones } from './values.mjs';

/**
 * Business days from their location to their export: opened, sold into, counted, closed, opened again, exported, second
 * ones, removed receipts, acknowledged faults.
 *
 * @typedef {import('./values.mjs').Dice} Dice
 * @typedef {import('./world.mjs').World} World
 * @typedef {import('./world.mjs').Day} Day
 * @typedef {import('./world.mjs').Sent} Sent
 */

const codes = [
  'receipt_lines',
  'receipt_tax',
  'receipt_tenders',
  'receipt_prices',
  'receipt_time',
  'cash',
  'receipt_scale',
];

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

/** A location and its registers, in one step each. @param {World} world @param {Dice} by @returns {Sent} */
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
      vouchers: 0,
      receipts: [],
    });
  };
  const body = jsonText({
    location_id,
    date,
    ...(by.chance(0.9) && { second: true }),
    opened_at: by.pick([null, ...instants]),
    data: { note: by.pick([...texts, 'x'.repeat(4000)]), [by.pick(oddKeys)]: anything(by) },
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

/** @param {Day} day @param {object} json @param {() => void} [learn] @returns {Sent} */
const put = (day, json, learn) => ({
  method: 'PUT',
  path: `/api/secure/businessday/${day.id}`,
  resource: 'businessday',
  kind: 'valid',
  body: jsonText(json),
  ...(learn && { learn }),
});

/** @param {Dice} by @param {Day} day */
const zReports = (by, day) =>
  day.registers.slice(0, 30).map((pos_id, n) => ({
    pos_id,
    z_number: by.pick([n, -(2 ** 31), 2 ** 31 - 1]),
    opening_float: amountOf(by),
    paid_in: amountOf(by),
    paid_out: amountOf(by),
    counted: by.chance(0.9)
      ? by.pick(['0', '12.40', 'number:0.30000000000000004', 'number:1e40', '-1'])
      : amountOf(by),
    first_receipt_num: by.pick(['1', '', '🧀']),
    opening_note: by.pick([...texts, null]),
  }));

/** @param {Dice} by @param {Day} day */
const countDay = (by, day) => put(day, { data: { z_reports: zReports(by, day) } });

/** @param {Dice} by @param {Day} day */
const closeDay = (by, day) =>
  put(
    day,
    {
      status: 'closed',
      ...(by.chance(0.5) && { closed_at: by.pick(instants) }),
      data: { closed_by: by.pick(texts), ...(by.chance(0.7) && { z_reports: zReports(by, day) }) },
    },
    () => (day.status = 'closed'),
  );

/** @param {Dice} by @param {Day} day */
function afterClosing(by, day) {
  if (by.chance(0.5))
    return put(
      day,
      { status: 'open', data: { note: `${by.pick(texts)} ${by.roll()}` } },
      () => (day.status = 'open'),
    );
  const voucher_num = by.pick([`${by.pick(texts)} ${by.int(2 ** 30)}`, crypto.randomUUID()]).slice(0, 100);
  return put(day, { status: 'exported', data: { voucher_num } }, () => (day.status = 'exported'));
}

/** @param {Dice} by @param {Day} day */
const noteDay = (by, day) => put(day, { data: { note: by.pick([...texts, 'x'.repeat(4000)]) } });

/** @param {Dice} by @param {Day} day @returns {Sent} */
function removeReceipt(by, day) {
  const id = by.pick(day.receipts);
  const body = jsonText(
    by.chance(0.7)
      ? { active: false, removed_reason: by.pick([...texts, 'x'.repeat(4000)]) }
      : { active: true },
  );
  return { method: 'PUT', path: `/api/secure/sales/${id}`, resource: 'sales', kind: 'valid', body };
}

/** @param {Dice} by @param {Day} day @returns {Sent} */
const acknowledge = (by, day) => ({
  method: 'POST',
  path: `/api/secure/report/businessdaytx/${day.id}/acknowledgement`,
  resource: 'acknowledgement',
  kind: 'valid',
  body: jsonText({
    code: by.pick(codes),
    reason: by.pick(texts.filter((text) => /\S/.test(text))),
    ...(by.chance(0.3) && { withdrawn: true }),
  }),
});
