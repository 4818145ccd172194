import { sql } from 'kysely';
import type { Context } from 'hono';
import {
  addPasskeyBody,
  mostPasskeys,
  ownPasskey,
  passkeyNameBody,
  passkeyOptions,
  type OwnPasskey,
  type ShownPasskey,
} from '@/contract/passkeys';
import { guardedBody } from '@/contract/second-factor';
import { everybody } from '@/contract/role';
import { trusted, type Database } from '../../db/db';
import { wireTime } from '../../db/table';
import { cookieHeader, cookieToken, requireSameOrigin } from '../../http/browser';
import { endpoints, jsonAnswer, route } from '../../http/endpoint';
import type { AppEnv, Parts } from '../../http/http-env';
import { conflict, invalid, notFound } from '../../http/problems';
import { entered, wrongCredentials } from '../../http/session-answers';
import type { Caller } from '../caller';
import {
  addPasskey,
  newPasskeyOptions,
  passkeyOf,
  proofOptions,
  signInOptions,
  verifyPasskey,
} from './verify';
import { loginOf, noPasskeys, requireProofWhereGuarded } from '../proof';
import { originOf } from '../request-origin';
import { membershipsOf, newToken } from '../sessions';
import { countFromAddress, type SignInLimits } from '../sign-in-limits';

/** Passkeys of the person, the one used last first. */
export async function ownPasskeys(
  db: Database,
  { session }: Caller,
  loginId: string,
  only: string | null = null,
): Promise<readonly OwnPasskey[]> {
  const { rows } = await sql<OwnPasskey>`
    select k.id, k.name, ${trusted(wireTime('k.made_at'))} as made_at, ${trusted(wireTime('k.used_at'))} as used_at,
      ${trusted(wireTime('k.refused_at'))} as refused_at,
      k.id is not distinct from session_passkey(${session?.id}::uuid) as current
    from login_passkeys_of(${loginId}::uuid) k where ${only}::uuid is null or k.id = ${only}::uuid`.execute(
    db,
  );
  return rows;
}

const noStore = (c: Context<AppEnv>) => c.header('Cache-Control', 'no-store');
const sessionOf = ({ session }: Caller): string => session?.id ?? '';

/** Endpoints of a person's own passkeys (docs/security.md#passkeys), which a session that lacks a second factor reaches. */
export const passkeyAddresses = endpoints(
  route({
    method: 'POST',
    path: '/session/passkeys/challenge',
    operationId: 'challenge_passkey',
    tag: 'session',
    summary:
      'What a browser is asked for that shows a passkey of the person, in place of the password or a code',
    needs: everybody,
    answers: {
      201: jsonAnswer('The options of WebAuthn; they work once, for five minutes.', passkeyOptions),
    },
    problems: [409],
    handle: async ({ c, caller, parts }) => {
      noStore(c);
      const login = await loginOf({ caller, parts });
      if (!parts.relyingParty) throw noPasskeys();
      const options = await proofOptions(parts.db, parts.relyingParty, login, sessionOf(caller));
      if (!options) throw conflict('no_passkey', 'There is no passkey of yours');
      return c.json(options, 201);
    },
  }),
  route({
    method: 'POST',
    path: '/session/passkeys/options',
    operationId: 'begin_passkey',
    tag: 'session',
    summary: 'What a browser is asked to make, to add a passkey',
    description:
      'It asks for the password again once that is ten minutes old, and for a code or a passkey where `is_guarded` says so.',
    needs: everybody,
    body: guardedBody,
    answers: {
      201: jsonAnswer('The options of WebAuthn; they work once, for five minutes.', passkeyOptions),
    },
    problems: [409],
    handle: async ({ c, caller, parts, body }) => {
      noStore(c);
      const login = await loginOf({ caller, parts });
      if (!parts.relyingParty) throw noPasskeys();
      const hasShown = await requireProofWhereGuarded({ c, caller, parts }, login, body);
      return c.json(
        await newPasskeyOptions(parts.db, parts.relyingParty, login, sessionOf(caller), hasShown),
        201,
      );
    },
  }),
  route({
    method: 'POST',
    path: '/session/passkeys',
    operationId: 'add_passkey',
    tag: 'session',
    summary: 'Add the passkey that the browser has made; the session has shown it with that',
    needs: everybody,
    body: addPasskeyBody,
    answers: { 201: jsonAnswer('The passkey.', ownPasskey) },
    problems: [409],
    handle: async ({ c, caller, parts, body: { name, passkey } }) => {
      noStore(c);
      const { login_id: loginId } = await loginOf({ caller, parts });
      if (!parts.relyingParty) throw noPasskeys();
      const whose = { sessionId: sessionOf(caller), loginId };
      const added = await addPasskey(parts.db, parts.relyingParty, name, passkey, whose, originOf(c));
      if (added === 'too many')
        throw conflict('too_many_passkeys', `There are ${mostPasskeys} passkeys already: remove one first`);
      if (added === 'known') throw conflict('passkey_known', 'This passkey is added already');
      if (added === 'wrong') {
        const detail = 'This passkey was not accepted, or took too long';
        throw invalid([{ pointer: '/passkey', code: 'wrong_passkey', detail }]);
      }
      c.get('security').line(c, 'passkey_added', caller);
      const [made] = await ownPasskeys(parts.db, caller, loginId, added.id);
      return c.json(made, 201);
    },
  }),
  route({
    method: 'PUT',
    path: '/session/passkeys/:id/name',
    operationId: 'rename_passkey',
    tag: 'session',
    summary: 'Give a passkey another name',
    needs: everybody,
    body: passkeyNameBody,
    answers: { 200: jsonAnswer('The passkey.', ownPasskey) },
    problems: [409],
    handle: async ({ c, caller, parts, params: { id }, body: { name } }) => {
      noStore(c);
      const { login_id: loginId } = await loginOf({ caller, parts });
      const { rows } = await sql<{ done: boolean }>`
        select login_passkey_rename(${loginId}::uuid, ${id}::uuid, ${name}) as done`.execute(parts.db);
      const [named] = await ownPasskeys(parts.db, caller, loginId, id);
      if (!rows[0]?.done || !named) throw noSuchPasskey();
      return c.json(named);
    },
  }),
  route({
    method: 'POST',
    path: '/session/passkeys/:id/remove',
    operationId: 'remove_passkey',
    tag: 'session',
    summary: 'Remove a passkey; it opens nothing any more, and other sessions that it began end',
    description:
      'It asks for the password again once that is ten minutes old, and for a code or a passkey where `is_guarded` says so.',
    needs: everybody,
    body: guardedBody,
    answers: { 204: { description: 'It is done.' } },
    problems: [409],
    handle: async ({ c, caller, parts, params: { id }, body }) => {
      const login = await loginOf({ caller, parts });
      await requireProofWhereGuarded({ c, caller, parts }, login, body);
      const { address, requestId } = originOf(c);
      const { rows } = await sql<{ done: boolean }>`
        select login_passkey_remove(${sessionOf(caller)}::uuid, ${id}::uuid, ${address}, ${requestId}) as done`.execute(
        parts.db,
      );
      if (!rows[0]?.done) throw noSuchPasskey();
      c.get('security').line(c, 'passkey_removed', caller);
      return new Response(null, { status: 204 });
    },
  }),
);

