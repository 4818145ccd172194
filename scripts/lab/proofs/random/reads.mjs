import { days, instants, texts } from './values.mjs';
import { idOf } from './world.mjs';

/**
 * Reads that must be answered: lists with filters, sorts, pages and cursors, records, records as of a moment,
 * reports, verdicts, summaries, exports of customers, the audit trail.
 *
 * @typedef {import('./values.mjs').Dice} Dice
 * @typedef {import('./world.mjs').World} World
 * @typedef {import('./world.mjs').Sent} Sent
 */

/** @param {string} path @param {string} resource @param {Record<string, string>} [headers] @returns {Sent} */
export const get = (path, resource, headers = {}) => ({
  method: 'GET',
  path,
  resource,
  kind: 'read',
  headers,
});

/** @param {any} document @param {World} world @param {Dice} by @returns {Sent} */
export function readSomething(document, world, by) {
  const read = by.chance(0.35) ? readReport : by.chance(0.3) ? readRecord : readList;
  return read(document, world, by);
}

/** @param {any} _ @param {World} world @param {Dice} by */
function readReport(_, world, by) {
  const day = by.pick(world.days.slice(-200));
  const reports = '/api/secure/report';
  const roll = by.roll();
  if (roll < 0.4) return get(`${reports}/businessdaytx/${day.id}`, 'report');
  if (roll < 0.6) {
    const some = by.shuffled(world.days.slice(-100)).slice(0, by.chance(0.03) ? 100 : 1 + by.int(8));
    return get(`${reports}/verdicts?businessday_id=${some.map(({ id }) => id).join(',')}`, 'verdicts');
  }
  const to = by.pick([day.date, yearLater(day.date)]);
  const query = new URLSearchParams({ from: day.date, to, currency: day.currency });
  if (by.chance(0.5)) query.append('location_id', day.location_id);
  return get(`${reports}/summary?${query}`, 'summary');
}

/** @param {string} date */
const yearLater = (date) => {
  const time = new Date(`${date}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + 399);
  const text = time.toISOString().slice(0, 10);
  return text.startsWith('+') ? '9999-12-31' : text;
};

/** @param {any} document @param {World} world @param {Dice} by */
function readRecord(document, world, by) {
  const resource = by.pick(
    // Shared views are read by their list alone.
    [...world.ids.keys()].filter((name) => document.paths[`/api/secure/${name}/{id}`]?.get),
  );
  const id = idOf(world, by)(resource) ?? crypto.randomUUID();
  const known = document.paths[`/api/secure/${resource}/{id}`].get.parameters;
  const canLookBack = known.some((/** @type {any} */ { name }) => name === 'as_of');
  const suffix =
    canLookBack && by.chance(0.3)
      ? `?as_of=${encodeURIComponent(by.pick([new Date().toISOString(), ...instants]))}`
      : '';
  if (resource === 'customer' && by.chance(0.2)) return get(`/api/secure/customer/${id}/export`, 'export');
  return get(`/api/secure/${resource}/${id}${suffix}`, resource);
}

/** @param {any} document @param {World} world @param {Dice} by */
function readList(document, world, by) {
  const lists = Object.keys(document.paths).filter(
    (path) => document.paths[`${path}/{id}`]?.get && document.paths[path].get,
  );
  const path = by.pick(lists);
  const resource = path.split('/').at(-1) ?? '';
  const { parameters } = document.paths[path].get;
  const query = new URLSearchParams();
  if (by.chance(0.7)) query.append(by.pick(['limit', 'pageSize']), by.pick(['1', '7', '100']));
  else if (by.chance(0.2)) query.append('page', by.pick(['1', '2', '999999999']));
  for (const { name, in: place, schema, description } of parameters) {
    if (place !== 'query' || ['page', 'pageSize', 'limit', 'cursor'].includes(name) || by.chance(0.85))
      continue;
    query.append(name, wordOf(world, by, name, schema, description));
  }
  return get(`${path}${query.size > 0 ? `?${query}` : ''}`, resource);
}

/** @param {World} world @param {Dice} by @param {string} name @param {any} schema @param {string | undefined} description */
function wordOf(world, by, name, schema, description) {
  if (name === 'sort') {
    const fields = (description ?? '').split(': ').at(-1)?.split(', ') ?? ['name'];
    return by
      .shuffled(fields)
      .slice(0, 1 + by.int(3))
      .map((field) => `${by.pick(['', '-'])}${field}`)
      .join(',');
  }
  if (schema.type === 'boolean') return by.pick(['true', 'false']);
  if (schema.format === 'date-time' || /modified_since|as_of|^from|^until|completed_/.test(name))
    return by.pick(instants);
  if (/date/.test(name)) return by.pick(days);
  if (name.endsWith('_id') || schema.examples) {
    const find = idOf(world, by);
    return Array.from(
      { length: by.pick([1, 1, 2, 100]) },
      () => find(name.replace('_id', '')) ?? crypto.randomUUID(),
    ).join(',');
  }
  return by.pick([
    ...texts,
    '25.5',
    '99999999999999999999999999.999999999999',
    '0',
    '-2147483648',
    '2147483647',
    'x'.repeat(100),
  ]);
}
