import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { string } from '@/contract/openapi/parts';
import { newSharedView, sharedViewChange, sharedViewSchema, viewers } from '@/contract/shared-view';
import { forbidden, type Caller } from '../auth/caller';
import { inScope, sqlState, trusted, type Tx } from '../db/db';
import { wireTime } from '../db/table';
import { newId } from '../write/uuid';
import { readIfMatch } from './etag';
import { endpoints, jsonAnswer, route } from './endpoint';
import { json } from './json-answer';
import { HttpProblem, notFound } from './problems';
import { queryOf } from './query';

const needed = 'The resource of the list is needed: ?resource=plu';

/** The most views of one list that a company shares. */
const mostViews = 100;

const shown = jsonAnswer('The shared view.', sharedViewSchema);

/** Views of lists that are shared within a company (docs/design.md#shared-views). */
export const sharedViewAddresses = endpoints(
  route({
    method: 'GET',
    path: '/shared_view',
    operationId: 'list_shared_view',
    tag: 'session',
    summary: 'The views of a list that are shared within the company, by name',
    needs: viewers,
    query: queryOf({ resource: { read: z.string().min(1), rule: needed, needed, schema: string } }),
    answers: { 200: jsonAnswer('All of them.', z.array(sharedViewSchema)) },
    problems: [409],
    handle: async ({ caller, parts: { db }, query: { resource } }) => {
      const rows = await inScope(db, caller, 'read only', (tx) =>
        tx.rows(sql<{ view: string }>`
          select ${asJson(caller)}::text as view from shared_view t
          where ${ofCompany(caller)} and t.resource = ${resource} and t.active order by t.name, t.id`),
      );
      return json(`[${rows.map((row) => row.view).join(',')}]`, 200);
    },
  }),
  route({
    method: 'POST',
    path: '/shared_view',
    operationId: 'create_shared_view',
    tag: 'session',
    summary: 'Share a view of a list with the company',
    needs: viewers,
    body: newSharedView,
    answers: { 201: shown },
    problems: [409],
    handle: async ({ c, caller, parts: { db }, body }) => {
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
    },
  }),
  route({
    method: 'PUT',
    path: '/shared_view/:id',
    operationId: 'update_shared_view',
    tag: 'session',
    summary: 'Change a shared view, or end its sharing; its maker and administrators may',
    needs: viewers,
    body: sharedViewChange,
    answers: { 200: shown },
    problems: [409, 412],
    handle: async ({ c, caller, parts: { db }, params: { id }, body }) => {
      const ifMatch = readIfMatch(c.req.header('if-match'));
      const { name, search, columns, active } = body;
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
            { current: stored.view },
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
    },
  }),
);

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
