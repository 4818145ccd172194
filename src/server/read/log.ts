import { Hono } from 'hono';
import { sql, type RawBuilder } from 'kysely';
import { parseListQuery, type ListQuery } from '@/contract/paging';
import type { Resource } from '@/contract/resource';
import type { AppEnv, Parts } from '../http/http-env';
import { authorize, type Caller } from '../auth/caller';
import { inScope, trusted } from '../db/db';
import { etagOf, unmodified } from '../http/etag';
import { badQuery, notFound } from '../http/problems';
import { json } from '../http/json-answer';
import { pathOf } from '@/contract/pointer';
import { fieldGroups } from '@/contract/field-groups';
import { requireSeenPath } from './seen';
import { pageHeaders } from '../http/list-route';
import { recordId, refuseParameters } from '../http/routes';
import { decodeCursor, encodeCursor } from './cursor';

/** A table to which the service alone appends: the audit trail, the security log. In its SQL the table is `t`. */
export interface Log {
  /** Its name is the name of the table. */
  readonly resource: Resource;
  /** One entry as JSON text, as this caller sees it. */
  readonly entityFor: (caller: Caller) => RawBuilder<unknown>;
  /** The condition for the entries that this caller may read. */
  readonly visibleTo: (caller: Caller) => RawBuilder<unknown>;
  /** Filters whose column is text; the others are UUIDs. */
  readonly textFilters: readonly string[];
}

/**
 * A walk from the oldest to the newest stops before the first transaction that is still open: its entries may be
 * inserted before entries that the walk has returned (`place`, schema/events.sql), and the cursor would skip them. A walk
 * from the newest to the oldest skips no entry that existed when it began, and needs no such limit.
 */
const settled = sql`t.place < (select settled_place())`;

/** The media type of one entry on each line, which programs that gather logs read. */
const lines = 'application/x-ndjson';

/**
 * The routes of a log: lists, oldest first or with `sort=-at` newest first, by page or by cursor
 * (docs/interface.md#46-pagination), and single entries. Nothing is written through them. With `Accept: application/x-ndjson` a list has an
 * entry on each line; the header `Next-Cursor` says from where the walk goes on, `Has-More` whether at once.
 */
