import { sql } from 'kysely';
import { typedEmail } from '@/contract/email';
import { newPassword } from '@/contract/session';
import { acrossTenants, isOf, type ExistingCompany } from './admin-store';
import type { Caller } from '../auth/caller';
import type { Database } from '../db/db';
import { findLink, makeLink, useLink, type Link } from '../auth/invitations';
import { requireGoodPassword } from '../auth/password/password-strength';
import { hashPassword } from '../auth/password/password';
import { HttpProblem, notFound } from '../http/problems';
import type { Tables } from '../read/visibility';
import { upsertOne } from '../write/store';
import { newId } from '../write/uuid';

/** A membership in any company. `lineage` is the company and its ancestors, nearest first. */
export interface ExistingPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly active: boolean;
  readonly accepted: boolean;
  /** The name of the company. */
  readonly company: string;
  readonly lineage: readonly [string, ...string[]];
}

/** Returns the memberships of all tenants in order of creation, or those of a company, or those of an e-mail. */
export function findPeople(
  db: Database,
  { company = null, email = null }: { company?: ExistingCompany | null; email?: string | null },
): Promise<ExistingPerson[]> {
  return acrossTenants(
    db,
    sql<ExistingPerson>`
      select u.id, u.name, u.email, u.role, u.active, u.accepted_at is not null as accepted, c.name as company, c.lineage
      from "user" u join company c on c.tenant_id = u.tenant_id and c.id = u.company_id
      where ${isOf('u', company)}
        and (${email}::text is null or u.email = ${email === null ? null : (typedEmail(email) ?? email)})
      order by u.created_at, u.id`,
  );
}

/**
 * Creates a membership in the caller's company. With a password it is accepted at once; without one, the one-time
 * link is returned by which the person accepts it.
 *
 * @param company the name of the company, which must not be the password.
 * @throws 422 for what the contract refuses, and for a short or common password; 409 if the e-mail has a password.
 */
export async function createPerson(
  { db, tables }: { readonly db: Database; readonly tables: Tables },
  caller: Caller,
  person: { readonly name: string; readonly email: string; readonly role: string },
  password: string | null,
  company: string,
): Promise<Link | null> {
  const table = tables['user'];
  if (!table) throw new Error('There is no table of users');
  if (password !== null && !newPassword().safeParse(password).success) {
    throw new HttpProblem(422, 'too_small', 'Not valid', 'A password has 12 to 200 characters');
  }
  if (password !== null) requireGoodPassword(password, { email: person.email, companies: [company] });
  const value = { id: newId(), ...person };
  const body = { text: JSON.stringify(value), value };
  await upsertOne({ db, tables, table, caller, requestId: 'admin', givesIds: true }, body, null);
  const link = await makeLink(db, caller, value.id);
  if (password === null) return link;
  const standing = await findLink(db, link.token);
  if (!standing) throw notFound();
  if (standing.established) {
    const detail = `${person.email} has a password already; the link was made instead: /invitation#${link.token}`;
    throw new HttpProblem(409, 'has_password', 'Conflict', detail);
  }
  await useLink(db, standing, link.token, await hashPassword(password));
  return null;
}
