import { sql } from 'kysely';
import { stateAfter } from '@/contract/change-set-acts';
import { sameText } from '@/record/diff';
import { isArray, isObject, parseJson, type Json, type Path } from '@/record/json';
import { trusted } from '../db/db';
import { recordJsonb } from '../db/table';
import { newId } from '../write/uuid';
import { writeItems } from '../write/write-items';
import { storeItems, unwrapped } from './add-items';
import { noWork } from './chunk';
import { keepsItsMaker } from './set-rules';
import { requireEvents } from './since';
import { countItems, moveSet, noteWork, setsTable, type ChangeSet, type Work } from './sets';

/** What follows when the items of an undo are made: it is looked at, or applied (the end of a set with an end). */
export type AfterUndo = 'preview' | 'apply';

/**
 * Makes the set that takes back what a set has done, without its items, and returns its id. They are made by
 * `prepareChunk`.
 */
export async function makeUndo(work: Work, set: ChangeSet, name: string, next: AfterUndo): Promise<string> {
  const { tx, context } = work;
  const { caller, tables } = context;
  // No event goes between the look and the commit of the set, which keeps them.
  await work.tx.rows(
    sql`select pg_advisory_xact_lock_shared(events_lock(${caller.tenantId}::uuid, ${caller.companyId}::uuid))`,
  );
  await requireEvents(work.tx, caller, set.id);
  const id = newId();
  const columns = {
    ...keepsItsMaker(caller),
    name,
    origin: 'undo',
    apply_at: null,
    revert_at: null,
    status: 'preparing',
    undoes: set.id,
    next,
    previewed_by: caller.keyName,
    previewed_user: caller.userId,
    previewed_key: caller.keyId,
    ...(next === 'apply' && {
      applied_by: caller.keyName,
      applied_user: caller.userId,
      applied_key: caller.keyId,
    }),
    done: 0,
    total: set.counts['applied'] ?? 0,
  };
  const item = { n: 0, path: [], id, idGiven: true, fields: columns, writeOnly: {}, owned: {}, data: null };
  const payloads = JSON.stringify([{ name, origin: 'undo', undoes: set.id }]);
  const table = setsTable(tables);
  await writeItems(tx, { ...context, table }, { caller, items: [item], payloads, stored: new Map() }, false);
  return id;
}

interface AppliedItem {
  readonly n: number;
  readonly rank: number;
  readonly resource: string;
  readonly record_id: string;
  readonly is_new: boolean;
  readonly line: number | null;
  readonly made_version: number;
  readonly paths: string;
  readonly before: string | null;
  /** Null if its event was erased. */
  readonly after: string | null;
}

/**
 * Makes the next items of an undo, from the events of what was applied: each value goes back to what it was, and is a
 * conflict if it is not what the set made it any more. A record that the set made is deactivated. Returns whether there is more.
 */
export async function prepareChunk(work: Work, set: ChangeSet, size: number): Promise<boolean> {
  const { tx, context } = work;
  const { caller } = context;
  const rows = await tx.rows(sql<AppliedItem>`
    select i.n, i.rank, i.resource, i.record_id, i.is_new, i.line, i.made_version, i.paths::text as paths,
      picked(first.before, i.paths)::text as before,
      case when last.after is not null then picked(last.after, i.paths) end::text as after
    from (
      select * from changeset_item i
      where i.tenant_id = ${caller.tenantId} and i.changeset_id = ${set.undoes} and i.state = 'applied' and i.n > ${set.work_n ?? 0}
      order by i.n limit ${size}
    ) i
    -- A record that the set wrote twice (an explicit null) has two events.
    left join lateral (select e.before from event e where e.tenant_id = i.tenant_id and e.company_id = i.company_id
      and e.changeset_id = i.changeset_id and e.changeset_item = i.n order by e.seq limit 1) first on true
    left join lateral (select e.after from event e where e.tenant_id = i.tenant_id and e.company_id = i.company_id
      and e.changeset_id = i.changeset_id and e.changeset_item = i.n order by e.seq desc limit 1) last on true
    order by i.n`);
  const wholes = await wholesBack(work, set, rows);
  const items = rows.flatMap((row) => {
    // An event that was erased says nothing, and nothing of it goes back.
    if (row.after === null) return [];
    const values = row.is_new ? deactivated : withWholes(valuesBack(row), wholes.get(row.n) ?? []);
    if (values.size === 0) return [];
    const { n, rank, resource, record_id, line, made_version: version } = row;
    const nulls = [...values.values()].filter(({ after, path }) => after === null && path[0] === 'data');
    return [
      {
        n,
        rank,
        resource,
        record_id,
        is_new: false,
        line,
        version,
        values,
        nulls: nulls.map(({ path }) => path),
      },
    ];
  });
  await storeItems(work, set.id, items);
  if (rows.length === size) {
    await noteWork(work, set.id, { done: (set.done ?? 0) + rows.length, work_n: rows.at(-1)?.n });
    return true;
  }
  const counts = await countItems(tx, caller, set.id);
  const begun = {
    ...noWork,
    counts: { ...counts, last: rows.at(-1)?.n ?? set.work_n ?? 0 },
    content: set.content + 1,
  };
  const works = { done: 0, total: counts['items'] ?? 0 };
  const further =
    set.next === 'apply'
      ? { ...works, status: 'running' }
      : { ...works, status: stateAfter(set.status, 'prepared', null), next: 'draft' };
  await moveSet(work, set, { ...begun, ...further }, { status: further.status });
  return true;
}