export function logRoutes({ db, cursorSecret }: Parts, log: Log): Hono<AppEnv> {
  const { resource, entityFor } = log;
  const table = sql.table(resource.name);
  const routes = new Hono<AppEnv>();

  routes.get('/', async (c) => {
    const caller = c.get('caller');
    authorize(caller, resource.access, 'read');
    const parameters = new URL(c.req.url).searchParams;
    const { query, problems } = parseListQuery(resource, parameters);
    if (problems.length > 0) throw badQuery(problems);
    const { paging } = query;
    const where = conditions(log, caller, query);
    const order = orderOf(query);
    const isByLine = (c.req.header('accept') ?? '').includes(lines);
    const isByPage = paging.kind === 'page' && (parameters.has('page') || parameters.has('pageSize'));
    // The first page again and again would be taken for the next ones.
    if (isByLine && isByPage)
      throw badQuery([
        {
          pointer: '?page',
          code: 'invalid_value',
          detail: 'By line a list goes on by cursor: limit, cursor',
        },
      ]);
    if (isByPage) {
      const [row] = await inScope(db, caller, 'read only', (tx) =>
        tx.rows(sql<{ body: string; total: number }>`
          select (select count(*) from ${table} t where ${where}) as total,
            '[' || coalesce(string_agg(e.entity, ',' order by e.n), '') || ']' as body
          from (select ${entityFor(caller)} as entity, row_number() over () as n from (
            select t.* from ${table} t where ${where}
            order by ${order} limit ${paging.pageSize} offset ${(paging.page - 1) * paging.pageSize}) t) e`),
      );
      return json(row?.body ?? '[]', 200, pageHeaders(paging, row?.total ?? 0));
    }
    const { cursor, limit } = paging.kind === 'cursor' ? paging : { cursor: null, limit: paging.pageSize };
    const position = cursor === null ? null : decodeCursor(cursorSecret, caller, query, cursor);
    const beyond = position?.seq ? isBeyond(query, [...placeIn(position.values), position.seq]) : sql`true`;
    const rows = await inScope(db, caller, 'read only', (tx) =>
      tx.rows(sql<{ entity: string; seq: number; values: (string | null)[] }>`
        select ${entityFor(caller)} as entity, t.seq, array[t.place::text] as values from ${table} t
        where ${where} and ${isNewestFirst(query) ? sql`true` : settled} and ${beyond}
        order by ${order} limit ${limit + 1}`),
    );
    const page = rows.slice(0, limit);
    const { values, seq } = page.at(-1) ?? position ?? { values: [], seq: 0 };
    const next = encodeCursor(cursorSecret, caller, query, { values, seq });
    const hasMore = rows.length > limit;
    if (isByLine)
      return json(page.map(({ entity }) => `${entity}\n`).join(''), 200, {
        'Content-Type': lines,
        'Next-Cursor': next,
        'Has-More': String(hasMore),
        Vary: 'Accept',
      });
    const data = page.map((row) => row.entity).join(',');
    return json(`{"data":[${data}],"next_cursor":${JSON.stringify(next)},"has_more":${hasMore}}`, 200);
  });

  routes.get('/:id', async (c) => {
    const caller = c.get('caller');
    authorize(caller, resource.access, 'read');
    refuseParameters(c.req.url);
    const id = recordId(c.req.param('id'));
    const [entry] = await inScope(db, caller, 'read only', (tx) =>
      tx.rows(sql<{ entity: string }>`
        select ${entityFor(caller)} as entity from ${table} t where ${log.visibleTo(caller)} and t.id = ${id}`),
    );
    if (!entry) throw notFound();
    const etag = etagOf(1, entry.entity);
    return unmodified(c.req.header('if-none-match'), etag) ?? json(entry.entity, 200, { ETag: etag });
  });

  return routes;
}

function conditions(log: Log, caller: Caller, { equals }: ListQuery): RawBuilder<unknown> {
  const parts = [log.visibleTo(caller)];
  for (const [name, values] of Object.entries(equals)) {
    if (name === 'from') parts.push(sql`t.at >= ${values[0]}::timestamptz`);
    else if (name === 'until') parts.push(sql`t.at < ${values[0]}::timestamptz`);
    else if (name === 'field') parts.push(changes(caller, values));
    else {
      const type = trusted(log.textFilters.includes(name) ? 'text' : 'uuid');
      const column = sql.ref(`t.${name}`);
      // A single value is compared with `=`: then an index returns the entries in order. `is not null` is stated
      // for the partial indexes, which hold only those rows.
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

/** The condition for events that changed the value of a field, or of one of several: JSON pointers. @throws 403 `hidden_field` */
function changes(caller: Caller, pointers: readonly string[]): RawBuilder<unknown> {
  const paths = pointers.map(pathOf);
  for (const resource of Object.values(fieldGroups).flatMap((of) => Object.keys(of)))
    for (const path of paths) requireSeenPath(caller, resource, path);
  return sql`(${sql.join(
    paths.map(
      (path) =>
        sql`(t.before #> ${path}::text[]) is distinct from (coalesce(t.after, t.payload) #> ${path}::text[])`,
    ),
    sql` or `,
  )})`;
}

const orderOf = (query: ListQuery) =>
  isNewestFirst(query) ? sql`t.place desc, t.seq desc` : sql`t.place, t.seq`;

/** The place of a cursor; the security log's had none before 1.1, and what stood in it then has 0. */
const placeIn = (values: readonly (string | number | null)[]) => (values.length === 0 ? ['0'] : values);

const isBeyond = (query: ListQuery, position: readonly (string | number | null)[]) =>
  sql`(t.place, t.seq) ${trusted(isNewestFirst(query) ? '<' : '>')}
    (${sql.join(position.map((value) => sql`${value}::bigint`))})`;
