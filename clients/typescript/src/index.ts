import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch';
import { problemOf } from './problem.js';
import { repeatable } from './repeatable.js';
import { retrying, type RetryOptions } from './retries.js';
import type { components, paths } from './schema.js';

export { Problem, type FieldProblem } from './problem.js';
export type { components, paths } from './schema.js';

/** A resource that has lists: `plu`, `customer`, `event`. */
export type ResourceName = {
  [P in keyof paths]: P extends `/api/secure/${infer R}`
    ? R extends keyof components['schemas']
      ? R
      : never
    : never;
}[keyof paths];

/** A record as it is answered: `Entity<'plu'>`. */
export type Entity<R extends ResourceName> = components['schemas'][R];

/** Filters, order and size of a list, by name: `{ active: true, sort: 'name' }`. A list matches any of its values. */
export type ListQuery = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** A step of a walk: some records, and from where the next step goes on. Keep `cursor` to go on another day. */
export interface Step<R extends ResourceName> {
  readonly data: readonly Entity<R>[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

export interface Options extends RetryOptions {
  /** Where the service is: `https://tills.example.org`. */
  readonly baseUrl: string;
  /** An API key. */
  readonly key: string;
  /** In place of the platform's. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client of the service. `GET`, `POST`, `PUT` and `DELETE` take the paths of its OpenAPI document and are typed by it (openapi-fetch). What is
 * refused is thrown as a `Problem`, so `data` is there; reads and creates are sent again where that is safe (retries.ts).
 */
export interface Tillhouse extends Client<paths> {
  /** Walks a list, record by record, however long it is. What is created meanwhile comes at its end. */
  all<R extends ResourceName>(resource: R, query?: ListQuery): AsyncGenerator<Entity<R>>;
  /** Walks a list in steps, from a cursor of before where there is one; it ends when there is no more for now. */
  steps<R extends ResourceName>(
    resource: R,
    query?: ListQuery,
    cursor?: string | null,
  ): AsyncGenerator<Step<R>>;
}

/** Makes a client. */
export function createTillhouse(options: Options): Tillhouse {
  const { baseUrl, key, fetch: given = (request) => fetch(request) } = options;
  const settings: ClientOptions = {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { Authorization: `Bearer ${key}` },
    fetch: retrying(given, options),
  };
  const client = createFetchClient<paths>(settings);
  client.use({
    onRequest({ request, schemaPath }) {
      if (!repeatable.has(`${request.method} ${schemaPath}`) || request.headers.has('Idempotency-Key'))
        return undefined;
      request.headers.set('Idempotency-Key', crypto.randomUUID());
      return request;
    },
    async onResponse({ response }) {
      if (!response.ok && response.status !== 304) throw await problemOf(response);
      return undefined;
    },
  });

  async function* steps<R extends ResourceName>(
    resource: R,
    query: ListQuery = {},
    from: string | null = null,
  ): AsyncGenerator<Step<R>> {
    let cursor = from;
    for (;;) {
      const parameters = new URLSearchParams({ limit: '500' });
      for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
      if (cursor !== null) parameters.set('cursor', cursor);
      const path = `/api/secure/${resource}?${parameters}`;
      // The path is one of the document's; its answer to a cursor is a step.
      const { data } = (await client.GET(path as never, {} as never)) as { data: Answered<R> };
      cursor = data.next_cursor;
      yield { data: data.data, cursor, hasMore: data.has_more };
      if (!data.has_more) return;
    }
  }
  async function* all<R extends ResourceName>(resource: R, query: ListQuery = {}): AsyncGenerator<Entity<R>> {
    for await (const { data } of steps(resource, query)) yield* data;
  }
  return Object.assign(client, { steps, all });
}

interface Answered<R extends ResourceName> {
  readonly data: readonly Entity<R>[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}
