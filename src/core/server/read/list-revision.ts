import { createHash } from 'node:crypto';
import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import type { Caller } from '../auth/caller';
import type { Database } from '../db/db';
import { companyKey, type ScopeKey } from '../write/scope-key';
import { entityJson, type Table } from '../db/table';

/**
 * What the lists of a table depend on: the resource, and what its computed fields come from. Null where there is no
 * telling: computed fields whose revisions the table does not name.
 */
const dependencies = (table: Table): readonly string[] | null =>
  !table.revisions && Object.keys(table.computed).length > 0
    ? null
    : [table.resource.name, ...(table.revisions ?? [])];

/**
 * A mark of all that the lists of a table depend on: the tenant's revisions of it. Every write raises them in its own
 * transaction, so while it stands, no list of the tenant has changed. Read with each request: another process's write
 * shows at once. Null where there is none.
 */
export async function listRevision(db: Database, caller: Caller, table: Table): Promise<string | null> {
  const names = dependencies(table);
  return names && revisionToken(db, caller, names);
}

/** The same inside a statement that reads a list: of the very moment that it sees. */
export function markNow({ tenantId }: Caller, table: Table): RawBuilder<string | null> {
  const names = dependencies(table);
  return names ? sql`coalesce(revision_mark(${tenantId}, ${names}::text[]), ${noMark})` : sql`null::text`;
}

const noMark = 'none';

/** A mark of the tenant's revisions of these resources: while it stands, none of them was written. */
export async function revisionToken(db: Database, caller: Caller, names: readonly string[]): Promise<string> {
  // Plain text, not compiled anew: it runs with each list, also with one that is kept.
  const query = CompiledQuery.raw('select revision_mark($1, $2) as mark', [caller.tenantId, names]);
  const { rows } = await db.executeQuery<{ mark: string | null }>(query);
  return rows[0]?.mark ?? noMark;
}

/**
 * Everything that an answer depends on beside the mark: the tenant and its company (its place in the tree never changes),
 * the order of names, whether a terminal asks, and the query as it was sent.
 */
export const listQuestion = (caller: Caller, table: Table, search: string): ListQuestion => {
  const { locale, role } = caller;
  const rest = [locale, role === 'terminal' ? 't' : '', table.resource.name, search];
  return `${companyKey(caller)} ${rest.join(' ')}`;
};

/** A question begins with the scope that asks it. */
export type ListQuestion = `${ScopeKey} ${string}`;

/** The ETag of a list. The shape of an entity is in it: after an update of the service an old one holds no more. */
export function listEtag(mark: string, question: string, table: Table): string {
  const shape = shapes.get(table) ?? entityJson(table);
  shapes.set(table, shape);
  const hash = createHash('sha256').update(JSON.stringify([mark, question, shape]));
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

const shapes = new WeakMap<Table, string>();
