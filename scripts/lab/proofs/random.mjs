import { checkerOf } from '../../../src/testing/described.mjs';
import { dice, must, together } from './ask.mjs';
import { writeDay } from './random/days.mjs';
import { invented } from './random/invented.mjs';
import { readSomething, get } from './random/reads.mjs';
import { bodyOf, masterData, writeRecord } from './random/records.mjs';
import { jsonText } from './random/values.mjs';
import { openWire } from './random/wire.mjs';
import { newWorld } from './random/world.mjs';
import { METHODS } from 'node:http';
import { addresses, queries } from './random/odd-addresses.mjs';
import { headerValues } from './random/odd-headers.mjs';

/** Counts requests by resource and outcome, to show what the proof has reached. */
function newTally() {
  /** @type {Map<string, { written: number, read: number, refused: Map<string, number> }>} */
  const rows = new Map();
  /** @type {Map<string, { sent: number, accepted: number }>} */
  const kinds = new Map();
  let written = 0;
  let sent = 0;
  return {
    get sent() {
      return sent;
    },
    get written() {
      return written;
    },
    /** @param {import('./random/world.mjs').Sent} request @param {import('./ask.mjs').Answer} answer */
    add({ kind, method, resource }, { status, json }) {
      sent += 1;
      const row = rows.get(resource) ?? { written: 0, read: 0, refused: new Map() };
      rows.set(resource, row);
      const of = kinds.get(kind) ?? { sent: 0, accepted: 0 };
      kinds.set(kind, of);
      of.sent += 1;
      const isAccepted = status < 400;
      if (isAccepted) of.accepted += 1;
      const isWrite = method === 'POST' || method === 'PUT';
      if (isAccepted && isWrite) {
        row.written += 1;
        written += 1;
      } else if (isAccepted) row.read += 1;
      else {
        const reason = `${status} ${json?.code ?? ''}`.trim();
        row.refused.set(reason, (row.refused.get(reason) ?? 0) + 1);
      }
    },
    lines() {
      const reasons = (/** @type {Map<string, number>} */ refused) =>
        [...refused]
          .toSorted(([, one], [, other]) => other - one)
          .map(([reason, count]) => `${reason} ×${count}`);
      const table = [...rows]
        .toSorted(([, one], [, other]) => other.written - one.written || other.read - one.read)
        .map(([resource, { written: count, read, refused }]) => {
          const total = [...refused.values()].reduce((sum, value) => sum + value, 0);
          return `${resource.padEnd(18)} ${String(count).padStart(6)} ${String(read).padStart(6)} ${String(total).padStart(6)}  ${reasons(refused).slice(0, 8).join(', ')}`;
        });
      const split = [...kinds]
        .map(([kind, { sent: all, accepted }]) => `${kind} ${accepted} of ${all}`)
        .join(', ');
      return [
        `${'resource'.padEnd(18)} writes  reads refused  why`,
        ...table,
        `accepted by kind: ${split}; accepted writes: ${written} of ${sent} (${((100 * written) / Math.max(1, sent)).toFixed(1)} %)`,
      ];
    },
  };
}

/**
 * Headers, queries, methods and paths at their limits, on requests that would be answered without them.
 *
 * @typedef {import('./random/values.mjs').Dice} Dice
 * @typedef {import('./random/world.mjs').Sent} Sent
 * @typedef {import('./random/wire.mjs').Header} Header
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
function makeOdd(by, base) {
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

/**
 * Reads everything that was written: each list to its end, by cursor and by page, each record, each report, verdict
 * and summary.
 *
 * @param {{ document: any, world: import('./random/world.mjs').World, send: (sent: import('./random/world.mjs').Sent) => Promise<import('./ask.mjs').Answer> }} parts
 * @returns {Promise<string>}
 */
