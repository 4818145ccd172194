import { allows } from '@/contract/role';
import { sql } from 'kysely';
import type { Choice } from '@/contract/change-set';
import { pathOf, pointerOf } from '@/contract/pointer';
import type { FieldProblem } from '@/contract/problem';
import { decide, patchOf, type Cell, type Decision } from '@/record/cells';
import { isArray, jsonText, parseJson, type Json, type JsonObject, type Path } from '@/record/json';
import type { Caller } from '../auth/caller';
import { trusted, type Tx } from '../db/db';
import { recordJsonb, type Table } from '../db/table';
import { readItems, type Item } from '../http/items';
import { isVisible } from '../read/visibility';
import { contentProblems } from '../write/content';
import { roleProblems } from '../write/role-limits';
import { lockAndRead } from '../write/lock-and-read';
import { missingReferences } from '../write/references';
import { readValues, unwrapped } from './add-items';
import type { ChangeSet, Work } from './sets';

/** An item as it is stored. JSON is text, with every digit. */
export interface StoredItem {
  readonly n: number;
  readonly rank: number;
  readonly resource: string;
  readonly record_id: string;
  readonly is_new: boolean;
  readonly patch: string;
  readonly paths: string;
  readonly base: string;
  readonly nulls: string;
  readonly choices: Readonly<Record<string, Choice>>;
}

/** What an apply would do with an item now. */
export interface Examined {
  readonly item: StoredItem;
  readonly state: 'ready' | 'unchanged' | 'conflict' | 'refused' | 'kept';
  readonly problems: readonly FieldProblem[];
  readonly decisions: readonly Decision[];
  /** What is written, as a patch; a second one sets explicit nulls, which the first takes away. */
  readonly bodies: readonly JsonObject[];
  /** The validated first body, for an item that is ready. */
  readonly valid?: Item;
}

/** Columns of an item, for a statement over `changeset_item i`. */
export const storedItemColumns = sql`i.n, i.rank, i.resource, i.record_id, i.is_new, i.patch::text as patch, i.paths::text as paths,
  i.base::text as base, i.nulls::text as nulls, i.choices`;

/**
 * Says of each item what applying it would do, by the rules of every write: the caller's rights, the contract, references,
 * erased and parents' records (write/store.ts). With `lock` the records stay as they are until the commit. `refused`: creates
 * of the same set that cannot be referred to.
 */
export async function examine(
  { tx, context }: Work,
  set: ChangeSet,
  table: Table,
  items: readonly StoredItem[],
  lock: boolean,
): Promise<Examined[]> {
  const { caller } = context;
  const { access } = table.resource;
  if (lock) await lockRecords(tx, caller, table, items);
  const now = await currentValues(tx, caller, table, items);
  const drafts = items.map((item) => decideItem(set, item, now.get(item.n)));
  const writing = drafts.filter(({ state }) => state === 'ready');
  const { items: read, problems } = readItems(
    table.resource,
    writing.map(({ item, bodies: [body] }) => JSON.parse(withId(body ?? {}, item.record_id))),
    (k) => [k],
  );
  const whole = { ...context, table };
  const seen = await lockAndRead(tx, whole, read, lock);
  for (const one of read) {
    const isThere = seen.stored.has(one.id);
    const isTheirs = !isThere && seen.owners.has(one.id);
    const mayWrite = allows(caller, access[isThere ? 'update' : 'create']);
    if (isTheirs) problems.push(problem(one, 'owned_by_parent', 'This record belongs to a parent company'));
    else if (!mayWrite) problems.push(problem(one, 'forbidden', `The role ${caller.role} may not do this`));
    else if (seen.erased.has(one.id))
      problems.push(problem(one, 'erased', 'This record was erased, and takes no content any more'));
    else if (!isThere && writing[one.n]?.item.is_new === false)
      problems.push(problem(one, 'not_found', 'There is no such record'));
  }
  problems.push(...contentProblems(whole, read, seen.stored, seen.erased));
  problems.push(...(await roleProblems(tx, whole, read, seen.stored)));
  const found = lock ? seen.found : await withCreates(tx, caller, set, table, read, seen.found);
  problems.push(...(await missingReferences(tx, whole, read, found)));
  const wrong = byItem(problems);
  const valid = new Map(read.map((one) => [one.n, one]));
  const places = new Map(writing.map((draft, k) => [draft, k]));
  return drafts.map((draft): Examined => {
    const k = places.get(draft);
    if (k === undefined) return draft;
    const theirs = wrong.get(k);
    if (theirs) return { ...draft, state: 'refused', problems: mattering(theirs) };
    const one = valid.get(k);
    return one ? { ...draft, valid: one } : draft;
  });
}

/** What is wrong with the whole record says everything: its fields were never asked for. */
function mattering(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  const ofWhole = problems.filter(({ pointer }) => pointer === '');
  return ofWhole.length > 0 ? ofWhole : problems;
}

const problem = ({ path }: Item, code: string, detail: string): FieldProblem => ({
  pointer: pointerOf(path),
  code,
  detail,
});

/** Groups problems by the index that their pointers begin with, which is taken away. */
function byItem(problems: readonly FieldProblem[]): Map<number, FieldProblem[]> {
  const grouped = new Map<number, FieldProblem[]>();
  for (const one of problems) {
    const [k, ...rest] = pathOf(one.pointer);
    const list = grouped.get(Number(k)) ?? [];
    grouped.set(Number(k), list);
    list.push({ ...one, pointer: pointerOf(rest) });
  }
  return grouped;
}

