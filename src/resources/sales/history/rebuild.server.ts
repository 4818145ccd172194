import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { ColumnStore } from '@/core/server/archive/column-store';
import { inScope, type Database } from '@/core/server/db/db';
import { listCompanies } from '@/core/server/ops/admin-store';
import { serviceCaller } from '@/core/server/ops/companies';
import { openArchiver } from './archiver.server';

/**
 * `npm run admin -- archive rebuild`: writes every sealed day again, beside a running service. The old files are read until
 * others name the days; they are removed later, as any that were replaced.
 *
 * @returns the number of days that were written.
 */
export async function rebuildArchive(
  db: Database,
  store: ColumnStore,
  log: Pick<Logger, 'warn'>,
): Promise<number> {
  for (const { lineage } of await listCompanies(db)) {
    const caller = serviceCaller(lineage);
    const { tenantId, companyId } = caller;
    await inScope(db, caller, 'read write', async (tx) => {
      const mine = sql`x.tenant_id = ${tenantId} and x.company_id = ${companyId}`;
      await tx.rows(sql`delete from archive_day x where ${mine}`);
      await tx.rows(
        sql`update archive_file x set replaced_at = now() where ${mine} and x.replaced_at is null`,
      );
      await tx.rows(sql`update archive_queue x set left_out = null where ${mine} and x.left_out is not null`);
    });
  }
  const archiver = openArchiver({ db, store, log, settled: 0, every: null });
  try {
    return await archiver.writeAll();
  } finally {
    await archiver.close();
  }
}
