import { METHODS } from 'node:http';
import { addresses, queries } from './odd-addresses.mjs';
import { headerValues } from './odd-headers.mjs';

/**
 * Headers, queries, methods and paths at their limits, on requests that would be answered without them.
 *
 * @typedef {import('./values.mjs').Dice} Dice
 * @typedef {import('./world.mjs').Sent} Sent
 * @typedef {import('./wire.mjs').Header} Header
 */

// `CONNECT` requests a tunnel and no response.
const verbs = [
  'HEAD',
  'OPTIONS',
  'DELETE',
  'PATCH',
  'TRACE',
  ...METHODS.filter((verb) => !['CONNECT', 'GET', 'POST', 'PUT', 'LINK'].includes(verb)),
];

/** @param {Dice} by @param {Sent} base @returns {{ sent: Sent, headers: Header[] }} */
export function makeOdd(by, base) {
  /** @type {Header[]} */
  const headers = [];
  const sent = { ...base, kind: /** @type {const} */ ('odd') };
  const roll = by.roll();
  if (roll < 0.55)
    for (let count = 1 + by.int(4); count > 0; count -= 1) {
      const name = by.pick(Object.keys(headerValues));
      headers.push([name, Buffer.from(by.pick(headerValues[name] ?? [])).toString('latin1')]);
      if (by.chance(0.1))
        headers.push([name.toLowerCase(), by.pick(headerValues[name] ?? []).replaceAll('é', 'e')]);
    }
  else if (roll < 0.85) sent.path += `${sent.path.includes('?') ? '&' : '?'}${by.pick(queries)}`;
  else if (roll < 0.95) sent.method = by.pick(verbs);
  else sent.path = by.pick(addresses);
  return { sent, headers };
}
