import { sql } from 'kysely';
import type { ChangeSetStatus, Origin } from '@/contract/change-set';
import type { Caller } from '../auth/caller';
import { trusted, type Tx } from '../db/db';
import { wireTime, type Table } from '../db/table';
import type { Tables } from '../read/visibility';
import { notFound } from '../http/problems';
import type { WriteContext } from '../write/write-context';
import { writeItems } from '../write/write-items';

/** A change set as the work on it needs it. */
export interface ChangeSet {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly active: boolean;
  readonly created_at: string;
  readonly status: ChangeSetStatus;
  readonly origin: Origin;
  readonly content: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly done: number | null;
  readonly total: number | null;
  readonly work_rank: number | null;
  readonly work_n: number | null;
  readonly previewed_content: number | null;
  readonly approved_content: number | null;
  readonly made_user: string | null;
  readonly made_key: string | null;
  readonly requested_user: string | null;
  readonly requested_key: string | null;
  readonly previewed_user: string | null;
  readonly previewed_key: string | null;
  /** The memberships and keys that changed items, choices or times. */
  readonly changed_ids: readonly string[];
  readonly problem: string | null;
  readonly applied_by: string | null;
  readonly applied_user: string | null;
  readonly applied_key: string | null;
  readonly apply_at: string | null;
  readonly revert_at: string | null;
  readonly due_at: string | null;
  readonly revert_due_at: string | null;
  readonly undoes: string | null;
  readonly undone_by: string | null;
  readonly next: string | null;
}

/** What the work on change sets needs: the tables of all resources, and who works for which request. */
export interface Work {
  readonly tx: Tx;
  readonly context: Omit<WriteContext, 'table'>;
}

/** Returns the table of change sets. */
export function setsTable(tables: Tables): Table {
  const table = tables['changeset'];
  if (!table) throw new Error('There is no table of change sets');
  return table;
}

/** Locks a set of the caller's company until the commit; null if there is none, or with `skip` if somebody holds it. */
export async function lockSet(
  tx: Tx,
  caller: Caller,
  id: string,
  held: 'wait' | 'skip' = 'wait',
): Promise<ChangeSet | null> {
  const [set] = await tx.rows(sql<ChangeSet>`
    select t.id, t.name, t.version, t.active, ${trusted(wireTime('t.created_at'))} as created_at, t.status, t.origin, t.content,
      t.counts, t.done, t.total, t.work_rank, t.work_n, t.previewed_content, t.approved_content, t.made_user, t.made_key,
      t.requested_user, t.requested_key, t.previewed_user, t.previewed_key, t.changed_ids, t.problem, t.applied_by, t.applied_user, t.applied_key, t.apply_at, t.revert_at,
      ${trusted(wireTime('t.due_at'))} as due_at, ${trusted(wireTime('t.revert_due_at'))} as revert_due_at,
      t.undoes, t.undone_by, t.next
    from changeset t where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = ${id}
    for no key update ${trusted(held === 'skip' ? 'skip locked' : '')}`);
  return set ?? null;
}

/** Does the same. @throws 404 if there is none. */
export async function requireSet(tx: Tx, caller: Caller, id: string): Promise<ChangeSet> {
  const set = await lockSet(tx, caller, id);
  if (!set) throw notFound();
  return set;
}

/** Columns of a set, by name. */
export type SetColumns = Readonly<Record<string, unknown>>;

/**
 * Changes columns of a locked set, raises its version and writes an event whose payload is `told`. Nothing else may be
 * locked after it in the transaction.
 */
export async function moveSet(
  { tx, context }: Work,
  set: ChangeSet,
  columns: SetColumns,
  told: Readonly<Record<string, unknown>>,
): Promise<void> {
  const table = setsTable(context.tables);
  const { id, version, active, created_at } = set;
  const stored = { id, version, active, created_at, company_id: context.caller.companyId };
  const item = { n: 0, path: [], id, idGiven: true, fields: columns, writeOnly: {}, owned: {}, data: null };
  await writeItems(
    tx,
    { ...context, table },
    {
      caller: context.caller,
      items: [item],
      payloads: JSON.stringify([told]),
      stored: new Map([[id, stored]]),
    },
    false,
  );
}

/** SQL: `changed_ids` with a caller among them. */
export const withChanger = ({ userId, keyId }: Caller) => {
  const own = userId ?? keyId;
  return sql`case when ${own}::text is null or changed_ids @> to_jsonb(${own}::text) then changed_ids
    else changed_ids || to_jsonb(${own}::text) end`;
};

/**
 * Stores that the caller changed the items or choices of a locked set: the content that was approved is another one now,
 * and the caller is one of those who made it what it is.
 */
export async function noteChange(
  work: Work,
  set: ChangeSet,
  counts: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { tx, context } = work;
  const { caller } = context;
  await tx.rows(sql`
    update changeset set changed_ids = ${withChanger(caller)} where tenant_id = ${caller.tenantId} and id = ${set.id}`);
  await noteWork(work, set.id, { content: set.content + 1, counts });
}

/** Changes columns of a locked set that say how far the work is; no version, no event. Tells who watches. */
export async function noteWork({ tx, context }: Work, id: string, columns: SetColumns): Promise<void> {
  const { caller } = context;
  const names = Object.keys(columns);
  const values = sql.join(
    names.map((name) => {
      const value = columns[name];
      const isJson = typeof value === 'object' && value !== null;
      return isJson
        ? sql`${sql.ref(name)} = ${JSON.stringify(value)}::jsonb`
        : sql`${sql.ref(name)} = ${value}`;
    }),
  );
  await tx.rows(sql`
    with noted as (
      update changeset set ${values}, worked_at = clock_timestamp()
      where tenant_id = ${caller.tenantId} and id = ${id} returning id, status, done, total
    ), raised as (
      -- Lists of sets answer what changes here (changeset/table.ts).
      insert into revision as r (tenant_id, resource, revision) values (${caller.tenantId}, 'changeset_work', 1)
      on conflict (tenant_id, resource) do update set revision = r.revision + 1, at = greatest(r.at, clock_timestamp())
    )
    select pg_notify('tillhouse_progress', json_build_array(${caller.tenantId}::uuid, ${caller.companyId}::uuid,
      'changeset', id, json_build_object('status', status, 'done', done, 'total', total))::text) from noted`);
}

/** Counts the items of a set by state and warning. */
export async function countItems(tx: Tx, caller: Caller, id: string): Promise<Record<string, number>> {
  const rows = await tx.rows(sql<{ name: string; items: number; cells: number }>`
    select i.state as name, count(*)::int as items, coalesce(sum(jsonb_array_length(i.paths)), 0)::int as cells
    from changeset_item i where i.tenant_id = ${caller.tenantId} and i.changeset_id = ${id} group by i.state
    union all
    select w.warning, count(*)::int, 0 from changeset_item i cross join unnest(i.warnings) w(warning)
    where i.tenant_id = ${caller.tenantId} and i.changeset_id = ${id} group by 1`);
  const counts: Record<string, number> = Object.fromEntries(rows.map(({ name, items }) => [name, items]));
  const states = rows.filter(({ name }) => !name.includes('_'));
  return {
    ...counts,
    items: states.reduce((sum, { items }) => sum + items, 0),
    cells: states.reduce((sum, { cells }) => sum + cells, 0),
  };
}
