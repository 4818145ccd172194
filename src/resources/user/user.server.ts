import { sql } from 'kysely';
import { mailsSchema } from '@/contract/mail/mails';
import { linkSchema } from '@/contract/session';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { mailLink, makeLink } from '@/server/auth/invitations';
import { inScope } from '@/server/db/db';
import { notFound } from '@/server/http/problems';
import { mailsAbout } from '@/server/mail/outbox';
import { user } from './contract';
import { mailedSchema } from './mailed';
import { requireNoStronger } from './no-stronger.server';

/** Endpoints of the one-time link with which a person accepts the membership or, if they have, sets another password. */
export const invitationAddresses = endpoints(
  // The link is only in this answer; the service stores no copy.
  route({
    method: 'POST',
    path: '/user/:id/invitation',
    operationId: 'invite_user',
    tag: 'user',
    summary: 'Make the one-time link of a membership; the one before opens nothing any more',
    needs: user.access.update,
    answers: { 201: jsonAnswer('The link, shown this once.', linkSchema) },
    problems: [409],
    handle: async ({ c, caller, parts: { db }, params: { id } }) => {
      await requireNoStronger(db, caller, id);
      return c.json(await makeLink(db, caller, id), 201);
    },
  }),
  route({
    method: 'GET',
    path: '/user/:id/invitation/mail',
    operationId: 'invitation_mails',
    tag: 'user',
    summary: 'The mails with links of a membership in the last 30 days, and why one was not sent',
    needs: user.access.update,
    answers: { 200: jsonAnswer('The mails, newest first.', mailsSchema) },
    handle: async ({ c, caller, parts: { db }, params: { id } }) => {
      const mails = await inScope(db, caller, 'one snapshot', async (tx) => {
        const [known] = await tx.rows(sql<object>`
          select from "user" t
          where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = ${id}`);
        if (!known) throw notFound();
        return mailsAbout(tx, caller, 'user_id', id);
      });
      return c.json(mails);
    },
  }),
  route({
    method: 'POST',
    path: '/user/:id/invitation/mail',
    operationId: 'mail_invitation',
    tag: 'user',
    summary: 'Send the one-time link of a membership to its e-mail; nobody else sees it',
    needs: user.access.update,
    answers: { 202: jsonAnswer('The mail waits to be sent.', mailedSchema) },
    problems: [409],
    handle: async ({ c, caller, parts: { db, mail }, params: { id } }) => {
      if (!mail) throw notFound('This service sends no mail');
      await requireNoStronger(db, caller, id);
      const sent = await mailLink(db, caller, id, caller.locale);
      void mail.runNow();
      return c.json(sent, 202);
    },
  }),
);
