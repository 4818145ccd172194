import { Hono } from 'hono';
import { parseListQuery, type ListQuery } from '@/contract/paging';
import type { AppEnv, Parts } from './http-env';
import { authorize, type Caller } from '../auth/caller';
import { inScope } from '../db/db';
import { readIfMatch } from './etag';
import { findEntity } from '../read/list';
import { badQuery } from './problems';
import { answer, entityAnswer, readPost, readPut, recordId, refuseParameters } from './routes';
import { json } from './json-answer';
import { listAnswer } from './list-route';
import { updateOne, upsertMany, upsertOne } from '../write/store';
import type { Result, WriteContext } from '../write/write-context';
import type { Table } from '../db/table';

/** One object of a body, as it was sent. */
export interface BodyItem {
  readonly value: Readonly<Record<string, unknown>>;
  /** Its id or, with PUT, the id of the path. */
  readonly id: string | null;
  readonly path: readonly PropertyKey[];
}

/** A result, with the text to answer if that contains more than the entity. */
export type ShownResult = Result & { readonly shown?: string };

/** The differences of a resource from the uniform routes: what a caller sees, and what surrounds a write. */
export interface Differences {
  /** The companies whose records the caller sees, the table to read, and the caller that lists query as. */
  readonly visibility: (
    caller: Caller,
  ) => Promise<{ caller: Caller; table: Table; companies: readonly string[] }>;
  readonly write: (
    context: WriteContext,
    values: readonly BodyItem[],
    run: (context: WriteContext) => Promise<readonly Result[]>,
  ) => Promise<readonly ShownResult[]>;
}

/**
 * Returns list, get, POST and PUT of a resource that differs from the uniform ones in a detail; its wire is that of
 * `resourceRoutes`. Its totals are counted, not stored.
 */
export function recordRoutes(parts: Parts, table: Table, { visibility, write }: Differences): Hono<AppEnv> {
  const { db, tables } = parts;
  const { access, name } = table.resource;
  const routes = new Hono<AppEnv>();

  routes.get('/', async (c) => {
    authorize(c.get('caller'), access, 'read');
    const { query, problems } = parseListQuery(table.resource, new URL(c.req.url).searchParams);
    if (problems.length > 0) throw badQuery(problems);
    const visible = await visibility(c.get('caller'));
    const counted: ListQuery = { ...query, equals: { company_id: visible.companies, ...query.equals } };
    const listQuery = query.paging.kind === 'page' ? counted : query;
    const { body, headers } = await listAnswer(parts, visible.caller, visible.table, listQuery);
    return json(body, 200, headers);
  });

  routes.get('/:id', async (c) => {
    authorize(c.get('caller'), access, 'read');
    refuseParameters(c.req.url);
    const id = recordId(c.req.param('id'));
    const visible = await visibility(c.get('caller'));
    const found = await inScope(db, visible.caller, 'read only', (tx) =>
      findEntity(tx, visible.caller, visible.table, id),
    );
    return entityAnswer(found, c.req.header('if-none-match'));
  });

  routes.post('/', async (c) => {
    const { body, items, ifMatch, retry } = await readPost(c, table.resource);
    const context = { db, tables, table, caller: c.get('caller'), requestId: c.get('requestId'), retry };
    if (items === null) {
      const values = [written(body.value, [])];
      const [result] = await write(context, values, async (given) => [
        await upsertOne(given, body, readIfMatch(ifMatch)),
      ]);
      return one(name, result);
    }
    const values = items.map((value, n) => written(value, [n]));
    const results =
      items.length === 0 ? [] : await write(context, values, (given) => upsertMany(given, body, items));
    return json(`[${results.map((result) => result.shown ?? result.entity).join(',')}]`, 200);
  });

  routes.put('/:id', async (c) => {
    const { id, body, ifMatch } = await readPut(c, table.resource);
    const context = { db, tables, table, caller: c.get('caller'), requestId: c.get('requestId') };
    const values = [{ ...written(body.value, []), id }];
    const [result] = await write(context, values, async (given) => [
      await updateOne(given, id, body, readIfMatch(ifMatch)),
    ]);
    return one(name, result);
  });

  return routes;
}

function written(value: unknown, path: readonly PropertyKey[]): BodyItem {
  const object = typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  const id: unknown = object['id'];
  return { value: object, id: typeof id === 'string' ? id.toLowerCase() : null, path };
}

function one(name: string, result: ShownResult | undefined): Response {
  if (!result) throw new Error('A write of one item gave no result');
  return answer(name, result, result.shown);
}
