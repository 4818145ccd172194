import { sql, type RawBuilder } from 'kysely';
import { trusted, type Tx } from '../db/db';
import type { WriteContext } from './write-context';
import { wireTime } from '../db/table';

/** The effect of a write on a record, for the counts. */
interface Counted {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

type States = ReadonlyMap<string, { readonly active: boolean }>;

/**
 * Locks the resource's revision row until the commit, raises it, and updates the counts behind `X-Total-Count`. The
 * time that it returns, and sets as `app.at` for the statements after it, never goes backwards, whatever the clock does.
 */
export async function drawTime(
  tx: Tx,
  context: WriteContext,
  items: readonly Counted[],
  stored: States,
): Promise<string> {
  const [row] = await tx.rows(timeStatement(context, items, stored));
  if (!row) throw new Error('The revision row gave no time');
  return row.at;
}

/** Returns the statement of `drawTime`. */
export function timeStatement(
  { table, caller, clock }: WriteContext,
  items: readonly Counted[],
  stored: States,
): RawBuilder<{ at: string }> {
  const now = sql`coalesce(${clock ?? null}::timestamptz, clock_timestamp())`;
  const { active, deactivated } = countChange(items, stored);
  return sql<{ at: string }>`
    insert into revision as r (tenant_id, resource, revision, at, counts)
    values (${caller.tenantId}, ${table.resource.name}, 1, ${now}, counts_plus('{}', ${caller.companyId}, ${active}, ${deactivated}))
    on conflict (tenant_id, resource) do update set
      revision = r.revision + 1,
      at = greatest(r.at, ${now}),
      counts = counts_plus(r.counts, ${caller.companyId}, ${active}, ${deactivated})
    returning set_config('app.at', ${trusted(wireTime('r.at'))}, true) as at`;
}

function countChange(items: readonly Counted[], stored: States) {
  const before = new Map([...stored].map(([id, record]) => [id, record.active]));
  const after = new Map(before);
  for (const { id, fields } of items)
    after.set(id, fields['active'] === undefined ? (after.get(id) ?? true) : fields['active'] === true);
  const count = (states: ReadonlyMap<string, boolean>, state: boolean) =>
    [...states.values()].filter((value) => value === state).length;
  return {
    active: count(after, true) - count(before, true),
    deactivated: count(after, false) - count(before, false),
  };
}
