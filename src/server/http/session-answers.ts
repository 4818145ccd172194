import type { Context } from 'hono';
import type { AppEnv } from './http-env';
import { originOf } from '../auth/request-origin';
import { sessionCookie, sessionToken } from './browser';
import { callerBySession } from '../auth/authenticate';
import type { Database } from '../db/db';
import { me } from './me';
import { HttpProblem } from './problems';
import { beginSession, endSession, type SessionOf, type SignInWay } from '../auth/sessions';

/** Creates a session for an authenticated person or key, and answers it with its cookie. */
export async function signedIn(
  db: Database,
  c: Context<AppEnv>,
  whose: SessionOf,
  way: SignInWay,
): Promise<Response> {
  const origin = originOf(c);
  const before = sessionToken(c.req.raw.headers);
  if (before !== null) await endSession(db, before, 'replaced', origin);
  const token = await beginSession(db, whose, way, origin);
  const caller = await callerBySession(db, token);
  if (!caller) throw sessionEnded();
  c.get('security').line(c, 'sign_in', caller);
  c.header('Set-Cookie', sessionCookie(c.req.raw, token));
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
