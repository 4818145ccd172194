import { sql, type RawBuilder } from 'kysely';
import type { Context } from 'hono';
import type { Tx } from '../../db/db';
import type { AppEnv } from '../../http/http-env';
import type { WriteContext } from '../../write/write-context';
import type { Provider } from '../provider/client';
import {
  isObject,
  membersOf,
  ScimProblem,
  requireShort,
  standardOperations,
  withoutMembers,
  withoutNulls,
  wrong,
  type Json,
  type Scim,
} from './wire';

/** One request of a provider: its transaction is in the provider's company, and what is written has its name. */
export interface Asked {
  readonly tx: Tx;
  readonly provider: Provider;
  readonly writer: WriteContext;
  readonly scim: Scim;
  /** The address that the resources are found below. */
  readonly base: string;
}

export const answer = (
  c: Context<AppEnv>,
  status: 200 | 201,
  value: unknown,
  headers: Record<string, string> = {},
) => c.body(JSON.stringify(value), status, { 'Content-Type': 'application/scim+json', ...headers });

/** What users and groups have in common: how they are read, written and removed, in SCIM's shape. */
export interface Kind {
  readonly path: '/Users' | '/Groups';
  /** Whether it has `members`, which the library does not see: a group may have thousands. */
  readonly hasMembers: boolean;
  readonly schema: (scim: Scim) => Scim['Schemas']['User'] | Scim['Schemas']['Group'];
  /** The columns that filters are read by, by their names in lower case. */
  readonly columns: Readonly<Record<string, (value: string) => RawBuilder<boolean>>>;
  /** The rows `t` that there are of a provider, without a condition of the request. */
  readonly rows: RawBuilder<unknown>;
  readonly read: (
    asked: Asked,
    where: RawBuilder<boolean>,
    page: RawBuilder<unknown>,
    hides: Hides,
  ) => Promise<Json[]>;
  /** @throws 404 */
  readonly find: (asked: Asked, id: string) => Promise<Json>;
  /** Creates one without an `id`, or replaces it. */
  readonly write: (asked: Asked, id: string | null, sent: Json) => Promise<Json>;
  readonly remove: (asked: Asked, id: string) => Promise<void>;
}

/** Attributes that a request chooses. */
const mostAttributes = 50;

/** Characters of what the library checks, value by value: a group's members are not among it. */
const mostChecked = 65_536;

/** Operations of a patch besides those about members: the library copies the resource for each. */
const mostOperations = 200;

/** Resources of one answer. */
export const longestPage = 200;

/** Whether an attribute was asked to be left out. */
export type Hides = (attribute: string) => boolean;

export const nothing = sql``;

/** Returns a page of resources; a filter of one comparison is the database's own, any other one is matched here. */
export async function list(asked: Asked, c: Context<AppEnv>, kind: Kind): Promise<Response> {
  const { scim } = asked;
  const query = c.req.query();
  const start = Math.max(1, wholeNumber(query['startIndex'], 1));
  const count = Math.min(longestPage, Math.max(0, wholeNumber(query['count'], 100)));
  const hides = hidesOf(c);
  const filter = query['filter'] === undefined ? null : filterOf(scim, query['filter']);
  const narrowed = filter && columnOf(filter, kind);
  if (filter === null || narrowed) {
    const where = narrowed ?? sql<boolean>`true`;
    const total = await countOf(asked, kind, where);
    const rows = await kind.read(asked, where, sql`limit ${count} offset ${start - 1}`, hides);
    return answer(c, 200, listOf(shownAll(asked, c, kind, rows), total, start));
  }
  const all = (await kind.read(asked, sql<boolean>`true`, nothing, () => false)).filter((one) =>
    matches(filter, one),
  );
  const page = all.slice(start - 1, start - 1 + count);
  return answer(c, 200, listOf(shownAll(asked, c, kind, page), all.length, start));
}

