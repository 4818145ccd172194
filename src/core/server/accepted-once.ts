import { authorize } from './caller';
import type { Tx } from './db';
import type { Item } from './items';
import { acceptedBefore } from './problems';
import { compareStatement, type SentItems, type Written } from './write-sql';

/**
 * Of items whose entities stand already, in a resource whose entities are accepted once: those that change
 * nothing, with the stored entity as their answer. The others change `active`, and nothing else.
 *
 * @throws 409 `accepted_once` naming each that differs; 403 where the caller may not change `active`.
 */
export async function unchangedAmong(tx: Tx, input: SentItems, items: readonly Item[]): Promise<Written[]> {
  if (items.length === 0) return [];
  const rows = await tx.rows(compareStatement(input));
  const byPlace = new Map(rows.map((row) => [row.n, row]));
  const different = items.filter((item) => byPlace.get(item.n)?.differs);
  if (different.length > 0) throw acceptedBefore(different);
  const changed = rows.filter((row) => row.changes_active);
  if (changed.length > 0) authorize(input.caller, input.table.resource.access, 'update');
  return rows.filter((row) => !row.changes_active).map(({ n, version, entity }) => ({ n, version, entity }));
}
