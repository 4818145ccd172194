import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { typedEmail } from '@/core/contract/email';
import { forgottenBody } from '@/core/contract/session-paths';
import type { Database } from '../db/db';
import { requireSameOrigin } from '../http/browser';
import type { AppEnv, MailParts } from '../http/http-env';
import { network, tooMany } from '../http/limits';
import { notFound } from '../http/problems';
import { readBody } from '../http/session-answers';
import { addMailAlone } from '../mail/outbox';
import { windowCounter } from './attempts';
import { originOf } from './request-origin';

const minute = 60_000;
/** Requests: from one network in a quarter of an hour, for one e-mail in an hour, and of all in a minute. */
const limits = { network: 10, email: 3, all: 60 };
/** Networks and e-mails counted at the same time: a flood of made-up ones must not fill the memory. */
const mostKeys = 20_000;

/**
 * `POST /api/session/forgotten`: sends a link for a new password to an e-mail, if it is a person's. The answer, and the time
 * that it takes, are the same for any e-mail: this only writes down that a mail was asked for. Whose it is, is found when
 * it is sent (mail/account-letters.ts).
 *
 * @throws 404 where no mail is sent; 429 with `Retry-After` by the client's network, or if very many ask
 */
export function forgottenRoute(
  db: Database,
  mail: MailParts | undefined,
): (c: Context<AppEnv>) => Promise<Response> {
  const networks = windowCounter(mostKeys, 15 * minute);
  const emails = windowCounter(mostKeys, 60 * minute);
  const all = windowCounter(1, minute);
  return async (c) => {
    requireSameOrigin(c.req.raw);
    if (!mail) throw notFound('This service sends no mail');
    const { email: typed, language } = await readBody(c, forgottenBody);
    const email = typedEmail(typed) ?? typed;
    for (const [counter, key, most] of [
      [networks, network(c.get('address')), limits.network],
      [all, '', limits.all],
    ] as const) {
      const { count, seconds } = counter.add(key);
      if (count > most) throw tooMany('Too many requests for new passwords', seconds);
    }
    // Beyond its limit an e-mail gets no more mail, and who asks learns nothing of it.
    const { count } = emails.add(createHash('sha256').update(email).digest('base64'));
    if (count <= limits.email) {
      const { address, requestId } = originOf(c);
      await addMailAlone(db, {
        tenantId: null,
        companyId: null,
        kind: 'password',
        recipient: email,
        data: { address, request_id: requestId, ...(language !== undefined && { language }) },
        hours: 1,
      });
      void mail.look();
    }
    return new Response(null, { status: 202 });
  };
}
