import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { ColumnStore } from '@/core/server/archive/column-store';
import { closeToOthers, companyFolder } from '@/core/server/archive/files';
import type { Caller } from '@/core/server/auth/caller';
import { inScope, type Database } from '@/core/server/db/db';
import { serviceCaller } from '@/core/server/ops/companies';
import { openRounds } from '@/core/server/ops/rounds';
import { fileParts } from './columns';
import { partFile } from './parquet.server';
import { lockCompany, writeMonth, type Writing } from './write-month.server';

/** Writes sealed business days to the archive, in the background. */
export interface Archiver {
  /** Writes all that waits now. Returns the number of days written. */
  readonly writeAll: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/**
 * Milliseconds: how often a process looks; how long the closings of a month have to have settled, so that fifty shops that
 * close within minutes make one file; how long a replaced file stays for those who are reading it.
 */
const times = { look: 60_000, settled: 120_000, unread: 600_000 };

/** Opens the work on the archive. Any number of processes on one database may. */
export function openArchiver(parts: {
  readonly db: Database;
  readonly store: ColumnStore;
  readonly log: Pick<Logger, 'warn'>;
  readonly settled?: number;
  readonly unread?: number;
  /** Null: only when told to. */
  readonly every?: number | null;
}): Archiver {
  const { db, store, log, settled = times.settled, unread = times.unread, every = times.look } = parts;
  const state = { isFirst: true };

  const round = async (isClosed: () => boolean): Promise<number> => {
    const due = await dueMonths(db, settled, unread);
    let written = 0;
    for (const { lineage, month } of due) {
      if (isClosed()) break;
      const [company, ...rest] = lineage;
      if (company === undefined) continue;
      const caller = serviceCaller([company, ...rest]);
      if (month === null) await removeReplaced({ db, store, log }, caller, unread);
      else written += await writeMonth({ db, store, log }, caller, month);
    }
    return written;
  };

  const rounds = openRounds({
    every,
    log,
    failing: 'the archive could not be written',
    async round(signal) {
      if (state.isFirst) {
        await closeToOthers(store.root);
        await store.start();
        await sql`select archive_requeue()`.execute(db);
        state.isFirst = false;
      }
      await round(() => signal.aborted);
    },
  });
  if (every !== null) void rounds.look();

  return {
    async writeAll() {
      await sql`select archive_requeue()`.execute(db);
      let all = 0;
      for (let written = 1; written > 0; all += written) written = await round(() => false);
      return all;
    },
    close: rounds.close,
  };
}

async function dueMonths(db: Database, settled: number, unread: number) {
  const { rows } = await sql<{ lineage: string[]; month: string | null }>`
    select * from archive_due(${`${settled} milliseconds`}::interval, ${`${unread} milliseconds`}::interval)`.execute(
    db,
  );
  return rows;
}

/** Removes the files that others have replaced, when nobody reads them any more. */
function removeReplaced({ db, store }: Writing, caller: Caller, unread: number): Promise<void> {
  const { tenantId, companyId } = caller;
  return inScope(db, caller, 'read write', async (tx) => {
    if (!(await lockCompany(tx, caller))) return;
    const files = await tx.rows(sql<{ name: string; month: string }>`
      delete from archive_file f
      where f.tenant_id = ${tenantId} and f.company_id = ${companyId}
        and f.replaced_at <= clock_timestamp() - ${`${unread} milliseconds`}::interval
      returning f.name, to_char(f.month, 'YYYY-MM') as month`);
    const folder = companyFolder(store.root, caller);
    for (const { name, month } of files)
      for (const part of fileParts)
        await rm(path.join(folder, `month=${month}`, partFile(name, part)), { force: true });
  });
}
