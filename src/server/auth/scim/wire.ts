import type { PersonData } from '../provider/people';

export type Json = Readonly<Record<string, unknown>>;

/** An error in SCIM's shape (RFC 7644, 3.12). */
export class ScimProblem extends Error {
  readonly status: number;
  readonly scimType: string | undefined;
  constructor(status: number, detail: string, scimType?: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const wrong = (detail: string) => new ScimProblem(400, detail, 'invalidValue');
export const noResource = (id: string) => new ScimProblem(404, `There is no ${id} here`);
export const notUnique = (detail: string) => new ScimProblem(409, detail, 'uniqueness');

export const guid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** What SCIM itself asks: its schemas, filters, patches and lists (RFC 7643, 7644). Loaded with the first request. */
export const scimLibrary = async () => {
  const { default: scimmy } = await import('scimmy');
  narrow(scimmy.Schemas.User.definition);
  return scimmy;
};
export type Scim = Awaited<ReturnType<typeof scimLibrary>>;

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** A person's attributes that nothing here needs. They are not kept; a provider may send them all the same. */
const unneeded = [
  'nickName',
  'profileUrl',
  'title',
  'userType',
  'preferredLanguage',
  'locale',
  'timezone',
  'password',
  'phoneNumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'x509Certificates',
];

const narrowed = new WeakSet<object>();

function narrow(definition: Scim['Schemas']['User']['definition']): void {
  if (narrowed.has(definition)) return;
  narrowed.add(definition);
  for (const one of unneeded) definition.truncate(one);
}

const known = new Set([
  'username',
  'externalid',
  'name',
  'displayname',
  'emails',
  'active',
  'roles',
  'members',
]);

/** A user as it comes, checked by the schema. */
export interface SentUser extends PersonData {
  readonly userName: string;
  readonly externalId?: string;
  readonly active?: boolean;
}

/** A group as it comes, checked by the schema. */
export interface SentGroup {
  readonly displayName: string;
  readonly externalId?: string;
  /** The ids of users. */
  readonly members?: readonly string[];
}

interface Operation {
  readonly op?: unknown;
  readonly path?: unknown;
  readonly value?: unknown;
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value with its booleans, where Microsoft Entra writes them as text: `"active": "False"`. */
export function withBooleans(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => withBooleans(one));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withBooleans(one, key)]));
  if (typeof value !== 'string' || !/(?:^|\.)(?:active|primary)$/i.test(name)) return value;
  if (/^true$/i.test(value)) return true;
  return /^false$/i.test(value) ? false : value;
}

/**
 * Returns a value without what is null, in objects and lists: that is as if it had not been sent (RFC 7643, 2.5). The library lets it through.
 */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== null).map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === null ? [] : [[key, withoutNulls(one)]])),
  );
}

/** The longest filter, and its most comparisons. The library multiplies out what is in brackets: twelve pairs take it 20 seconds. */
const mostOfFilter = { characters: 1000, comparisons: 8, brackets: 16 };

/** Requires a filter, or the path of a patch, which may have one, to be short enough for the library. @throws 400 */
export function requireShort(filter: string): void {
  const outside = filter.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  const joins = outside.match(/\b(?:and|or|not)\b/gi)?.length ?? 0;
  const brackets = outside.match(/[[(]/g)?.length ?? 0;
  if (
    filter.length > mostOfFilter.characters ||
    joins >= mostOfFilter.comparisons ||
    brackets > mostOfFilter.brackets
  )
    throw new ScimProblem(
      400,
      `A filter has at most ${mostOfFilter.characters} characters, and ${mostOfFilter.comparisons} comparisons`,
      'invalidFilter',
    );
}

const rootOf = (path: string): string => /^[^.[]*/.exec(path)?.[0].toLowerCase() ?? '';
/** A path without the URN of its own schema, with which some providers begin it. */
const bare = (path: string): string =>
  path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '');

const selected = /^(\w+)\[(\w+) eq "?([^"\]]*)"?\](?:\.(\w+))?$/i;

