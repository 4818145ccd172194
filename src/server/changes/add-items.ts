import { sql } from 'kysely';
import { patchOf } from '@/record/cells';
import { isArray, jsonText, parseJson, type Json, type Path } from '@/record/json';
import { trusted, type Tx } from '../db/db';
import { recordCreated } from '../db/statistics';
import { recordJsonb } from '../db/table';
import { isVisible } from '../read/visibility';
import type { Caller } from '../auth/caller';
import { erasedBefore } from '../http/problems';
import { rankOf } from './collectable';
import type { GivenItem } from './given-items';
import { enter } from './enter';
import { countItems, noteChange, type ChangeSet, type Work } from './sets';
import { wrongState } from './set-rules';

/** The name of an item in its set. */
export interface AddedItem {
  readonly n: number;
  readonly resource: string;
  readonly record_id: string;
}

interface KnownItem {
  readonly n: number;
  readonly resource: string;
  readonly record_id: string;
  readonly is_new: boolean;
  readonly version: number | null;
  readonly line: number | null;
  readonly values: Values;
}

/** Values by their path as JSON text. `base`: what each was, in the version that the change was made from. */
type Values = ReadonlyMap<
  string,
  { readonly path: Path; readonly after: Json | undefined; readonly base: Json | undefined }
>;

/** The most items that a set may have. */
const mostItems = 200_000;

/**
 * Adds items to a draft. One for a record that the set changes already is merged into that one, later values win; what
 * the record was is kept with each value.
 *
 * @throws 404 for a set that is not there; 409 `changeset_state` if it is no draft, `changeset_full` past 200,000 items.
 */
export async function addItems(work: Work, id: string, given: readonly GivenItem[]): Promise<AddedItem[]> {
  const { tx, context } = work;
  const { caller, tables } = context;
  const { set } = await enter(work, id, 'add');
  await requireUnerased(tx, caller, given);
  const known = await knownItems(tx, caller, id, given);
  const stored = await storedValues(tx, caller, given);
  let last = set.counts['last'] ?? set.counts['items'] ?? 0;
  const touched = new Map<string, KnownItem & { rank: number }>();
  const answers = given.map((item, at): AddedItem => {
    const resource = item.table.resource.name;
    const key = `${resource} ${item.recordId}`;
    const before = touched.get(key) ?? known.get(key);
    const record = stored[at];
    const n = before?.n ?? (last += 1);
    touched.set(key, {
      n,
      resource,
      record_id: item.recordId,
      is_new: before?.is_new ?? !record,
      version: before?.version ?? record?.version ?? null,
      line: item.line ?? before?.line ?? null,
      values: withValues(before?.values ?? new Map(), item, record?.base ?? []),
      rank: rankOf(tables, item.table.resource),
    });
    return { n, resource, record_id: item.recordId };
  });
  if (last > mostItems) throw wrongState(`A change set has at most ${mostItems} items`);
  await storeItems(work, id, [...touched.values()]);
  recordCreated(context.db, 'changeset_item', touched.size);
  const hadSome = [...touched.keys()].some((key) => known.has(key));
  await noteChange(work, set, {
    ...(hadSome ? await countItems(tx, caller, id) : grown(set, [...touched.values()])),
    last,
  });
  return answers;
}

/** @throws 409 `erased` naming each item of a record that was erased: nothing about it is stored again. */
async function requireUnerased(tx: Tx, caller: Caller, given: readonly GivenItem[]): Promise<void> {
  for (const table of new Set(given.map((item) => item.table))) {
    const { name, erasable } = table.resource;
    if (!erasable) continue;
    const ids = given.filter((item) => item.table === table && item.isIdGiven).map((item) => item.recordId);
    await holdErasable(tx, caller, name, ids);
    const rows = await tx.rows(sql<{ id: string }>`
      select e.entity_id as id from erased e
      where e.tenant_id = ${caller.tenantId} and e.company_id = ${caller.companyId}
        and e.entity = ${name} and e.entity_id = any(${ids}::uuid[])`);
    const erased = new Set(rows.map((row) => row.id));
    const wrong = given.flatMap((item, at) =>
      item.table === table && erased.has(item.recordId) ? [[at, 'record_id']] : [],
    );
    if (wrong.length > 0) throw erasedBefore(wrong);
  }
}

/**
 * Lets an erasure wait until items of its record are stored, so that it finds them; what was erased before is seen
 * afterwards.
 */
const holdErasable = (tx: Tx, caller: Caller, name: string, ids: readonly string[]) =>
  tx.rows(sql`
    select t.id from ${sql.table(name)} t
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = any(${ids}::uuid[])
    order by t.id for share`);

/** Returns the counts with items that are all new in the set. */
function grown({ counts }: ChangeSet, added: readonly KnownItem[]): Record<string, number> {
  const cells = added.reduce((sum, { values }) => sum + values.size, 0);
  const plus = (name: string, more: number) => ({ [name]: (counts[name] ?? 0) + more });
  return {
    ...counts,
    ...plus('items', added.length),
    ...plus('open', added.length),
    ...plus('cells', cells),
  };
}

/** Returns the values with those of a patch: one inside another replaces it. */
function withValues(before: Values, { values }: GivenItem, base: readonly (Json | undefined)[]): Values {
  const made = new Map(before);
  values.forEach(({ path, after }, at) => {
    for (const [key, other] of before)
      if (isWithin(path, other.path) || isWithin(other.path, path)) made.delete(key);
    const key = JSON.stringify(path);
    made.set(key, { path, after, base: before.has(key) ? before.get(key)?.base : base[at] });
  });
  return made;
}

const isWithin = (path: Path, other: Path): boolean =>
  path.length > other.length && other.every((segment, at) => path[at] === segment);

