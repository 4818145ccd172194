import { sql } from 'kysely';
import type { Context } from 'hono';
import type { ShownPasskey } from '@/contract/passkeys';
import type { Database } from '../db/db';
import type { AppEnv, Parts } from '../http/http-env';
import { conflict, HttpProblem, invalid } from '../http/problems';
import { sessionEnded } from '../http/session-answers';
import type { Caller } from './caller';
import { verifyPasskey } from './passkey/verify';
import type { RelyingParty } from './passkey/relying-party';
import { originOf } from './request-origin';
import { countedAs, useCode } from './second-factor';
import { membershipsOfSession, ownLogin, type OwnLogin } from './sessions';
import { limitSignIns } from './sign-in-limits';

/** Returns the 409 of an act on one's own sign-in that is not there to be done. */

/** What is there of a request about one's own sign-in. */
export interface Own {
  readonly c: Context<AppEnv>;
  readonly caller: Caller;
  readonly parts: Parts;
}

/** Returns the login of a person's session. @throws 409 `no_person` for an API key, 401 for a session that has ended */
export async function loginOf({ caller, parts }: Pick<Own, 'caller' | 'parts'>): Promise<OwnLogin> {
  if (caller.userId === null || !caller.session)
    throw conflict('no_person', 'An API key is no person: it has no sign-in of its own');
  const login = await ownLogin(parts.db, caller);
  if (!login) throw await withoutLogin({ caller, parts });
  return login;
}

/** Returns the problem of a session that is no login's: 409 `no_login` where a provider began it, 401 where it has ended. */
export async function withoutLogin({
  caller,
  parts: { db },
}: {
  readonly caller: Caller;
  readonly parts: Pick<Parts, 'db'>;
}): Promise<HttpProblem> {
  if ((await membershipsOfSession(db, caller)).length === 0) return sessionEnded();
  return conflict(
    'no_login',
    'You signed in through a provider of your company: how you do is decided there',
  );
}

/** Counts a code that is tried as a sign-in is; null is a wrong one. @throws 422 `wrong_code` at `/code`; 429 */
export async function counted<T>(
  { c, parts: { db } }: Own,
  { email, login_id: loginId }: OwnLogin,
  code: string,
  work: () => Promise<T | null>,
): Promise<T> {
  const result = await limitSignIns(db).attempt(
    c,
    email,
    work,
    () => c.get('security').failed(c, 'locked_out', loginId),
    countedAs(code),
  );
  if (result !== null) return result;
  await c.get('security').failed(c, 'wrong_code', loginId);
  throw invalid([
    { pointer: '/code', code: 'wrong_code', detail: 'This code is not right, or was used before' },
  ]);
}

/** Requires a code, or a passkey, that is right. @throws 422 `wrong_code` at `/code`, `wrong_passkey` at `/passkey`; 429 */
export async function requireProof(
  own: Own,
  login: OwnLogin,
  proof: { readonly code: string } | { readonly passkey: ShownPasskey },
): Promise<void> {
  const { db, secretKeys, relyingParty } = own.parts;
  if ('passkey' in proof) return showPasskey(own, relyingParty, login, proof.passkey);
  const { code } = proof;
  await counted(own, login, code, () => useCode(db, secretKeys, login.login_id, code, originOf(own.c)));
}

/**
 * Requires the same where the password alone opens less than the person can: before a way to sign in is added or taken away.
 *
 * @returns whether something was shown
 * @throws 422 `required` at `/code` without any, and as `requireProof`
 */
export async function requireProofWhereGuarded(
  own: Own,
  login: OwnLogin,
  given: { readonly code: string } | { readonly passkey: ShownPasskey } | object,
): Promise<boolean> {
  if ('code' in given || 'passkey' in given) {
    await requireProof(own, login, given);
    return true;
  }
  if (!(await isGuarded(own.parts.db, login))) return false;
  const detail = 'A second factor is on: a code of it, or a passkey, is asked for first';
  throw invalid([{ pointer: '/code', code: 'required', detail }]);
}

/** Returns whether more than the password is shown before a way to sign in is added or taken away. */
export async function isGuarded(db: Database, { login_id: loginId }: OwnLogin): Promise<boolean> {
  const { rows } = await sql<{ guarded: boolean }>`
    select login_is_guarded(${loginId}::uuid) as guarded`.execute(db);
  return rows[0]?.guarded ?? false;
}

/** Requires a passkey of the session's person, and confirms the session by it. @throws 422 `wrong_passkey` at `/passkey`; 409; 429 */
export async function showPasskey(
  { c, caller, parts: { db } }: Pick<Own, 'c' | 'caller'> & { parts: Pick<Parts, 'db'> },
  relyingParty: RelyingParty | null | undefined,
  { email, login_id: loginId }: OwnLogin,
  answer: ShownPasskey,
): Promise<void> {
  if (!relyingParty) throw noPasskeys();
  const sessionId = caller.session?.id ?? '';
  const shown = await limitSignIns(db).attempt(
    c,
    email,
    async () => {
      const verified = await verifyPasskey(db, relyingParty, answer, { sessionId, loginId }, originOf(c));
      return 'refused' in verified ? null : verified;
    },
    () => c.get('security').failed(c, 'locked_out', loginId),
  );
  if (shown) return;
  await c.get('security').failed(c, 'passkey_refused', loginId);
  throw invalid([
    {
      pointer: '/passkey',
      code: 'wrong_passkey',
      detail: 'This passkey was not accepted, or took too long',
    },
  ]);
}

/** Returns the 409 of a service that takes no passkeys. */
export const noPasskeys = () =>
  conflict(
    'no_passkeys',
    'This service takes no passkeys: it does not know its address (TILLHOUSE_PUBLIC_URL)',
  );
