import { sql } from 'kysely';
import { languagesOf } from '../../../auth/sessions';
import type { Database } from '../../../db/db';
import { letterOf } from '../../../mail/letter';
import type { WriteLetter } from '../../../mail/mailer';
import { languageOf, mailText } from '../../../mail/mail-texts';
import { addMailAlone } from '../../../mail/outbox';
import { acrossTenants } from '../../admin-store';
import type { Failure } from './runs';

/** For how many hours a mail about a failed backup is tried: then there is the next backup. */
const hours = 24;

/**
 * Puts a mail about a backup that failed into the outbox for each administrator of a root company: a backup is of the whole
 * database. It goes to the address with which the person signs in.
 */
export async function mailFailure(db: Database, { dueAt, problem }: Failure): Promise<void> {
  const administrators = await acrossTenants(
    db,
    sql<{ tenant_id: string; company_id: string; id: string; email: string; locale: string | null }>`
      select u.tenant_id, u.company_id, u.id, l.email, c.data->>'locale' as locale from "user" u
      join login l on l.id = u.login_id join company c on c.tenant_id = u.tenant_id and c.id = u.company_id
      where u.company_id = u.tenant_id and u.active and u.role = 'admin' and u.accepted_at is not null
        and company_works(u.tenant_id, u.company_id)`,
  );
  for (const { tenant_id: tenantId, company_id: companyId, id, email, locale } of administrators)
    await addMailAlone(db, {
      tenantId,
      companyId,
      kind: 'backup_failed',
      recipient: email,
      data: { due_at: dueAt, problem, user_id: id, language: locale },
      hours,
    });
}

/** The letter about a backup that failed (docs/operations.md#backups-by-themselves). */
export const backupLetters = (db: Database, publicUrl: string): Readonly<Record<string, WriteLetter>> => ({
  backup_failed: async ({ tenant_id, recipient, data }) => {
    const { chosen, given } = await languagesOf(db, tenant_id, String(data['user_id']));
    const language = languageOf(chosen ?? given ?? String(data['language']));
    const why = reasons.find((reason) => reason === data['problem']) ?? 'unexpected';
    const due = String(data['due_at']).replace('T', ' ').slice(0, 16);
    return {
      to: recipient,
      ...letterOf({
        language,
        subject: mailText(language, 'backup.subject'),
        paragraphs: [
          mailText(language, 'backup.text', { due, why: mailText(language, `backup.why.${why}`) }),
          mailText(language, 'backup.again'),
        ],
        link: { label: mailText(language, 'backup.link'), address: `${publicUrl}/company/backups` },
      }),
    };
  },
});

const reasons = ['disk_full', 'folder', 'damaged', 'database', 'unexpected'] as const;
