import { useEffect, useState } from 'react';
import type { Row } from '../../data/row';
import { useApp } from '../../shell/app-context';
import type { OnlyRows } from '../rows/use-pages';
import type { Pending, PendingCell } from './pending';
import { readRows } from './set-wire';

/** What is to be known of collected changes; each is a filter of the rows. */
export const facets = ['belowCost', 'doubts', 'raised'] as const;
export type Facet = (typeof facets)[number];

/** The facets of what is collected: how many cells each has, and the one whose rows alone are shown. */
export interface Facets {
  readonly counts: Readonly<Record<Facet, number>>;
  readonly chosen: Facet | null;
  /** Shows the rows of a facet alone; all rows if it is chosen already. */
  choose: (facet: Facet) => void;
}

const belongs: Readonly<Record<Facet, (cell: PendingCell) => boolean>> = {
  belowCost: ({ isBelowCost }) => isBelowCost === true,
  doubts: ({ doubt, isBelowCost }) => doubt !== undefined && isBelowCost !== true,
  raised: ({ note }) => note !== undefined,
};

/** Returns the facets of what is collected. `onOnly` shows some rows alone; null shows those of the list again. */
export function useFacets(
  pending: Pending,
  options: {
    readonly resource: string;
    readonly loaded: () => readonly Row[];
    readonly onOnly: (only: OnlyRows | null) => void;
    /** Whether some rows alone are shown. */
    readonly isOnly: boolean;
  },
): Facets {
  const { resource, loaded, onOnly, isOnly } = options;
  const { client } = useApp().current;
  const [at, setAt] = useState<Facet | null>(null);
  const chosen = isOnly ? at : null;
  const countOf = (facet: Facet) =>
    [...pending.values()].reduce(
      (count, { cells }) => count + [...cells.values()].filter(belongs[facet]).length,
      0,
    );
  const counts = { belowCost: countOf('belowCost'), doubts: countOf('doubts'), raised: countOf('raised') };
  const isEmpty = chosen !== null && counts[chosen] === 0;
  useEffect(() => {
    if (isEmpty) onOnly(null);
  }, [isEmpty, onOnly]);

  async function show(facet: Facet): Promise<void> {
    const found = [...pending.values()].filter(({ cells }) => [...cells.values()].some(belongs[facet]));
    const inList = new Map(loaded().map((row) => [row.id, row]));
    // Of a draft that was kept, only the changed values are known.
    const isWhole = (row: Row) => row['name'] !== undefined;
    const unknown = found.filter(({ row }) => !inList.has(row.id) && !isWhole(row)).map(({ row }) => row.id);
    const read = new Map((await readRows(client, resource, unknown)).map((row) => [row.id, row]));
    setAt(facet);
    const rows = found.flatMap(
      ({ row }) => inList.get(row.id) ?? read.get(row.id) ?? (isWhole(row) ? row : []),
    );
    onOnly(onlyRows(rows));
  }
  return {
    counts,
    chosen,
    choose: (facet) => (chosen === facet ? onOnly(null) : void show(facet)),
  };
}

/** Returns the function for the pages of a list that shows these rows alone. */
const onlyRows =
  (only: readonly Row[]): OnlyRows =>
  (pages, newer) => {
    const row = (index: number) => newer.get(only[index]?.id ?? '') ?? only[index];
    const loaded = () => only.flatMap((_, index) => row(index) ?? []);
    return { ...pages, only, row, loaded, total: only.length, error: null };
  };
