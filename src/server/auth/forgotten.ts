import type { Context } from 'hono';
import { typedEmail } from '@/contract/email';
import { forgottenBody } from '@/contract/session-paths';
import type { Database } from '../db/db';
import { requireSameOrigin } from '../http/browser';
import type { AppEnv, MailParts } from '../http/http-env';
import { network, tooMany } from '../http/limits';
import { notFound } from '../http/problems';
import { readBody } from '../http/body';
import { addMailAlone } from '../mail/outbox';
import { originOf } from './request-origin';
import { addAttempt } from './shared-attempts';

/** Requests from one network, in a quarter of an hour, and mails to one e-mail, in an hour. */
const perNetwork = { kind: 'forgotten from', seconds: 900, most: 10 } as const;
const perEmail = { kind: 'mail to', seconds: 3600, most: 3 } as const;

/**
 * Counts a mail that a stranger may cause, and returns whether the e-mail may have it. There is no limit for all
 * together: many addresses would use it up, and nobody else could choose a new password.
 *
 * @throws 429 with `Retry-After` by the client's network
 */
export async function mayMail(db: Database, address: string, email: string): Promise<boolean> {
  const { place, seconds, isOver } = await addAttempt(db, [
    { ...perNetwork, of: network(address) },
    { ...perEmail, of: email },
  ]);
  if (isOver && place === 0) throw tooMany('Too many requests for new passwords', seconds);
  return !isOver;
}

/**
 * `POST /api/session/forgotten`: sends a link for a new password to an e-mail, if it is a person's. The answer, and the time
 * that it takes, are the same for any e-mail: this only writes down that a mail was asked for. Whose it is, is found when
 * it is sent (mail/account-letters.ts).
 *
 * @throws 404 where no mail is sent; 429 with `Retry-After` by the client's network
 */
export function forgottenRoute(
  db: Database,
  mail: MailParts | undefined,
): (c: Context<AppEnv>) => Promise<Response> {
  return async (c) => {
    requireSameOrigin(c.req.raw);
    if (!mail) throw notFound('This service sends no mail');
    const { email: typed, language } = await readBody(c.req.raw, forgottenBody);
    const email = typedEmail(typed) ?? typed;
    // Beyond its limit an e-mail gets no more mail, and who asks learns nothing of it.
    if (await mayMail(db, c.get('address'), email)) {
      const { address, requestId } = originOf(c);
      await addMailAlone(db, {
        tenantId: null,
        companyId: null,
        kind: 'password',
        recipient: email,
        data: { address, request_id: requestId, ...(language !== undefined && { language }) },
        hours: 1,
      });
      void mail.runNow();
    }
    return new Response(null, { status: 202 });
  };
}
