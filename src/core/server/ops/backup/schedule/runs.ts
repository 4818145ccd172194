import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../db/db';

/** A backup that is being made: when it was due, and the name under which this process works on it. */
export interface Claim {
  readonly dueAt: string;
  readonly claim: string;
  readonly file: string;
}

/** A backup that was made, or failed. */
export interface Run {
  readonly due_at: string;
  readonly state: 'running' | 'verified' | 'failed' | 'missing' | 'removed';
  readonly tries: number;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly host: string;
  readonly file: string;
  readonly bytes: number | null;
  readonly rows: number | null;
  readonly problem: string | null;
}

/** How long a process may say nothing before another one takes over, and how long after a failure it is tried again. */
const waits = { silent: '5 minutes', failed: '15 minutes' };

const wire = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Takes on a backup that is due, unless another process has, or it is done. One that failed is tried again after a quarter
 * of an hour, one whose process was stopped at once; one whose process fell silent is taken over. Returns the file of the one before, if there was one.
 */
export async function claimRun(
  db: Database,
  { dueAt, claim, file }: Claim,
  host: string,
): Promise<{ isOurs: boolean; former: string | null }> {
  const { rows } = await sql<{ former: string | null }>`
    with former as (select file from backup_run where due_at = ${dueAt}::timestamptz)
    insert into backup_run as r (due_at, claim, host, file) values (${dueAt}::timestamptz, ${claim}, ${host}, ${file})
    on conflict (due_at) do update set claim = excluded.claim, host = excluded.host, file = excluded.file, state = 'running',
      tries = r.tries + 1, started_at = clock_timestamp(), beat_at = clock_timestamp(), finished_at = null, problem = null
    where (r.state = 'running' and r.beat_at < clock_timestamp() - ${waits.silent}::interval)
      or (r.state = 'failed' and (r.problem = 'stopped'
        or r.finished_at < clock_timestamp() - ${waits.failed}::interval))
    returning (select file from former) as former`.execute(db);
  return { isOurs: rows.length > 0, former: rows[0]?.former ?? null };
}

/** Says that this process still works on a backup. */
export async function beat(db: Database, { dueAt, claim }: Claim): Promise<void> {
  await sql`update backup_run set beat_at = clock_timestamp()
    where due_at = ${dueAt}::timestamptz and claim = ${claim}`.execute(db);
}

/** Stores what became of a backup. Returns false if another process has taken it over meanwhile. */
export async function finishRun(
  db: Database,
  { dueAt, claim }: Claim,
  outcome: Pick<Run, 'state' | 'bytes' | 'rows' | 'problem'>,
): Promise<boolean> {
  const { rows } = await sql`
    update backup_run set state = ${outcome.state}, bytes = ${outcome.bytes}, rows = ${outcome.rows},
      problem = ${outcome.problem}, finished_at = clock_timestamp()
    where due_at = ${dueAt}::timestamptz and claim = ${claim} returning 1`.execute(db);
  return rows.length > 0;
}

/** Returns the newest backups, the latest first. */
export const readRuns = (db: Database, limit: number): Promise<Run[]> =>
  runsThat(db, sql`true`, sql`limit ${limit}`);

/** Returns the verified backups whose files are to be there, the latest first. */
export const keptRuns = (db: Database): Promise<Run[]> => runsThat(db, sql`state = 'verified'`, sql``);

/** Returns when the newest good backup was finished, in milliseconds; null if there is none. */
export async function lastGood(db: Database): Promise<number | null> {
  const [newest] = await runsThat(db, sql`state = 'verified'`, sql`limit 1`);
  return newest?.finished_at ? Date.parse(newest.finished_at) : null;
}

async function runsThat(db: Database, are: RawBuilder<unknown>, limit: RawBuilder<unknown>): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select ${wire('due_at')} as due_at, state, tries, ${wire('started_at')} as started_at,
      ${wire('finished_at')} as finished_at, host, file, bytes, rows, problem
    from backup_run where ${are} order by backup_run.due_at desc ${limit}`.execute(db);
  return rows;
}

/** Notes that the file of a backup is gone: `removed` by the service, or `missing`. */
export async function noteGone(db: Database, dueAt: string, state: 'removed' | 'missing'): Promise<void> {
  await sql`update backup_run set state = ${state} where due_at = ${dueAt}::timestamptz and state = 'verified'`.execute(
    db,
  );
}

/** Returns whether the data of the whole database is one tenant's. */
export async function isOnlyTenant(db: Database): Promise<boolean> {
  const { rows } = await sql<{ alone: boolean }>`select is_only_tenant() as alone`.execute(db);
  return rows[0]?.alone ?? false;
}
