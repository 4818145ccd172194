import { sql } from 'kysely';
import { trusted, type Database } from '../db';
import type { Table } from '../table';

/** The columns that the tables of a database have; a table that is not there is missing. */
export type Present = ReadonlyMap<string, ReadonlySet<string>>;

/** Creates the tables and columns that are declared and that the database does not have. */
export async function createMissing(db: Database, tables: readonly Table[]): Promise<void> {
  const names = tables.map(({ resource }) => resource.name);
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any (${names}::text[])
    group by c.relname`.execute(db);
  const text = missingSql(tables, new Map(rows.map(({ name, columns }) => [name, new Set(columns)])));
  if (text !== '') await trusted(text).execute(db);
}

/**
 * Returns the SQL that creates the tables and columns that are declared and not present: empty tables, their columns one by
 * one, and the own objects of the tables that are new, which may refer to any other table.
 */
export function missingSql(tables: readonly Table[], present: Present): string {
  const sorted = tables.toSorted((a, b) => (a.resource.name < b.resource.name ? -1 : 1));
  const added = sorted.filter(({ resource }) => !present.has(resource.name));
  const columns = sorted.flatMap((table) => {
    const has = present.get(table.resource.name);
    return columnsOf(table).flatMap(([column, text]) => (has?.has(column) ? [] : [text]));
  });
  return [
    ...added.map(({ resource }) => createTable(resource.name)),
    ...columns,
    ...added.flatMap(({ objects }) => (objects === '' ? [] : [asAnyOwner(objects)])),
  ].join('\n');
}

/** Returns a text that may give functions to the roles of the service: whoever is to own one must be allowed to create in the schema. */
export const asAnyOwner = (text: string): string => `
  grant create on schema public to tillhouse_auth, tillhouse_search;
  ${text}
  revoke create on schema public from tillhouse_auth, tillhouse_search;`;

const createTable = (name: string): string => `
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
  alter table "${name}" enable row level security, force row level security;`;

/** Returns the declared columns with the SQL that adds each, in the order in which tables have them: by name, generated ones last. */
function columnsOf(table: Table): [string, string][] {
  const byName = <T>(of: Readonly<Record<string, T>>) =>
    Object.entries(of).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { name } = table.resource;
  return [
    ...byName(table.columns).map(([column, type]): [string, string] => [
      column,
      addColumn(table, column, type),
    ]),
    ...byName(table.generated).map(([column, value]): [string, string] => [
      column,
      `alter table "${name}" add column ${column} numeric generated always as (${value.replaceAll(/\bt\./g, '')}) stored;`,
    ]),
  ];
}

function addColumn(table: Table, column: string, type: string): string {
  const { name, fields } = table.resource;
  const target = fields[column]?.references;
  const plain = `alter table "${name}" add column ${column} ${type};`;
  if (table.addedLater.includes(column)) return plain;
  return [
    plain,
    target
      ? `alter table "${name}" add foreign key (tenant_id, ${column}) references "${target}" (tenant_id, id);`
      : '',
    hasPlainIndex(table, column) ? `create index on "${name}" (tenant_id, ${column}, seq);` : '',
  ].join('\n');
}

/** Returns whether a column has an index without the company: filters and references that `listIndexes` has none for. */
function hasPlainIndex(table: Table, column: string): boolean {
  const { fields, filters, sorts, paging } = table.resource;
  if (!filters.includes(column)) return fields[column]?.references !== undefined;
  const isText = table.columns[column]?.split(' ')[0] === 'text';
  return !table.counted.includes(column) && !(paging === 'page' && sorts.includes(column) && isText);
}
