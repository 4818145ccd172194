import { RequestError } from '@/core/app/data/request-error';
import type { FieldProblem } from '@/core/contract/problem';

/** Whether the service refused a second day of the same location and date, which the user can confirm. */
export const isSecondDay = (error: Error | null): boolean =>
  error instanceof RequestError && error.problem?.code === 'business_day_exists';

/** Returns the field problems of an error of the service. */
export const problemsOf = (error: Error | null): readonly FieldProblem[] =>
  error instanceof RequestError ? (error.problem?.errors ?? []) : [];

/** Returns the form field of a problem's pointer; undefined for problems that are shown above the form. */
export const fieldAt = (pointer: string): 'location_id' | 'date' | undefined =>
  pointer === '/location_id' ? 'location_id' : pointer === '/date' ? 'date' : undefined;

/** Returns the problems that no field shows, as text; null if there are none. */
export function unplacedProblems(error: Error | null): string | null {
  const errors = problemsOf(error);
  const others = errors.filter(({ pointer }) => fieldAt(pointer) === undefined);
  if (errors.length > 0 && others.length === 0) return null;
  return others.map(({ pointer, detail }) => `${pointer}: ${detail}.`).join(' ');
}
