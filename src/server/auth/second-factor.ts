import { sql, type RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import { Secret, TOTP } from 'otpauth';
import { codeSeconds, isAppCode, recoveryCodes, type SecondFactor } from '@/contract/second-factor';
import type { Database } from '../db/db';
import { HttpProblem } from '../http/problems';
import type { RequestOrigin } from './request-origin';
import { secretPurpose } from '../webhooks/secrets';
import type { SecretKeys } from './secret-keys';
import { purposes } from './provider/client';
import { hashToken, newToken, type OwnLogin } from './sessions';
import { hashCode, makeCode } from './typed-code';

const purpose = 'authenticator';
/** A clock may be one step early or late. */
const drift = 1;

const totpOf = (secret: Secret, email: string): TOTP =>
  new TOTP({ issuer: 'Tillhouse', label: email, secret, algorithm: 'SHA1', digits: 6, period: codeSeconds });

/** Returns the step of 30 seconds that a code of six digits is of, or null if it is of none near now. */
function stepOf(secret: string, typed: string): number | null {
  const totp = totpOf(Secret.fromBase32(secret), '');
  const delta = totp.validate({ token: typed.replaceAll(/[\s-]/g, ''), window: drift });
  return delta === null ? null : totp.counter() + delta;
}

const first = async <T extends object>(db: Database, query: RawBuilder<T>): Promise<T | null> =>
  (await query.execute(db)).rows[0] ?? null;

/** As what a typed code is counted (auth/sign-in-limits.ts). Nobody guesses a recovery code: it works also where too many of the app were tried. */
export const countedAs = (typed: string): 'code' | 'password' => (isAppCode(typed) ? 'code' : 'password');

/** Returns whether a person is asked for a code, and which remembered browser the token of its cookie is. */
export async function secondFactorOf(
  db: Database,
  loginId: string,
  rememberedToken: string | null,
): Promise<{ readonly isOn: boolean; readonly remembered: string | null }> {
  const hash = rememberedToken === null ? null : hashToken(rememberedToken);
  const row = await first(
    db,
    sql<{
      is_on: boolean;
      remembered: string | null;
    }>`select * from login_second_factor(${loginId}::uuid, ${hash})`,
  );
  return { isOn: row?.is_on ?? false, remembered: row?.remembered ?? null };
}

/** Remembers a browser for 30 days; returns its id and the token of its cookie. */
export async function rememberBrowser(
  db: Database,
  loginId: string,
  { agent, address }: RequestOrigin,
): Promise<{ readonly id: string; readonly token: string }> {
  const token = newToken();
  const row = await first(
    db,
    sql<{
      id: string;
    }>`select login_remember(${loginId}::uuid, ${hashToken(token)}, ${agent}, ${address}) as id`,
  );
  if (!row) throw new Error('A browser was not remembered');
  return { id: row.id, token };
}

/**
 * Uses up a code of a person, of the app or a recovery code: each works once. Returns which it was, or null if it is wrong.
 *
 * @param half the token of the half sign-in that it ends, with the code or not at all
 * @throws 503 `no_key` for a code of the app whose secret this service cannot read
 */
export async function useCode(
  db: Database,
  keys: SecretKeys | undefined,
  loginId: string,
  typed: string,
  { address, requestId }: RequestOrigin,
  half: string | null = null,
): Promise<SecondFactor | null> {
  const pending = half === null ? null : hashToken(half);
  if (!isAppCode(typed)) {
    const row = await first(
      db,
      sql<{ used: boolean }>`select login_recovery_code_use(${loginId}::uuid, ${hashCode(typed)},
        ${pending}::bytea, ${address}, ${requestId}) as used`,
    );
    return row?.used ? 'recovery_code' : null;
  }
  const row = await first(
    db,
    sql<{ sealed: string }>`select * from login_authenticator_of(${loginId}::uuid)`,
  );
  if (!row) return null;
  const step = stepOf(openSecret(keys, loginId, row.sealed), typed);
  if (step === null) return null;
  const used = await first(
    db,
    sql<{ used: boolean }>`select login_code_use(${loginId}::uuid, ${step}, ${pending}::bytea) as used`,
  );
  return used?.used ? 'app' : null;
}

function openSecret(keys: SecretKeys | undefined, loginId: string, sealed: string): string {
  const secret = keys?.open(purpose, loginId, sealed) ?? null;
  if (secret !== null) return secret;
  throw new HttpProblem(
    503,
    'no_key',
    'Service unavailable',
    'The service cannot read this authenticator: its file of keys is another one. A recovery code works',
  );
}

/**
 * Begins to set an authenticator up, in place of any that was begun before. The secret is in this answer alone.
 *
 * @param hasShown whether a code of the one that is on was shown: it is not replaced without
 */
export async function beginAuthenticator(
  db: Database,
  keys: SecretKeys,
  { login_id: loginId, email }: OwnLogin,
  hasShown: boolean,
): Promise<{ secret: string; uri: string; expires_at: string }> {
  const secret = new Secret({ size: 20 });
  const sealed = keys.seal(purpose, loginId, secret.base32);
  const row = await first(
    db,
    sql<{ ends: Date }>`select login_authenticator_begin(${loginId}::uuid, ${sealed}, ${hasShown}) as ends`,
  );
  if (!row) throw new Error('An authenticator was not begun');
  return {
    secret: secret.base32,
    uri: totpOf(secret, email).toString(),
    expires_at: row.ends.toISOString(),
  };
}

/**
 * Checks the first code of an authenticator that is set up, and makes its recovery codes, which are in this answer alone.
 *
 * @returns null for a wrong code, 'over' where none is set up any more
 */
export async function checkAuthenticator(
  db: Database,
  keys: SecretKeys | undefined,
  loginId: string,
  typed: string,
): Promise<readonly string[] | 'over' | null> {
  const row = await first(
    db,
    sql<{ sealed: string | null }>`select login_authenticator_begun(${loginId}::uuid) as sealed`,
  );
  if (!row?.sealed) return 'over';
  const step = stepOf(openSecret(keys, loginId, row.sealed), typed);
  if (step === null) return null;
  const codes = makeRecoveryCodes();
  const done = await first(
    db,
    sql<{ done: boolean }>`select login_authenticator_checked(${loginId}::uuid, ${row.sealed}, ${step},
      ${codes.map(hashCode)}::bytea[]) as done`,
  );
  return done?.done ? codes : 'over';
}

/** Turns on what was set up and checked; the person's other sessions end. Returns false where there is nothing. */
export async function turnOn(
  db: Database,
  sessionId: string,
  { address, requestId }: RequestOrigin,
): Promise<boolean> {
  const row = await first(
    db,
    sql<{
      done: boolean;
    }>`select login_authenticator_on(${sessionId}::uuid, ${address}, ${requestId}) as done`,
  );
  return row?.done ?? false;
}

/** Turns a person's authenticator off, and what belongs to it. Returns false where there is none. */
export async function turnOff(
  db: Database,
  loginId: string,
  { address, requestId }: RequestOrigin,
): Promise<boolean> {
  const row = await first(
    db,
    sql<{
      done: boolean;
    }>`select login_authenticator_off(${loginId}::uuid, 'second_factor_off', ${address}, ${requestId}) as done`,
  );
  return row?.done ?? false;
}

/**
 * Takes all that a person shows besides the password: authenticator and passkeys. `kind` is what the security log calls it. Returns false
 * where there is nothing.
 */
export async function resetSecondFactor(
  db: Database,
  loginId: string,
  kind: 'second_factor_off' | 'second_factor_reset',
  { address, requestId }: RequestOrigin,
): Promise<boolean> {
  const row = await first(
    db,
    sql<{
      done: boolean;
    }>`select login_second_factor_reset(${loginId}::uuid, ${kind}, ${address}, ${requestId}) as done`,
  );
  return row?.done ?? false;
}

/** Makes ten new recovery codes in place of the old ones; they are in this answer alone. Null without an authenticator. */
export async function renewRecoveryCodes(
  db: Database,
  loginId: string,
  { address, requestId }: RequestOrigin,
): Promise<readonly string[] | null> {
  const codes = makeRecoveryCodes();
  const row = await first(
    db,
    sql<{ done: boolean }>`select login_recovery_codes_make(${loginId}::uuid, ${codes.map(hashCode)}::bytea[],
      ${address}, ${requestId}) as done`,
  );
  return row?.done ? codes : null;
}

/** Returns ten codes of 80 random bits, such as `7KQ2-M9XD-4HTP-R3VA`. */
const makeRecoveryCodes = (): string[] => Array.from({ length: recoveryCodes }, () => makeCode(16));

/** Encrypts anew, under the first key of the file, what other keys of it encrypted: those may then be taken out. */
export async function sealUnderFirstKey(
  db: Database,
  keys: SecretKeys,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<void> {
  const kinds = [
    {
      purpose,
      under: sql<Sealed>`select login_id as id, sealed from login_authenticators_under(${keys.current})`,
      keep: (id: string, former: string, anew: string) =>
        sql`select login_authenticator_sealed(${id}::uuid, ${former}, ${anew})`,
      lost: 'authenticators are under no key of the file: their codes are not accepted',
    },
    {
      purpose: purposes.secret,
      under: sql<Sealed>`select provider_id as id, sealed from provider_secrets_under(${keys.current})`,
      keep: (id: string, former: string, anew: string) =>
        sql`select provider_secret_sealed(${id}::uuid, ${former}, ${anew})`,
      lost: 'secrets of providers are under no key of the file: nobody signs in by them',
    },
    {
      purpose: secretPurpose,
      under: sql<Sealed>`select id, sealed from webhook_secrets_under(${keys.current})`,
      keep: (id: string, former: string, anew: string) =>
        sql`select webhook_secret_sealed(${id}::uuid, ${former}, ${anew})`,
      lost: 'secrets of webhooks are under no key of the file: nothing is sent to them',
    },
  ];
  for (const kind of kinds) {
    const { rows } = await kind.under.execute(db);
    let unread = 0;
    for (const { id, sealed } of rows) {
      const secret = keys.open(kind.purpose, id, sealed);
      if (secret === null) unread += 1;
      else await kind.keep(id, sealed, keys.seal(kind.purpose, id, secret)).execute(db);
    }
    if (rows.length > unread)
      log.info(`${rows.length - unread} secrets were encrypted under the first key of the file`);
    if (unread > 0) log.warn(`${unread} ${kind.lost}`);
  }
}

interface Sealed {
  readonly id: string;
  readonly sealed: string;
}
