import { sql } from 'kysely';
import { mailsSchema } from '@/contract/mail/mails';
import { inScope, type Database } from '@/server/db/db';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { json } from '@/server/http/json-answer';
import { mailsAbout } from '@/server/mail/outbox';
import { notFound } from '@/server/http/problems';
import { reportmail } from './contract';

/** Puts the reports of months that are over into the outbox, each once, whichever process asks first. */
export async function putMonthsDue(db: Database): Promise<void> {
  await sql`select reportmail_months_due()`.execute(db);
}

/** What was sent of a report in the last 30 days, and what was not. */
export const reportmailAddresses = endpoints(
  route({
    method: 'GET',
    path: '/reportmail/:id/mails',
    operationId: 'reportmail_mails',
    tag: 'reportmail',
    summary: 'The mails of a report in the last 30 days, at most the newest 50',
    needs: reportmail.access.read,
    answers: { 200: jsonAnswer('The mails.', mailsSchema) },
    handle: async ({ caller, parts: { db }, params: { id } }) => {
      const mails = await inScope(db, caller, 'one snapshot', async (tx) => {
        const [known] = await tx.rows(sql<object>`
          select from reportmail t
          where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = ${id}`);
        if (!known) throw notFound();
        return mailsAbout(tx, caller, 'reportmail_id', id);
      });
      return json(JSON.stringify(mails), 200);
    },
  }),
);
