import { z } from 'zod';
import { filledText, guid, text } from './values';
import { fieldGroupNames, pathsIn } from './field-groups';
import { accessOf, type Access, type RolesByVerb } from './role';

/**
 * One top-level field of a resource.
 *
 * - `schema`: the value on the wire.
 * - `default`: what a create without the field stores; a field without one is required on create.
 * - `references`: the resource whose entity the GUID names (docs/interface.md#21-common-fields, foreign keys).
 * - `readOnly`: computed by the service; accepted in a body where it is what the record answers, so that a record can
 *   be sent back as it was read.
 * - `outlivesErasure`: why an erased record keeps the value; every other field of it is emptied (schema/erasing.ts).
 */
export interface Field<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  readonly default?: z.input<Schema>;
  readonly references?: string;
  readonly readOnly?: boolean;
  readonly outlivesErasure?: string;
}

/** Declares a field that clients write. Without `default` it is required on create. */
export const field = <Schema extends z.ZodType>(
  schema: Schema,
  ...[fallback]: [] | [z.input<Schema>]
): Field<Schema> => (fallback === undefined ? { schema } : { schema, default: fallback });

/** Declares a required foreign key: the referenced entity must exist (docs/interface.md#21-common-fields). */
export const reference = (resource: string): Field<z.ZodGUID> => ({ schema: guid(), references: resource });

/** Declares a foreign key that may be null. */
export const optionalReference = (resource: string): Field<z.ZodNullable<z.ZodGUID>> => ({
  schema: guid().nullable(),
  default: null,
  references: resource,
});

/** Declares a field that the service computes. */
export const computed = <Schema extends z.ZodType>(
  schema: Schema,
): Field<Schema> & { readonly readOnly: true } => ({
  schema,
  readOnly: true,
});

/** An entity referenced from inside `data`, with the JSON pointer to it, below `/data`. */
export interface DataReference {
  readonly resource: string;
  readonly id: string;
  readonly pointer: string;
}

type Fields = Record<string, Field>;
type DataSchema = z.ZodObject<z.ZodRawShape, z.core.$loose>;

/** The contract of one resource: what the service, the application and the documentation share. */
export interface Resource<
  Name extends string = string,
  F extends Fields = Fields,
  D extends DataSchema = DataSchema,
> {
  /** The last segment of `/api/secure/{resource}` (docs/interface.md#1-what-the-service-does). */
  readonly name: Name;
  /** One sentence: what an entity of this resource is. */
  readonly description: string;
  /** Top-level fields besides `id`, `active`, `data` and the server-owned ones. */
  readonly fields: F & { readonly name: Field<z.ZodString> };
  readonly data: D;
  /** Fields that filter lists by equality: `?dpt_id=…`; several values, separated by commas, match any. */
  readonly filters: readonly string[];
  /** Filters that do not compare one field; the table says how they work. */
  readonly extraFilters: Readonly<Record<string, z.ZodType<string>>>;
  /** Extra filters by what all locations did together: refused to memberships that hold some (docs/security.md#stores). */
  readonly ofAllLocations: readonly string[];
  /** Fields by which lists sort, ascending, or descending with a leading `-`. */
  readonly sorts: readonly string[];
  /** Sorts that are no fields; the table says how they work. */
  readonly extraSorts: readonly string[];
  /**
   * What people call a record by, in search the first: `productid`, `data.barcodes[]`, `data.supply[].sku`. The service looks them
   * up in an index (schema/search/search-codes.ts), and `q` finds them.
   */
  readonly codes: readonly string[];
  /** Whether a company's descendants read it too (docs/design.md#company-scope). */
  readonly shared: boolean;
  readonly access: Access;
  /** How a list is paged by default: pages of an array, or a cursor (docs/design.md#cursors). */
  readonly paging: 'page' | 'cursor';
  /**
   * Whether an entity is accepted once: sent again it changes nothing if equal, and is refused with 409 if it
   * differs. Only `active` may change. The entity is what was sent, so its events contain the payload alone.
   */
  readonly acceptedOnce: boolean;
  /**
   * Whether its records may be erased (schema/erasure.sql): an erased record has an empty name and accepts no content.
   */
  readonly erasable: boolean;
  /**
   * Whether only the service generates ids: a POST with an id that names no record of the company is refused. So a
   * record that grants access has the same id in two tenants only after a restore or by SQL.
   */
  readonly generatesIds: boolean;
  /**
   * Whether the generic routes serve it, and every uniform rule holds for it. If not, its own routes do
   * (`resources/routes.ts`), and its own tests say where it differs.
   */
  readonly uniform: boolean;
  /**
   * Keys of `data` that an active record needs: a text or a list that is not empty. It is asked of a create, and of an
   * update that sends the key or `active` (server/write/content.ts).
   */
  readonly neededWhileActive: readonly string[];
  /**
   * Pairs of days in `data` of which the second is not before the first. It is asked of a create, and of an update that
   * sends one of them (server/write/content.ts).
   */
  readonly inOrder: readonly (readonly [first: string, last: string])[];
  /**
   * Top-level fields of a body that control a write and are not stored in the record: only its event's payload
   * contains them. No answer does.
   */
  readonly writeOnly: Readonly<Record<string, z.ZodType>>;
  /** The schema of its answers, if it is not the uniform entity. */
  readonly answer?: z.ZodObject;
  /** What only the answer to a create contains besides the entity. */
  readonly shownOnce?: z.ZodObject;
  /** Returns the entities referenced from inside `data`; they must exist when they are written. */
  readonly dataReferences: (data: z.infer<D>) => readonly DataReference[];
}

