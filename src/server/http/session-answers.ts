import type { Context } from 'hono';
import { sql } from 'kysely';
import type { AppEnv } from './http-env';
import { originOf } from '../auth/request-origin';
import { cookieHeader, cookieToken, sessionCookie, sessionToken } from './browser';
import { callerBySession } from '../auth/authenticate';
import type { Database } from '../db/db';
import { me } from './me';
import { HttpProblem } from './problems';
import { secondFactorOf } from '../auth/second-factor';
import {
  beginSession,
  endSession,
  hashToken,
  newToken,
  type SessionOf,
  type Shown,
  type SignInWay,
} from '../auth/sessions';

/**
 * Signs an authenticated person or key in, and answers the session with its cookie; or, for a person with a second factor who has not shown
 * it, that a code is awaited (`POST /api/session/code`), with the cookie of this half of the sign-in. The demo's click is asked for none.
 *
 * @param onEntered is called when the person is in, before the answer.
 */
export async function signedIn(
  db: Database,
  c: Context<AppEnv>,
  whose: SessionOf,
  way: SignInWay,
  onEntered: () => Promise<void> = async () => undefined,
): Promise<Response> {
  if (!('userId' in whose) || whose.loginId === null || way === 'demo') return entered(db, c, whose, way);
  const { isOn, remembered } = await secondFactorOf(
    db,
    whose.loginId,
    cookieToken(c.req.raw.headers, 'remembered'),
  );
  if (!isOn || remembered !== null) {
    await onEntered();
    return entered(db, c, whose, way, isOn ? { second: 'remembered', remembered } : null);
  }
  const token = newToken();
  const { tenantId, companyId, userId, loginId } = whose;
  await sql`select login_pending_begin(${hashToken(token)}, ${loginId}::uuid, ${tenantId}::uuid, ${companyId}::uuid,
    ${userId}::uuid, ${way})`.execute(db);
  c.header('Set-Cookie', cookieHeader(c.req.raw, 'signIn', token));
  return c.json({ session: null, needs: 'code' });
}

/** Creates the session of who has shown all that is asked for, and answers it with its cookie. */
export async function entered(
  db: Database,
  c: Context<AppEnv>,
  whose: SessionOf,
  way: SignInWay,
  shown: Shown | null = null,
): Promise<Response> {
  const origin = originOf(c);
  const before = sessionToken(c.req.raw.headers);
  if (before !== null) await endSession(db, before, 'replaced', origin);
  const token = await beginSession(db, whose, way, origin, shown);
  const caller = await callerBySession(db, token);
  if (!caller) throw sessionEnded();
  c.get('security').line(c, 'sign_in', caller);
  c.header('Set-Cookie', sessionCookie(c.req.raw, token), { append: true });
  return c.json({ session: await me(db, caller) });
}

/** Returns a 401 that does not say which of the credentials is wrong. */
export const wrongCredentials = (what: string): HttpProblem =>
  new HttpProblem(401, 'wrong_credentials', 'Unauthorized', `${what} is not right`, {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/** Returns a 401 for a key that was right once; `detail` says what became of it, to who holds the whole key. */
export const refusedKey = (detail: string): HttpProblem =>
  new HttpProblem(401, 'wrong_credentials', 'Unauthorized', detail, {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/** Returns a 401: there is no session, or it has ended. */
export const sessionEnded = (): HttpProblem =>
  new HttpProblem(401, 'unauthenticated', 'Unauthorized', 'The session has ended; sign in again', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
