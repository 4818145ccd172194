import { z } from 'zod';
import { fieldProblems, type FieldProblem } from './problem';

const key = '__proto__';

/**
 * Returns the problems below keys named `__proto__` in a value that otherwise passed its schema. Zod does not check
 * that key of a record; what is stored comes from the request's own text, where it is a key like any other.
 */
export function prototypeKeyProblems(
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
