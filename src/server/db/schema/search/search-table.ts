import type { Table } from '../../table';
import { fillSearch, hasVocabulary, searchTablesOf, searchTriggers, type SearchTables } from './search-fill';
import { searchFunction } from './search-function';
import { vocabularyFunctions } from './search-vocabulary';

/**
 * Returns the SQL of the narrow table that `q` searches, which triggers maintain. In the record's own row, a common
 * word would be searched among all JSON, and each price change would index the words anew.
 *
 * `terms` are the words of a record as numbers in the vocabulary of its company, which also counts the records of each
 * word (docs/decisions/111-search-vocabulary.md). `<table>_words_search` is that vocabulary.
 */
export function searchTable(table: Table): string {
  const { name } = table.resource;
  const names = searchTablesOf(table);
  const { searched, vocabulary } = names;
  return `
    drop table if exists ${searched};
    drop table if exists ${vocabulary};
    ${createSearchTables(table, names)}
    alter table "${name}" no force row level security;
    ${fillSearch(table, names, `(select t.*, ${table.search} as new_words from "${name}" t order by seq)`)};
    alter table "${name}" force row level security;
    ${Object.entries(searchIndexes(table, names))
      .map(([index, { on, definition }]) => `create index ${index} on ${on} ${definition};`)
      .join('\n    ')}
    ${guardSearchTables(table, names)}
    ${searchTriggers(table, names)}
    ${searchFunctions(table)}`;
}

/** Returns the SQL of the empty tables, without the indexes that are built when they are full. */
export const createSearchTables = (table: Table, { searched, vocabulary }: SearchTables): string => `
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
    ${hasVocabulary(table) ? vocabularyTable(vocabulary) : ''}`;

/** Returns the indexes of the tables by name: the table that each is on, and what follows its name. */
export function searchIndexes(
  table: Table,
  { searched, vocabulary }: SearchTables,
): Record<string, { on: string; definition: string }> {
  const words = { [`${searched}_words`]: { on: searched, definition: 'using gin (words gin_trgm_ops)' } };
  if (!hasVocabulary(table))
    return {
      ...words,
      [`${searched}_numbers`]: { on: searched, definition: 'using gin (search_numbers(words))' },
    };
  return {
    ...words,
    [`${searched}_terms`]: { on: searched, definition: 'using gin (terms)' },
    [`${vocabulary}_folded`]: { on: vocabulary, definition: 'using gin (folded gin_trgm_ops)' },
    [`${vocabulary}_slips`]: { on: vocabulary, definition: 'using gin (slips)' },
  };
}

/** Returns the SQL that lets the search role alone read and write the tables. */
export function guardSearchTables(table: Table, { searched, vocabulary }: SearchTables): string {
  const guard = (name: string, rights: string) => `
    alter table ${name} enable row level security, force row level security;
    create policy searched on ${name} to tillhouse_search using (true) with check (true);
    grant ${rights} on ${name} to tillhouse_search;`;
  return `${guard(searched, 'select, insert, update')}${hasVocabulary(table) ? guard(vocabulary, 'select, insert, update, delete') : ''}`;
}

/** Returns the SQL of the functions that requests search by. */
export function searchFunctions(table: Table): string {
  const { name } = table.resource;
  const { searched } = searchTablesOf(table);
  return `
    do $$ begin
      -- Only one that returns something else is dropped: it is called at any time.
      if pg_get_function_result(to_regprocedure('search_${name}(text, text, text[])')) <> 'TABLE(${found})' then
        drop function search_${name}(text, text, text[]);
      end if;
    end $$;
    ${searchFunction(table, {
      signature: `search_${name}(phrase text, longest text, others text[])`,
      returns: `table (${found})`,
      columns: 't.id, t.seq, t.active, t.name',
      from: hasVocabulary(table) ? searched : withNumbers(searched),
      condition: hasVocabulary(table) ? matching : 'true',
    })}
    ${hasVocabulary(table) ? vocabularyFunctions(table) : ''}`;
}

const found = 'id uuid, seq bigint, active boolean, name text';

const matching = '(t.words like phrase or (t.words like longest and t.words like all (others)))';

/**
 * Returns the rows that match, looked up by the numbers that were typed where there are any of five digits and more, and
 * by trigrams elsewhere (docs/decisions/111-search-vocabulary.md). `is true` keeps the planner from the trigrams.
 */
const withNumbers = (searched: string) => `(
      select t.* from ${searched} t where search_numbers(phrase) = '{}' and ${matching}
      union all
      select t.* from ${searched} t where search_numbers(phrase) <> '{}'
        and search_numbers(t.words) @> search_numbers(phrase) and ${matching} is true
    )`;

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
    ) with (fillfactor = 70);`;
