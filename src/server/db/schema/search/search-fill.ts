import type { Table } from '../../table';
import { ownedBySearch } from './search-function';

/** The tables of one resource's search: those in use, or those that are filled beside them (upgrade/next-search.ts). */
export interface SearchTables {
  readonly searched: string;
  readonly vocabulary: string;
  /** The function of the triggers that maintain them. */
  readonly trigger: string;
}

/** Returns the names of the tables that are in use. */
export const searchTablesOf = ({ resource: { name } }: Table): SearchTables => ({
  searched: `${name}_search`,
  vocabulary: `${name}_words_search`,
  trigger: `${name}_is_searched`,
});

/**
 * Returns whether a table has a vocabulary: those listed by pages. Receipts are many, and have numbers rather than words.
 */
export const hasVocabulary = ({ resource }: Table): boolean => resource.uniform && resource.paging === 'page';

/**
 * How the triggers' statements are planned: a connection keeps its plans, and one that was made when a table had few rows read
 * all of it for each record of a large import, until PostgreSQL looked at its size a minute later.
 */
const byIndex = 'set enable_seqscan = off';

/** Returns the SQL of the triggers that maintain the tables; `called`: the names of the triggers. */
export function searchTriggers(table: Table, names: SearchTables, called = 'searched'): string {
  const { name } = table.resource;
  return `
    create or replace function ${names.trigger}() returns trigger
    language plpgsql security definer set search_path = public ${byIndex} as $$
    declare
      unused text[];
    begin
      if tg_op = 'UPDATE' and not exists (${changedRows(table, names)}) then return null; end if;
      ${fillSearch(table, names, changedRows(table, names), { intoVariable: 'into unused' })};
      ${hasVocabulary(table) ? `if unused is not null then ${forget(names)} end if;` : ''}
      return null;
    end $$;
    ${ownedBySearch(`${names.trigger}()`)}
    create or replace trigger ${called}_insert after insert on "${name}"
      referencing new table as changed for each statement execute function ${names.trigger}();
    create or replace trigger ${called}_update after update on "${name}"
      referencing new table as changed for each statement execute function ${names.trigger}();`;
}

/** Returns what is searched of the record `n`: one index lookup each, because PostgreSQL overestimates changed rows. */
const searchedOf = ({ searched }: SearchTables) => `lateral (
          select * from ${searched} k where k.tenant_id = n.tenant_id and k.id = n.id limit 1) k`;

/**
 * Returns a query of the changed records whose words, name or `active` differ from what is searched. Without `offset 0`
 * the words of each would be made three times.
 */
const changedRows = (table: Table, names: SearchTables) => `(
        select n.* from (select t.*, ${table.search} as new_words from changed t offset 0) n
        left join ${searchedOf(names)} on true
        where (k.active, k.name, k.words) is distinct from (n.active, n.name, n.new_words))`;

/**
 * Returns the statement that stores what is searched of some records, and counts their words. `keeps`: a record that is
 * there already is left as it is.
 */
export function fillSearch(
  table: Table,
  names: SearchTables,
  rows: string,
  { intoVariable = '', keeps = false } = {},
): string {
  const into = `insert into ${names.searched} as k`;
  const columns = 'tenant_id, company_id, id, seq, active, name, words';
  const update = (more: string) =>
    keeps
      ? 'on conflict (tenant_id, id) do nothing'
      : `
      on conflict (tenant_id, id) do update
      set active = excluded.active, name = excluded.name, words = excluded.words${more}`;
  const values = 'n.tenant_id, n.company_id, n.id, n.seq, n.active, n.name, n.new_words';
  if (!hasVocabulary(table)) return `${into} (${columns}) select ${values} from ${rows} n ${update('')}`;
  return `
      with n as materialized (select n.* from ${rows} n),
      pair as materialized (
        select distinct n.tenant_id, n.company_id, n.id, w.word, n.active::int as active, 1 as total
        from n cross join search_terms_of(n.new_words) w(word)
        union all
        select g.tenant_id, g.company_id, null::uuid, g.word, -g.active, -1 from (
          select distinct k.tenant_id, k.company_id, k.id, w.word, k.active::int as active
          from n cross join ${searchedOf(names)}
          cross join search_terms_of(k.words) w(word)
        ) g
      ),
      counted as (
        insert into ${names.vocabulary} as v (tenant_id, company_id, word, folded, slips, active, total)
        select p.tenant_id, p.company_id, p.word, f.folded, search_slips(f.folded), p.active, p.total
        from (
          select tenant_id, company_id, word, sum(active) as active, sum(total) as total
          from pair group by 1, 2, 3 order by 1, 2, 3
        ) p cross join lateral (select case when p.word not like ' %' then search_fold(p.word) end as folded) f
        on conflict (tenant_id, company_id, word) do update
        set active = v.active + excluded.active, total = v.total + excluded.total
        returning v.tenant_id, v.company_id, v.word, v.term, v.total
      ),
      termed as (
        select p.tenant_id, p.id, array_agg(c.term order by c.term) as terms
        from pair p join counted c using (tenant_id, company_id, word) where p.id is not null group by 1, 2
      ),
      stored as (
        ${into} (${columns}, terms)
        select ${values}, coalesce(termed.terms, '{}')
        from n left join termed on termed.tenant_id = n.tenant_id and termed.id = n.id
        ${update(', terms = excluded.terms')}
      )
      select array_agg(c.word) ${intoVariable} from counted c where c.total = 0`;
}

/** Deletes words that no record has any more: they may be a person's name, which is erased. */
const forget = ({ vocabulary }: SearchTables) => `
        delete from ${vocabulary} v using (select distinct tenant_id, company_id from changed) c
        where v.tenant_id = c.tenant_id and v.company_id = c.company_id and v.word = any (unused) and v.total = 0;`;
