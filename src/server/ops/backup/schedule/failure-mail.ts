import type { Database } from '../../../db/db';
import { administratorLetter, mailAdministrators } from '../../../mail/alarms';
import type { WriteLetter } from '../../../mail/mailer';
import { mailText } from '../../../mail/mail-texts';
import type { Failure } from './runs';

/**
 * Puts a mail about a backup that failed into the outbox for each administrator of a root company: a backup is of the whole
 * database.
 */
export const mailFailure = (db: Database, { dueAt, problem }: Failure): Promise<void> =>
  mailAdministrators(db, 'backup_failed', { due_at: dueAt, problem });

/** The letter about a backup that failed (docs/operations.md#backups-by-themselves). */
export const backupLetters = (db: Database, publicUrl: string): Readonly<Record<string, WriteLetter>> => ({
  backup_failed: (mail) => {
    const why = reasons.find((reason) => reason === mail.data['problem']) ?? 'unexpected';
    const due = String(mail.data['due_at']).replace('T', ' ').slice(0, 16);
    return administratorLetter(db, mail, (language) => ({
      subject: mailText(language, 'backup.subject'),
      paragraphs: [
        mailText(language, 'backup.text', { due, why: mailText(language, `backup.why.${why}`) }),
        mailText(language, 'backup.again'),
      ],
      link: { label: mailText(language, 'backup.link'), address: `${publicUrl}/company/backups` },
    }));
  },
});

const reasons = ['disk_full', 'folder', 'damaged', 'database', 'unexpected'] as const;
