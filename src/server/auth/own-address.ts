import { sql } from 'kysely';
import type { Context } from 'hono';
import { addressBody } from '@/contract/session';
import { inScope, type Database } from '../db/db';
import { requireSameOrigin } from '../http/browser';
import type { AppEnv, MailParts } from '../http/http-env';
import { HttpProblem, invalid, notFound } from '../http/problems';
import { readBody } from '../http/body';
import { addMailAlone } from '../mail/outbox';
import { recordOf, takeRevision, writeAuditEntry } from '../write/audit';
import { callerOf } from './authenticate';
import { callerFrom, type Caller } from './caller';
import { mayMail } from './forgotten';
import type { ExistingLink } from './invitations';
import { isPassword } from './password/password';
import { asSignIn, hashToken, languagesOf, ownLogin } from './sessions';
import type { SignInLimits } from './sign-in-limits';

/**
 * `POST /api/session/address`: asks to sign in with another e-mail from now on. A link goes to the new address; until it
 * is followed nothing changes. Whether the new address is somebody's is not told here, but in the mail.
 *
 * @throws 403 `second_factor_required`; 404 where no mail is sent; 409 `no_password`; 422 at `/email` or `/password`; 429
 */
export async function askForAddress(
  db: Database,
  mail: MailParts | undefined,
  limits: SignInLimits,
  c: Context<AppEnv>,
): Promise<Response> {
  requireSameOrigin(c.req.raw);
  const caller = { ...(await callerOf(db, c.req.raw)), address: c.get('address') };
  if (!mail) throw notFound('This service sends no mail');
  const { email, password } = await readBody(c.req.raw, addressBody);
  const login = await ownLogin(db, caller);
  if (!login || caller.userId === null || login.password_hash === null) {
    throw new HttpProblem(409, 'no_password', 'Conflict', 'Only who has a password changes their e-mail');
  }
  const { login_id: id, email: own, password_hash: hash } = login;
  const isTheirs = await limits.attempt(
    c,
    own,
    async () => ((await isPassword(password, hash)) ? true : null),
    () => c.get('security').failedAs(c, 'locked_out', caller),
  );
  if (!isTheirs) {
    await c.get('security').failedAs(c, 'reauthentication_failed', caller);
    throw invalid([{ pointer: '/password', code: 'wrong_password', detail: 'This is not the one of now' }]);
  }
  if (email === own) {
    throw invalid([{ pointer: '/email', code: 'unchanged', detail: 'This is the e-mail of now' }]);
  }
  if (!(await mayMail(db, c.get('address'), email))) return new Response(null, { status: 202 });
  const { chosen, given } = await languagesOf(db, caller.tenantId, caller.userId);
  await addMailAlone(db, {
    tenantId: null,
    companyId: null,
    kind: 'address',
    recipient: email,
    data: { login_id: id, language: chosen ?? given ?? '' },
    hours: 1,
  });
  c.get('security').line(c, 'address_asked', caller);
  void mail.runNow();
  return new Response(null, { status: 202 });
}

interface Taken {
  tenant_id: string;
  company_id: string;
  lineage: string[];
  user_id: string;
  role: string;
  who: string;
}

/**
 * Gives a login the address of a link that was followed, and the memberships that the person has taken up with it, each
 * with an event in its company: all of it in one transaction, or nothing. The old address is told by mail.
 *
 * @returns false if the link was used, or the address is another person's meanwhile
 * @throws 503 while one of the tenants is on the move
 */
export async function takeAddress(
  db: Database,
  link: ExistingLink,
  token: string,
  address: string,
): Promise<boolean> {
  const { rows } = await sql<Taken>`select * from memberships_taken(${link.login_id}::uuid)`.execute(db);
  const callers = rows.flatMap((row) => {
    const caller = callerFrom({ ...row, key_id: null, locale: 'und' });
    return caller ? [{ ...caller, address }] : [];
  });
  const [first] = callers;
  if (!first) return false;
  const language = (await languagesOf(db, link.tenant_id, link.user_id)).chosen ?? '';
  return inScope(db, first, 'read write', async (tx) => {
    const [renamed] = await asSignIn(tx, () =>
      tx.rows(sql<{ former: string | null }>`
        select login_rename(${hashToken(token)}, ${language}) as former`),
    );
    if (!renamed?.former) return false;
    for (const caller of callers) {
      await tx.rows(scopeOf(caller));
      const { userId } = caller;
      if (userId === null) continue;
      await takeRevision(tx, caller, 'user');
      const before = await recordOf(tx, caller, 'user', userId);
      // The trigger keeps the acceptance: it is the address that the login has now.
      await tx.rows(sql`
        update "user" set email = ${link.email}, version = version + 1, modified_at = clock_timestamp()
        where tenant_id = ${caller.tenantId} and company_id = ${caller.companyId} and id = ${userId}`);
      const payload = { email: link.email };
      await writeAuditEntry(tx, caller, { action: 'update', entity: 'user', id: userId, payload, before });
    }
    return true;
  });
}

/** The scope of the next statements of the transaction: a membership of the same person in another company. */
const scopeOf = ({ tenantId, companyId, lineage }: Caller) => sql`
  select set_config('app.tenant', ${tenantId}, true), set_config('app.company', ${companyId}, true),
    set_config('app.lineage', ${lineage.join(',')}, true)`;
