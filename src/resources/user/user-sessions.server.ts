import { sql } from 'kysely';
import { Hono } from 'hono';
import { problems } from '@/core/contract/problem-codes';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import { originOf } from '@/core/server/auth/request-origin';
import {
  endSessionsOfMembership,
  idParameter,
  sessionContent,
  sessionsOfMembership,
} from '@/core/server/auth/session-list';
import type { Caller } from '@/core/server/auth/caller';
import { inScope, type Database } from '@/core/server/db/db';
import { notFound } from '@/core/server/http/problems';
import { recordId, refuseParameters } from '@/core/server/http/routes';
import { user } from './contract';

const statuses = problems(400, 401, 403, 404, 409, 414, 429, 503);
const ended = { description: 'How many there were.', content: sessionContent.ended };

/** Routes for the sessions of one user: administrators of the company list and end them. */
export const userSessionExtraRoutes: ExtraRoutes = {
  rules: {
    'GET /api/secure/user/:id/session': user.access.update,
    'POST /api/secure/user/:id/session/end': user.access.update,
    'POST /api/secure/user/:id/session/:session/end': user.access.update,
  },
  paths: {
    '/api/secure/user/{id}/session': {
      parameters: [idParameter()],
      get: {
        operationId: 'list_user_sessions',
        tags: ['user'],
        summary:
          'The sessions that act by this membership now; those of the person elsewhere are not among them',
        'x-roles': user.access.update,
        responses: {
          200: { description: 'The sessions that stand.', content: sessionContent.entries },
          ...statuses,
        },
      },
    },
    '/api/secure/user/{id}/session/end': {
      parameters: [idParameter()],
      post: {
        operationId: 'end_user_sessions',
        tags: ['user'],
        summary: 'End all sessions that act by this membership',
        'x-roles': user.access.update,
        responses: { 200: ended, ...statuses },
      },
    },
    '/api/secure/user/{id}/session/{session}/end': {
      parameters: [idParameter(), idParameter('session')],
      post: {
        operationId: 'end_user_session',
        tags: ['user'],
        summary: 'End one session that acts by this membership',
        'x-roles': user.access.update,
        responses: { 200: ended, ...statuses },
      },
    },
  },
  make: userSessionRoutes,
};

function userSessionRoutes({ db }: Parts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/user/:id/session', async (c) => {
    refuseParameters(c.req.url);
    const caller = c.get('caller');
    const id = await membership(db, caller, c.req.param('id'));
    return c.json(await sessionsOfMembership(db, caller, id));
  });
  routes.post('/user/:id/session/end', async (c) => {
    refuseParameters(c.req.url);
    const caller = c.get('caller');
    const id = await membership(db, caller, c.req.param('id'));
    return c.json({ ended: await endSessionsOfMembership(db, caller, id, null, originOf(c)) });
  });
  routes.post('/user/:id/session/:session/end', async (c) => {
    refuseParameters(c.req.url);
    const caller = c.get('caller');
    const id = await membership(db, caller, c.req.param('id'));
    const session = recordId(c.req.param('session'));
    const count = await endSessionsOfMembership(db, caller, id, session, originOf(c));
    if (count === 0) throw notFound('There is no such session');
    return c.json({ ended: count });
  });
  return routes;
}

/**
 * Returns the id of a membership of the caller's own company.
 *
 * @throws 404 for any other id.
 */
async function membership(db: Database, caller: Caller, requestedId: string): Promise<string> {
  const id = recordId(requestedId);
  const [row] = await inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql`select from "user" t
      where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = ${id}`),
  );
  if (!row) throw notFound();
  return id;
}