const noSuchPasskey = () => notFound('There is no such passkey of yours');

/** Beginnings a minute from one address: each is a row for five minutes. */
const beginnings = 60;

type Site = Pick<Parts, 'db' | 'relyingParty'>;

/**
 * `POST /api/session/passkey`: what a browser is asked for at the sign-in page, whoever is there, with the cookie of this beginning.
 *
 * @throws 409 `no_passkeys`; 429
 */
export async function beginPasskeySignIn({ db, relyingParty }: Site, c: Context<AppEnv>): Promise<Response> {
  requireSameOrigin(c.req.raw, 'let in');
  if (!relyingParty) throw noPasskeys();
  await countFromAddress(db, c, 'passkey', beginnings);
  const token = newToken();
  const options = await signInOptions(db, relyingParty, token);
  c.header('Set-Cookie', cookieHeader(c.req.raw, 'passkey', token));
  return c.json(options, 201);
}

/** Signs in who shows a passkey, which counts as both factors. @throws 401 `wrong_credentials`; 409 `no_passkeys`; 429 */
export async function signInByPasskey(
  { db, relyingParty }: Site,
  limits: SignInLimits,
  c: Context<AppEnv>,
  answer: ShownPasskey,
): Promise<Response> {
  if (!relyingParty) throw noPasskeys();
  const token = cookieToken(c.req.raw.headers, 'passkey');
  // Whose it says that it is: who signed in from there before is counted apart, as with a password.
  const claimed = await passkeyOf(db, answer.id);
  const loginId = claimed?.login_id ?? null;
  const shown = await limits.attempt(
    c,
    claimed?.email ?? null,
    async () => {
      const verified = await verifyPasskey(db, relyingParty, answer, { token }, originOf(c));
      return 'refused' in verified ? null : verified;
    },
    () => c.get('security').failed(c, 'locked_out', loginId),
  );
  c.header('Set-Cookie', cookieHeader(c.req.raw, 'passkey', null), { append: true });
  const [first] = shown ? await membershipsOf(db, shown.loginId) : [];
  if (!shown || !first) {
    await c.get('security').failed(c, 'passkey_refused', loginId);
    throw wrongCredentials('The passkey');
  }
  c.header('Set-Cookie', cookieHeader(c.req.raw, 'signIn', null), { append: true });
  const whose = {
    tenantId: first.tenant_id,
    companyId: first.company_id,
    userId: first.user_id,
    loginId: shown.loginId,
  };
  return entered(db, c, whose, 'passkey', {
    second: 'passkey',
    remembered: null,
    passkey: shown.passkeyId,
  });
}
