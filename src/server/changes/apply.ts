import { sql } from 'kysely';
import { stateAfter } from '@/contract/change-set-acts';
import { databaseError, sqlState } from '../db/db';
import { isOutage } from '../db/outage';
import type { Table } from '../db/table';
import type { Item } from '../http/items';
import { frozenState, problemOfSqlState } from '../http/problems';
import { lockAndRead } from '../write/lock-and-read';
import { IdTaken, writeItems } from '../write/write-items';
import { byTable, nextItems, noWork, placeAfter, storeOutcomes, type ItemOutcome } from './chunk';
import { examine, withId, type Examined } from './examine';
import { countItems, lockSet, moveSet, noteWork, type ChangeSet, type Work } from './sets';

/**
 * Applies the next items of a set, in one transaction with what it stores of them: killed at any time, each record is
 * changed once. Each item is in, or says why not. Returns whether there is more.
 */
export async function applyChunk(work: Work, set: ChangeSet, size: number): Promise<boolean> {
  const items = await nextItems(work, set, 'pending', size);
  const outcomes: ItemOutcome[] = [];
  for (const { table, group } of byTable(work.context.tables, items)) {
    const examined = await examine(work, set, table, group, true);
    outcomes.push(...examined.filter(({ state }) => state !== 'ready').map(outcomeOf));
    outcomes.push(
      ...(await write(
        work,
        set,
        table,
        examined.filter(({ state }) => state === 'ready'),
      )),
    );
  }
  await storeOutcomes(work, set.id, outcomes);
  if (items.length === size) {
    await noteWork(work, set.id, placeAfter(set, items));
    return true;
  }
  await finishApply(work, set);
  return false;
}

const outcomeOf = ({ item, state, problems }: Examined): ItemOutcome => ({ n: item.n, state, problems });

/**
 * Writes items that are ready. What the database alone refuses is found by halves, behind a savepoint; the others go
 * on.
 */
async function write(
  work: Work,
  set: ChangeSet,
  table: Table,
  ready: readonly Examined[],
): Promise<ItemOutcome[]> {
  if (ready.length === 0) return [];
  const { tx } = work;
  await tx.rows(sql`savepoint items`);
  try {
    const made = await writeAll(work, set, table, ready);
    await tx.rows(sql`release savepoint items`);
    return ready.map(({ item }) => {
      const version = made.get(item.record_id);
      return {
        n: item.n,
        state: 'applied',
        problems: [],
        ...(version !== undefined && { made_version: version }),
      };
    });
  } catch (error) {
    if (isOutage(error) || ['40P01', '40001', frozenState].includes(sqlState(error) ?? '')) throw error;
    if (!(error instanceof IdTaken) && !databaseError(error)) throw error;
    await tx.rows(sql`rollback to savepoint items`);
    const [only, ...others] = ready;
    if (only && others.length === 0) return [refusedFor(only, error)];
    const middle = Math.ceil(ready.length / 2);
    const first = await write(work, set, table, ready.slice(0, middle));
    return [...first, ...(await write(work, set, table, ready.slice(middle)))];
  }
}

function refusedFor({ item }: Examined, error: unknown): ItemOutcome {
  const state = sqlState(error);
  const refusal = problemOfSqlState(state);
  // Data exceptions and broken constraints concern the item; anything else is tried again.
  if (!refusal && !(error instanceof IdTaken) && !/^2[23]/.test(state ?? '')) throw error;
  const code = refusal?.code ?? (error instanceof IdTaken ? 'id_unavailable' : 'invalid_value');
  const detail = refusal?.detail ?? 'It cannot be stored so';
  return { n: item.n, state: 'refused', problems: [{ pointer: '', code, detail }] };
}

/** Writes items with their events, and returns the version of each record. */
async function writeAll(work: Work, set: ChangeSet, table: Table, ready: readonly Examined[]) {
  const { tx, context } = work;
  const texts: string[] = [];
  const items: Item[] = [];
  const numbers: number[] = [];
  // The second bodies follow all first ones: a record that occurs twice is written in this order.
  for (const turn of [0, 1]) {
    for (const { item, bodies, valid } of ready) {
      const body = bodies[turn];
      if (!body || !valid) continue;
      const n = items.length;
      items.push(turn === 0 ? { ...valid, n } : { ...valid, n, fields: {}, owned: {} });
      texts.push(withId(body, item.record_id));
      numbers.push(item.n);
    }
  }
  const { caller, requestId } = context;
  const authors = numbers.map((n) => ({ caller, requestId, changeset: { id: set.id, n } }));
  const whole = { ...context, table, authors };
  const { stored } = await lockAndRead(tx, whole, items);
  const change = { caller, items, payloads: `[${texts.join(',')}]`, stored };
  const results = await writeItems(tx, whole, change, false);
  const ids = new Map(items.map((item) => [item.n, item.id]));
  return new Map(results.map(({ n, version }) => [ids.get(n) ?? '', version]));
}

async function finishApply(work: Work, set: ChangeSet): Promise<void> {
  const { tx, context } = work;
  const counts = await countItems(tx, context.caller, set.id);
  const [now] = await tx.rows(sql<{ at: string }>`select clock_timestamp()::text as at`);
  const undone = set.undoes === null ? null : await lockSet(tx, context.caller, set.undoes);
  await moveSet(
    work,
    set,
    {
      ...noWork,
      status: stateAfter(set.status, 'applied', set.next),
      counts: { ...counts, last: set.counts['last'] ?? counts['items'] },
      applied_at: now?.at,
      problem: null,
    },
    { status: 'applied', counts },
  );
  if (undone && undone.undone_by !== set.id)
    await moveSet(work, undone, { undone_by: set.id }, { undone_by: set.id });
}