/** Returns what says whether an attribute is not asked for. */
function hidesOf(c: Context<AppEnv>): Hides {
  const { attributes, excludedAttributes = '' } = c.req.query();
  const namesOf = (text: string) =>
    text
      .toLowerCase()
      .split(',')
      .map((one) => one.trim());
  const [hidden, wanted] = [
    namesOf(excludedAttributes),
    attributes === undefined ? null : namesOf(attributes),
  ];
  return (attribute) =>
    wanted === null ? hidden.includes(attribute) : !wanted.some((one) => one.split('.')[0] === attribute);
}

async function countOf({ tx, provider }: Asked, { rows }: Kind, where: RawBuilder<boolean>): Promise<number> {
  const { tenant, provider: of, issuer } = scopeOf(provider);
  const [row] = await tx.rows(sql<{ n: number }>`
    select count(*)::integer as n from ${rows}
    where t.tenant_id = ${tenant} and t.provider_id = ${of} and t.issuer = ${issuer} and ${where}`);
  return row?.n ?? 0;
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^-?\d{1,9}$/.test(text)) throw new ScimProblem(400, `${text} is no whole number`, 'invalidValue');
  return Number(text);
}

type Filter = InstanceType<Scim['Types']['Filter']>;

function filterOf(scim: Scim, text: string): Filter {
  requireShort(text);
  return readFilter(scim, text);
}

function readFilter(scim: Scim, text: string): Filter {
  try {
    return new scim.Types.Filter(text);
  } catch {
    throw new ScimProblem(400, 'This filter cannot be read', 'invalidFilter');
  }
}

/** Returns whether a filter selects a resource. The library compares within no attribute that is missing. */
function matches(filter: Filter, one: Json): boolean {
  try {
    return filter.match([{ emails: [], roles: [], groups: [], members: [], name: {}, ...one }]).length > 0;
  } catch {
    throw new ScimProblem(400, 'This filter cannot be used', 'invalidFilter');
  }
}

/** Returns the condition of a filter that compares one attribute with one text; null for any other filter. */
function columnOf(filter: Filter, { columns }: Kind): RawBuilder<boolean> | null {
  const [only, ...others] = [...filter];
  const [[name, value] = ['', null], ...further] = Object.entries(only ?? {});
  if (others.length > 0 || further.length > 0) return null;
  const [attribute, said] =
    isObject(value) && Object.keys(value).length === 1
      ? [`${name}.${Object.keys(value)[0]}`, Object.values(value)[0]]
      : [name, value];
  const [comparator, text] = Array.isArray(said) ? said : [];
  const column = columns[attribute.toLowerCase()];
  return column && comparator === 'eq' && typeof text === 'string' ? column(text) : null;
}

export const listOf = (all: readonly Json[], totalResults = all.length, startIndex = 1) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults,
  startIndex,
  itemsPerPage: all.length,
  Resources: all,
});

/** Returns resources with the attributes that were asked for. @throws 400 for a list of attributes that is none */
function shownAll({ scim, base }: Asked, c: Context<AppEnv>, kind: Kind, all: readonly Json[]): Json[] {
  const { attributes, excludedAttributes } = c.req.query();
  const Schema = kind.schema(scim);
  const choice = attributes ?? excludedAttributes;
  const comparator = attributes === undefined ? 'np' : 'pr';
  const chosen = choice
    ?.split(',')
    .map((one) => one.trim())
    .filter((one) => /^[\w.:-]+$/.test(one));
  if (chosen && chosen.length > mostAttributes)
    throw new ScimProblem(400, `At most ${mostAttributes} attributes are chosen`, 'invalidValue');
  const filter =
    chosen && chosen.length > 0
      ? readFilter(scim, chosen.map((one) => `${one} ${comparator}`).join(' and '))
      : undefined;
  const hides = hidesOf(c);
  return all.map(({ members, ...one }) => ({
    ...plain(new Schema(one as never, 'out', `${base}${kind.path}`, filter as never)),
    ...(members !== undefined && !hides('members') && { members }),
  }));
}

/** Returns a resource of the library as what goes over the wire. */
const plain = (one: object): Json => JSON.parse(JSON.stringify(one)) as Json;

