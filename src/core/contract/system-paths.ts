import { problems } from './problem-codes';
import { roles } from './role';

const json = (schema: object) => ({ 'application/json': { schema } });
const strings = { type: 'array', items: { type: 'string' } };
const status = { type: 'object', required: ['status'], properties: { status: { const: 'ok' } } };

/** Returns an operation that requires no credentials. */
const open = (operationId: string, summary: string, description: string, schema: object) => ({
  get: {
    operationId,
    tags: ['system'],
    summary,
    'x-roles': roles,
    security: [],
    responses: { 200: { description, content: json(schema) }, ...problems(414, 500, 503) },
  },
});

/** The routes that belong to no resource, in the OpenAPI document (docs/design.md#others). */
export const systemPaths = {
  '/api/capabilities': open(
    'capabilities',
    'What this server can do beyond the bare interface',
    'Its name, resources and features.',
    {
      type: 'object',
      required: ['product', 'resources', 'features'],
      properties: { product: { const: 'Tillhouse' }, resources: strings, features: strings },
    },
  ),
  '/api/openapi.json': open('openapi', 'This document', 'OpenAPI 3.1.', { type: 'object' }),
  '/livez': open('livez', 'Whether the process lives', 'It does.', status),
  '/readyz': open('readyz', 'Whether the database answers', 'It does.', status),
};
