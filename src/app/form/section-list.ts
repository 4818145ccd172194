import { createContext } from 'react';
import { createListeners } from '@/ui/state/listeners';

/** A section as the navigation of the form shows it. */
export interface SectionEntry {
  readonly id: string;
  /** The declared id by which it is ordered: its own, or one that several sections share. */
  readonly slot: string;
  /** Its position among the sections of the same slot. */
  readonly index: number;
  readonly title: string;
  /** Why the section needs a decision: shown as a dot beside its link. */
  readonly attention: string | undefined;
}

/** The sections that a form shows at present, in their declared order. */
export interface SectionList {
  readonly get: () => readonly SectionEntry[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Adds or replaces a section. Throws an `Error` if its slot is not declared. */
  put(entry: SectionEntry): void;
  remove(id: string): void;
}

/** Creates an empty list of sections; `declared` are the ids of all that the form can show, in their order. */
export function createSectionList(declared: readonly string[]): SectionList {
  let entries: readonly SectionEntry[] = [];
  const { subscribe, notify } = createListeners();
  const update = (next: readonly SectionEntry[]) => {
    entries = next;
    notify();
  };
  const rest = (id: string) => entries.filter((entry) => entry.id !== id);
  return {
    get: () => entries,
    subscribe,
    put(entry) {
      if (!declared.includes(entry.slot))
        throw new Error(`The form does not declare section "${entry.slot}"`);
      update(
        [...rest(entry.id), entry].toSorted(
          (a, b) => declared.indexOf(a.slot) - declared.indexOf(b.slot) || a.index - b.index,
        ),
      );
    },
    remove: (id) => update(rest(id)),
  };
}

/** The sections of the form around a `Section`; undefined outside of a record's form. */
export const SectionListContext = createContext<SectionList | undefined>(undefined);
