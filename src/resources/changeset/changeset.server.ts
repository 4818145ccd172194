import type { Context } from 'hono';
import { z } from 'zod';
import {
  changeSetItem,
  itemChoice,
  itemName,
  itemTotals,
  newItem,
  undoSum as undoSumShape,
  withheldItems,
} from '@/contract/change-set-items';
import { wallTime } from '@/contract/change-set';
import { changeSetOutcome } from '@/contract/change-set-outcome';
import { newRefusedLines, refusedLimits, refusedPage } from '@/contract/change-set-refused';
import { ref, string } from '@/contract/openapi/parts';
import { setActs, setMoves } from '@/contract/change-set-acts';
import type { Grant } from '@/contract/role';
import { addItems } from '@/server/changes/add-items';
import { chooseItems, removeItems } from '@/server/changes/edit-items';
import { readGivenItems } from '@/server/changes/given-items';
import { itemQuery, listItems } from '@/server/changes/list-items';
import { outcomesOf } from '@/server/changes/outcome';
import {
  addRefusedLines,
  listRefusedLines,
  readRefusedLines,
  refusedQuery,
} from '@/server/changes/refused-lines';
import { undoSum } from '@/server/changes/since';
import type { Work } from '@/server/changes/sets';
import * as moves from '@/server/changes/transitions';
import type { Caller } from '@/server/auth/caller';
import { inScope, type Tx } from '@/server/db/db';
import { bodyLimits, readBody, readJson } from '@/server/http/body';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import type { AppEnv, Parts } from '@/server/http/http-env';
import { json } from '@/server/http/json-answer';
import { queryOf } from '@/server/http/query';
import { idParameter, idsParameter } from '@/server/http/query-parameters';
import { HttpProblem, invalid, notFound } from '@/server/http/problems';
import { entityAnswer } from '@/server/http/routes';
import { findEntity } from '@/server/read/list';
import { fieldProblems } from '@/contract/problem';
import { changeset } from './contract';

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
const neededFor = (name: string): Grant => {
  const act = setActs.find((one) => one === name);
  const who = act && setMoves[act].who;
  return who === undefined || who === 'service' ? changeset.access.update : who;
};

const undoBody = z.strictObject({ name: z.string().min(1).max(400).optional() });

const added = z.array(z.object({ n: z.int(), resource: z.string(), record_id: z.guid() }));
/** How many refused lines a set has after a POST of them. */
const keptLines = z.object({ lines: z.int() });
const done = { 200: jsonAnswer('Done.', ref('changeset')) };
const page = z.object({
  items: z.array(changeSetItem),
  next_cursor: z.string().nullable(),
  withheld: withheldItems,
  totals: itemTotals.optional(),
});

/** How long an answer waits for work in the background, in milliseconds: most sets are done before. */
const patience = 4000;

const asks = ['since_preview', 'others'] as const;
const wall = (description: string) => ({
  read: wallTime().nullable().default(null),
  schema: string,
  description: `${description}, on the wall clock of the company. Of one set alone`,
});

/** Of which sets an outcome is asked. */
const outcomeQuery = queryOf(
  {
    id: { ...idsParameter('The sets'), needed: 'A set is needed' },
    record_id: idParameter('Counts the cells of this record alone.'),
    apply_at: wall('As if it were applied then'),
    revert_at: wall('As if it were taken back then'),
    ask: {
      read: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(z.enum(asks)))
        .default([...asks]),
      rule: `Must be of ${asks.join(', ')}`,
      schema: string,
      description: `Of ${asks.join(', ')}, with commas; both where absent.`,
    },
  },
  ({ id: ids, record_id: recordId, apply_at: applyAt, revert_at: revertAt, ask }, complain) => {
    if (ids.length > 1 && (applyAt !== null || revertAt !== null))
      complain('apply_at', 'one_set', 'Times are asked of one set alone');
    return { ids, recordId, applyAt, revertAt, asks: ask };
  },
);

/** What a handler has of a request for a set. */
interface Asked {
  readonly c: Context<AppEnv>;
  readonly caller: Caller;
  readonly parts: Parts;
  readonly params: { readonly id: string };
}

