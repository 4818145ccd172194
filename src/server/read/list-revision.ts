import { createHash } from 'node:crypto';
import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import type { Caller } from '../auth/caller';
import type { Database } from '../db/db';
import { companyKey, type ScopeKey } from '../write/scope-key';
import { entityJson, type Table } from '../db/table';

/**
 * Returns the revisions that a table's lists depend on: the resource's own, and those of its computed fields. Null if
 * unknown: computed fields whose revisions the table does not name.
 */
export const listDependencies = (table: Table): readonly string[] | null =>
  !table.revisions && Object.keys(table.computed).length > 0
    ? null
    : [table.resource.name, ...(table.revisions ?? [])];

/**
 * Returns a token of all revisions that a table's lists depend on, inside a statement that reads a list, for the very
 * snapshot that it sees; null if they are unknown. Every write raises them in its own transaction, so while the token
 * stays the same, no list of the tenant has changed.
 */
export function markNow(caller: Caller, table: Table): RawBuilder<string | null> {
  const names = listDependencies(table);
  return names ? markOf(caller, names) : sql`null::text`;
}

/** Returns the token of these resources (`revisionToken`) inside a statement. */
export const markOf = ({ tenantId }: Caller, names: readonly string[]): RawBuilder<string> =>
  sql`coalesce(revision_mark(${tenantId}, ${names}::text[]), ${noMark})`;

/** The revision token of resources that were never written. */
export const noMark = 'none';

/** Returns a token of the tenant's revisions of these resources: while it stays the same, none of them was written. */
export async function revisionToken(db: Database, caller: Caller, names: readonly string[]): Promise<string> {
  // Plain text, not compiled each time: it runs with every list, cached ones included.
  const query = CompiledQuery.raw('select revision_mark($1, $2) as mark', [caller.tenantId, names]);
  const { rows } = await db.executeQuery<{ mark: string | null }>(query);
  return rows[0]?.mark ?? noMark;
}

/**
 * Returns everything else that an answer depends on: the tenant and its company (whose place in the tree never
 * changes), the collation of names, whether the caller is a terminal, the query as it was sent, and the date, by which a
 * filter may choose (products not sold for so many months).
 */
export const listQuestion = (caller: Caller, table: Table, search: string): ListQuestion => {
  const { locale, role } = caller;
  const today = new Date().toISOString().slice(0, 10);
  const rest = [locale, role === 'terminal' ? 't' : '', today, table.resource.name, search];
  return `${companyKey(caller)} ${rest.join(' ')}`;
};

/** A question begins with the scope of its caller. */
export type ListQuestion = `${ScopeKey} ${string}`;

/**
 * Returns the ETag of a list. It includes the shape of an entity, so that it changes with an upgrade of the service.
 */
export function listEtag(mark: string, question: string, table: Table): string {
  const shape = shapes.get(table) ?? entityJson(table);
  shapes.set(table, shape);
  const hash = createHash('sha256').update(JSON.stringify([mark, question, shape]));
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

const shapes = new WeakMap<Table, string>();
