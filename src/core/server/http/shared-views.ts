import { Hono } from 'hono';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { problems } from '@/core/contract/problem-codes';
import { newSharedView, sharedViewChange, sharedViewSchema, viewers } from '@/core/contract/shared-view';
import { forbidden, type Caller } from '../auth/caller';
import { inScope, sqlState, trusted, type Tx } from '../db/db';
import { wireTime } from '../db/table';
import { newId } from '../write/uuid';
import { readIfMatch } from './etag';
import type { AppEnv, ExtraRoutes, Parts } from './http-env';
import { json } from './json-answer';
import { badRequest, HttpProblem, notFound } from './problems';
import { recordId, refuseParameters } from './routes';
import { readBody } from './session-answers';

const view = jsonOf(documented(sharedViewSchema, 'output'));

/** Views of lists that are shared within a company (docs/design.md#shared-views). */
export const sharedViewAddresses: ExtraRoutes = {
  rules: {
    'GET /api/secure/shared_view': viewers,
    'POST /api/secure/shared_view': viewers,
    'PUT /api/secure/shared_view/:id': viewers,
  },
  paths: {
    '/api/secure/shared_view': {
      get: {
        operationId: 'list_shared_view',
        summary: 'The views of a list that are shared within the company, by name',
        'x-roles': viewers,
        parameters: [{ name: 'resource', in: 'query', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'All of them.',
            content: jsonOf(documented(z.array(sharedViewSchema), 'output')),
          },
          ...problems(400, 401, 403, 409, 414, 429, 503),
        },
      },
      post: {
        operationId: 'create_shared_view',
        summary: 'Share a view of a list with the company',
        'x-roles': viewers,
        requestBody: { required: true, content: jsonOf(documented(newSharedView, 'input')) },
        responses: {
          201: { description: 'The shared view.', content: view },
          ...problems(400, 401, 403, 408, 409, 413, 414, 415, 422, 429, 503),
        },
      },
    },
    '/api/secure/shared_view/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      put: {
        operationId: 'update_shared_view',
        summary: 'Change a shared view, or end its sharing; its maker and administrators may',
        'x-roles': viewers,
        requestBody: { required: true, content: jsonOf(documented(sharedViewChange, 'input')) },
        responses: {
          200: { description: 'The shared view.', content: view },
          ...problems(400, 401, 403, 404, 408, 409, 412, 413, 414, 415, 422, 429, 503),
        },
      },
    },
  },
  make: routes,
};

/** The most views of one list that a company shares. */
const mostViews = 100;

