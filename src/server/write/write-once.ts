import { allows } from '@/contract/role';
import { authorize, type Caller } from '../auth/caller';
import type { Tx } from '../db/db';
import type { Resource } from '@/contract/resource';
import { missingFields, withDefaults, type Item } from '../http/items';
import { writtenOnce, invalid } from '../http/problems';
import { compareStatement, type SentItems, type Written } from './write-sql';

/**
 * For a resource whose entities are accepted once: returns the items among existing entities that change nothing,
 * with the stored entity as their answer. The other items change `active`, and nothing else.
 *
 * A role that may not read these entities has to send the whole one again, or its id alone would reveal the rest.
 *
 * @throws 409 `accepted_once` naming each that differs; 403 if the caller may not change `active`, or asks about an
 *   entity that it may not read without sending all of it.
 */
export async function unchangedAmong(tx: Tx, input: SentItems, items: readonly Item[]): Promise<Written[]> {
  if (items.length === 0) return [];
  const { caller, table } = input;
  const { access } = table.resource;
  const mayRead = allows(caller, access.read);
  if (!mayRead) requireWhole(caller, table.resource, items);
  const rows = await tx.rows(
    compareStatement(mayRead ? input : wholeOf(input, items), mayRead ? 'sent' : 'whole'),
  );
  const byPlace = new Map(rows.map((row) => [row.n, row]));
  const different = items.filter((item) => byPlace.get(item.n)?.differs);
  if (different.length > 0) throw writtenOnce(different);
  const changed = rows.filter((row) => row.changes_active);
  if (changed.length > 0) authorize(caller, access, 'update');
  return rows.filter((row) => !row.changes_active).map(({ n, version, entity }) => ({ n, version, entity }));
}

/**
 * Requires all that a create requires: an incomplete item could only be a change, or a look.
 *
 * @throws 403 for a role that may not change these entities; else 422 `required` for each field that is missing.
 */
function requireWhole(caller: Caller, resource: Resource, items: readonly Item[]): void {
  const problems = items.flatMap((item) => missingFields(resource, item));
  if (problems.length === 0) return;
  authorize(caller, resource.access, 'update');
  throw invalid(problems);
}

/**
 * Returns what was sent, with the defaults of what was not. `active` is compared only if sent, because it may have
 * changed.
 */
function wholeOf(input: SentItems, items: readonly Item[]): SentItems {
  const byPlace = new Map(items.map((item) => [item.n, item]));
  const columns = input.columns.map((column) => {
    const item = byPlace.get(Number(column['n']));
    if (!item) return column;
    const { active: _, ...defaults } = withDefaults(input.table.resource, item);
    return { ...defaults, ...column };
  });
  return { ...input, columns };
}
