import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Database } from '../../../db/db';
import { isOutage } from '../../../db/outage';
import { errorFacts } from '../../error-log';
import { openRounds, type Rounds } from '../../rounds';
import { ArchiveError } from '../archive';
import { backUp } from '../backup';
import { checkBackup } from '../restore';
import { removeParts } from '../whole-file';
import { lastDue } from './due';
import {
  beat,
  claimAsked,
  claimRun,
  endSilent,
  finishRun,
  madeRuns,
  noteRemoved,
  noteSeen,
  type Claim,
  type Failure,
  type Run,
} from './runs';

/** Where and when the service makes backups, and how many it keeps. */
export interface BackupPlan {
  /** The folder, absolute. */
  readonly folder: string;
  /** The time of day, in the time zone of the process: "03:00". */
  readonly time: string;
  readonly keep: number;
}

/** The rounds that make backups, and the way to ask for one. */
export interface ScheduledBackups extends Rounds {
  /** Begins a backup now, beside those that are due. Returns false if one is being made already. */
  readonly begin: () => Promise<boolean>;
}

const times = { look: 60_000, beat: 30_000 };

/** @throws an Error that names the setting, if nothing can be written into the folder. */
export async function requireFolder(folder: string): Promise<void> {
  const probe = path.join(folder, `.tillhouse-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    await rm(probe);
  } catch (error) {
    const code = codeOf(error) ?? String(error);
    throw new Error(`TILLHOUSE_BACKUP_DIR: nothing can be written into ${folder} (${code})`, {
      cause: error,
    });
  }
}

/**
 * Makes a backup of the whole database once a day (docs/operations.md#backups-by-themselves), by whichever process is there:
 * one that nobody made while all were down is made at the start. A backup counts once it has been read again from
 * beginning to end; only then older ones are removed.
 */
export function openScheduledBackups(parts: {
  readonly url: string;
  readonly db: Database;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly plan: BackupPlan;
  /** Tells somebody of a backup that failed, once for each that was due. */
  readonly failed?: (failure: Failure) => Promise<void>;
  /** Milliseconds between looks. */
  readonly every?: number;
  readonly now?: () => Date;
}): ScheduledBackups {
  const { db, log, plan, every = times.look, now = () => new Date() } = parts;

  const round = async (signal: AbortSignal) => {
    const dueAt = lastDue(now(), plan.time).toISOString();
    const work = workOf(dueAt);
    const { isOurs, former, tries } = await claimRun(db, work, os.hostname());
    if (isOurs) {
      if (former !== null) await discard(plan.folder, former);
      await make(parts, { ...work, tries }, signal);
    }
    for (let next = asked.shift(); next !== undefined; next = asked.shift())
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await make(parts, { ...next, tries: 1 }, signal);
    await endSilent(db, dueAt);
    await removeOld(db, plan);
  };
  const asked: Claim[] = [];
  const rounds = openRounds({ every, log, failing: 'backups could not be looked after', round });
  return {
    ...rounds,
    async begin() {
      const work = workOf(now().toISOString());
      if (!(await claimAsked(db, work, os.hostname()))) return false;
      asked.push(work);
      void rounds.runNow();
      return true;
    },
  };
}

/** Returns the work on a backup, by when it is due (ISO 8601). */
function workOf(dueAt: string): Claim {
  const claim = randomUUID();
  const moment = dueAt.slice(0, 16).replaceAll(/[-:]/g, '');
  return { dueAt, claim, file: `tillhouse-${moment}Z-${claim.slice(0, 4)}.backup` };
}

async function make(
  { url, db, log, plan, failed }: Parameters<typeof openScheduledBackups>[0],
  work: Claim & { readonly tries: number },
  signal: AbortSignal,
): Promise<void> {
  const file = path.join(plan.folder, work.file);
  const timer = setInterval(() => void beat(db, work).catch(() => undefined), times.beat);
  timer.unref();
  try {
    await requireFolder(plan.folder);
    await backUp(url, file, signal);
    const { rows } = await checkBackup(file, signal);
    const { size } = await stat(file);
    const isOurs = await finishRun(db, work, { state: 'verified', bytes: size, rows, problem: null });
    if (isOurs) log.info({ file: work.file, bytes: size, rows }, 'a backup was made and read again');
    else await discard(plan.folder, work.file);
  } catch (error) {
    await discard(plan.folder, work.file);
    const problem = signal.aborted ? 'stopped' : problemOf(error);
    if (!signal.aborted)
      log.warn({ fault: errorFacts(error), file: work.file }, 'the scheduled backup failed');
    const isOurs = await finishRun(db, work, { state: 'failed', bytes: null, rows: null, problem });
    if (isOurs && !signal.aborted && work.tries === 1) await failed?.({ dueAt: work.dueAt, problem });
  } finally {
    clearInterval(timer);
  }
}

/** Removes a backup that does not count, whole or in part. */
async function discard(folder: string, name: string): Promise<void> {
  const file = path.join(folder, path.basename(name));
  await rm(file, { force: true }).catch(() => undefined);
  await removeParts(file).catch(() => undefined);
}

/**
 * Removes the files of older backups, and notes which files are there and which are gone. The disk is asked, and not the
 * name of the host that made one. What counts as kept is there whole: the newest good one always stays.
 */
async function removeOld(db: Database, plan: BackupPlan): Promise<void> {
  const runs = await madeRuns(db);
  const sizes = await Promise.all(runs.map(({ file }) => sizeOf(path.join(plan.folder, file))));
  const isWhole = (run: Run, at: number) => sizes[at] !== null && sizes[at] === run.bytes;
  const there = runs.filter(isWhole);
  await noteSeen(db, {
    there: there.map(({ due_at }) => due_at),
    gone: runs.filter((run, at) => !isWhole(run, at)).map(({ due_at }) => due_at),
  });
  for (const { due_at, file } of there.slice(plan.keep)) {
    await rm(path.join(plan.folder, file));
    await noteRemoved(db, due_at);
  }
}

/** Returns the size of a file in bytes; null if there is none, or if the disk does not say. */
const sizeOf = (file: string): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );

function problemOf(error: unknown): string {
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : null);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return 'disk_full';
  if (code !== null && ['EACCES', 'EEXIST', 'EROFS', 'ENOENT', 'ENOTDIR', 'EPERM'].includes(code))
    return 'folder';
  if (error instanceof ArchiveError) return 'damaged';
  return isOutage(error) ? 'database' : 'unexpected';
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
