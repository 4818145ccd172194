import { asOfFunction } from '../../read/as-of';
import type { Table } from '../table';
import { erasure } from './erasing';
import { filterCounts } from './filter-counts';
import { formerIndexes, listIndexes } from './orders';
import { searchFunction } from './search/search-function';
import { searchTable } from './search/search-table';

/**
 * Returns the migrations of one resource's table, generated from its declaration. The table comes first, then each
 * column as a separate step, so that the next start adds a column declared later.
 */
export function tableMigrations(table: Table): Record<string, string> {
  const name = table.resource.name;
  const steps: Record<string, string> = {
    [`100_${name}`]: `
      create table "${name}" (
        tenant_id uuid not null,
        company_id uuid not null,
        id uuid not null,
        seq bigint generated always as identity,
        version integer not null default 1,
        active boolean not null,
        name text not null,
        data jsonb not null,
        created_at timestamptz(3) not null,
        modified_at timestamptz(3) not null,
        primary key (tenant_id, id),
        foreign key (tenant_id, company_id) references company (tenant_id, id)
      );
      create index ${name}_order on "${name}" (tenant_id, company_id, seq);
      create index ${name}_tenant_order on "${name}" (tenant_id, seq);
      create index ${name}_modified on "${name}" (tenant_id, company_id, modified_at);
      alter table "${name}" enable row level security, force row level security;`,
  };
  for (const [column, type] of Object.entries(table.columns)) {
    steps[`200_${name}_${column}`] = addColumn(table, column, type);
  }
  // Lists go by company (`firstRows` of list-sql.ts). With this index PostgreSQL 15 looked for the rows of a company that
  // has none among those of the whole tenant.
  steps[`260_${name}_tenant_order`] = `drop index if exists ${name}_tenant_order;`;
  for (const [column, value] of Object.entries(table.generated)) {
    const of = value.replaceAll(/\bt\./g, '');
    steps[`250_${name}_${column}`] =
      `alter table "${name}" add column ${column} numeric generated always as (${of}) stored;`;
  }
  for (const [step, text] of Object.entries(table.migrations)) steps[`300_${name}_${step}`] = text;
  return steps;
}

function addColumn(table: Table, column: string, type: string): string {
  const name = table.resource.name;
  const target = table.resource.fields[column]?.references;
  const isFilter = table.resource.filters.includes(column);
  return [
    `alter table "${name}" add column ${column} ${type};`,
    target
      ? `alter table "${name}" add foreign key (tenant_id, ${column}) references "${target}" (tenant_id, id);`
      : '',
    isFilter || target ? `create index on "${name}" (tenant_id, ${column}, seq);` : '',
  ].join('\n');
}

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
  const former = formerIndexes(table).map((index) => `drop index if exists "${index}";`);
  const present = Object.entries({ ...listIndexes(table), ...table.indexes }).map(
    ([index, definition]) =>
      `drop index if exists ${index}; create index ${index} on "${table.resource.name}" ${definition};`,
  );
  return [...former, ...present].join('\n');
}
