import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '@/app/data/client';
import { startOfDay } from '@/app/i18n/clock';
import { largestPage, paramsOf, type RowQuery, type RowSource } from '@/app/data/row-source';
import type { Row } from '@/app/data/row';
import { location } from '@/resources/location/contract';
import { sales } from '@/resources/sales/contract';
import { receiptOf, type Receipt } from './receipt';

/** One page of receipts by cursor (docs/interface.md#46-pagination): `next` is null on the last page. */
interface Page {
  readonly receipts: readonly Receipt[];
  readonly next: string | null;
}

/** Receipts per page. */
const pageSizeOfWalk = 200;

/**
 * Returns the query parameters of a list of receipts. The days of the filter become moments in the company's time
 * zone: `completed_from` the start of its day, `completed_until` the start of the day after (it is exclusive).
 */
export function receiptParams(query: RowQuery, timeZone: string | undefined): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(paramsOf({ ...query, active: 'all' }, sales))) {
    if (value === undefined || value === '') continue;
    if (name === 'completed_from') params.set(name, startOfDay(String(value), timeZone) ?? '');
    else if (name === 'completed_until') params.set(name, startOfDay(String(value), timeZone, 1) ?? '');
    else params.set(name, String(value));
  }
  return params;
}

/** Reads one page of receipts; `cursor` is null for the first one. */
async function readPage(
  client: Client,
  query: RowQuery,
  timeZone: string | undefined,
  { limit, cursor }: { limit: number; cursor: string | null },
  signal?: AbortSignal,
): Promise<Page> {
  const params = receiptParams(query, timeZone);
  params.set('limit', String(limit));
  if (cursor !== null) params.set('cursor', cursor);
  return pageOf(await client.json(`/api/secure/sales?${params.toString()}`, signal));
}

/** Reads the receipts of a query, up to a number of them, as many at once as the service gives. */
export async function* receiptPages(
  client: Client,
  query: RowQuery,
  timeZone: string | undefined,
  most: number,
  signal?: AbortSignal,
): AsyncGenerator<readonly Receipt[]> {
  let left = most;
  let cursor: string | null = null;
  do {
    const limit = Math.min(largestPage, left);
    const page: Page = await readPage(client, query, timeZone, { limit, cursor }, signal);
    yield page.receipts;
    left -= page.receipts.length;
    cursor = page.next;
  } while (cursor !== null && left > 0);
}

/** Reads the same into one list; `onRead` is told how many there are so far. */
export async function readReceipts(
  client: Client,
  query: RowQuery,
  timeZone: string | undefined,
  most: number,
  onRead: (count: number) => void,
): Promise<readonly Receipt[]> {
  const receipts: Receipt[] = [];
  for await (const page of receiptPages(client, query, timeZone, most)) {
    receipts.push(...page);
    onRead(receipts.length);
  }
  return receipts;
}

/** Query options for the receipts of a query, page by page. */
export const receiptWalk = (client: Client, query: RowQuery, timeZone: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['sales', 'walk', query],
    queryFn: ({ pageParam, signal }) =>
      readPage(client, query, timeZone, { limit: pageSizeOfWalk, cursor: pageParam }, signal),
    initialPageParam: firstCursor,
    getNextPageParam: (last: Page) => last.next,
  });

// A variable, so that the page parameter gets the type `string | null`.
const firstCursor: string | null = null;

/** Query options for the number of receipts of a query. */
export const receiptCount = (client: Client, query: RowQuery, timeZone: string | undefined) =>
  queryOptions({
    queryKey: ['sales', 'total', query],
    queryFn: async ({ signal }) => {
      const params = Object.fromEntries(receiptParams(query, timeZone));
      return (await client.list('sales', { ...params, pageSize: 1 }, signal)).total;
    },
  });

/** Query options for one receipt by its id. */
export const oneReceipt = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['sales', 'receipt', id],
    queryFn: async ({ signal }) => {
      const answer = await client.json(`/api/secure/sales/${encodeURIComponent(id)}`, signal);
      return receiptOf(isObject(answer) ? answer : {});
    },
  });

/** Query options for the time zones of all locations, by id: a receipt's times are shown in its location's. */
export const timeZones = (source: RowSource) =>
  queryOptions({
    queryKey: ['location', 'timezones'],
    queryFn: async ({ signal }) => {
      const query: RowQuery = { q: '', sort: '', active: 'all', filters: {} };
      const rows: readonly Row[] = await source.all(location, query, { signal });
      return new Map(
        rows.flatMap(({ id, data }) => {
          const zone = data['timezone'];
          return typeof zone === 'string' && zone !== '' ? [[id, zone] as const] : [];
        }),
      );
    },
    staleTime: 300_000,
  });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses one page; a plain array is the whole list. */
function pageOf(answer: unknown): Page {
  const rows = isObject(answer) ? answer['data'] : answer;
  const more = isObject(answer) && answer['has_more'] === true && typeof answer['next_cursor'] === 'string';
  return {
    receipts: Array.isArray(rows) ? rows.filter(isObject).map(receiptOf) : [],
    next: more ? String(answer['next_cursor']) : null,
  };
}
