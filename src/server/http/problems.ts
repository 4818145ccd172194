import { pointerOf } from '@/contract/pointer';
import type { FieldProblem } from '@/contract/problem';

/** An error answer: thrown anywhere, turned into problem+json in one place (app.ts). */
export class HttpProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly extra: ProblemExtra;

  constructor(status: number, code: string, title: string, detail: string, extra: ProblemExtra = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.title = title;
    this.detail = detail;
    this.extra = extra;
  }
}

interface ProblemExtra {
  readonly errors?: readonly FieldProblem[];
  /** The current entity as JSON text (412). */
  readonly current?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns a 400: the request cannot be read. */
export const badRequest = (code: string, detail: string, errors?: readonly FieldProblem[]) =>
  new HttpProblem(400, code, 'Bad request', detail, errors ? { errors } : {});

/** The most problems that one answer names: one for each item of the longest array. */
const mostErrors = 1000;

/** Returns a 400 that names each query parameter that a list does not know or cannot use. */
export const badQuery = (problems: readonly FieldProblem[]) =>
  badRequest(
    'invalid_query',
    problems.map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`).join('; '),
    problems,
  );

/** Returns a 422: the content breaks a rule, named at each place. */
export const invalid = (errors: readonly FieldProblem[]) =>
  new HttpProblem(
    422,
    errors.length === 1 ? (errors[0]?.code ?? 'invalid') : 'invalid',
    'Not valid',
    sentence(errors),
    { errors: errors.slice(0, mostErrors) },
  );

function sentence(errors: readonly FieldProblem[]): string {
  const [first] = errors;
  if (!first) return 'The body is not valid';
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return `${first.pointer || 'The body'}: ${first.detail}${more}`;
}

/** Returns a 404: no such record, or none that is visible; the two answers are identical, byte for byte. */
export const notFound = (detail = 'There is no such record') =>
  new HttpProblem(404, 'not_found', 'Not found', detail);

/** Returns a 403: the record belongs to a parent company and is read-only here. */
export const ownedByParent = (paths: readonly (readonly PropertyKey[])[]) =>
  new HttpProblem(
    403,
    'owned_by_parent',
    'Forbidden',
    'The record belongs to a parent company; it is read-only here',
    {
      errors: paths.map((path) => ({
        pointer: pointerOf(path),
        code: 'owned_by_parent',
        detail: 'This record belongs to a parent company',
      })),
    },
  );

/** Returns a 409 about the whole request. */
export const conflict = (code: string, detail: string): HttpProblem =>
  new HttpProblem(409, code, 'Conflict', detail);

/** Returns a 409: the id belongs to a record that this caller cannot see. */
export const idUnavailable = (paths: readonly (readonly PropertyKey[])[]) =>
  new HttpProblem(409, 'id_unavailable', 'Conflict', 'The id cannot be used', {
    errors: paths.map((path) => ({
      pointer: pointerOf(path),
      code: 'id_unavailable',
      detail: 'This id cannot be used',
    })),
  });

/** Returns a 409: the entities at these paths were accepted before with other content. */
export const writtenOnce = (items: readonly { id: string; path: readonly PropertyKey[] }[]) =>
  new HttpProblem(
    409,
    'accepted_once',
    'Conflict',
    `Accepted before, with another content: ${items[0]?.id}`,
    {
      errors: items.slice(0, mostErrors).map(({ id, path }) => ({
        pointer: pointerOf(path),
        code: 'accepted_once',
        detail: `${id} was accepted before, with another content`,
      })),
    },
  );

/** Returns a 409: the records at these paths were erased and accept no content (schema/erasure.sql). */
export const erasedBefore = (paths: readonly (readonly PropertyKey[])[]) =>
  new HttpProblem(409, 'erased', 'Conflict', 'The record was erased; nothing was stored', {
    errors: paths.slice(0, mostErrors).map((path) => ({
      pointer: pointerOf(path),
      code: 'erased',
      detail: 'This record was erased, and takes no content any more',
    })),
  });

/** Returns a 412: the record changed after the version in `If-Match`; `current` is its JSON now. */
export const preconditionFailed = (current: string) =>
  new HttpProblem(
    412,
    'version_mismatch',
    'Precondition failed',
    'The record was changed since it was read',
    { current },
  );

/** Returns a 503: nothing is wrong with the request, and it may be sent again. */
export const unavailable = (detail: string) =>
  new HttpProblem(503, 'unavailable', 'Service unavailable', detail, { headers: { 'Retry-After': '1' } });

/** The SQLSTATE of a write to a tenant that is frozen while it is moved (db/schema/moving.sql). */
export const frozenState = 'TH503';

const frozen = () =>
  new HttpProblem(
    503,
    'unavailable',
    'Service unavailable',
    'The company is being moved to another server and takes no changes for a moment; try again',
    { headers: { 'Retry-After': '5' } },
  );

/**
 * Maps PostgreSQL's errors to problems: the second line of defence behind our own checks, for what a race or a gap in
 * a check lets through. An outage (db/outage.ts) is a 503, and anything else a 500 without a word of SQL.
 */
export function problemOfSqlState(state: string | null): HttpProblem | null {
  switch (state) {
    case frozenState:
      return frozen();
    case 'TH003': // schema/erasure.sql
      return erasedBefore([[]]);
    case '42501': // insufficient_privilege: a row-level policy refused the row
      return new HttpProblem(403, 'forbidden', 'Forbidden', 'This write is not allowed');
    case 'TH409': // a trigger of ours: what it belongs to is final
      return new HttpProblem(
        409,
        'business_day_closed',
        'Conflict',
        'The business day is closed or exported',
      );
    case 'TH410': // the trigger of locked months
      return new HttpProblem(409, 'month_locked', 'Conflict', 'The month of the business day is locked');
    case '23503': // foreign_key_violation
      return new HttpProblem(422, 'reference_not_found', 'Not valid', 'A referenced record does not exist');
    case '22003': // numeric_value_out_of_range
      return new HttpProblem(422, 'too_large', 'Not valid', 'A number is out of range');
    default:
      return null;
  }
}
