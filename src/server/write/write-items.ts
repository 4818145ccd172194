import type { RawBuilder } from 'kysely';
import { timeStatement } from './revision';
import type { Change } from './rules';
import { unchangedAmong } from './write-once';
import type { Tx } from '../db/db';
import { withDefaults, type Item } from '../http/items';
import { elementsOf } from './json-text';
import type { Result, WriteContext } from './write-context';
import type { Stored } from './stored';
import { authorColumns, insertStatement, updateStatement, type WriteInput, type Written } from './write-sql';

/** Thrown for ids that appeared between our check and our insert: the transaction is retried and sees them. */
export class IdTaken extends Error {
  readonly items: readonly Item[];

  constructor(items: readonly Item[]) {
    super('An id is taken');
    this.items = items;
  }
}

/**
 * Draws the time, inserts new records, updates existing ones and sends the rules' totals: in one round trip, unless an
 * id occurs several times (its items are written in order), or a record that is accepted once was there before. With
 * `commits` the commit goes along; then an id that turns out to exist is PostgreSQL's error.
 *
 * @throws IdTaken for ids that turn out to exist.
 */
export async function writeItems(
  tx: Tx,
  context: WriteContext,
  change: Change,
  commits: boolean,
): Promise<Result[]> {
  const { items, payloads, stored } = change;
  const { resource, rules } = context.table;
  const time = timeStatement(context, items, stored);
  const totals = rules.totals?.(change) ?? [];
  const turns = waves(items);
  const isAtOnce = turns.length === 1 && !(resource.acceptedOnce && items.some(({ id }) => stored.has(id)));
  if (isAtOnce) {
    const writes = partsOf(context, items, payloads, stored, commits ? 'raise' : 'skip');
    const statements = [time, ...writes.map(({ statement }) => statement), ...totals];
    const [, ...answers] = commits
      ? await tx.commitWith<unknown>(statements)
      : await Promise.all(statements.map((statement) => tx.rows<unknown>(statement)));
    return writes.flatMap((part, n) => part.read(answers[n] ?? []));
  }
  await tx.rows(time);
  const results = await writeInTurns(tx, context, turns, payloads, stored);
  for (const statement of totals) await tx.rows(statement);
  return results;
}

async function writeInTurns(
  tx: Tx,
  context: WriteContext,
  turns: readonly (readonly Item[])[],
  payloads: string,
  stored: ReadonlyMap<string, Stored>,
): Promise<Result[]> {
  const { resource } = context.table;
  const results: Result[] = [];
  const known = new Set(stored.keys());
  // A statement parses all of its payloads, so that of several each gets only its own.
  const texts = turns.length > 1 ? elementsOf(payloads) : null;
  for (const wave of turns) {
    let rest = wave;
    if (resource.acceptedOnce) {
      const old = wave.filter((item) => known.has(item.id));
      const unchanged = await unchangedAmong(tx, inputOf(context, old, payloads, texts), old);
      results.push(...unchanged.map((row) => ({ ...row, created: false })));
      const places = new Set(unchanged.map((row) => row.n));
      rest = wave.filter((item) => !places.has(item.n));
    }
    for (const { statement, read } of partsOf(context, rest, payloads, known, 'skip', texts))
      results.push(...read(await tx.rows<unknown>(statement)));
    for (const item of wave) known.add(item.id);
  }
  return results;
}

/** A statement that writes some of the items, and the reader of its answer. */
interface Part {
  readonly statement: RawBuilder<unknown>;
  readonly read: (rows: readonly unknown[]) => Result[];
}

/** Returns the insert of the items that are new, and the update of the others. */
function partsOf(
  context: WriteContext,
  items: readonly Item[],
  payloads: string,
  known: Pick<ReadonlySet<string>, 'has'>,
  taken: 'skip' | 'raise',
  texts: readonly string[] | null = null,
): Part[] {
  const { rules } = context.table;
  const fresh = items.filter((item) => !known.has(item.id));
  const old = items.filter((item) => known.has(item.id));
  const parts: Part[] = [];
  if (fresh.length > 0) {
    const input = inputOf(context, fresh, payloads, texts, (item) => ({
      ...withDefaults(context.table.resource, item),
      ...(rules.created && { ...rules.created(context.caller), ...item.fields }),
      ...context.created?.(item.id),
    }));
    parts.push({
      statement: insertStatement(input, taken),
      read: (rows) => inserted(fresh, resultsOf(rows, true)),
    });
  }
  if (old.length > 0) {
    const input = inputOf(context, old, payloads, texts, (item) => ({
      ...item.fields,
      ...rules.updated?.(context.caller),
    }));
    parts.push({ statement: updateStatement(input), read: (rows) => resultsOf(rows, false) });
  }
  return parts;
}

const resultsOf = (rows: readonly unknown[], created: boolean): Result[] =>
  (rows as readonly Written[]).map((row) => ({ ...row, created }));

function inserted(items: readonly Item[], results: Result[]): Result[] {
  if (results.length === items.length) return results;
  const places = new Set(results.map((row) => row.n));
  throw new IdTaken(items.filter((item) => !places.has(item.n)));
}

/** Returns the input of a statement that writes some of the items. `texts`: the text of each item of the request. */
function inputOf(
  context: WriteContext,
  items: readonly Item[],
  payloads: string,
  texts: readonly string[] | null,
  fields = (item: Item): Readonly<Record<string, unknown>> => item.fields,
): WriteInput {
  return {
    ...context,
    columns: items.map((item, index) => ({
      ...fields(item),
      ...authorColumns(context.authors?.[item.n]),
      n: item.n,
      place: (texts ? index : item.n) + 1,
      id: item.id,
    })),
    payloads: texts ? `[${items.map((item) => texts[item.n]).join(',')}]` : payloads,
  };
}

/** Groups items by occurrence: the first of each id, then the second, …: one statement writes a row only once. */
function waves(items: readonly Item[]): Item[][] {
  const seen = new Map<string, number>();
  const result: Item[][] = [];
  for (const item of items) {
    const turn = seen.get(item.id) ?? 0;
    seen.set(item.id, turn + 1);
    (result[turn] ??= []).push(item);
  }
  return result;
}