/** Returns the items that the set has already for the records that are given. */
async function knownItems(tx: Tx, caller: Caller, id: string, given: readonly GivenItem[]) {
  const named = given.filter(({ isIdGiven }) => isIdGiven);
  const rows = await tx.rows(sql<Omit<KnownItem, 'values'> & { patch: string; paths: string; base: string }>`
    select i.n, i.resource, i.record_id, i.is_new, i.version, i.line, i.patch::text as patch, i.paths::text as paths, i.base::text as base
    from changeset_item i
    join unnest(${named.map(({ table }) => table.resource.name)}::text[], ${named.map(({ recordId }) => recordId)}::uuid[]) g(resource, id)
      on i.resource = g.resource and i.record_id = g.id
    where i.tenant_id = ${caller.tenantId} and i.changeset_id = ${id}`);
  return new Map(
    rows.map((row): [string, KnownItem] => [
      `${row.resource} ${row.record_id}`,
      { ...row, values: readValues(row) },
    ]),
  );
}

/** Reads the values of a stored item. */
export function readValues({ patch, paths, base }: { patch: string; paths: string; base: string }): Values {
  const tree = parseJson(patch);
  const bases = parseJson(base);
  const all = parseJson(paths);
  if (!isArray(all) || !isArray(bases)) throw new Error('The paths of an item are a list');
  return new Map(
    all.map((segments, at) => {
      const path = isArray(segments) ? segments.map(String) : [];
      return [JSON.stringify(path), { path, after: afterAt(tree, path), base: unwrapped(bases[at]) }];
    }),
  );
}

/** A null in `data` is a missing value. */
function afterAt(tree: Json, path: Path): Json | undefined {
  let at: Json | undefined = tree;
  for (const key of path)
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined;
  return at === null && path[0] === 'data' ? undefined : at;
}

/** Reads a value that is stored as [value], or [] if there was none. */
export const unwrapped = (wrapped: Json | undefined): Json | undefined =>
  isArray(wrapped) ? wrapped[0] : undefined;

interface StoredRecord {
  readonly version: number;
  readonly base: readonly (Json | undefined)[];
}

/** Returns for each item the version of its record, and what its values were in the version it was made from. */
async function storedValues(
  tx: Tx,
  caller: Caller,
  given: readonly GivenItem[],
): Promise<(StoredRecord | undefined)[]> {
  const found: (StoredRecord | undefined)[] = given.map(() => undefined);
  for (const table of new Set(given.map((item) => item.table))) {
    const { name } = table.resource;
    const asked = given.flatMap((item, at) =>
      item.table === table && item.isIdGiven
        ? [{ at, id: item.recordId, version: item.version, paths: item.values.map(({ path }) => path) }]
        : [],
    );
    const rows = await tx.rows(sql<{ at: number; version: number; base: string }>`
      select g.at, coalesce((old.after->>'version')::int, t.version) as version,
        picked(coalesce(old.after, ${trusted(recordJsonb(table))}), g.paths)::text as base
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) g(at int, id uuid, version int, paths jsonb)
      join ${sql.table(name)} t on ${isVisible(caller, table)} and t.id = g.id
      left join lateral (
        select e.after from event e
        -- The oldest that is left, if the event of that version was removed: what changed since then is a conflict still.
        where g.version is not null and g.version < t.version and e.tenant_id = t.tenant_id and e.company_id = t.company_id
          and e.entity = ${name} and e.entity_id = t.id and (e.after->>'version')::int >= g.version
        order by (e.after->>'version')::int, e.at desc, e.seq desc limit 1
      ) old on true`);
    for (const { at, version, base } of rows) {
      const values = parseJson(base);
      found[at] = { version, base: isArray(values) ? values.map(unwrapped) : [] };
    }
  }
  return found;
}

/** An item as it is stored, with its place in the order of the work. */
type StoringItem = Omit<KnownItem, 'values'> & {
  readonly rank: number;
  readonly values: Values;
  readonly nulls?: readonly Path[];
};

/** Stores items, new ones and changed ones. An erasure of their records waits until they are stored. */
export async function storeItems(
  { tx, context }: Work,
  id: string,
  items: readonly StoringItem[],
): Promise<void> {
  const { caller, tables } = context;
  for (const name of new Set(items.map((item) => item.resource))) {
    const ids = items.filter((item) => item.resource === name).map((item) => item.record_id);
    if (tables[name]?.resource.erasable === true) await holdErasable(tx, caller, name, ids);
  }
  const rows = items.map(({ values, nulls = [], ...item }) => {
    const list = [...values.values()];
    const wrap = (value: Json | undefined) => (value === undefined ? '[]' : `[${jsonText(value)}]`);
    return `${JSON.stringify(item).slice(0, -1)},"patch":${jsonText(patchOf(list))},"paths":${JSON.stringify(
      list.map(({ path }) => path),
    )},"base":[${list.map(({ base }) => wrap(base)).join(',')}],"nulls":${JSON.stringify(nulls)}}`;
  });
  await tx.rows(sql`
    insert into changeset_item (tenant_id, company_id, changeset_id, n, rank, resource, record_id, is_new, line, version,
      patch, paths, base, nulls)
    select ${caller.tenantId}, ${caller.companyId}, ${id}, g.n, g.rank, g.resource, g.record_id, g.is_new, g.line,
      g.version, g.patch, g.paths, g.base, g.nulls
    from jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb) g(n int, rank smallint, resource text, record_id uuid,
      is_new boolean, line int, version int, patch jsonb, paths jsonb, base jsonb, nulls jsonb)
    on conflict (tenant_id, changeset_id, n) do update set line = excluded.line, patch = excluded.patch,
      paths = excluded.paths, base = excluded.base, nulls = excluded.nulls, state = 'open', problems = '[]', warnings = '{}'`);
}
