import { Hono } from 'hono';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { problems } from '@/core/contract/problem-codes';
import { linkSchema } from '@/core/contract/session';
import type { AppEnv, ExtraRoutes } from '@/core/server/http/http-env';
import { mailLink, makeLink } from '@/core/server/auth/invitations';
import { notFound } from '@/core/server/http/problems';
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
      .post('/user/:id/invitation/mail', async (c) => {
        refuseParameters(c.req.url);
        if (!mail) throw notFound('This service sends no mail');
        const caller = c.get('caller');
        const sent = await mailLink(db, caller, recordId(c.req.param('id')), caller.locale);
        mail.wake();
        return c.json(sent, 202);
      }),
};
