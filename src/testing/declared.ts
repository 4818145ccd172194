import { z } from 'zod';
import { openApi } from '@/contract/openapi/openapi';
import { problemCodes } from '@/contract/problem-codes';
import type { Role } from '@/contract/role';
import { contracts } from '@/resources/contracts';
import { extraRoutes } from '@/resources/routes';
import type { Answer } from './answer';
import { checkerOf } from './described.mjs';

/** The service's OpenAPI document as plain JSON. */
export const document: Record<string, unknown> = JSON.parse(JSON.stringify(openApi(contracts, extraRoutes)));

/** The paths below `/api/secure` that only read, as the document has them; but for the stream, which does not end. */
export const readPaths: readonly string[] = Object.entries(
  z
    .looseObject({ paths: z.record(z.string(), z.looseObject({ get: z.unknown().optional() })) })
    .parse(document).paths,
).flatMap(([path, { get }]) =>
  get !== undefined && path.startsWith('/api/secure/') && path !== '/api/secure/live' ? [path] : [],
);

const parameter = z.looseObject({ name: z.string(), in: z.enum(['query', 'header', 'path']) });
const ofComponents = z
  .looseObject({ components: z.looseObject({ parameters: z.record(z.string(), parameter) }) })
  .parse(document).components.parameters;
const hasParameters = z.looseObject({
  parameters: z.array(z.union([parameter, z.strictObject({ $ref: z.string() })])).default([]),
});

/** Returns the parameters of an operation of the document, those that it has by reference too. */
export const parametersOf = (operation: unknown): z.output<typeof parameter>[] =>
  hasParameters
    .parse(operation)
    .parameters.map((one) =>
      '$ref' in one
        ? parameter.parse(ofComponents[String(one.$ref).split('/').at(-1) ?? ''])
        : parameter.parse(one),
    );

const differenceOf = checkerOf(document);

/**
 * Checks a response against the OpenAPI document.
 * @throws if the document has the operation and the response differs in status, content type, body or headers, or if
 * its problem code does not belong to its status.
 */
export function checkAgainstOpenApi(
  method: string,
  path: string,
  answer: Answer,
  role: Role | null = null,
): void {
  const { status, text } = answer;
  if (status === 500) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
  const fault = differenceOf(method, path, answer, role);
  if (fault !== null) throw new Error(`${fault}: ${text.slice(0, 1000)}`);
  // A response to HEAD has no body and so no code.
  const codes = method === 'HEAD' ? undefined : problemCodes[status];
  if (
    codes &&
    answer.header('content-type') === 'application/problem+json' &&
    !(answer.problem.code in codes)
  ) {
    throw new Error(`No ${status} is declared to have the code ${answer.problem.code}`);
  }
}
