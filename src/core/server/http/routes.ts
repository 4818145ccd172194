import { Hono, type Context } from 'hono';
import { parseListQuery, parseMoment, type ListQuery } from '@/core/contract/paging';
import type { Resource } from '@/core/contract/resource';
import { guid } from '@/core/contract/values';
import type { AppEnv, Parts } from './http-env';
import { bodyLimits, readJson } from './body';
import { authorize, type Caller } from '../auth/caller';
import { inScope } from '../db/db';
import { etagOf, notModified, readIfMatch } from './etag';
import type { CachedList, ListCache } from '../read/list-cache';
import { findEntity, listFromCursor, listPage } from '../read/list';
import { listEtag, listQuestion, type ListQuestion } from '../read/list-revision';
import { badQuery, badRequest, HttpProblem, invalid, notFound } from './problems';
import { readIdempotencyKey } from '../write/idempotency';
import { updateOne, upsertMany, upsertOne } from '../write/store';
import type { Result } from '../write/write-context';
import type { Table } from '../db/table';

/** Returns a JSON answer from text, its bytes, or a stream of them. */
export const json = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
  status: number,
  headers: Record<string, string> = {},
) =>
  new Response(body, { status, headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers } });

/** Returns the routes of one resource (docs/interface.md#4-endpoints): list, get, POST, PUT. There is no DELETE. */
export function resourceRoutes(
  parts: Parts & { answers: ListCache<ListQuestion> },
  table: Table,
): Hono<AppEnv> {
  const { db, tables, answers } = parts;
  const { access, name } = table.resource;
  const routes = new Hono<AppEnv>();

  routes.get('/', async (c) => {
    const caller = c.get('caller');
    authorize(caller, access, 'read');
    const url = new URL(c.req.url);
    const ifNoneMatch = c.req.header('if-none-match');
    const question = listQuestion(caller, table, url.search);
    const before = c.get('listMark');
    const cached = before === null ? null : answers.find(question, before);
    if (cached) return keptAnswer(cached, ifNoneMatch);
    const { query, problems } = parseListQuery(table.resource, url.searchParams);
    if (problems.length > 0) throw badQuery(problems);
    if (before !== null && notModified(ifNoneMatch, listEtag(before, question, table))) {
      return new Response(null, { status: 304, headers: { ETag: listEtag(before, question, table) } });
    }
    const { body, headers, mark } = await listAnswer(parts, caller, table, query);
    if (mark === null) return json(body, 200, headers);
    const etag = listEtag(mark, question, table);
    const answer = { mark, etag, body: new TextEncoder().encode(body), headers: { ...headers, ETag: etag } };
    answers.keep(question, answer);
    return json(answer.body, 200, answer.headers);
  });

  routes.get('/:id', async (c) => {
    const caller = c.get('caller');
    authorize(caller, access, 'read');
    const { asOf, problems } = parseMoment(table.resource, new URL(c.req.url).searchParams);
    if (problems.length > 0) throw badQuery(problems);
    const id = recordId(c.req.param('id'));
    const found = await inScope(db, caller, 'read only', (tx) => findEntity(tx, caller, table, id, asOf));
    return entityAnswer(found, c.req.header('if-none-match'));
  });

  routes.post('/', async (c) => {
    const { body, items, ifMatch, retry } = await readPost(c, table.resource);
    const context = { db, tables, table, caller: c.get('caller'), requestId: c.get('requestId'), retry };
    if (items === null) return answer(name, await upsertOne(context, body, readIfMatch(ifMatch)));
    const results = items.length === 0 ? [] : await upsertMany(context, body, items);
    return json(`[${results.map((result) => result.entity).join(',')}]`, 200);
  });

  routes.put('/:id', async (c) => {
    const { id, body, ifMatch } = await readPut(c, table.resource);
    const context = { db, tables, table, caller: c.get('caller'), requestId: c.get('requestId') };
    return answer(name, await updateOne(context, id, body, readIfMatch(ifMatch)));
  });

  return routes;
}

/**
 * Reads a POST: its body, the items of an array or null for one object, and its conditional headers.
 *
 * @throws 403 for the role; 400 for a parameter, or `If-Match` with an array; 413 for too many items; and
 * what `readJson` and `readIdempotencyKey` throw.
 */
