import { sql } from 'kysely';
import type { FieldProblem } from '@/contract/problem';
import type { ItemState } from '@/contract/change-set';
import type { Tables } from '../read/visibility';
import { collectable } from './collectable';
import { storedItemColumns, type StoredItem } from './examine';
import type { ChangeSet, Work } from './sets';

/** How many items are dealt with in one transaction: at most, and at least where a thousand take long. */
export const chunkSize = 1000;
const leastSize = 50;
/** Milliseconds that a chunk may take: others wait for it. */
const chunkTime = 1000;

/** Returns how many items the next chunk should have, after one of `size` took so many milliseconds. */
export const nextSize = (size: number, milliseconds: number): number =>
  Math.round(Math.min(chunkSize, Math.max(leastSize, (size * chunkTime) / Math.max(milliseconds, 1))));

/** Returns the next items of a set in the order of the work: after the last one that was dealt with. */
export function nextItems(
  { tx, context }: Work,
  set: ChangeSet,
  states: 'all' | 'pending',
  size: number,
): Promise<StoredItem[]> {
  return tx.rows(sql<StoredItem>`
    select ${storedItemColumns} from changeset_item i
    where i.tenant_id = ${context.caller.tenantId} and i.changeset_id = ${set.id}
      and (i.rank, i.n) > (${set.work_rank ?? -1}::int, ${set.work_n ?? 0}::int)
      and ${states === 'all' ? sql`true` : sql`i.state not in ('applied', 'kept')`}
    order by i.rank, i.n limit ${size}`);
}

/** Groups items by resource, in their order: records that others refer to come first. */
export function byTable(tables: Tables, items: readonly StoredItem[]) {
  const groups = new Map<string, StoredItem[]>();
  for (const item of items) {
    const group = groups.get(item.resource);
    if (group) group.push(item);
    else groups.set(item.resource, [item]);
  }
  return [...groups].map(([resource, group]) => {
    const table = collectable(tables, resource);
    if (!table) throw new Error(`Change sets do not change ${resource}`);
    return { table, group };
  });
}

/** What has become of an item. */
export interface ItemOutcome {
  readonly n: number;
  readonly state: ItemState;
  readonly problems: readonly FieldProblem[];
  readonly warnings?: readonly string[];
  readonly made_version?: number;
}

/** Stores what has become of items. Warnings stay as they are where none are given. */
export async function storeOutcomes(
  { tx, context }: Work,
  id: string,
  outcomes: readonly ItemOutcome[],
): Promise<void> {
  await tx.rows(sql`
    update changeset_item i set state = g.state, problems = coalesce(g.problems, '[]'),
      warnings = coalesce(g.warnings, i.warnings), made_version = coalesce(g.made_version, i.made_version)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) g(n int, state text, problems jsonb, warnings text[], made_version int)
    where i.tenant_id = ${context.caller.tenantId} and i.changeset_id = ${id} and i.n = g.n`);
}

/** Returns the columns that say how far the work on a set is after some items. */
export function placeAfter(set: ChangeSet, items: readonly StoredItem[]): Record<string, unknown> {
  const last = items.at(-1);
  return {
    done: (set.done ?? 0) + items.length,
    work_rank: last?.rank ?? set.work_rank,
    work_n: last?.n ?? set.work_n,
  };
}

/** The columns of a set with no work under way. */
export const noWork = { done: null, total: null, work_rank: null, work_n: null, next: null };
