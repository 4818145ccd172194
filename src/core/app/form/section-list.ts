import { createContext } from 'react';

/** A section as its link shows it. */
export interface SectionEntry {
  readonly id: string;
  readonly title: string;
  readonly attention: string | undefined;
}

/** The sections on the page, in the order in which they stand there. */
export interface SectionList {
  get(): readonly SectionEntry[];
  subscribe(listener: () => void): () => void;
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
          : [...entries, entry],
      ),
    remove: (id) => become(entries.filter((entry) => entry.id !== id)),
  };
}

/** Provided by `RecordForm`. */
export const SectionListContext = createContext<SectionList | undefined>(undefined);
