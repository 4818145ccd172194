import { unchangedAmong } from './write-once';
import type { Tx } from '../db/db';
import { withDefaults, type Item } from '../http/items';
import { elementsOf } from './json-text';
import type { Result, WriteContext } from './write-context';
import type { Stored } from './stored';
import { insertStatement, updateStatement } from './write-sql';

/** Ids that came into being between our look and our insert: the transaction runs again and sees them. */
export class IdTaken extends Error {
  readonly items: readonly Item[];

  constructor(items: readonly Item[]) {
    super('An id is taken');
    this.items = items;
  }
}

/**
 * Inserts what is new and updates what stands; an id that comes several times is written in order.
 *
 * @throws IdTaken for ids that turn out to exist.
 */
export async function writeItems(
  tx: Tx,
  context: WriteContext & { readonly at: string },
  payloads: string,
  items: readonly Item[],
  stored: ReadonlyMap<string, Stored>,
): Promise<Result[]> {
  const { resource } = context.table;
  const results: Result[] = [];
  const known = new Set(stored.keys());
  const turns = waves(items);
  // Each statement reads all of its payloads: where there are several, each gets its own part of them.
  const texts = turns.length > 1 ? elementsOf(payloads) : null;
  const inputOf = (part: readonly Item[], fields: (item: Item) => Readonly<Record<string, unknown>>) => ({
    ...context,
    columns: part.map((item, index) => ({
      ...fields(item),
      n: item.n,
      place: (texts ? index : item.n) + 1,
      id: item.id,
    })),
    payloads: texts ? `[${part.map((item) => texts[item.n]).join(',')}]` : payloads,
  });
  for (const wave of turns) {
    const fresh = wave.filter((item) => !known.has(item.id));
    let old = wave.filter((item) => known.has(item.id));
    if (fresh.length > 0) {
      const written = await tx.rows(
        insertStatement(
          inputOf(fresh, (item) => ({ ...withDefaults(resource, item), ...context.created?.(item.id) })),
        ),
      );
      const places = new Set(written.map((row) => row.n));
      const taken = fresh.filter((item) => !places.has(item.n));
      if (taken.length > 0) throw new IdTaken(taken);
      results.push(...written.map((row) => ({ ...row, created: true })));
    }
    if (resource.acceptedOnce) {
      const unchanged = await unchangedAmong(
        tx,
        inputOf(old, (item) => item.fields),
        old,
      );
      results.push(...unchanged.map((row) => ({ ...row, created: false })));
      const places = new Set(unchanged.map((row) => row.n));
      old = old.filter((item) => !places.has(item.n));
    }
    if (old.length > 0) {
      const written = await tx.rows(updateStatement(inputOf(old, (item) => item.fields)));
      results.push(...written.map((row) => ({ ...row, created: false })));
    }
    for (const item of fresh) known.add(item.id);
  }
  return results;
}

/** The first occurrence of each id, then the second, …: within one statement a row is written once. */
function waves(items: readonly Item[]): Item[][] {
  const seen = new Map<string, number>();
  const result: Item[][] = [];
  for (const item of items) {
    const turn = seen.get(item.id) ?? 0;
    seen.set(item.id, turn + 1);
    (result[turn] ??= []).push(item);
  }
  return result;
}
