import { longDecimals, longNumbers } from './values.mjs';

/** @typedef {import('./values.mjs').Dice} Dice */

/** Numbers and decimals that the service can store, and some that it cannot. */
const extremeNumbers = [
  ...longNumbers,
  'number:1e41',
  'number:1e400',
  'number:12345678901234567890123456789012345678901',
];
const extremeDecimals = [...longDecimals, '1e5', '-0', 'NaN', 'Infinity', '01', '.5'];

const oddTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e400',
  'null',
  "'; drop table plu; --",
  '%',
  '🧀',
  '\u202e',
  'a'.repeat(300),
  '2026-02-30',
  '\ud800',
];

/** @param {any} parameter @param {Dice} by @param {Map<string, string[]>} known */
export function textOf({ name, schema }, by, known) {
  if (by.chance(0.25)) return by.pick(oddTexts);
  if (schema.type === 'boolean') return by.pick(['true', 'false', 'yes']);
  if (schema.type === 'integer') return String(by.pick([1, 2, 7, 100, 1000, 1001, 0, -1, 10 ** 15]));
  if (schema.format === 'date-time') return by.pick(['2026-03-01T00:00:00Z', '2026-03-01', 'yesterday']);
  if (name === 'sort') return by.pick(['name', '-name', 'modified_at', 'nothing', 'name,-created_at']);
  if (name.endsWith('_id') || name === 'id')
    return by.pick([[...known.values()].flat()[0] ?? 'x', crypto.randomUUID(), 'x']);
  return by.pick(['a', 'A,B', '2026-03-01', '25.5', 'open', crypto.randomUUID()]);
}

/**
 * Returns a value of a schema, occasionally an invalid one.
 *
 * @param {any} document @param {any} schema @param {Dice} by @param {Map<string, string[]>} known @param {number} depth
 * @returns {unknown}
 */
export function valueOf(document, schema, by, known, depth) {
  if (by.chance(0.02))
    return by.pick([null, '', 'x', 0, -1, 1e308, true, [], {}, [[]], { a: { b: [null] } }, ...oddTexts]);
  if (schema.$ref)
    return valueOf(document, document.components.schemas[schema.$ref.split('/').at(-1)], by, known, depth);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valueOf(document, by.pick(choices), by, known, depth);
  if (schema.enum) return by.pick(schema.enum);
  if ('const' in schema) return schema.const;
  if (schema.examples && by.chance(0.9)) return by.pick(schema.examples);
  const type = Array.isArray(schema.type) ? by.pick(schema.type) : schema.type;
  if (type === 'object') return objectOf(document, schema, by, known, depth);
  if (type === 'array')
    return Array.from({ length: by.int(4) }, () =>
      valueOf(document, schema.items ?? {}, by, known, depth + 1),
    );
  if (type === 'boolean') return by.chance(0.5);
  if (type === 'integer')
    return by.pick([
      0,
      1,
      2,
      42,
      -1,
      2 ** 31 - 1,
      -(2 ** 31),
      2 ** 31,
      2 ** 53,
      'number:1e0',
      'number:1.0',
      'number:1e40',
    ]);
  if (type === 'number') return by.pick([0, 1.5, 4.75, -3, 1e-7, 1e21, ...extremeNumbers]);
  if (type === 'null') return null;
  if (schema.format === 'uuid')
    return by.chance(0.3)
      ? crypto.randomUUID()
      : by.pick([...known.values()].flat().concat(crypto.randomUUID()));
  if (schema.format === 'date')
    return by.pick([
      '2026-03-01',
      '2026-02-30',
      '2024-02-29',
      '2023-02-29',
      '0001-01-01',
      '9999-12-31',
      '0000-01-01',
    ]);
  if (schema.format === 'date-time')
    return by.pick([
      '2026-03-01T12:00:00Z',
      '2026-03-01T12:00:00+02:00',
      '2026-03-01',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999999Z',
      '2024-02-29T23:59:59-15:59',
      '2023-02-29T00:00:00Z',
      '2016-12-31T23:59:60Z',
    ]);
  return by.pick([
    'Text',
    '4.50',
    '25.5',
    '1',
    'EUR',
    'a@b.example',
    'Ä b',
    '12:30',
    '😀',
    ...(by.chance(0.2) ? extremeDecimals : []),
    ...(by.chance(0.1) ? oddTexts : []),
  ]);
}

/** @param {any} document @param {any} schema @param {Dice} by @param {Map<string, string[]>} known @param {number} depth */
function objectOf(document, schema, by, known, depth) {
  const required = new Set(schema.required ?? []);
  const entries = Object.entries(schema.properties ?? {})
    .filter(([name]) => (required.has(name) ? by.chance(0.97) : by.chance(depth === 0 ? 0.5 : 0.3)))
    .map(([name, part]) => [name, referenceOf(document, name, part, by, known, depth)]);
  if (by.chance(0.03))
    entries.push([by.pick(['unknown', '__proto__', 'tenant_id', 'constructor', 'version', '']), 'x']);
  return Object.fromEntries(entries);
}

/**
 * Returns a reference such as `dpt_id`, mostly to an existing record.
 *
 * @param {any} document
 * @param {string} name
 * @param {any} part
 * @param {Dice} by
 * @param {Map<string, string[]>} known
 * @param {number} depth
 */
function referenceOf(document, name, part, by, known, depth) {
  const ids = known.get(name.replace(/_id$/, '')) ?? [];
  if (name.endsWith('_id') && ids.length > 0 && by.chance(0.85)) return by.pick(ids);
  return valueOf(document, part, by, known, depth + 1);
}
