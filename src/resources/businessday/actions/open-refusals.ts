import { RequestError } from '@/core/app/data/request-error';
import type { FieldProblem } from '@/core/contract/problem';

/** Whether the service asks if another day of the same location and date is meant. */
export const isSecondDay = (error: Error | null): boolean =>
  error instanceof RequestError && error.problem?.code === 'business_day_exists';

/** What the service refused, by place. */
export const problemsOf = (error: Error | null): readonly FieldProblem[] =>
  error instanceof RequestError ? (error.problem?.errors ?? []) : [];

/** The field at which a problem stands; the others are said above the form. */
export const fieldAt = (pointer: string): 'location_id' | 'date' | undefined =>
  pointer === '/location_id' ? 'location_id' : pointer === '/date' ? 'date' : undefined;

/** What the service refused that no field says, as sentences; null if fields say it all. */
export function unplacedProblems(error: Error | null): string | null {
  const errors = problemsOf(error);
  const others = errors.filter(({ pointer }) => fieldAt(pointer) === undefined);
  if (errors.length > 0 && others.length === 0) return null;
  return others.map(({ pointer, detail }) => `${pointer}: ${detail}.`).join(' ');
}
