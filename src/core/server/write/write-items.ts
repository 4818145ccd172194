import { unchangedAmong } from './write-once';
import type { Tx } from '../db/db';
import { withDefaults, type Item } from '../http/items';
import { elementsOf } from './json-text';
import type { Result, WriteContext } from './write-context';
import { drawStatement, drawTime } from './revision';
import type { Stored } from './stored';
import { insertStatement, updateStatement } from './write-sql';

/** Thrown for ids that appeared between our check and our insert: the transaction is retried and sees them. */
export class IdTaken extends Error {
  readonly items: readonly Item[];

  constructor(items: readonly Item[]) {
    super('An id is taken');
    this.items = items;
  }
}

/**
 * Inserts new records and updates existing ones under the lock on the revision; an id that occurs several times is
 * written in order.
 *
 * @param isLast whether nothing follows in the transaction: it is committed along with the write, if that is one
 *   statement that cannot meet an id that exists.
 * @throws IdTaken for ids that turn out to exist.
 */
export async function writeItems(
  tx: Tx,
  writing: WriteContext,
  payloads: string,
  items: readonly Item[],
  stored: ReadonlyMap<string, Stored>,
  isLast: boolean,
): Promise<Result[]> {
  const { resource } = writing.table;
  const results: Result[] = [];
  const known = new Set(stored.keys());
  const turns = waves(items);
  const oldItems = items.filter((item) => known.has(item.id)).length;
  const isOneStatement =
    turns.length === 1 && (oldItems === 0 || (oldItems === items.length && !resource.acceptedOnce));
  // One statement draws its time itself.
  const at = isOneStatement
    ? drawStatement(writing, items, stored)
    : await drawTime(tx, writing, items, stored);
  const context = { ...writing, at };
  const mayCommit = isLast && isOneStatement && (oldItems > 0 || items.every((item) => !item.idGiven));
  const run: Tx['rows'] = (statement) => (mayCommit ? tx.lastRows(statement) : tx.rows(statement));
  // A statement parses all of its payloads, so that of several each gets only its own.
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
      const written = await run(
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
      const written = await run(updateStatement(inputOf(old, (item) => item.fields)));
      results.push(...written.map((row) => ({ ...row, created: false })));
    }
    for (const item of fresh) known.add(item.id);
  }
  return results;
}

/** Groups items by occurrence: the first of each id, then the second, …: one statement writes a row only once. */
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
