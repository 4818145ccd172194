import { Hono, type Context } from 'hono';
import { parseActingAs, switchBody } from '@/contract/acting-as';
import { typedEmail } from '@/contract/email';
import { signInBody } from '@/contract/session';
import type { AppEnv, Parts } from '../http/http-env';
import { originOf } from './request-origin';
import { limitSignIns, type SignInLimits } from './sign-in-limits';
import { forgottenRoute } from './forgotten';
import { beginPasskeySignIn, signInByPasskey } from './passkey/routes';
import { openProviders } from './provider/client';
import { answerOfProvider, beginAgain, beginAtProvider, offerProviders } from './provider/flow';
import { logoutByProvider } from './provider/standing';
import { recordId } from '../http/routes';
import { endSignIn } from './sign-in-code';
import { askForAddress } from './own-address';
import { changePassword, confirm, takeLanguage } from './own-account';
import { requireSameOrigin, sessionCookie, sessionToken } from '../http/browser';
import type { Caller } from './caller';
import { callerByKey, callerBySession } from './authenticate';
import type { Database } from '../db/db';
import { invitationRoutes } from './invitation-routes';
import { me } from '../http/me';
import { isPassword } from './password/password';
import { notFound } from '../http/problems';
import { recipientRoutes } from '../mail/recipients';
import { readBody } from '../http/body';
import { refusedKey, sessionEnded, signedIn, wrongCredentials } from '../http/session-answers';
import { isFromNetwork, noteRefusedKey, requireNetwork } from './refused-keys';
import { endSession, loginByEmail, membershipsOf, switchSession, type SessionOf } from './sessions';

/**
 * Routes to sign in and out and to switch the membership (docs/design.md#sessions). None of them is under
 * `/api/secure`.
 */
export function sessionRoutes({
  db,
  mail,
  secretKeys,
  relyingParty,
  tables,
  publicUrl,
  providers = openProviders(secretKeys),
}: Pick<
  Parts,
  'db' | 'mail' | 'secretKeys' | 'relyingParty' | 'tables' | 'publicUrl' | 'providers'
>): Hono<AppEnv> {
  const site = { db, ...(relyingParty && { relyingParty }) };
  const limits = limitSignIns(db);
  const providerSite = { db, tables, publicUrl, providers, ...(secretKeys && { secretKeys }) };
  const routes = new Hono<AppEnv>();
  // These answers belong to one person at one moment: no cache may store them.
  for (const path of ['/api/session/*', '/api/sign-in/*', '/api/invitation/*', '/api/recipient/*']) {
    routes.use(path, async (c, next) => {
      await next();
      c.res.headers.set('Cache-Control', 'no-store');
    });
  }

  routes.get('/api/session', async (c) => {
    const caller = await callerInside(db, c);
    return c.json({ session: caller && (await me(db, caller)) });
  });

  routes.post('/api/session', async (c) => {
    requireSameOrigin(c.req.raw, 'let in');
    const given = await readBody(c.req.raw, signInBody);
    if ('passkey' in given) return signInByPasskey(site, limits, c, given.passkey);
    const whose =
      'key' in given ? await byKey(db, limits, c, given.key) : await byPassword(db, limits, c, given);
    if (!whose) throw wrongCredentials('key' in given ? 'The key' : 'The e-mail or the password');
    if ('key' in given) return signedIn(db, c, whose, 'key');
    // Where a code is awaited, nobody has signed in from there yet.
    return signedIn(db, c, whose, 'password', () => limits.succeeded(c, canonical(given.email)));
  });

  routes.post('/api/session/passkey', (c) => beginPasskeySignIn(site, c));
  routes.post('/api/session/providers', (c) => offerProviders(providerSite, c));
  routes.post('/api/session/provider', (c) => beginAgain(providerSite, c));
  routes.post('/api/sign-in/:id', (c) => beginAtProvider(providerSite, c, recordId(c.req.param('id'))));
  routes.get('/api/sign-in/:id/callback', (c) =>
    answerOfProvider(providerSite, c, recordId(c.req.param('id'))),
  );
  routes.post('/api/sign-in/:id/logout', (c) =>
    logoutByProvider(providerSite, c, recordId(c.req.param('id'))),
  );
  routes.post('/api/session/code', (c) => endSignIn(db, secretKeys, limits, c));

  routes.put('/api/session', async (c) => {
    requireSameOrigin(c.req.raw);
    const given = await readBody(c.req.raw, switchBody);
    const wanted = parseActingAs('acting_as' in given ? given.acting_as : given.user_id);
    const token = sessionToken(c.req.raw.headers);
    if (token === null || !(await callerBySession(db, token))) throw sessionEnded();
    const renewed = wanted && (await switchSession(db, token, wanted, originOf(c)));
    if (renewed === null) throw notFound('There is no such membership of yours');
    const caller = await callerBySession(db, renewed);
    if (!caller) throw sessionEnded();
    c.header('Set-Cookie', sessionCookie(c.req.raw, renewed));
    return c.json({ session: await me(db, caller) });
  });

  routes.delete('/api/session', (c) => signOut(db, c, 'this'));
  routes.delete('/api/session/everywhere', (c) => signOut(db, c, 'everywhere'));
  routes.put('/api/session/password', (c) => changePassword(db, limits, c));
  routes.post('/api/session/address', (c) => askForAddress(db, mail, limits, c));
  routes.put('/api/session/language', (c) => takeLanguage(db, c));
  routes.post('/api/session/forgotten', forgottenRoute(db, mail));
  routes.post('/api/session/confirmation', (c) => confirm(site, limits, c));
  routes.route('/', invitationRoutes(db, limits));
  routes.route('/', recipientRoutes(db));
  return routes;
}

