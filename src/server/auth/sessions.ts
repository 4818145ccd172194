import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ActingAs } from '@/contract/acting-as';
import type { SecondFactor } from '@/contract/second-factor';
import type { Caller } from './caller';
import type { CustomRole } from './caller-held';
import type { RequestOrigin } from './request-origin';
import type { Database, Tx } from '../db/db';

/** A membership that a person may act in. */
export interface Membership {
  readonly tenant_id: string;
  readonly company_id: string;
  /** The id of the membership: `user` on the wire. */
  readonly user_id: string;
  readonly role: string;
  readonly who: string;
  readonly email: string;
  readonly company: string;
  /** The role that the company made, which `role` counts as; null, or not asked for, where there is none. */
  readonly custom?: CustomRole | null;
}

/** The owner of a session: a person by a membership, or an API key. */
export type SessionOf = { readonly tenantId: string; readonly companyId: string } & (
  | {
      readonly userId: string;
      /** The login that was proven; null for the demo's people, whom a click signs in. */
      readonly loginId: string | null;
    }
  | { readonly keyId: string }
);

/** Returns a new token of 256 random bits, for a cookie or a link. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the SHA-256 of a token, the only form in which it is stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();

/** The way of a sign-in, as the security log records it. */
export type SignInWay = 'password' | 'passkey' | 'key' | 'link' | 'demo' | 'provider';

/** What was shown besides the password, and by which remembered browser or passkey. */
export interface Shown {
  readonly second: SecondFactor;
  readonly remembered?: string | null;
  readonly passkey?: string;
}

/**
 * Creates a session and returns its token (docs/design.md#sessions). The token opens nothing if the membership belongs
 * to another login by now than the one that was proven, or if that has a second factor and none was shown.
 */
export async function beginSession(
  db: Database,
  of: SessionOf,
  way: SignInWay,
  { address, agent, requestId }: RequestOrigin,
  shown: Shown | null = null,
): Promise<string> {
  const token = newToken();
  const [userId, keyId, loginId] = 'userId' in of ? [of.userId, null, of.loginId] : [null, of.keyId, null];
  await sql`select session_begin(${hashToken(token)}, ${of.tenantId}::uuid, ${of.companyId}::uuid,
    ${userId}::uuid, ${keyId}::uuid, ${loginId}::uuid, ${address}, ${agent}, ${way}, ${requestId},
    ${shown?.second ?? null}::text, ${shown?.remembered ?? null}::uuid, ${shown?.passkey ?? null}::uuid)`.execute(
    db,
  );
  return token;
}

/**
 * Ends a session; with `everywhere`, all sessions of the same person or key. `replaced` means by a new sign-in of the
 * same browser, which the security log already records.
 */
export async function endSession(
  db: Database,
  token: string,
  how: 'this' | 'everywhere' | 'replaced',
  { address, requestId }: RequestOrigin,
): Promise<void> {
  await sql`select session_end(${hashToken(token)}, ${how === 'everywhere'}, ${how !== 'replaced'}, ${address},
    ${requestId})`.execute(db);
}

/**
 * Switches a session to another membership of the same person and returns its new token, so that a token planted or
 * copied earlier stays behind. Returns null if the person has no such membership, or, without a tenant, if they have
 * several with this id.
 */
export async function switchSession(
  db: Database,
  token: string,
  { tenantId, id }: ActingAs,
  { address, requestId }: RequestOrigin,
): Promise<string | null> {
  const renewed = newToken();
  const { rows } = await sql<{ done: boolean }>`
    select session_switch(${hashToken(token)}, ${hashToken(renewed)}, ${tenantId}::uuid, ${id}::uuid, ${address},
      ${requestId}) as done`.execute(db);
  return rows[0]?.done ? renewed : null;
}

