import { sql } from 'kysely';
import type { Context } from 'hono';
import { rememberedDays, signInCodeBody } from '@/contract/second-factor';
import type { Database } from '../db/db';
import { readBody } from '../http/body';
import { cookieHeader, cookieToken, requireSameOrigin } from '../http/browser';
import type { AppEnv } from '../http/http-env';
import { HttpProblem } from '../http/problems';
import { entered } from '../http/session-answers';
import { originOf } from './request-origin';
import { countedAs, rememberBrowser, useCode } from './second-factor';
import type { SecretKeys } from './secret-keys';
import { hashToken } from './sessions';
import type { SignInLimits } from './sign-in-limits';

interface Pending {
  login_id: string;
  tenant_id: string;
  company_id: string;
  user_id: string;
  way: 'password' | 'link';
  email: string;
}

const day = 86_400;

/**
 * `POST /api/session/code`: ends a sign-in whose password, or link, was right, with a code of the app or a recovery code. A wrong code
 * counts as a wrong password.
 *
 * @throws 401 `wrong_code`, `sign_in_ended` after ten minutes or without a beginning; 429; 503 `no_key`
 */
export async function endSignIn(
  db: Database,
  keys: SecretKeys | undefined,
  limits: SignInLimits,
  c: Context<AppEnv>,
): Promise<Response> {
  requireSameOrigin(c.req.raw, 'let in');
  const { code, remember = false } = await readBody(c.req.raw, signInCodeBody);
  const token = cookieToken(c.req.raw.headers, 'signIn');
  const { rows } = await sql<Pending>`
    select * from login_pending_by_token(${token === null ? null : hashToken(token)})`.execute(db);
  const [pending] = rows;
  if (token === null || !pending) throw ended();
  const { login_id: loginId, email } = pending;
  const second = await limits.attempt(
    c,
    email,
    () => useCode(db, keys, loginId, code, originOf(c), token),
    () => c.get('security').failed(c, 'locked_out', loginId),
    countedAs(code),
  );
  if (second === null) {
    await c.get('security').failed(c, 'wrong_code', loginId);
    throw new HttpProblem(401, 'wrong_code', 'Unauthorized', 'This code is not right, or was used before', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }
  await limits.succeeded(c, email);
  const whose = {
    tenantId: pending.tenant_id,
    companyId: pending.company_id,
    userId: pending.user_id,
    loginId,
  };
  const browser = remember ? await rememberBrowser(db, loginId, originOf(c)) : null;
  c.header('Set-Cookie', cookieHeader(c.req.raw, 'signIn', null), { append: true });
  if (browser) {
    const cookie = cookieHeader(c.req.raw, 'remembered', browser.token, {
      seconds: rememberedDays * day,
    });
    c.header('Set-Cookie', cookie, { append: true });
  }
  return entered(db, c, whose, pending.way, { second, remembered: browser?.id ?? null });
}

const ended = () =>
  new HttpProblem(
    401,
    'sign_in_ended',
    'Unauthorized',
    'The sign-in is over; begin again with the password',
    {
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  );