export async function readPost(c: Context<AppEnv>, { access, name }: Resource) {
  authorize(c.get('caller'), access, 'create');
  refuseParameters(c.req.url);
  const body = await readJson(c.req.raw);
  const ifMatch = c.req.header('if-match');
  const retry = readIdempotencyKey(c.req.header('idempotency-key'), name, ifMatch, body.text);
  const items: readonly unknown[] | null = Array.isArray(body.value) ? body.value : null;
  if (items !== null && ifMatch !== undefined)
    throw badRequest('if_match_on_array', 'If-Match goes with one object, not with an array');
  if (items !== null && items.length > bodyLimits.items) {
    throw new HttpProblem(
      413,
      'too_many_items',
      'Content too large',
      `An array may have ${bodyLimits.items} items`,
    );
  }
  return { body, items, ifMatch, retry };
}

/** Reads a PUT. @throws 403 for the role; 400 for a parameter; 404 for no GUID; 422 for an array. */
export async function readPut(c: Context<AppEnv>, { access }: Resource) {
  authorize(c.get('caller'), access, 'update');
  refuseParameters(c.req.url);
  const id = recordId(c.req.param('id') ?? '');
  const body = await readJson(c.req.raw);
  if (Array.isArray(body.value))
    throw invalid([{ pointer: '', code: 'wrong_type', detail: 'PUT takes one object' }]);
  return { id, body, ifMatch: c.req.header('if-match') };
}

/** Answers one entity with its ETag, or 304. @throws 404 if none was found. */
export function entityAnswer(
  found: { readonly entity: string; readonly version: number } | null,
  ifNoneMatch: string | undefined,
): Response {
  if (!found) throw notFound();
  const etag = etagOf(found.version, found.entity);
  return notModified(ifNoneMatch, etag)
    ? new Response(null, { status: 304, headers: { ETag: etag } })
    : json(found.entity, 200, { ETag: etag });
}

/**
 * Answers 201 with `Location` for a created entity, 200 for an updated one, with the whole entity and its ETag.
 * `shown` is sent instead of the entity.
 */
export function answer(resource: string, { entity, version, created }: Result, shown = entity): Response {
  const headers: Record<string, string> = { ETag: etagOf(version, entity) };
  const id: unknown = created ? JSON.parse(entity).id : null;
  if (typeof id === 'string') headers['Location'] = `/api/secure/${resource}/${id}`;
  return json(shown, created ? 201 : 200, headers);
}

/**
 * Returns a list's body with its own headers, of a page or a cursor (docs/interface.md#46-pagination), and its
 * revision (list-revision.ts).
 */
export async function listAnswer(
  { db, cursorSecret }: Pick<Parts, 'db' | 'cursorSecret'>,
  caller: Caller,
  table: Table,
  query: ListQuery,
): Promise<{ body: string; headers: Record<string, string>; mark: string | null }> {
  const { paging } = query;
  if (paging.kind === 'page') {
    const { body, total, mark } = await listPage(db, caller, table, query, paging);
    return { body, headers: pageHeaders(paging, total), mark };
  }
  const { body, nextCursor, hasMore, mark } = await listFromCursor(
    db,
    cursorSecret,
    caller,
    table,
    query,
    paging,
  );
  return {
    body: `{"data":${body},"next_cursor":${JSON.stringify(nextCursor)},"has_more":${hasMore}}`,
    headers: {},
    mark,
  };
}

const keptAnswer = ({ etag, body, headers }: CachedList, ifNoneMatch: string | undefined): Response =>
  notModified(ifNoneMatch, etag)
    ? new Response(null, { status: 304, headers: { ETag: etag } })
    : json(body, 200, headers);

/** Returns the pagination headers of a page (docs/interface.md#46-pagination). */
export function pageHeaders({ page, pageSize }: ListQuery['paging'] & { kind: 'page' }, total: number) {
  return {
    'X-Total-Count': String(total),
    'X-Page': String(page),
    'X-Page-Size': String(pageSize),
    'X-Total-Pages': String(Math.ceil(total / pageSize)),
  };
}

/** Refuses query parameters outside lists: one that changes nothing would be a broken promise. */
export function refuseParameters(url: string): void {
  const names = [...new Set(new URL(url).searchParams.keys())];
  if (names.length === 0) return;
  throw badRequest(
    'invalid_query',
    `There are no parameters here: ${names.join(', ')}`,
    names.map((name) => ({
      pointer: `?${name}`,
      code: 'unknown_parameter',
      detail: `"${name}" is no parameter here`,
    })),
  );
}

/** Parses the id of a record. What is no GUID names no record: the same 404 as for one that does not exist. */
export function recordId(segment: string): string {
  const id = guid().safeParse(segment);
  if (!id.success) throw notFound();
  return id.data.toLowerCase();
}
