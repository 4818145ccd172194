import { sql, type RawBuilder } from 'kysely';
import { pathOf, pointerOf, type FieldProblem } from '@/core/contract/problem';
import type { Caller } from '../auth/caller';
import type { Tx } from '../db/db';
import { isVisible, type Tables } from '../read/visibility';
import type { Item } from '../http/items';
import type { Table } from '../db/table';

interface Named {
  readonly resource: string;
  readonly id: string;
  readonly path: readonly PropertyKey[];
  readonly inData: boolean;
  readonly item: Item;
}

/** A visible entity that items name. */
export interface Existing {
  readonly resource: string;
  readonly id: string;
}

/**
 * The check that each entity that a foreign key, or a reference inside `data`, names exists in the own company or an
 * ancestor (docs/interface.md#21-common-fields, docs/design.md#5-what-this-service-decides).
 */
export interface ReferenceCheck {
  /** Finds the entities that the items name; null if they name none. */
  readonly statement: RawBuilder<Existing> | null;
  /**
   * Returns the problems, given the rows of the statement. A reference in `data` that the stored record already contains
   * is not checked again.
   */
  readonly missing: (tx: Tx, existing: readonly Existing[]) => Promise<FieldProblem[]>;
}

/** Returns the check of the references of these items. */
export function checkReferences(
  { caller, tables, table }: { caller: Caller; tables: Tables; table: Table },
  items: readonly Item[],
): ReferenceCheck {
  const named = items.flatMap((item) => namesIn(table, item));
  const resources = [...new Set(named.map(({ resource }) => resource))];
  const parts = resources.map((resource) => {
    const target = tables[resource];
    if (!target) throw new Error(`${table.resource.name} references ${resource}, which is no resource`);
    const wanted = named.filter((name) => name.resource === resource);
    const ids = [...new Set(wanted.map((name) => name.id.toLowerCase()))];
    return sql`select ${resource}::text as resource, t.id from ${sql.table(resource)} t
      where ${isVisible(caller, target)} and t.id = any(${ids}::uuid[])`;
  });
  return {
    statement: parts.length === 0 ? null : sql<Existing>`${sql.join(parts, sql` union all `)}`,
    async missing(tx, existing) {
      const found = new Set(existing.map(({ resource, id }) => `${resource} ${id}`));
      const unseen = resources.flatMap((resource) =>
        named.filter(
          (name) => name.resource === resource && !found.has(`${resource} ${name.id.toLowerCase()}`),
        ),
      );
      const stored = await storedReferences(tx, caller, table, unseen);
      return unseen
        .filter((name) => !(name.inData && stored.get(name.item.id)?.has(name.id)))
        .map((name) => ({
          pointer: pointerOf(name.path),
          code: 'reference_not_found',
          detail: `There is no ${name.resource} ${name.id}`,
        }));
    },
  };
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
