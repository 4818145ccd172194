import type { ListQuery } from '@/contract/paging';
import { isSaidBy, pathsIn, touches } from '@/contract/field-groups';
import type { Caller } from '../auth/caller';
import type { Table } from '../db/table';
import { HttpProblem } from '../http/problems';

/** Returns a 403: what is asked about says what a hidden field holds. */
export const hiddenField = (name: string) =>
  new HttpProblem(403, 'hidden_field', 'Forbidden', `The role does not see what this says: ${name}`);

/**
 * Requires that a list is neither filtered nor sorted by what the caller does not see (docs/security.md#roles).
 *
 * @throws 403 `hidden_field`
 */
export function requireSeen(
  { hidden = [] }: Caller,
  { resource }: Table,
  { equals, excludes, sort }: Pick<ListQuery, 'equals' | 'excludes' | 'sort'>,
): void {
  const names = [...Object.keys(equals), ...Object.keys(excludes), ...sort.map(({ field }) => field)];
  const said = names.find((name) => isSaidBy(hidden, resource.name, name));
  if (said !== undefined) throw hiddenField(said);
}

/** Requires that the caller sees all of a value in a record. @throws 403 `hidden_field` */
export function requireSeenPath({ hidden = [] }: Caller, resource: string, path: readonly string[]): void {
  if (touches(path, pathsIn(hidden, resource))) throw hiddenField(`/${path.join('/')}`);
}

/**
 * Returns the table as a list of this caller searches it: where the search would find a record by what is hidden, by name and number alone,
 * looked at row by row.
 */
export function seenTable({ hidden = [] }: Caller, table: Table): Table {
  const isFoundByData = pathsIn(hidden, table.resource.name).some(
    (path) => path.length === 1 && path[0] === 'data',
  );
  if (!isFoundByData) return table;
  const columns = table.resource.codes.filter((code) => code in table.columns).map((code) => `${code}::text`);
  return { ...table, search: `concat_search(${['name', ...columns].join(', ')})`, isSearchedByRow: true };
}
