import { z } from 'zod';
import { openApi } from '@/core/contract/openapi';
import { contracts } from '@/resources/contracts';
import type { Answer } from './answer';

const operation = z.looseObject({ responses: z.record(z.string(), z.unknown()) });

/** The OpenAPI document of the service, as plain JSON. */
export const document: Record<string, unknown> = JSON.parse(JSON.stringify(openApi(contracts)));

const paths = z.record(z.string(), z.record(z.string(), z.unknown())).parse(document['paths']);

/** @throws when the document has the operation, and the status of the answer is not one of its responses. */
export function requireDeclared(method: string, path: string, { status, text }: Answer): void {
  if (status === 500) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
  const [pathname = ''] = path.split('?');
  const [, name] = /^\/api\/secure\/(\w+)(?:\/[^/]+)?$/.exec(pathname) ?? [];
  const template = pathname.split('/').length > 4 ? `/api/secure/${name}/{id}` : `/api/secure/${name}`;
  const declared = operation.safeParse(paths[template]?.[method.toLowerCase()]);
  if (declared.success && !(status in declared.data.responses)) {
    throw new Error(`${method} ${template} does not declare the status ${status}: ${text.slice(0, 500)}`);
  }
}
