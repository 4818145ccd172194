import { sql } from 'kysely';
import { writeAuditEntry, recordOf, takeRevision } from '../write/audit';
import type { Caller } from './caller';
import { inScope, type Database } from '../db/db';
import { HttpProblem, notFound } from '../http/problems';
import { hashToken, newToken } from './sessions';

/** What one-time links are for: to take up a membership, or to choose another password. */
export type LinkKind = 'join' | 'reset' | 'recover';

/** A link as it is shown to whoever made it, once. */
export interface Link {
  readonly token: string;
  readonly kind: LinkKind;
  readonly expires_at: string;
}

/** How long a link stands, in hours: three days to take up a membership, one to choose another password. */
const hours: Readonly<Record<LinkKind, number>> = { join: 72, reset: 24, recover: 24 };

/**
 * Makes the one-time link of a membership of the caller's company, and its event; the link before opens
 * nothing any more. `recover` is the administrator's of the installation, who stands above all companies.
 *
 * The answer says nothing of other companies: a link for a new password is made for a person who works elsewhere,
 * too, and refused when it is used (invitation-routes.ts).
 *
 * @throws 404 for a membership that is not there or not in sight; 409 `deactivated`.
 */
export async function makeLink(db: Database, caller: Caller, userId: string, recover = false): Promise<Link> {
  const token = newToken();
  return inScope(db, caller, 'read write', async (tx) => {
    const [user] = await tx.rows(sql<{ active: boolean; accepted: boolean }>`
      select t.active, t.accepted_at is not null as accepted
      from "user" t where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = ${userId}
      for no key update`);
    if (!user) throw notFound();
    if (!user.active) throw conflict('deactivated', 'The membership is deactivated; activate it first');
    const kind = recover ? 'recover' : user.accepted ? 'reset' : 'join';
    const [made] = await tx.rows(sql<{ expires_at: Date }>`
      select invitation_make(${caller.tenantId}::uuid, ${userId}::uuid, ${hashToken(token)}, ${kind}, ${hours[kind]}) as expires_at`);
    if (!made) throw notFound();
    const before = await recordOf(tx, caller, 'user', userId);
    await takeRevision(tx, caller, 'user');
    const payload = { invitation: '[redacted]', kind };
    await writeAuditEntry(tx, caller, {
      action: 'update',
      entity: 'user',
      id: userId,
      payload,
      before,
      aside: true,
    });
    return { token, kind, expires_at: made.expires_at.toISOString() };
  });
}

const conflict = (code: string, detail: string) => new HttpProblem(409, code, 'Conflict', detail);

/** A link that stands: whose it is, and whether a password is asked for or chosen. */
export interface ExistingLink {
  readonly tenant_id: string;
  readonly company_id: string;
  readonly lineage: readonly string[];
  readonly user_id: string;
  readonly login_id: string;
  readonly role: string;
  readonly who: string;
  readonly email: string;
  readonly company: string;
  readonly kind: LinkKind;
  readonly expires_at: Date;
  readonly password_hash: string | null;
  /** The e-mail is somebody's already: whoever holds the link proves by the password that they are. */
  readonly established: boolean;
  /** A reset of somebody who works in another company, too: no single company has their password set anew. */
  readonly shared: boolean;
}

/** The link of a token, or null: used, replaced, past its time, or never there. */
export async function findLink(db: Database, token: string): Promise<ExistingLink | null> {
  const { rows } = await sql<ExistingLink>`select * from invitation_by_token(${hashToken(token)})`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * Uses a link up, with its event: the membership is accepted and, with a hash, the password set, which ends
 * what was signed in with the old one. False where the link was used or replaced meanwhile.
 */
export async function useLink(
  db: Database,
  link: ExistingLink,
  token: string,
  hash: string | null,
  address = '',
): Promise<boolean> {
  const caller: Caller = {
    tenantId: link.tenant_id,
    companyId: link.company_id,
    lineage: link.lineage,
    role: 'terminal',
    keyId: null,
    keyName: link.who,
    userId: link.user_id,
    locale: 'und',
    address,
  };
  return inScope(db, caller, 'read write', async (tx) => {
    const before = await recordOf(tx, caller, 'user', link.user_id);
    const [row] = await tx.rows(sql<{ used: boolean }>`
      select invitation_use(${hashToken(token)}, ${hash}::text) as used`);
    if (!row?.used) return false;
    await takeRevision(tx, caller, 'user');
    // The same whether a password was chosen or shown: the trail tells nobody what the e-mail is known for elsewhere.
    const payload = { accepted: link.kind };
    await writeAuditEntry(tx, caller, {
      action: 'update',
      entity: 'user',
      id: link.user_id,
      payload,
      before,
      aside: true,
    });
    return true;
  });
}
