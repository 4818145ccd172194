import { openApi } from '@/core/contract/openapi';
import { problemCodes } from '@/core/contract/problem-codes';
import type { Role } from '@/core/contract/role';
import { contracts } from '@/resources/contracts';
import { further } from '@/resources/routes';
import type { Answer } from './answer';
import { describedBy } from './described.mjs';

/** The OpenAPI document of the service, as plain JSON. */
export const document: Record<string, unknown> = JSON.parse(JSON.stringify(openApi(contracts, further)));

const faultOf = describedBy(document);

/**
 * @throws when the document has the operation, and the answer is not as it describes: its status, content type, body or
 * headers, or the code of a problem is not one of its status.
 */
export function requireDeclared(
  method: string,
  path: string,
  answer: Answer,
  role: Role | null = null,
): void {
  const { status, text } = answer;
  if (status === 500) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
  const fault = faultOf(method, path, answer, role);
  if (fault !== null) throw new Error(`${fault}: ${text.slice(0, 1000)}`);
  // An answer to HEAD has no body to name its code in.
  const codes = method === 'HEAD' ? undefined : problemCodes[status];
  if (
    codes &&
    answer.header('content-type') === 'application/problem+json' &&
    !(answer.problem.code in codes)
  ) {
    throw new Error(`No ${status} is declared to have the code ${answer.problem.code}`);
  }
}
