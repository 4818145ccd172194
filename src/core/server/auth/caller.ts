import { createHash } from 'node:crypto';
import type { Access, Role, Verb } from '@/core/contract/role';
import { HttpProblem } from '../http/problems';

/** Who asks, and for which company (docs/interface.md#5-authentication): the identity determines all scoping. */
export interface Caller {
  /** The root company of the tree. */
  readonly tenantId: string;
  /** The company acted in: what is written belongs to it. */
  readonly companyId: string;
  /** The company and its ancestors, nearest first: what may be read of shared resources. */
  readonly lineage: readonly string[];
  readonly role: Role;
  readonly keyId: string | null;
  /** The name of the key or the person: what events say of who it was. */
  readonly keyName: string | null;
  /** The membership of a person who signed in. */
  readonly userId: string | null;
  /** The tenant's locale: the order of names. */
  readonly locale: string;
  /** The session, where a cookie named the caller, and whether its password was typed lately (auth/confirmation.ts). */
  readonly session?: { readonly id: string; readonly isConfirmed: boolean };
  /** The client's address, for the security log. */
  readonly address?: string;
}

/** The SHA-256 of an API key: the only form in which it is kept. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key, 'utf8').digest();

/** 403: the caller is known, and its role may not do this. */
export const forbidden = (role: Role) =>
  new HttpProblem(403, 'forbidden', 'Forbidden', `The role ${role} may not do this`);

/** Refuses with 403 what the caller's role may not do. */
export function authorize(caller: Caller, access: Access, verb: Verb): void {
  if (!access[verb].includes(caller.role)) throw forbidden(caller.role);
}
