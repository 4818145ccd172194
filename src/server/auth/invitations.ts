import { sql } from 'kysely';
import { writeAuditEntry, recordOf, takeRevision } from '../write/audit';
import type { Caller } from './caller';
import type { CustomRole } from './caller-held';
import { inScope, type Database, type Tx } from '../db/db';
import { addMail } from '../mail/outbox';
import { tooMany } from '../http/limits';
import { conflict, notFound } from '../http/problems';
import { countMail } from '../mail/mail-limits';
import { hashToken, newToken } from './sessions';

/** The purposes of a one-time link: accept a membership, choose a new password, or another address of one's own. */
export type LinkKind = 'join' | 'reset' | 'recover' | 'address';

/** A link as it is shown, once, to the person who created it. */
export interface Link {
  readonly token: string;
  readonly kind: LinkKind;
  readonly expires_at: string;
}

/** How many hours a link is valid: three days to accept a membership, one to choose another password. */
export const linkHours: Readonly<Record<LinkKind, number>> = {
  join: 72,
  reset: 24,
  recover: 24,
  address: 24,
};

/**
 * Creates the one-time link of a membership of the caller's company, and its event; an earlier link becomes invalid.
 * `recover` is for the administrator of the installation, who is above all companies.
 *
 * The answer reveals nothing about other companies: a link for a new password is also created for a person who works
 * elsewhere, and refused when it is used (invitation-routes.ts).
 *
 * @throws 404 for a membership that does not exist or is not visible; 409 `deactivated`.
 */
export async function makeLink(db: Database, caller: Caller, userId: string, recover = false): Promise<Link> {
  const token = newToken();
  return inScope(db, caller, 'read write', async (tx) => {
    const invited = await requireInvited(tx, caller, userId);
    const kind = recover ? 'recover' : invited.kind;
    const [made] = await tx.rows(sql<{ expires_at: Date }>`
      select invitation_make(${caller.tenantId}::uuid, ${userId}::uuid, ${hashToken(token)}, ${kind}, ${linkHours[kind]}) as expires_at`);
    if (!made) throw notFound();
    await noteLink(tx, caller, userId, kind);
    return { token, kind, expires_at: made.expires_at.toISOString() };
  });
}

/**
 * Sends the one-time link of a membership to its e-mail, and writes its event. The link is made when the mail is sent
 * (mail/account-letters.ts): who asks for it does not see it. @throws as `makeLink`; 429 beyond what goes out in a day
 */
export async function mailLink(
  db: Database,
  caller: Caller,
  userId: string,
  language: string,
): Promise<{ kind: 'join' | 'reset'; email: string }> {
  const { email: recipient } = await inScope(db, caller, 'read write', (tx) =>
    requireInvited(tx, caller, userId),
  );
  const sender = caller.userId ?? caller.keyId;
  const over = await countMail(db, 'invitation', { tenantId: caller.tenantId, sender, recipient });
  if (over) throw tooMany(`${over.most} such mails a day are possible for one ${over.what}`, over.seconds);
  return inScope(db, caller, 'read write', async (tx) => {
    const { kind, email } = await requireInvited(tx, caller, userId);
    await addMail(tx, {
      tenantId: caller.tenantId,
      companyId: caller.companyId,
      kind: 'invitation',
      recipient: email,
      data: { user_id: userId, link: kind, language },
      hours: 24,
    });
    await noteLink(tx, caller, userId, kind);
    return { kind, email };
  });
}

/** Locks a membership that may have a link. @throws 404; 409 `deactivated` */
async function requireInvited(
  tx: Tx,
  caller: Caller,
  userId: string,
): Promise<{ kind: 'join' | 'reset'; email: string }> {
  const [user] = await tx.rows(sql<{ active: boolean; accepted: boolean; email: string }>`
    select t.active, t.accepted_at is not null as accepted, t.email
    from "user" t where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = ${userId}
    for no key update`);
  if (!user) throw notFound();
  if (!user.active) throw conflict('deactivated', 'The membership is deactivated; activate it first');
  return { kind: user.accepted ? 'reset' : 'join', email: user.email };
}

/** Writes the event of a link. */
async function noteLink(tx: Tx, caller: Caller, userId: string, kind: LinkKind): Promise<void> {
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
}

/** A valid link: whose it is, and whether a password has to be confirmed or chosen. */
export interface ExistingLink {
  readonly tenant_id: string;
  readonly company_id: string;
  readonly lineage: readonly string[];
  readonly user_id: string;
  readonly login_id: string;
  readonly role: string;
  readonly who: string;
  /** The role that the company made, which `role` counts as. */
  readonly custom: CustomRole | null;
  readonly email: string;
  readonly company: string;
  readonly kind: LinkKind;
  readonly expires_at: Date;
  readonly password_hash: string | null;
  /** True if the e-mail already belongs to a person, who then proves it with the existing password. */
  readonly established: boolean;
  /** True for a reset of a person who works in several companies: no single company may reset that password. */
  readonly shared: boolean;
}

/** Returns the link of a token, or null if it is used, replaced, expired or unknown. */
export async function findLink(db: Database, token: string): Promise<ExistingLink | null> {
  const { rows } = await sql<ExistingLink>`
    select l.*, caller_held(l.tenant_id, l.user_id, null)->'role' as custom from invitation_by_token(${hashToken(token)}) l`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * Redeems a link and writes its event: accepts the membership and, if a hash is given, sets the password, which ends
 * the sessions signed in with the old one. Returns false if the link was used or replaced in the meantime.
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
    // The same event whether a password was chosen or confirmed: the audit trail must not reveal that the e-mail is
    // known elsewhere.
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
