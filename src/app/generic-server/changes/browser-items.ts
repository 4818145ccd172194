import { fieldProblems, pointerOf, type FieldProblem } from '@/contract/problem';
import type { Choice, ItemState } from '@/contract/change-set';
import { createSchema, updateSchema, type Resource } from '@/contract/resource';
import { decide, patchOf, valuesOf, type Decision } from '@/record/cells';
import { sameText } from '@/record/diff';
import {
  isObject,
  toPlain,
  valueAt,
  withValueAt,
  type Json,
  type JsonObject,
  type Path,
} from '@/record/json';
import type { NewItem, SetItem } from '../../changes/change-sets';

/** One value of an item: what it becomes, and what it was when the record was first read. */
interface Value {
  readonly path: Path;
  readonly after: Json | undefined;
}

/** An item of a set that this tab keeps. */
export interface BrowserItem {
  readonly n: number;
  readonly resource: Resource;
  readonly recordId: string;
  readonly isNew: boolean;
  readonly line: number | null;
  readonly values: readonly Value[];
  /** What the values were when the record was first read for this set; null before. */
  base: readonly (Json | undefined)[] | null;
  now: JsonObject | null;
  state: ItemState;
  problems: readonly FieldProblem[];
  choices: Readonly<Record<string, Choice>>;
  /** What was stored before and after the apply. */
  before: JsonObject | null;
  made: JsonObject | null;
}

/** Returns an item; `known`: the one that the set has for the record already, into which it is merged. */
export function browserItem(
  given: NewItem,
  resource: Resource,
  n: number,
  id: string,
  known: BrowserItem | undefined,
): BrowserItem {
  const values = new Map(known?.values.map((value) => [JSON.stringify(value.path), value]));
  for (const value of valuesOf(given.patch)) values.set(JSON.stringify(value.path), value);
  return {
    n: known?.n ?? n,
    resource,
    recordId: known?.recordId ?? id,
    isNew: given.recordId === null,
    line: given.line ?? null,
    values: [...values.values()],
    base: null,
    now: null,
    state: 'open',
    problems: [],
    choices: {},
    before: null,
    made: null,
  };
}

/** Decides what becomes of an item whose record is `now` (null for a new one), and notes it in the item. */
export function examineItem(item: BrowserItem, now: JsonObject | null, kept?: Choice): readonly Decision[] {
  item.now = now;
  item.base ??= item.values.map(({ path }) => (now ? valueAt(now, path) : undefined));
  const base = item.base;
  const decisions = item.values.map(({ path, after }, at): Decision => {
    const cell = { path, after, base: base[at], now: now ? valueAt(now, path) : undefined };
    return now ? decide(cell, item.choices[pointerOf(path)] ?? kept) : { cell, fate: 'change', value: after };
  });
  const has = (fate: Decision['fate']) => decisions.some((one) => one.fate === fate);
  const patch = patchOf(
    decisions
      .filter(({ fate }) => fate === 'change')
      .map(({ cell, value }) => ({ path: cell.path, after: value })),
  );
  const read = (now ? updateSchema(item.resource) : createSchema(item.resource)).safeParse(
    withoutNulls(toPlain(patch)),
    { reportInput: true },
  );
  item.problems = read.success ? [] : fieldProblems(read.error);
  if (has('conflict')) item.state = 'conflict';
  else if (now && !has('change')) item.state = has('kept') ? 'kept' : 'unchanged';
  else item.state = item.problems.length > 0 ? 'refused' : 'ready';
  return decisions;
}

/** A null in a patch of `data` takes a value away: it is no value to check. */
const withoutNulls = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, child]) => child !== null);
  return Object.fromEntries(entries.map(([key, child]) => [key, withoutNulls(child)]));
};

/** Returns a record with the values that are to be written. */
export function intendedBy(record: JsonObject, decisions: readonly Decision[]): JsonObject {
  const made = decisions
    .filter(({ fate }) => fate === 'change')
    .reduce<Json | undefined>((now, { cell, value }) => withValueAt(now, cell.path, value), record);
  return isObject(made) ? made : record;
}

/** Returns an item as our own service answers it. */
export function answeredItem(item: BrowserItem): SetItem {
  const { n, resource, recordId, isNew, line, state, problems, choices, now } = item;
  const isDone = state === 'applied';
  const record = now ?? patchOf(item.values);
  const text = (name: string) => {
    const value = valueAt(record, [name]);
    return typeof value === 'string' ? value : '';
  };
  return {
    n,
    resource: resource.name,
    record_id: recordId,
    is_new: isNew,
    line,
    version: null,
    state,
    label: { name: text('name'), code: text('productid'), company_id: null },
    problems: [...problems],
    warnings: [],
    choices: { ...choices },
    cells: item.values.map(({ path, after }, at) => {
      const base = item.base?.[at];
      const is = now ? valueAt(now, path) : undefined;
      const isOthers = now !== null && !sameText(is ?? null, (isDone ? after : base) ?? null);
      return { pointer: pointerOf(path), before: base, after, ...(isOthers && { now: is ?? null }) };
    }),
    patch: patchOf(item.values),
  };
}

/** Returns the change that takes an applied item back; null if there is none. */
export function itemBack(
  item: BrowserItem,
): (NewItem & { readonly base: readonly (Json | undefined)[] }) | null {
  if (item.state !== 'applied' || !item.made) return null;
  const { made, before } = item;
  const paths = item.isNew ? [['active']] : item.values.map(({ path }) => path);
  const values = paths.map((path) => ({ path, after: before ? valueAt(before, path) : false }));
  return {
    resource: item.resource.name,
    recordId: item.recordId,
    version: null,
    patch: patchOf(values),
    base: paths.map((path) => valueAt(made, path)),
  };
}
