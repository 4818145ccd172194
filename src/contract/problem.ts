import type { z } from 'zod';
import { pointerOf } from './pointer';

/** One fault in a body: its place (a JSON pointer), its rule (a code), and a sentence. */
export interface FieldProblem {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
  /** The limit that was exceeded, if the rule has one; a translation needs it besides the code. */
  readonly limit?: number | undefined;
  /** What would be accepted in its place, if there is one such value. */
  readonly offer?: string | undefined;
}

/** An error answer, `application/problem+json` (RFC 9457; docs/design.md#errors). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly request_id: string;
  readonly errors?: readonly FieldProblem[];
  /** With 412: the current entity. */
  readonly current?: unknown;
}

/**
 * Returns a schema's issues as field problems. The service sends them in its 422 and a form shows them at its fields,
 * so both state the same rule in the same words.
 */
export function fieldProblems(error: z.ZodError, path: readonly PropertyKey[] = []): FieldProblem[] {
  return error.issues.flatMap((issue) => problemsOf(issue, path));
}

/** Whether a key that an active record needs has a value: a text or a list that is not empty. */
const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';

/** Returns the problem of a key that an active record needs and lacks (`neededWhileActive` of the contract). */
const neededProblem = (path: readonly PropertyKey[]): FieldProblem => ({
  pointer: pointerOf(path),
  code: 'required_while_active',
  detail: `An active record needs "${String(path.at(-1))}": give it at least one value, or send "active": false`,
});

/**
 * Returns what of a record breaks a rule between its fields (`neededWhileActive` and `inOrder` of the contract), of what was changed: a
 * record that is so already is not refused for anything else.
 *
 * @param record whether it would be active, and the values of its `data`
 * @param changed whether `active` or a key of `data` is sent, or differs; of a new record all do
 * @param path of `data`
 */
export function brokenRules(
  { neededWhileActive, inOrder }: Rules,
  record: { readonly active: boolean; readonly data: Readonly<Record<string, unknown>> },
  changed: { readonly active: boolean; readonly key: (key: string) => boolean },
  path: readonly PropertyKey[] = ['data'],
): FieldProblem[] {
  const wrong = orderProblems(inOrder, record.data, changed.key, path);
  if (!record.active) return wrong;
  const lacking = neededWhileActive
    .filter((key) => (changed.key(key) || changed.active) && !isFilled(record.data[key]))
    .map((key) => neededProblem([...path, key]));
  return [...lacking, ...wrong];
}

/** The rules of a contract between the fields of a record. */
interface Rules {
  readonly neededWhileActive: readonly string[];
  readonly inOrder: readonly (readonly [first: string, last: string])[];
}

/** Returns the keys of `data` that rules between fields ask for. */
export const ruledKeys = ({ neededWhileActive, inOrder }: Rules): readonly string[] => [
  ...neededWhileActive,
  ...inOrder.flat(),
];

/**
 * Returns the problems of pairs of days in `data` of which the last is before the first (`inOrder` of the contract), at the one
 * that is changed; none of pairs that are as they were.
 *
 * @param path of `data`
 */
export function orderProblems(
  pairs: Rules['inOrder'],
  data: Readonly<Record<string, unknown>>,
  isChanged: (key: string) => boolean,
  path: readonly PropertyKey[] = ['data'],
): FieldProblem[] {
  return pairs.flatMap(([first, last]): FieldProblem[] => {
    const [from, until] = [data[first], data[last]];
    const changed = [last, first].find(isChanged);
    if (changed === undefined || typeof from !== 'string' || typeof until !== 'string') return [];
    // Days of the years 1 to 9999 are in order as texts; an emptied field has none.
    if (until === '' || until >= from) return [];
    const detail = `"${last}" (${until}) is before "${first}" (${from})`;
    return [{ pointer: pointerOf([...path, changed]), code: 'ends_before_it_begins', detail }];
  });
}

function problemsOf(issue: z.core.$ZodIssue, path: readonly PropertyKey[]): FieldProblem[] {
  const at = [...path, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: pointerOf([...at, key]),
      code: 'unknown_field',
      detail: `There is no field "${key}" here`,
    }));
  }
  return [{ pointer: pointerOf(at), detail: issue.message, ...ruleOf(issue) }];
}

function ruleOf(issue: z.core.$ZodIssue): { code: string; limit?: number; offer?: string; detail?: string } {
  switch (issue.code) {
    case 'custom':
      return customRule(issue.params ?? {});
    case 'invalid_type':
      return issue.input === undefined
        ? { code: 'required', detail: 'This field is required' }
        : { code: 'wrong_type', detail: `Must be of type ${issue.expected}` };
    case 'too_big':
      return { code: issue.origin === 'string' ? 'too_long' : 'too_large', limit: Number(issue.maximum) };
    case 'too_small':
      return { code: issue.inclusive ? 'too_small' : 'not_above', limit: Number(issue.minimum) };
    case 'invalid_union':
      return { code: 'wrong_type' };
    case 'invalid_format':
      return { code: issue.format === 'regex' ? 'wrong_format' : `not_${issue.format}` };
    default:
      return { code: 'invalid_value' };
  }
}

/** Returns the code of a check of our own (`params` of its issue), and what it offers. */
function customRule({ rule, offer }: Readonly<Record<string, unknown>>): { code: string; offer?: string } {
  const code = typeof rule === 'string' ? rule : 'invalid_value';
  return typeof offer === 'string' ? { code, offer } : { code };
}
