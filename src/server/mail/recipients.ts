import { sql } from 'kysely';
import { Hono } from 'hono';
import { recipientBody, type Recipient } from '@/contract/mail/recipient';
import { addAttempt } from '../auth/shared-attempts';
import { hashToken, newToken } from '../auth/sessions';
import type { Database } from '../db/db';
import { requireSameOrigin } from '../http/browser';
import type { AppEnv } from '../http/http-env';
import { network, tooMany } from '../http/limits';
import { notFound } from '../http/problems';
import { readBody } from '../http/body';
import { letterOf, plainName, type Letter } from './letter';
import { requireWithin } from './mail-limits';
import { languageOf, mailText } from './mail-texts';
import type { WaitingMail } from './outbox';

interface Asked {
  address: string;
  company: string;
  confirmed: boolean;
}

const gone = () => notFound('This link was replaced by a newer one, or is past its time');

/**
 * Routes with which somebody outside of a company confirms once that its reports may come. The token comes in a body,
 * and confirming is a request of its own: programs that follow the links of a mail confirm nothing.
 */
export function recipientRoutes(db: Database): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const limit = async (address: string) => {
    const counts = [{ kind: 'recipient', of: network(address), seconds: 60, most: 30 }];
    const { isOver, seconds } = await addAttempt(db, counts);
    if (isOver) throw tooMany('Too many links', seconds);
  };
  routes.post('/api/recipient', async (c) => {
    requireSameOrigin(c.req.raw);
    await limit(c.get('address'));
    const { token } = await readBody(c.req.raw, recipientBody);
    const { rows } = await sql<Asked>`
      select * from mail_recipient_by_token(${hashToken(token)})`.execute(db);
    const [asked] = rows;
    if (!asked) throw gone();
    const { address: email, company, confirmed } = asked;
    return c.json({ email, company, confirmed } satisfies Recipient);
  });
  routes.post('/api/recipient/confirm', async (c) => {
    requireSameOrigin(c.req.raw);
    await limit(c.get('address'));
    const { token } = await readBody(c.req.raw, recipientBody);
    const { rows } = await sql<{ done: boolean }>`
      select mail_recipient_confirm(${hashToken(token)}) as done`.execute(db);
    if (!rows[0]?.done) throw gone();
    return new Response(null, { status: 204 });
  });
  return routes;
}

/** Returns whether a company may send reports to an address (db/schema/mail.sql). */
export async function hasAgreed(
  db: Database,
  { tenant_id, company_id, recipient }: Pick<WaitingMail, 'tenant_id' | 'company_id' | 'recipient'>,
): Promise<boolean> {
  const { rows } = await sql<{ agreed: boolean }>`select mail_recipient_agreed(${tenant_id}::uuid,
    ${company_id}::uuid, ${recipient}) as agreed`.execute(db);
  return rows[0]?.agreed ?? false;
}

/** The letter that asks an address outside of the company whether its reports may come. */
export const recipientLetter =
  (db: Database, publicUrl: string) =>
  async (mail: WaitingMail): Promise<Letter | string> => {
    const over = await requireWithin(db, mail, 'recipient', null);
    if (over !== null) return over;
    const token = newToken();
    const { rows } = await sql<{ company: string | null }>`select mail_recipient_link(${mail.tenant_id}::uuid,
      ${mail.company_id}::uuid, ${mail.recipient}, ${hashToken(token)}) as company`.execute(db);
    const company = rows[0]?.company;
    if (company === null || company === undefined) return 'The recipient has confirmed already';
    const language = languageOf(typeof mail.data['language'] === 'string' ? mail.data['language'] : '');
    const names = { company: plainName(company) };
    return letterOf({
      language,
      subject: mailText(language, 'recipient.subject', names),
      paragraphs: [mailText(language, 'recipient.text', names), mailText(language, 'recipient.not')],
      link: {
        label: mailText(language, 'recipient.link'),
        address: `${publicUrl}/invitation#r.${token}`,
      },
    });
  };
