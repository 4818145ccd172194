import { z } from 'zod';
import type { Problem } from '../../contract/problem';

/**
 * How a request failed.
 *
 * - `offline`: nothing answered: no network, no such host, the connection broke.
 * - `timeout`: no answer within the time allowed.
 * - `problem`: the service refused, and said why (`problem`).
 * - `notJson`: an answer that is no JSON, or a refusal in a shape that we do not know (a proxy's page).
 * - `unverified`: a write was accepted, and what is stored now could not be found out.
 * - `ignored`: a write was accepted, and nothing of it is stored.
 * - `aborted`: we stopped waiting ourselves; nobody needs to hear of it.
 */
export type RequestErrorKind =
  | 'offline'
  | 'timeout'
  | 'problem'
  | 'notJson'
  | 'unverified'
  | 'ignored'
  | 'aborted';

/** The one error that the client throws: whatever went wrong on the way, in one shape. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly kind: RequestErrorKind;
  /** The HTTP status, or 0 where none came. */
  readonly status: number;
  /** What the service logged this request under; what a person quotes to whoever helps. */
  readonly requestId: string | null;
  /** Seconds to wait before trying again, where the service said so (429, 503). */
  readonly retryAfter: number | null;
  readonly problem: Problem | null;
  /** It was tried again already, as often as is worth it. */
  readonly tried: boolean;
  /** It was asked for at another address than the page's: the browser may have kept it back (CORS). */
  readonly elsewhere: boolean;

  constructor(failure: {
    kind: RequestErrorKind;
    message: string;
    status?: number;
    requestId?: string | null;
    retryAfter?: number | null;
    problem?: Problem | null;
    tried?: boolean;
    elsewhere?: boolean;
    cause?: unknown;
  }) {
    super(failure.message, { cause: failure.cause });
    this.kind = failure.kind;
    this.status = failure.status ?? 0;
    this.requestId = failure.requestId ?? null;
    this.retryAfter = failure.retryAfter ?? null;
    this.problem = failure.problem ?? null;
    this.tried = failure.tried ?? false;
    this.elsewhere = failure.elsewhere ?? false;
  }

  /** The same, once it has been tried as often as is worth it. */
  afterTries(): RequestError {
    const { kind, message, status, requestId, retryAfter, problem, elsewhere, cause } = this;
    return new RequestError({
      kind,
      message,
      status,
      requestId,
      retryAfter,
      problem,
      elsewhere,
      cause,
      tried: true,
    });
  }
}

const problemSchema: z.ZodType<Problem> = z.looseObject({
  type: z.string().default('about:blank'),
  title: z.string().default(''),
  status: z.number(),
  detail: z.string().default(''),
  code: z.string().default(''),
  request_id: z.string().default(''),
  errors: z.array(z.looseObject({ pointer: z.string(), code: z.string(), detail: z.string() })).optional(),
}) as never;

/** The error of an answer whose status is no success. `text` is its body. */
export function refusal(response: Response, text: string): RequestError {
  const problem = readProblem(response, text);
  return new RequestError({
    kind: problem ? 'problem' : 'notJson',
    message: problem?.detail || problem?.title || `The service answered ${response.status}`,
    status: response.status,
    requestId: requestIdOf(response, problem),
    retryAfter: secondsOf(response.headers.get('Retry-After')),
    problem,
  });
}

/** The error of an answer that should have been JSON and is not. */
export const notJson = (response: Response, cause: unknown): RequestError =>
  new RequestError({
    kind: 'notJson',
    message: 'The answer is no JSON',
    status: response.status,
    requestId: requestIdOf(response, null),
    cause,
  });

/** The error of a request that got no answer. `elsewhere`: it went to another address than the page's. */
export function unanswered(cause: unknown, elsewhere = false): RequestError {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'AbortError') return new RequestError({ kind: 'aborted', message: 'Stopped', cause });
  if (name === 'TimeoutError')
    return new RequestError({ kind: 'timeout', message: 'The service did not answer in time', cause });
  return new RequestError({ kind: 'offline', message: 'The service cannot be reached', elsewhere, cause });
}

function readProblem(response: Response, text: string): Problem | null {
  if (!/\bjson\b/.test(response.headers.get('Content-Type') ?? '')) return null;
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return null;
    const { status } = response;
    const result = problemSchema.safeParse({ ...body, status });
    if (result.success && (result.data.detail || result.data.title)) return result.data;
    const said = saidIn(body);
    if (said === undefined) return result.data ?? null;
    return problemSchema.parse({ ...result.data, status, detail: said });
  } catch {
    return null;
  }
}

/** Other servers say what went wrong under names of their own. */
function saidIn(body: object): string | undefined {
  const { detail, message, error } = body as Readonly<Record<string, unknown>>;
  return [detail, message, error].find((said) => typeof said === 'string');
}

const requestIdOf = (response: Response, problem: Problem | null): string | null =>
  problem?.request_id || response.headers.get('X-Request-Id');

/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), as whole seconds from now. */
function secondsOf(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
