import { excluding, pageDefaults } from '@/contract/paging';
import type { Resource } from '@/contract/resource';
import type { ListParams } from './client';
import type { Row } from './row';

/** Rows per page of a list; the default of docs/interface.md#46-pagination. */
export const { pageSize } = pageDefaults;

/** The largest page that may be requested (docs/interface.md#8-limits). */
export const largestPage: number = pageDefaults.maximum;

/** Whether a list has the active records, the deactivated ones too (`all`), or these alone. */
export type ActiveFilter = (typeof activeFilters)[number];

export const activeFilters = ['active', 'all', 'deactivated'] as const;

/** The parameter `active` of each choice (docs/design.md#filters). */
const activeParameters = { active: 'true', all: undefined, deactivated: 'false' } as const;

/** Filter and order of a list's rows. */
export interface RowQuery {
  /** Search text; empty matches every record. */
  readonly q: string;
  /** Field to sort by, descending with a leading `-`; empty is the service's own order. */
  readonly sort: string;
  readonly active: ActiveFilter;
  /** Filter name → accepted values; a record matches if it has any of them. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** ISO date-time as of which records are read; if absent, as they are stored now. */
  readonly asOf?: string;
}
/** One page of rows, and the number of rows on all pages. */

export interface RowPage {
  readonly rows: readonly Row[];
  readonly total: number;
}

/**
 * Source of a list's rows. Our service searches, sorts and pages; on a generic server the application does it
 * over the whole list. The grid and reference fields see no difference.
 */
export interface RowSource {
  /** Returns the page with this number, counted from 0. */
  page: (resource: Resource, query: RowQuery, page: number, signal?: AbortSignal) => Promise<RowPage>;
  /** Returns all rows that match, in order; `progress` reports how many are loaded, out of how many. */
  all: (
    resource: Resource,
    query: RowQuery,
    options: { signal?: AbortSignal | undefined; progress?: (loaded: number, total: number) => void },
  ) => Promise<readonly Row[]>;
  /** Returns the number of all records, including deactivated ones. */
  count: (resource: Resource, signal?: AbortSignal) => Promise<number>;
  /** Returns the number of records that match. */
  total: (resource: Resource, query: RowQuery, signal?: AbortSignal) => Promise<number>;
  /**
   * Returns the record with this id, or null if it does not exist or is not visible; concurrent calls share a
   * request.
   */
  recordById: (resource: Resource, id: string) => Promise<Row | null>;
}

/** Returns the query parameters of a row query (docs/design.md#filters). Values that may contain commas are sent one by one. */
export function paramsOf(query: RowQuery, resource: Resource): ListParams {
  return {
    q: query.q.trim(),
    sort: query.sort,
    active: activeParameters[query.active],
    as_of: query.asOf,
    ...Object.fromEntries(
      Object.entries(query.filters).map(([name, values]) => [
        name,
        values.length === 0
          ? undefined
          : name.replace(excluding, '') in resource.extraFilters
            ? values
            : values.join(','),
      ]),
    ),
  };
}
