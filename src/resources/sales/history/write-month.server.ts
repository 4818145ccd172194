import path from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Caller } from '@/core/server/auth/caller';
import type { ColumnStore, Session } from '@/core/server/archive/column-store';
import {
  companyFolder,
  keepFile,
  monthFolder,
  removeUnfinished,
  unfinished,
  type KeptFile,
} from '@/core/server/archive/files';
import { trusted, inScope, type Database, type Tx } from '@/core/server/db/db';
import { fileParts, literal } from './columns';
import { emptyTables, fillSums, insertDay, insertKept, partFile, rowsIn, writePart } from './parquet.server';

/** A month's files as the database knows them. */
export interface ArchiveFile {
  readonly id: number;
  readonly name: string;
  /** The days that are in the file, also those that count no longer. */
  readonly days: readonly number[];
}

interface WaitingDay {
  readonly id: string;
  readonly day: number;
  readonly date: string;
  readonly location_id: string;
  readonly currency: string;
  readonly status: string;
  readonly seal: number;
}

/** What a write needs. */
export interface Writing {
  readonly db: Database;
  readonly store: ColumnStore;
  readonly log: Pick<Logger, 'warn'>;
}

/** As many files of a running month stand beside each other; the next write makes one of them all. */
const filesBeside = 4;
/** So many days are written at once: a write holds a transaction, and its rows are in memory. */
const daysAtOnce = 200;

/**
 * Writes the days of a month that wait for it to the archive, of one company. Any number of processes may try: one at a time
 * does, under a lock of the company. The files are there with all their bytes before the database names them.
 *
 * @returns the number of days that were written.
 */
export function writeMonth(writing: Writing, caller: Caller, month: string): Promise<number> {
  return inScope(writing.db, caller, 'read write', async (tx) => {
    if (!(await lockCompany(tx, caller))) return 0;
    const waiting = await waitingDays(tx, caller, month);
    if (waiting.length === 0) return 0;
    const folder = companyFolder(writing.store.root, caller);
    const place = await monthFolder(folder, month);
    await removeUnfinished(place);
    const session = await writing.store.open(folder);
    try {
      return await writeDays({ tx, caller, session, place, month, log: writing.log }, waiting);
    } finally {
      await session.close();
    }
  });
}

