import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../db/db';

/** A backup that is being made: when it was due, and the name under which this process works on it. */
export interface Claim {
  readonly dueAt: string;
  readonly claim: string;
  readonly file: string;
}

/** A backup that failed: when it was due (ISO 8601), and why (`Run.problem`). */
export interface Failure {
  readonly dueAt: string;
  readonly problem: string;
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

/**
 * How long a process may say nothing before another one takes over; how long after a failure it is tried again; how long
 * a file that nobody has seen counts as being there: another process may have another folder, and looks every minute.
 */
const waits = { silent: '5 minutes', failed: '15 minutes', unseen: '30 minutes' };

const wire = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Takes on a backup that is due, unless another process has, or it is done. One that failed is tried again after a quarter
 * of an hour, one whose process was stopped at once; one whose process fell silent is taken over; one whose file is gone is made again.
 * Returns the file of the one before, if there was one.
 */
export async function claimRun(
  db: Database,
  { dueAt, claim, file }: Claim,
  host: string,
): Promise<{ isOurs: boolean; former: string | null; tries: number }> {
  const { rows } = await sql<{ former: string | null; tries: number }>`
    with former as (select file from backup_run where due_at = ${dueAt}::timestamptz)
    insert into backup_run as r (due_at, claim, host, file) values (${dueAt}::timestamptz, ${claim}, ${host}, ${file})
    on conflict (due_at) do update set claim = excluded.claim, host = excluded.host, file = excluded.file, state = 'running',
      tries = r.tries + 1, started_at = clock_timestamp(), beat_at = clock_timestamp(), finished_at = null, problem = null
    where (r.state = 'running' and r.beat_at < clock_timestamp() - ${waits.silent}::interval)
      or (r.state = 'failed' and (r.problem = 'stopped'
        or r.finished_at < clock_timestamp() - ${waits.failed}::interval))
      or r.state = 'missing'
    returning (select file from former) as former, r.tries`.execute(db);
  const [claimed] = rows;
  return { isOurs: claimed !== undefined, former: claimed?.former ?? null, tries: claimed?.tries ?? 0 };
}

/** Takes on a backup that somebody asked for, unless one is being made. Returns false if one is. */
export async function claimAsked(
  db: Database,
  { dueAt, claim, file }: Claim,
  host: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into backup_run (due_at, claim, host, file)
    select ${dueAt}::timestamptz, ${claim}, ${host}, ${file}
    where not exists (select from backup_run
      where state = 'running' and beat_at >= clock_timestamp() - ${waits.silent}::interval)
    on conflict (due_at) do nothing returning 1`.execute(db);
  return rows.length > 0;
}

/** Ends those whose process fell silent and which nobody takes over, because another one is due since. */
export async function endSilent(db: Database, dueAt: string): Promise<void> {
  await sql`update backup_run set state = 'failed', problem = 'stopped', finished_at = clock_timestamp()
    where state = 'running' and due_at <> ${dueAt}::timestamptz
      and beat_at < clock_timestamp() - ${waits.silent}::interval`.execute(db);
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
      problem = ${outcome.problem}, finished_at = clock_timestamp(),
      seen_at = case when ${outcome.state} = 'verified' then clock_timestamp() end
    where due_at = ${dueAt}::timestamptz and claim = ${claim} returning 1`.execute(db);
  return rows.length > 0;
}

/** Returns the newest backups, the latest first. */
export const readRuns = (db: Database, limit: number): Promise<Run[]> =>
  runsThat(db, sql`true`, sql`limit ${limit}`);

/** Returns the backups that were verified, with those whose files are missing, the latest first. */
export const madeRuns = (db: Database): Promise<Run[]> =>
  runsThat(db, sql`state in ('verified', 'missing')`, sql``);

/** Returns when the newest good backup was finished, in milliseconds (null: none), and whether the last one due is not there. */
export async function lastBackup(db: Database): Promise<{ good: number | null; failed: boolean }> {
  const [newest] = await runsThat(db, sql`state = 'verified'`, sql`limit 1`);
  const [last] = await runsThat(db, sql`state <> 'running'`, sql`limit 1`);
  return {
    good: newest?.finished_at ? Date.parse(newest.finished_at) : null,
    failed: last?.state === 'failed' || last?.state === 'missing',
  };
}

async function runsThat(db: Database, are: RawBuilder<unknown>, limit: RawBuilder<unknown>): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select ${wire('due_at')} as due_at, state, tries, ${wire('started_at')} as started_at,
      ${wire('finished_at')} as finished_at, host, file, bytes, rows, problem
    from backup_run where ${are} order by backup_run.due_at desc ${limit}`.execute(db);
  return rows;
}

/** Notes that the service removed the file of a backup. */
export async function noteRemoved(db: Database, dueAt: string): Promise<void> {
  await sql`update backup_run set state = 'removed' where due_at = ${dueAt}::timestamptz`.execute(db);
}

/** Notes which backups have their whole file in a folder, and which have it in none: nobody has seen it for a while. */
export async function noteSeen(
  db: Database,
  { there, gone }: { readonly there: readonly string[]; readonly gone: readonly string[] },
): Promise<void> {
  await sql`update backup_run set state = 'verified', seen_at = clock_timestamp()
    where due_at = any (${there}::timestamptz[]) and state in ('verified', 'missing')
      and (state = 'missing' or seen_at is null or seen_at < clock_timestamp() - ${waits.unseen}::interval / 3)`.execute(
    db,
  );
  await sql`update backup_run set state = 'missing'
    where due_at = any (${gone}::timestamptz[]) and state = 'verified'
      and coalesce(seen_at, finished_at) < clock_timestamp() - ${waits.unseen}::interval`.execute(db);
}

/** Returns whether the data of the whole database is one tenant's. */
export async function isOnlyTenant(db: Database): Promise<boolean> {
  const { rows } = await sql<{ alone: boolean }>`select is_only_tenant() as alone`.execute(db);
  return rows[0]?.alone ?? false;
}
