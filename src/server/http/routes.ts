import { Hono, type Context } from 'hono';
import { parseMoment } from '@/contract/paging';
import type { Resource } from '@/contract/resource';
import { guid } from '@/contract/values';
import type { AppEnv, Parts } from './http-env';
import { bodyLimits, readJson } from './body';
import { authorize } from '../auth/caller';
import { inScope } from '../db/db';
import { etagOf, readIfMatch, unmodified } from './etag';
import { json } from './json-answer';
import { listRoute } from './list-route';
import type { ListCache } from '../read/list-cache';
import { findEntity } from '../read/list';
import type { ListQuestion } from '../read/list-revision';
import { requireWithinHorizon } from '../retention/horizon';
import { badQuery, badRequest, HttpProblem, invalid, notFound } from './problems';
import { readIdempotencyKey } from '../write/idempotency';
import { updateOne, upsertMany, upsertOne } from '../write/store';
import type { Result } from '../write/write-context';
import type { Table } from '../db/table';

/** Returns the routes of one resource (docs/interface.md#4-endpoints): list, get, POST, PUT. There is no DELETE. */
export function resourceRoutes(
  parts: Parts & { answers: ListCache<ListQuestion> },
  table: Table,
): Hono<AppEnv> {
  const { db, tables } = parts;
  const { access, name } = table.resource;
  const routes = new Hono<AppEnv>();

  routes.get('/', listRoute(parts, table));

  routes.get('/:id', async (c) => {
    const caller = c.get('caller');
    authorize(caller, access, 'read');
    const { asOf, problems } = parseMoment(table.resource, new URL(c.req.url).searchParams);
    if (problems.length > 0) throw badQuery(problems);
    const id = recordId(c.req.param('id'));
    const found = await inScope(db, caller, 'read only', (tx) => findEntity(tx, caller, table, id, asOf));
    await requireWithinHorizon(db, caller, table, asOf);
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
  return unmodified(ifNoneMatch, etag) ?? json(found.entity, 200, { ETag: etag });
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
