import {
  parseAsArrayOf,
  parseAsIsoDateTime,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { useMemo } from 'react';
import type { RowQuery } from '../data/row-source';
import { parametersOf, type Screen } from '../shell/screen';

/** The list as its address says: a shared link, back and reload show the same. */
export interface ListState {
  readonly query: RowQuery;
  /** Whether something narrows the list, beside leaving out deactivated records. */
  readonly narrowed: boolean;
  /** Typing replaces the address; all else makes a step for "back". */
  search: (q: string) => void;
  sortBy: (field: string) => void;
  showDeactivated: (shown: boolean) => void;
  filter: (name: string, values: readonly string[]) => void;
  /** Sets several query parameters in one step. */
  filterBy: (values: Readonly<Record<string, readonly string[]>>) => void;
  /** Shows the list as it was at a moment; null as it stands. */
  showAsOf: (moment: string | null) => void;
  /** Takes search and filters away; the order stays. */
  clear: () => void;
}

/** What stands in the address: `?q=…&sort=-name&active=all&dpt_id=…,…`. */
function parsersOf(screen: Screen) {
  return {
    q: parseAsString.withDefault(''),
    sort: parseAsString.withDefault(screen.sort),
    active: parseAsStringLiteral(['all']),
    as_of: parseAsIsoDateTime,
    ...Object.fromEntries(
      screen.filters.flatMap(parametersOf).map((name) => [name, parseAsArrayOf(parseAsString)]),
    ),
  };
}

/** The order after a click on a head: ascending, descending, and around again. */
export const nextSort = (sort: string, field: string): string => (sort === field ? `-${field}` : field);

/** An order that lists of the screen's resource know; an address may hold any. */
function knownSort(screen: Screen, sort: string): string {
  return screen.contract.sorts.includes(sort.replace(/^-/, '')) ? sort : screen.sort;
}

/** Reads and writes the list's state in the address. */
export function useListState(screen: Screen): ListState {
  const parsers = useMemo(() => parsersOf(screen), [screen]);
  const [values, set] = useQueryStates(parsers, { history: 'push', shallow: false });
  return useMemo(() => {
    const given: Readonly<Record<string, unknown>> = values;
    const filters = Object.fromEntries(
      screen.filters.flatMap(parametersOf).flatMap((name) => {
        const chosen = given[name];
        return Array.isArray(chosen) && chosen.length > 0 ? [[name, chosen.map(String)]] : [];
      }),
    );
    const sort = knownSort(screen, values.sort);
    const asOf = values.as_of?.toISOString();
    const query: RowQuery = {
      q: values.q,
      sort,
      active: values.active === null,
      filters,
      ...(asOf !== undefined && { asOf }),
    };
    return {
      query,
      narrowed: values.q.trim() !== '' || Object.keys(filters).length > 0,
      search: (q) => void set({ q }, { history: 'replace' }),
      sortBy: (field) => void set({ sort: nextSort(sort, field) }),
      showDeactivated: (shown) => void set({ active: shown ? 'all' : null }),
      filter: (name, chosen) => void set({ [name]: chosen.length > 0 ? [...chosen] : null }),
      filterBy: (chosen) =>
        void set(
          Object.fromEntries(
            Object.entries(chosen).map(([name, some]) => [name, some.length > 0 ? [...some] : null]),
          ),
        ),
      showAsOf: (moment) => void set({ as_of: moment === null ? null : new Date(moment) }),
      clear: () =>
        void set({
          q: null,
          ...Object.fromEntries(screen.filters.flatMap(parametersOf).map((name) => [name, null])),
        }),
    };
  }, [screen, values, set]);
}