function routes({ db }: Parts): Hono<AppEnv> {
  const made = new Hono<AppEnv>();

  made.get('/shared_view', async (c) => {
    const parameters = new URL(c.req.url).searchParams;
    const resource = parameters.get('resource') ?? '';
    if (resource === '' || parameters.size !== 1)
      throw badRequest('invalid_query', 'The one parameter is resource: ?resource=plu');
    const caller = c.get('caller');
    const rows = await inScope(db, caller, 'read only', (tx) =>
      tx.rows(sql<{ view: string }>`
        select ${asJson(caller)}::text as view from shared_view t
        where ${ofCompany(caller)} and t.resource = ${resource} and t.active order by t.name, t.id`),
    );
    return json(`[${rows.map((row) => row.view).join(',')}]`, 200);
  });

  made.post('/shared_view', async (c) => {
    refuseParameters(c.req.url);
    const body = await readBody(c, newSharedView);
    const caller = c.get('caller');
    const answer = await inScope(db, caller, 'read write', async (tx) => {
      const [count] = await tx.rows(sql<{ count: number }>`
        select count(*)::integer as count from shared_view t
        where ${ofCompany(caller)} and t.resource = ${body.resource} and t.active`);
      if ((count?.count ?? 0) >= mostViews)
        throw new HttpProblem(
          409,
          'too_many_views',
          'Conflict',
          `A list has at most ${mostViews} shared views`,
        );
      return written(
        tx,
        caller,
        c.get('requestId'),
        'create',
        sql`insert into shared_view as t (tenant_id, company_id, id, resource, name, search, columns, user_id, key_id, by)
          values (${caller.tenantId}, ${caller.companyId}, ${newId()}, ${body.resource}, ${body.name.trim()}, ${body.search},
            ${JSON.stringify(body.columns)}::jsonb, ${caller.userId}::uuid, ${caller.keyId}::uuid, ${caller.keyName ?? ''})
          returning *`,
      );
    }).catch(refuseTakenName);
    return json(answer, 201);
  });

  made.put('/shared_view/:id', async (c) => {
    refuseParameters(c.req.url);
    const id = recordId(c.req.param('id'));
    const ifMatch = readIfMatch(c.req.header('if-match'));
    const { name, search, columns, active } = await readBody(c, sharedViewChange);
    const caller = c.get('caller');
    const answer = await inScope(db, caller, 'read write', async (tx) => {
      const [stored] = await tx.rows(sql<{ mine: boolean; version: number; view: string }>`
        select ${isMine(caller)} as mine, t.version, ${asJson(caller)}::text as view from shared_view t
        where ${ofCompany(caller)} and t.id = ${id} and t.active for update`);
      if (!stored) throw notFound();
      if (!stored.mine) throw forbidden(caller.role);
      if (ifMatch !== null && ifMatch !== 'any' && !ifMatch.includes(stored.version))
        throw new HttpProblem(
          412,
          'version_mismatch',
          'Precondition failed',
          'Somebody else has changed it',
          {
            current: stored.view,
          },
        );
      return written(
        tx,
        caller,
        c.get('requestId'),
        'update',
        sql`update shared_view t set name = coalesce(${name?.trim() ?? null}, t.name), search = coalesce(${search ?? null}, t.search),
            columns = coalesce(${columns ? JSON.stringify(columns) : null}::jsonb, t.columns), active = ${active ?? true},
            version = t.version + 1, modified_at = clock_timestamp()
          where ${ofCompany(caller)} and t.id = ${id} returning *`,
      );
    }).catch(refuseTakenName);
    return json(answer, 200);
  });

  return made;
}

/** Writes a view with its event, and returns it as it is answered. */
async function written(
  tx: Tx,
  caller: Caller,
  requestId: string,
  action: 'create' | 'update',
  write: RawBuilder<unknown>,
): Promise<string> {
  const [row] = await tx.rows(sql<{ view: string }>`
    with written as (${write}), logged as (
      insert into event (tenant_id, company_id, at, action, entity, entity_id, user_id, key_id, who, request_id, payload, after)
      select t.tenant_id, t.company_id, t.modified_at, ${action}, 'shared_view', t.id, ${caller.userId}::uuid,
        ${caller.keyId}::uuid, ${caller.keyName}, ${requestId}, l.entry, l.entry
      from written t cross join lateral (select jsonb_build_object('id', t.id, 'resource', t.resource, 'name', t.name,
        'search', t.search, 'columns', t.columns, 'active', t.active, 'version', t.version,
        'modified_at', ${trusted(wireTime('t.modified_at'))}) as entry) l
    )
    select ${asJson(caller)}::text as view from written t`);
  if (!row) throw new Error('A write gave no row');
  return row.view;
}

const ofCompany = ({ tenantId, companyId }: Caller): RawBuilder<unknown> =>
  sql`t.tenant_id = ${tenantId} and t.company_id = ${companyId}`;

/** SQL for whether the caller may change the view `t`. */
const isMine = ({ role, userId, keyId }: Caller): RawBuilder<boolean> =>
  role === 'admin'
    ? sql`true`
    : sql`coalesce(t.user_id = ${userId}::uuid or t.key_id = ${keyId}::uuid, false)`;

const asJson = (caller: Caller): RawBuilder<unknown> =>
  sql`json_build_object('id', t.id, 'resource', t.resource, 'name', t.name, 'search', t.search, 'columns', t.columns,
    'by', t.by, 'mine', ${isMine(caller)}, 'version', t.version)`;

function refuseTakenName(error: unknown): never {
  if (sqlState(error) !== '23505') throw error;
  throw new HttpProblem(409, 'name_taken', 'Conflict', 'The company shares a view of this name already');
}
