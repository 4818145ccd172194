import { allows } from '@/contract/role';
import { unchangedAmong } from './write-once';
import type { JsonBody } from '../http/body';
import { authorize } from '../auth/caller';
import { databaseError, inScope, type Tx } from '../db/db';
import type { IfMatch } from '../http/etag';
import { requireFewOrApproved } from './approval';
import { refuseErased } from './erased';
import { readItems, type Item } from '../http/items';
import { findEntity } from '../read/list';
import { idUnavailable, invalid, notFound, preconditionFailed } from '../http/problems';
import { lockAndRead } from './lock-and-read';
import { missingReferences } from './references';
import { withIdempotency } from './idempotency';
import { recordCreated } from '../db/statistics';
import { roleProblems } from './role-limits';
import { computedProblems, contentProblems, refuseForeign } from './content';
import { callerOfAll, groupCommit, mayWait, type Single } from './group-commit';
import { IdTaken, writeItems } from './write-items';
import type { Result, WriteContext } from './write-context';
import type { Stored } from './stored';

/**
 * POST of an array: each item is created or updated, all or none (docs/interface.md#44-create-or-upsert). Results are
 * in the order of the request; an id that occurs twice is written in order.
 *
 * @throws 422 with a pointer into the array for each fault; 403 `owned_by_parent`; 409 `id_unavailable`.
 */
export function upsertMany(
  context: WriteContext,
  body: JsonBody,
  values: readonly unknown[],
): Promise<Result[]> {
  return write(
    context,
    body.text,
    check(context, values, (n) => [n]),
    { isBulk: true },
  );
}

/** POST of one object: an upsert, optionally conditional on a version (docs/interface.md#44-create-or-upsert). */
export async function upsertOne(
  context: WriteContext,
  body: JsonBody,
  ifMatch: IfMatch | null,
): Promise<Result> {
  const items = check(context, [body.value], () => []);
  const single = { context, item: first(items), text: body.text };
  return ifMatch === null && mayWait(single)
    ? groupCommit(single, { alone: writeAlone, all: createAll })
    : writeAlone(single, { ifMatch });
}

const writeAlone = async ({ context, item, text }: Single, conditions: Conditions = {}): Promise<Result> =>
  first(await write(context, `[${text}]`, [item], conditions));

/** Creates the records of several requests of one company in one transaction. @throws if any of them is refused. */
function createAll(singles: readonly Single[]): Promise<Result[]> {
  const { context } = first(singles);
  const items = singles.map(({ item }, n) => ({ ...item, n }));
  const texts = singles.map(({ text }) => text);
  const authors = singles.map(({ context: { caller, requestId } }) => ({ caller, requestId }));
  const caller = callerOfAll(singles, context);
  return write({ ...context, caller, authors }, `[${texts.join(',')}]`, items, { mustBeNew: true });
}

/**
 * PUT: changes only the fields that are sent (docs/interface.md#45-update).
 *
 * @throws 404 for an id that does not exist or is not visible; 412 if `ifMatch` is not the version.
 */
export async function updateOne(
  context: WriteContext,
  id: string,
  body: JsonBody,
  ifMatch: IfMatch | null,
): Promise<Result> {
  const [item] = check(context, [body.value], () => []);
  if (!item) throw notFound();
  if (item.idGiven && item.id !== id) {
    throw invalid([{ pointer: '/id', code: 'read_only', detail: 'The id is not that of the path' }]);
  }
  return first(
    await write(context, `[${body.text}]`, [{ ...item, id, idGiven: true }], { ifMatch, mustExist: true }),
  );
}

/** Does the same as `upsertOne` within an open transaction, whose scope is that of the context's caller. */
export const upsertWithin = (tx: Tx, context: WriteContext, value: unknown): Promise<Result[]> =>
  writeWithin(tx, context, [value], () => []);

/** Does the same as `upsertMany` within an open transaction. A pointer of a fault begins with the index of its value. */
export const upsertManyWithin = (
  tx: Tx,
  context: WriteContext,
  values: readonly unknown[],
): Promise<Result[]> => writeWithin(tx, context, values, (n) => [n]);

const writeWithin = (
  tx: Tx,
  context: WriteContext,
  values: readonly unknown[],
  path: (n: number) => readonly PropertyKey[],
): Promise<Result[]> => writeInScope(tx, context, JSON.stringify(values), check(context, values, path), {});

const first = <T>(all: readonly T[]): T => {
  const [one] = all;
  if (one === undefined) throw new Error('A write of one item gave no result');
  return one;
};

/** Reads the items of a request, before it waits for others that are written together with it. */
function check(
  { table, caller }: WriteContext,
  values: readonly unknown[],
  path: (n: number) => readonly PropertyKey[],
): Item[] {
  const { items, problems } = readItems(table.resource, values, path);
  if (problems.length > 0) throw invalid(problems);
  table.rules.requireOwn?.(caller, items);
  return items;
}

interface Conditions {
  readonly ifMatch?: IfMatch | null;
  readonly mustExist?: boolean;
  /** Whether a record that is there makes the write fail: requests that are written together create. */
  readonly mustBeNew?: boolean;
  /** Whether it is an array that somebody sent: a company may want a second person for many changes at once. */
  readonly isBulk?: boolean;
  /** Whether the write may commit: nothing else follows in its transaction. */
  readonly commits?: boolean;
}