export function shown(asked: Asked, c: Context<AppEnv>, kind: Kind, one: Json): Json {
  return shownAll(asked, c, kind, [one])[0] ?? one;
}

const tooLarge = () =>
  new ScimProblem(413, `This has more than ${mostChecked} characters besides members`, 'tooMany');

/** Returns what was sent, by the schema. @throws 400 `invalidValue`, `invalidSyntax` */
export function checked({ scim }: Asked, kind: Kind, sent: unknown): Json {
  if (!isObject(sent)) throw new ScimProblem(400, 'The body must be one object', 'invalidSyntax');
  const Schema = kind.schema(scim);
  // Extensions are other schemas: what they say is not kept.
  const { members, ...own } = Object.fromEntries(
    Object.entries(sent).filter(([key]) => !key.startsWith('urn:')),
  );
  if (JSON.stringify(own).length > mostChecked) throw tooLarge();
  try {
    return {
      ...plain(new Schema({ ...(withoutNulls(own) as Json), schemas: [Schema.definition.id] }, 'in')),
      ...(kind.hasMembers && { members: membersOf(members ?? [], wrong) }),
    };
  } catch (error) {
    throw asScim(error);
  }
}

/** Returns a resource after a patch; null where nothing of it changes. @throws 400 */
export async function patched(asked: Asked, kind: Kind, now: Json, message: unknown): Promise<Json | null> {
  const { scim, base } = asked;
  const operations = isObject(message) ? message['Operations'] : undefined;
  if (!isObject(message) || !Array.isArray(operations))
    throw new ScimProblem(400, 'A patch has Operations', 'invalidSyntax');
  const { members: before = [], ...rest } = now;
  const ids = (before as readonly Json[]).map(({ value }) => String(value));
  const { members, others } = kind.hasMembers
    ? withoutMembers(operations, ids, wrong)
    : { members: ids, others: operations };
  if (JSON.stringify(others).length > mostChecked) throw tooLarge();
  if (others.length > mostOperations)
    throw new ScimProblem(413, `A patch has at most ${mostOperations} operations`, 'tooMany');
  const standard = standardOperations(others, rest);
  const known = new Set(ids);
  const isSame = members.length === ids.length && members.every((one) => known.has(one));
  if (operations.length > 0 && standard.length === 0) return isSame ? null : { ...rest, members };
  const Schema = kind.schema(scim);
  try {
    const { schemas } = message;
    const patch = new scim.Messages.PatchOp({ schemas, Operations: standard } as never);
    const after = await patch.apply(
      new Schema(rest as never, 'out', `${base}${kind.path}`) as never,
      (one) => one,
    );
    if (!after && isSame) return null;
    return { ...checked(asked, kind, plain(after ?? rest)), ...(kind.hasMembers && { members }) };
  } catch (error) {
    throw asScim(error);
  }
}

/** The library says what is wrong with a resource by errors of its own, and by TypeErrors. */
function asScim(error: unknown): unknown {
  if (error instanceof ScimProblem) return error;
  const { status, scimType, message } = error as { status?: unknown; scimType?: unknown; message?: unknown };
  const detail = typeof message === 'string' ? message.slice(0, 400) : 'This cannot be read';
  if (typeof status === 'number')
    return new ScimProblem(status, detail, typeof scimType === 'string' ? scimType : undefined);
  return error instanceof TypeError ? new ScimProblem(400, detail, 'invalidValue') : error;
}

export const text = (value: unknown, name: string, longest: number): string => {
  const given = typeof value === 'string' ? value.trim() : '';
  if (given === '' || given.length > longest)
    throw new ScimProblem(400, `${name} must have 1 to ${longest} characters`, 'invalidValue');
  return given;
};
export const textOrNull = (value: unknown, name: string, longest: number): string | null =>
  value === undefined || value === null || value === '' ? null : text(value, name, longest);

export const scopeOf = ({ tenant_id, company_id, id, data }: Provider) => ({
  tenant: sql`${tenant_id}::uuid`,
  company: sql`${company_id}::uuid`,
  provider: sql`${id}::uuid`,
  issuer: data.issuer ?? '',
});
