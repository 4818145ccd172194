import { hasFullHistory, type Resource } from '@/contract/resource';
import type { Table } from '../db/table';
import type { Tables } from '../read/visibility';

/**
 * Returns the table of a resource whose records change sets may change: master data, whose whole history is in its
 * events, without rules of its own that refuse a whole request. Null for any other.
 */
export function collectable(tables: Tables, resource: string): Table | null {
  const table = Object.hasOwn(tables, resource) ? tables[resource] : undefined;
  if (!table || !hasFullHistory(table.resource) || resource === 'changeset') return null;
  const { ahead, before, after, totals } = table.rules;
  return ahead || before || after || totals || table.resource.generatesIds ? null : table;
}

/** Returns the place of a resource in the order of the work: those that others refer to first. */
export function rankOf(tables: Tables, { name }: Resource): number {
  const depth = (resource: string, seen: readonly string[]): number => {
    const fields = Object.values(tables[resource]?.resource.fields ?? {});
    const targets = fields.flatMap((field) =>
      field.references && field.references !== resource && !seen.includes(field.references)
        ? [field.references]
        : [],
    );
    // References inside `data` (a product's price lists and suppliers): a resource without any takes no argument.
    const inData = (tables[resource]?.resource.dataReferences.length ?? 0) > 0 ? 1 : 0;
    return Math.max(inData, ...targets.map((target) => 1 + depth(target, [...seen, resource])));
  };
  return depth(name, []);
}
