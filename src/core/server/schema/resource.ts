import { asOfFunction } from '../as-of';
import type { Table } from '../table';

/**
 * The migrations of one resource's table, made from its declaration. The table comes first, then each
 * column as a step of its own: so a column that is added to the declaration later is added by the
 * next start.
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
 * All that follows from a declaration and may be made anew whenever it changes: policies, grants, the
 * search column and its functions, indexes. It runs when its text is not the one that ran last.
 */
export function derivedObjects(table: Table): string {
  return [
    searchColumn(table),
    policies(table),
    filterFunctions(table),
    asOfFunction(table),
    indexes(table),
  ].join('\n');
}

function policies(table: Table): string {
  const { name, shared, fields } = table.resource;
  // A foreign-key check does not see policies: each referenced row must be visible to the writer too.
  const references = Object.entries(fields).flatMap(([column, field]) =>
    field.references
      ? [
          `and ("${name}".${column} is null or exists (select from "${field.references}" r
             where r.tenant_id = "${name}".tenant_id and r.id = "${name}".${column}))`,
        ]
      : [],
  );
  const own = `tenant_id = app_tenant() and company_id = app_company()`;
  const seen = shared
    ? `tenant_id = app_tenant() and company_id = any ((select app_lineage())::uuid[])`
    : own;
  return `
    drop policy if exists seen on "${name}";
    drop policy if exists made on "${name}";
    drop policy if exists changed on "${name}";
    drop policy if exists searched on "${name}";
    create policy seen on "${name}" for select to tillhouse_app using (${seen});
    create policy made on "${name}" for insert to tillhouse_app with check (${own} ${references.join(' ')});
    create policy changed on "${name}" for update to tillhouse_app using (${own})
      with check (${own} ${references.join(' ')});
    create policy searched on "${name}" for select to tillhouse_search using (true);
    grant select, insert, update on "${name}" to tillhouse_app;
    grant select on "${name}" to tillhouse_search;`;
}

function searchColumn(table: Table): string {
  const { name } = table.resource;
  return `
    alter table "${name}" drop column if exists search;
    alter table "${name}" add column search text generated always as (${table.search}) stored;
    create index ${name}_search on "${name}" using gin (search gin_trgm_ops);
    ${searchFunction(table, `search_${name}(phrase text, longest text, others text[])`, '(t.search like phrase or (t.search like longest and t.search like all (others)))')}`;
}

function filterFunctions(table: Table): string {
  return Object.entries(table.filters)
    .map(([filter, condition]) =>
      searchFunction(
        table,
        `${table.resource.name}_by_${filter}(value text)`,
        `(${condition.replaceAll('$1', 'value')})`,
      ),
    )
    .join('\n');
}

function searchFunction(table: Table, signature: string, condition: string): string {
  const { name, shared } = table.resource;
  const types = signature.replace(/\w+ (text(?:\[\])?)/g, '$1');
  return `
    create or replace function ${signature} returns setof uuid
    language sql stable security definer set search_path = public as $$
      select t.id from "${name}" t
      where t.tenant_id = app_tenant()
        and t.company_id = ${shared ? 'any ((select app_lineage())::uuid[])' : 'app_company()'}
        and ${condition}
    $$;
    grant create on schema public to tillhouse_search;
    alter function ${types} owner to tillhouse_search;
    revoke create on schema public from tillhouse_search;
    revoke all on function ${types} from public;
    grant execute on function ${types} to tillhouse_app;`;
}

/**
 * The orders in which people read whole lists: by name, as each of the two collations of list-sql.ts has it, and
 * by when they were changed. The company is no part of them: a list holds the parent's records as well.
 */
function usualOrders({ resource }: Table): Record<string, string> {
  if (resource.paging !== 'page') return {};
  return {
    [`${resource.name}_by_change`]: `(tenant_id, modified_at)`,
    [`${resource.name}_by_name_fi`]: `(tenant_id, name collate "fi-x-icu", seq)`,
    [`${resource.name}_by_name`]: `(tenant_id, name collate "und-x-icu", seq)`,
  };
}

function indexes(table: Table): string {
  return Object.entries({ ...usualOrders(table), ...table.indexes })
    .map(
      ([index, definition]) =>
        `drop index if exists ${index}; create index ${index} on "${table.resource.name}" ${definition};`,
    )
    .join('\n');
}