async function readEverything({ document, world, send }) {
  let reads = 0;
  const read = async (/** @type {string} */ path) => {
    reads += 1;
    const answer = await send(get(path, 'afterwards'));
    if (answer.status !== 200)
      throw new Error(`${answer.status} of GET ${path}: ${answer.text.slice(0, 500)}`);
    return answer;
  };
  // The uniform lists: their records are read by id.
  const lists = Object.keys(document.paths).filter(
    (path) => document.paths[`${path}/{id}`]?.get && document.paths[path].get,
  );
  let records = 0;
  for (const path of lists) {
    let cursor = '';
    const ids = [];
    do {
      const { json } = await read(`${path}?limit=500${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      ids.push(...json.data.map((/** @type {any} */ { id }) => id));
      cursor = json.has_more ? json.next_cursor : '';
    } while (cursor !== '');
    records += ids.length;
    const { headers } = await read(`${path}?page=1&pageSize=1000`);
    if (Number(headers.get('x-total-count')) !== ids.length)
      throw new Error(`${path}: ${headers.get('x-total-count')} in all, and a walk gave ${ids.length}`);
    // Every record of a short list, and some of a long one.
    const step = Math.ceil(ids.length / 200);
    for (let at = 0; at < ids.length; at += step) await read(`${path}/${ids[at]}`);
  }
  for (const { id } of world.days) await read(`/api/secure/report/businessdaytx/${id}`);
  for (let at = 0; at < world.days.length; at += 20) {
    const some = world.days.slice(at, at + 20).map(({ id }) => id);
    await read(`/api/secure/report/verdicts?businessday_id=${some.join(',')}`);
  }
  const summaries = new Set(
    world.days.map(({ date, currency }) => `from=${date}&to=${date}&currency=${currency}`),
  );
  for (const query of summaries) await read(`/api/secure/report/summary?${query}`);
  const named = lists.map((path) => path.slice('/api/secure/'.length));
  for (const resource of named) await read(`/api/secure/shared_view?resource=${resource}`);
  await read('/api/secure/customer_group');
  for (const id of world.idsOf('customer').slice(0, 200)) await read(`/api/secure/customer/${id}/export`);
  return `${reads} reads over all ${records} records and ${world.days.length} business days afterwards: each 200, as described`;
}

/** This many faults end the proof at once; fewer do not stop the search for others. */
const faultsAtMost = 40;
const roles = ['admin', 'manager', 'accountant', 'terminal'];

/**
 * Sends random requests at and beyond the limits of the service: no status of 500 or more, no response that the
 * OpenAPI document does not describe, every refusal a problem (docs/threats.md#21, docs/threats.md#28). At least a
 * third are accepted writes, so that what lies behind the validation is reached; afterwards everything that was
 * written must be readable.
 *
 * @param {{ url: string, key: string, requests: number, connections: number, seed: number }} parts
 * @returns {Promise<string[]>}
 */
export async function proveRandom({ url, key, requests, connections, seed }) {
  const { wire, close } = openWire(url);
  try {
    const keys = new Map([['admin', key]]);
    const document = withParameters((await wire('GET', '/api/openapi.json')).json);
    const faultOf = checkerOf(document);
    const world = newWorld();
    const tally = newTally();
    /** @type {string[]} */
    const faults = [];

    /** @param {import('./random/world.mjs').Sent} sent @param {readonly import('./random/wire.mjs').Header[]} [odd] */
    const send = async (sent, odd = []) => {
      const { method, path, body, role = 'admin' } = sent;
      const isNamed = (/** @type {string} */ one) => odd.some(([name]) => name.toLowerCase() === one);
      const answer = await wire(method, path, {
        headers: [
          ['Authorization', `Bearer ${keys.get(role)}`],
          ...(body === undefined || isNamed('content-type')
            ? []
            : [/** @type {const} */ (['Content-Type', 'application/json'])]),
          ...Object.entries(sent.headers ?? {}),
          ...odd,
        ].map(([name, value]) => [name, value]),
        ...(body !== undefined && { body }),
      });
      const fault = faultIn(sent, answer, faultOf(method, path, answer, role));
      if (fault !== null)
        faults.push(
          `${fault} (seed ${seed}): ${method} ${path.slice(0, 1000)} as ${role} ${JSON.stringify(odd).slice(0, 1000)} ${JSON.stringify(sent.headers ?? {})}\n${(body ?? '').slice(0, 4000)}\n${answer.status}: ${answer.text.slice(0, 1000)}`,
        );
      if (answer.status < 300 && (method === 'POST' || method === 'PUT')) sent.learn?.(answer.json);
      return answer;
    };

    await begin({ document, world, keys, send, by: dice(seed) });
    const invent = invented(document, world);
    let sent = 0;
    await together(connections, async (n) => {
      const by = dice(seed * 1000 + n);
      while (sent < requests && faults.length < faultsAtMost) {
        sent += 1;
        const roll = by.roll();
        const valid = () => (by.chance(0.5) ? writeDay(world, by) : writeRecord(document, world, by));
        const read = () => ({
          ...readSomething(document, world, by),
          role: by.chance(0.7) ? 'admin' : by.pick(roles),
        });
        if (roll < 0.55) await say(valid());
        else if (roll < 0.7) await say(read());
        else if (roll < 0.88) await say(by.chance(0.4) ? valid() : read(), by);
        else await say(invent(by));
      }
    });
    /** @param {import('./random/world.mjs').Sent} base @param {import('./random/values.mjs').Dice} [by] for odd headers */
    async function say(base, by) {
      const { sent: request, headers } = by ? makeOdd(by, base) : { sent: base, headers: [] };
      tally.add(request, await send(request, headers));
    }
    const lines = tally.lines();
    must(faults.length === 0, () => [...lines, '', ...faults].join('\n'));
    must(
      tally.written * 3 >= tally.sent,
      () => `Less than a third are accepted writes:\n${lines.join('\n')}`,
    );
    console.log([...lines, statesOf(world)].join('\n'));
    const read = await readEverything({ document, world, send });
    must(faults.length === 0, () => faults.join('\n\n'));
    return [
      `${tally.sent} random requests, seed ${seed}: none of 500 or more, none that its description refuses`,
      read,
    ];
  } finally {
    close();
  }
}

/** @param {import('./random/world.mjs').World} world */
function statesOf({ days }) {
  const of = (/** @type {string} */ state) => days.filter(({ status }) => status === state).length;
  const [receipts, reopened] = [
    days.flatMap((day) => day.receipts).length,
    days.filter((day) => day.reopened > 0).length,
  ];
  return `${days.length} business days with ${receipts} receipts: ${of('open')} open, ${of('closed')} closed, ${of('exported')} exported, ${reopened} opened again`;
}

/**
 * Returns what no response may be: a status of 500 or more, a refusal without a problem, a revoked key.
 *
 * @param {import('./random/world.mjs').Sent} sent @param {import('./ask.mjs').Answer} answer @param {string | null} undescribed
 */
function faultIn({ method, path, kind }, { status, headers, json }, undescribed) {
  if (status >= 500) return `An answer of ${status}`;
  if (undescribed !== null) return `An answer that is not as described: ${undescribed}`;
  const isProblem =
    headers.get('content-type') === 'application/problem+json' &&
    (method === 'HEAD' || json?.status === status);
  if (status >= 400 && path.startsWith('/api/') && !isProblem) return 'A refusal that is no problem';
  if (status === 401 && path.startsWith('/api/secure/') && kind !== 'odd') return 'The key holds no more';
  return null;
}

/**
 * Creates a key of each role and a record of each resource, so that requests can refer to them.
 *
 * @param {{ document: any, world: import('./random/world.mjs').World, keys: Map<string, string>, by: import('./random/values.mjs').Dice,
 *   send: (sent: import('./random/world.mjs').Sent) => Promise<import('./ask.mjs').Answer> }} parts
 */
async function begin({ document, world, keys, send, by }) {
  const post = (/** @type {string} */ resource, /** @type {unknown} */ body) =>
    send({ method: 'POST', path: `/api/secure/${resource}`, resource, kind: 'valid', body: jsonText(body) });
  const me = await send({ method: 'GET', path: '/api/secure/me', resource: 'me', kind: 'read' });
  world.guard(me.json.key?.id);
  for (const role of roles.slice(1)) {
    const { json } = await post('apikey', { name: role, role });
    keys.set(role, json.key);
    world.guard(json.id);
  }
  for (const resource of masterData) {
    const answer = await post(resource, bodyOf(document, world, by, resource, 'create'));
    must(answer.status === 201, () => `${resource} was refused: ${answer.text}`);
    world.add(resource, answer.json);
  }
  while (world.days.length < 5) await send(writeDay(world, by));
}

/** Returns the document with its shared parameters in each operation. @param {any} document @returns {any} */
function withParameters(document) {
  const own = (/** @type {any} */ one) =>
    one.$ref === undefined ? one : document.components.parameters[one.$ref.split('/').at(-1)];
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item))
      if (operation.parameters) operation.parameters = operation.parameters.map(own);
  return document;
}
