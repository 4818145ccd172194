import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '@/core/app/data/client';
import { startOfDay } from '@/core/app/i18n/clock';
import { paramsOf, type RowQuery, type RowSource } from '@/core/app/data/row-source';
import type { Row } from '@/core/app/data/row';
import { location } from '../../location/contract';
import { receiptOf, type Receipt } from './receipt';

/** A step of the walk over receipts (docs/interface.md#46-pagination): `next` is null at its end. */
interface Step {
  readonly receipts: readonly Receipt[];
  readonly next: string | null;
}

/** How many receipts a step brings. */
const stepSize = 200;

/**
 * The query parameters of a list of receipts. Days of the filter become moments: `completed_from` the
 * beginning of its day, `completed_until` the end of its own, by the company's clock.
 */
export function receiptParams(query: RowQuery, timeZone: string | undefined): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(paramsOf({ ...query, active: false }))) {
    if (value === undefined || value === '') continue;
    if (name === 'completed_from') params.set(name, startOfDay(String(value), timeZone) ?? '');
    else if (name === 'completed_until') params.set(name, startOfDay(String(value), timeZone, 1) ?? '');
    else params.set(name, String(value));
  }
  return params;
}

/** All receipts that a query finds, step by step. */
export const receiptWalk = (client: Client, query: RowQuery, timeZone: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['sales', 'walk', query],
    queryFn: async ({ pageParam, signal }) => {
      const params = receiptParams(query, timeZone);
      params.set('limit', String(stepSize));
      if (pageParam !== null) params.set('cursor', pageParam);
      return stepOf(await client.json(`/api/secure/sales?${params.toString()}`, signal));
    },
    initialPageParam: nothingYet,
    getNextPageParam: (last: Step) => last.next,
  });

// A value, so that its type is known.
const nothingYet: string | null = null;

/** How many receipts a query finds. */
export const receiptCount = (client: Client, query: RowQuery, timeZone: string | undefined) =>
  queryOptions({
    queryKey: ['sales', 'total', query],
    queryFn: async ({ signal }) => {
      const params = Object.fromEntries(receiptParams(query, timeZone));
      return (await client.list('sales', { ...params, pageSize: 1 }, signal)).total;
    },
  });

/** One receipt by its id. */
export const oneReceipt = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['sales', 'receipt', id],
    queryFn: async ({ signal }) => {
      const answer = await client.json(`/api/secure/sales/${encodeURIComponent(id)}`, signal);
      return receiptOf(isObject(answer) ? answer : {});
    },
  });

/** The time zones of all locations, by id: receipts are shown by the clock of their own. */
export const timeZones = (source: RowSource) =>
  queryOptions({
    queryKey: ['location', 'timezones'],
    queryFn: async ({ signal }) => {
      const query: RowQuery = { q: '', sort: '', active: false, filters: {} };
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

/** A step as it came; a server that sends a plain array has sent all there is. */
function stepOf(answer: unknown): Step {
  const rows = isObject(answer) ? answer['data'] : answer;
  const more = isObject(answer) && answer['has_more'] === true && typeof answer['next_cursor'] === 'string';
  return {
    receipts: Array.isArray(rows) ? rows.filter(isObject).map(receiptOf) : [],
    next: more ? String(answer['next_cursor']) : null,
  };
}