/**
 * Declares a resource. Each has a `name`, non-empty unless the declaration says otherwise; sorting by `name` and the
 * times is always possible.
 */
export function defineResource<Name extends string, F extends Fields, D extends DataSchema>(declaration: {
  name: Name;
  description: string;
  fields: F;
  data: D;
  filters: readonly (keyof F & string)[];
  extraFilters?: Readonly<Record<string, z.ZodType<string>>>;
  ofAllLocations?: readonly string[];
  sorts: readonly (keyof F & string)[];
  extraSorts?: readonly string[];
  codes?: readonly string[];
  shared: boolean;
  access: RolesByVerb;
  paging?: 'page' | 'cursor';
  acceptedOnce?: boolean;
  generatesIds?: boolean;
  erasable?: boolean;
  uniform?: boolean;
  neededWhileActive?: readonly (keyof D['shape'] & string)[];
  inOrder?: readonly (readonly [keyof D['shape'] & string, keyof D['shape'] & string])[];
  writeOnly?: Readonly<Record<string, z.ZodType>>;
  answer?: z.ZodObject;
  shownOnce?: z.ZodObject;
  dataReferences?: (data: z.infer<D>) => readonly DataReference[];
}): Resource<Name, F, D> {
  return {
    ...declaration,
    access: accessOf(declaration.name, declaration.access),
    fields: { name: field(filledText()), ...declaration.fields },
    sorts: [...new Set(['name', ...declaration.sorts, 'created_at', 'modified_at'])],
    uniform: declaration.uniform ?? true,
    extraFilters: declaration.extraFilters ?? {},
    ofAllLocations: declaration.ofAllLocations ?? [],
    extraSorts: declaration.extraSorts ?? [],
    codes: declaration.codes ?? [],
    neededWhileActive: declaration.neededWhileActive ?? [],
    inOrder: declaration.inOrder ?? [],
    writeOnly: declaration.writeOnly ?? {},
    paging: declaration.paging ?? 'page',
    acceptedOnce: declaration.acceptedOnce ?? false,
    generatesIds: declaration.generatesIds ?? false,
    erasable: declaration.erasable ?? false,
    dataReferences: declaration.dataReferences ?? (() => []),
  };
}

/** Returns everything that a list sorts by. */
export const sortNames = ({ sorts, extraSorts }: Resource): readonly string[] => [...sorts, ...extraSorts];

/** Returns whether its records have a phone number, by which a search finds them however it is written (record/phone.ts). */
export const hasPhone = ({ data }: Resource): boolean => 'phone' in data.shape;

/**
 * Returns whether its events contain the whole record after each change, so that past states can be read. A record
 * accepted once never changes, and events of a non-uniform one contain less than its answers.
 */
export const hasFullHistory = ({ uniform, acceptedOnce }: Resource): boolean => uniform && !acceptedOnce;

/**
 * Returns whether its lists can say what scheduled change sets will change (`include_scheduled`): shared master data, which
 * terminals get.
 */
