import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Role } from '@/core/contract/role';
import { writeAuditEntry, takeRevision } from '../write/audit';
import { hashKey, type Caller } from '../auth/caller';
import { inScope, type Database, type Tx } from '../db/db';
import { newId } from '../write/uuid';

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

/** An API key to make; `secret` takes the place of a made-up one. */
export interface NewKey {
  readonly name: string;
  readonly role: Role;
  readonly secret?: string;
}

/** The key by which a new root company is entered for the first time. */
export const firstKey: NewKey = { name: 'First administrator', role: 'admin' };

/** Makes a company: the root of a new tenant, or a child of `parent`. Gives a caller that acts in it. */
export const createCompany = async (
  db: Database,
  company: NewCompany,
  parent: Caller | null = null,
): Promise<Caller> => (await createCompanyWithKeys(db, company, parent, [])).caller;

/**
 * Makes a company with its first keys, in one transaction: a company that is there without a key is one that nobody
 * can enter.
 *
 * @returns a caller that acts in the company, and the secrets of the keys in their order.
 */
export async function createCompanyWithKeys(
  db: Database,
  company: NewCompany,
  parent: Caller | null,
  wanted: readonly NewKey[],
): Promise<{ caller: Caller; keys: string[] }> {
  const id = company.id ?? newId();
  const data = company.data ?? {};
  const locale = parent?.locale ?? (typeof data['locale'] === 'string' ? data['locale'] : 'und');
  const caller = serviceCaller([id, ...(parent?.lineage ?? [])], locale);
  // A child is its parent's deed, as on the wire; a root is its own.
  const maker = parent ?? caller;
  const keys = await inScope(db, maker, 'read write', async (tx) => {
    // In the order of their names, as every write takes several (docs/design.md#3-one-database-postgresql).
    if (wanted.length > 0) await takeRevision(tx, maker, 'apikey');
    await takeRevision(tx, maker, 'company');
    await tx.rows(sql`
      insert into company (tenant_id, company_id, id, parent_id, lineage, name, ident, data)
      values (${caller.tenantId}, ${id}, ${id}, ${parent?.companyId ?? null}::uuid, ${caller.lineage}::uuid[],
        ${company.name}, ${company.ident ?? ''}, ${JSON.stringify(data)}::jsonb)`);
    const { name, ident } = company;
    const payload = { id, name, ...(ident === undefined ? {} : { ident }), data };
    await writeAuditEntry(tx, maker, { action: 'create', entity: 'company', id, payload });
    await continueIn(tx, caller);
    const made: string[] = [];
    for (const one of wanted) made.push(await insertKey(tx, caller, one));
    return made;
  });
  return { caller, keys };
}

/**
 * Goes on in another company of the same tenant within a transaction, so that a company and what belongs into it are
 * written together. Never with a company that a request names.
 */
export const continueIn = (tx: Tx, { companyId, lineage }: Caller): Promise<unknown> =>
  tx.rows(sql`select set_config('app.company', ${companyId}, true),
    set_config('app.lineage', ${lineage.join(',')}, true)`);

/**
 * Makes an API key of the caller's company (docs/design.md#keys-and-roles). The key is given once; the
 * database keeps its SHA-256. `secret` takes the place of a made-up key.
 */
export const createKey = (
  db: Database,
  caller: Caller,
  name: string,
  role: Role,
  secret?: string,
): Promise<string> =>
  inScope(db, caller, 'read write', async (tx) => {
    await takeRevision(tx, caller, 'apikey');
    return insertKey(tx, caller, { name, role, ...(secret !== undefined && { secret }) });
  });

async function insertKey(tx: Tx, caller: Caller, { name, role, secret }: NewKey): Promise<string> {
  const { key, prefix } = secret === undefined ? newSecret() : { key: secret, prefix: '' };
  const id = newId();
  await tx.rows(sql`
    insert into apikey (tenant_id, company_id, id, name, role, prefix, hash)
    values (${caller.tenantId}, ${caller.companyId}, ${id}, ${name}, ${role},
      ${prefix}, ${hashKey(key)})`);
  await writeAuditEntry(tx, caller, { action: 'create', entity: 'apikey', id, payload: { name, role } });
  return key;
}

/** A new API key of 256 random bits, and its prefix, by which it is recognised in lists. */
export function newSecret(): { key: string; prefix: string } {
  const prefix = randomBytes(5).toString('hex');
  return { key: `th_${prefix}_${randomBytes(32).toString('base64url')}`, prefix };
}