/** Takes the lock of a company's archive until the end of the transaction; false if another process has it. */
export async function lockCompany(tx: Tx, { tenantId, companyId }: Caller): Promise<boolean> {
  const [lock] = await tx.rows(sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('archive ' || ${tenantId} || ${companyId}, 0)) as held`);
  return lock?.held === true;
}

/** SQL: the newest seal of the day `d`; 0 for one that was closed before there were seals. */
const sealOf = trusted(`coalesce((select max(s.seq) from businessday_seal s
  where s.tenant_id = d.tenant_id and s.businessday_id = d.id), 0)`);

const waitingDays = (tx: Tx, { tenantId, companyId }: Caller, month: string) =>
  tx.rows(sql<WaitingDay>`
    select d.id, d.seq as day, d.date::text as date, d.location_id, d.snapshot->>'currency' as currency, d.status,
      ${sealOf} as seal
    from archive_queue q join businessday d on d.tenant_id = q.tenant_id and d.id = q.businessday_id
    where q.tenant_id = ${tenantId} and q.company_id = ${companyId} and q.left_out is null
      and q.date >= ${`${month}-01`}::date and q.date < ${`${month}-01`}::date + interval '1 month'
      and d.status <> 'open' and d.active
    order by d.date, d.location_id, d.seq limit ${daysAtOnce}`);

interface Step {
  readonly tx: Tx;
  readonly caller: Caller;
  readonly session: Session;
  readonly place: string;
  readonly month: string;
  readonly log: Pick<Logger, 'warn'>;
}

async function writeDays(step: Step, waiting: readonly WaitingDay[]): Promise<number> {
  const { tx, caller, session, place, month } = step;
  await session.run(...emptyTables());
  const written: WaitingDay[] = [];
  for (const day of waiting) {
    const reason = await insertDay(step, day.id);
    if (reason === null) written.push(day);
    else await leaveOut(step, day, reason);
  }
  const replaced = await filesToMerge(tx, caller, month, waiting.length === daysAtOnce);
  const kept: number[] = [];
  // A day that waits may be in a file all the same: its receipts of now take the place of those.
  const anew = new Set(written.map(({ day }) => day));
  for (const file of replaced) {
    const still = (await daysStillIn(tx, caller, file)).filter((day) => !anew.has(day));
    kept.push(...still);
    await insertKept(session, place, file, still);
  }
  if (written.length === 0) return 0;
  await fillSums(session, month);
  const name = crypto.randomUUID();
  const parts: Record<string, KeptFile> = {};
  for (const part of fileParts) {
    const temporary = path.join(place, `${unfinished}${partFile(name, part)}`);
    await writePart(session, part, literal(temporary));
    const rows = await rowsIn(session, part);
    parts[part] = await keepFile(temporary, path.join(place, partFile(name, part)), rows);
  }
  const [file] = await tx.rows(sql<{ id: number }>`
    insert into archive_file (tenant_id, company_id, month, name, days, first, last, currencies, parts)
    select ${caller.tenantId}, ${caller.companyId}, ${`${month}-01`}::date, ${name}, array_agg(d.seq order by d.seq),
      min(d.date), max(d.date), array_agg(distinct d.snapshot->>'currency'), ${JSON.stringify(parts)}::jsonb
    from businessday d where d.tenant_id = ${caller.tenantId} and d.company_id = ${caller.companyId}
      and d.seq = any(${[...kept, ...written.map(({ day }) => day)]}::bigint[])
    returning id`);
  return file ? note(step, file.id, written, replaced) : 0;
}

/** Stores where the days are now: those that are as they were when their rows were read. */
async function note(
  { tx, caller: { tenantId, companyId } }: Step,
  file: number,
  written: readonly WaitingDay[],
  replaced: readonly ArchiveFile[],
): Promise<number> {
  const old = replaced.map(({ id }) => id);
  await tx.rows(sql`
    update archive_day a set file_id = ${file} where a.tenant_id = ${tenantId} and a.company_id = ${companyId}
      and a.file_id = any(${old}::bigint[])`);
  await tx.rows(sql`
    update archive_file f set replaced_at = now() where f.tenant_id = ${tenantId} and f.company_id = ${companyId}
      and f.id = any(${old}::bigint[])`);
  // Who opens a day again waits for this commit, and the trigger then takes the day out.
  const noted = await tx.rows(sql`
    with held as (
      select d.* from businessday d
      where d.tenant_id = ${tenantId} and d.company_id = ${companyId} and d.status <> 'open' and d.active
        and d.id = any(${written.map(({ id }) => id)}::uuid[])
      order by d.id for share
    )
    insert into archive_day (tenant_id, company_id, businessday_id, file_id, day, date, location_id, currency, seal)
    select d.tenant_id, d.company_id, d.id, ${file}, d.seq, d.date, d.location_id, d.snapshot->>'currency', w.seal
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) w(id uuid, seal bigint) join held d on d.id = w.id
    where ${sealOf} = w.seal
    on conflict (tenant_id, businessday_id) do update set file_id = excluded.file_id, day = excluded.day, date = excluded.date,
      location_id = excluded.location_id, currency = excluded.currency, seal = excluded.seal
    returning 1 as one`);
  await tx.rows(sql`
    update archive_file f set is_stale = (
      select count(*) from archive_day a where a.tenant_id = f.tenant_id and a.company_id = f.company_id and a.file_id = f.id
    ) <> cardinality(f.days)
    where f.tenant_id = ${tenantId} and f.company_id = ${companyId} and f.id = ${file}`);
  await tx.rows(sql`
    delete from archive_queue q using archive_day a
    where q.tenant_id = ${tenantId} and q.company_id = ${companyId} and a.tenant_id = q.tenant_id
      and a.businessday_id = q.businessday_id and a.file_id = ${file}`);
  return noted.length;
}

/** A day whose numbers do not fit the columns stays in PostgreSQL, which answers for it as before. */
async function leaveOut({ tx, caller, log }: Step, { id, date }: WaitingDay, reason: string): Promise<void> {
  log.warn({ businessday: id, date, reason }, 'a business day stays out of the archive');
  await tx.rows(sql`
    update archive_queue q set left_out = ${reason} where q.tenant_id = ${caller.tenantId} and q.businessday_id = ${id}`);
}

/**
 * Returns the files that the new one replaces: all of the month if there are many, or if the month is over and `more` of it
 * does not wait.
 */
async function filesToMerge(
  tx: Tx,
  { tenantId, companyId }: Caller,
  month: string,
  more: boolean,
): Promise<ArchiveFile[]> {
  const files = await tx.rows(sql<ArchiveFile>`
    select f.id, f.name, f.days::text[]::integer[] as days from archive_file f
    where f.tenant_id = ${tenantId} and f.company_id = ${companyId} and f.month = ${`${month}-01`}::date
      and f.replaced_at is null order by f.id`);
  const isOver = month < new Date().toISOString().slice(0, 7);
  return (isOver && !more) || files.length >= filesBeside ? files : [];
}

async function daysStillIn(
  tx: Tx,
  { tenantId, companyId }: Caller,
  { id }: ArchiveFile,
): Promise<readonly number[]> {
  const rows = await tx.rows(sql<{ day: number }>`
    select a.day from archive_day a
    where a.tenant_id = ${tenantId} and a.company_id = ${companyId} and a.file_id = ${id} order by a.day`);
  return rows.map(({ day }) => day);
}
