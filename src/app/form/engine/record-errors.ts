import { set, type FieldError, type FieldErrors } from 'react-hook-form';
import type { FieldProblem } from '@/contract/problem';
import type { FieldRegistry } from './field-registry';

/** A React Hook Form error with all problems of its field: code, limit and detail, as in the contract. */
export interface RecordError extends FieldError {
  readonly problems: readonly FieldProblem[];
}

/** The name for problems without a field. The library reserves `root` for such errors. */
export const unplacedName = 'root.unplaced';

/**
 * Groups problems by the name of the field that shows them: the control of their place, or the nearest one above it.
 */
export function errorsByName(
  problems: readonly FieldProblem[],
  fields: FieldRegistry,
): ReadonlyMap<string, RecordError> {
  const errors = new Map<string, RecordError>();
  for (const problem of problems) {
    const name = fields.fieldAt(problem.pointer)?.name ?? unplacedName;
    const { code, detail } = errors.get(name)?.problems[0] ?? problem;
    const all = [...(errors.get(name)?.problems ?? []), problem];
    errors.set(name, { type: code, message: detail, problems: all });
  }
  return errors;
}

/** Converts errors to the nested object that a resolver returns. */
export function errorTree(errors: ReadonlyMap<string, RecordError>): FieldErrors {
  const tree: FieldErrors = {};
  // Parents first: setting a parent later would replace the errors of its fields.
  for (const [name, error] of [...errors].toSorted(([a], [b]) => a.length - b.length)) set(tree, name, error);
  return tree;
}

/** Returns all problems in a tree of errors. */
export function problemsIn(errors: unknown): readonly FieldProblem[] {
  if (typeof errors !== 'object' || errors === null) return [];
  if (isRecordError(errors)) return errors.problems;
  return Object.values(errors).flatMap(problemsIn);
}

/** Returns the problems of a field's error; none if there is no error. */
export const problemsOfError = (error: FieldError | undefined): readonly FieldProblem[] =>
  error && isRecordError(error) ? error.problems : [];

const isRecordError = (error: object): error is RecordError =>
  'problems' in error && Array.isArray(error.problems);
