import { sql } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import type { Tx } from '@/core/server/db/db';
import type { SalesBy } from './answer';

/** Returns the names of the records that receipts name by id alone. */
export async function nameRows(
  tx: Tx,
  { tenantId, companyId }: Caller,
  by: SalesBy,
): Promise<ReadonlyMap<string, string>> {
  const table = by === 'location' ? 'location' : by === 'register' ? 'pos' : null;
  if (table === null) return new Map();
  const rows = await tx.rows(sql<{ id: string; name: string }>`
    select t.id, t.name from ${sql.table(table)} t where t.tenant_id = ${tenantId} and t.company_id = ${companyId}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
