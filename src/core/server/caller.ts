import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { roles, type Access, type Role, type Verb } from '@/core/contract/role';
import type { Database } from './db';
import { HttpProblem } from './problems';

/** Who asks, and for which company (interface 5): the identity determines all scoping. */
export interface Caller {
  /** The root company of the tree. */
  readonly tenantId: string;
  /** The company acted in: what is written belongs to it. */
  readonly companyId: string;
  /** The company and its ancestors, nearest first: what may be read of shared resources. */
  readonly lineage: readonly string[];
  readonly role: Role;
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly userId: string | null;
  /** The tenant's locale: the order of names. */
  readonly locale: string;
}

interface KeyRow {
  tenant_id: string;
  company_id: string;
  lineage: string[];
  role: string;
  key_id: string;
  key_name: string;
  locale: string;
}

const unauthenticated = () =>
  new HttpProblem(
    401,
    'unauthenticated',
    'Unauthorized',
    'A valid API key is needed: Authorization: Bearer <API_KEY>',
    {
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  );

/** The SHA-256 of an API key: the only form in which it is kept. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key, 'utf8').digest();

/**
 * The caller of a request, from its `Authorization` header (interface 5).
 *
 * @throws 401 for no credentials, and the same for wrong, expired or revoked ones.
 */
export async function callerOf(db: Database, authorization: string | undefined): Promise<Caller> {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (!key) throw unauthenticated();
  const { rows } = await sql<KeyRow>`select * from caller_by_key(${hashKey(key)})`.execute(db);
  const row = rows[0];
  const role = roles.find((name) => name === row?.role);
  if (!row || !role) throw unauthenticated();
  return {
    tenantId: row.tenant_id,
    companyId: row.company_id,
    lineage: row.lineage,
    role,
    keyId: row.key_id,
    keyName: row.key_name,
    userId: null,
    locale: row.locale,
  };
}

/** 403: the caller is known, and its role may not do this. */
export const forbidden = (role: Role) =>
  new HttpProblem(403, 'forbidden', 'Forbidden', `The role ${role} may not do this`);

/** Refuses with 403 what the caller's role may not do. */
export function authorize(caller: Caller, access: Access, verb: Verb): void {
  if (!access[verb].includes(caller.role)) throw forbidden(caller.role);
}
