import {
  anything,
  currencies,
  days,
  instants,
  longDecimals,
  longNumbers,
  oddKeys,
  texts,
  zones,
} from './values.mjs';

/**
 * Values at the limits of what a schema of the OpenAPI document accepts.
 *
 * @typedef {import('./values.mjs').Dice} Dice
 * @typedef {(resource: string) => string | undefined} IdOf an id of a record that may be named, of that resource
 * @typedef {{ document: any, by: Dice, idOf: IdOf, fill: number }} Making `fill`: the part of the optional keys that are sent
 */

/** Keys of `data` that refer to another resource and do not have its name. @type {Record<string, string>} */
const named = { supplier: 'supplier', ref_id: 'sales', late_for: 'businessday', parent_id: 'company' };

/** @param {Making} making @param {any} schema @param {string} [name] of the key @returns {unknown} */
export function validValue(making, schema, name = '') {
  const { document, by } = making;
  if (schema.$ref)
    return validValue(making, document.components.schemas[schema.$ref.split('/').at(-1)], name);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return validValue(making, by.pick(choices), name);
  if (schema.enum) return by.pick(schema.enum);
  if ('const' in schema) return schema.const;
  const type = Array.isArray(schema.type) ? by.pick(schema.type) : schema.type;
  if (type === 'object') return validObject(making, schema);
  if (type === 'array') {
    const length = by.chance(0.02) ? 200 : by.int(4);
    return Array.from({ length }, () => validValue(making, schema.items ?? {}, name));
  }
  if (type === 'boolean') return by.chance(0.5);
  if (type === 'integer') return validInteger(by, schema);
  if (type === 'number') return validNumber(by, schema);
  if (type === 'null') return null;
  if (type === 'string') return validText(making, schema, name);
  return anything(by);
}

/** @param {Making} making @param {any} schema */
export function validObject(making, schema) {
  const { by, fill } = making;
  const required = new Set(schema.required ?? []);
  /** @type {[string, unknown][]} */
  const entries = Object.entries(schema.properties ?? {})
    .filter(([name]) => required.has(name) || by.chance(fill))
    .map(([name, part]) => [name, validValue(making, part, name)]);
  const { propertyNames, additionalProperties: others } = schema;
  // Zod writes a record as `propertyNames`, and an object that keeps unknown keys as `additionalProperties: {}`.
  if (propertyNames) {
    for (let count = by.int(4); count > 0; count -= 1) {
      const isId =
        propertyNames.format === 'guid' || propertyNames.format === 'uuid' || propertyNames.pattern;
      const key = isId ? making.idOf('pricelist') : by.pick(oddKeys).slice(0, propertyNames.maxLength);
      if (key !== undefined) entries.push([key, validValue(making, others)]);
    }
  } else if (others && Object.keys(others).length === 0 && by.chance(fill / 2))
    for (let count = 1 + by.int(3); count > 0; count -= 1) entries.push([by.pick(oddKeys), anything(by)]);
  return Object.fromEntries(entries);
}

/** @param {Dice} by @param {any} schema */
function validInteger(by, { minimum = -(2 ** 31), maximum = 2 ** 31 - 1 }) {
  const within = [0, 1, 2, 42, minimum, maximum].filter((one) => one >= minimum && one <= maximum);
  return by.chance(0.2) ? `number:${by.pick(within)}.0` : by.pick(within);
}

/** @param {Dice} by @param {any} schema */
function validNumber(by, { exclusiveMinimum, minimum }) {
  const isPositive = exclusiveMinimum !== undefined || minimum !== undefined;
  const plain = [1, 1.5, 4.75, 'number:1e40', 'number:1e-40', 'number:0.30000000000000004'];
  return by.pick(isPositive ? plain : [...plain, 0, -3, ...longNumbers]);
}

/** @param {Making} making @param {any} schema @param {string} name */
function validText({ by, idOf }, schema, name) {
  const { format, pattern = '', maxLength = Infinity, minLength = 0 } = schema;
  if (format === 'guid' || format === 'uuid') {
    const resource = named[name] ?? name.replace(/_ids?$/, '');
    return idOf(resource) ?? crypto.randomUUID();
  }
  if (format === 'date') return by.pick(days);
  if (format === 'date-time') return by.pick(instants);
  if (name === 'timezone') return by.pick(zones);
  const length = Math.min(maxLength, 4000);
  const pool = [
    ...(schema.examples ?? []),
    ...texts,
    ...texts,
    '',
    'x'.repeat(length),
    '🧀'.repeat(Math.floor(length / 2)),
    `${crypto.randomUUID()}@🧀.example`,
    ...currencies,
    ...longDecimals,
    '00:00',
    '23:59',
  ];
  const test = new RegExp(pattern, 'u');
  // An `allOf` has further patterns of the same text.
  const further = (schema.allOf ?? []).map((/** @type {any} */ part) => new RegExp(part.pattern ?? '', 'u'));
  return by.pick(
    pool.filter(
      (text) =>
        text.length <= maxLength &&
        text.length >= minLength &&
        test.test(text) &&
        further.every((/** @type {RegExp} */ one) => one.test(text)),
    ),
  );
}
