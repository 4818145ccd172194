import { z } from 'zod';

/** Why a backup failed. `stopped`: the service ended meanwhile. */
export const backupProblems = [
  'disk_full',
  'folder',
  'damaged',
  'database',
  'stopped',
  'unexpected',
] as const;

const time = z.iso.datetime();

/**
 * A backup that was due. `verified`: made, and read again from beginning to end; `removed`: older than those that are kept;
 * `missing`: its file is gone, and the service did not remove it. File, host and sizes are null where other chains are in
 * the same database.
 */
export const backupRun = z.object({
  due_at: time,
  state: z.enum(['running', 'verified', 'failed', 'missing', 'removed']),
  tries: z.int(),
  started_at: time,
  finished_at: time.nullable(),
  host: z.string().nullable(),
  file: z.string().nullable(),
  bytes: z.int().nullable(),
  rows: z.int().nullable(),
  problem: z.enum(backupProblems).nullable(),
});

/**
 * The backups that the service makes by itself; `plan` is null where it makes none (docs/operations.md). `can_begin`: whether
 * an administrator may ask for one now, which is of everything that the database holds.
 */
export const backupList = z.object({
  plan: z.object({ time: z.string(), keep: z.int(), next_due_at: time, can_begin: z.boolean() }).nullable(),
  runs: z.array(backupRun),
});

export type BackupRun = z.output<typeof backupRun>;
export type BackupList = z.output<typeof backupList>;

/** Milliseconds without a good backup after which it is told: one was due within them. */
const longest = 26 * 3_600_000;

export type BackupHealth = 'none' | 'good' | 'failed' | 'old' | 'waiting';

/** Returns the newest backup that is good, and what is to be told first. */
export function healthOf(
  { plan, runs }: BackupList,
  now: number,
): { newest: BackupRun | undefined; health: BackupHealth } {
  const newest = runs.find(({ state }) => state === 'verified');
  const last = runs.find(({ state }) => state !== 'running');
  if (plan === null) return { newest, health: 'none' };
  if (last?.state === 'failed') return { newest, health: 'failed' };
  if (newest === undefined) return { newest, health: runs.length === 0 ? 'waiting' : 'old' };
  const isOld = now - Date.parse(newest.finished_at ?? newest.started_at) > longest;
  return { newest, health: isOld ? 'old' : 'good' };
}
