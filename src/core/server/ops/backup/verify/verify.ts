import { sql } from 'kysely';
import { connectionsOf, trusted, type Database } from '../../../db/db';
import type { Table } from '../../../db/table';
import type { StoredFigures } from '../../../write/rules';
import { plainSettings } from '../stored-tables';
import { eventsJob } from './events';
import { jobOf, type Job, type Rows, type Verified } from './job';
import { checksOf, common } from './records';
import { referenceJobs } from './references';

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
