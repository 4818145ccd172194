import { z } from 'zod';
import { daysBetween } from '@/core/record/calendar';
import type { FieldProblem } from '@/core/contract/problem';
import { currency as currencyCode, day, guid } from '@/core/contract/values';

/** The most ids of a list. */
const mostIds = 100;

/**
 * Begins to read the parameters of a report: each that is unknown or sent twice is a problem. What is read from it adds its own
 * problems, in the order in which it is asked for; the caller throws them together.
 */
export function readingOf(parameters: URLSearchParams, names: readonly string[]) {
  const problems: FieldProblem[] = [];
  const complain = (name: string, code: string, detail: string) =>
    problems.push({ pointer: `?${name}`, code, detail });
  for (const name of new Set(parameters.keys())) {
    if (!names.includes(name)) complain(name, 'unknown_parameter', `"${name}" is no parameter here`);
    else if (parameters.getAll(name).length > 1)
      complain(name, 'repeated_parameter', `"${name}" may be sent once`);
  }
  const date = (name: string): string | null => {
    const value = parameters.get(name);
    if (value === null) complain(name, 'required', 'A date is needed, such as 2026-03-01');
    else if (!day().safeParse(value).success)
      complain(name, 'invalid_parameter', 'Must be a date, such as 2026-03-01');
    else return value;
    return null;
  };
  return {
    problems,
    complain,
    /** Reads `from` and `to`, both included; `tooLong` is what is said of more than `most` days. */
    range: (most: number, tooLong: string): { readonly from: string; readonly to: string } => {
      const [from, to] = [date('from'), date('to')];
      if (from === null || to === null) return { from: '', to: '' };
      const length = daysBetween(from, to) + 1;
      if (length < 1) complain('to', 'invalid_parameter', 'Must not be before "from"');
      if (length > most) complain('to', 'too_large', tooLong);
      return { from, to };
    },
    /** Reads ids separated by commas, each once and in lower case; none where the parameter is absent. */
    ids: (name: string): string[] => {
      const list = parameters.get(name)?.toLowerCase().split(',') ?? [];
      if (!z.array(guid()).max(mostIds).safeParse(list).success)
        complain(name, 'invalid_parameter', `Must be a GUID, or at most ${mostIds}, separated by commas`);
      return [...new Set(list)];
    },
    /** Reads `currency`; null where it is absent. */
    currency: (): string | null => {
      const value = parameters.get('currency');
      if (value !== null && !currencyCode().safeParse(value).success)
        complain('currency', 'invalid_parameter', 'Must be a currency code, such as EUR');
      return value;
    },
  };
}
