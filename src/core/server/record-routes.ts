import { Hono } from 'hono';
import { parseListQuery, type ListQuery } from '@/core/contract/paging';
import type { AppEnv } from './app';
import { bodyLimits, readJson } from './body';
import { authorize, type Caller } from './caller';
import { inScope } from './db';
import { etagOf, notModified, readIfMatch } from './etag';
import { findEntity, listFromCursor, listPage } from './list';
import { badQuery, badRequest, HttpProblem, invalid, notFound } from './problems';
import { readRetry } from './retry';
import { answer, json, pageHeaders, recordId, refuseParameters, type Parts } from './routes';
import { updateOne, upsertMany, upsertOne, type Result, type WriteContext } from './store';
import type { Table } from './table';

export type { Parts } from './routes';

/** One object of a body, as it was sent. */
export interface Written {
  readonly value: Readonly<Record<string, unknown>>;
  /** The id in it or, with PUT, in the path. */
  readonly id: string | null;
  readonly path: readonly PropertyKey[];
}

/** A result, and the text that is answered for it where that says more than the entity. */
export type Shown = Result & { readonly shown?: string };

/** Where a resource differs from the uniform routes: in what a caller sees, and around a write. */
export interface Differences {
  /** Which companies' records the caller sees, through which table, and as whom the lists ask. */
  readonly sight: (caller: Caller) => Promise<{ caller: Caller; table: Table; companies: readonly string[] }>;
  readonly write: (
    context: WriteContext,
    values: readonly Written[],
    run: (context: WriteContext) => Promise<readonly Result[]>,
  ) => Promise<readonly Shown[]>;
}

/**
 * List, get, POST and PUT of a resource that is written as any other and differs in a point or two: the
 * wire is that of `resourceRoutes`. Its totals are counted, not kept.
 */
export function recordRoutes(parts: Parts, table: Table, { sight, write }: Differences): Hono<AppEnv> {
  const { db, tables, cursorSecret } = parts;
  const { access, name } = table.resource;
  const routes = new Hono<AppEnv>();

  routes.get('/', async (c) => {
    authorize(c.get('caller'), access, 'read');
    const { query, problems } = parseListQuery(table.resource, new URL(c.req.url).searchParams);
    if (problems.length > 0) throw badQuery(problems);
    const seen = await sight(c.get('caller'));
    const { paging } = query;
    if (paging.kind === 'cursor') {
      const step = await listFromCursor(db, cursorSecret, seen.caller, seen.table, query, paging);
      const next = JSON.stringify(step.nextCursor);
      return json(`{"data":${step.body},"next_cursor":${next},"has_more":${step.hasMore}}`, 200);
    }
    const counted: ListQuery = { ...query, equals: { company_id: seen.companies, ...query.equals } };
    const { body, total } = await listPage(db, seen.caller, seen.table, counted, paging);
    return json(body, 200, pageHeaders(paging, total));
  });

  routes.get('/:id', async (c) => {
    authorize(c.get('caller'), access, 'read');
    refuseParameters(c.req.url);
    const id = recordId(c.req.param('id'));
    const seen = await sight(c.get('caller'));
    const found = await inScope(db, seen.caller, 'read only', (tx) =>
      findEntity(tx, seen.caller, seen.table, id),
    );
    if (!found) throw notFound();
    const etag = etagOf(found.version, found.entity);
    return notModified(c.req.header('if-none-match'), etag)
      ? new Response(null, { status: 304, headers: { ETag: etag } })
      : json(found.entity, 200, { ETag: etag });
  });

  routes.post('/', async (c) => {
    const caller = c.get('caller');
    authorize(caller, access, 'create');
    refuseParameters(c.req.url);
    const body = await readJson(c.req.raw);
    const ifMatch = c.req.header('if-match');
    const retry = readRetry(c.req.header('idempotency-key'), name, ifMatch, body.text);
    const context = { db, tables, table, caller, requestId: c.get('requestId'), retry };
    if (!Array.isArray(body.value)) {
      const values = [written(body.value, [])];
      const [result] = await write(context, values, async (given) => [
        await upsertOne(given, body, readIfMatch(ifMatch)),
      ]);
      return one(name, result);
    }
    if (ifMatch !== undefined)
      throw badRequest('if_match_on_array', 'If-Match goes with one object, not with an array');
    const items: readonly unknown[] = body.value;
    if (items.length > bodyLimits.items) {
      throw new HttpProblem(
        413,
        'too_many_items',
        'Content too large',
        `An array may have ${bodyLimits.items} items`,
      );
    }
    const values = items.map((value, n) => written(value, [n]));
    const results =
      items.length === 0 ? [] : await write(context, values, (given) => upsertMany(given, body, items));
    return json(`[${results.map((result) => result.shown ?? result.entity).join(',')}]`, 200);
  });

  routes.put('/:id', async (c) => {
    const caller = c.get('caller');
    authorize(caller, access, 'update');
    refuseParameters(c.req.url);
    const id = recordId(c.req.param('id'));
    const body = await readJson(c.req.raw);
    if (Array.isArray(body.value))
      throw invalid([{ pointer: '', code: 'wrong_type', detail: 'PUT takes one object' }]);
    const context = { db, tables, table, caller, requestId: c.get('requestId') };
    const values = [{ ...written(body.value, []), id }];
    const [result] = await write(context, values, async (given) => [
      await updateOne(given, id, body, readIfMatch(c.req.header('if-match'))),
    ]);
    return one(name, result);
  });

  return routes;
}

function written(value: unknown, path: readonly PropertyKey[]): Written {
  const object = typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  const id: unknown = object['id'];
  return { value: object, id: typeof id === 'string' ? id.toLowerCase() : null, path };
}

function one(name: string, result: Shown | undefined): Response {
  if (!result) throw new Error('A write of one item gave no result');
  return answer(name, result, result.shown);
}
