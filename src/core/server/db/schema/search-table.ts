import type { Table } from '../table';
import { vocabularyFunctions } from './search-vocabulary';
import { ownedBySearch, searchFunction } from './search-function';

/**
 * Returns the SQL of the narrow table that `q` searches, which triggers maintain. In the record's own row, a common
 * word would be searched among all JSON, and each price change would index the words anew.
 *
 * `terms` are the words of a record as numbers in the vocabulary of its company, which also counts the records of each
 * word (docs/decisions/111-search-vocabulary.md). `<table>_words_search` is that vocabulary.
 */
export function searchTable(table: Table): string {
  const { name } = table.resource;
  const searched = `${name}_search`;
  const vocabulary = `${name}_words_search`;
  return `
    alter table "${name}" drop column if exists search;
    drop table if exists ${searched};
    drop table if exists ${vocabulary};
    create table ${searched} (
      tenant_id uuid not null,
      company_id uuid not null,
      id uuid not null,
      seq bigint not null,
      active boolean not null,
      name text not null,
      words text not null,
      ${hasVocabulary(table) ? 'terms bigint[] not null,' : ''}
      primary key (tenant_id, id)
    );
    ${hasVocabulary(table) ? vocabularyTable(vocabulary) : ''}
    alter table "${name}" no force row level security;
    ${fill(table, `(select t.*, ${table.search} as new_words from "${name}" t order by seq)`)};
    alter table "${name}" force row level security;
    create index ${searched}_words on ${searched} using gin (words gin_trgm_ops);
    ${
      hasVocabulary(table)
        ? `create index ${searched}_terms on ${searched} using gin (terms);`
        : `create index ${searched}_numbers on ${searched} using gin (search_numbers(words));`
    }
    alter table ${searched} enable row level security, force row level security;
    create policy searched on ${searched} to tillhouse_search using (true) with check (true);
    grant select, insert, update on ${searched} to tillhouse_search;

    create or replace function ${name}_is_searched() returns trigger
    language plpgsql security definer set search_path = public as $$
    declare
      unused text[];
    begin
      if tg_op = 'UPDATE' and not exists (${changedRows(table)}) then return null; end if;
      ${fill(table, changedRows(table), 'into unused')};
      ${hasVocabulary(table) ? `if unused is not null then ${forget(table)} end if;` : ''}
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
      from: hasVocabulary(table) ? searched : withNumbers(searched),
      condition: hasVocabulary(table) ? matching : 'true',
    })}
    ${hasVocabulary(table) ? vocabularyFunctions(table) : ''}`;
}

const matching = '(t.words like phrase or (t.words like longest and t.words like all (others)))';

/**
 * Returns the rows that match, looked up by the numbers that were typed where there are any of five digits and more, and
 * by trigrams elsewhere (docs/decisions/161-what-a-year-costs.md). `is true` keeps the planner from the trigrams.
 */
const withNumbers = (searched: string) => `(
      select t.* from ${searched} t where search_numbers(phrase) = '{}' and ${matching}
      union all
      select t.* from ${searched} t where search_numbers(phrase) <> '{}'
        and search_numbers(t.words) @> search_numbers(phrase) and ${matching} is true
    )`;

/**
 * Returns whether a table has a vocabulary: those listed by pages. Receipts are many, and have numbers rather than words.
 */
export const hasVocabulary = ({ resource }: Table): boolean => resource.uniform && resource.paging === 'page';

const vocabularyTable = (name: string) => `
    create table ${name} (
      tenant_id uuid not null,
      company_id uuid not null,
      word text not null,
      term bigint generated always as identity,
      -- Null for the beginnings of words, which are searched as they are.
      folded text,
      slips text[],
      active bigint not null,
      total bigint not null,
      primary key (tenant_id, company_id, word)
    ) with (fillfactor = 70);
    create index ${name}_folded on ${name} using gin (folded gin_trgm_ops);
    create index ${name}_slips on ${name} using gin (slips);
    alter table ${name} enable row level security, force row level security;
    create policy searched on ${name} to tillhouse_search using (true) with check (true);
    grant select, insert, update, delete on ${name} to tillhouse_search;`;

/** Returns what is searched of the record `n`: one index lookup each, because PostgreSQL overestimates changed rows. */
const searchedOf = ({ resource: { name } }: Table) => `lateral (
          select * from ${name}_search k where k.tenant_id = n.tenant_id and k.id = n.id limit 1) k`;

/**
 * Returns a query of the changed records whose words, name or `active` differ from what is searched. Without `offset 0`
 * the words of each would be made three times.
 */
const changedRows = (table: Table) => `(
        select n.* from (select t.*, ${table.search} as new_words from changed t offset 0) n
        left join ${searchedOf(table)} on true
        where (k.active, k.name, k.words) is distinct from (n.active, n.name, n.new_words))`;

/** Returns the statement that stores what is searched of some records, and counts their words. */
function fill(table: Table, rows: string, intoVariable = ''): string {
  const { name } = table.resource;
  const into = `insert into ${name}_search as k`;
  const columns = 'tenant_id, company_id, id, seq, active, name, words';
  const update = (more: string) => `
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
          from n cross join ${searchedOf(table)}
          cross join search_terms_of(k.words) w(word)
        ) g
      ),
      counted as (
        insert into ${name}_words_search as v (tenant_id, company_id, word, folded, slips, active, total)
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
const forget = (table: Table) => `
        delete from ${table.resource.name}_words_search v using (select distinct tenant_id, company_id from changed) c
        where v.tenant_id = c.tenant_id and v.company_id = c.company_id and v.word = any (unused) and v.total = 0;`;