async function callerInside(db: Database, c: Context<AppEnv>): Promise<Caller | null> {
  const token = sessionToken(c.req.raw.headers);
  const caller = token === null ? null : await callerBySession(db, token);
  return caller && isFromNetwork(caller, c.get('address')) ? caller : null;
}

async function byKey(
  db: Database,
  limits: SignInLimits,
  c: Context<AppEnv>,
  key: string,
): Promise<SessionOf | null> {
  const caller = await limits.attempt(
    c,
    `key ${key}`,
    () => callerByKey(db, key),
    () => c.get('security').failed(c, 'locked_out', null),
  );
  if (caller) await requireNetwork(db, c, caller);
  if (caller?.keyId) return { tenantId: caller.tenantId, companyId: caller.companyId, keyId: caller.keyId };
  await c.get('security').failed(c, 'sign_in_failed', null);
  const detail = await noteRefusedKey(db, c, key);
  if (detail !== null) throw refusedKey(detail);
  return null;
}

/** What a typed e-mail is counted for: its canonical form, or the text if it is none. */
const canonical = (typed: string): string => typedEmail(typed) ?? typed;

async function byPassword(
  db: Database,
  limits: SignInLimits,
  c: Context<AppEnv>,
  { email: typed, password }: { email: string; password: string },
): Promise<SessionOf | null> {
  const email = canonical(typed);
  const login = async () => (await loginByEmail(db, email)).login_id;
  const whose = await limits.attempt(
    c,
    email,
    () => sessionOfPassword(db, email, password),
    async () => c.get('security').failed(c, 'locked_out', await login()),
    'password',
  );
  if (whose === null) await c.get('security').failed(c, 'sign_in_failed', await login());
  return whose;
}

async function sessionOfPassword(db: Database, email: string, password: string): Promise<SessionOf | null> {
  const { login_id, password_hash } = await loginByEmail(db, email);
  if (!(await isPassword(password, password_hash)) || login_id === null) return null;
  const [first] = await membershipsOf(db, login_id);
  return first
    ? { tenantId: first.tenant_id, companyId: first.company_id, userId: first.user_id, loginId: login_id }
    : null;
}

async function signOut(db: Database, c: Context<AppEnv>, which: 'this' | 'everywhere'): Promise<Response> {
  requireSameOrigin(c.req.raw);
  const token = sessionToken(c.req.raw.headers);
  if (token !== null) await endSession(db, token, which, originOf(c));
  return new Response(null, { status: 204, headers: { 'Set-Cookie': sessionCookie(c.req.raw, null) } });
}