/** Does something with the set of a request, in a transaction that writes. */
const inWork = <T>(
  { c, caller, parts: { db, tables }, params: { id } }: Asked,
  work: (work: Work, id: string) => Promise<T>,
): Promise<T> => {
  const context = { db, tables, caller, requestId: c.get('requestId') };
  return inScope(db, caller, 'read write', (tx) => work({ tx, context }, id));
};

/** Reads something of the set of a request. @throws 404 for a set that is not in sight */
const ofSet = <T>({ caller, parts: { db, tables }, params: { id } }: Asked, read: (tx: Tx) => Promise<T>) =>
  inScope(db, caller, 'read only', async (tx) => {
    const table = tables['changeset'];
    if (!table || !(await findEntity(tx, caller, table, id, null))) throw notFound();
    return read(tx);
  });

/** Answers a set as it is after its work, or after some seconds of it. */
async function afterWork({ caller, parts: { db, tables, changes } }: Asked, id: string): Promise<Response> {
  const { tenantId, companyId, lineage } = caller;
  const work = changes?.work({ tenantId, companyId, lineage, id }) ?? Promise.resolve();
  const table = tables['changeset'];
  if (!table) throw notFound();
  const find = () => inScope(db, caller, 'read only', (tx) => findEntity(tx, caller, table, id, null));
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, patience).unref())]);
  return entityAnswer(await find(), undefined);
}