/** Records that the password, or the key, was confirmed. Returns false if the session has ended. */
export async function confirmSession(
  db: Database,
  token: string,
  { address, requestId }: RequestOrigin,
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select session_confirm(${hashToken(token)}, ${address}, ${requestId}) as done`.execute(db);
  return rows[0]?.done ?? false;
}

/** Returns the login of an e-mail in its canonical form and the hash of its password, or nulls. */
export async function loginByEmail(
  db: Database,
  email: string,
): Promise<{ login_id: string | null; password_hash: string | null }> {
  const { rows } = await sql<{ login_id: string; password_hash: string | null }>`
    select * from login_by_email(${email})`.execute(db);
  return rows[0] ?? { login_id: null, password_hash: null };
}

/**
 * Returns the languages of a membership, as tags: what the person chose in whichever browser and company, and what the
 * company gave the membership (`data.locale`). Each is null if there is none.
 */
export async function languagesOf(
  db: Database,
  tenantId: string,
  userId: string,
): Promise<{ chosen: string | null; given: string | null }> {
  const { rows } = await sql<{ chosen: string | null; given: string | null }>`
    select * from languages_of_membership(${tenantId}::uuid, ${userId}::uuid)`.execute(db);
  return rows[0] ?? { chosen: null, given: null };
}

/**
 * Sets the language of the person whose session a token names. Returns false for the session of an API key, null if it
 * has ended.
 */
export async function chooseLanguage(db: Database, token: string, language: string): Promise<boolean | null> {
  const { rows } = await sql<{ is_person: boolean | null }>`
    select session_choose_language(${hashToken(token)}, ${language}) as is_person`.execute(db);
  return rows[0]?.is_person ?? null;
}

/** The login of a person: their own address, and the hash of their password. */
export interface OwnLogin {
  readonly login_id: string;
  readonly email: string;
  readonly password_hash: string | null;
}

/**
 * Returns the login that a caller's session was begun with, or null for an API key. It is never looked up by the
 * membership: a company may give that another address in the same moment.
 */
export async function ownLogin(db: Database, { session }: Pick<Caller, 'session'>): Promise<OwnLogin | null> {
  if (!session) return null;
  const { rows } = await sql<OwnLogin>`select * from login_of_session(${session.id}::uuid)`.execute(db);
  return rows[0] ?? null;
}

/** Returns the memberships that a person may act in, the most recently used first. */
export async function membershipsOf(db: Database, loginId: string): Promise<readonly Membership[]> {
  return (await sql<Membership>`select * from memberships_of(${loginId}::uuid)`.execute(db)).rows;
}

/** Returns the memberships of whom a caller's session is: a person, or whom a provider named. None for an API key. */
export async function membershipsOfSession(
  db: Database,
  { session }: Pick<Caller, 'session'>,
): Promise<readonly Membership[]> {
  if (!session) return [];
  const { rows } = await sql<Membership>`
    select m.*, caller_held(m.tenant_id, m.user_id, null)->'role' as custom from memberships_of_session(${session.id}::uuid) m`.execute(
    db,
  );
  return rows;
}

/**
 * Sets the password of the person whose session a token names, in their request's transaction. The session continues
 * under `renewed` and the person's other sessions end. Returns false if the session has ended in the meantime.
 */
export async function changeOwnPassword(
  tx: Tx,
  token: string,
  renewed: string,
  hash: string,
): Promise<boolean> {
  const [row] = await tx.rows(sql<{ done: boolean }>`
    select password_change(${hashToken(token)}, ${hashToken(renewed)}, ${hash}) as done`);
  return row?.done ?? false;
}

/** Accepts a membership without a link: for the creator of a company, and for the demo's people. */
export async function acceptMembership(db: Database, tenantId: string, userId: string): Promise<void> {
  await sql`select membership_accept(${tenantId}::uuid, ${userId}::uuid)`.execute(db);
}

/** Does the same as `acceptMembership` within a request's transaction. */
export async function acceptWithin(tx: Tx, tenantId: string, userId: string): Promise<void> {
  await asSignIn(tx, () => tx.rows(sql`select membership_accept(${tenantId}::uuid, ${userId}::uuid)`));
}

/** Does what establishes who somebody is within a request's transaction, whose database role alone may not. */
export async function asSignIn<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const [before] = await tx.rows(sql<{ role: string }>`select current_setting('role') as role`);
  await tx.rows(sql`set local role tillhouse_auth`);
  const done = await work();
  // What follows may no more than before.
  await tx.rows(sql`select set_config('role', ${before?.role ?? 'tillhouse_app'}, true)`);
  return done;
}
