import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../auth/caller';
import { trusted, type Tx } from '../db/db';
import { recordJsonb, type Table } from '../db/table';
import { HttpProblem } from '../http/problems';
import type { Tables } from '../read/visibility';
import { resourcesOf } from './rights';

/** Returns the tables whose records a set changes. */
export async function tablesOf(tx: Tx, caller: Caller, tables: Tables, id: string): Promise<Table[]> {
  return (await resourcesOf(tx, caller, id)).flatMap((name) => tables[name] ?? []);
}

/** Returns the condition for items that were applied and of which a value is not what the set made it any more. */
export const changedSince = (caller: Caller, tables: readonly Table[]): RawBuilder<unknown> =>
  tables.length === 0
    ? sql`false`
    : sql`i.state = 'applied' and not i.is_new and (${sql.join(
        tables.map(
          (table) => sql`i.resource = ${table.resource.name} and exists (
            select from ${sql.table(table.resource.name)} t
            where t.tenant_id = i.tenant_id and t.company_id = ${caller.companyId} and t.id = i.record_id
              and t.version <> i.made_version
              -- Of a set whose events were removed nobody knows.
              and exists (select from (
                select picked(e.after, i.paths) as made from event e
                where e.tenant_id = i.tenant_id and e.company_id = i.company_id and e.changeset_id = i.changeset_id
                  and e.changeset_item = i.n order by e.seq desc limit 1) m
                where m.made is distinct from picked(${trusted(recordJsonb(table))}, i.paths)))`,
        ),
        sql` or `,
      )})`;

/**
 * Requires that the events of all that a set applied are there: without them an undo would take back less than it says. Those
 * of old sets are removed (docs/decisions/154-retention-of-events.md).
 *
 * @throws 409 `undo_before_horizon`.
 */
export async function requireEvents(tx: Tx, caller: Caller, id: string): Promise<void> {
  const rows = await tx.rows(sql`
    select from changeset_item i
    where i.tenant_id = ${caller.tenantId} and i.changeset_id = ${id} and i.state = 'applied'
      and exists (select from event_horizon h where h.tenant_id = i.tenant_id and h.company_id = i.company_id)
      and not exists (select from event e where e.tenant_id = i.tenant_id and e.company_id = i.company_id
        and e.changeset_id = i.changeset_id and e.changeset_item = i.n)
    limit 1`);
  if (rows.length === 0) return;
  throw new HttpProblem(
    409,
    'undo_before_horizon',
    'Conflict',
    'The change set is too old to be undone: what it changed was removed from the audit trail with other old events',
  );
}

/** What an undo of a set would do, in numbers. */
export interface UndoSum {
  /** Values that go back to what they were. */
  readonly back: { readonly records: number; readonly cells: number };
  /** Records that the set made, which are deactivated. */
  readonly made: { readonly records: number; readonly cells: number };
  /** Values that stay, because somebody changed them since. */
  readonly stay: { readonly records: number; readonly cells: number };
}

/**
 * Returns what an undo of a set would do, in numbers that add up to what was applied. @throws what `requireEvents` throws.
 */
export async function undoSum(tx: Tx, caller: Caller, tables: Tables, id: string): Promise<UndoSum> {
  await requireEvents(tx, caller, id);
  const ofSet = sql`i.tenant_id = ${caller.tenantId} and i.changeset_id = ${id} and i.state = 'applied'`;
  const [all] = await tx.rows(sql<Record<'records' | 'cells' | 'made' | 'made_cells', number>>`
    select (count(*) filter (where not i.is_new))::int as records,
      coalesce(sum(jsonb_array_length(i.paths)) filter (where not i.is_new), 0)::int as cells,
      (count(*) filter (where i.is_new))::int as made,
      coalesce(sum(jsonb_array_length(i.paths)) filter (where i.is_new), 0)::int as made_cells
    from changeset_item i where ${ofSet}`);
  const sums = { records: 0, whole: 0, cells: 0 };
  for (const table of await tablesOf(tx, caller, tables, id)) {
    const [stay] = await tx.rows(sql<typeof sums>`
      select count(*)::int as records, coalesce(sum(c.cells), 0)::int as cells,
        (count(*) filter (where c.cells = jsonb_array_length(i.paths)))::int as whole
      from changeset_item i
      join ${sql.table(table.resource.name)} t on t.tenant_id = i.tenant_id and t.company_id = ${caller.companyId}
        and t.id = i.record_id and t.version <> i.made_version
      cross join lateral (
        select e.after from event e
        where e.tenant_id = i.tenant_id and e.company_id = i.company_id and e.changeset_id = i.changeset_id
          and e.changeset_item = i.n order by e.seq desc limit 1
      ) made
      cross join lateral (
        select count(*) as cells
        from jsonb_array_elements(picked(${trusted(recordJsonb(table))}, i.paths)) with ordinality now(value, place)
        join jsonb_array_elements(picked(made.after, i.paths)) with ordinality was(value, place) using (place)
        where now.value is distinct from was.value
      ) c
      where ${ofSet} and i.resource = ${table.resource.name} and not i.is_new and c.cells > 0`);
    if (!stay) continue;
    sums.records += stay.records;
    sums.cells += stay.cells;
    sums.whole += stay.whole;
  }
  const { records = 0, cells = 0, made = 0, made_cells: madeCells = 0 } = all ?? {};
  return {
    back: { records: records - sums.whole, cells: cells - sums.cells },
    made: { records: made, cells: madeCells },
    stay: { records: sums.records, cells: sums.cells },
  };
}
