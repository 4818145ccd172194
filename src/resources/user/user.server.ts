import { Hono } from 'hono';
import { sql } from 'kysely';
import { mailsSchema } from '@/core/contract/mail/mails';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { problems } from '@/core/contract/problem-codes';
import { linkSchema } from '@/core/contract/session';
import type { AppEnv, ExtraRoutes } from '@/core/server/http/http-env';
import { mailLink, makeLink } from '@/core/server/auth/invitations';
import { inScope } from '@/core/server/db/db';
import { notFound } from '@/core/server/http/problems';
import { mailsAbout } from '@/core/server/mail/outbox';
import { recordId, refuseParameters } from '@/core/server/http/routes';
import { user } from './contract';
import { mailedSchema } from './mailed';

const schema = documented(linkSchema);

/**
 * `POST /api/secure/user/:id/invitation`: creates the one-time link with which a person accepts the membership or, if
 * they have, sets another password. The link is only in this answer; the service stores no copy.
 */
export const invitationExtraRoutes: ExtraRoutes = {
  rules: {
    'POST /api/secure/user/:id/invitation': user.access.update,
    'GET /api/secure/user/:id/invitation/mail': user.access.update,
    'POST /api/secure/user/:id/invitation/mail': user.access.update,
  },
  paths: {
    '/api/secure/user/{id}/invitation': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      post: {
        operationId: 'invite_user',
        tags: ['user'],
        summary: 'Make the one-time link of a membership; the one before opens nothing any more',
        'x-roles': user.access.update,
        responses: {
          201: { description: 'The link, shown this once.', content: jsonOf(schema) },
          ...problems(400, 401, 403, 404, 409, 414, 429, 503),
        },
      },
    },
    '/api/secure/user/{id}/invitation/mail': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      get: {
        operationId: 'invitation_mails',
        tags: ['user'],
        summary: 'The mails with links of a membership in the last 30 days, and why one was not sent',
        'x-roles': user.access.update,
        responses: {
          200: {
            description: 'The mails, newest first.',
            content: jsonOf(documented(mailsSchema, 'output')),
          },
          ...problems(400, 401, 403, 404, 414, 429, 503),
        },
      },
      post: {
        operationId: 'mail_invitation',
        tags: ['user'],
        summary: 'Send the one-time link of a membership to its e-mail; nobody else sees it',
        'x-roles': user.access.update,
        responses: {
          202: { description: 'The mail waits to be sent.', content: jsonOf(documented(mailedSchema)) },
          ...problems(400, 401, 403, 404, 409, 414, 429, 503),
        },
      },
    },
  },
  make: ({ db, mail }) =>
    new Hono<AppEnv>()
      .post('/user/:id/invitation', async (c) => {
        refuseParameters(c.req.url);
        const link = await makeLink(db, c.get('caller'), recordId(c.req.param('id')));
        return c.json(link, 201);
      })
      .get('/user/:id/invitation/mail', async (c) => {
        refuseParameters(c.req.url);
        const id = recordId(c.req.param('id'));
        const caller = c.get('caller');
        const mails = await inScope(db, caller, 'one snapshot', async (tx) => {
          const [known] = await tx.rows(sql<object>`
            select from "user" t
            where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = ${id}`);
          if (!known) throw notFound();
          return mailsAbout(tx, caller, 'user_id', id);
        });
        return c.json(mails);
      })
      .post('/user/:id/invitation/mail', async (c) => {
        refuseParameters(c.req.url);
        if (!mail) throw notFound('This service sends no mail');
        const caller = c.get('caller');
        const sent = await mailLink(db, caller, recordId(c.req.param('id')), caller.locale);
        void mail.look();
        return c.json(sent, 202);
      }),
};