/** A value inside which the set changed something, as one value: where it was, if at all, no object before. */
interface WholeBack {
  readonly path: Path;
  readonly after: Json | undefined;
  readonly base: Json | undefined;
}

/**
 * Returns the objects that the set made by setting a value inside them, of records in which nobody changed them since:
 * they go back whole, so that no empty object is left. All events of a set belong to its company; the
 * condition on the company serves the index.
 */
async function wholesBack(
  { tx, context }: Work,
  set: ChangeSet,
  rows: readonly AppliedItem[],
): Promise<Map<number, WholeBack[]>> {
  const asked = rows.flatMap(({ n, resource, record_id: id, paths }) => {
    const inside: string[][] = JSON.parse(paths).flatMap((path: string[]) =>
      path.slice(2).map((_, at) => path.slice(0, at + 2)),
    );
    const different = [...new Set(inside.map((path) => JSON.stringify(path)))];
    return different.length > 0
      ? [{ n, resource, id, paths: different.map((path) => JSON.parse(path)) }]
      : [];
  });
  const found = new Map<number, WholeBack[]>();
  for (const resource of new Set(asked.map((one) => one.resource))) {
    const table = context.tables[resource];
    if (!table) continue;
    const of = asked.filter((one) => one.resource === resource);
    const parts = await tx.rows(sql<{ n: number; before: string; after: string; now: string }>`
      select g.n, picked(first.before, g.paths)::text as before, picked(last.after, g.paths)::text as after,
        picked(${trusted(recordJsonb(table))}, g.paths)::text as now
      from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) g(n int, id uuid, paths jsonb)
      join ${sql.table(resource)} t on t.tenant_id = ${context.caller.tenantId} and t.id = g.id
      cross join lateral (select e.before from event e where e.tenant_id = t.tenant_id and e.company_id = t.company_id
        and e.changeset_id = ${set.undoes} and e.changeset_item = g.n order by e.seq limit 1) first
      cross join lateral (select e.after from event e where e.tenant_id = t.tenant_id and e.company_id = t.company_id
        and e.changeset_id = ${set.undoes} and e.changeset_item = g.n order by e.seq desc limit 1) last`);
    const pathsOf = new Map(of.map(({ n, paths }) => [n, paths]));
    for (const { n, ...texts } of parts) {
      const [before, after, now] = [texts.before, texts.after, texts.now].map((text) => parseJson(text));
      if (!isArray(before) || !isArray(after) || !isArray(now)) continue;
      const wholes = (pathsOf.get(n) ?? []).map((path: string[], at) => ({
        path,
        after: unwrapped(before[at]),
        base: unwrapped(after[at]),
        now: unwrapped(now[at]),
      }));
      found.set(
        n,
        wholes.filter((one) => !isObject(one.after) && isObject(one.base) && sameText(one.now, one.base)),
      );
    }
  }
  return found;
}

/** Replaces the values inside of wholes by these; of wholes inside each other the outer one counts. */
function withWholes(values: ValuesBack, wholes: readonly WholeBack[]): ValuesBack {
  const isIn = (path: Path, whole: Path) =>
    path.length > whole.length && whole.every((segment, at) => path[at] === segment);
  const outer = wholes.filter((one) => !wholes.some((other) => isIn(one.path, other.path)));
  const left = [...values].filter(([, { path }]) => !outer.some((whole) => isIn(path, whole.path)));
  return new Map([...left, ...outer.map((one): [string, WholeBack] => [JSON.stringify(one.path), one])]);
}

type ValuesBack = Map<string, { path: Path; after: Json | undefined; base: Json | undefined }>;

const deactivated: ValuesBack = new Map([['["active"]', { path: ['active'], after: false, base: true }]]);

/** Returns the values that an applied item changed: `after` is what each was before, `base` what the set made it. */
function valuesBack({ paths, before, after }: AppliedItem): ValuesBack {
  const [places, were, made] = [paths, before ?? '[]', after ?? '[]'].map((text) => parseJson(text));
  const back: ValuesBack = new Map();
  if (!isArray(places) || !isArray(were) || !isArray(made)) return back;
  places.forEach((segments, at) => {
    const path = isArray(segments) ? segments.map(String) : [];
    back.set(JSON.stringify(path), { path, after: unwrapped(were[at]), base: unwrapped(made[at]) });
  });
  return back;
}
