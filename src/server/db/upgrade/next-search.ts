import { sql } from 'kysely';
import { trusted, type Database } from '../db';
import { fillSearch, hasVocabulary } from '../schema/search/search-fill';
import { searchIndexes } from '../schema/search/search-table';
import type { Table } from '../table';
import { createText, discardText, exchangeText, nextTables } from './next-search-text';
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
  for (const name of hasVocabulary(table) ? [next.searched, next.vocabulary] : [next.searched])
    await trusted(`analyze ${name}`).execute(db);
  for (const [name, index] of Object.entries(searchIndexes(table, next)))
    await buildIndex(
      db,
      name,
      index,
      { ...step, doing: `${step.doing}: its index ${name} is built` },
      upgrade,
    );
  await patiently(db, step, upgrade.report, async (tx) => {
    // Another process that starts grants rights of new tables at its end (migrate.ts).
    await sql`select pg_advisory_xact_lock(hashtext('tillhouse grants'))`.execute(tx);
    await trusted(exchangeText(table)).execute(tx);
    await sql`delete from derived_fill where resource = ${table.resource.name}`.execute(tx);
    await rebuild.record(tx);
  });
}

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
    await trusted(createText(table)).execute(tx);
    // The triggers' lock has waited for all writers: whatever is not in these blocks yet comes by the triggers.
    await sql`insert into derived_fill (resource, hash, block, blocks)
      values (${name}, ${part.hash}, 0, pg_relation_size(${`"${name}"`}::regclass) / current_setting('block_size')::int)
      on conflict (resource) do update set hash = excluded.hash, block = 0, blocks = excluded.blocks`.execute(
      tx,
    );
  });
}

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
  patiently(db, step, upgrade.report, (tx) => fill(tx, table));

/** Fills in records that are not there: those of a piece, looked up one by one, or all. */
async function fill(tx: Database, table: Table, piece?: string): Promise<void> {
  const next = nextTables(table);
  const rows = `"${table.resource.name}" t where ${piece ?? 'true'} and not exists (
    select from ${next.searched} k where k.tenant_id = t.tenant_id and k.id = t.id ${piece ? 'offset 0' : ''})`;
  await trusted('set local role tillhouse_search').execute(tx);
  if (hasVocabulary(table))
    await trusted(`select count(*) from (select from ${rows} for no key update of t) locked`).execute(tx);
  await trusted(
    fillSearch(table, next, `(select t.*, ${table.search} as new_words from ${rows})`, { keeps: true }),
  ).execute(tx);
}

/** Removes what a run that was killed has left of a search that nobody wants any more. */
export const discardNext = (db: Database, table: Table, step: Step, { report }: Upgrade): Promise<void> =>
  patiently(db, step, report, async (tx) => {
    const { name } = table.resource;
    const { rows } = await sql`delete from derived_fill where resource = ${name} returning resource`.execute(
      tx,
    );
    if (rows.length === 0) return;
    await trusted(`lock table "${name}" in access exclusive mode`).execute(tx);
    await trusted(await discardText(tx, table)).execute(tx);
  });

/** Returns whether a search is being made anew, or was when a run was killed. */
export async function isFilling(db: Database): Promise<boolean> {
  const { rows } = await sql`select from derived_fill limit 1`.execute(db);
  return rows.length > 0;
}
