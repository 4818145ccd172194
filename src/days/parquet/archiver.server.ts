import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Caller } from '@/server/auth/caller';
import { inScope, trusted, type Database, type Tx } from '@/server/db/db';
import { listCompanies } from '@/server/ops/admin-store';
import { serviceCaller } from '@/server/ops/companies';
import { openRounds } from '@/server/ops/rounds';
import { Unfit } from './columns';
import { fileOf, removeFiles, writeWhole, type KeptFile } from './files.server';
import { openFiles, readDay, sumsOf, type DaySums } from './parquet.server';

/** Writes sealed business days as Parquet files, in the background, for others to read. */
export interface Archiver {
  /** Writes all that waits now. Returns the number of dates whose files were written. */
  readonly writeAll: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** What the work is done with. */
interface Writing {
  readonly db: Database;
  /** The folder of the files, absolute. */
  readonly root: string;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Milliseconds: how often a process looks, and how long the closings of a date have to have settled, so that the files of fifty
 * shops that close within minutes are written once.
 */
const times = { look: 60_000, settled: 120_000 };

/** Opens the work on the files. Any number of processes on one database may. `every` null: only when told to. */
export function openArchiver(
  parts: Writing & { readonly settled?: number; readonly every?: number | null },
): Archiver {
  const { settled = times.settled, every = times.look, ...writing } = parts;
  const { db, log } = writing;
  const state = { isFirst: true };

  const round = async (isClosed: () => boolean): Promise<number> => {
    const { rows } = await sql<{ lineage: string[]; date: string }>`
      select * from archive_due(${`${settled} milliseconds`}::interval)`.execute(db);
    let written = 0;
    for (const { lineage, date } of rows) {
      if (isClosed()) break;
      const [company, ...rest] = lineage;
      if (company !== undefined) written += await writeDate(writing, serviceCaller([company, ...rest]), date);
    }
    return written;
  };

  const rounds = openRounds({
    every,
    log,
    failing: 'the files of sealed days could not be written',
    async round(signal) {
      if (state.isFirst) await sql`select archive_requeue()`.execute(db);
      state.isFirst = false;
      await round(() => signal.aborted);
    },
  });
  if (every !== null) void rounds.runNow();

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

/**
 * `npm run admin -- archive rebuild`: writes every sealed day again from its receipts, beside a running service.
 *
 * @returns the number of dates whose files were written.
 */
export async function rebuildArchive(writing: Writing): Promise<number> {
  for (const { lineage } of await listCompanies(writing.db)) {
    const caller = serviceCaller(lineage);
    await inScope(writing.db, caller, 'read write', (tx) =>
      tx.rows(sql`
        insert into archive_queue (tenant_id, company_id, businessday_id, date)
        select d.tenant_id, d.company_id, d.id, d.date from businessday d
        where d.tenant_id = ${caller.tenantId} and d.company_id = ${caller.companyId} and d.status <> 'open' and d.active
        on conflict (tenant_id, businessday_id) do update set left_out = null`),
    );
  }
  return openArchiver({ ...writing, settled: 0, every: null }).writeAll();
}

/** SQL: the newest seal of the day `d`; 0 for one that was closed before there were seals. */
export const sealOf = `coalesce((select max(s.seq) from businessday_seal s
  where s.tenant_id = d.tenant_id and s.businessday_id = d.id), 0)`;

/**
 * Writes the files of a company's days of one date, always all of them and from PostgreSQL: no file is read. One process at a
 * time does, under a lock of the company. Who closes or opens a day meanwhile puts it into the queue again.
 *
 * @returns 1, or 0 if another process writes.
 */
const writeDate = ({ db, root, log }: Writing, caller: Caller, date: string): Promise<number> =>
  inScope(db, caller, 'read write', async (tx) => {
    const { tenantId, companyId } = caller;
    const [lock] = await tx.rows(sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('archive ' || ${tenantId} || ${companyId}, 0)) as held`);
    if (lock?.held !== true) return 0;
    const waiting = await tx.rows(sql<{ id: string; since: string }>`
      select q.businessday_id as id, q.since::text as since from archive_queue q
      where q.tenant_id = ${tenantId} and q.company_id = ${companyId} and q.date = ${date}::date`);
    const sealed = await tx.rows(sql<{ id: string; seal: string }>`
      select d.id, ${trusted(sealOf)}::text as seal from businessday d
      where d.tenant_id = ${tenantId} and d.company_id = ${companyId} and d.date = ${date}::date and d.active
        and d.status <> 'open' order by d.location_id, d.seq`);
    const files = openFiles();
    const days: Record<string, DaySums & { readonly seal: string }> = {};
    const left: Record<string, string> = {};
    for (const { id, seal } of sealed)
      try {
        const rows = await readDay(tx, caller, id);
        await files.add(rows);
        days[id] = { seal, ...sumsOf(rows) };
      } catch (error) {
        if (!(error instanceof Unfit)) throw error;
        left[id] = error.message;
        log.warn({ businessday: id, date, reason: error.message }, 'a business day stays out of the files');
      }
    const of = { tenantId, companyId, date };
    const parts: Record<string, KeptFile> = {};
    if (Object.keys(days).length === 0) await removeFiles(root, of);
    else
      for (const [part, bytes] of files.finish())
        parts[part] = await writeWhole(root, fileOf(of, part), bytes);
    await note(tx, of, { parts, days, left, waiting });
    return 1;
  });

/** Stores what was written, and takes out of the queue what has not changed meanwhile. */
async function note(
  tx: Tx,
  of: { readonly tenantId: string; readonly companyId: string; readonly date: string },
  made: {
    readonly parts: unknown;
    readonly days: object;
    readonly left: object;
    readonly waiting: readonly { readonly id: string; readonly since: string }[];
  },
): Promise<void> {
  const { tenantId, companyId, date } = of;
  const isEmpty = Object.keys(made.days).length === 0;
  await tx.rows(
    isEmpty
      ? sql`delete from archive_file f where f.tenant_id = ${tenantId} and f.company_id = ${companyId} and f.date = ${date}::date`
      : sql`insert into archive_file (tenant_id, company_id, date, parts, days)
          values (${tenantId}, ${companyId}, ${date}::date, ${JSON.stringify(made.parts)}::jsonb, ${JSON.stringify(made.days)}::jsonb)
          on conflict (tenant_id, company_id, date) do update set parts = excluded.parts, days = excluded.days, made_at = now()`,
  );
  await tx.rows(sql`
    delete from archive_queue q using jsonb_to_recordset(${JSON.stringify(made.waiting)}::jsonb) w(id uuid, since timestamptz)
    where q.tenant_id = ${tenantId} and q.businessday_id = w.id and q.since = w.since`);
  await tx.rows(sql`
    insert into archive_queue (tenant_id, company_id, businessday_id, date, left_out)
    select ${tenantId}, ${companyId}, l.key::uuid, ${date}::date, l.value from jsonb_each_text(${JSON.stringify(made.left)}::jsonb) l
    on conflict (tenant_id, businessday_id) do nothing`);
}