/**
 * Returns the operations of a patch as the standard has them. Providers differ from it: what nothing here keeps is left out, texts become
 * booleans, and a value that a filter selects is added where there is none yet (Entra adds a work e-mail that way).
 *
 * @param now the resource that is patched
 */
export function standardOperations(operations: readonly unknown[], now: Json): unknown[] {
  return operations.flatMap((given): unknown[] => {
    if (!isObject(given)) return [given];
    const { op, path, value }: Operation = given;
    if (path === undefined || path === '') {
      if (!isObject(value)) return [given];
      const kept = Object.entries(value).filter(([key]) => known.has(rootOf(bare(key))));
      return kept.length === 0
        ? []
        : [
            {
              op,
              value: Object.fromEntries(kept.map(([key, one]) => [bare(key), withBooleans(one, bare(key))])),
            },
          ];
    }
    if (typeof path !== 'string') return [given];
    requireShort(path);
    const at = bare(path);
    if (!known.has(rootOf(at))) return [];
    const [, list = '', key = '', wanted = '', part = ''] = selected.exec(at) ?? [];
    const isAdded = typeof op === 'string' && /^(?:add|replace)$/i.test(op) && list !== '';
    if (isAdded && !itemsOf(now, list).some((one) => isObject(one) && equals(one[key], wanted))) {
      const item = {
        [key]: withBooleans(wanted, key),
        ...(part === '' ? asObject(value) : { [part]: value }),
      };
      return [{ op: 'add', path: list, value: [withBooleans(item)] }];
    }
    return [{ op, path: at, ...(value !== undefined && { value: withBooleans(value, at) }) }];
  });
}

/**
 * Returns who is in a group after the operations of a patch about its members, and the other operations. A group may have thousands: the
 * library, which checks each value by itself, would hold the process up.
 *
 * @throws the error that `refuse` makes of words
 */
export function withoutMembers(
  operations: readonly unknown[],
  now: readonly string[],
  refuse: (detail: string) => Error,
): { members: string[]; others: unknown[] } {
  let members = new Set(now);
  const others: unknown[] = [];
  const apply = (op: unknown, value: unknown) => {
    const named = value === undefined ? null : membersOf(value, refuse);
    switch (typeof op === 'string' ? op.toLowerCase() : '') {
      case 'add':
        for (const one of named ?? []) members.add(one);
        return;
      case 'replace':
        members = new Set(named ?? []);
        return;
      case 'remove':
        if (named === null) members.clear();
        for (const one of named ?? []) members.delete(one);
        return;
      default:
        throw refuse('members are added, removed or replaced');
    }
  };
  for (const one of operations) {
    if (!isObject(one)) {
      others.push(one);
      continue;
    }
    const { op, path, value }: Operation = one;
    const at = typeof path === 'string' ? path : '';
    const [, selects = ''] = /^members\[value eq "([^"]*)"\]$/i.exec(at) ?? [];
    if (selects !== '') apply(op, [{ value: selects }]);
    else if (/^members$/i.test(at)) apply(op, value);
    else if (at === '' && isObject(value) && 'members' in value) {
      const { members: said, ...rest } = value;
      apply(op, said);
      if (Object.keys(rest).length > 0) others.push({ op, value: rest });
    } else others.push(one);
  }
  return { members: [...members], others };
}

/** Returns the ids of a group's members as they come; groups within groups are left out. @throws as `refuse` makes it */
export function membersOf(value: unknown, refuse: (detail: string) => Error): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.flatMap((one) => {
    const id = isObject(one) ? one['value'] : undefined;
    if (!isObject(one) || typeof id !== 'string') throw refuse('members: each has a value, the id of a user');
    return one['type'] === 'Group' ? [] : [id.toLowerCase()];
  });
}

const itemsOf = (now: Json, list: string): readonly unknown[] => {
  const items = Object.entries(now).find(([key]) => key.toLowerCase() === list.toLowerCase())?.[1];
  return Array.isArray(items) ? items : [];
};
const asObject = (value: unknown): Json => (isObject(value) ? value : { value });
const equals = (value: unknown, text: string): boolean =>
  (typeof value === 'string' || typeof value === 'boolean') &&
  String(value).toLowerCase() === text.toLowerCase();
