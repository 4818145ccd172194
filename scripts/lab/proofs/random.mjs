import { checkerOf } from '../../../src/testing/described.mjs';
import { dice, must, together } from './ask.mjs';
import { readEverything } from './random/afterwards.mjs';
import { writeDay } from './random/days.mjs';
import { invented } from './random/invented.mjs';
import { makeOdd } from './random/odd.mjs';
import { readSomething } from './random/reads.mjs';
import { bodyOf, masterData, writeRecord } from './random/records.mjs';
import { newTally } from './random/tally.mjs';
import { jsonText } from './random/values.mjs';
import { openWire } from './random/wire.mjs';
import { newWorld } from './random/world.mjs';

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
    const document = (await wire('GET', '/api/openapi.json')).json;
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
