import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { connectionsOf, sqlState, trusted, type Database } from '../db';
import type { IndexPart, Part } from './parts';
import { patiently, type Step, type Upgrade } from './patience';
import { sameIndexes } from './recorded';

/** The names under which an index is built, and under which the one before it waits to be dropped. */
const nextOf = (index: string) => `${index}_next`;
const formerOf = (index: string) => `${index}_former`;

/** A lock was not to be had, two waited for each other, or the server's time limit was over. */
const failed = new Set(['55P03', '40P01', '57014']);
const pause = 2000;
const look = 5000;

/**
 * Builds an index beside the one that is there and puts it in its place, while its table is read and written. A run that
 * was killed is run again: what it left is used if it is complete, and dropped otherwise.
 */
export async function replaceIndex(
  db: Database,
  part: Part & { readonly index: IndexPart },
  { step, upgrade, record }: { step: Step; upgrade: Upgrade; record: (tx: Database) => Promise<void> },
): Promise<void> {
  const { name, index } = part;
  const next = nextOf(name);
  await buildIndex(db, next, index, { ...step, doing: `the index ${name} is built` }, upgrade);
  await patiently(db, step, upgrade.report, async (tx) => {
    await trusted(`alter index if exists ${name} rename to ${formerOf(name)}`).execute(tx);
    await trusted(`alter index ${next} rename to ${name}`).execute(tx);
    await record(tx);
  });
  await dropIndex(db, formerOf(name));
}

/** Builds an index under a name while its table is read and written, unless it is there, valid and as it is defined. */
export async function buildIndex(
  db: Database,
  name: string,
  index: IndexPart,
  step: Step,
  { report }: Pick<Upgrade, 'report'>,
): Promise<void> {
  const part: Part = { kind: 'index', name, hash: '', text: '', index };
  for (let attempt = 1; ; attempt += 1) {
    if ((await sameIndexes(db, [part])).length > 0) return;
    await dropIndex(db, name);
    await report(step);
    try {
      const built = trusted(`create index concurrently ${name} on "${index.on}" ${index.definition}`).execute(
        db,
      );
      await Promise.all([built, follow(db, built, step, report)]);
      return;
    } catch (error) {
      if (!failed.has(sqlState(error) ?? '') || attempt === 10) throw error;
      await wait(pause);
    }
  }
}

/** Tells how far an index is, if there is a connection left to ask: one builds it, and one holds the lock of the upgrade. */
async function follow(
  db: Database,
  built: Promise<unknown>,
  step: Step,
  report: Upgrade['report'],
): Promise<void> {
  if (connectionsOf(db) < 3) return;
  const over = built.then(
    () => true,
    () => true,
  );
  while (!(await Promise.race([over, wait(look, false, { ref: false })]))) {
    const now = await progressOf(db).catch(() => null);
    if (!now) continue;
    const waits = now.waits === null ? '' : `, waits for the transaction of process ${now.waits}`;
    await report({
      ...step,
      doing: `${step.doing} (${now.phase}${waits})`,
      ...(now.part !== null && now.waits === null && { part: now.part }),
    });
  }
}

async function progressOf(
  db: Database,
): Promise<{ phase: string; part: number | null; waits: number | null } | null> {
  const { rows } = await sql<{ phase: string; part: number | null; waits: number | null }>`
    select phase, round(blocks_done::numeric / nullif(blocks_total, 0), 2)::float as part,
      nullif(current_locker_pid, 0) as waits
    from pg_stat_progress_create_index where datname = current_database() limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Drops an index, if it is there, while its table is read and written. */
async function dropIndex(db: Database, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await sql<{ there: boolean }>`select to_regclass(${name}) is not null as there`.execute(
      db,
    );
    if (!rows[0]?.there) return;
    try {
      await trusted(`drop index concurrently if exists ${name}`).execute(db);
    } catch (error) {
      if (!failed.has(sqlState(error) ?? '') || attempt === 10) throw error;
      await wait(pause);
    }
  }
}

/** Returns the names of the indexes that are not there, or not valid: somebody dropped them. */
export async function missingIndexes(db: Database, parts: readonly Part[]): Promise<ReadonlySet<string>> {
  const names = parts.flatMap(({ name, index }) => (index ? [name] : []));
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) name where not exists (
      select from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and c.relname = name and i.indisvalid)`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Drops what killed runs left of indexes. */
export async function dropLeftIndexes(db: Database, parts: readonly Part[]): Promise<void> {
  for (const name of await leftIndexes(db, parts)) await dropIndex(db, name);
}

/** Returns whether a killed run left anything of indexes. */
export const hasLeftIndexes = async (db: Database, parts: readonly Part[]): Promise<boolean> =>
  (await leftIndexes(db, parts)).length > 0;

async function leftIndexes(db: Database, parts: readonly Part[]): Promise<string[]> {
  const names = parts.flatMap(({ name, index }) => (index ? [nextOf(name), formerOf(name)] : []));
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'i'
      and relname = any (${names}::text[])`.execute(db);
  return rows.map(({ name }) => name);
}
