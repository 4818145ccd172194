import type { Context } from 'hono';
import { confirmBody, languageBody, passwordBody } from '@/contract/session';
import type { AppEnv, Parts } from '../http/http-env';
import { writeAuditEntry, takeRevision } from '../write/audit';
import { requireSameOrigin, sessionCookie, sessionToken } from '../http/browser';
import { callerByKey, callerOf, ownCallerOf } from './authenticate';
import { inScope, type Database } from '../db/db';
import { me } from '../http/me';
import { hashPassword, isPassword } from './password/password';
import { HttpProblem, invalid } from '../http/problems';
import { callerKey } from '../write/scope-key';
import { readBody } from '../http/body';
import { sessionEnded } from '../http/session-answers';
import { changeOwnPassword, chooseLanguage, confirmSession, newToken, ownLogin } from './sessions';
import { requireGoodPassword } from './password/password-strength';
import { requireNetwork } from './refused-keys';
import { originOf } from './request-origin';
import { showPasskey, withoutLogin } from './proof';
import type { SignInLimits } from './sign-in-limits';

/**
 * `PUT /api/session/password`: changes one's own password. The session that changed it continues under a new token
 * and the person's other sessions end, all in the transaction that writes the event. A session that lacks a second factor changes none.
 */
export async function changePassword(
  db: Database,
  limits: SignInLimits,
  c: Context<AppEnv>,
): Promise<Response> {
  requireSameOrigin(c.req.raw);
  const token = sessionToken(c.req.raw.headers);
  const caller = { ...(await callerOf(db, c.req.raw)), address: c.get('address') };
  const { current, password } = await readBody(c.req.raw, passwordBody);
  const who = caller.userId === null || token === null ? null : await me(db, caller);
  if (!who?.user || caller.userId === null || token === null) throw noPassword('An API key has no password');
  const login = await ownLogin(db, caller);
  if (!login) throw await withoutLogin({ caller, parts: { db } });
  const { email, password_hash } = login;
  // The demo's people sign in with a click: until they redeem a link there is no password to change.
  if (password_hash === null) throw noPassword('There is no password for this e-mail yet');
  requireGoodPassword(password, { email, companies: who.memberships.map(({ company }) => company.name) });
  const isTheirs = await limits.attempt(
    c,
    email,
    async () => ((await isPassword(current, password_hash)) ? true : null),
    () => c.get('security').failedAs(c, 'locked_out', caller),
  );
  if (!isTheirs) {
    await c.get('security').failedAs(c, 'reauthentication_failed', caller);
    throw wrongPassword('/current');
  }
  if (password === current) {
    const detail = 'This is the password of now';
    throw invalid([{ pointer: '/password', code: 'unchanged', detail }]);
  }
  const hash = await hashPassword(password);
  const renewed = newToken();
  const { userId } = caller;
  const isDone = await inScope(db, caller, 'read write', async (tx) => {
    await takeRevision(tx, caller, 'user');
    if (!(await changeOwnPassword(tx, token, renewed, hash))) return false;
    const payload = { password: '[redacted]' };
    await writeAuditEntry(tx, caller, { action: 'update', entity: 'user', id: userId, payload, aside: true });
    return true;
  });
  if (!isDone) throw sessionEnded();
  c.get('security').line(c, 'password_changed', caller);
  return new Response(null, { status: 204, headers: { 'Set-Cookie': sessionCookie(c.req.raw, renewed) } });
}

/**
 * `POST /api/session/confirmation`: confirms the password, a passkey, or the key that the session was signed in with, before a
 * write that requires it (http/app.ts). A person without a password, whom only the demo's click signs in, is
 * confirmed without one: the demo exists on loopback alone.
 */
export async function confirm(
  { db, relyingParty }: Pick<Parts, 'db' | 'relyingParty'>,
  limits: SignInLimits,
  c: Context<AppEnv>,
): Promise<Response> {
  requireSameOrigin(c.req.raw);
  const token = sessionToken(c.req.raw.headers);
  const caller = await ownCallerOf(db, c.req.raw);
  await requireNetwork(db, c, caller);
  const given = await readBody(c.req.raw, confirmBody);
  if (token === null || !caller.session) throw noPassword('An API key is shown with each request');
  const isKey = caller.userId === null;
  const login = await ownLogin(db, caller);
  if (!isKey && !login) throw await withoutLogin({ caller, parts: { db } });
  if ('passkey' in given) {
    if (!login) throw noPassword('An API key has no passkey');
    await showPasskey({ c, caller, parts: { db } }, relyingParty, login, given.passkey);
    await confirmSession(db, token, originOf(c));
    c.get('security').line(c, 'reauthenticated', caller);
    return new Response(null, { status: 204 });
  }
  const { email, password_hash } = login ?? { email: '', password_hash: null };
  const isRight = async () => {
    if (isKey) {
      const shown = 'key' in given ? await callerByKey(db, given.key) : null;
      return shown !== null && callerKey(shown) === callerKey(caller);
    }
    if (password_hash === null) return true;
    return 'password' in given && (await isPassword(given.password, password_hash));
  };
  const isTheirs = await limits.attempt(
    c,
    isKey ? `key ${caller.tenantId} ${caller.keyId}` : email,
    async () => ((await isRight()) ? true : null),
    () => c.get('security').failedAs(c, 'locked_out', caller),
  );
  if (!isTheirs) {
    await c.get('security').failedAs(c, 'reauthentication_failed', caller);
    throw wrongPassword(isKey ? '/key' : '/password');
  }
  if (!(await confirmSession(db, token, originOf(c)))) throw sessionEnded();
  c.get('security').line(c, 'reauthenticated', caller);
  return new Response(null, { status: 204 });
}

/**
 * `PUT /api/session/language`: keeps the language that a person chose, for whichever browser they sign in with. It is
 * no record of a company, so there is no event of it.
 */
export async function takeLanguage(db: Database, c: Context<AppEnv>): Promise<Response> {
  requireSameOrigin(c.req.raw);
  const token = sessionToken(c.req.raw.headers);
  const { language } = await readBody(c.req.raw, languageBody);
  const isPerson = token === null ? null : await chooseLanguage(db, token, language);
  if (isPerson === null) throw sessionEnded();
  if (!isPerson)
    throw new HttpProblem(409, 'no_person', 'Conflict', 'An API key is no person: it has no language');
  return new Response(null, { status: 204 });
}

const wrongPassword = (pointer: '/current' | '/password' | '/key') =>
  invalid([{ pointer, code: 'wrong_password', detail: 'This is not the one of now' }]);

/** Returns a 409: there is no password to change. */
const noPassword = (detail: string) => new HttpProblem(409, 'no_password', 'Conflict', detail);
