import type { Resource } from '../resource';
import { eachOperation, type Addresses } from './parts';
import { resourcePaths } from './paths';
import { named } from './named';
import { problem, resourceSchemas } from './schemas';
import { problemResponses, problems } from '../problem-codes';
import { sessionPaths } from '../session-paths';
import { roles } from '../role';
import { actingAsPattern } from '../acting-as';

type Json = Record<string, unknown>;

const tillhouseAs = {
  name: 'Tillhouse-As',
  in: 'header',
  schema: { type: 'string', pattern: actingAsPattern },
  description:
    'With a session: the membership or key whose company a page shows, as `acting_as` of `/api/secure/me` says it. 409 where the session acts for another by now.',
};

const tillhouseAttended = {
  name: 'Tillhouse-Attended',
  in: 'header',
  schema: { const: 'no' },
  description:
    'With a session: a page reads by itself, with nobody there. It does not keep the session from ending of idleness.',
};

/** Adds the parameters and answers that every address under `/api/secure` has. */
const secured = (addresses: Addresses) =>
  eachOperation(addresses, (verb, { parameters = [], responses, ...rest }) => ({
    ...rest,
    parameters: [...parameters, tillhouseAs, ...(verb === 'get' ? [tillhouseAttended] : [])],
    responses: { ...problems(409), ...responses },
  }));

/** Adds the answers that every address may give before a request reaches it: malformed, too slow or too large. */
const overHttp = (addresses: Addresses) =>
  eachOperation(addresses, (_, { responses, ...rest }) => ({
    ...rest,
    responses: { ...problems(400, 408, 413, 414, 417, 431), ...responses },
  }));

/** Says of each operation in words what it does and needs, where nothing more is said. */
const described = (addresses: Addresses) =>
  eachOperation(addresses, (_, { summary, description, 'x-right': right, ...rest }) => ({
    summary,
    description:
      description ??
      `${summary}. ${right === undefined ? 'Nobody needs to be signed in.' : `Needs the right \`${right}\`.`}`,
    ...(right !== undefined && { 'x-right': right }),
    ...rest,
  }));

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
const systemPaths = {
  '/api/capabilities': open(
    'capabilities',
    'What this server can do beyond the bare interface',
    'Its name, resources and features.',
    {
      type: 'object',
      required: ['product', 'resources', 'features'],
      properties: {
        product: { const: 'Tillhouse' },
        resources: strings,
        features: strings,
        public_url: { type: 'string' },
      },
    },
  ),
  '/api/openapi.json': open('openapi', 'This document', 'OpenAPI 3.1.', { type: 'object' }),
  '/livez': open('livez', 'Whether the process lives', 'It does.', status),
  '/readyz': open('readyz', 'Whether the database answers', 'It does.', status),
};

/**
 * Returns the OpenAPI 3.1 document of the service (docs/design.md#others), generated from the contracts and from the
 * descriptions of the other addresses.
 */
export function openApi(
  contracts: Readonly<Record<string, Resource>>,
  extraRoutes: readonly { readonly paths: Json }[] = [],
): Json {
  const resources = Object.values(contracts);
  const schemas: Json = { Problem: problem, ...Object.assign({}, ...resources.map(resourceSchemas)) };
  const parts = named(
    described(
      overHttp({
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
    ),
    Object.keys(schemas),
  );
  const text = JSON.stringify(parts.paths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tillhouse',
      version: '1',
      description: 'Point-of-sale back office: the data service.',
      contact: { name: 'Tillhouse' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }, { session: [] }],
    tags: [
      ...resources.map((resource) => ({ name: resource.name, description: resource.description })),
      { name: 'session', description: 'Signing in and out, one-time links, and what is one’s own.' },
      { name: 'system', description: 'Health, live changes, backups, and what the server can do.' },
    ],
    paths: parts.paths,
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
      schemas: { ...schemas, ...parts.schemas },
      parameters: parts.parameters,
      // What no operation answers by itself, as 405, is in problem-codes.ts alone.
      responses: Object.fromEntries(
        Object.entries(problemResponses).filter(([name]) => text.includes(`/${name}"`)),
      ),
    },
  };
}
