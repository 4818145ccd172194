import { describedBy } from '../../src/testing/described.mjs';
import { dice, must, together } from './ask.mjs';

/**
 * Random requests against the OpenAPI document, right ones and wrong ones: no answer of 500 or more, none with a status
 *  that the document does not declare, every refusal a problem, and every answer as the document describes it
 * (security.md, 21 and 28). Values go to the ends of what the service takes, and past them.
 *
 * @param {{ ask: import('./ask.mjs').Ask, requests: number, connections: number, seed: number, document?: any }} parts
 */
export async function proveRandom({ ask, requests, connections, seed, document: given }) {
  const document = given ?? (await ask('GET', '/api/openapi.json')).json;
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
  const faultOf = describedBy(document);
  // Whose key is revoked is told nothing more: the own one is never named.
  const own = (await ask('GET', '/api/secure/me')).json.key?.id;
  /** What was made, to be named again, by resource. @type {Map<string, string[]>} */
  const known = new Map();
  /** @type {Record<string, number>} */
  const statuses = {};
  let sent = 0;
  await together(connections, async (n) => {
    const by = dice(seed * 1000 + n);
    while (sent < requests) {
      sent += 1;
      const chosen = by.pick(operations);
      const request = invent(document, chosen, by, known);
      const answer = await ask(chosen.method, request.path, request);
      const told = `${chosen.method} ${request.path} ${request.body ?? ''} ${JSON.stringify(request.headers)}\n${answer.status}: ${answer.text.slice(0, 500)}`;
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      must(answer.status < 500, () => `An answer of ${answer.status} (seed ${seed}): ${told}`);
      must(
        String(answer.status) in chosen.operation.responses,
        () => `A status that is not declared (seed ${seed}): ${told}`,
      );
      const fault = faultOf(chosen.method, request.path, answer, 'admin');
      must(fault === null, () => `An answer that is not as described (seed ${seed}): ${fault}\n${told}`);
      if (answer.status >= 400) {
        must(
          answer.headers.get('content-type') === 'application/problem+json' &&
            answer.json.status === answer.status,
          () => `A refusal that is no problem (seed ${seed}): ${told}`,
        );
      }
      // Signing in with invented words is refused, of course.
      const isByKey = chosen.path.startsWith('/api/secure/');
      must(!isByKey || answer.status !== 401, () => `The key holds no more (seed ${seed}): ${told}`);
      learn(chosen.path, answer.json, known, own);
    }
  });
  return `${sent} random requests to ${operations.length} operations, seed ${seed}: ${JSON.stringify(statuses)}; none of 500 or more, none that its description refuses`;
}

/** Whether its answer is a stream, which goes on until one of both hangs up. @param {any} operation */
const isEndless = (operation) => 'text/event-stream' in (operation.responses['200']?.content ?? {});

/** @param {string} path @param {any} answer @param {Map<string, string[]>} known @param {unknown} own */
function learn(path, answer, known, own) {
  const name = path.split('/')[3] ?? '';
  const records = Array.isArray(answer) ? answer : Array.isArray(answer?.data) ? answer.data : [answer];
  const ids = known.get(name) ?? [];
  for (const record of records.slice(0, 3))
    if (typeof record?.id === 'string' && record.id !== own && ids.length < 500) ids.push(record.id);
  known.set(name, ids);
}

/**
 * @typedef {ReturnType<typeof dice>} Dice
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
  const text = (JSON.stringify(value) ?? 'null').replaceAll(/"number:([^"]+)"/g, (_, digits) =>
    String(digits),
  );
  const body = by.chance(0.05)
    ? by.pick(['', '{', 'null', '[]', '[1]', '"x"', text.slice(0, -1), `${text}x`, '{"name":"\\u0000"}'])
    : text;
  return { path: `${path}${suffix}`, headers, body };
}

/** Numbers that no JavaScript number holds; `number:` is taken off in the text of the body. */
const extremeNumbers = [
  'number:1234567890123456789012345678901234567890',
  'number:0.1234567890123456789012345678901234567890',
  'number:-9999999999999999999999999999999999999999',
  'number:0.30000000000000004',
  'number:1e40',
  'number:1e-40',
  'number:1e41',
  'number:-0',
  'number:4.5000',
];
const extremeDecimals = [
  '99999999999999999999999999.999999999999',
  '-99999999999999999999999999.999999999999',
  '0.000000000001',
  '0.30000000000000004',
  '1e5',
  '-0',
  'NaN',
  'Infinity',
];

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

/**
 * What is sent again with its `Idempotency-Key`, because an answer was lost, happens once (security.md, 18).
 *
 * @param {{ asks: readonly import('./ask.mjs').Ask[], sql: import('./ask.mjs').Sql, requests: number, connections: number, seed: number }} parts
 */
export async function proveRetries({ asks, sql, requests, connections, seed }) {
  const word = `retry ${seed} ${Math.random().toString(36).slice(2)}`;
  let begun = 0;
  let lost = 0;
  await together(connections, async (n) => {
    const by = dice(seed + n);
    while (begun < requests) {
      const number = (begun += 1);
      const more = {
        json: { name: `${word} ${number}` },
        headers: { 'Idempotency-Key': `${word} ${number}`.replaceAll(' ', '-') },
      };
      /** @type {Set<string>} */
      const ids = new Set();
      for (let tries = 1 + by.int(3); tries > 0;) {
        const ask = by.pick(asks);
        // The answer is lost at some moment: before the write, during it, or after.
        const signal = by.chance(0.4) ? { signal: AbortSignal.timeout(1 + by.int(8)) } : {};
        const answer = await ask('POST', '/api/secure/customer', { ...more, ...signal }).catch(() => null);
        if (answer === null) lost += 1;
        else if (answer.status === 201) {
          ids.add(answer.json.id);
          tries -= 1;
        } else must(answer.status === 409, () => `${answer.status}: ${answer.text}`);
      }
      must(ids.size === 1, () => `${number} was answered with ${ids.size} records`);
    }
  });
  const [found] = await sql(
    `select count(*)::int as n, count(distinct name)::int as names from customer where name like $1`,
    [`${word} %`],
  );
  must(found.n === begun && found.names === begun, () => `${begun} were sent, ${found.n} are there`);
  return `${begun} creates sent again and again, ${lost} answers lost: ${found.n} records, no duplicate`;
}
