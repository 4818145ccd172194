import { z } from 'zod';
import { pointerOf } from '@/contract/pointer';
import { fieldProblems, type FieldProblem } from '@/contract/problem';
import {
  createSchema,
  serverOwned,
  updateOrErasedSchema,
  updateSchema,
  type Resource,
} from '@/contract/resource';
import { newId } from '../write/uuid';

const key = '__proto__';

/**
 * Returns the problems below keys named `__proto__` in a value that otherwise passed its schema. Zod does not check
 * that key of a record; what is stored comes from the request's own text, where it is a key like any other.
 */
function prototypeKeyProblems(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[],
): FieldProblem[] {
  if (typeof value !== 'object' || value === null) return [];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return prototypeKeyProblems(schema.unwrap(), value, path);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((element, n) => prototypeKeyProblems(schema.element, element, [...path, n]));
  }
  if (schema instanceof z.ZodRecord) {
    return Object.entries(value).flatMap(([name, part]) => {
      const at = [...path, name];
      if (name !== key) return prototypeKeyProblems(schema.valueType, part, at);
      return [
        ...problemsOf(z.safeParse(schema.keyType, name, { reportInput: true }), at),
        ...problemsOf(z.safeParse(schema.valueType, part, { reportInput: true }), at),
        ...prototypeKeyProblems(schema.valueType, part, at),
      ];
    });
  }
  if (schema instanceof z.ZodObject) {
    const shape = new Map(Object.entries<z.core.$ZodType>(schema.shape));
    return Object.entries(value).flatMap(([name, part]) => {
      const known = shape.get(name);
      return known ? prototypeKeyProblems(known, part, [...path, name]) : [];
    });
  }
  return [];
}

const problemsOf = (
  result: { success: true } | { success: false; error: z.core.$ZodError },
  path: readonly PropertyKey[],
): FieldProblem[] => (result.success ? [] : fieldProblems(new z.ZodError(result.error.issues), path));

/** One validated object of a POST or PUT body. */
export interface Item {
  /** Its index in the request. */
  readonly n: number;
  /** Its path in the body: `[]` for an object, `[3]` in an array. */
  readonly path: readonly PropertyKey[];
  /** The id that was sent, in lower case, or a new one. */
  readonly id: string;
  readonly idGiven: boolean;
  /** `active` and the top-level fields that were sent. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The fields that were sent and are not stored in the record (`writeOnly` of the contract). */
  readonly writeOnly: Readonly<Record<string, unknown>>;
  /** The server-owned fields that were sent: they must equal what is stored. */
  readonly owned: Readonly<Record<string, unknown>>;
  /** The computed fields that were sent: of a record that is there they must equal what it answers. */
  readonly computed?: Readonly<Record<string, unknown>>;
  /** A parsed copy of `data` for validation; what is stored comes from the request's own text. */
  readonly data: Record<string, never> | null;
}

type Schemas = Readonly<Record<'create' | 'update' | 'sent', z.ZodObject>>;
const schemas = new WeakMap<Resource, Schemas>();

function schemasOf(resource: Resource): Schemas {
  const known = schemas.get(resource);
  if (known) return known;
  const update = updateSchema(resource);
  // One and the same for what cannot be erased: a refused body, which may have a hundred thousand faults, is read once.
  const sent = resource.erasable ? updateOrErasedSchema(resource) : update;
  const made = { create: createSchema(resource), update, sent };
  schemas.set(resource, made);
  return made;
}

/** Accepted and ignored, so that a record can be sent back as it was read (docs/design.md#unknown-fields). */
const ignored = new Set(['modified_at']);

/** Computed fields that change by themselves between reading and sending back. */
const changing = new Set(['sales_history', 'last_used_at']);

/**
 * Validates each object of a body against the contract of an update: types and names, not yet against what is stored.
 */
export function readItems(
  resource: Resource,
  values: readonly unknown[],
  path: (n: number) => readonly PropertyKey[],
): { items: Item[]; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const items = values.flatMap((value, n): Item[] => {
    const { sent, update } = schemasOf(resource);
    const result = sent.safeParse(value, { reportInput: true });
    if (!result.success) {
      // Pushed one by one: there may be more than fit into an argument list.
      const { error = result.error } =
        update === sent ? result : update.safeParse(value, { reportInput: true });
      for (const problem of fieldProblems(error, path(n))) problems.push(problem);
      return [];
    }
    const hidden = prototypeKeyProblems(sent, value, path(n));
    problems.push(...hidden);
    return [itemOf(resource, result.data, n, path(n))];
  });
  return { items, problems };
}

function itemOf(
  resource: Resource,
  body: Record<string, unknown>,
  n: number,
  path: readonly PropertyKey[],
): Item {
  const { id, data, ...rest } = body;
  const entries = Object.entries(rest);
  const isOwned = (name: string) => Object.hasOwn(serverOwned, name);
  const isWriteOnly = (name: string) => Object.hasOwn(resource.writeOnly, name);
  const isReadOnly = (name: string) =>
    Object.hasOwn(resource.fields, name) && resource.fields[name]?.readOnly === true;
  return {
    n,
    path,
    id: typeof id === 'string' ? id.toLowerCase() : newId(),
    idGiven: typeof id === 'string',
    fields: Object.fromEntries(
      entries.filter(([name]) => !isOwned(name) && !isWriteOnly(name) && !isReadOnly(name)),
    ),
    writeOnly: Object.fromEntries(entries.filter(([name]) => isWriteOnly(name))),
    owned: Object.fromEntries(
      entries
        .filter(([name]) => isOwned(name) && !ignored.has(name))
        .map(([name, value]) => [name, name === 'company_id' ? String(value).toLowerCase() : value]),
    ),
    computed: Object.fromEntries(
      entries.filter(([name]) => resource.fields[name]?.readOnly === true && !changing.has(name)),
    ),
    data: isPlainObject(data) ? data : null,
  };
}

const isPlainObject = (value: unknown): value is Record<string, never> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the problem of an empty name, which only an erased record may have. */
export function emptyName(resource: Resource, item: Item): FieldProblem[] {
  if (!resource.erasable || !Object.hasOwn(item.fields, 'name')) return [];
  const result = resource.fields.name.schema.safeParse(item.fields['name'], { reportInput: true });
  return result.success ? [] : fieldProblems(result.error, [...item.path, 'name']);
}

/** Returns a problem for each field that a create lacks and that has no default. */
export function missingFields(resource: Resource, item: Item): FieldProblem[] {
  const result = schemasOf(resource).create.safeParse(item.fields, { reportInput: true });
  return result.success ? [] : fieldProblems(result.error, item.path);
}

/** Returns the columns of a create: the contract's defaults, overridden by what was sent. */
export function withDefaults(resource: Resource, item: Item): Record<string, unknown> {
  const defaults = Object.entries(resource.fields).map(([name, field]) => [name, field.default]);
  return { active: true, ...Object.fromEntries(defaults), ...item.fields };
}

/** Returns a problem for each server-owned field in a body that differs from what is stored. */
export function ownedProblems(item: Item, stored: Readonly<Record<string, unknown>>): FieldProblem[] {
  return Object.entries(item.owned)
    .filter(([name, value]) => stored[name] !== value)
    .map(([name]) => ({
      pointer: pointerOf([...item.path, name]),
      code: 'read_only',
      detail: `"${name}" belongs to the service and cannot be set`,
    }));
}
