/**
 * What a proof has written so far, for later requests to refer to.
 *
 * @typedef {{ id: string, name: string }} Register
 * @typedef {{ id: string, location_id: string, registers: string[], date: string, currency: string, status: string, note: string, reopened: number,
 *   receipts: string[] }} Day
 * @typedef {ReturnType<typeof newWorld>} World
 * @typedef {{ method: string, path: string, headers?: Record<string, string>, body?: string, resource: string,
 *   kind: 'valid' | 'read' | 'refused' | 'odd', role?: string, learn?: (json: any) => void }} Sent a request, and what it is to be:
 *   a valid write, a read, one to be refused, or one with odd headers or query
 */

const most = 5000;

export function newWorld() {
  /** @type {Map<string, string[]>} */
  const ids = new Map();
  /** @type {Set<unknown>} */
  const guarded = new Set();
  return {
    /** Returns whether an id is a key of the proof itself, which must not be revoked. @param {unknown} id */
    guard: (id) => void guarded.add(id),
    /** @type {Day[]} */
    days: [],
    /** @type {Map<string, string[]>} */
    registers: new Map(),
    ids,
    /** @param {string} resource @returns {readonly string[]} */
    idsOf: (resource) => ids.get(resource) ?? [],
    /** @param {string} resource @param {unknown} answer one record, or several */
    add: (resource, answer) => {
      const known = ids.get(resource) ?? [];
      for (const record of Array.isArray(answer) ? answer : [answer])
        if (
          typeof record?.id === 'string' &&
          !guarded.has(record.id) &&
          known.length < most &&
          !known.includes(record.id)
        )
          known.push(record.id);
      ids.set(resource, known);
    },
  };
}

/**
 * Returns an id of the resource, mostly a recent one.
 *
 * @param {World} world
 * @param {import('./values.mjs').Dice} by
 */
export const idOf = (world, by) => (/** @type {string} */ resource) => {
  const known = world.idsOf(resource);
  if (known.length === 0) return undefined;
  return by.pick(by.chance(0.5) ? known.slice(-20) : known);
};
