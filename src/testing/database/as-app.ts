import { sql } from 'kysely';
import type { TestService } from '../service';

/**
 * Runs a statement with the role and scope of a request of Helsinki, past the service's own rules: what triggers and policies
 * say to it. Returns its SQLSTATE, or null on success.
 */
export async function asApp({ db, companies }: TestService, statement: string): Promise<string | null> {
  const { tenantId, companyId } = companies.helsinki;
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select set_config('app.tenant', ${tenantId}, true), set_config('app.company', ${companyId}, true),
        set_config('app.lineage', ${companyId}, true)`.execute(tx);
      await sql`set local role tillhouse_app`.execute(tx);
      await sql.raw(statement).execute(tx);
    });
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'none';
  }
}
