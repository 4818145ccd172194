import { sameNumber } from '../reading/numbers';
import type { ProblemCode } from './read-cell';
import type { Referenced } from './import-field';

/** What a person decided about a value that names no record: a record's id, or to make one of that name. */
export type ReferenceChoice = { readonly id: string } | 'make';

/** Finds the records that cells name, by id, name, number, or the rate of a tax. */
export class References {
  readonly #byText = new Map<string, Set<Referenced>>();
  readonly #rated: readonly Referenced[];

  constructor(records: readonly Referenced[]) {
    for (const record of records)
      for (const text of [record.id, record.name, ...record.codes]) {
        const key = normal(text);
        if (key === '') continue;
        const found = this.#byText.get(key) ?? new Set();
        this.#byText.set(key, found.add(record));
      }
    this.#rated = records.filter(({ rate }) => rate !== undefined);
  }

  /** Returns the one active record that a text names, or the one that is referred to already (`stored`). */
  find(text: string, stored?: unknown): Referenced | { readonly problem: ProblemCode } {
    const found = this.#byText.get(normal(text));
    const named = found ? [...found] : this.#ofRate(text);
    const same = named.find(({ id }) => id === stored);
    if (same) return same;
    const active = named.filter(({ isActive }) => isActive);
    const [record, other] = active;
    if (record && !other) return record;
    if (record) return { problem: 'two_references' };
    return { problem: named.length > 0 ? 'inactive_reference' : 'no_reference' };
  }

  #ofRate(text: string): readonly Referenced[] {
    const number = /^(\d{1,3})(?:[.,](\d{1,4}))?\s*%?$/.exec(text.trim());
    if (!number) return [];
    const rate = `${number[1]}.${number[2] ?? '0'}`;
    return this.#rated.filter((record) => sameNumber(record.rate ?? '', rate));
  }
}

const normal = (text: string): string => text.normalize('NFC').trim().toLowerCase();
