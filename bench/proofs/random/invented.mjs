import { jsonText, longDecimals, longNumbers } from './values.mjs';

/**
 * Requests that the OpenAPI document describes, most of them wrong: parameters and bodies by chance.
 *
 * @typedef {import('./values.mjs').Dice} Dice
 * @typedef {import('./world.mjs').World} World
 * @param {any} document @param {World} world
 * @returns {(by: Dice) => import('./world.mjs').Sent}
 */
export function invented(document, world) {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([verb, operation]) => ['get', 'post', 'put'].includes(verb) && !isEndless(operation))
      .map(([verb, operation]) => ({
        path,
        method: verb.toUpperCase(),
        operation,
        parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])],
      })),
  );
  return (by) => {
    const chosen = by.pick(operations);
    const resource = chosen.path.split('/')[3] ?? 'session';
    const learn = (/** @type {any} */ json) => {
      if (chosen.path === `/api/secure/${resource}`) world.add(resource, json);
    };
    const { method } = chosen;
    return { method, resource, kind: 'refused', learn, ...invent(document, chosen, by, world.ids) };
  };
}

/** Whether its answer is a stream, which goes on until one of both hangs up. @param {any} operation */
const isEndless = (operation) => 'text/event-stream' in (operation.responses['200']?.content ?? {});

/**
 * @param {any} document @param {any} chosen @param {Dice} by @param {Map<string, string[]>} known
 */
function invent(document, chosen, by, known) {
  const name = chosen.path.split('/')[3] ?? '';
  let { path } = chosen;
  /** @type {Record<string, string>} */
  const headers = {};
  const query = new URLSearchParams();
  for (const parameter of chosen.parameters) {
    if (parameter.in === 'path') {
      const ids = known.get(name) ?? [];
      const value =
        by.chance(0.8) && ids.length > 0
          ? by.pick(ids)
          : by.pick([crypto.randomUUID(), 'x', '%00', '..', '🧀']);
      path = path.replace(`{${parameter.name}}`, encodeURIComponent(value));
    } else if (by.chance(parameter.in === 'query' ? 0.12 : 0.2)) {
      const value = textOf(parameter, by, known);
      if (parameter.in === 'query') query.append(parameter.name, value);
      else headers[parameter.name] = value.replaceAll(/[^\u0021-\u007e]/g, '_') || '"1"';
    }
  }
  if (by.chance(0.03)) query.append(by.pick(['unknown', '__proto__', 'sort[]', '']), 'x');
  const suffix = query.size > 0 ? `?${query}` : '';
  const schema = chosen.operation.requestBody?.content['application/json'].schema;
  if (!schema) return { path: `${path}${suffix}`, headers };
  const value = valueOf(document, schema, by, known, 0);
  const text = jsonText(value);
  const body = by.chance(0.05)
    ? by.pick(['', '{', 'null', '[]', '[1]', '"x"', text.slice(0, -1), `${text}x`, '{"name":"\\u0000"}'])
    : text;
  return { path: `${path}${suffix}`, headers, body };
}

/** Numbers and decimals that are kept, and some that are not. */
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
function textOf({ name, schema }, by, known) {
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
 * A value of a schema, now and then one that is not.
 *
 * @param {any} document @param {any} schema @param {Dice} by @param {Map<string, string[]>} known @param {number} depth
 * @returns {unknown}
 */
function valueOf(document, schema, by, known, depth) {
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

/** `dpt_id` names a department that is there, mostly. @param {any} document @param {string} name @param {any} part @param {Dice} by @param {Map<string, string[]>} known @param {number} depth */
function referenceOf(document, name, part, by, known, depth) {
  const ids = known.get(name.replace(/_id$/, '')) ?? [];
  if (name.endsWith('_id') && ids.length > 0 && by.chance(0.85)) return by.pick(ids);
  return valueOf(document, part, by, known, depth + 1);
}
