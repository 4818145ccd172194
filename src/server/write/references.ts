import { sql } from 'kysely';
import { pathOf, pointerOf } from '@/contract/pointer';
import type { FieldProblem } from '@/contract/problem';
import type { Caller } from '../auth/caller';
import type { Tx } from '../db/db';
import { isVisible } from '../read/visibility';
import type { WriteContext } from './write-context';
import type { Item } from '../http/items';
import type { Table } from '../db/table';

interface Named {
  readonly resource: string;
  readonly id: string;
  readonly path: readonly PropertyKey[];
  readonly inData: boolean;
  readonly item: Item;
}

/** Returns the ids, in lower case, of the records that items refer to, by resource. */
export function referencesOf(table: Table, items: readonly Item[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { resource, id } of items.flatMap((item) => namesIn(table, item))) {
    const known = ids.get(resource) ?? new Set();
    ids.set(resource, known.add(id.toLowerCase()));
  }
  return ids;
}

/**
 * Checks that each entity that a foreign key, or a reference inside `data`, names exists in the own company or an
 * ancestor (docs/interface.md#21-common-fields, docs/design.md#5-what-this-service-decides): that it is among those
 * that were found (lock-and-read.ts). A reference in `data` that the stored record already contains is not checked again.
 */
export async function missingReferences(
  tx: Tx,
  { caller, table }: Pick<WriteContext, 'caller' | 'table'>,
  items: readonly Item[],
  found: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<FieldProblem[]> {
  const unseen = items
    .flatMap((item) => namesIn(table, item))
    .filter(({ resource, id }) => !found.get(resource)?.has(id.toLowerCase()));
  const stored = await storedReferences(tx, caller, table, unseen);
  return unseen
    .filter((name) => !(name.inData && stored.get(name.item.id)?.has(name.id)))
    .map((name) => ({
      pointer: pointerOf(name.path),
      code: 'reference_not_found',
      detail: `There is no ${name.resource} ${name.id}`,
    }));
}

function namesIn(table: Table, item: Item): Named[] {
  const keys = Object.entries(table.resource.fields).flatMap(([name, field]): Named[] => {
    const id = item.fields[name];
    return field.references && typeof id === 'string'
      ? [{ resource: field.references, id, path: [...item.path, name], inData: false, item }]
      : [];
  });
  const inData = table.resource.dataReferences(item.data ?? {}).map((reference) => ({
    resource: reference.resource,
    id: reference.id,
    path: [...item.path, 'data', ...pathOf(reference.pointer)],
    inData: true,
    item,
  }));
  return [...keys, ...inData];
}

/** Returns the references inside `data` of the stored records of these items, by record. */
async function storedReferences(tx: Tx, caller: Caller, table: Table, unseen: readonly Named[]) {
  const ids = [...new Set(unseen.filter((name) => name.inData).map((name) => name.item.id))];
  if (ids.length === 0) return new Map<string, Set<string>>();
  const rows = await tx.rows(sql<{ id: string; data: never }>`
    select t.id, t.data from ${sql.table(table.resource.name)} t
    where ${isVisible(caller, table)} and t.id = any(${ids}::uuid[])`);
  return new Map(
    rows.map((row) => [
      row.id,
      new Set(table.resource.dataReferences(row.data).map((reference) => reference.id)),
    ]),
  );
}
