import { setTimeout as wait } from 'node:timers/promises';
import { must, together } from '../ask.mjs';
import { query } from './servers.mjs';

const timeout = 60_000;

/**
 * Starts clients of a service whose database fails. Six writers send arrays with an Idempotency-Key and repeat them
 * until they are acknowledged: each must happen once. Two send new records once, without repeating. Two readers, one
 * live stream. A response that is neither the expected one nor 503 with `Retry-After` fails the proof, as does a
 * missing one.
 *
 * @param {{ address: string, key: string, ask: import('../ask.mjs').Ask }} parts
 */
export function load({ address, key, ask }) {
  /** @type {Map<string, { version: number, name: string }>} written again and again, by id */
  const standing = new Map();
  /** @type {Map<string, boolean>} sent once: whether it was acknowledged */
  const once = new Map();
  const counts = { acknowledged: 0, refused: 0 };
  /** @type {string[]} */
  const faults = [];
  let turn = 0;

  /** @type {import('../ask.mjs').Ask} */
  const send = async (method, path, more = {}) => {
    const signal = AbortSignal.timeout(timeout);
    const answer = await ask(method, path, { ...more, signal }).catch((error) => {
      faults.push(`${method} ${path}: ${error}: ${error.cause ?? ''}`);
      return null;
    });
    if (!answer) throw new Error(faults.at(-1));
    const { status, headers, json, text } = answer;
    if (status === 503) {
      counts.refused += 1;
      const isProblem = headers.get('content-type') === 'application/problem+json';
      if (!headers.get('retry-after') || !isProblem || json?.code !== 'unavailable')
        faults.push(`${method} ${path} was answered with 503 and ${text}`);
    } else if (status !== 200 && status !== 201 && !(status === 409 && json?.code === 'request_in_flight')) {
      faults.push(`${method} ${path} was answered with ${status}: ${text}`);
    }
    return answer;
  };

  /** @param {number} n */
  async function writeAgain(n) {
    turn += 1;
    const name = `Writer ${n}, turn ${turn}`;
    const mine = [0, 1, 2].map((slot) => ({ id: idOf(n, slot), name, data: { note: 'x'.repeat(2000) } }));
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    for (let isDone = false; !isDone;) {
      const { status, json } = await send('POST', '/api/secure/customer', { json: mine, headers });
      isDone = status === 200;
      if (!isDone) await wait(100);
      else
        for (const { id, version } of json) {
          const before = standing.get(id)?.version ?? 0;
          if (version !== before + 1) faults.push(`${id} was written as ${version}, after ${before}`);
          standing.set(id, { version, name });
        }
    }
    counts.acknowledged += mine.length;
  }

  async function writeOnce() {
    const id = crypto.randomUUID();
    once.set(id, false);
    const { status } = await send('POST', '/api/secure/customer', { json: { id, name: `Once ${id}` } });
    if (status !== 200 && status !== 201) return wait(100);
    once.set(id, true);
    counts.acknowledged += 1;
  }

  /** @param {number} n */
  async function read(n) {
    const { status } = await send('GET', n ? '/api/secure/customer?limit=20' : '/api/secure/me');
    await wait(status === 200 ? 20 : 100);
  }

  return {
    counts,
    faults,
    standing,
    once,
    stream: follow(address, key, faults),
    /** Works until stopped; resolves when every started request has its response. */
    start() {
      const work = { goesOn: true };
      const all = together(10, async (n) => {
        while (work.goesOn) {
          if (n < 6) await writeAgain(n);
          else if (n < 8) await writeOnce();
          else await read(n - 8);
        }
      });
      // Its error is thrown when it is awaited.
      all.catch(() => undefined);
      return async () => {
        work.goesOn = false;
        await all;
      };
    },
  };
}

/**
 * Follows a live stream and reconnects when it ends.
 *
 * @param {string} address
 * @param {string} key
 * @param {string[]} faults
 */
export function follow(address, key, faults) {
  const told = { changes: new Set(), missed: 0, ready: 0 };
  const ended = new AbortController();
  const run = async () => {
    while (!ended.signal.aborted) {
      try {
        const response = await fetch(`${address}/api/secure/live`, {
          headers: { Authorization: `Bearer ${key}` },
          signal: ended.signal,
        });
        if (response.status === 503) await wait(200);
        else if (response.status !== 200)
          faults.push(`The live stream was answered with ${response.status}: ${await response.text()}`);
        else await readStream(response, told);
      } catch (error) {
        if (!ended.signal.aborted) faults.push(`The live stream broke: ${String(error)}`);
      }
      // Changes between two streams are not sent, so they count as missed.
      told.missed += 1;
      await wait(100);
    }
  };
  const done = run();
  return {
    told,
    end: async () => {
      ended.abort();
      await done;
    },
  };
}

/** @param {Response} response @param {{ changes: Set<string>, missed: number, ready: number }} told */
async function readStream(response, told) {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const kind = /^event: (\w+)$/m.exec(message)?.[1];
      if (kind === 'missed') told.missed += 1;
      if (kind === 'ready') told.ready += 1;
      if (kind !== 'change') continue;
      const { id, version } = JSON.parse(/^data: (.*)$/m.exec(message)?.[1] ?? '{}');
      told.changes.add(`${id} ${version}`);
    }
  }
}

/** @param {number} n @param {number} slot */
const idOf = (n, slot) => `018f3a6c-2b71-7d04-9f1e-${String(n * 10 + slot).padStart(12, '0')}`;

/**
 * Checks that everything that was acknowledged is stored once, with each of its events, and that all else is either
 * complete with its event or absent.
 *
 * @param {ReturnType<typeof load>} clients @param {string} url of the database
 */
export async function checkStored({ standing, once }, url) {
  const ids = [...standing.keys(), ...once.keys()];
  const rows = await query(url, 'select id, version, name from customer where id = any ($1::uuid[])', [ids]);
  const events = await query(
    url,
    `select entity_id as id, count(*)::int as n, max((after->>'version')::int) as version,
      (array_agg(payload->>'name' order by place desc, seq desc))[1] as name
    from event where entity = 'customer' and entity_id = any ($1::uuid[]) group by entity_id`,
    [ids],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const eventsOf = new Map(events.map((row) => [row.id, row]));
  for (const [id, { version, name }] of standing) {
    const row = stored.get(id);
    const event = eventsOf.get(id);
    must(
      row?.version === version && row?.name === name,
      () => `${id}: ${version} was acknowledged, ${row?.version} stands`,
    );
    must(
      event?.n === version && event?.name === name,
      () => `${id}, version ${version}, has ${event?.n} events`,
    );
  }
  for (const [id, isAcknowledged] of once) {
    const event = eventsOf.get(id);
    must(!isAcknowledged || stored.has(id), () => `${id} was acknowledged and is gone`);
    must((event?.n ?? 0) === (stored.has(id) ? 1 : 0), () => `${id} has ${event?.n ?? 0} events`);
  }
}
