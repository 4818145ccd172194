import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Role } from '@/core/contract/role';
import { logDeed, takeRevision } from './audit';
import { hashKey, type Caller } from './caller';
import { inScope, type Database } from './db';
import { newId } from './uuid';

/** A company to make. */
export interface NewCompany {
  readonly id?: string;
  readonly name: string;
  /** The business id. */
  readonly ident?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A caller that is the service itself: setting up, loading, administering. Never from a request. */
export const serviceCaller = (lineage: readonly [string, ...string[]], locale = 'und'): Caller => ({
  tenantId: lineage.at(-1) ?? lineage[0],
  companyId: lineage[0],
  lineage,
  role: 'admin',
  keyId: null,
  keyName: 'Tillhouse',
  userId: null,
  locale,
});

/** Makes a company: the root of a new tenant, or a child of `parent`. Gives a caller that acts in it. */
export async function createCompany(
  db: Database,
  company: NewCompany,
  parent: Caller | null = null,
): Promise<Caller> {
  const id = company.id ?? newId();
  const data = company.data ?? {};
  const locale = parent?.locale ?? (typeof data['locale'] === 'string' ? data['locale'] : 'und');
  const caller = serviceCaller([id, ...(parent?.lineage ?? [])], locale);
  // A child is its parent's deed, as on the wire; a root is its own.
  const maker = parent ?? caller;
  await inScope(db, maker, 'read write', async (tx) => {
    await takeRevision(tx, maker, 'company');
    await tx.rows(sql`
      insert into company (tenant_id, company_id, id, parent_id, lineage, name, ident, data)
      values (${caller.tenantId}, ${id}, ${id}, ${parent?.companyId ?? null}::uuid, ${caller.lineage}::uuid[],
        ${company.name}, ${company.ident ?? ''}, ${JSON.stringify(data)}::jsonb)`);
    const { name, ident } = company;
    const payload = { id, name, ...(ident === undefined ? {} : { ident }), data };
    await logDeed(tx, maker, { action: 'create', entity: 'company', id, payload });
  });
  return caller;
}

/**
 * Makes an API key of the caller's company (design 5, Keys and roles). The key is given once; the
 * database keeps its SHA-256. `secret` takes the place of a made-up key.
 */
export async function createKey(
  db: Database,
  caller: Caller,
  name: string,
  role: Role,
  secret?: string,
): Promise<string> {
  const { key, prefix } = secret === undefined ? newSecret() : { key: secret, prefix: '' };
  const id = newId();
  await inScope(db, caller, 'read write', async (tx) => {
    await takeRevision(tx, caller, 'apikey');
    await tx.rows(sql`
      insert into apikey (tenant_id, company_id, id, name, role, prefix, hash)
      values (${caller.tenantId}, ${caller.companyId}, ${id}, ${name}, ${role},
        ${prefix}, ${hashKey(key)})`);
    await logDeed(tx, caller, { action: 'create', entity: 'apikey', id, payload: { name, role } });
  });
  return key;
}

/** A new API key of 256 random bits, and its prefix, by which it is recognised in lists. */
export function newSecret(): { key: string; prefix: string } {
  const prefix = randomBytes(5).toString('hex');
  return { key: `th_${prefix}_${randomBytes(32).toString('base64url')}`, prefix };
}