const attempts = 3;

async function write(
  context: WriteContext,
  payloads: string,
  items: readonly Item[],
  conditions: Conditions,
) {
  const { db, caller, table, retry } = context;
  const { name, erasable } = table.resource;
  await table.rules.outside?.(items);
  let commits = !retry;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const results = await inScope(
        db,
        caller,
        'read write',
        (tx) =>
          withIdempotency(tx, caller, retry, erasable, () =>
            writeInScope(tx, context, payloads, items, { ...conditions, commits }),
          ),
        'anyValues',
      );
      const created = results.filter((result) => result.created).length;
      if (created > 0) recordCreated(db, name, created);
      return results;
    } catch (error) {
      if (conditions.mustBeNew || (!(error instanceof IdTaken) && !(commits && isTaken(error, name))))
        throw error;
      // From now on with a look between the write and the commit, which says which ids are taken.
      commits = false;
      if (attempt === attempts && error instanceof IdTaken)
        throw idUnavailable(error.items.map((item) => [...item.path, 'id']));
    }
  }
}

const isTaken = (error: unknown, table: string): boolean => {
  const { code, constraint } = databaseError(error) ?? {};
  return code === '23505' && constraint === `${table}_pkey`;
};

/**
 * Writes in a fixed order (docs/design.md#3-one-database-postgresql): the records in id order, then the resource's
 * revision, and only then `seq` and the time, so that no list, cursor or `modified_since` can skip a record that was
 * committed late. What has nothing to wait for goes in one round trip, with `commits` even the commit: the revision is
 * held no longer than PostgreSQL itself works.
 */
async function writeInScope(
  tx: Tx,
  context: WriteContext,
  payloads: string,
  items: readonly Item[],
  { ifMatch = null, mustExist = false, mustBeNew = false, isBulk = false, commits = false }: Conditions,
): Promise<Result[]> {
  const { rules, resource } = context.table;
  const seeing = lockAndRead(tx, context, items);
  const requireAhead = rules.ahead?.(tx, { caller: context.caller, items });
  const seen = await seeing;
  const { stored, erased } = seen;
  if (mustBeNew && stored.size > 0) throw new Error('A record is there already');
  refuseForeign(items, seen, mustExist);
  // A POST may turn out to be an update, which is another permission; a record accepted once may be sent again.
  const isNew = new Set(items.map((item) => item.id)).size === items.length && stored.size === 0;
  if (!isNew && !resource.acceptedOnce) authorize(context.caller, resource.access, 'update');
  if (ifMatch !== null) await requireVersion(tx, context, items, stored, ifMatch);

  if (isBulk) await requireFewOrApproved(tx, context.caller, context, stored.size);
  await refuseErased(tx, context, payloads, items, seen);
  const problems = contentProblems(context, items, stored, erased);
  problems.push(...(await roleProblems(tx, context, items, stored)));
  problems.push(...(await computedProblems(tx, context, items, stored)));
  problems.push(...(await missingReferences(tx, context, items, seen.found)));
  if (problems.length > 0) throw invalid(problems);

  await rules.sent?.(tx, { caller: context.caller, items, stored });
  const repeats = resource.acceptedOnce ? await findRepeats(tx, context, payloads, items, stored) : [];
  const repeated = new Set(repeats.map((repeat) => repeat.n));
  const changing = items.filter((item) => !repeated.has(item.n));
  if (changing.length === 0) return inOrder(repeats);

  const change = { caller: context.caller, items: changing, payloads, stored };
  await requireAhead?.(change);
  await rules.before?.(tx, change);
  const mayCommit = commits && !rules.after && !context.alongside;
  const results = await writeItems(tx, context, change, mayCommit);
  await rules.after?.(tx, change);
  await context.alongside?.(tx, change);
  return inOrder([...repeats, ...results]);
}

const inOrder = (results: readonly Result[]) => results.toSorted((a, b) => a.n - b.n);

/** Returns items that repeat what was accepted before, and are the only ones about their entity. */
async function findRepeats(
  tx: Tx,
  context: WriteContext,
  payloads: string,
  items: readonly Item[],
  stored: ReadonlyMap<string, Stored>,
): Promise<Result[]> {
  const known = items.filter((item) => stored.has(item.id));
  const columns = known.map((item) => ({ ...item.fields, n: item.n, place: item.n + 1, id: item.id }));
  const unchanged = await unchangedAmong(tx, { ...context, columns, payloads }, known);
  const places = new Set(unchanged.map((row) => row.n));
  const changed = new Set(known.filter((item) => !places.has(item.n)).map((item) => item.id));
  const repeats = new Set(known.filter((item) => !changed.has(item.id)).map((item) => item.n));
  return unchanged.filter((row) => repeats.has(row.n)).map((row) => ({ ...row, created: false }));
}

async function requireVersion(
  tx: Tx,
  { table, caller }: WriteContext,
  [item]: readonly Item[],
  stored: ReadonlyMap<string, Stored>,
  ifMatch: IfMatch,
): Promise<void> {
  if (!item) return;
  const version = stored.get(item.id)?.version;
  if (version !== undefined && (ifMatch === 'any' || ifMatch.includes(version))) return;
  const mayRead = allows(caller, table.resource.access.read);
  const current = mayRead ? await findEntity(tx, caller, table, item.id) : null;
  throw preconditionFailed(current?.entity ?? 'null');
}
