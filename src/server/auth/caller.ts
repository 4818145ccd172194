import { createHash } from 'node:crypto';
import { allows, roles, type Access, type Role, type Verb } from '@/contract/role';
import type { FieldGroup } from '@/contract/field-groups';
import { HttpProblem } from '../http/problems';
import { heldFrom, type CustomRole, type HeldRow } from './caller-held';

/** The authenticated caller and its company (docs/interface.md#5-authentication). All scoping follows from it. */
export interface Caller {
  /** The root company of the tree. */
  readonly tenantId: string;
  /** The company that the caller acts in, and that owns what it writes. */
  readonly companyId: string;
  /** The company and its ancestors, nearest first: the companies whose shared resources may be read. */
  readonly lineage: readonly string[];
  readonly role: Role;
  readonly keyId: string | null;
  /** The name of the key or person that audit events record. */
  readonly keyName: string | null;
  /** The membership of a signed-in person; null for an API key. */
  readonly userId: string | null;
  /** The locations that the membership holds: what is of others is not there. Null for all. */
  readonly locations?: readonly string[] | null;
  /** The role that the company made, which `role` counts as; null for a built-in one. */
  readonly custom?: CustomRole | null;
  /** All rights of the company's own role; null for a built-in one. */
  readonly rights?: readonly string[] | null;
  /** Fields that are not there for the caller, and those that it may not change. */
  readonly hidden?: readonly FieldGroup[];
  readonly readOnly?: readonly FieldGroup[];
  /** The largest change of a price that the caller makes, in percent; null for any. */
  readonly largestPriceChange?: number | null;
  /** The register whose till has the key: it writes the receipts of that one alone. */
  readonly posId?: string | null;
  /** The addresses and networks that the key is accepted from; null for any. */
  readonly networks?: readonly string[] | null;
  /** The tenant's locale, which decides how names sort. */
  readonly locale: string;
  /**
   * The session, if a cookie authenticated the caller, and whether its password was confirmed recently
   * (`requireConfirmation` in http/app.ts). `second`: what was shown besides the password; `lacksSecond`: the company asks for more.
   */
  readonly session?: {
    readonly id: string;
    readonly isConfirmed: boolean;
    readonly second: string | null;
    readonly lacksSecond: boolean;
  };
  /** The client's address, for the security log. */
  readonly address?: string;
}

/** A caller as the database's functions give it. */
export interface CallerRow {
  tenant_id: string;
  company_id: string;
  lineage: string[];
  role: string;
  key_id: string | null;
  user_id: string | null;
  who: string;
  locale: string;
  held?: HeldRow | null;
  session_id?: string;
  confirmed?: boolean;
  second?: string | null;
  lacks_second?: boolean;
}

/** Returns the caller of a row of the database; null for a role that this version does not know. */
export function callerFrom(row: CallerRow): Caller | null {
  const role = roles.find((name) => name === row.role);
  if (!role) return null;
  return {
    tenantId: row.tenant_id,
    companyId: row.company_id,
    lineage: row.lineage,
    role,
    keyId: row.key_id,
    keyName: row.who,
    userId: row.user_id,
    locale: row.locale,
    ...heldFrom(row.held),
    ...(row.session_id !== undefined && {
      session: {
        id: row.session_id,
        isConfirmed: row.confirmed === true,
        second: row.second ?? null,
        lacksSecond: row.lacks_second === true,
      },
    }),
  };
}

/** Returns the SHA-256 of an API key, the only form in which it is stored. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key, 'utf8').digest();

/** Returns a 403: the caller's role may not do this. */
export const forbidden = (role: Role) =>
  new HttpProblem(403, 'forbidden', 'Forbidden', `The role ${role} may not do this`);

/** Throws 403 if the caller's role may not perform the verb. */
export function authorize(caller: Caller, access: Access, verb: Verb): void {
  if (!allows(caller, access[verb])) throw forbidden(caller.role);
}

/**
 * Requires a membership that holds all locations, for what concerns the whole company.
 *
 * @throws 403 `some_locations`
 */
export function requireAllLocations({ locations }: Pick<Caller, 'locations'>): void {
  if (locations)
    throw new HttpProblem(
      403,
      'some_locations',
      'Forbidden',
      'This concerns all locations of the company, and the membership holds some',
    );
}
