import { sql } from 'kysely';
import { standingCaller } from '@/server/auth/authenticate';
import type { Caller } from '@/server/auth/caller';
import type { Database } from '@/server/db/db';
import { HttpProblem } from '@/server/http/problems';
import { letterOf, plainName, type Letter } from '@/server/mail/letter';
import type { WriteLetter } from '@/server/mail/mailer';
import { languageOf } from '@/server/mail/mail-texts';
import { requireWithin } from '@/server/mail/mail-limits';
import type { WaitingMail } from '@/server/mail/outbox';
import { hasAgreed } from '@/server/mail/recipients';
import { currencyScale } from '@/contract/values';
import { acts, allows } from '@/contract/role';
import { checksOnPaper, verdictOf } from './checks.server';
import { signed } from './figures.server';
import { daysInTurn, monthOf } from './month.server';
import { wordsOf, type Words } from './words.server';
import { readZDay, type ZDay } from './z-day.server';

/**
 * The letters with Z reports (docs/report.md#by-mail). Each is read anew when it is sent, as whoever wrote the record of
 * `reportmail` last may read it now.
 */
export const reportLetters = (db: Database, publicUrl: string): Readonly<Record<string, WriteLetter>> => ({
  z_day: (mail) => withRights(db, mail, (of) => dayLetter(db, publicUrl, mail, of)),
  z_month: (mail) => withRights(db, mail, (of) => monthLetter(db, publicUrl, mail, of)),
});

interface Rights {
  readonly caller: Caller;
  readonly words: Words;
}

/** Writes a letter with the rights of its record; a text says why there is none. */
async function withRights(
  db: Database,
  mail: WaitingMail,
  write: (of: Rights) => Promise<Letter | string>,
): Promise<Letter | string> {
  const { rows } = await sql<{ made_user: string | null; made_key: string | null; language: string }>`
    select * from reportmail_to_send(${mail.tenant_id}::uuid, ${text(mail, 'reportmail_id')}::uuid, ${mail.recipient})`.execute(
    db,
  );
  const [record] = rows;
  if (!record) return 'The report by mail was ended, or no longer has this recipient';
  const who = { userId: record.made_user, keyId: record.made_key };
  const caller = await standingCaller(db, mail.tenant_id, who);
  if (!caller || caller.companyId !== mail.company_id || !allows(caller, acts.readReports))
    return 'Whoever saved the report by mail may no longer read reports';
  if (!(await hasAgreed(db, mail)))
    return 'The recipient is outside of the company and has not confirmed yet that reports may come';
  const over = await requireWithin(db, mail, 'report', record.made_user ?? record.made_key);
  if (over !== null) return over;
  try {
    return await write({ caller, words: wordsOf(languageOf(record.language)) });
  } catch (error) {
    if (error instanceof HttpProblem && error.status < 500)
      return `The report could not be made: ${error.detail}`;
    throw error;
  }
}

const text = ({ data }: WaitingMail, key: string): string => {
  const value = data[key];
  return typeof value === 'string' ? value : '';
};

/** PDFKit and the fonts are loaded with the first PDF. */
const documents = () => import('./documents.server');

const bytesOf = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Buffer> =>
  Buffer.from(await new Response(stream).arrayBuffer());

async function dayLetter(
  db: Database,
  publicUrl: string,
  mail: WaitingMail,
  { caller, words }: Rights,
): Promise<Letter | string> {
  const day = await readZDay(db, caller, text(mail, 'businessday_id'));
  const { businessday } = day.report;
  // Closed again, it has another seal, and a mail of its own.
  if (day.seal?.number !== mail.data['seal']) return 'The day was reopened before the mail was sent';
  const { dayPdf } = await documents();
  const { say } = words;
  const content = await bytesOf(await dayPdf(day, 'a4', words));
  const title = `${say('z.title')} ${words.day(businessday.date)}, ${plainName(businessday.location.name)}`;
  return letterOf({
    language: words.language,
    subject: title,
    paragraphs: [
      title,
      verdictOf(day, words).title,
      say('z.mail.why', { who: plainName(caller.keyName ?? '') }),
    ],
    figures: figuresOf(day, words),
    link: { label: say('z.mail.page'), address: `${publicUrl}/business-days/${businessday.id}` },
    attachments: [{ filename: fileOf('z', businessday.location.name, businessday.date), content }],
  });
}

/** The key figures of a day, in its currency. */
function figuresOf({ report, ...day }: ZDay, words: Words): [string, string][] {
  const { say, count, decimal } = words;
  const { totals, currency } = report;
  const scale = currencyScale(currency);
  const money = (value: string) => `${decimal(value, scale)} ${currency}`;
  const off = signed(totals.cash_total.over_short, scale, words);
  const shown = checksOnPaper({ report, ...day });
  return [
    [say('key.receipts'), count(totals.count)],
    [say('key.gross'), money(totals.gross)],
    [say('key.net'), money(totals.net)],
    [say('key.tax'), money(totals.tax)],
    [say('key.over_short'), `${typeof off === 'string' ? off : off.text} ${currency}`],
    [say('checks'), `${count(shown.filter(({ ok }) => ok).length)} / ${count(shown.length)}`],
  ];
}

async function monthLetter(
  db: Database,
  publicUrl: string,
  mail: WaitingMail,
  { caller, words }: Rights,
): Promise<Letter | string> {
  const [location_id, month] = [text(mail, 'location_id'), text(mail, 'month')];
  // It would say that the location had no days.
  if (caller.locations && !caller.locations.includes(location_id))
    return 'Whoever saved the report by mail does not hold the location any more';
  const { place, days } = await monthOf(db, caller, location_id, month);
  const { say, count } = words;
  const { monthPdf } = await documents();
  const sender = { company: place.company, business_id: '', address: '' };
  const open: string[] = [];
  const noted = async function* () {
    for await (const day of daysInTurn(db, caller, days)) {
      if (!day.seal) open.push(words.day(day.report.businessday.date));
      yield day;
    }
  };
  const content = await bytesOf(await monthPdf({ month, location: place.name, sender }, noted(), words));
  const title = `${say('z.month', { month: words.month(month) })}, ${plainName(place.name)}`;
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0))
    .toISOString()
    .slice(0, 10);
  const address = `${publicUrl}/business-days/summary?location_id=${location_id}&from=${month}-01&to=${last}`;
  return letterOf({
    language: words.language,
    subject: title,
    paragraphs: [
      title,
      days.length === 0 ? say('z.noDays') : say('z.mail.days', { count: days.length }),
      ...(open.length > 0 ? [say('z.mail.open', { days: open.join(', '), number: count(open.length) })] : []),
      say('z.mail.why', { who: plainName(caller.keyName ?? '') }),
    ],
    link: { label: say('z.mail.page'), address },
    attachments: [{ filename: fileOf('z', place.name, month), content }],
  });
}

const fileOf = (...parts: readonly string[]): string =>
  `${parts
    .join('-')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '-')}.pdf`;
