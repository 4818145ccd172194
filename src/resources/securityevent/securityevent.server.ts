import { Hono } from 'hono';
import { sql, type RawBuilder } from 'kysely';
import { parseListQuery, type ListQuery } from '@/core/contract/paging';
import type { AppEnv, Parts } from '@/core/server/http/http-env';
import { authorize, type Caller } from '@/core/server/auth/caller';
import { decodeCursor, encodeCursor } from '@/core/server/read/cursor';
import { inScope, trusted } from '@/core/server/db/db';
import { etagOf, notModified } from '@/core/server/http/etag';
import { badQuery, notFound } from '@/core/server/http/problems';
import { json, pageHeaders, recordId, refuseParameters } from '@/core/server/http/routes';
import { wireTime } from '@/core/server/db/table';
import { securityevent } from './contract';

/** The security log of the company: lists, oldest first or with `sort=-at` newest first, and single entries. */
export function securityeventRoutes({ db, cursorSecret }: Parts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/', async (c) => {
    const caller = c.get('caller');
    authorize(caller, securityevent.access, 'read');
    const parameters = new URL(c.req.url).searchParams;
    const { query, problems } = parseListQuery(securityevent, parameters);
    if (problems.length > 0) throw badQuery(problems);
    const { paging } = query;
    const where = conditions(caller, query);
    const order = trusted(isNewestFirst(query) ? 't.seq desc' : 't.seq');
    if (paging.kind === 'page' && (parameters.has('page') || parameters.has('pageSize'))) {
      const [row] = await inScope(db, caller, 'read only', (tx) =>
        tx.rows(sql<{ body: string; total: number }>`
          select (select count(*) from securityevent t where ${where}) as total,
            '[' || coalesce(string_agg(e.entity, ',' order by e.n), '') || ']' as body
          from (select ${entity} as entity, row_number() over () as n from (
            select t.* from securityevent t where ${where}
            order by ${order} limit ${paging.pageSize} offset ${(paging.page - 1) * paging.pageSize}) t) e`),
      );
      return json(row?.body ?? '[]', 200, pageHeaders(paging, row?.total ?? 0));
    }
    const { cursor, limit } = paging.kind === 'cursor' ? paging : { cursor: null, limit: paging.pageSize };
    const position = cursor === null ? null : decodeCursor(cursorSecret, caller, query, cursor);
    const beyond = position?.seq
      ? sql`t.seq ${trusted(isNewestFirst(query) ? '<' : '>')} ${position.seq}::bigint`
      : sql`true`;
    const rows = await inScope(db, caller, 'read only', (tx) =>
      tx.rows(sql<{ entity: string; seq: number }>`
        select ${entity} as entity, t.seq from securityevent t where ${where} and ${beyond}
        order by ${order} limit ${limit + 1}`),
    );
    const shown = rows.slice(0, limit);
    const seq = shown.at(-1)?.seq ?? position?.seq ?? 0;
    const next = encodeCursor(cursorSecret, caller, query, { values: [], seq });
    const data = shown.map((row) => row.entity).join(',');
    return json(
      `{"data":[${data}],"next_cursor":${JSON.stringify(next)},"has_more":${rows.length > limit}}`,
      200,
    );
  });

  routes.get('/:id', async (c) => {
    const caller = c.get('caller');
    authorize(caller, securityevent.access, 'read');
    refuseParameters(c.req.url);
    const id = recordId(c.req.param('id'));
    const [found] = await inScope(db, caller, 'read only', (tx) =>
      tx.rows(sql<{ entity: string }>`
        select ${entity} as entity from securityevent t where ${own(caller)} and t.id = ${id}`),
    );
    if (!found) throw notFound();
    const etag = etagOf(1, found.entity);
    return notModified(c.req.header('if-none-match'), etag)
      ? new Response(null, { status: 304, headers: { ETag: etag } })
      : json(found.entity, 200, { ETag: etag });
  });

  return routes;
}

/**
 * As every entity it has `active` and `data` (docs/interface.md#21-common-fields): an entry is never deactivated, and
 * has no settings.
 */
const entity = sql`(select row_to_json(e) from (select t.id, true as active, ${trusted(wireTime('t.at'))} as at, t.kind, t.user_id,
  t.key_id, t.who, t.subject_id, t.subject, t.address, t.detail, t.request_id, '{}'::json as data) e)::text`;

const own = ({ tenantId, companyId }: Caller) =>
  sql`t.tenant_id = ${tenantId} and t.company_id = ${companyId}`;

const isNewestFirst = ({ sort }: ListQuery) => sort[0]?.descending === true;

function conditions(caller: Caller, { equals }: ListQuery): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [own(caller)];
  for (const [name, values] of Object.entries(equals)) {
    if (name === 'from') parts.push(sql`t.at >= ${values[0]}::timestamptz`);
    else if (name === 'until') parts.push(sql`t.at < ${values[0]}::timestamptz`);
    else {
      const type = trusted(name === 'kind' || name === 'address' ? 'text' : 'uuid');
      parts.push(sql`${sql.ref(`t.${name}`)} = any(${values}::${type}[])`);
    }
  }
  return sql.join(parts, sql` and `);
}
