import { sql } from 'kysely';
import { findLink, linkHours, type LinkKind } from '../auth/invitations';
import { hashToken, languagesOf, loginByEmail, membershipsOf, newToken } from '../auth/sessions';
import type { Database } from '../db/db';
import { letterOf, type Letter } from './letter';
import type { WriteLetter } from './mailer';
import { languageOf, mailText } from './mail-texts';
import type { WaitingMail } from './outbox';

/** For how many hours the link of a forgotten password works. */
const forgottenHours = 1;

/**
 * The letters with one-time links. The link is made here, when the mail is sent: the database has its hash alone, and the mail
 * is the only place where it can be read.
 */
export const accountLetters = (db: Database, publicUrl: string): Readonly<Record<string, WriteLetter>> => ({
  password: (mail) => forgottenLetter(db, publicUrl, mail),
  invitation: (mail) => invitationLetter(db, publicUrl, mail),
});

const addressOf = (publicUrl: string, token: string): string => `${publicUrl}/invitation#${token}`;

/** Makes the one-time link of a membership; false if it may have none. */
async function makeToken(
  db: Database,
  tenantId: string,
  userId: string,
  kind: LinkKind,
  hours: number,
): Promise<string | null> {
  const token = newToken();
  const { rows } = await sql<{ ends: Date | null }>`select invitation_make(${tenantId}::uuid, ${userId}::uuid,
    ${hashToken(token)}, ${kind}, ${hours}) as ends`.execute(db);
  return rows[0]?.ends ? token : null;
}

/**
 * Whether the e-mail is anybody's is found here and not by the request, which takes the same time for both. The mail goes to
 * the address that is stored: what was typed may look the same in lower case, and be another mailbox.
 */
async function forgottenLetter(
  db: Database,
  publicUrl: string,
  { recipient, data }: WaitingMail,
): Promise<Letter | string> {
  const { login_id } = await loginByEmail(db, recipient);
  const [first] = login_id === null ? [] : await membershipsOf(db, login_id);
  const token = first && (await makeToken(db, first.tenant_id, first.user_id, 'recover', forgottenHours));
  if (login_id === null || !first || !token) return 'The e-mail is nobody’s';
  await sql`select security_note_login(${login_id}::uuid, 'password_forgotten', ${text(data['address'])},
    ${text(data['request_id'])})`.execute(db);
  const { chosen, given } = await languagesOf(db, first.tenant_id, first.user_id);
  const language = languageOf(chosen ?? given ?? text(data['language']));
  return {
    to: first.email,
    ...letterOf({
      language,
      subject: mailText(language, 'password.subject'),
      paragraphs: [
        mailText(language, 'password.text', { email: first.email }),
        mailText(language, 'link.keep'),
        mailText(language, 'password.not'),
      ],
      link: { label: mailText(language, 'password.link'), address: addressOf(publicUrl, token) },
    }),
  };
}

const keys = {
  join: { subject: 'join.subject', text: 'join.text', link: 'join.link' },
  reset: { subject: 'reset.subject', text: 'reset.text', link: 'reset.link' },
} as const;

async function invitationLetter(
  db: Database,
  publicUrl: string,
  { tenant_id, recipient, data }: WaitingMail,
): Promise<Letter | string> {
  const kind = data['link'] === 'reset' ? 'reset' : 'join';
  const token = await makeToken(db, tenant_id, text(data['user_id']), kind, linkHours[kind]);
  const link = token === null ? null : await findLink(db, token);
  if (token === null || !link) return 'The membership is deactivated';
  if (link.email !== recipient) return 'The e-mail of the membership was changed';
  const { chosen, given } = await languagesOf(db, link.tenant_id, link.user_id);
  // What the person chose elsewhere would tell, before they accept, that there is such a person.
  const language = languageOf((kind === 'reset' ? chosen : null) ?? given ?? text(data['language']));
  const names = { name: link.who, company: link.company };
  return letterOf({
    language,
    subject: mailText(language, keys[kind].subject, names),
    paragraphs: [mailText(language, keys[kind].text, names), mailText(language, 'link.keep')],
    link: { label: mailText(language, keys[kind].link), address: addressOf(publicUrl, token) },
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
