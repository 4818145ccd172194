import {
  parseAsArrayOf,
  parseAsIsoDateTime,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { useMemo, useRef } from 'react';
import { sortNames } from '@/contract/resource';
import type { ActiveFilter, RowQuery } from '../data/row-source';
import { parametersOf, type Screen } from '../shell/screen';

/** The state of a list, held in its address: a shared link, "back" and reload show the same. */
export interface ListState {
  readonly query: RowQuery;
  /** Whether a search or filter narrows the list, apart from hiding deactivated records. */
  readonly isNarrowed: boolean;
  /** Sets the search text. Replaces the history entry; every other change adds one for "back". */
  search: (q: string) => void;
  sortBy: (field: string) => void;
  showActive: (active: ActiveFilter) => void;
  /** Sets several query parameters with one history entry; empty ones are not set. */
  filterBy: (values: Readonly<Record<string, readonly string[]>>) => void;
  /** Shows the list as of a moment (ISO 8601); null shows the present. */
  showAsOf: (moment: string | null) => void;
  /** Takes filters, order and `active` of a query over, with one history entry. */
  apply: (query: RowQuery) => void;
  /** Removes search and filters; the order stays. */
  clear: () => void;
  /** Removes the filters, also that of deactivated records; the search stays. */
  clearFilters: () => void;
  /**
   * What the address does not say yet: until then it would call back whoever goes on to a record. Null if there is nothing.
   */
  written: () => Promise<unknown> | null;
}

/** Returns the parsers of the query parameters: `?q=…&sort=-name&active=all&dpt_id=…,…`. */
function parsersOf(screen: Screen) {
  return {
    q: parseAsString.withDefault(''),
    sort: parseAsString.withDefault(screen.sort),
    active: parseAsStringLiteral(['all', 'deactivated']),
    as_of: parseAsIsoDateTime,
    ...Object.fromEntries(
      screen.filters.flatMap(parametersOf).map((name) => [name, parseAsArrayOf(parseAsString)]),
    ),
  };
}

/** Returns the order after a click on a header: ascending, then descending, then ascending again. */
export const nextSort = (sort: string, field: string): string => (sort === field ? `-${field}` : field);

/** Returns the order of the address if the resource's lists support it, else the screen's default. */
function knownSort(screen: Screen, sort: string): string {
  const name = sort.replace(/^-/, '');
  return sortNames(screen.contract).includes(name) && !screen.isHidden?.(name) ? sort : screen.sort;
}

/** Reads and writes the list's state in the address. */
export function useListState(screen: Screen): ListState {
  const parsers = useMemo(() => parsersOf(screen), [screen]);
  const [values, put] = useQueryStates(parsers, { history: 'push', shallow: false });
  const writing = useRef<Promise<unknown>>(null);
  return useMemo(() => {
    const set = (...change: Parameters<typeof put>) => {
      const done: Promise<unknown> = put(...change).finally(() => {
        if (writing.current === done) writing.current = null;
      });
      writing.current = done;
    };
    const parameters: Readonly<Record<string, unknown>> = values;
    const filters = Object.fromEntries(
      screen.filters.flatMap(parametersOf).flatMap((name) => {
        const chosen = parameters[name];
        return Array.isArray(chosen) && chosen.length > 0 ? [[name, chosen.map(String)]] : [];
      }),
    );
    const sort = knownSort(screen, values.sort);
    const asOf = values.as_of?.toISOString();
    const query: RowQuery = {
      q: values.q,
      sort,
      active: values.active ?? 'active',
      filters,
      ...(asOf !== undefined && { asOf }),
    };
    return {
      query,
      isNarrowed: values.q.trim() !== '' || Object.keys(filters).length > 0,
      search: (q) => set({ q }, { history: 'replace' }),
      sortBy: (field) => set({ sort: nextSort(sort, field) }),
      showActive: (active) => set({ active: activeInAddress(active) }),
      filterBy: (chosen) =>
        set(
          Object.fromEntries(
            Object.entries(chosen).map(([name, some]) => [name, some.length > 0 ? [...some] : null]),
          ),
        ),
      showAsOf: (moment) => set({ as_of: moment === null ? null : new Date(moment) }),
      apply: (next) =>
        set({
          ...noFilters(screen),
          ...Object.fromEntries(Object.entries(next.filters).map(([name, some]) => [name, [...some]])),
          sort: next.sort,
          active: activeInAddress(next.active),
        }),
      clear: () => set({ q: null, active: null, ...noFilters(screen) }),
      clearFilters: () => set({ active: null, ...noFilters(screen) }),
      written: () => writing.current,
    };
  }, [screen, values, put]);
}

/** Active records alone are what every list shows: its address does not say so. */
const activeInAddress = (active: ActiveFilter) => (active === 'active' ? null : active);

const noFilters = (screen: Screen) =>
  Object.fromEntries(screen.filters.flatMap(parametersOf).map((name) => [name, null]));
