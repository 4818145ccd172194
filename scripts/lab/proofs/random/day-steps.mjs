import { amountOf } from './extreme-receipts.mjs';
import { instants, jsonText, texts } from './values.mjs';

/**
 * The steps of a business day: counted, closed, annotated, reopened, exported, receipts removed, faults acknowledged.
 *
 * @typedef {import('./values.mjs').Dice} Dice
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
const filled = texts.filter((text) => /\S/.test(text));

/**
 * Changes a day: by PUT, by a POST with its id, or in an array with others.
 *
 * @param {Dice} by @param {Day} day @param {object} json @param {() => void} [learn] @returns {Sent}
 */
function change(by, day, json, learn) {
  const sent = { resource: 'businessday', kind: /** @type {const} */ ('valid'), ...(learn && { learn }) };
  const path = '/api/secure/businessday';
  if (by.chance(0.6)) return { ...sent, method: 'PUT', path: `${path}/${day.id}`, body: jsonText(json) };
  const one = { ...json, id: by.chance(0.5) ? day.id : day.id.toUpperCase() };
  return { ...sent, method: 'POST', path, body: jsonText(by.chance(0.5) ? one : [one]) };
}

/** @param {Dice} by @param {readonly string[]} registers */
const zReports = (by, registers) =>
  registers.slice(0, 30).map((pos_id, n) => ({
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
export const countDay = (by, day) => change(by, day, { data: { z_reports: zReports(by, day.registers) } });

/** @param {Dice} by @param {Day} day */
export function closeDay(by, day) {
  const data = {
    closed_by: by.pick(texts),
    ...(by.chance(0.7) && { z_reports: zReports(by, day.registers) }),
  };
  const closed_at = by.chance(0.5) ? { closed_at: by.pick(instants) } : {};
  return change(by, day, { status: 'closed', ...closed_at, data }, () => (day.status = 'closed'));
}

/** Reopens a closed day, with a reason, or exports it, with a voucher. @param {Dice} by @param {Day} day */
export function afterClosing(by, day) {
  if (by.chance(0.5)) {
    const note = `${day.note}\n${by.pick(texts)} ${by.roll()}`;
    return change(by, day, { status: 'open', data: { note } }, () => {
      Object.assign(day, { status: 'open', note, reopened: day.reopened + 1 });
    });
  }
  const voucher_num = by.pick([`${by.pick(texts)} ${by.int(2 ** 30)}`, crypto.randomUUID()]).slice(0, 100);
  return change(by, day, { status: 'exported', data: { voucher_num } }, () => (day.status = 'exported'));
}

/** Adds to the note, which closed and exported days still accept. @param {Dice} by @param {Day} day */
export function noteDay(by, day) {
  const note = `${day.note}\n${by.pick(texts)}`;
  return change(by, day, { data: { note } }, () => (day.note = note));
}

/** @param {Dice} by @param {Day} day @returns {Sent} */
export function removeReceipt(by, day) {
  const id = by.pick(day.receipts);
  const body = by.chance(0.7)
    ? { active: false, removed_reason: by.pick([...texts, 'x'.repeat(4000)]) }
    : { active: true };
  const sent = { resource: 'sales', kind: /** @type {const} */ ('valid') };
  return { ...sent, method: 'PUT', path: `/api/secure/sales/${id}`, body: jsonText(body) };
}

/** @param {Dice} by @param {Day} day @returns {Sent} */
export const acknowledge = (by, day) => ({
  method: 'POST',
  path: `/api/secure/report/businessdaytx/${day.id}/acknowledgement`,
  resource: 'acknowledgement',
  kind: 'valid',
  body: jsonText({
    code: by.pick(codes),
    reason: by.pick(filled),
    ...(by.chance(0.3) && { withdrawn: true }),
  }),
});