/** Returns a patch with the id of its record, as JSON text. */
export const withId = (body: JsonObject, id: string): string =>
  `{"id":${JSON.stringify(id)}${Object.keys(body).length > 0 ? ',' : ''}${jsonText(body).slice(1)}`;

/** Locks the records that items change, in id order. */
async function lockRecords(
  tx: Tx,
  caller: Caller,
  table: Table,
  items: readonly StoredItem[],
): Promise<void> {
  const ids = items.map((item) => item.record_id);
  await tx.rows(sql`
    select t.id from ${sql.table(table.resource.name)} t
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = any(${ids}::uuid[])
    order by t.id for no key update`);
}

/** Returns what the values of items are now, by the number of the item; none for a record that is not there. */
export async function currentValues(tx: Tx, caller: Caller, table: Table, items: readonly StoredItem[]) {
  const asked = `[${items
    .map(({ n, record_id: id, paths }) => `{"n":${n},"id":${JSON.stringify(id)},"paths":${paths}}`)
    .join(',')}]`;
  const rows = await tx.rows(sql<{ n: number; now: string }>`
    select g.n, picked(${trusted(recordJsonb(table))}, g.paths)::text as now
    from jsonb_to_recordset(${asked}::jsonb) g(n int, id uuid, paths jsonb)
    join ${sql.table(table.resource.name)} t on ${isVisible(caller, table)} and t.id = g.id`);
  return new Map(
    rows.map(({ n, now }) => {
      const values = parseJson(now);
      return [n, isArray(values) ? values.map(unwrapped) : []] as const;
    }),
  );
}

/** Returns the values of an item. */
export const cellsOf = (
  item: Pick<StoredItem, 'patch' | 'paths' | 'base'>,
  now: readonly (Json | undefined)[] | undefined,
): Cell[] =>
  [...readValues(item).values()].map(({ path, after, base }, at) => ({ path, after, base, now: now?.[at] }));

/** Returns what becomes of an item, by its choices and by what its record is now; undefined: there is no such record. */
export function decideItem(
  set: Pick<ChangeSet, 'origin'>,
  item: StoredItem,
  now: readonly (Json | undefined)[] | undefined,
): Examined {
  const kept: Choice | undefined = set.origin === 'undo' ? 'theirs' : undefined;
  const decisions = cellsOf(item, now).map((cell) =>
    now === undefined
      ? { cell, fate: 'change' as const, value: cell.after }
      : decide(cell, item.choices[pointerOf(cell.path)] ?? kept),
  );
  const has = (fate: Decision['fate']) => decisions.some((one) => one.fate === fate);
  const problems: readonly FieldProblem[] = [];
  if (has('conflict')) return { item, state: 'conflict', problems, decisions, bodies: [] };
  const changes = decisions.filter(({ fate }) => fate === 'change');
  // A new record is made even if the patch says nothing.
  if (changes.length === 0 && now !== undefined)
    return { item, state: has('kept') ? 'kept' : 'unchanged', problems, decisions, bodies: [] };
  const body = patchOf(changes.map(({ cell: { path }, value }) => ({ path, after: value })));
  const nulls = nullsOf(item, changes);
  return {
    item,
    state: 'ready',
    problems,
    decisions,
    bodies: nulls.length > 0 ? [body, patchOf(nulls)] : [body],
  };
}

function nullsOf({ nulls }: StoredItem, changes: readonly Decision[]): { path: Path; after: Json }[] {
  const named = new Set(pathsIn(nulls));
  return changes
    .filter(({ cell, value }) => named.has(JSON.stringify(cell.path)) && (value ?? null) === null)
    .map(({ cell: { path } }) => ({ path, after: null }));
}

const pathsIn = (text: string): string[] => {
  const paths = parseJson(text);
  return isArray(paths) ? paths.map((path) => jsonText(path)) : [];
};

/** Adds to the found records those that the set itself is to make before. */
async function withCreates(
  tx: Tx,
  caller: Caller,
  set: ChangeSet,
  table: Table,
  read: readonly Item[],
  found: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const wanted = read.flatMap((item) => [
    ...Object.entries(table.resource.fields).flatMap(([name, { references }]) => {
      const id = item.fields[name];
      return references && typeof id === 'string' ? [{ resource: references, id }] : [];
    }),
    ...table.resource.dataReferences(item.data ?? {}),
  ]);
  const missing = wanted.filter(({ resource, id }) => !found.get(resource)?.has(id.toLowerCase()));
  if (missing.length === 0) return found;
  const rows = await tx.rows(sql<{ resource: string; record_id: string }>`
    select i.resource, i.record_id from changeset_item i
    where i.tenant_id = ${caller.tenantId} and i.changeset_id = ${set.id} and i.is_new and i.state <> 'refused'
      and i.resource = any(${missing.map(({ resource }) => resource)}::text[])
      and i.record_id = any(${missing.map(({ id }) => id)}::uuid[])`);
  const both = new Map([...found].map(([resource, ids]) => [resource, new Set(ids)]));
  for (const { resource, record_id: id } of rows) {
    const ids = both.get(resource) ?? new Set<string>();
    both.set(resource, ids.add(id));
  }
  return both;
}
