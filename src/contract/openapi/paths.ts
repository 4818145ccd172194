import { asOf, idempotencyKey, ifMatch, ifNoneMatch, listParameters, pageHeaders } from './parameters';
import { header, jsonOf, ref, string } from './parts';
import { deactivated, isWritten } from './schemas';
import { problems } from '../problem-codes';
import { hasFullHistory, type Resource } from '../resource';

type Json = Record<string, unknown>;

/** Returns the paths of a resource with their operations (docs/interface.md#4-endpoints). */
export function resourcePaths(resource: Resource): Json {
  const { name, access } = resource;
  const entity = {
    headers: { ETag: header('The version of the entity.', string) },
    content: jsonOf(ref(name)),
  };
  const operation = (verb: keyof typeof access, id: string, summary: string, rest: Json): Json => ({
    operationId: `${id}_${name}`,
    tags: [name],
    summary,
    'x-right': access[verb].right,
    'x-roles': access[verb].roles,
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
              ...(isLog(resource) && {
                'Next-Cursor': header('By line: the `cursor` with which the walk goes on.', string),
                'Has-More': header('By line: whether it goes on at once.', string),
              }),
            },
            content: {
              ...jsonOf(listOf(ref(name))),
              // `Accept: application/x-ndjson`: an entry on each line, from the oldest to the newest, for programs that gather logs.
              ...(isLog(resource) && { 'application/x-ndjson': { schema: ref(name) } }),
            },
            'x-terminal': {
              description:
                'What a terminal gets: with `modified_since` a deactivated record is its id alone.',
              content: jsonOf(listOf({ anyOf: [ref(name), deactivated] })),
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

/** Whether a resource is a log, to which the service alone appends. */
const isLog = ({ answer }: Resource): boolean => answer !== undefined;

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

const notModified = {
  description: 'Not modified.',
  headers: { ETag: header('The same as before.', string) },
};
