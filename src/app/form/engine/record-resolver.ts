import type { FieldValues, Resolver } from 'react-hook-form';
import type { FieldProblem } from '@/contract/problem';
import type { Resource } from '@/contract/resource';
import { isObject, parseJson, type JsonObject } from '@/record/json';
import { problemsOf } from './validate';
import type { FieldRegistry } from './field-registry';
import { fromForm, jsonTextName } from './form-values';
import { errorsByName, errorTree } from './record-errors';

/** What a resolver needs of the record besides its values. */
export interface ResolverContext {
  /** The stored record; null for a new one, of which every field is checked. */
  readonly stored: () => JsonObject | null;
  readonly base: () => JsonObject;
  /** Returns what else is wrong with a record, besides its contract. */
  readonly wrong: (record: JsonObject, stored: JsonObject | null) => readonly FieldProblem[];
  /** Whether an error of this field may be shown yet. */
  readonly isShown: (name: string) => boolean;
}

/**
 * Creates the React Hook Form resolver that validates a record by its contract. Each problem is assigned to the
 * control of its place or the nearest one above it, otherwise to `root`.
 */
export function recordResolver(
  resource: Resource,
  fields: FieldRegistry,
  context: ResolverContext,
): Resolver {
  return (values, _context, { names = [] }) => {
    const record = fromForm(values, context.base());
    const stored = context.stored();
    const problems = [
      ...problemsOf(resource, stored, record),
      ...textProblems(values),
      ...context.wrong(record, stored),
    ];
    const errors = [...errorsByName(problems, fields)].filter(
      ([name]) => context.isShown(name) || names.includes(name),
    );
    return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: errorTree(new Map(errors)) };
  };
}

/** Returns a problem if the JSON box holds text that is not a JSON object. */
export function textProblems(values: FieldValues): FieldProblem[] {
  const text: unknown = values[jsonTextName];
  const read = typeof text === 'string' ? readJsonObject(text) : {};
  return typeof read === 'string' ? [{ pointer: '/data', code: read, detail: 'Must be a JSON object' }] : [];
}

/** Parses the text of a JSON box; returns a problem code if it is not a JSON object. */
export function readJsonObject(text: string): JsonObject | 'no_json' | 'not_object' {
  try {
    const value = text.trim() === '' ? {} : parseJson(text);
    return isObject(value) ? value : 'not_object';
  } catch {
    return 'no_json';
  }
}
