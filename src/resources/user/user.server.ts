import { Hono } from 'hono';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { problems } from '@/core/contract/problem-codes';
import { linkSchema } from '@/core/contract/session';
import type { AppEnv, ExtraRoutes } from '@/core/server/http/http-env';
import { makeLink } from '@/core/server/auth/invitations';
import { recordId, refuseParameters } from '@/core/server/http/routes';
import { user } from './contract';

const schema = documented(linkSchema);

/**
 * `POST /api/secure/user/:id/invitation`: creates the one-time link with which a person accepts the membership or, if
 * they have, sets another password. The link is only in this answer; the service stores no copy.
 */
export const invitationExtraRoutes: ExtraRoutes = {
  rules: { 'POST /api/secure/user/:id/invitation': user.access.update },
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
  },
  make: ({ db }) =>
    new Hono<AppEnv>().post('/user/:id/invitation', async (c) => {
      refuseParameters(c.req.url);
      const link = await makeLink(db, c.get('caller'), recordId(c.req.param('id')));
      return c.json(link, 201);
    }),
};
