import { createContext } from 'react';

/** A section as its link shows it. */
export interface SectionEntry {
  readonly id: string;
  readonly title: string;
  readonly attention: string | undefined;
}

/** The sections on the page, in the order in which they stand there. */
export interface SectionList {
  readonly get: () => readonly SectionEntry[];
  readonly subscribe: (listener: () => void) => () => void;
  put(entry: SectionEntry): void;
  remove(id: string): void;
}

export function createSectionList(): SectionList {
  let entries: readonly SectionEntry[] = [];
  const listeners = new Set<() => void>();
  const become = (next: readonly SectionEntry[]) => {
    entries = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => entries,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    put: (entry) =>
      become(
        entries.some(({ id }) => id === entry.id)
          ? entries.map((old) => (old.id === entry.id ? entry : old))
          : [...entries, entry].toSorted(byPlace),
      ),
    remove: (id) => become(entries.filter((entry) => entry.id !== id)),
  };
}

/** As they stand on the page: one that came later may stand before others. */
function byPlace(a: SectionEntry, b: SectionEntry): number {
  const [one, other] = [document.getElementById(a.id), document.getElementById(b.id)];
  if (!one || !other) return 0;
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** Provided by `RecordForm`. */
export const SectionListContext = createContext<SectionList | undefined>(undefined);
