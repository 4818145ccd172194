import { Hono, type Context } from 'hono';
import { passwordBody, signInBody, switchBody } from '@/core/contract/session';
import type { AppEnv } from './app';
import { logDeed, takeRevision } from './audit';
import { requireSameOrigin, sessionCookie, sessionToken } from './browser';
import { callerByKey, callerBySession, callerOf, type Caller } from './caller';
import { inScope, type Database } from './db';
import { invitationRoutes } from './invitation-routes';
import { limitSignIns, type SignInLimits } from './limits';
import { me } from './me';
import { hashPassword, isPassword } from './password';
import { HttpProblem, invalid, notFound } from './problems';
import { chosenPassword, ended, readBody, signedIn, wrongCredentials } from './session-answers';
import {
  endSession,
  loginByEmail,
  membershipsOf,
  setPassword,
  switchSession,
  type SessionOf,
} from './sessions';

/** Signing in and out, and whom one acts as (design 5, Sessions). None of it is under `/api/secure`. */
export function sessionRoutes(db: Database): Hono<AppEnv> {
  const limits = limitSignIns();
  const routes = new Hono<AppEnv>();
  // What is answered here is of one moment and one person, and nothing may keep it.
  for (const path of ['/api/session/*', '/api/invitation/*']) {
    routes.use(path, async (c, next) => {
      await next();
      c.res.headers.set('Cache-Control', 'no-store');
    });
  }

  routes.get('/api/session', async (c) => {
    const caller = await callerInside(db, c.req.raw);
    return c.json({ session: caller && (await me(db, caller)) });
  });

  routes.post('/api/session', async (c) => {
    requireSameOrigin(c.req.raw, 'let in');
    const given = await readBody(c, signInBody);
    const whose =
      'key' in given
        ? await limits.attempt(c, null, () => sessionOfKey(db, given.key))
        : await limits.attempt(c, given.email, () => sessionOfPassword(db, given.email, given.password));
    if (!whose) throw wrongCredentials('key' in given ? 'The key' : 'The e-mail or the password');
    return signedIn(db, c, whose);
  });

  routes.put('/api/session', async (c) => {
    requireSameOrigin(c.req.raw);
    const { user_id } = await readBody(c, switchBody);
    const token = sessionToken(c.req.raw.headers);
    if (token === null || !(await callerBySession(db, token))) throw ended();
    if (!(await switchSession(db, token, user_id))) throw notFound('There is no such membership of yours');
    const caller = await callerBySession(db, token);
    if (!caller) throw ended();
    return c.json({ session: await me(db, caller) });
  });

  routes.delete('/api/session', (c) => signOut(db, c, false));
  routes.delete('/api/session/everywhere', (c) => signOut(db, c, true));
  routes.put('/api/session/password', (c) => changePassword(db, limits, c));
  routes.route('/', invitationRoutes(db, limits));
  return routes;
}

async function callerInside(db: Database, request: Request): Promise<Caller | null> {
  const token = sessionToken(request.headers);
  return token === null ? null : callerBySession(db, token);
}

async function sessionOfKey(db: Database, key: string): Promise<SessionOf | null> {
  const caller = await callerByKey(db, key);
  if (!caller?.keyId) return null;
  return { tenantId: caller.tenantId, companyId: caller.companyId, keyId: caller.keyId };
}

async function sessionOfPassword(db: Database, email: string, password: string): Promise<SessionOf | null> {
  const { login_id, password_hash } = await loginByEmail(db, email);
  if (!(await isPassword(password, password_hash)) || login_id === null) return null;
  const [first] = await membershipsOf(db, login_id);
  return first ? { tenantId: first.tenant_id, companyId: first.company_id, userId: first.user_id } : null;
}

async function signOut(db: Database, c: Context<AppEnv>, everywhere: boolean): Promise<Response> {
  requireSameOrigin(c.req.raw);
  const token = sessionToken(c.req.raw.headers);
  if (token !== null) await endSession(db, token, everywhere);
  return new Response(null, { status: 204, headers: { 'Set-Cookie': sessionCookie(c.req.raw, null) } });
}

async function changePassword(db: Database, limits: SignInLimits, c: Context<AppEnv>): Promise<Response> {
  requireSameOrigin(c.req.raw);
  const token = sessionToken(c.req.raw.headers);
  const caller = await callerOf(db, c.req.raw);
  const { current, password } = await readBody(c, passwordBody);
  const who = caller.userId === null || token === null ? null : (await me(db, caller)).user;
  if (!who || caller.userId === null) throw noPassword('An API key has no password');
  const { login_id, password_hash } = await loginByEmail(db, who.email);
  // The demo's people are let in by a click: until they have taken up a link there is nothing to change.
  if (password_hash === null) throw noPassword('There is no password for this e-mail yet');
  chosenPassword(password, who.email);
  const isTheirs = await limits.attempt(c, who.email, async () =>
    (await isPassword(current, password_hash)) ? true : null,
  );
  if (!isTheirs || login_id === null) {
    const detail = 'This is not the password of now';
    throw invalid([{ pointer: '/current', code: 'wrong_password', detail }]);
  }
  if (password === current) {
    const detail = 'This is the password of now';
    throw invalid([{ pointer: '/password', code: 'unchanged', detail }]);
  }
  const hash = await hashPassword(password);
  const { userId } = caller;
  await inScope(db, caller, 'read write', async (tx) => {
    await takeRevision(tx, caller, 'user');
    await logDeed(tx, caller, {
      action: 'update',
      entity: 'user',
      id: userId,
      payload: { password: '[redacted]' },
      aside: true,
    });
  });
  await setPassword(db, login_id, hash, token);
  return new Response(null, { status: 204 });
}

/** 409: there is nothing to change. */
const noPassword = (detail: string) => new HttpProblem(409, 'no_password', 'Conflict', detail);
