import { STATUS_CODES } from 'node:http';
import type { Problem } from '@/contract/problem';
import { newId } from '../write/uuid';

/** A refusal or failure outside the data service's own routes (docs/design.md#errors). */
export interface Fault {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns a problem+json answer, as status, headers and body, for code that writes to a socket. */
export function problemAnswer(
  { status, code, detail, headers: more = {} }: Fault,
  requestId = `req_${newId().replaceAll('-', '')}`,
) {
  const problem: Problem = {
    type: `urn:tillhouse:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Bad request',
    status,
    detail,
    code,
    request_id: requestId,
  };
  const headers: Record<string, string> = {
    'Content-Type': 'application/problem+json',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    ...more,
  };
  return { status, headers, body: JSON.stringify(problem) };
}

/** Returns the same as a `Response`. */
export function problemResponse(fault: Fault, requestId?: string): Response {
  const { status, headers, body } = problemAnswer(fault, requestId);
  return new Response(body, { status, headers });
}

/** 500 for an unexpected error. */
export const internalFault: Fault = {
  status: 500,
  code: 'internal_error',
  detail: 'Something went wrong here; it is logged under the request id',
};