export const hasSchedules = (resource: Resource): boolean =>
  hasFullHistory(resource) && resource.shared && !resource.generatesIds;

/** What a scheduled change set will change in a record: its patch, when it is due, and when it ends if it does. */
export const scheduledChange = z.object({
  changeset_id: guid(),
  due_at: z.string(),
  revert_due_at: z.string().nullable(),
  patch: z.record(z.string(), z.unknown()),
});

/** Fields that the service owns: in a body they must equal what is stored (docs/design.md#unknown-fields). */
export const serverOwned = {
  company_id: guid(),
  created_at: z.string(),
  modified_at: z.string(),
  version: z.int(),
} as const;

type Owned = { [K in keyof typeof serverOwned]: z.output<(typeof serverOwned)[K]> };

/** An entity as the service answers it (docs/interface.md#21-common-fields and the resource's own fields). */
export type Entity<R extends Resource> = {
  id: string;
  active: boolean;
  data: z.output<R['data']>;
} & { [K in keyof R['fields']]: z.output<R['fields'][K]['schema']> } & Owned;

/** Whether a role that a company made may not see a field (field-groups.ts): then it is not in the answer. */
const mayBeHidden = ({ name: resource }: Resource, name: string): boolean =>
  pathsIn(fieldGroupNames, resource).some((path) => path.length === 1 && path[0] === name);

/**
 * Returns the schema of an answered entity, for documentation. A past state omits computed fields
 * (docs/design.md#8-screens).
 */
export function entitySchema(resource: Resource): z.ZodObject {
  if (resource.answer) return resource.answer;
  return z.object({
    id: guid(),
    active: z.boolean(),
    ...schemas(resource, (field, _, name) =>
      field.readOnly || mayBeHidden(resource, name) ? field.schema.optional() : field.schema,
    ),
    ...nameOfErased(resource, (name) => name),
    ...serverOwned,
    data: resource.data,
    ...(hasSchedules(resource) && {
      scheduled: z
        .array(scheduledChange)
        .optional()
        .describe(
          'With include_scheduled alone: what scheduled change sets will change, in the order of their times.',
        ),
    }),
  });
}

/** Returns the schema of a create (POST without a known id): fields with a default may be omitted. */
export function createSchema(resource: Resource): z.ZodObject {
  const shape = schemas(resource, (field, schema) =>
    field.default === undefined && !field.readOnly ? schema : schema.optional(),
  );
  return z.strictObject({ ...envelope(resource), ...shape });
}

/**
 * Returns the schema of an update (PUT, and POST on an existing id): only the fields to change
 * (docs/interface.md#45-update).
 */
export function updateSchema(resource: Resource): z.ZodObject {
  return z.strictObject({ ...envelope(resource), ...schemas(resource, (_, schema) => schema.optional()) });
}

/** Returns the schema of an update that also accepts an erased record, so that it can be sent back as it was read. */
export function updateOrErasedSchema(resource: Resource): z.ZodObject {
  return updateSchema(resource).extend(nameOfErased(resource, (name) => name.optional()));
}

const nameOfErased = (
  { erasable }: Resource,
  wrap: (name: z.ZodString) => z.ZodType,
): Record<string, z.ZodType> =>
  erasable ? { name: wrap(text().describe('Empty once it was erased.')) } : {};

const envelope = (resource: Resource) => ({
  id: guid().optional(),
  active: z.boolean().optional(),
  data: resource.data.optional(),
  ...Object.fromEntries(Object.entries(resource.writeOnly).map(([key, schema]) => [key, schema.optional()])),
  ...Object.fromEntries(Object.entries(serverOwned).map(([key, schema]) => [key, schema.optional()])),
});

function schemas(
  resource: Resource,
  wrap: (field: Field, schema: z.ZodType, name: string) => z.ZodType,
): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries<Field>(resource.fields).map(([name, field]) => [
      name,
      // In a body, a computed field must equal what the record answers (server/write/content.ts).
      wrap(field, field.readOnly ? z.unknown().optional() : field.schema, name),
    ]),
  );
}

/** Whether a field of a resource is decimal text on the wire, as money and quantities are. */
export const isDecimalField = ({ fields }: Resource, name: string): boolean => {
  const schema = fields[name]?.schema;
  return schema !== undefined && schema.safeParse('4.50').success && !schema.safeParse('x').success;
};
