import { lowerCase, type Table } from '../table';
import { ownedBySearch } from './search/search-function';

/** Filters whose totals are stored: the columns `counted`, and the lists. */
export const countedFilters = (table: Table): readonly string[] => [
  ...table.counted,
  ...Object.keys(table.lists),
];

/**
 * Returns the SQL of the table with the number of records by company, filter, value and `active`, and of the triggers
 * that maintain it. Counting the records that a common value fits would take as long as reading them
 * (docs/decisions/112-index-for-each-sort.md).
 */
export function filterCounts(table: Table): string {
  const { name, shared } = table.resource;
  const counts = `${name}_filter_count`;
  const former = `drop table if exists ${counts};`;
  if (countedFilters(table).length === 0) return former;
  const companies = shared
    ? `company_id = any ((select app_lineage())::uuid[])`
    : 'company_id = app_company()';
  const add = (rows: string, having = '') => `
      insert into ${counts} as k (tenant_id, company_id, filter, value, active, count)
      select r.tenant_id, r.company_id, f.filter, f.value, r.active, sum(r.change)
      from ${rows} cross join lateral (${pairs(table)}) f
      where f.value is not null
      group by 1, 2, 3, 4, 5 ${having} order by 1, 2, 3, 4, 5
      on conflict (tenant_id, company_id, filter, value, active) do update set count = k.count + excluded.count`;
  return `
    ${former}
    create table ${counts} (
      tenant_id uuid not null,
      company_id uuid not null,
      filter text not null,
      value text not null,
      active boolean not null,
      count bigint not null,
      primary key (tenant_id, company_id, filter, value, active)
    ) with (fillfactor = 50);
    alter table "${name}" no force row level security;
    ${add(`(select 1 as change, t.* from "${name}" t) r`)};
    alter table "${name}" force row level security;
    alter table ${counts} enable row level security, force row level security;
    create policy counted on ${counts} to tillhouse_search using (true) with check (true);
    create policy seen on ${counts} for select to tillhouse_app using (tenant_id = app_tenant() and ${companies});
    grant select, insert, update on ${counts} to tillhouse_search;
    grant select on ${counts} to tillhouse_app;

    create or replace function ${name}_is_counted() returns trigger
    language plpgsql security definer set search_path = public as $$
    begin
      if tg_op = 'INSERT' then
        ${add('(select 1 as change, t.* from changed t) r')};
      else
        ${add(
          `changed n join former o on o.tenant_id = n.tenant_id and o.id = n.id
            cross join lateral (select 1 as change, n.* union all select -1, o.*) r`,
          'having sum(r.change) <> 0',
        ).replace(
          'where f.value',
          `where ${values(table, 'n')} is distinct from ${values(table, 'o')} and f.value`,
        )};
      end if;
      return null;
    end $$;
    ${ownedBySearch(`${name}_is_counted()`)}
    create or replace trigger counted_insert after insert on "${name}"
      referencing new table as changed for each statement execute function ${name}_is_counted();
    create or replace trigger counted_update after update on "${name}"
      referencing new table as changed old table as former for each statement execute function ${name}_is_counted();`;
}

/** Returns a query of the counts that differ from the records, for `npm run verify`; null without stored counts. */
export function wrongFilterCounts(table: Table): string | null {
  if (countedFilters(table).length === 0) return null;
  const { name } = table.resource;
  return `
    select 'company ' || company_id || ', ' || filter || ' ' || value || ': kept ' || coalesce(k.count, 0)
      || ', there are ' || coalesce(f.count, 0) as what
    from (select * from ${name}_filter_count where count <> 0) k
    full join (
      select r.tenant_id, r.company_id, f.filter, f.value, r.active, count(*) as count
      from "${name}" r cross join lateral (${pairs(table)}) f where f.value is not null group by 1, 2, 3, 4, 5
    ) f using (tenant_id, company_id, filter, value, active)
    where k.count is distinct from f.count`;
}

/** Returns a query of the filters and values that fit the row `r`. */
function pairs(table: Table): string {
  const columns = table.counted.map((column) => `select '${column}' as filter, r.${column}::text as value`);
  const lists = Object.entries(table.lists).map(
    ([filter, list]) =>
      `select distinct '${filter}', e from jsonb_array_elements_text(${lowerCase(ofRow(list, 'r'))}) e`,
  );
  return [...columns, ...lists].join(' union all ');
}

const values = (table: Table, row: string) =>
  `(${[`${row}.active`, ...table.counted.map((column) => `${row}.${column}`), ...Object.values(table.lists).map((list) => ofRow(list, row))].join(', ')})`;

const ofRow = (sql: string, row: string) => sql.replaceAll(/\bt\./g, `${row}.`);
