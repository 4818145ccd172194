import { sql } from 'kysely';
import { typedEmail } from '@/contract/email';
import { findLink, linkHours, type LinkKind } from '../auth/invitations';
import { hashToken, languagesOf, loginByEmail, membershipsOf, newToken } from '../auth/sessions';
import type { Database } from '../db/db';
import { letterOf, plainName, type Letter } from './letter';
import type { WriteLetter } from './mailer';
import { languageOf, mailText } from './mail-texts';
import { recipientLetter } from './recipients';
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
  address: (mail) => addressLetter(db, publicUrl, mail),
  address_changed: changedLetter,
  sign_in_changed: signInLetter,
  recipient: recipientLetter(db, publicUrl),
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
 * the login's own address, which nobody but its person changes, and its link is the login's: what a company writes into a
 * membership leads it nowhere else, and no company ends it.
 */
async function forgottenLetter(
  db: Database,
  publicUrl: string,
  { recipient, data }: WaitingMail,
): Promise<Letter | string> {
  // What was typed may be no e-mail.
  const email = typedEmail(recipient);
  const { login_id } = email === null ? { login_id: null } : await loginByEmail(db, email);
  const [first] = login_id === null ? [] : await membershipsOf(db, login_id);
  const token = login_id && first && (await makeLoginToken(db, login_id, 'recover', null, forgottenHours));
  if (email === null || login_id === null || !first || !token) return 'The e-mail is nobody’s';
  await sql`select security_note_login(${login_id}::uuid, 'password_forgotten', ${text(data['address'])},
    ${text(data['request_id'])})`.execute(db);
  const { chosen, given } = await languagesOf(db, first.tenant_id, first.user_id);
  const language = languageOf(chosen ?? given ?? text(data['language']));
  return {
    to: email,
    ...letterOf({
      language,
      subject: mailText(language, 'password.subject'),
      paragraphs: [
        mailText(language, 'password.text', { email }),
        mailText(language, 'link.keep'),
        mailText(language, 'password.not'),
      ],
      link: { label: mailText(language, 'password.link'), address: addressOf(publicUrl, token) },
    }),
  };
}

/** Makes the one-time link of a login; null if there is no such login. */
async function makeLoginToken(
  db: Database,
  loginId: string,
  kind: 'recover' | 'address',
  address: string | null,
  hours: number,
): Promise<string | null> {
  const token = newToken();
  const { rows } = await sql<{ made: boolean }>`select login_link_make(${loginId}::uuid, ${kind},
    ${hashToken(token)}, ${address}::text, ${hours}) as made`.execute(db);
  return rows[0]?.made ? token : null;
}

/** The letter to the new address of a person. Whoever has it already is told, and gets no link. */
async function addressLetter(
  db: Database,
  publicUrl: string,
  { recipient, data }: WaitingMail,
): Promise<Letter | string> {
  const language = languageOf(text(data['language']));
  const subject = mailText(language, 'address.subject');
  if ((await loginByEmail(db, recipient)).login_id !== null) {
    return letterOf({
      language,
      subject,
      paragraphs: [mailText(language, 'address.taken', { email: recipient })],
    });
  }
  const token = await makeLoginToken(db, text(data['login_id']), 'address', recipient, linkHours.address);
  if (token === null) return 'The person is not there any more';
  return letterOf({
    language,
    subject,
    paragraphs: [
      mailText(language, 'address.text', { email: recipient }),
      mailText(language, 'link.keep'),
      mailText(language, 'address.not'),
    ],
    link: { label: mailText(language, 'address.link'), address: addressOf(publicUrl, token) },
  });
}

/** The letter to the address that a person had before. It does not name the new one: the mailbox may be another's by now. */
async function changedLetter({ recipient, data }: WaitingMail): Promise<Letter> {
  const language = languageOf(text(data['language']));
  return letterOf({
    language,
    subject: mailText(language, 'changed.subject'),
    paragraphs: [mailText(language, 'changed.text', { email: recipient })],
  });
}

/** The letter to a person about how they sign in from now on, whoever changed it. */
async function signInLetter({ recipient, data }: WaitingMail): Promise<Letter | string> {
  const what = signInChanges.find((one) => one === data['what']);
  if (!what) return 'Nothing is said of this change';
  const language = languageOf(text(data['language']));
  const [who, company] = [plainName(text(data['who'])), plainName(text(data['company']))];
  const of = { email: recipient, who, company };
  return letterOf({
    language,
    subject: mailText(language, `${what}.subject`),
    paragraphs: [
      mailText(language, `${what}.text`, of),
      mailText(
        language,
        what === 'break_glass'
          ? 'break_glass.not'
          : what === 'identity_linked'
            ? 'identity_linked.not'
            : 'sign_in.not',
        of,
      ),
    ],
  });
}

const signInChanges = [
  'second_factor_on',
  'second_factor_off',
  'second_factor_reset',
  'recovery_code_used',
  'recovery_codes_made',
  'passkey_added',
  'passkey_removed',
  'passkey_cloned',
  'break_glass',
  'identity_linked',
  'wrong_code',
] as const;

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
  const names = { name: plainName(link.who), company: plainName(link.company) };
  return letterOf({
    language,
    subject: mailText(language, keys[kind].subject, names),
    paragraphs: [mailText(language, keys[kind].text, names), mailText(language, 'link.keep')],
    link: { label: mailText(language, keys[kind].link), address: addressOf(publicUrl, token) },
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
