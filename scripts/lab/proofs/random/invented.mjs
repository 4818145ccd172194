import { textOf, valueOf } from './invented-values.mjs';
import { jsonText } from './values.mjs';

/**
 * Returns requests that the OpenAPI document describes, most of them invalid, with random parameters and bodies.
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

/** Returns whether the response is a stream, which lasts until either side disconnects. @param {any} operation */
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
  return { path: `${path}${suffix}`, headers, body: by.chance(0.06) ? broken(by, text) : text };
}

/** Returns a body beyond the limits, or one that is not JSON. @param {Dice} by @param {string} text of a body */
function broken(by, text) {
  const deep = (/** @type {number} */ levels) =>
    `{"name":"x","data":${'{"a":['.repeat(levels)}${']}'.repeat(levels)}}`;
  return by.pick([
    '',
    '{',
    'null',
    '[]',
    '[1]',
    '[null]',
    '"x"',
    text.slice(0, -1),
    `${text}x`,
    `\ufeff${text}`,
    '{"name":"\\u0000"}',
    '{"name":"\\ud800"}',
    '{"name":"one","name":"other","data":{"a":1,"a":2}}',
    '{"__proto__":{"name":"x"},"constructor":{}}',
    deep(15),
    deep(16),
    deep(10_000),
    `{"name":"x","data":{"a":"${'x'.repeat(1_100_000)}"}}`,
    `[${'{},'.repeat(1000)}{}]`,
    `[${'1e40,'.repeat(100_000)}0]`,
  ]);
}
