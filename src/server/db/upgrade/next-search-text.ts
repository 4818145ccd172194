import { sql } from 'kysely';
import type { Database } from '../db';
import { backupAccessSql } from '../schema/roles';
import {
  hasVocabulary,
  searchTablesOf,
  searchTriggers,
  type SearchTables,
} from '../schema/search/search-fill';
import {
  createSearchTables,
  guardSearchTables,
  searchFunctions,
  searchIndexes,
} from '../schema/search/search-table';
import type { Table } from '../table';

/** Returns the names of the tables that are filled beside those in use. */
export const nextTables = ({ resource: { name } }: Table): SearchTables => ({
  searched: `${name}_next_search`,
  vocabulary: `${name}_next_words_search`,
  trigger: `${name}_next_is_searched`,
});

/** Returns the SQL that creates the next tables, empty, and the triggers that maintain them. */
export function createText(table: Table): string {
  const next = nextTables(table);
  return `
    ${createSearchTables(table, next)}
    ${guardSearchTables(table, next)}
    ${searchTriggers(table, next, 'searched_next')}
    ${hasVocabulary(table) ? letLock(table.resource.name) : ''}`;
}

/**
 * Lets the search role, which fills the tables, lock records and not change them. Words are counted by what is searched of
 * a record before: as long as that comes in, nobody may change the record.
 */
const letLock = (name: string) => `
      create policy filled on "${name}" for update to tillhouse_search using (true) with check (false);
      grant update (seq) on "${name}" to tillhouse_search;`;

/** Returns the SQL that puts the next tables in the place of those in use. */
export function exchangeText(table: Table): string {
  const { name } = table.resource;
  const [own, next] = [searchTablesOf(table), nextTables(table)];
  const pairs = [[next.searched, own.searched]];
  if (hasVocabulary(table)) pairs.push([next.vocabulary, own.vocabulary]);
  const indexes = Object.keys(searchIndexes(table, next)).map((index, n) => [
    index,
    Object.keys(searchIndexes(table, own))[n],
  ]);
  return `
    lock table "${name}" in access exclusive mode;
    drop table if exists ${own.searched};
    drop table if exists ${own.vocabulary};
    ${pairs.map(([from, to]) => `alter table ${from} rename to ${to}; alter index ${from}_pkey rename to ${to}_pkey;`).join('\n')}
    ${hasVocabulary(table) ? `alter sequence ${next.vocabulary}_term_seq rename to ${own.vocabulary}_term_seq;` : ''}
    ${indexes.map(([from, to]) => `alter index ${from} rename to ${to};`).join('\n')}
    ${searchTriggers(table, own)}
    ${dropNextTriggers(table)}
    ${searchFunctions(table)}
    ${backupAccessSql}`;
}

/** Returns the SQL that removes what an upgrade to another text has left. */
export async function discardText(tx: Database, table: Table): Promise<string> {
  const { searched, vocabulary } = nextTables(table);
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass(${searched}) is not null as there`.execute(tx);
  if (!rows[0]?.there) return '';
  return `${dropNextTriggers(table)} drop table ${searched}; drop table if exists ${vocabulary};`;
}

function dropNextTriggers(table: Table): string {
  const { name } = table.resource;
  return `
    drop trigger if exists searched_next_insert on "${name}";
    drop trigger if exists searched_next_update on "${name}";
    drop function if exists ${nextTables(table).trigger}();
    drop policy if exists filled on "${name}";
    revoke update (seq) on "${name}" from tillhouse_search;`;
}
