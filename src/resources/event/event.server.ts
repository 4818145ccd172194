import { Hono } from 'hono';
import { sql, type RawBuilder } from 'kysely';
import { parseListQuery, type ListQuery } from '@/core/contract/paging';
import type { AppEnv, Parts } from '@/core/server/http/http-env';
import { authorize, type Caller } from '@/core/server/auth/caller';
import { decodeCursor, encodeCursor } from '@/core/server/read/cursor';
import { inScope, trusted, type Database } from '@/core/server/db/db';
import { etagOf, notModified } from '@/core/server/http/etag';
import { badQuery, notFound } from '@/core/server/http/problems';
import { json, pageHeaders, recordId, refuseParameters } from '@/core/server/http/routes';
import type { Tables } from '@/core/server/read/visibility';
import { wireTime } from '@/core/server/db/table';
import { event } from './contract';

/** The audit trail: lists, oldest first or with `sort=-at` newest first, and single events. Writing is 405. */
export function eventRoutes({ db, tables, cursorSecret }: Parts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/', async (c) => {
    const caller = c.get('caller');
    authorize(caller, event.access, 'read');
    const parameters = new URL(c.req.url).searchParams;
    const query = readQuery(parameters);
    const { paging } = query;
    if (paging.kind === 'page' && (parameters.has('page') || parameters.has('pageSize'))) {
      const { body, total } = await page(db, caller, conditions(caller, tables, query), query, paging);
      return json(body, 200, pageHeaders(paging, total));
    }
    const { cursor, limit } = paging.kind === 'cursor' ? paging : { cursor: null, limit: paging.pageSize };
    const position = cursor === null ? null : decodeCursor(cursorSecret, caller, query, cursor);
    const rows = await step(db, caller, conditions(caller, tables, query), query, position, limit);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1) ?? position ?? { values: [], seq: 0 };
    const next = encodeCursor(cursorSecret, caller, query, { values: last.values, seq: last.seq });
    const data = shown.map((row) => row.entity).join(',');
    return json(
      `{"data":[${data}],"next_cursor":${JSON.stringify(next)},"has_more":${rows.length > limit}}`,
      200,
    );
  });

  routes.get('/:id', async (c) => {
    const caller = c.get('caller');
    authorize(caller, event.access, 'read');
    refuseParameters(c.req.url);
    const id = recordId(c.req.param('id'));
    const [found] = await inScope(db, caller, 'read only', (tx) =>
      tx.rows(sql<{ entity: string }>`
        select ${entity} as entity from event t where ${inSight(caller, tables)} and t.id = ${id}`),
    );
    if (!found) throw notFound();
    const etag = etagOf(1, found.entity);
    return notModified(c.req.header('if-none-match'), etag)
      ? new Response(null, { status: 304, headers: { ETag: etag } })
      : json(found.entity, 200, { ETag: etag });
  });

  return routes;
}

const entity = sql`(select row_to_json(e) from (select t.id, ${trusted(wireTime('t.at'))} as at, t.action, t.entity,
  t.entity_id, t.user_id, t.key_id, t.who, t.request_id, t.payload, t.before, t.after) e)::text`;

function readQuery(parameters: URLSearchParams): ListQuery {
  const { query, problems } = parseListQuery(event, parameters);
  if (problems.length > 0) throw badQuery(problems);
  return query;
}

/**
 * The company's own events: all of them for an administrator, for others those of the records that they
 * may change themselves.
 */
function inSight(caller: Caller, tables: Tables): RawBuilder<unknown> {
  const own = sql`t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}`;
  if (caller.role === 'admin') return own;
  const kept = Object.values(tables)
    .map((table) => table.resource)
    .filter((resource) => resource.access.update.includes(caller.role));
  return sql`${own} and t.entity = any(${kept.map((resource) => resource.name)}::text[])`;
}

function conditions(caller: Caller, tables: Tables, { equals }: ListQuery): RawBuilder<unknown> {
  const parts = [inSight(caller, tables)];
  for (const [name, values] of Object.entries(equals)) {
    if (name === 'from') parts.push(sql`t.at >= ${values[0]}::timestamptz`);
    else if (name === 'until') parts.push(sql`t.at < ${values[0]}::timestamptz`);
    else {
      const type = trusted(name === 'action' || name === 'entity' ? 'text' : 'uuid');
      const column = sql.ref(`t.${name}`);
      // One value is asked for by itself: then an index gives its events in order. Said to be there, too, for
      // the indexes that hold only those.
      parts.push(
        values.length === 1
          ? sql`${column} is not null and ${column} = ${values[0]}::${type}`
          : sql`${column} = any(${values}::${type}[])`,
      );
    }
  }
  return sql.join(parts, sql` and `);
}

const isNewestFirst = ({ sort }: ListQuery) => sort[0]?.descending === true;

const order = (query: ListQuery) =>
  isNewestFirst(query) ? sql`t.place desc, t.seq desc` : sql`t.place, t.seq`;

/**
 * A walk towards what is new stops before the first transaction that is still under way: its events may
 * come to stand before what is seen already (`place`, schema/people.ts), and the cursor would have passed
 * them. A walk back from the newest passes nothing that was there when it began, and is shown all.
 */
const settled = sql`t.place < (select settled_place())`;

function step(
  db: Database,
  caller: Caller,
  where: RawBuilder<unknown>,
  query: ListQuery,
  position: { values: readonly (string | null)[]; seq: number } | null,
  limit: number,
) {
  const back = isNewestFirst(query);
  const beyond = position?.seq
    ? sql`(t.place, t.seq) ${trusted(back ? '<' : '>')} (${position.values[0]}::bigint, ${position.seq}::bigint)`
    : sql`true`;
  return inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql<{ entity: string; seq: number; values: (string | null)[] }>`
      select ${entity} as entity, t.seq, array[t.place::text] as values from event t
      where ${where} and ${back ? sql`true` : settled} and ${beyond}
      order by ${order(query)} limit ${limit + 1}`),
  );
}

async function page(
  db: Database,
  caller: Caller,
  where: RawBuilder<unknown>,
  query: ListQuery,
  { page: number, pageSize }: { page: number; pageSize: number },
): Promise<{ body: string; total: number }> {
  const [row] = await inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql<{ body: string; total: number }>`
      select (select count(*) from event t where ${where}) as total,
        '[' || coalesce(string_agg(e.entity, ',' order by e.n), '') || ']' as body
      from (
        select ${entity} as entity, row_number() over () as n from (
          select t.* from event t where ${where}
          order by ${order(query)} limit ${pageSize} offset ${(number - 1) * pageSize}
        ) t
      ) e`),
  );
  return row ?? { body: '[]', total: 0 };
}
