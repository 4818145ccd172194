import { set, type FieldError, type FieldErrors } from 'react-hook-form';
import type { FieldProblem } from '../../../contract/problem';
import type { FieldRegistry } from './field-registry';

/** An error of React Hook Form with all problems of its field: code, limit and detail, as the contract has them. */
export interface RecordError extends FieldError {
  readonly problems: readonly FieldProblem[];
}

/** Where problems without a field are kept. `root` is the library's own place for them. */
export const unplacedName = 'root.unplaced';

/** Problems by the name of the field at which each is shown: its own control, or the nearest one above it. */
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

/** Errors as a resolver returns them: nested by the parts of their names. */
export function errorTree(errors: ReadonlyMap<string, RecordError>): FieldErrors {
  const tree: FieldErrors = {};
  // Parents first: setting one would replace the errors of the fields in it.
  for (const [name, error] of [...errors].toSorted(([a], [b]) => a.length - b.length)) set(tree, name, error);
  return tree;
}

/** All problems in a tree of errors. */
export function problemsIn(errors: unknown): readonly FieldProblem[] {
  if (typeof errors !== 'object' || errors === null) return [];
  if (isRecordError(errors)) return errors.problems;
  return Object.values(errors).flatMap(problemsIn);
}

/** Problems of one field's error; none if there is no error. */
export const problemsOfError = (error: FieldError | undefined): readonly FieldProblem[] =>
  error && isRecordError(error) ? error.problems : [];

const isRecordError = (error: object): error is RecordError =>
  'problems' in error && Array.isArray(error.problems);
