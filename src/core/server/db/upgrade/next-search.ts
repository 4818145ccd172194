import { sql } from 'kysely';
import { trusted, type Database } from '../db';
import { backupAccessSql } from '../schema/roles';
import {
  fillSearch,
  hasVocabulary,
  searchTablesOf,
  searchTriggers,
  type SearchTables,
} from '../schema/search-fill';
import {
  createSearchTables,
  guardSearchTables,
  searchFunctions,
  searchIndexes,
} from '../schema/search-table';
import type { Table } from '../table';
import { buildIndex } from './online-index';
import type { Part } from './parts';
import { patiently, type Step, type Upgrade } from './patience';

/** What a search table is made anew with. */
export interface Rebuild {
  readonly db: Database;
  readonly table: Table;
  readonly part: Part;
  readonly step: Step;
  readonly upgrade: Upgrade;
  /** Writes down, in the transaction that puts the table in its place, that it is there. */
  readonly record: (tx: Database) => Promise<void>;
}

/** Blocks of the first piece, and of the largest; in between they grow to what fits the time of one. */
const blocks = { first: 1, most: 4096 };

/**
 * Makes the search of a table anew beside the one that is in use, while the table is written and searched
 * (docs/decisions/165-upgrades-while-selling.md): empty tables and triggers that maintain them for what is written from
 * then on; the records that were there before, a piece of the table at a time; indexes; then they change places. A run
 * that was killed goes on where it was.
 */
export async function rebuildSearch(rebuild: Rebuild): Promise<void> {
  const { db, table, step, upgrade } = rebuild;
  await begin(rebuild);
  for (let size = blocks.first; ;) {
    const began = performance.now();
    const filled = await fillPiece(rebuild, size);
    if (filled === null) break;
    await upgrade.report({ ...step, part: filled });
    const fits = (size * upgrade.piece) / Math.max(performance.now() - began, 1);
    size = Math.round(Math.min(Math.max(fits, 1), size * 2, blocks.most));
  }
  await fillMissing(rebuild);
  const next = nextTables(table);
  for (const name of tablesOf(table, next)) await trusted(`analyze ${name}`).execute(db);
  for (const [name, index] of Object.entries(searchIndexes(table, next)))
    await buildIndex(
      db,
      name,
      index,
      { ...step, doing: `${step.doing}: its index ${name} is built` },
      upgrade,
    );
  await patiently(db, step, upgrade.report, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('tillhouse derived'))`.execute(tx);
    await trusted(await exchangeText(tx, table)).execute(tx);
    await sql`delete from derived_fill where resource = ${table.resource.name}`.execute(tx);
    await rebuild.record(tx);
  });
}

/** Creates the table that says how far searches are that are being made anew: `block` of `blocks`. */
export async function ensureFills(db: Database): Promise<void> {
  await sql`create table if not exists derived_fill (
    resource text primary key, hash text not null, block bigint not null, blocks bigint not null)`.execute(
    db,
  );
}

const nextTables = ({ resource: { name } }: Table): SearchTables => ({
  searched: `${name}_next_search`,
  vocabulary: `${name}_next_words_search`,
  trigger: `${name}_next_is_searched`,
});

const tablesOf = (table: Table, { searched, vocabulary }: SearchTables) =>
  hasVocabulary(table) ? [searched, vocabulary] : [searched];

/** Creates the next tables and their triggers, unless a run that was killed has done so. */
async function begin({ db, table, part, step, upgrade }: Rebuild): Promise<void> {
  const { name } = table.resource;
  const next = nextTables(table);
  await patiently(db, step, upgrade.report, async (tx) => {
    const { rows } = await sql<{ hash: string }>`
      select hash from derived_fill where resource = ${name} and to_regclass(${next.searched}) is not null`.execute(
      tx,
    );
    if (rows[0]?.hash === part.hash) return;
    // The strongest lock first: who holds a weaker one and asks for more waits for those who wait for it.
    await trusted(
      `lock table "${name}" in ${hasVocabulary(table) || rows.length > 0 ? 'access exclusive' : 'share row exclusive'} mode`,
    ).execute(tx);
    await trusted(await discardText(tx, table)).execute(tx);
    await trusted(`
      ${createSearchTables(table, next)}
      ${guardSearchTables(table, next)}
      ${searchTriggers(table, next, 'searched_next')}
      ${hasVocabulary(table) ? letLock(name) : ''}`).execute(tx);
    // The triggers' lock has waited for all writers: whatever is not in these blocks yet comes by the triggers.
    await sql`insert into derived_fill (resource, hash, block, blocks)
      values (${name}, ${part.hash}, 0, pg_relation_size(${`"${name}"`}::regclass) / current_setting('block_size')::int)
      on conflict (resource) do update set hash = excluded.hash, block = 0, blocks = excluded.blocks`.execute(
      tx,
    );
  });
}

/**
 * Lets the search role, which fills the tables, lock records and not change them. Words are counted by what is searched of
 * a record before: as long as that comes in, nobody may change the record.
 */
const letLock = (name: string) => `
      create policy filled on "${name}" for update to tillhouse_search using (true) with check (false);
      grant update (seq) on "${name}" to tillhouse_search;`;

/** Fills in the next records. Returns how far that is, from 0 to 1; null when nothing is left. */
async function fillPiece(rebuild: Rebuild, size: number): Promise<number | null> {
  const { db, table, step, upgrade } = rebuild;
  const { name } = table.resource;
  return patiently(db, step, upgrade.report, async (tx) => {
    const { rows } = await sql<{ block: number; blocks: number }>`
      select block, blocks from derived_fill where resource = ${name} for update`.execute(tx);
    const [at] = rows;
    if (!at || at.block >= at.blocks) return null;
    const until = Math.min(at.block + size, at.blocks);
    await sql`update derived_fill set block = ${until} where resource = ${name}`.execute(tx);
    await fill(tx, table, `t.ctid >= '(${at.block},0)'::tid and t.ctid < '(${until},0)'::tid`);
    return until / at.blocks;
  });
}

/** Fills in what is missing still: nothing, unless somebody moved the records of the table in the meantime. */
const fillMissing = ({ db, table, step, upgrade }: Rebuild): Promise<void> =>
  patiently(db, step, upgrade.report, (tx) => fill(tx, table, 'true'));

async function fill(tx: Database, table: Table, condition: string): Promise<void> {
  const next = nextTables(table);
  const rows = `"${table.resource.name}" t where ${condition} and not exists (
    select from ${next.searched} k where k.tenant_id = t.tenant_id and k.id = t.id)`;
  await trusted('set local role tillhouse_search').execute(tx);
  if (hasVocabulary(table))
    await trusted(`select count(*) from (select from ${rows} for no key update of t) locked`).execute(tx);
  await trusted(
    fillSearch(table, next, `(select t.*, ${table.search} as new_words from ${rows})`, { keeps: true }),
  ).execute(tx);
}

/** Returns the SQL that puts the next tables in the place of those in use. */
async function exchangeText(tx: Database, table: Table): Promise<string> {
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
    ${(await hasColumn(tx, name, 'search')) ? `alter table "${name}" drop column search;` : ''}
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
async function discardText(tx: Database, table: Table): Promise<string> {
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

async function hasColumn(tx: Database, table: string, column: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_attribute where attrelid = ${`"${table}"`}::regclass and attname = ${column} and not attisdropped`.execute(
    tx,
  );
  return rows.length > 0;
}
