import { sql } from 'kysely';
import { inScope, type Database } from '@/server/db/db';
import { administratorLetter } from '@/server/mail/alarms';
import { plainName } from '@/server/mail/letter';
import type { WriteLetter } from '@/server/mail/mailer';
import { mailText } from '@/server/mail/mail-texts';
import { serviceCaller } from '@/server/ops/companies';

/** The letter to each administrator of a company whose webhook was paused or switched off (db/migrations, `webhook_settle`). */
export const webhookLetters = (db: Database, publicUrl: string): Readonly<Record<string, WriteLetter>> => ({
  webhook_stopped: async (mail) => {
    const { tenant_id, company_id, data } = mail;
    const id = String(data['webhook_id']);
    const why = data['why'] === 'gone' ? 'gone' : 'failing';
    const [found] = await inScope(db, serviceCaller([company_id, tenant_id]), 'read only', (tx) =>
      tx.rows(sql<{ name: string; url: string }>`
        select t.name, t.data->>'url' as url from webhook t
        where t.tenant_id = ${tenant_id} and t.company_id = ${company_id} and t.id = ${id}::uuid`),
    );
    if (!found) return 'The webhook is not there any more';
    const said = {
      name: plainName(found.name),
      host: URL.canParse(found.url) ? new URL(found.url).host : '',
    };
    return administratorLetter(db, mail, (language) => ({
      subject: mailText(language, `webhook.${why}.subject`, said),
      paragraphs: [mailText(language, `webhook.${why}.text`, said)],
      link: { label: mailText(language, 'webhook.link'), address: `${publicUrl}/webhooks/${id}` },
    }));
  },
});
