import type { Resource } from './resource';
import { resourcePaths } from './openapi-paths';
import { deactivated, problem, resourceSchemas } from './openapi-schemas';
import { overHttp, secured } from './openapi-every';
import { problemResponses } from './problem-codes';
import { sessionPaths } from './session-paths';
import { systemPaths } from './system-paths';

type Json = Record<string, unknown>;

/**
 * Returns the OpenAPI 3.1 document of the service (docs/design.md#others), generated from the contracts and from the
 * descriptions of the other addresses.
 */
export function openApi(
  contracts: Readonly<Record<string, Resource>>,
  extraRoutes: readonly { readonly paths: Json }[] = [],
): Json {
  const resources = Object.values(contracts);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tillhouse',
      version: '1',
      description: 'Point-of-sale back office: the data service.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }, { session: [] }],
    tags: [
      ...resources.map((resource) => ({ name: resource.name, description: resource.description })),
      { name: 'session', description: 'Signing in and out, and one-time links.' },
      { name: 'system', description: 'Health, and what the server can do.' },
    ],
    paths: overHttp({
      ...secured(
        Object.assign(
          {},
          ...resources.map(resourcePaths),
          ...extraRoutes.map((addresses) => addresses.paths),
        ),
      ),
      ...sessionPaths,
      ...systemPaths,
    }),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'tillhouse',
          description: 'A session of a page of this service; under https the cookie is `__Host-tillhouse`.',
        },
      },
      schemas: {
        Problem: problem,
        Deactivated: deactivated,
        ...Object.assign({}, ...resources.map(resourceSchemas)),
      },
      responses: problemResponses,
    },
  };
}
