import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Role } from '@/contract/role';
import { writeAuditEntry, takeRevision } from '../write/audit';
import { hashKey, type Caller } from '../auth/caller';
import { inScope, type Database, type Tx } from '../db/db';
import { newId } from '../write/uuid';

/** A company to create. */
export interface NewCompany {
  readonly id?: string;
  readonly name: string;
  /** The business id. */
  readonly ident?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Returns a caller that is the service itself, for setup, loading and administration; never for a request. */
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

/** An API key to create; `secret` replaces a generated one. */
export interface NewKey {
  readonly name: string;
  readonly role: Role;
  readonly secret?: string;
}

/** The first administrator key of a new root company. */
export const firstKey: NewKey = { name: 'First administrator', role: 'admin' };

/** Creates a company: the root of a new tenant, or a child of `parent`. Returns a caller that acts in it. */
export const createCompany = async (
  db: Database,
  company: NewCompany,
  parent: Caller | null = null,
): Promise<Caller> => (await createCompanyWithKeys(db, company, parent, [])).caller;

/**
 * Creates a company with its first keys in one transaction, because nobody could enter a company without a key.
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
  // The event of a child names its parent, as on the wire; that of a root names itself.
  const maker = parent ?? caller;
  const keys = await inScope(db, maker, 'read write', async (tx) => {
    // In the order of their names, as every write locks several revisions (docs/design.md#3-one-database-postgresql).
    if (wanted.length > 0) await takeRevision(tx, maker, 'apikey');
    await insertCompany(tx, caller, company, maker);
    const made: string[] = [];
    for (const one of wanted) made.push(await insertKey(tx, caller, one, maker));
    return made;
  });
  return { caller, keys };
}

/** Inserts the company of a caller with its event, which is of its maker, and goes on in it. */
export async function insertCompany(
  tx: Tx,
  caller: Caller,
  { name, ident, data = {} }: NewCompany,
  maker: Caller,
): Promise<void> {
  const id = caller.companyId;
  const [, parent = null] = caller.lineage;
  await takeRevision(tx, maker, 'company');
  await tx.rows(sql`
    insert into company (tenant_id, company_id, id, parent_id, lineage, name, ident, data)
    values (${caller.tenantId}, ${id}, ${id}, ${parent}::uuid, ${caller.lineage}::uuid[],
      ${name}, ${ident ?? ''}, ${JSON.stringify(data)}::jsonb)`);
  const payload = { id, name, ...(ident === undefined ? {} : { ident }), data };
  await writeAuditEntry(tx, maker, { action: 'create', entity: 'company', id, payload });
  await continueIn(tx, caller);
}

/**
 * Switches a transaction to another company of the same tenant, so that a company and its first records are written
 * together. Never with a company that a request names.
 */
export const continueIn = (tx: Tx, { companyId, lineage }: Caller): Promise<unknown> =>
  tx.rows(sql`select set_config('app.company', ${companyId}, true),
    set_config('app.lineage', ${lineage.join(',')}, true)`);

/**
 * Creates an API key of the caller's company (docs/design.md#keys-and-roles). The key is returned once; the database
 * stores its SHA-256. `secret` replaces a generated key.
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
    return insertKey(tx, caller, { name, role, ...(secret !== undefined && { secret }) }, caller);
  });

async function insertKey(
  tx: Tx,
  caller: Caller,
  { name, role, secret }: NewKey,
  maker: Caller,
): Promise<string> {
  const { key, prefix } = secret === undefined ? newSecret() : { key: secret, prefix: '' };
  const id = newId();
  await tx.rows(sql`
    insert into apikey (tenant_id, company_id, id, name, role, prefix, hash, made_user, made_key)
    values (${caller.tenantId}, ${caller.companyId}, ${id}, ${name}, ${role},
      ${prefix}, ${hashKey(key)}, ${maker.userId}, ${maker.keyId})`);
  await writeAuditEntry(tx, caller, { action: 'create', entity: 'apikey', id, payload: { name, role } });
  return key;
}

/** Returns a new API key of 256 random bits, and its prefix, by which lists show it. */
export function newSecret(): { key: string; prefix: string } {
  const prefix = randomBytes(5).toString('hex');
  return { key: `th_${prefix}_${randomBytes(32).toString('base64url')}`, prefix };
}
