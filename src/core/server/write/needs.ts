import { isFilled, neededProblem, type FieldProblem } from '@/core/contract/problem';
import type { Resource } from '@/core/contract/resource';
import type { Item } from '../http/items';
import type { Stored } from './stored';

/** Follows records through the items of a request, and finds those that would be active without what they need. */
export class Needs {
  readonly #keys: readonly string[];
  readonly #records = new Map<string, { readonly active: boolean; readonly filled: ReadonlySet<string> }>();

  constructor({ neededWhileActive }: Resource, stored: ReadonlyMap<string, Stored>) {
    this.#keys = neededWhileActive;
    if (this.#keys.length === 0) return;
    for (const { id, active, filled } of stored.values())
      this.#records.set(id, { active, filled: new Set(filled ?? []) });
  }

  /** Returns a problem for each key that the record lacks after this item; none of what the item has nothing to do with. */
  problemsOf({ id, fields, data, path }: Item): FieldProblem[] {
    if (this.#keys.length === 0) return [];
    const before = this.#records.get(id);
    const active = typeof fields['active'] === 'boolean' ? fields['active'] : (before?.active ?? true);
    const sent = this.#keys.filter((key) => data !== null && Object.hasOwn(data, key));
    const filled = new Set(before?.filled);
    for (const key of sent) {
      if (isFilled(data?.[key])) filled.add(key);
      else filled.delete(key);
    }
    this.#records.set(id, { active, filled });
    if (!active) return [];
    const isAsked = (key: string) => !before || 'active' in fields || sent.includes(key);
    return this.#keys
      .filter((key) => isAsked(key) && !filled.has(key))
      .map((key) => neededProblem([...path, 'data', key]));
  }
}
