/**
 * Values at the limits of what the service accepts. JavaScript has no number of 40 digits, so text that starts with
 * `number:` marks digits that `jsonText` writes as a number.
 *
 * @typedef {ReturnType<typeof import('../ask.mjs').dice>} Dice
 */

/** Writes a body as JSON text, with the digits of the marked numbers. @param {unknown} value */
export const jsonText = (value) =>
  (JSON.stringify(value) ?? 'null').replaceAll(/"number:([^"]+)"/g, (_, digits) => String(digits));

/** Numbers that are stored to the digit: 40 significant digits, exponents to ±40. */
export const longNumbers = [
  'number:1234567890123456789012345678901234567890',
  'number:0.1234567890123456789012345678901234567890',
  'number:-9999999999999999999999999999999999999999',
  'number:0.30000000000000004',
  'number:1e40',
  'number:-1E+40',
  'number:1e-40',
  'number:9.999999999999999999999999999999999999999e39',
  'number:-0',
  'number:-0.0',
  'number:4.5000',
  'number:0e0',
];

/** Decimal text at the limits of its pattern: 26 digits before the point, 12 after it. */
export const longDecimals = [
  '99999999999999999999999999.999999999999',
  '-99999999999999999999999999.999999999999',
  '99999999999999999999999999',
  '0.000000000001',
  '-0.000000000001',
  '0.30000000000000004'.slice(0, 14),
  '0.000000000000',
  '10.005',
  '1255.5',
];

export const days = [
  '0001-01-01',
  '0001-12-31',
  '0099-02-28',
  '1582-10-10',
  '1900-02-28',
  '2000-02-29',
  '2024-02-29',
  '2026-03-29',
  '2026-10-25',
  '2026-12-31',
  '9999-12-30',
  '9999-12-31',
];

export const instants = [
  '0001-01-01T00:00:00Z',
  '0001-01-01T15:59:00+15:59',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T08:00:59-15:59',
  '2024-02-29T23:59:59-15:59',
  '2026-03-29T03:30:00+02:00',
  '2026-10-25T03:30:00.123456789+03:00',
  '2026-10-25T01:30:00Z',
  '1883-11-18T12:03:58Z',
  '2016-12-31T23:59:59.999999Z',
];

export const zones = [
  'Europe/Helsinki',
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Etc/GMT+12',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Africa/Monrovia',
  'Australia/Lord_Howe',
  'Nowhere/Land',
  'UTC',
  'EST5EDT,M3.2.0,M11.1.0',
  '+25:00',
  "x'; select 1",
  '',
];

export const currencies = ['EUR', 'JPY', 'KWD', 'CLF', 'XXX', 'ZZZ'];

/** Text of every kind that PostgreSQL can store. */
export const texts = [
  'Text',
  '🧀',
  '👩‍👩‍👧‍👦',
  '\u202eשלום\u202c',
  'مرحبا',
  'e\u0301\u0327',
  'Z\u0351\u036b\u0343\u036a\u0302a\u0301lgo',
  '\u{10ffff}\ufffe\uffff',
  '\u0001\u001f\u007f\u0085\u2028\u2029',
  '\ufeffx',
  ' x ',
  '%_\\',
  "'; drop table plu; --",
  '=HYPERLINK("http://x")',
  '<script>alert(1)</script>',
  'null',
  '1e400',
  '\\u0000',
  '{"a":1}',
  'İıſK',
];

/** Keys that no contract has. */
export const oddKeys = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  '',
  ' ',
  'a.b',
  'a/b~c',
  '$ref',
  '0',
  '-1',
  '🧀',
  '\u202e',
  'x'.repeat(2000),
];

/** Returns an object with `depth` levels. @param {number} depth @returns {unknown} */
export const nested = (depth) =>
  depth === 0
    ? { deepest: [null, {}, [], 'number:1e-40'] }
    : depth % 2
      ? [nested(depth - 1)]
      : { '': nested(depth - 1) };

/** Returns any value for a key that no contract has. @param {Dice} by */
export const anything = (by) =>
  by.pick([
    null,
    true,
    '',
    [],
    {},
    [[null]],
    nested(by.int(24)),
    by.pick(longNumbers),
    by.pick(texts),
    Object.fromEntries([[by.pick(oddKeys), { [by.pick(oddKeys)]: [by.pick(texts), by.pick(longNumbers)] }]]),
    Array.from({ length: 300 }, (_, n) => n),
  ]);
