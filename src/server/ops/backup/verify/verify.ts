import { sql } from 'kysely';
import { connectionsOf, trusted, type Database } from '../../../db/db';
import type { Table } from '../../../db/table';
import type { StoredFigures } from '../../../write/rules';
import { plainSettings } from '../stored-tables';
import { eventsJob } from './events';
import { jobOf, type Job, type Rows, type Verified, foundBy } from './job';
import { checksOf, common } from './records';
import { foreignKeysSql, type ForeignKey } from '../foreign-keys';

/** How far a verification is: checks that are made together count as one. */
export interface Progress {
  readonly done: number;
  readonly of: number;
  /** The names of those that are being made. */
  readonly running: readonly string[];
}

const mostConnections = 2;

/**
 * Checks everything that the database stores, in one snapshot, and changes nothing: references, counts, one event for
 * each write, records against their last event, stored totals, and what `further` says. It may run beside a service.
 * Two connections share the snapshot, if there are two. `progress` is called with each check that begins.
 *
 * Nothing is taken from a sample, and generated columns are computed again: damage by hand or by a disk is what this is
 * for. No temporary tables: it also runs on a standby.
 */
export async function verify(
  db: Database,
  tables: readonly Table[],
  further: readonly StoredFigures[] = [],
  progress: (now: Progress) => void = () => undefined,
): Promise<Verified[]> {
  let jobs: readonly Job[] = [];
  const found: Verified[][] = [];
  const running = new Set<string>();
  let next = 0;
  const work = async (rows: Rows) => {
    for (let at = next++; at < jobs.length; at = next++) {
      const job = jobs[at];
      if (!job) return;
      running.add(job.name);
      progress({ done: next - running.size, of: jobs.length, running: [...running] });
      found[at] = await job.run(rows);
      running.delete(job.name);
    }
  };
  await inSnapshot(db, null, async (rows, snapshot) => {
    jobs = [
      eventsJob(tables),
      ...tables.flatMap(({ rules }) => rules.storedFigures ?? []).map(jobOf),
      ...(await referenceJobs(rows)),
      ...[...tables.flatMap(checksOf), ...common, ...further].map(jobOf),
    ];
    const others = Math.min(mostConnections, connectionsOf(db)) - 1;
    await Promise.all([
      work(rows),
      ...Array.from({ length: others }, () => inSnapshot(db, snapshot, (some) => work(some))),
    ]);
  });
  return found.flat();
}

/** Runs `work` in a transaction that reads everything and writes nothing: in a new snapshot, or in one that another has. */
function inSnapshot(
  db: Database,
  given: string | null,
  work: (rows: Rows, snapshot: string) => Promise<void>,
): Promise<void> {
  return db.connection().execute(async (connection) => {
    await trusted('begin isolation level repeatable read read only').execute(connection);
    try {
      const snapshot = given === null ? await exported(connection) : given;
      if (given !== null) await sql`set transaction snapshot ${sql.lit(given)}`.execute(connection);
      await trusted(`${plainSettings}; set local role tillhouse_backup; set local work_mem = '64MB'`).execute(
        connection,
      );
      await work(async (statement) => (await statement.execute(connection)).rows, snapshot);
    } finally {
      await trusted('rollback').execute(connection);
    }
  });
}

async function exported(connection: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(connection);
  return rows[0]?.id ?? '';
}

/**
 * Returns the jobs that check foreign keys again, since PostgreSQL's own checks may have been disabled for a while: all of
 * a table in one pass over it, and each by itself only where that has found something.
 */
async function referenceJobs(rows: Rows): Promise<Job[]> {
  const found = await rows(trusted<ForeignKey>(foreignKeysSql));
  return [...new Set(found.map(({ child }) => child))].map((child) => {
    const references = found.filter((reference) => reference.child === child);
    return { name: `what ${child} names is there`, run: (some) => verified(some, child, references) };
  });
}

async function verified(rows: Rows, child: string, references: readonly ForeignKey[]): Promise<Verified[]> {
  const isWell = await allNamed(rows, child, references);
  return Promise.all(
    references.map((reference) => {
      const name = `${child}.${reference.mine.at(-1) ?? ''} names a ${reference.parent} that is there`;
      return isWell
        ? Promise.resolve({ name, wrong: 0, examples: [] })
        : foundBy(rows, { name, wrong: missing(reference) });
    }),
  );
}

const isThere = ({ mine }: ForeignKey, row: string) =>
  mine.map((name) => `${row}."${name}" is not null`).join(' and ');
const pairs = ({ mine, theirs }: ForeignKey, parent: string) =>
  mine.map((name, n) => `${parent}."${theirs[n]}" = c."${name}"`).join(' and ');

async function allNamed(rows: Rows, child: string, references: readonly ForeignKey[]): Promise<boolean> {
  const joins = references.map(
    (reference, n) => `left join "${reference.parent}" p${n} on ${pairs(reference, `p${n}`)}`,
  );
  const lost = references.map(
    (reference, n) => `(${isThere(reference, 'c')} and p${n}."${reference.theirs[0]}" is null)`,
  );
  const [found] = await rows(sql<{ some: boolean }>`
    select exists (
      select from ${sql.table(child)} c ${trusted(joins.join(' '))} where ${trusted(lost.join(' or '))} offset 0
    ) as some`);
  return found?.some === false;
}

const missing = (reference: ForeignKey) => sql<{ what: string }>`
  select ${trusted(`'${reference.child} ' || coalesce(to_jsonb(c)->>'id', c::text) || ' names ' || c."${reference.mine.at(-1) ?? ''}"`)} as what
  from ${sql.table(reference.child)} c
  where ${trusted(isThere(reference, 'c'))}
    and not exists (select from ${sql.table(reference.parent)} p where ${trusted(pairs(reference, 'p'))})`;
