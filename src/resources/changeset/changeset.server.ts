import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { itemStates, itemWarnings } from '@/core/contract/change-set';
import {
  changeSetItem,
  itemChoice,
  itemName,
  itemTotals,
  newItem,
  undoSum as undoSumShape,
  withheldItems,
} from '@/core/contract/change-set-items';
import { newRefusedLines, refusedLimits, refusedPage } from '@/core/contract/change-set-refused';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { problems } from '@/core/contract/problem-codes';
import { setActs, setMoves } from '@/core/contract/change-set-acts';
import type { Role, Rules } from '@/core/contract/role';
import { addItems } from '@/core/server/changes/add-items';
import { chooseItems, removeItems } from '@/core/server/changes/edit-items';
import { readGivenItems } from '@/core/server/changes/given-items';
import { listItems, readItemQuery } from '@/core/server/changes/list-items';
import {
  addRefusedLines,
  listRefusedLines,
  readRefusedLines,
  readRefusedQuery,
} from '@/core/server/changes/refused-lines';
import { undoSum } from '@/core/server/changes/since';
import type { Work } from '@/core/server/changes/sets';
import * as moves from '@/core/server/changes/transitions';
import { inScope } from '@/core/server/db/db';
import { bodyLimits, readJson } from '@/core/server/http/body';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import { json } from '@/core/server/http/json-answer';
import { HttpProblem, invalid, notFound } from '@/core/server/http/problems';
import { entityAnswer, recordId, refuseParameters } from '@/core/server/http/routes';
import { findEntity } from '@/core/server/read/list';
import { fieldProblems } from '@/core/contract/problem';
import { changeset } from './contract';

const roles = changeset.access.update;
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
const entity = jsonOf({ $ref: '#/components/schemas/changeset' });
const refusals = problems(400, 401, 403, 404, 408, 409, 413, 414, 415, 422, 429, 503);

/** The moves of a set from state to state: what each is called, and the sentence of its documentation. */
const actions = {
  preview: {
    summary: 'Say of each item what applying would do, without changing anything',
    move: moves.beginPreview,
  },
  apply: { summary: 'Apply the items: each is in, or says why not', move: moves.beginApply },
  stop: { summary: 'Stop a preview, an apply or a schedule', move: moves.stop },
  schedule: { summary: 'Apply it at its apply_at', move: moves.schedule },
  request: { summary: 'Ask for the approval of somebody else', move: moves.request },
  approve: { summary: 'Approve it as it is now; never one’s own', move: moves.approve },
  reopen: { summary: 'Make a draft again of one that waits or is scheduled', move: moves.reopen },
  take_over: {
    summary: 'Go on as an administrator with one whose person may act no more',
    move: moves.takeOver,
  },
  empty: { summary: 'Delete all items of a draft or a discarded set for good', move: moves.empty },
  discard: { summary: 'Discard one of which nothing was applied', move: moves.discard },
} as const;

/** Who may do something with a set, by the table of its transitions; items are added to and taken out of it by all of them. */
const rolesOf = (name: string): readonly Role[] => {
  const act = setActs.find((one) => one === name);
  const who = act && setMoves[act].who;
  return who === undefined || who === 'service' ? roles : who;
};

const undoBody = z.strictObject({ name: z.string().min(1).max(400).optional() });
const query = (name: string, schema: object) => ({ name, in: 'query', schema });

const post = (name: string, summary: string, requestBody: object | null, content: object) => ({
  parameters: [id],
  post: {
    operationId: `${name}_changeset`,
    tags: ['changeset'],
    summary,
    'x-roles': rolesOf(name),
    ...(requestBody && { requestBody: { required: name !== 'undo', content: jsonOf(requestBody) } }),
    responses: { 200: { description: 'Done.', content }, ...refusals },
  },
});

const added = z.array(z.object({ n: z.int(), resource: z.string(), record_id: z.guid() }));
/** How many refused lines a set has after a POST of them. */
const keptLines = z.object({ lines: z.int() });
const address = '/api/secure/changeset/{id}';
const rule = '/api/secure/changeset/:id';

