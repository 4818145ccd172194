import { asOfFunction } from '../../read/as-of';
import type { Table } from '../table';

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
  steps[`250_${name}_tenant_order`] = `drop index if exists ${name}_tenant_order;`;
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
 * grants, the search table and its functions, indexes. It runs when its text differs from the last one that ran.
 */
export function derivedObjects(table: Table): string {
  return [
    searchTable(table),
    policies(table),
    filterFunctions(table),
    asOfFunction(table),
    indexes(table),
  ].join('\n');
}

function policies(table: Table): string {
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

/**
 * Returns the SQL of the narrow table that `q` searches, which triggers maintain. In the record's own row, a common
 * word would be searched among all JSON, and each price change would index the words anew.
 */
function searchTable(table: Table): string {
  const { name } = table.resource;
  const searchTableName = `${name}_search`;
  const rows = `select tenant_id, company_id, id, seq, active, name, ${table.search}`;
  return `
    alter table "${name}" drop column if exists search;
    drop table if exists ${searchTableName};
    create table ${searchTableName} (
      tenant_id uuid not null,
      company_id uuid not null,
      id uuid not null,
      seq bigint not null,
      active boolean not null,
      name text not null,
      words text not null,
      primary key (tenant_id, id)
    );
    alter table "${name}" no force row level security;
    insert into ${searchTableName} ${rows} from "${name}" order by seq;
    alter table "${name}" force row level security;
    create index ${searchTableName}_words on ${searchTableName} using gin (words gin_trgm_ops);
    alter table ${searchTableName} enable row level security, force row level security;
    create policy searched on ${searchTableName} to tillhouse_search using (true) with check (true);
    grant select, insert, update on ${searchTableName} to tillhouse_search;

    create or replace function ${name}_is_searched() returns trigger
    language plpgsql security definer set search_path = public as $$
    begin
      insert into ${searchTableName} as k ${rows} from changed
      on conflict (tenant_id, id) do update
      set active = excluded.active, name = excluded.name, words = excluded.words
      where (k.active, k.name, k.words) is distinct from (excluded.active, excluded.name, excluded.words);
      return null;
    end $$;
    ${ownedBySearch(`${name}_is_searched()`)}
    create or replace trigger searched_insert after insert on "${name}"
      referencing new table as changed for each statement execute function ${name}_is_searched();
    create or replace trigger searched_update after update on "${name}"
      referencing new table as changed for each statement execute function ${name}_is_searched();

    drop function if exists search_${name}(text, text, text[]);
    ${searchFunction(table, {
      signature: `search_${name}(phrase text, longest text, others text[])`,
      returns: 'table (id uuid, seq bigint, active boolean, name text)',
      columns: 't.id, t.seq, t.active, t.name',
      from: searchTableName,
      condition: '(t.words like phrase or (t.words like longest and t.words like all (others)))',
    })}`;
}

function filterFunctions(table: Table): string {
  return Object.entries(table.filters)
    .map(([filter, condition]) =>
      searchFunction(table, {
        signature: `${table.resource.name}_by_${filter}(value text)`,
        returns: 'setof uuid',
        columns: 't.id',
        from: `"${table.resource.name}"`,
        condition: `(${condition.replaceAll('$1', 'value')})`,
      }),
    )
    .join('\n');
}

/**
 * Returns a function of the search role over what the caller may read, for operators that cannot use an index behind
 * a policy.
 */
function searchFunction(
  { resource }: Table,
  {
    signature,
    returns,
    columns,
    from,
    condition,
  }: { signature: string; returns: string; columns: string; from: string; condition: string },
): string {
  const types = signature.replace(/\w+ (text(?:\[\])?)/g, '$1');
  return `
    create or replace function ${signature} returns ${returns}
    language sql stable security definer set search_path = public as $$
      select ${columns} from ${from} t
      where t.tenant_id = app_tenant()
        and t.company_id = ${resource.shared ? 'any ((select app_lineage())::uuid[])' : 'app_company()'}
        and ${condition}
    $$;
    ${ownedBySearch(types)}
    revoke all on function ${types} from public;
    grant execute on function ${types} to tillhouse_app;`;
}

const ownedBySearch = (signature: string): string => `
    grant create on schema public to tillhouse_search;
    alter function ${signature} owner to tillhouse_search;
    revoke create on schema public from tillhouse_search;`;

/**
 * Returns the indexes for the usual orders of lists, per company (`firstRows` of list-sql.ts), each with everything
 * that a far page has to skip: creation, the name in each of the two collations of list-sql.ts, and the last change.
 * Deactivated records are few and listed separately.
 */
function usualOrders({ resource }: Table): Record<string, string> {
  const { name, paging } = resource;
  const owner = 'tenant_id, company_id';
  const orders = {
    [`${name}_order`]: `(${owner}, seq) include (active)`,
    [`${name}_off`]: `(${owner}, seq) where not active`,
    [`${name}_modified`]: `(${owner}, modified_at, seq)`,
  };
  if (paging !== 'page') return orders;
  return {
    ...orders,
    [`${name}_by_name_fi`]: `(${owner}, name collate "fi-x-icu", seq) include (active)`,
    [`${name}_by_name`]: `(${owner}, name collate "und-x-icu", seq) include (active)`,
  };
}

function indexes(table: Table): string {
  const former = `drop index if exists ${table.resource.name}_by_change;\n`;
  return (
    former +
    Object.entries({ ...usualOrders(table), ...table.indexes })
      .map(
        ([index, definition]) =>
          `drop index if exists ${index}; create index ${index} on "${table.resource.name}" ${definition};`,
      )
      .join('\n')
  );
}
