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
  const written = new Map<string, Tree>();
  return sent.flatMap((item) => {
    const before = records.get(item.id) ?? defaultsOf(resource);
    const body: Tree = { ...item.fields, ...(item.data && { data: item.data }) };
    // A record that occurs again in an array is then what the items before made of it.
    const after = merged(written.get(item.id) ?? before, body);
    written.set(item.id, after);
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
      ...(limit === null ? [] : tooFar({ before, after, body }, limit)).map((path) =>
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

/** Whether a merge patch leaves a value as it is. An empty object says nothing, but an entry of it is one more. */
function isSame(before: unknown, patch: unknown): boolean {
  if (isTree(patch))
    return Object.entries(patch).every(([name, one]) => {
      const was = at(before, [name]);
      return isSame(was, one) && (isTree(was) || !isTree(one));
    });
  if (patch === null) return (before ?? null) === null;
  const [was, now] = [decimalOf(before), decimalOf(patch)];
  return was && now ? was.cmp(now) === 0 : isDeepStrictEqual(before, patch);
}

/**
 * Whether it does; of a list, whether what its entries had under the key is there once more, each with the same supplier, and with the same
 * codes where those are known.
 */
function isKept(before: unknown, patch: unknown, key: string | undefined): boolean {
  if (key === undefined || !Array.isArray(patch)) return isSame(before, patch);
  const having = (list: unknown) =>
    (Array.isArray(list) ? list.map(treeOf) : []).filter((entry) => (entry[key] ?? null) !== null);
  const known = having(before);
  const left = [...known];
  const sent = having(patch);
  for (const entry of sent) {
    const lines = known.some((one) => isSameLine(one, entry)) ? isSameLine : isSameSupplier;
    const place = left.findIndex((one) => lines(one, entry) && isSame(one[key], entry[key]));
    if (place < 0) return false;
    left.splice(place, 1);
  }
  return left.length === 0;
}

const isSameSupplier = (one: Tree, other: Tree): boolean => supplierOf(one) === supplierOf(other);
const supplierOf = ({ supplier }: Tree): string =>
  typeof supplier === 'string' ? supplier.toLowerCase() : '';
const isSameLine = (one: Tree, other: Tree): boolean =>
  isSameSupplier(one, other) && ['ean', 'sku'].every((code) => (one[code] ?? '') === (other[code] ?? ''));

/** Returns a tree with a merge patch applied (RFC 7396). */
function merged(before: unknown, patch: Tree): Tree {
  const tree = new Map(Object.entries(treeOf(before)));
  for (const [name, value] of Object.entries(patch))
    if (value === null) tree.delete(name);
    else tree.set(name, isTree(value) ? merged(tree.get(name), value) : value);
  return Object.fromEntries(tree);
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

interface Priced {
  /** The record as it is stored, and as it would be. */
  readonly before: Tree;
  readonly after: Tree;
  readonly body: Tree;
}

/** Returns the paths in a body by which a price of a product would change by more than so many percent of what it was. */
function tooFar({ before, after, body }: Priced, limit: number): string[][] {
  const most = decimalOf(limit);
  const isTooFar = (was: readonly Decimal[], now: readonly Decimal[]) =>
    now.some((price) =>
      was.some(
        (one) =>
          most !== null && one.sign() !== 0 && price.minus(one).abs().times(100).gt(one.abs().times(most)),
      ),
    );
  const found: string[][] = [];
  if (Object.hasOwn(body, 'base_price') && isTooFar(basePrice(before), basePrice(after)))
    found.push(['base_price']);
  const sent = treeOf(at(body, ['data', 'prices']));
  const lists = [before, after].flatMap((record) => Object.keys(treeOf(at(record, ['data', 'prices']))));
  for (const list of new Set(lists.map((id) => id.toLowerCase()))) {
    const [was, now] = [ownPrices(before, list), ownPrices(after, list)];
    // What follows the base price before and after changes with it.
    if (was.length === 0 && now.length === 0) continue;
    const [from, to] = [was, now].map((own, n) =>
      own.length > 0 ? own : basePrice(n === 0 ? before : after),
    );
    if (!isTooFar(from ?? [], to ?? [])) continue;
    const name = Object.keys(sent).find((id) => id.toLowerCase() === list);
    const hasAmount = name !== undefined && at(sent[name], ['amount']) !== undefined;
    const place = at(body, ['data', 'prices']) === null ? ['data', 'prices'] : ['base_price'];
    found.push(name === undefined ? place : ['data', 'prices', name, ...(hasAmount ? ['amount'] : [])]);
  }
  return found;
}

const basePrice = (record: Tree): Decimal[] => present(decimalOf(record['base_price']));

/** Returns the prices of its own that a product has on a list, by every spelling of its id; none where it has its base price there. */
const ownPrices = (record: Tree, list: string): Decimal[] =>
  Object.entries(treeOf(at(record, ['data', 'prices']))).flatMap(([id, entry]) =>
    id.toLowerCase() === list && at(entry, ['type']) !== 'baseprice'
      ? present(decimalOf(at(entry, ['amount'])))
      : [],
  );

const present = (price: Decimal | null): Decimal[] => (price ? [price] : []);
