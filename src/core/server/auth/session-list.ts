import { sql } from 'kysely';
import { Hono } from 'hono';
import { z } from 'zod';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { problems } from '@/core/contract/problem-codes';
import { roles } from '@/core/contract/role';
import { endedSchema, sessionEntries, type SessionEntry } from '@/core/contract/session-list';
import type { AppEnv, ExtraRoutes, Parts } from '../http/http-env';
import type { Caller } from './caller';
import { trusted, type Database } from '../db/db';
import { HttpProblem, notFound } from '../http/problems';
import { recordId, refuseParameters } from '../http/routes';
import { wireTime } from '../db/table';
import { originOf, type RequestOrigin } from './request-origin';

const schemaOf = (schema: z.ZodType) => {
  return jsonOf(documented(schema));
};

/** The response schemas for the OpenAPI document. */
export const sessionContent = { entries: schemaOf(sessionEntries), ended: schemaOf(endedSchema) };
/** Returns the OpenAPI parameter of an id in the path. */
export const idParameter = (name = 'id') => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
});

/** Routes for the caller's own sessions in all companies: list them, end one, or end all but the current one. */
export const sessionAddresses: ExtraRoutes = {
  rules: {
    'GET /api/secure/session': roles,
    'POST /api/secure/session/end-others': roles,
    'POST /api/secure/session/:id/end': roles,
  },
  paths: {
    '/api/secure/session': {
      get: {
        operationId: 'list_sessions',
        tags: ['session'],
        summary: 'The sessions of the same person or key, the one used last first',
        'x-roles': roles,
        responses: {
          200: { description: 'The sessions that stand.', content: sessionContent.entries },
          ...problems(400, 401, 403, 409, 414, 429, 503),
        },
      },
    },
    '/api/secure/session/end-others': {
      post: {
        operationId: 'end_other_sessions',
        tags: ['session'],
        summary: 'End all sessions of the same person or key but the one of the request',
        'x-roles': roles,
        responses: {
          200: { description: 'How many there were.', content: sessionContent.ended },
          ...problems(400, 401, 403, 409, 414, 429, 503),
        },
      },
    },
    '/api/secure/session/{id}/end': {
      parameters: [idParameter()],
      post: {
        operationId: 'end_session',
        tags: ['session'],
        summary: 'End one session of the same person or key',
        'x-roles': roles,
        responses: {
          200: { description: 'It is ended.', content: sessionContent.ended },
          ...problems(400, 401, 403, 404, 409, 414, 429, 503),
        },
      },
    },
  },
  make: ownSessionRoutes,
};

function ownSessionRoutes({ db }: Parts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/session', async (c) => {
    refuseParameters(c.req.url);
    const caller = c.get('caller');
    return c.json(await ownSessions(db, caller));
  });
  routes.post('/session/end-others', async (c) => {
    refuseParameters(c.req.url);
    const caller = c.get('caller');
    return c.json({ ended: await endSessions(db, caller, null, originOf(c)) });
  });
  routes.post('/session/:id/end', async (c) => {
    refuseParameters(c.req.url);
    const caller = c.get('caller');
    const id = recordId(c.req.param('id'));
    if (id === caller.session?.id) {
      throw new HttpProblem(
        409,
        'is_current',
        'Conflict',
        'This is the session of the request: sign out instead',
      );
    }
    const ended = await endSessions(db, caller, id, originOf(c));
    if (ended === 0) throw notFound('There is no such session of yours');
    return c.json({ ended });
  });
  return routes;
}

const columns = sql`s.id, s.company, ${trusted(wireTime('s.begun_at'))} as begun_at,
  ${trusted(wireTime('s.used_at'))} as used_at, nullif(s.address, '') as address, s.agent as user_agent`;

async function ownSessions(db: Database, { tenantId, keyId, session }: Caller): Promise<SessionEntry[]> {
  const own = session?.id ?? null;
  const found = session
    ? sql`sessions_of_session(${own}::uuid)`
    : sql`sessions_of(${tenantId}::uuid, null::uuid, ${keyId}::uuid)`;
  const { rows } = await sql<SessionEntry>`
    select ${columns}, s.id is not distinct from ${own}::uuid as current from ${found} s`.execute(db);
  return rows;
}

/** Ends one session of the caller, or with null all but the current one. Returns the number ended. */
async function endSessions(
  db: Database,
  { tenantId, keyId, session }: Caller,
  id: string | null,
  { address, requestId }: RequestOrigin,
): Promise<number> {
  const ending = session
    ? sql`sessions_end_of_session(${session.id}::uuid, ${id}::uuid, ${address}, ${requestId})`
    : sql`sessions_end(${tenantId}::uuid, null::uuid, ${keyId}::uuid, ${id}::uuid, null::uuid, ${address}, ${requestId})`;
  const { rows } = await sql<{ ended: number }>`select ${ending} as ended`.execute(db);
  return rows[0]?.ended ?? 0;
}

/** Returns the sessions that currently act by a membership of the caller's company. */
export async function sessionsOfMembership(
  db: Database,
  caller: Caller,
  userId: string,
): Promise<SessionEntry[]> {
  const { rows } = await sql<SessionEntry>`
    select ${columns}, s.id is not distinct from ${caller.session?.id ?? null}::uuid as current
    from sessions_of_membership(${caller.tenantId}::uuid, ${caller.companyId}::uuid, ${userId}::uuid) s`.execute(
    db,
  );
  return rows;
}

/** Ends one session of a membership of the caller's company, or with null all of them. Returns the number ended. */
export async function endSessionsOfMembership(
  db: Database,
  caller: Caller,
  userId: string,
  id: string | null,
  { address, requestId }: RequestOrigin,
): Promise<number> {
  const { tenantId, companyId, keyId, keyName } = caller;
  const { rows } = await sql<{ ended: number }>`select sessions_end_of_membership(${tenantId}::uuid,
    ${companyId}::uuid, ${userId}::uuid, ${id}::uuid, ${caller.userId}::uuid, ${keyId}::uuid, ${keyName},
    ${address}, ${requestId}) as ended`.execute(db);
  return rows[0]?.ended ?? 0;
}