/** The items of change sets, and what is done with a set (docs/design.md#change-sets). */
export const changesetExtraRoutes: ExtraRoutes = {
  rules: Object.fromEntries([
    [`GET ${rule}/items`, roles],
    [`GET ${rule}/refused`, roles],
    [`GET ${rule}/undo`, roles],
    ...['items', 'items/remove', 'items/choose', 'refused', 'undo', ...Object.keys(actions)].map((name) => [
      `POST ${rule}/${name}`,
      rolesOf(name),
    ]),
  ]) satisfies Rules,
  paths: {
    [`${address}/items`]: {
      ...post(
        'add_items',
        'Add at most 1,000 items to a draft',
        documented(z.array(newItem), 'input'),
        jsonOf(documented(added, 'output')),
      ),
      get: {
        operationId: 'list_items_changeset',
        tags: ['changeset'],
        summary: 'The items of a set, in their order',
        'x-roles': roles,
        parameters: [
          query('state', { type: 'string', description: `Of ${itemStates.join(', ')}; several with commas` }),
          query('resource', { type: 'string' }),
          query('record_id', { type: 'string', description: 'Several with commas' }),
          query('field', { type: 'string', description: 'A JSON pointer' }),
          query('warning', { type: 'string', enum: itemWarnings }),
          query('q', { type: 'string' }),
          query('waits', {
            type: 'boolean',
            description: 'Whether a choice is or was to be made of it',
          }),
          query('changed', {
            type: 'string',
            enum: ['true'],
            description: 'Changed again since it was applied',
          }),
          query('totals', {
            type: 'string',
            enum: ['true'],
            description: 'Counts what the query finds in all',
          }),
          query('skip', { type: 'integer', minimum: 0 }),
          query('cursor', { type: 'string' }),
          query('limit', { type: 'integer', minimum: 1, maximum: 1000, default: 100 }),
        ],
        responses: {
          200: {
            description: 'A page.',
            content: jsonOf(
              documented(
                z.object({
                  items: z.array(changeSetItem),
                  next_cursor: z.string().nullable(),
                  withheld: withheldItems,
                  totals: itemTotals.optional(),
                }),
                'output',
              ),
            ),
          },
          ...problems(400, 401, 403, 404, 414, 429, 503),
        },
      },
    },
    [`${address}/items/remove`]: post(
      'remove_items',
      'Take items, or values of them, out of a draft',
      documented(z.array(itemName), 'input'),
      entity,
    ),
    [`${address}/items/choose`]: post(
      'choose_items',
      'Choose between the set’s values and those of the records',
      documented(itemChoice, 'input'),
      entity,
    ),
    [`${address}/refused`]: {
      ...post(
        'add_refused',
        `Keep lines of a file that were refused before they became items: at most ${refusedLimits.atOnce} at once, and ${refusedLimits.lines} in a set`,
        documented(newRefusedLines, 'input'),
        jsonOf(documented(keptLines, 'output')),
      ),
      get: {
        operationId: 'list_refused_changeset',
        tags: ['changeset'],
        summary: 'The lines of its file that were refused before they became items, in their order',
        'x-roles': roles,
        parameters: [
          query('cursor', { type: 'string' }),
          query('limit', { type: 'integer', minimum: 1, maximum: 1000, default: 100 }),
        ],
        responses: {
          200: { description: 'A page.', content: jsonOf(documented(refusedPage, 'output')) },
          ...problems(400, 401, 403, 404, 414, 429, 503),
        },
      },
    },
    [`${address}/undo`]: {
      ...post(
        'undo',
        'Make the set that takes back what was applied, to be previewed',
        documented(undoBody, 'input'),
        entity,
      ),
      get: {
        operationId: 'sum_undo_changeset',
        tags: ['changeset'],
        summary: 'What an undo would do, in numbers that add up to what was applied',
        'x-roles': roles,
        responses: {
          200: { description: 'The sum.', content: jsonOf(documented(undoSumShape, 'output')) },
          ...problems(400, 401, 403, 404, 409, 429, 503),
        },
      },
    },
    ...Object.fromEntries(
      Object.entries(actions).map(([name, { summary }]) => [
        `${address}/${name}`,
        post(name, summary, null, entity),
      ]),
    ),
  },
  make: routes,
};

/** How long an answer waits for work in the background, in milliseconds: most sets are done before. */
const patience = 4000;

