import { validObject, validValue } from './valid.mjs';
import { jsonText } from './values.mjs';
import { idOf } from './world.mjs';

/**
 * Valid writes of every resource except receipts and business days: POST and PUT of one, arrays, upserts, of
 * existing, new and deactivated records.
 *
 * @typedef {import('./values.mjs').Dice} Dice
 * @typedef {import('./world.mjs').World} World
 * @typedef {import('./world.mjs').Sent} Sent
 */

export const masterData = [
  'grp',
  'tax',
  'dpt',
  'pricelist',
  'supplier',
  'customer',
  'discount',
  'tender',
  'location',
  'pos',
  'plu',
];
/** Resources whose ids the service generates. */
const guarded = ['user', 'apikey', 'company'];

/** Fields that only the service sets. */
const owned = ['id', 'company_id', 'created_at', 'modified_at', 'version', 'parent_id', 'removed'];

/** @param {any} document @param {World} world @param {Dice} by @param {string} resource @param {'create' | 'update'} verb */
export function bodyOf(document, world, by, resource, verb) {
  const fill = by.pick([0.15, 0.5, 1]);
  const making = { document, by, idOf: idOf(world, by), fill };
  const schema = document.components.schemas[`${resource}_${verb}`];
  const body = /** @type {Record<string, unknown>} */ (validObject(making, schema));
  for (const name of owned) delete body[name];
  // References of a new record name existing records; some may be null.
  for (const name of schema.required ?? [])
    body[name] ??= validValue({ ...making, fill: 0 }, schema.properties[name], name);
  if (verb === 'create' && by.chance(0.9)) delete body['active'];
  return body;
}

/** @param {any} document @param {World} world @param {Dice} by @returns {Sent} */
export function writeRecord(document, world, by) {
  const resource = by.chance(0.08) ? by.pick(guarded) : by.pick(masterData);
  const address = `/api/secure/${resource}`;
  const learn = (/** @type {unknown} */ json) => world.add(resource, json);
  const known = idOf(world, by)(resource);
  const sent = { resource, kind: /** @type {const} */ ('valid'), learn };
  if (known !== undefined && by.chance(0.35)) {
    const body = isFixed(resource)
      ? { name: by.pick(['🧀', 'Other']) }
      : bodyOf(document, world, by, resource, 'update');
    if (by.chance(0.3)) body['active'] = by.chance(0.5);
    if (resource === 'apikey' || resource === 'company') delete body['active'];
    if (by.chance(0.8))
      return { ...sent, method: 'PUT', path: `${address}/${upperOrNot(by, known)}`, body: jsonText(body) };
    return { ...sent, method: 'POST', path: address, body: jsonText({ ...body, id: known }) };
  }
  const one = () => {
    const body = bodyOf(document, world, by, resource, 'create');
    if (guarded.includes(resource)) return resource === 'user' ? { ...body, email: newEmail(by) } : body;
    if (by.chance(0.3)) body['id'] = upperOrNot(by, crypto.randomUUID());
    // An upsert within an array.
    else if (known !== undefined && by.chance(0.1)) body['id'] = idOf(world, by)(resource);
    return body;
  };
  const count = by.chance(0.75) ? 0 : by.chance(0.03) && resource !== 'user' ? 1000 : 1 + by.int(12);
  const isSingle = count === 0 || guarded.includes(resource);
  const body = isSingle ? one() : distinct(Array.from({ length: count }, one));
  const headers = by.chance(0.1)
    ? { 'Idempotency-Key': `${crypto.randomUUID()}${'~!'.repeat(by.pick([0, 1, 109]))}` }
    : {};
  return { ...sent, method: 'POST', path: address, body: jsonText(body), headers };
}

/** Of a key only the name can change. @param {string} resource */
const isFixed = (resource) => resource === 'apikey';

/** @param {Dice} by @param {string} id */
const upperOrNot = (by, id) => (by.chance(0.2) ? id.toUpperCase() : id);

/** @param {Dice} by */
const newEmail = (by) => `${crypto.randomUUID()}@${by.pick(['a.example', '🧀.example', "o'x", 'İ.example'])}`;

/** An array may name a record only once. @param {Record<string, unknown>[]} bodies */
function distinct(bodies) {
  const seen = new Set();
  return bodies.filter(({ id }) => {
    const key = typeof id === 'string' ? id.toLowerCase() : crypto.randomUUID();
    return !seen.has(key) && seen.add(key);
  });
}