/** The items of change sets, and what is done with a set (docs/design.md#change-sets). */
export const changesetAddresses = endpoints(
  route({
    method: 'GET',
    path: '/changeset_outcome',
    operationId: 'list_outcomes_changeset',
    tag: 'changeset',
    summary: 'What becomes of sets that are not applied, by records and scheduled sets as they are now',
    needs: changeset.access.update,
    query: outcomeQuery,
    answers: {
      200: jsonAnswer('One for each set that is a draft, waits or is scheduled.', z.array(changeSetOutcome)),
    },
    handle: async ({ caller, parts: { db, tables }, query }) =>
      json(
        JSON.stringify(await inScope(db, caller, 'read only', (tx) => outcomesOf(tx, caller, tables, query))),
        200,
      ),
  }),
  route({
    method: 'POST',
    path: '/changeset/:id/items',
    operationId: 'add_items_changeset',
    tag: 'changeset',
    summary: 'Add at most 1,000 items to a draft',
    needs: neededFor('items'),
    body: {
      schema: z.array(newItem),
      read: async (c, { tables }) => readGivenItems(tables, c.get('caller'), await readJson(c.req.raw)),
    },
    answers: { 200: jsonAnswer('Done.', added) },
    problems: [409],
    handle: async (asked) => {
      const items = await inWork(asked, (work, id) => addItems(work, id, asked.body));
      return json(JSON.stringify(items), 200);
    },
  }),
  route({
    method: 'GET',
    path: '/changeset/:id/items',
    operationId: 'list_items_changeset',
    tag: 'changeset',
    summary: 'The items of a set, in their order',
    needs: changeset.access.update,
    query: itemQuery,
    answers: { 200: jsonAnswer('A page.', page) },
    handle: async (asked) => {
      const { caller, parts, params, query } = asked;
      return json(await ofSet(asked, (tx) => listItems(tx, caller, parts.tables, params.id, query)), 200);
    },
  }),
  route({
    method: 'POST',
    path: '/changeset/:id/items/remove',
    operationId: 'remove_items_changeset',
    tag: 'changeset',
    summary: 'Take items, or values of them, out of a draft',
    needs: neededFor('items/remove'),
    body: { schema: z.array(itemName), read: readItemNames },
    answers: done,
    problems: [409],
    handle: async (asked) => {
      await inWork(asked, (work, id) => removeItems(work, id, asked.body));
      return afterWork(asked, asked.params.id);
    },
  }),
  route({
    method: 'POST',
    path: '/changeset/:id/items/choose',
    operationId: 'choose_items_changeset',
    tag: 'changeset',
    summary: 'Choose between the set’s values and those of the records',
    needs: neededFor('items/choose'),
    body: itemChoice,
    answers: done,
    problems: [409],
    handle: async (asked) => {
      await inWork(asked, (work, id) => chooseItems(work, id, asked.body));
      return afterWork(asked, asked.params.id);
    },
  }),
  route({
    method: 'POST',
    path: '/changeset/:id/refused',
    operationId: 'add_refused_changeset',
    tag: 'changeset',
    summary: `Keep lines of a file that were refused before they became items: at most ${refusedLimits.atOnce} at once, and ${refusedLimits.lines} in a set`,
    needs: neededFor('refused'),
    body: {
      schema: newRefusedLines,
      read: async (c, { tables }) => readRefusedLines(tables, c.get('caller'), await readJson(c.req.raw)),
    },
    answers: { 200: jsonAnswer('Done.', keptLines) },
    problems: [409],
    handle: async (asked) => {
      const lines = await inWork(asked, (work, id) => addRefusedLines(work, id, asked.body));
      return json(JSON.stringify({ lines }), 200);
    },
  }),
  route({
    method: 'GET',
    path: '/changeset/:id/refused',
    operationId: 'list_refused_changeset',
    tag: 'changeset',
    summary: 'The lines of its file that were refused before they became items, in their order',
    needs: changeset.access.update,
    query: refusedQuery,
    answers: { 200: jsonAnswer('A page.', refusedPage) },
    handle: async (asked) => {
      const { caller, parts, params, query } = asked;
      const answer = await ofSet(asked, (tx) => listRefusedLines(tx, caller, parts.tables, params.id, query));
      // Whatever a file said about people: no cache keeps it.
      return json(answer, 200, { 'Cache-Control': 'no-store' });
    },
  }),
  route({
    method: 'POST',
    path: '/changeset/:id/undo',
    operationId: 'undo_changeset',
    tag: 'changeset',
    summary: 'Make the set that takes back what was applied, to be previewed',
    needs: neededFor('undo'),
    body: { schema: undoBody, isOptional: true, read: readUndoName },
    answers: done,
    problems: [409],
    handle: async (asked) =>
      afterWork(asked, await inWork(asked, (work, id) => moves.beginUndo(work, id, asked.body))),
  }),
  route({
    method: 'GET',
    path: '/changeset/:id/undo',
    operationId: 'sum_undo_changeset',
    tag: 'changeset',
    summary: 'What an undo would do, in numbers that add up to what was applied',
    needs: changeset.access.update,
    answers: { 200: jsonAnswer('The sum.', undoSumShape) },
    problems: [409],
    handle: async (asked) => {
      const { caller, parts, params } = asked;
      const sum = await ofSet(asked, (tx) => undoSum(tx, caller, parts.tables, params.id));
      return json(JSON.stringify(sum), 200);
    },
  }),
  ...Object.entries(actions).map(([name, { summary, move }]) =>
    route({
      method: 'POST',
      path: `/changeset/:id/${name}`,
      operationId: `${name}_changeset`,
      tag: 'changeset',
      summary,
      needs: neededFor(name),
      answers: done,
      problems: [408, 409, 413, 415, 422],
      handle: async (asked) => {
        await inWork(asked, (work, id) => move(work, id));
        return afterWork(asked, asked.params.id);
      },
    }),
  ),
);

/** @throws 413 for too many items, 422 naming each wrong one */
async function readItemNames(c: Context<AppEnv>): Promise<z.output<typeof itemName>[]> {
  const { value } = await readJson(c.req.raw);
  if (Array.isArray(value) && value.length > bodyLimits.items)
    throw new HttpProblem(
      413,
      'too_many_items',
      'Content too large',
      `An array may have ${bodyLimits.items} items`,
    );
  const read = z.array(itemName).safeParse(value, { reportInput: true });
  if (!read.success) throw invalid(fieldProblems(read.error));
  return read.data;
}

/** The body of an undo may be missing. */
async function readUndoName(c: Context<AppEnv>): Promise<string | null> {
  const isEmpty = c.req.raw.body === null || c.req.header('content-length') === '0';
  if (isEmpty || !c.req.header('content-type')) return null;
  return (await readBody(c.req.raw, undoBody)).name ?? null;
}