function routes(parts: Parts): Hono<AppEnv> {
  const { db, tables } = parts;
  const made = new Hono<AppEnv>();

  const inWork = <T>(c: Context<AppEnv>, work: (work: Work, id: string) => Promise<T>): Promise<T> => {
    const caller = c.get('caller');
    const setId = recordId(c.req.param('id') ?? '');
    const context = { db, tables, caller, requestId: c.get('requestId') };
    return inScope(db, caller, 'read write', (tx) => work({ tx, context }, setId));
  };

  /** Answers a set as it is after its work, or after some seconds of it. */
  const afterWork = async (c: Context<AppEnv>, setId: string): Promise<Response> => {
    const caller = c.get('caller');
    const { tenantId, companyId, lineage } = caller;
    const done = parts.changes?.work({ tenantId, companyId, lineage, id: setId }) ?? Promise.resolve();
    const table = tables['changeset'];
    if (!table) throw notFound();
    const find = () => inScope(db, caller, 'read only', (tx) => findEntity(tx, caller, table, setId, null));
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, patience).unref())]);
    return entityAnswer(await find(), undefined);
  };

  made.get('/changeset/:id/items', async (c) => {
    const read = readItemQuery(new URL(c.req.url).searchParams);
    const caller = c.get('caller');
    const setId = recordId(c.req.param('id'));
    const table = tables['changeset'];
    const answer = await inScope(db, caller, 'read only', async (tx) => {
      if (!table || !(await findEntity(tx, caller, table, setId, null))) throw notFound();
      return listItems(tx, caller, tables, setId, read);
    });
    return json(answer, 200);
  });

  made.get('/changeset/:id/refused', async (c) => {
    const read = readRefusedQuery(new URL(c.req.url).searchParams);
    const caller = c.get('caller');
    const setId = recordId(c.req.param('id'));
    const table = tables['changeset'];
    const answer = await inScope(db, caller, 'read only', async (tx) => {
      if (!table || !(await findEntity(tx, caller, table, setId, null))) throw notFound();
      return listRefusedLines(tx, caller, tables, setId, read);
    });
    // Whatever a file said about people: no cache keeps it.
    return json(answer, 200, { 'Cache-Control': 'no-store' });
  });

  made.post('/changeset/:id/refused', async (c) => {
    refuseParameters(c.req.url);
    const given = readRefusedLines(tables, c.get('caller'), await readJson(c.req.raw));
    const lines = await inWork(c, (work, setId) => addRefusedLines(work, setId, given));
    return json(JSON.stringify({ lines }), 200);
  });

  made.get('/changeset/:id/undo', async (c) => {
    refuseParameters(c.req.url);
    const caller = c.get('caller');
    const setId = recordId(c.req.param('id'));
    const table = tables['changeset'];
    const answer = await inScope(db, caller, 'read only', async (tx) => {
      if (!table || !(await findEntity(tx, caller, table, setId, null))) throw notFound();
      return undoSum(tx, caller, tables, setId);
    });
    return json(JSON.stringify(answer), 200);
  });

  made.post('/changeset/:id/items', async (c) => {
    refuseParameters(c.req.url);
    const given = readGivenItems(tables, c.get('caller'), await readJson(c.req.raw));
    return json(JSON.stringify(await inWork(c, (work, setId) => addItems(work, setId, given))), 200);
  });

  made.post('/changeset/:id/items/remove', async (c) => {
    const names = await readList(c, itemName);
    await inWork(c, (work, setId) => removeItems(work, setId, names));
    return afterWork(c, recordId(c.req.param('id')));
  });

  made.post('/changeset/:id/items/choose', async (c) => {
    refuseParameters(c.req.url);
    const read = itemChoice.safeParse((await readJson(c.req.raw)).value, { reportInput: true });
    if (!read.success) throw invalid(fieldProblems(read.error));
    await inWork(c, (work, setId) => chooseItems(work, setId, read.data));
    return afterWork(c, recordId(c.req.param('id')));
  });

  made.post('/changeset/:id/undo', async (c) => {
    refuseParameters(c.req.url);
    const name = await readUndoName(c);
    const undo = await inWork(c, (work, setId) => moves.beginUndo(work, setId, name));
    return afterWork(c, undo);
  });

  for (const [name, { move }] of Object.entries(actions)) {
    made.post(`/changeset/:id/${name}`, async (c) => {
      refuseParameters(c.req.url);
      await inWork(c, (work, setId) => move(work, setId));
      return afterWork(c, recordId(c.req.param('id')));
    });
  }

  return made;
}

async function readList<S extends z.ZodType>(c: Context<AppEnv>, schema: S): Promise<z.output<S>[]> {
  refuseParameters(c.req.url);
  const { value } = await readJson(c.req.raw);
  if (Array.isArray(value) && value.length > bodyLimits.items)
    throw new HttpProblem(
      413,
      'too_many_items',
      'Content too large',
      `An array may have ${bodyLimits.items} items`,
    );
  const read = z.array(schema).safeParse(value, { reportInput: true });
  if (!read.success) throw invalid(fieldProblems(read.error));
  return read.data;
}

/** The body of an undo may be missing. */
async function readUndoName(c: Context<AppEnv>): Promise<string | null> {
  const isEmpty = c.req.raw.body === null || c.req.header('content-length') === '0';
  if (isEmpty || !c.req.header('content-type')) return null;
  const read = undoBody.safeParse((await readJson(c.req.raw)).value, { reportInput: true });
  if (!read.success) throw invalid(fieldProblems(read.error));
  return read.data.name ?? null;
}
