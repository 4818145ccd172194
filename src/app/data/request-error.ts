import type { FieldProblem, Problem } from '@/contract/problem';

/**
 * Kind of a failed request.
 *
 * - `offline`: no response: no network, no such host, or a broken connection.
 * - `timeout`: no response within the time limit.
 * - `problem`: the service refused and gave the reason (`problem`).
 * - `notJson`: a response that is not JSON, or a refusal in an unknown shape (such as a proxy's page).
 * - `unverified`: a write was accepted, but the stored record could not be read.
 * - `ignored`: a write was accepted, but nothing of it was stored.
 * - `aborted`: we cancelled the request ourselves; not shown to the user.
 */
export type RequestErrorKind =
  | 'offline'
  | 'timeout'
  | 'problem'
  | 'notJson'
  | 'unverified'
  | 'ignored'
  | 'aborted';

/** The only error that the client throws, for every kind of failed request. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly kind: RequestErrorKind;
  /** HTTP status, or 0 if there was no response. */
  readonly status: number;
  /** Id of the request in the service's log, for the user to quote to support. */
  readonly requestId: string | null;
  /** Seconds to wait before a retry, if the service sent them (429, 503). */
  readonly retryAfter: number | null;
  readonly problem: Problem | null;
  /** The request was already retried as often as is useful. */
  readonly isRetried: boolean;
  /** The request went to another origin than the page's: CORS may have blocked it. */
  readonly isCrossOrigin: boolean;

  constructor(failure: {
    kind: RequestErrorKind;
    message: string;
    status?: number;
    requestId?: string | null;
    retryAfter?: number | null;
    problem?: Problem | null;
    isRetried?: boolean;
    isCrossOrigin?: boolean;
    cause?: unknown;
  }) {
    super(failure.message, { cause: failure.cause });
    this.kind = failure.kind;
    this.status = failure.status ?? 0;
    this.requestId = failure.requestId ?? null;
    this.retryAfter = failure.retryAfter ?? null;
    this.problem = failure.problem ?? null;
    this.isRetried = failure.isRetried ?? false;
    this.isCrossOrigin = failure.isCrossOrigin ?? false;
  }

  /** Returns the same error, marked as already retried. */
  afterTries(): RequestError {
    const { kind, message, status, requestId, retryAfter, problem, isCrossOrigin, cause } = this;
    return new RequestError({
      kind,
      message,
      status,
      requestId,
      retryAfter,
      problem,
      isCrossOrigin,
      cause,
      isRetried: true,
    });
  }
}

/** Creates the error of a response whose status is not a success. `text` is its body. */
export function responseError(response: Response, text: string): RequestError {
  const problem = readProblem(response, text);
  return new RequestError({
    kind: problem ? 'problem' : 'notJson',
    message: problem?.detail || problem?.title || `The service answered ${response.status}`,
    status: response.status,
    requestId: requestIdOf(response, problem),
    retryAfter: parseRetryAfter(response.headers.get('Retry-After')),
    problem,
  });
}

/** Creates the error of a response that should be JSON and is not. */
export const notJsonError = (response: Response, cause: unknown): RequestError =>
  new RequestError({
    kind: 'notJson',
    message: 'The answer is no JSON',
    status: response.status,
    requestId: requestIdOf(response, null),
    cause,
  });

/** Creates the error of a request without a response. `isCrossOrigin`: it went to another origin than the page's. */
export function noResponseError(cause: unknown, isCrossOrigin = false): RequestError {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'AbortError') return new RequestError({ kind: 'aborted', message: 'Stopped', cause });
  if (name === 'TimeoutError')
    return new RequestError({ kind: 'timeout', message: 'The service did not answer in time', cause });
  return new RequestError({
    kind: 'offline',
    message: 'The service cannot be reached',
    isCrossOrigin,
    cause,
  });
}

function readProblem(response: Response, text: string): Problem | null {
  if (!/\bjson\b/.test(response.headers.get('Content-Type') ?? '')) return null;
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return null;
    const problem = problemOf(body, response.status);
    if (problem?.detail || problem?.title) return problem;
    const message = messageIn(body);
    if (message === undefined) return problem;
    return { ...(problem ?? noProblem), status: response.status, detail: message };
  } catch {
    return null;
  }
}

const noProblem = { type: 'about:blank', title: '', detail: '', code: '', request_id: '' };

/** Returns the problem that a body describes; null if what it says has another type. */
function problemOf(body: object, status: number): Problem | null {
  const problem: Readonly<Record<string, unknown>> = { ...noProblem, ...body, status };
  const { errors = [] } = problem;
  const isOne =
    Object.keys(noProblem).every((name) => typeof problem[name] === 'string') &&
    Array.isArray(errors) &&
    errors.every(isFieldProblem);
  return isOne ? (problem as unknown as Problem) : null;
}

const isFieldProblem = (value: Partial<FieldProblem> | null): boolean =>
  [value?.pointer, value?.code, value?.detail].every((part) => typeof part === 'string');

/** Returns the message that a generic server sends as `detail`, `message` or `error`. */
function messageIn(body: object): string | undefined {
  const { detail, message, error } = body as Readonly<Record<string, unknown>>;
  return [detail, message, error].find((message) => typeof message === 'string');
}

const requestIdOf = (response: Response, problem: Problem | null): string | null =>
  problem?.request_id || response.headers.get('X-Request-Id');

/** Parses `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3), into whole seconds from now. */
function parseRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
