import { z } from 'zod';
import { commonParametersOf, filterNames, filterSchema, pageDefaults } from './paging';
import { createSchema, entitySchema, hasFullHistory, updateOrErasedSchema, type Resource } from './resource';
import { overHttp, secured } from './openapi-every';
import { problemResponses, problems } from './problem-codes';
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
        Object.assign({}, ...resources.map(paths), ...extraRoutes.map((addresses) => addresses.paths)),
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
        ...Object.assign({}, ...resources.map(schemas)),
      },
      responses: problemResponses,
    },
  };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** Returns the content of a JSON body or answer. */
export const jsonOf = (schema: unknown) => ({ 'application/json': { schema } });
const header = (description: string, schema: Json) => ({ description, schema });
const string = { type: 'string' } as const;
const integer = { type: 'integer' } as const;

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: string,
    title: string,
    status: integer,
    detail: string,
    code: string,
    request_id: string,
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        properties: { pointer: string, code: string, detail: string, limit: { type: 'number' } },
      },
    },
    current: { description: 'With 412: the entity as it stands now.' },
  },
};

const deactivated = {
  description: 'What a terminal gets of a deactivated record when it asks with `modified_since`.',
  type: 'object',
  required: ['id', 'active'],
  properties: { id: { type: 'string', format: 'uuid' }, active: { const: false } },
  additionalProperties: false,
};

function schemas(resource: Resource): Json {
  const convert = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
    return rest;
  };
  return {
    [resource.name]: { description: resource.description, ...convert(entitySchema(resource), 'output') },
    // Whole schemas, not an `allOf`: an entity allows no additional properties, and nothing would satisfy both.
    ...(resource.shownOnce && {
      [`${resource.name}_created`]: convert(
        entitySchema(resource).extend(resource.shownOnce.shape),
        'output',
      ),
      [`${resource.name}_written`]: convert(
        entitySchema(resource).extend(resource.shownOnce.partial().shape),
        'output',
      ),
    }),
    ...(isWritten(resource) && {
      [`${resource.name}_create`]: convert(createSchema(resource), 'input'),
      [`${resource.name}_update`]: convert(updateOrErasedSchema(resource), 'input'),
    }),
  };
}

/** Returns whether any role may write it: a read-only resource has GET alone. */
const isWritten = ({ access }: Resource) => access.create.length + access.update.length > 0;

