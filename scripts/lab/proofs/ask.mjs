/**
 * One request and its response. `headers` of the response by lower-case name.
 *
 * @typedef {{ status: number, headers: Headers, text: string, json: any }} Answer
 * @typedef {(method: string, path: string, more?: { json?: unknown, body?: string, headers?: Record<string, string>, signal?: AbortSignal }) => Promise<Answer>} Ask
 * @typedef {(text: string, values?: unknown[]) => Promise<any[]>} Sql reads the database past the service
 */

/**
 * Returns a sender with a key that uses `fetch`: over the network, or of a service in this process.
 *
 * @param {(request: Request) => Response | Promise<Response>} fetch
 * @param {string} baseUrl
 * @param {string} key
 * @returns {Ask}
 */
export function asker(fetch, baseUrl, key) {
  return async (method, path, { json, body, headers, signal } = {}) => {
    const content = body ?? (json === undefined ? null : JSON.stringify(json));
    const response = await fetch(
      new Request(`${baseUrl}${path}`, {
        method,
        ...(content !== null && method !== 'GET' && { body: content }),
        ...(signal && { signal }),
        headers: {
          Authorization: `Bearer ${key}`,
          ...(content === null ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
      }),
    );
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (isStream) await response.body?.cancel();
    const text = isStream ? '' : await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  };
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Returns a pseudo-random number generator with a seed (mulberry32).
 *
 * @param {number} seed
 */
export function dice(seed) {
  let state = seed >>> 0;
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  /** @template T @param {readonly T[]} from @returns {T} */
  const pick = (from) => {
    const found = from[Math.floor(roll() * from.length)];
    if (found === undefined) throw new Error('Nothing to pick from');
    return found;
  };
  return {
    roll,
    pick,
    /** @param {number} below */
    int: (below) => Math.floor(roll() * below),
    /** @param {number} part of 1 */
    chance: (part) => roll() < part,
    /** @template T @param {readonly T[]} list */
    shuffled: (list) =>
      list
        .map((value) => ({ value, at: roll() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ value }) => value),
  };
}

/**
 * Fails the proof unless `holds`.
 *
 * @param {unknown} holds
 * @param {() => string} says
 * @returns {asserts holds}
 */
export function must(holds, says) {
  if (!holds) throw new Error(says());
}

/** @param {number} count @param {(n: number) => Promise<void>} work */
export const together = (count, work) => Promise.all(Array.from({ length: count }, (_, n) => work(n)));
