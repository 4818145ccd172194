import { asOfFunction } from '../../read/as-of';
import type { Table } from '../table';
import { erasure } from './erasing';
import { filterCounts } from './filter-counts';
import { listIndexes } from './orders';
import { codeFunction } from './search/search-codes';
import { searchFunction } from './search/search-function';
import { searchTable } from './search/search-table';

/**
 * Returns the SQL of everything that follows from a declaration and may be recreated whenever it changes: policies,
 * grants, the search table and its functions, indexes. As one text it makes them in a database without rows; elsewhere
 * only the parts that differ are made (upgrade/parts.ts).
 */
export function derivedObjects(table: Table): string {
  return [
    searchTable(table),
    policies(table),
    erasure(table),
    filterFunctions(table),
    codeFunction(table),
    filterCounts(table),
    asOfFunction(table),
    indexes(table),
  ].join('\n');
}

/** Returns the SQL of the policies and grants of a resource's table. */
export function policies(table: Table): string {
  const { name, shared, fields } = table.resource;
  // A foreign-key check bypasses policies: each referenced row must be visible to the writer too.
  const references = Object.entries(fields).flatMap(([column, field]) =>
    field.references
      ? [
          `and ("${name}".${column} is null or exists (select from "${field.references}" r
             where r.tenant_id = "${name}".tenant_id and r.id = "${name}".${column}))`,
        ]
      : [],
  );
  const own = `tenant_id = app_tenant() and company_id = app_company()`;
  const visible = shared
    ? `tenant_id = app_tenant() and company_id = any ((select app_lineage())::uuid[])`
    : own;
  return `
    drop policy if exists seen on "${name}";
    drop policy if exists made on "${name}";
    drop policy if exists changed on "${name}";
    drop policy if exists searched on "${name}";
    create policy seen on "${name}" for select to tillhouse_app using (${visible});
    create policy made on "${name}" for insert to tillhouse_app with check (${own} ${references.join(' ')});
    create policy changed on "${name}" for update to tillhouse_app using (${own})
      with check (${own} ${references.join(' ')});
    create policy searched on "${name}" for select to tillhouse_search using (true);
    grant select, insert, update on "${name}" to tillhouse_app;
    grant select on "${name}" to tillhouse_search;`;
}

/** Returns the SQL of the functions that look up the extra filters. */
export function filterFunctions(table: Table): string {
  return Object.entries(table.filters)
    .map(([filter, condition]) => {
      const lookup = table.lookups[filter] ?? { from: `"${table.resource.name}"`, condition };
      return searchFunction(table, {
        signature: `${table.resource.name}_by_${filter}(value text)`,
        // Most are looked up by one number. For 1,000, which PostgreSQL assumes, it would rather read every record.
        returns: 'setof uuid rows 10',
        columns: 't.id',
        from: lookup.from,
        condition: `(${lookup.condition.replaceAll('$1', 'value')})`,
      });
    })
    .join('\n');
}

function indexes(table: Table): string {
  return Object.entries({ ...listIndexes(table), ...table.indexes })
    .map(
      ([index, definition]) =>
        `drop index if exists ${index}; create index ${index} on "${table.resource.name}" ${definition};`,
    )
    .join('\n');
}