function paths(resource: Resource): Json {
  const { name, access } = resource;
  const entity = {
    headers: { ETag: header('The version of the entity.', string) },
    content: jsonOf(ref(name)),
  };
  const operation = (verb: keyof typeof access, id: string, summary: string, rest: Json): Json => ({
    operationId: `${id}_${name}`,
    tags: [name],
    summary,
    'x-roles': access[verb],
    ...rest,
  });
  const written = { type: 'array', items: ref(resource.shownOnce ? `${name}_written` : name) };
  return {
    [`/api/secure/${name}`]: {
      get: operation('read', 'list', `List ${name}`, {
        parameters: [...listParameters(resource), ifNoneMatch],
        responses: {
          200: {
            description:
              resource.paging === 'page'
                ? 'A page, or with `cursor` or `limit` a step of a walk.'
                : 'A step of a walk, or with `page` or `pageSize` a page.',
            headers: {
              ...pageHeaders,
              ETag: header('Stands while nothing in the list has changed.', string),
            },
            content: jsonOf(listOf(ref(name))),
            'x-terminal': {
              description:
                'What a terminal gets: with `modified_since` a deactivated record is its id alone.',
              content: jsonOf(listOf({ anyOf: [ref(name), ref('Deactivated')] })),
            },
          },
          304: notModified,
          ...problems(400, 401, 403, 409, 414, 429, 503),
        },
      }),
      ...(isWritten(resource) && {
        post: operation('create', 'upsert', postSummary(resource), {
          parameters: [ifMatch, idempotencyKey],
          requestBody: {
            required: true,
            content: jsonOf({
              anyOf: [
                ref(`${name}_create`),
                ref(`${name}_update`),
                {
                  type: 'array',
                  maxItems: 1000,
                  items: { anyOf: [ref(`${name}_create`), ref(`${name}_update`)] },
                },
              ],
            }),
          },
          responses: {
            200: {
              description: 'Updated; for an array, the entities in the order of the request.',
              headers: { ETag: header('The version of the entity; an array has none.', string) },
              content: jsonOf({ oneOf: [ref(name), written] }),
            },
            201: {
              description: 'Created.',
              headers: { ...entity.headers, Location: header('Where the entity is.', string) },
              content: jsonOf(ref(resource.shownOnce ? `${name}_created` : name)),
            },
            ...problems(400, 401, 403, 409, 412, 413, 414, 415, 422, 429, 503),
          },
        }),
      }),
    },
    [`/api/secure/${name}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      get: operation('read', 'get', `Get one ${name}`, {
        parameters: [
          ...(hasFullHistory(resource) ? [{ name: 'as_of', in: 'query', schema: asOf }] : []),
          ifNoneMatch,
        ],
        responses: {
          200: { description: 'The entity.', ...entity },
          304: notModified,
          ...problems(400, 401, 403, 404, 409, 414, 429, 503),
        },
      }),
      ...(isWritten(resource) && {
        put: operation('update', 'update', putSummary(resource), {
          parameters: [ifMatch],
          requestBody: { required: true, content: jsonOf(ref(`${name}_update`)) },
          responses: {
            200: { description: 'The whole entity, as changed.', ...entity },
            ...problems(400, 401, 403, 404, 409, 412, 413, 414, 415, 422, 429, 503),
          },
        }),
      }),
    },
  };
}

/** Returns the answer of a list: a page by number, or by cursor. */
const listOf = (items: Json): Json => {
  const list = { type: 'array', items };
  return {
    oneOf: [
      list,
      {
        type: 'object',
        required: ['data', 'next_cursor', 'has_more'],
        properties: { data: list, next_cursor: string, has_more: { type: 'boolean' } },
      },
    ],
  };
};

const postSummary = ({ name, acceptedOnce }: Resource) =>
  acceptedOnce
    ? `Accept one ${name} or an array of at most 1,000, once: an equal repeat is answered as it is stored`
    : `Create or update one ${name} or an array of at most 1,000`;

const putSummary = ({ name, acceptedOnce }: Resource) =>
  acceptedOnce ? `Activate or deactivate one ${name}` : `Change the sent fields of one ${name}`;

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  schema: string,
  description: 'The ETag that was read: the write happens only on that version.',
};

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  schema: string,
  description: 'The ETag that was read: 304 without a body while it stands.',
};
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'Makes the write safe to send again: within 24 hours the same key with the same body gets the first answer again.',
};

const pageHeaders = {
  'X-Total-Count': header('Total number of items.', integer),
  'X-Page': header('Current page number.', integer),
  'X-Page-Size': header('Items per page.', integer),
  'X-Total-Pages': header('Total number of pages.', integer),
};

const notModified = {
  description: 'Not modified.',
  headers: { ETag: header('The same as before.', string) },
};

const asOf = {
  type: 'string',
  format: 'date-time',
  description:
    'As it stood at that moment, that moment included, without what is computed. What was erased since is not shown.',
};

const sizeDescription = `${pageDefaults.pageSize} where absent.`;

function listParameters(resource: Resource): Json[] {
  const known: Record<string, Json> = {
    // Without `default`: a client that fills defaults in would send a page and a cursor at once.
    page: { ...integer, minimum: 1, description: `${pageDefaults.page} where absent.` },
    pageSize: { ...integer, minimum: 1, maximum: pageDefaults.maximum, description: sizeDescription },
    limit: { ...integer, minimum: 1, maximum: pageDefaults.maximum, description: sizeDescription },
    active: { type: 'boolean' },
    modified_since: { type: 'string', format: 'date-time' },
    as_of: asOf,
    sort: { ...string, description: `Comma list, - for descending: ${resource.sorts.join(', ')}` },
  };
  return [
    ...commonParametersOf(resource).map((name) => ({ name, in: 'query', schema: known[name] ?? string })),
    ...filterNames(resource).map((name) => ({
      name,
      in: 'query',
      description:
        name in resource.extraFilters ? undefined : 'A value, or several separated by commas: any of them.',
      schema: {
        ...string,
        ...(filterSchema(resource, name) instanceof z.ZodGUID
          ? { examples: ['018f3a6c-2b71-7d04-9f1e-5a90d3e2c41b'] }
          : {}),
      },
    })),
  ];
}
