import { sql } from 'kysely';
import { languagesOf } from '../auth/sessions';
import type { Database } from '../db/db';
import { letterOf, plainName, type Contents, type Letter } from './letter';
import type { WriteLetter } from './mailer';
import { languageOf, mailText, type Language } from './mail-texts';
import type { WaitingMail } from './outbox';

/** What administrators are told of by mail because it holds, until it ends (docs/operations.md#alarms). */
export type AlarmKind = 'disk_low' | 'provider_away' | 'provider_certificate';

/** A state that administrators are told of. */
export interface Alarm {
  readonly kind: AlarmKind;
  /** What it is about: a state is one for each. */
  readonly about: string;
  /** The company whose administrators are told; null: those of all root companies. */
  readonly company: { readonly tenantId: string; readonly companyId: string } | null;
  /** What the letter says. */
  readonly data: Readonly<Record<string, string>>;
  /** For how many minutes it has to hold before anybody is told. */
  readonly minutes: number;
}

/**
 * Says that a state holds, which has to be said again while it does. Its mail goes out once; once more if it ended and began anew, but not
 * within a day. Any number of services may say it.
 *
 * @returns whether the mail went into the outbox now
 */
export async function raiseAlarm(
  db: Database,
  { kind, about, company, data, minutes }: Alarm,
): Promise<boolean> {
  const { rows } = await sql<{ told: boolean }>`select alarm_raise(${company?.tenantId ?? null}::uuid,
    ${company?.companyId ?? null}::uuid, ${kind}, ${about}, ${JSON.stringify(data)}::jsonb, make_interval(mins => ${minutes})) as told`.execute(
    db,
  );
  return rows[0]?.told ?? false;
}

/** Says that a state does not hold, or no more. */
export async function endAlarm(db: Database, kind: AlarmKind, about: string): Promise<void> {
  await sql`select alarm_end(${kind}, ${about})`.execute(db);
}

/** Puts a mail into the outbox for each administrator of a root company: about what concerns the whole database. */
export async function mailAdministrators(
  db: Database,
  kind: string,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`select administrators_mailed(null, null, ${kind}, ${JSON.stringify(data)}::jsonb)`.execute(db);
}

/** Writes a letter to an administrator, in the language of that person. */
export async function administratorLetter(
  db: Database,
  { tenant_id, recipient, data }: WaitingMail,
  write: (language: Language) => Omit<Contents, 'language'>,
): Promise<Letter> {
  const { chosen, given } = await languagesOf(db, tenant_id, String(data['user_id']));
  const language = languageOf(chosen ?? given ?? String(data['language']));
  return { to: recipient, ...letterOf({ language, ...write(language) }) };
}

/** The letters about states. */
export const alarmLetters = (db: Database, publicUrl: string): Readonly<Record<AlarmKind, WriteLetter>> => ({
  disk_low: (mail) =>
    administratorLetter(db, mail, (language) => {
      const { folder, host, free, size } = said(mail);
      return {
        subject: mailText(language, 'disk.subject'),
        paragraphs: [
          mailText(language, 'disk.text', { folder, host, free, size }),
          mailText(language, 'disk.then'),
        ],
      };
    }),
  provider_away: (mail) =>
    administratorLetter(db, mail, (language) => ({
      ...aboutProvider(language, publicUrl, mail),
      subject: mailText(language, 'provider.away.subject', said(mail)),
      paragraphs: [
        mailText(language, 'provider.away.text', said(mail)),
        mailText(language, 'provider.away.then'),
      ],
    })),
  provider_certificate: (mail) =>
    administratorLetter(db, mail, (language) => ({
      ...aboutProvider(language, publicUrl, mail),
      subject: mailText(language, 'provider.certificate.subject', said(mail)),
      paragraphs: [mailText(language, 'provider.certificate.text', said(mail))],
    })),
});

/** What the data of a mail say; names are somebody else's words. */
function said({ data }: WaitingMail) {
  const text = (key: string) => (typeof data[key] === 'string' ? data[key] : '');
  return {
    folder: text('folder'),
    host: text('host'),
    free: text('free'),
    size: text('size'),
    ends: text('ends'),
    why: text('why'),
    name: plainName(text('name')),
  };
}

const aboutProvider = (language: Language, publicUrl: string, { data }: WaitingMail) => ({
  link: {
    label: mailText(language, 'provider.link'),
    address: `${publicUrl}/sign-in-providers/${String(data['provider_id'])}`,
  },
});
