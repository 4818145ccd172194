import { NotShown } from './outcome';
import { readJson, writeJson } from './json';

/** An answer with its parsed body; `json` is undefined if the body is not JSON. */
export interface Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

/** Sends a request: the global `fetch`, or a service in this process. */
export type Fetch = (request: Request) => Promise<Response> | Response;

/** What all requests of a run share: how many are allowed, until when, and whether they may write. */
export interface Budget {
  requests: number;
  most: number;
  /** A time of `performance.now()`. */
  until: number;
  readonly readOnly: boolean;
}

/** A request; `body` is sent as JSON. `key` replaces the caller's key; null sends none. */
export interface Send {
  readonly body?: unknown;
  readonly key?: string | null;
}

/** Sends a request to the server and reads the answer. */
export type Client = (method: string, path: string, send?: Send) => Promise<Answer>;

const second = 1000;
const slowest = 60 * second;
const longestWait = 120 * second;
const tries = 5;

/**
 * Creates a client of the server: it sends with a key (docs/interface.md#5-authentication), waits as `Retry-After` says
 * after 429 or 503, and repeats a GET once after a network error.
 *
 * @throws NotShown if the run's requests or its time are used up, or a read-only run would write.
 */
export function client(baseUrl: string, ownKey: string, budget: Budget, fetch: Fetch): Client {
  const once = async (method: string, path: string, { body, key = ownKey }: Send): Promise<Answer> => {
    if (budget.readOnly && method !== 'GET') throw new NotShown('it is seen only by writing');
    if (budget.requests >= budget.most) throw new NotShown(`the run had its ${budget.most} requests`);
    if (performance.now() > budget.until) throw new NotShown('the run had its time');
    budget.requests += 1;
    const request = new Request(`${baseUrl}${path}`, {
      method,
      signal: AbortSignal.timeout(slowest),
      headers: {
        Accept: 'application/json',
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: writeJson(body) }),
    });
    const response = await fetch(request);
    const text = await response.text();
    const { status, ok, headers } = response;
    return { status, ok, headers, text, json: readJson(text) };
  };

  const patient = async (method: string, path: string, send: Send): Promise<Answer> => {
    for (let turn = 1; ; turn += 1) {
      const answer = await once(method, path, send);
      const retryAfter = answer.headers.get('retry-after');
      const busy = answer.status === 429 || (answer.status === 503 && retryAfter !== null);
      if (!busy || turn === tries) return answer;
      await new Promise((resolve) => setTimeout(resolve, waitOf(retryAfter)));
    }
  };

  return async (method, path, send = {}) => {
    try {
      return await patient(method, path, send);
    } catch (error) {
      if (error instanceof NotShown || method !== 'GET') throw error;
      return patient(method, path, send);
    }
  };
}

/** Returns `Retry-After`, seconds or a date, in milliseconds; one second without the header. */
function waitOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? 1) * second;
  const wait = Number.isNaN(seconds) ? Date.parse(retryAfter ?? '') - Date.now() : seconds;
  return Math.min(Math.max(Number.isNaN(wait) ? second : wait, 0), longestWait);
}
