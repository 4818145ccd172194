import { sql } from 'kysely';
import { inScope, type Database } from '../db/db';
import { serviceCaller } from '../ops/companies';
import { readHeld } from './read-held';
import { callerFrom, type Caller } from './caller';
import type { Membership } from './sessions';

/**
 * Returns the caller that a person is in one of their memberships: that company, in that role, and nothing wider. Null for a
 * role that this version does not know. The membership must be one that `membershipsOf` gave for this very request: it says
 * that the person may act in it now.
 */
export async function callerOfMembership(db: Database, membership: Membership): Promise<Caller | null> {
  const { tenant_id, company_id, user_id, role, who } = membership;
  const own = serviceCaller([company_id, tenant_id]);
  const [company] = await inScope(db, own, 'read only', (tx) =>
    tx.rows(sql<{ lineage: string[] }>`
      select c.lineage from company c where c.tenant_id = ${tenant_id} and c.id = ${company_id}`),
  );
  if (!company) return null;
  const { lineage } = company;
  const caller = callerFrom({
    tenant_id,
    company_id,
    lineage,
    role,
    key_id: null,
    user_id,
    who,
    locale: 'und',
  });
  return caller && { ...caller, ...(await readHeld(db, caller)) };
}
