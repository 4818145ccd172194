import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { pathsIn } from '@/contract/field-groups';
import { pointerOf } from '@/contract/pointer';
import type { FieldProblem } from '@/contract/problem';
import type { Resource } from '@/contract/resource';
import { Decimal } from '@/record/decimal';
import { trusted, type Tx } from '../db/db';
import { recordJsonb } from '../db/table';
import type { Item } from '../http/items';
import type { Stored } from './stored';
import type { WriteContext } from './write-context';

type Tree = Readonly<Record<string, unknown>>;

/** Keys of `data` that every client may send back: the service says them. */
const ofService = new Set(['modified_at']);

/**
 * Returns what a role that the company made may not write (docs/security.md#roles): what it does not see, what it may not change, and a
 * price that changes by more than it may. What is read-only may be sent back as it is. Nothing is asked of built-in roles.
 */
export async function roleProblems(
  tx: Tx,
  { table, caller }: Pick<WriteContext, 'table' | 'caller'>,
  items: readonly Item[],
  stored: ReadonlyMap<string, Stored>,
): Promise<FieldProblem[]> {
  const { hidden = [], readOnly = [], largestPriceChange: largest = null } = caller;
  const { resource } = table;
  const [unseen, fixed] = [pathsIn(hidden, resource.name), pathsIn(readOnly, resource.name)];
  const limit = resource.name === 'plu' ? largest : null;
  if (unseen.length === 0 && fixed.length === 0 && limit === null) return [];
  const sent = items.filter((item) => Object.keys(item.fields).length > 0 || item.data !== null);
  if (sent.length === 0) return [];
  const rows = await tx.rows(sql<{ id: string; record: string }>`
    select t.id, ${trusted(recordJsonb(table))}::text as record from ${sql.table(resource.name)} t
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}
      and t.id = any(${[...stored.keys()]}::uuid[])`);
  const records = new Map(rows.map(({ id, record }) => [id, treeOf(JSON.parse(record))]));
  return sent.flatMap((item) => {
    const before = records.get(item.id) ?? defaultsOf(resource);
    const body: Tree = { ...item.fields, ...(item.data && { data: item.data }) };
    const refused = (path: readonly PropertyKey[], code: string, detail: string): FieldProblem => ({
      pointer: pointerOf([...item.path, ...path]),
      code,
      detail,
    });
    return [
      ...unseen
        .flatMap((path) => sentAt(body, path))
        // What a form of nothing sends of a new record says nothing.
        .filter(({ path, value }) => records.has(item.id) || !isSame(at(before, path), value))
        .map(({ path }) => refused(path, 'hidden_field', 'The role does not see this field')),
      ...fixed
        .flatMap((path) => sentAt(body, path))
        .filter(({ path, value, key }) => !isKept(at(before, path), value, key))
        .map(({ path }) => refused(path, 'read_only_field', 'The role may not change this field')),
      ...(limit === null ? [] : tooFar(before, body, limit)).map((path) =>
        refused(path, 'price_change_too_large', `The role changes a price by at most ${limit} %`),
      ),
    ];
  });
}

const treeOf = (value: unknown): Tree => (isTree(value) ? value : {});
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const defaultsOf = ({ fields }: Resource): Tree =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default]));

const at = (tree: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, step) => (isTree(value) && Object.hasOwn(value, step) ? value[String(step)] : undefined),
    tree,
  );

interface Sent {
  readonly path: readonly string[];
  readonly value: unknown;
  /** Of a list that is sent whole: the key of its entries that is meant. */
  readonly key?: string;
}

/** Returns what a body says of a path of a group: of the whole `data` each key, of entries of a list the list. */
function sentAt(body: Tree, path: readonly string[]): Sent[] {
  const star = path.indexOf('*');
  const place = star < 0 ? path : path.slice(0, star);
  const value = at(body, place);
  if (value === undefined) return [];
  if (place.length === 1 && place[0] === 'data')
    return Object.entries(treeOf(value)).flatMap(([name, one]) =>
      ofService.has(name) ? [] : [{ path: ['data', name], value: one }],
    );
  const key = star < 0 ? undefined : path[star + 1];
  return [{ path: place, value, ...(key !== undefined && { key }) }];
}

/** Whether a merge patch leaves a value as it is. */
function isSame(before: unknown, patch: unknown): boolean {
  if (isTree(patch)) return Object.entries(patch).every(([name, one]) => isSame(at(before, [name]), one));
  if (patch === null) return (before ?? null) === null;
  const [was, now] = [decimalOf(before), decimalOf(patch)];
  return was && now ? was.cmp(now) === 0 : isDeepStrictEqual(before, patch);
}

/** Whether it does; of a list, whether each entry has what an entry of the same supplier had under the key, or nothing there. */
function isKept(before: unknown, patch: unknown, key: string | undefined): boolean {
  if (key === undefined || !Array.isArray(patch)) return isSame(before, patch);
  const known = Array.isArray(before) ? before.map(treeOf) : [];
  return patch.map(treeOf).every((entry) => {
    const mine = entry[key] ?? null;
    const same = known.filter((one) => one['supplier'] === entry['supplier']);
    return mine === null
      ? same.length === 0 || same.some((one) => (one[key] ?? null) === null)
      : same.some((one) => isSame(one[key], mine));
  });
}

/** Returns decimal text, or a number, as a decimal; null for anything else. */
function decimalOf(value: unknown): Decimal | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const isPlain = (text: string) => /^-?\d+(?:\.\d+)?$/.test(text);
  const text = String(value);
  if (isPlain(text)) return Decimal.parse(text);
  // With an exponent: too small to matter, or far beyond any price.
  const number = Number(text);
  if (!Number.isFinite(number)) return null;
  const written = number.toFixed(20);
  return isPlain(written) ? Decimal.parse(written) : Decimal.scaled(BigInt(Math.trunc(number)), 0);
}

/** Returns the prices of a product that would change by more than so many percent of what they were. */
function tooFar(before: Tree, body: Tree, limit: number): string[][] {
  const most = decimalOf(limit);
  const isTooFar = (was: Decimal | null, now: Decimal | null) => {
    if (!most || !was || !now || was.sign() === 0) return false;
    const change = now.minus(was).abs();
    return change.times(100).gt(was.abs().times(most));
  };
  const base = decimalOf(before['base_price']);
  const found: string[][] = [];
  if (Object.hasOwn(body, 'base_price') && isTooFar(base, decimalOf(body['base_price'])))
    found.push(['base_price']);
  for (const [list, sent] of Object.entries(treeOf(at(body, ['data', 'prices'])))) {
    const was = decimalOf(at(before, ['data', 'prices', list, 'amount'])) ?? base;
    // Without a price of its own there the product has its base price again.
    const now = sent === null ? base : decimalOf(at(sent, ['amount']));
    if (isTooFar(was, now)) found.push(['data', 'prices', list, ...(sent === null ? [] : ['amount'])]);
  }
  return found;
}
