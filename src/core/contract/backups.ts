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

/** The backups that the service makes by itself; `plan` is null where it makes none (docs/operations.md). */
export const backupList = z.object({
  plan: z.object({ time: z.string(), keep: z.int(), next_due_at: time }).nullable(),
  runs: z.array(backupRun),
});

export type BackupRun = z.output<typeof backupRun>;
export type BackupList = z.output<typeof backupList>;
