import { sql } from 'kysely';
import { stateAfter } from '@/contract/change-set-acts';
import { byTable, nextItems, noWork, placeAfter, storeOutcomes } from './chunk';
import { collectable } from './collectable';
import { examine } from './examine';
import { resourcesOf } from './rights';
import { countItems, moveSet, noteWork, type ChangeSet, type Work } from './sets';
import { warningsOf, warnOfWhole } from './warnings';

/**
 * Previews the next items of a set: says of each what applying it would do, by the same code as the apply, and writes
 * nothing but that. Returns whether there is more.
 */
export async function previewChunk(work: Work, set: ChangeSet, size: number): Promise<boolean> {
  const items = await nextItems(work, set, 'all', size);
  const outcomes = [];
  for (const { table, group } of byTable(work.context.tables, items)) {
    const pending = await pendingOf(
      work,
      set,
      group.map(({ n }) => n),
    );
    const examined = await examine(
      work,
      set,
      table,
      group.filter(({ n }) => pending.has(n)),
      false,
    );
    const warnings = await warningsOf(work, table, examined);
    for (const { item, state, problems } of examined)
      outcomes.push({ n: item.n, state, problems, warnings: warnings.get(item.n) ?? [] });
  }
  await storeOutcomes(work, set.id, outcomes);
  if (items.length === size) {
    await noteWork(work, set.id, placeAfter(set, items));
    return true;
  }
  await finishPreview(work, set);
  return false;
}

/** Returns which of the items an apply has not dealt with. */
async function pendingOf({ tx, context }: Work, set: ChangeSet, ns: readonly number[]): Promise<Set<number>> {
  const rows = await tx.rows(sql<{ n: number }>`
    select i.n from changeset_item i where i.tenant_id = ${context.caller.tenantId} and i.changeset_id = ${set.id}
      and i.n = any(${ns}::int[]) and i.state not in ('applied', 'kept')`);
  return new Set(rows.map(({ n }) => n));
}

async function finishPreview(work: Work, set: ChangeSet): Promise<void> {
  const { tx, context } = work;
  const names = await resourcesOf(tx, context.caller, set.id);
  await warnOfWhole(
    work,
    set,
    names.flatMap((name) => collectable(context.tables, name) ?? []),
  );
  const counts = await countItems(tx, context.caller, set.id);
  const [now] = await tx.rows(sql<{ at: string }>`select clock_timestamp()::text as at`);
  const to = stateAfter(set.status, 'previewed', set.next);
  await moveSet(
    work,
    set,
    {
      ...noWork,
      status: to,
      counts: { ...counts, last: set.counts['last'] ?? counts['items'] },
      previewed_at: now?.at,
      previewed_content: set.content,
      // Whoever is to end what was applied may be gone still.
      problem: to === 'draft' || to === 'waiting' ? null : set.problem,
    },
    { previewed: counts },
  );
}
