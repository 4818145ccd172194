import type { Resource } from '../../contract/resource';
import type { ListParams } from './client';
import type { Row } from './row';

/** Rows a page of a list; the interface's default (4.6). */
export const pageSize = 100;

/** The largest page that may be asked for (docs/interface.md#8-limits). */
export const largestPage = 1000;

/** Which records of a resource, in which order. */
export interface RowQuery {
  /** Whatever a person would type; empty asks for all. */
  readonly q: string;
  /** A field, descending with a leading `-`; empty is the service's own order. */
  readonly sort: string;
  /** Only active ones, or deactivated ones too. */
  readonly active: boolean;
  /** Filter name → any of these values. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** The moment as of which they are asked for; without it, as they stand. */
  readonly asOf?: string;
}

export interface RowPage {
  readonly rows: readonly Row[];
  readonly total: number;
}

/**
 * Where rows come from. Our service finds, sorts and pages; on the bare interface the application
 * does it itself over the whole list. Grid and reference fields see no difference.
 */
export interface RowSource {
  /** The page with this number, from 0. */
  page: (resource: Resource, query: RowQuery, page: number, signal?: AbortSignal) => Promise<RowPage>;
  /** Every row that a query finds, in its order; `progress` hears how many have come, of how many. */
  all: (
    resource: Resource,
    query: RowQuery,
    options: { signal?: AbortSignal | undefined; progress?: (come: number, total: number) => void },
  ) => Promise<readonly Row[]>;
  /** How many there are of a resource, deactivated ones too. */
  count: (resource: Resource, signal?: AbortSignal) => Promise<number>;
  /** How many a query finds. */
  total: (resource: Resource, query: RowQuery, signal?: AbortSignal) => Promise<number>;
  /** The record with this id, or null if there is none in sight; calls of one moment are one request. */
  named: (resource: Resource, id: string) => Promise<Row | null>;
}

/** The query parameters of a row query (docs/design.md#filters). */
export function paramsOf(query: RowQuery): ListParams {
  return {
    q: query.q.trim(),
    sort: query.sort,
    active: query.active ? 'true' : undefined,
    as_of: query.asOf,
    ...Object.fromEntries(
      Object.entries(query.filters).map(([name, values]) => [
        name,
        values.length ? values.join(',') : undefined,
      ]),
    ),
  };
}
