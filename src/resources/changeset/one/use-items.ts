import {
  keepPreviousData,
  queryOptions,
  useMutationState,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { pageSize } from '@/app/data/row-source';
import type { ChangeSets, ItemPage, ItemTotals, SetItem } from '@/app/changes/change-sets';
import type { Choice } from '@/contract/change-set';
import type { SectionSpec } from './sections';
/** Milliseconds for which a page that is out of view stays in memory. */
const kept = 30_000;

/** Filters beside the section's own: search and field. */
export type ItemFilters = Readonly<Record<string, string>>;

/** Query of one page of a section's items, by its number: a list of any length is read from anywhere. */
export const itemPageQuery = (
  changeSets: ChangeSets,
  id: string,
  params: Readonly<Record<string, string>>,
  page: number,
) =>
  queryOptions({
    queryKey: ['changeset', 'items', id, params, page],
    queryFn: ({ signal }): Promise<ItemPage> =>
      changeSets.items(
        id,
        {
          ...params,
          limit: String(pageSize),
          skip: page === 0 ? '' : String(page * pageSize),
          totals: page === 0 ? 'true' : '',
        },
        signal,
      ),
    gcTime: kept,
    structuralSharing: false,
  });

/** A section with how much its query finds, and the pages of it that are in memory. */
export interface Section {
  readonly spec: SectionSpec;
  readonly params: Readonly<Record<string, string>>;
  readonly totals: ItemTotals;
  readonly pageAt: (page: number) => readonly SetItem[] | undefined;
}

/** Returns the sections that have items. Each reads its first page at once, and others when they come into view. */
export function useSections(
  changeSets: ChangeSets,
  id: string,
  specs: readonly SectionSpec[],
  filters: ItemFilters,
  wanted: readonly { readonly key: string; readonly page: number }[],
) {
  const paramsOf = (spec: SectionSpec) => ({ ...spec.params, ...filters });
  const firsts = useQueries({
    queries: specs.map((spec) => ({
      ...itemPageQuery(changeSets, id, paramsOf(spec), 0),
      placeholderData: keepPreviousData,
    })),
  });
  const further = wanted.flatMap(({ key, page }) => {
    const spec = specs.find((one) => one.key === key);
    return spec && page > 0 ? [{ key, page, spec }] : [];
  });
  const others = useQueries({
    queries: further.map(({ spec, page }) => itemPageQuery(changeSets, id, paramsOf(spec), page)),
  });
  const choices = usePendingChoices();
  const none: ItemTotals = { items: 0, cells: 0, new: 0, chosen: 0 };
  const sections = specs.flatMap((spec, at): Section[] => {
    const first = firsts[at]?.data;
    const totals = first?.totals ?? none;
    if (!first || totals.items === 0) return [];
    const pages = new Map<number, readonly SetItem[]>([[0, withChoices(first.items, choices)]]);
    further.forEach(({ key, page }, n) => {
      const data = others[n]?.data;
      if (key === spec.key && data) pages.set(page, withChoices(data.items, choices));
    });
    return [{ spec, params: paramsOf(spec), totals, pageAt: (page) => pages.get(page) }];
  });
  return {
    sections,
    withheld: firsts.find(({ data }) => data !== undefined)?.data?.withheld ?? [],
    isPending: firsts.some(({ data, isPending }) => data === undefined && isPending),
    error: [...firsts, ...others].find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of [...firsts, ...others]) if (query.error) void query.refetch();
    },
  };
}

/** Returns what an undo would do, in numbers; undefined until it is read. */
export function useUndoSum(changeSets: ChangeSets, id: string, isEnabled: boolean) {
  return useQuery({
    queryKey: ['changeset', 'undo', id],
    queryFn: ({ signal }) => changeSets.undoSum(id, signal),
    enabled: isEnabled,
    // What others change of its records is no news of the set: who opens the panel asks.
    staleTime: 0,
  });
}

/** Remembers heights of pages that were in memory once, so that the list does not move when they are read again. */
export function usePageHeights() {
  return useRef(new Map<string, number>());
}

/** A choice that somebody made: for one value of an item, or for all that wait. */
export interface Chosen {
  readonly choice: Choice;
  readonly item?: SetItem;
  readonly pointer?: string;
}

/** Returns the items with these choices, the last one for a value counts. */
export function withChoices(items: SetItem[], chosen: readonly Chosen[]): SetItem[] {
  return chosen.reduce(
    (now, { choice, item, pointer }) =>
      item === undefined || pointer === undefined
        ? now
        : now.map((one) =>
            one.n === item.n ? { ...one, choices: { ...one.choices, [pointer]: choice } } : one,
          ),
    items,
  );
}

/** Returns the choices that the service does not have yet: they show at once, whatever is read meanwhile. */
function usePendingChoices(): readonly Chosen[] {
  return useMutationState({
    filters: { mutationKey: ['changeset', 'choose'], status: 'pending' },
    select: ({ state }) => state.variables as Chosen,
  });
}
