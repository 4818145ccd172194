import { isDeepStrictEqual } from 'node:util';
import { pointerOf } from '@/contract/pointer';
import { brokenRules, ruledKeys, type FieldProblem } from '@/contract/problem';
import type { Resource } from '@/contract/resource';
import { emptyName, missingFields, ownedProblems, type Item } from '../http/items';
import { notFound, ownedByParent } from '../http/problems';
import type { Seen } from './lock-and-read';
import type { Stored } from './stored';
import type { WriteContext } from './write-context';
import type { Tx } from '../db/db';
import { findEntities } from '../read/list';

/** Follows records through the items of a request, and finds what breaks a rule between their fields. */
class Rules {
  readonly #resource: Resource;
  readonly #keys: readonly string[];
  readonly #records = new Map<string, { readonly active: boolean; readonly values: Asked }>();

  constructor(resource: Resource, stored: ReadonlyMap<string, Stored>) {
    this.#resource = resource;
    this.#keys = ruledKeys(resource);
    if (this.#keys.length === 0) return;
    for (const { id, active, asked } of stored.values())
      this.#records.set(id, { active, values: asked ?? {} });
  }

  /** Returns the problems of what the record would be after this item; none of what the item has nothing to do with. */
  problemsOf({ id, fields, data, path }: Item): FieldProblem[] {
    if (this.#keys.length === 0) return [];
    const before = this.#records.get(id);
    const active = typeof fields['active'] === 'boolean' ? fields['active'] : (before?.active ?? true);
    const sent = this.#keys.filter((key) => data !== null && Object.hasOwn(data, key));
    const values = { ...before?.values, ...Object.fromEntries(sent.map((key) => [key, data?.[key]])) };
    this.#records.set(id, { active, values });
    const key = (one: string) => !before || sent.includes(one);
    return brokenRules(this.#resource, { active, data: values }, { active: 'active' in fields, key }, [
      ...path,
      'data',
    ]);
  }
}

type Asked = NonNullable<Stored['asked']>;

/**
 * Refuses items of other companies: a parent's record is read-only; with PUT, a record that is not visible is not
 * found.
 */
export function refuseForeign(
  items: readonly Item[],
  { stored, owners }: Pick<Seen, 'stored' | 'owners'>,
  mustExist: boolean,
): void {
  const others = items.filter((item) => item.idGiven && !stored.has(item.id));
  const theirs = others.filter((item) => owners.has(item.id));
  if (theirs.length > 0) throw ownedByParent(theirs.map((item) => item.path));
  if (mustExist && others.length > 0) throw notFound();
}

/** Returns the problem of a record at a location that the caller's membership does not hold (docs/security.md#stores). */
export function notHeld(
  { name, fields }: Resource,
  { locations }: WriteContext['caller'],
  item: Item,
  creates: boolean,
): FieldProblem[] {
  const isLocation = name === 'location';
  if (!locations || !(isLocation || 'location_id' in fields)) return [];
  const at = isLocation ? item.id : item.fields['location_id'];
  if (at === undefined && !creates) return [];
  if (typeof at === 'string' && locations.includes(at.toLowerCase())) return [];
  return [
    {
      pointer: pointerOf([...item.path, isLocation ? 'id' : 'location_id']),
      code: 'not_held',
      detail: 'Must be a location that you hold',
    },
  ];
}

/** Returns the problems of the items, given which of them are creates and what is stored. */
export function contentProblems(
  { table, caller, givesIds = false }: WriteContext,
  items: readonly Item[],
  stored: ReadonlyMap<string, Stored>,
  erased: ReadonlySet<string>,
): FieldProblem[] {
  const known = new Set(stored.keys());
  const rules = new Rules(table.resource, stored);
  return items.flatMap((item) => {
    const creates = !known.has(item.id);
    known.add(item.id);
    const owned = ownedProblems(item, { company_id: caller.companyId, ...stored.get(item.id) });
    const unnamed = erased.has(item.id) ? [] : emptyName(table.resource, item);
    owned.push(...rules.problemsOf(item), ...notHeld(table.resource, caller, item, creates));
    if (!creates) return [...unnamed, ...owned];
    const isChosen = item.idGiven && table.resource.generatesIds && !givesIds;
    return [...(isChosen ? [chosenId(item)] : []), ...missingFields(table.resource, item), ...owned];
  });
}

/**
 * Returns a problem for each computed field that was sent with another value than the record answers: it would not be stored
 * (docs/design.md#unknown-fields). What a create says of them is left out.
 */
export async function computedProblems(
  tx: Tx,
  { table, caller }: WriteContext,
  items: readonly Item[],
  stored: ReadonlyMap<string, Stored>,
): Promise<FieldProblem[]> {
  const sent = items.filter(({ id, computed = {} }) => stored.has(id) && Object.keys(computed).length > 0);
  if (sent.length === 0) return [];
  const found = await findEntities(tx, caller, table, [...new Set(sent.map(({ id }) => id))]);
  const answers = new Map(found.map(({ id, entity }) => [id, fieldsIn(entity)]));
  return sent.flatMap(({ id, path, computed = {} }) => {
    const answered = answers.get(id);
    return Object.entries(computed).flatMap(([name, value]): FieldProblem[] =>
      !answered || isDeepStrictEqual(plain(value), answered.get(name))
        ? []
        : [
            {
              pointer: pointerOf([...path, name]),
              code: 'read_only',
              detail: 'The service computes this field: leave it out, or send what the record answers',
            },
          ],
    );
  });
}

/** Returns the fields of an entity as it is answered. */
function fieldsIn(entity: string): ReadonlyMap<string, unknown> | null {
  const answered: unknown = JSON.parse(entity);
  return typeof answered === 'object' && answered !== null ? new Map(Object.entries(answered)) : null;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null');

const chosenId = ({ path }: Item): FieldProblem => ({
  pointer: pointerOf([...path, 'id']),
  code: 'read_only',
  detail: 'The service makes the id: send none to create, or that of a record that you may change',
});
