import type { Resource } from '@/contract/resource';
import { allows, type Holder } from '@/contract/role';
import type { Client } from './client';
import { largestPage, pageSize, paramsOf, type RowPage, type RowQuery, type RowSource } from './row-source';
import type { Row } from './row';

/** Maximum number of ids in one request (docs/design.md#filters). */
const idsPerRequest = 100;

/** How long ids are collected before the request is sent, in milliseconds. */
const collectTime = 8;

/** Row source of our own service, which searches, sorts and counts by itself. Records that the `caller` may not read are not asked for by their ids. */
export function pagedSource(client: Client, caller: Holder | null): RowSource {
  const openBatches = new Map<string, IdBatch>();
  return {
    page: (resource, query, page, signal) => pageOf(client, resource, query, page, signal),
    async all(resource, query, { signal, progress }) {
      const { createListReader } = await import('./list-reader');
      const reader = createListReader(
        async (place, stopped) => {
          const page = 'page' in place ? place.page : 1;
          const params = { ...paramsOf(query, resource), page, pageSize: largestPage };
          const answer = await client.list<Row>(resource.name, params, stopped);
          return { ...answer, next: null, isCursor: false };
        },
        () => progress?.(reader.get().loaded, reader.get().total ?? 0),
      );
      signal?.addEventListener('abort', reader.stop, { once: true });
      await reader.read();
      return reader.rows();
    },
    async count(resource, signal) {
      return (await client.list(resource.name, { pageSize: 1 }, signal)).total;
    },
    async total(resource, query, signal) {
      return (await client.list(resource.name, { ...paramsOf(query, resource), pageSize: 1 }, signal)).total;
    },
    async recordById(resource, id) {
      if (caller && !allows(caller, resource.access.read)) return null;
      const batch =
        openBatches.get(resource.name) ??
        new IdBatch(client, resource, () => openBatches.delete(resource.name));
      openBatches.set(resource.name, batch);
      return batch.ask(id);
    },
  };
}

async function pageOf(
  client: Client,
  resource: Resource,
  query: RowQuery,
  page: number,
  signal: AbortSignal | undefined,
): Promise<RowPage> {
  const params = { ...paramsOf(query, resource), page: page + 1, pageSize };
  const { rows, total } = await client.list<Row>(resource.name, params, signal);
  return { rows, total };
}

/** Collects ids of one resource and reads their records in one request per 100 ids. */
class IdBatch {
  readonly #ids = new Set<string>();
  readonly #answer: Promise<ReadonlyMap<string, Row>>;

  constructor(client: Client, resource: Resource, onClose: () => void) {
    this.#answer = new Promise<void>((done) => setTimeout(done, collectTime)).then(async () => {
      onClose();
      const ids = [...this.#ids];
      const parts = Array.from({ length: Math.ceil(ids.length / idsPerRequest) }, (_, part) =>
        ids.slice(part * idsPerRequest, (part + 1) * idsPerRequest),
      );
      const answers = await Promise.all(
        parts.map((part) => client.list<Row>(resource.name, { id: part.join(','), pageSize: idsPerRequest })),
      );
      return new Map(answers.flatMap((answer) => answer.rows.map((row) => [row.id.toLowerCase(), row])));
    });
  }

  async ask(id: string): Promise<Row | null> {
    this.#ids.add(id);
    return (await this.#answer).get(id.toLowerCase()) ?? null;
  }
}
