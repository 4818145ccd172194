import { z } from 'zod';
import { openApi } from '@/core/contract/openapi';
import { problemCodes } from '@/core/contract/problem-codes';
import { contracts } from '@/resources/contracts';
import { further } from '@/resources/routes';
import type { Answer } from './answer';

const operation = z.looseObject({ responses: z.record(z.string(), z.unknown()) });

/** The OpenAPI document of the service, as plain JSON. */
export const document: Record<string, unknown> = JSON.parse(JSON.stringify(openApi(contracts, further)));

const paths = z.record(z.string(), z.record(z.string(), z.unknown())).parse(document['paths']);

/**
 * @throws when the document has the operation, and the status of the answer is not one of its responses, or the code
 * of a problem not one of its status.
 */
export function requireDeclared(method: string, path: string, answer: Answer): void {
  const { status, text } = answer;
  if (status === 500) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
  const [pathname = ''] = path.split('?');
  const template = Object.keys(paths).find((known) => isPathOf(known, pathname)) ?? '';
  const declared = operation.safeParse(paths[template]?.[method.toLowerCase()]);
  if (declared.success && !(status in declared.data.responses)) {
    throw new Error(`${method} ${template} does not declare the status ${status}: ${text.slice(0, 500)}`);
  }
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

/** Whether `/api/secure/plu/{id}` is what `/api/secure/plu/018f…` was asked of; a word goes before a `{name}`. */
function isPathOf(template: string, pathname: string): boolean {
  if (template === pathname) return true;
  if (pathname in paths) return false;
  const pattern = template.replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(pathname);
}
