import { sql } from 'kysely';
import { trusted, type Database } from '../db';
import { derivedObjects } from '../schema/resource';
import type { Table } from '../table';
import { discardNext, isFilling, rebuildSearch } from './next-search';
import { buildIndex, dropLeftIndexes, hasLeftIndexes, missingIndexes, replaceIndex } from './online-index';
import { derivedParts, indexPart, type IndexPart, type Part } from './parts';
import { inTurn, patiently, type Step, type Upgrade } from './patience';
import { readRecords, recordAll, recordParts } from './recorded';
import { isNewer, newestRelease, recordRelease, version } from './release';

/** Indexes that tables of the core got after 1.0.0: a migration would build them while nobody may write. */
const laterIndexes: readonly (Part & { readonly index: IndexPart })[] = [
  indexPart('securityevent_order', 'securityevent', '(tenant_id, company_id, place, seq)'),
];

/**
 * Makes what follows from the declarations and differs from what is there, part by part. Tables with many rows are
 * written and read meanwhile, by services of other versions too (docs/decisions/165-upgrades-while-selling.md). A run that
 * was killed is run again.
 */
export async function derive(db: Database, tables: readonly Table[], upgrade: Upgrade): Promise<void> {
  if (await isOlder(db)) return;
  await recordRelease(db);
  if (await isWhole(db, tables)) return;
  await inTurn(db, async () => {
    // Meanwhile a newer one may have had its turn.
    if (await isOlder(db)) return;
    const records = await readRecords(db);
    for (const table of tables) await deriveTable(db, table, records.get(table.resource.name), upgrade);
    const missing = await missingIndexes(db, laterIndexes);
    for (const { name, index } of laterIndexes.filter((part) => missing.has(part.name)))
      await buildIndex(db, name, index, { resource: index.on, doing: `the index ${name} is built` }, upgrade);
    await dropLeftIndexes(db, tables.flatMap(derivedParts));
  });
}

/** Returns whether a newer version has started on the database: an older one never runs its text over that one's. */
async function isOlder(db: Database): Promise<boolean> {
  const newest = await newestRelease(db);
  return newest !== null && isNewer(newest, version);
}

async function isWhole(db: Database, tables: readonly Table[]): Promise<boolean> {
  const records = await readRecords(db);
  const isMade = (table: Table) => {
    const made = records.get(table.resource.name);
    const parts = derivedParts(table);
    return made?.size === parts.length && parts.every(({ name, hash }) => made.get(name) === hash);
  };
  if (!tables.every(isMade) || (await isFilling(db))) return false;
  const parts = tables.flatMap(derivedParts);
  return (
    !(await hasLeftIndexes(db, parts)) && (await missingIndexes(db, [...parts, ...laterIndexes])).size === 0
  );
}

async function deriveTable(
  db: Database,
  table: Table,
  recorded: ReadonlyMap<string, string> | undefined,
  upgrade: Upgrade,
): Promise<void> {
  const parts = derivedParts(table);
  const step: Step = { resource: table.resource.name, doing: 'what follows from its declaration is made' };
  const inOne = (work: (tx: Database) => Promise<void>) => patiently(db, step, upgrade.report, work);
  if (!recorded) {
    await inOne(async (tx) => {
      await trusted(derivedObjects(table)).execute(tx);
      await recordAll(tx, table, parts);
    });
    return;
  }
  const missing = await missingIndexes(db, parts);
  const due = parts.filter(({ name, hash }) => recorded.get(name) !== hash || missing.has(name));
  const remakes = due.some(({ kind }) => kind === 'search');
  const rest = remakes ? due.filter((part) => !isOfSearch(table, part)) : due;
  const isBeside = due.length > 0 && !(await isSmall(db, table, upgrade.small));
  if (!(remakes && isBeside)) await discardNext(db, table, step, upgrade);
  if (isBeside) for (const part of rest) await make({ db, table, part, parts, upgrade });
  await inOne(async (tx) => {
    if (!isBeside) for (const { text } of rest) await trusted(text).execute(tx);
    await recordAll(tx, table, parts);
  });
}

/** Makes one part of a table with many rows. */
async function make(work: {
  db: Database;
  table: Table;
  part: Part;
  parts: readonly Part[];
  upgrade: Upgrade;
}): Promise<void> {
  const { db, table, part, parts, upgrade } = work;
  const step: Step = { resource: table.resource.name, doing: `${part.name} is made anew` };
  const { index } = part;
  if (part.kind === 'search') {
    const made = [part, ...parts.filter((one) => isOfSearch(table, one))];
    await rebuildSearch({
      db,
      table,
      part,
      step,
      upgrade,
      record: (tx) => recordParts(tx, table, made),
    });
  } else if (index)
    await replaceIndex(
      db,
      { ...part, index },
      {
        step,
        upgrade,
        record: (tx) => recordParts(tx, table, [part]),
      },
    );
  else
    await patiently(db, step, upgrade.report, async (tx) => {
      await trusted(part.text).execute(tx);
      await recordParts(tx, table, [part]);
    });
}

/** Returns whether a part is made along with the search table. */
const isOfSearch = ({ resource: { name } }: Table, { kind, index }: Part): boolean =>
  kind === 'functions' || (index !== undefined && index.on !== name);

async function isSmall(db: Database, { resource: { name } }: Table, most: number): Promise<boolean> {
  const { rows } = await sql<{ small: boolean }>`
    select pg_relation_size(${`"${name}"`}::regclass) <= ${most} as small`.execute(db);
  return rows[0]?.small ?? true;
}
