import { Hono, type Context } from 'hono';
import type { z } from 'zod';
import { documented, header, jsonOf, string } from '../../contract/openapi-parts';
import { problems } from '../../contract/problem-codes';
import type { Role } from '../../contract/role';
import type { Caller } from '../auth/caller';
import type { AppEnv, ExtraRoutes, Parts } from './http-env';
import { recordId, refuseParameters } from './routes';
import { readBody } from './session-answers';

type Json = Readonly<Record<string, unknown>>;

/** The names in a path: `id` of `/customer/:id/export`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The query parameters of an endpoint: as the OpenAPI document has them, and how they are read. */
interface Query<Q> {
  readonly parameters: readonly Json[];
  /** @throws 400 that names each parameter that is not known or cannot be used */
  readonly read: (parameters: URLSearchParams) => Q;
}

/** A name in a path that is no GUID: as the OpenAPI document has it, and how it is read. */
interface PathParameter {
  readonly schema: Json;
  /** @throws 404 for text that names nothing */
  readonly read: (text: string) => string;
}

/** What a handler gets of a request that was allowed and read. */
interface Asked<Path extends string, Q, B> {
  readonly c: Context<AppEnv>;
  readonly caller: Caller;
  readonly parts: Parts;
  readonly params: Readonly<Record<NamesIn<Path>, string>>;
  readonly query: Q;
  readonly body: B;
}

interface Declaration<Path extends string, Q, B extends z.ZodType | undefined> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/secure`: `/customer/:id/export`. Names stand for GUIDs but for those of `params`. */
  readonly path: Path;
  readonly params?: Readonly<Partial<Record<NamesIn<Path>, PathParameter>>>;
  readonly operationId: string;
  /** The resource that the document lists it under. */
  readonly tag?: string;
  readonly summary: string;
  /** The roles that may call it; all others get 403. */
  readonly roles: readonly Role[];
  /** Without it, a query parameter is 400. */
  readonly query?: Query<Q>;
  readonly headers?: readonly Json[];
  /** Of JSON; without it, a body is not read. */
  readonly body?: B;
  /** Answers that are no problem, by status, as the document has them (`jsonAnswer`, `etagAnswers`). */
  readonly answers: Readonly<Record<number, Json>>;
  /** The statuses of its problems; without it those that follow from its path and body. */
  readonly problems?: readonly number[];
  readonly handle: (
    asked: Asked<Path, Q, B extends z.ZodType ? z.output<B> : undefined>,
  ) => Response | Promise<Response>;
}

/** An endpoint below `/api/secure`, of which routes, rights and the OpenAPI document are made. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly roles: readonly Role[];
  /** Its operation in the OpenAPI document, and the parameters of its path. */
  readonly operation: Json;
  readonly pathParameters: readonly Json[];
  readonly answer: (parts: Parts) => (c: Context<AppEnv>) => Promise<Response>;
}

/**
 * Declares an endpoint in one place: who may call it, what it takes, what it answers, and how. Its query, path and body are read
 * before `handle` is called. Statuses of problems in the document: 400, 401, 403, 414, 429, 503, with a name in the path 404, with
 * a body also 408, 413, 415 and 422, unless `problems` says which.
 */
export function route<const Path extends string, Q = undefined, B extends z.ZodType | undefined = undefined>(
  declared: Declaration<Path, Q, B>,
): Endpoint {
  const { method, path, params = {}, operationId, tag, summary, roles, query, headers, body } = declared;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const own: Readonly<Record<string, PathParameter | undefined>> = params;
  const reading = body ? [408, 413, 414, 415, 422] : [414];
  const statuses = declared.problems ?? [
    400,
    401,
    403,
    ...(names.length > 0 ? [404] : []),
    ...reading,
    429,
    503,
  ];
  const parameters = [...(query?.parameters ?? []), ...(headers ?? [])];
  return {
    method,
    path,
    roles,
    pathParameters: names.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: own[name]?.schema ?? { type: 'string', format: 'uuid' },
    })),
    operation: {
      operationId,
      ...(tag !== undefined && { tags: [tag] }),
      summary,
      'x-roles': roles,
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: { required: true, content: jsonOf(documented(body, 'input')) } }),
      responses: { ...declared.answers, ...problems(...statuses) },
    },
    answer: (parts) => async (c) => {
      const url = new URL(c.req.url);
      if (!query) refuseParameters(c.req.url);
      const asked = {
        c,
        caller: c.get('caller'),
        parts,
        query: query?.read(url.searchParams),
        params: Object.fromEntries(
          names.map((name) => [name, (own[name]?.read ?? recordId)(c.req.param(name) ?? '')]),
        ),
        body: body && (await readBody(c, body)),
      };
      // What was read is of the types that the declaration derives from the same path, query and body.
      return declared.handle(asked as unknown as Parameters<typeof declared.handle>[0]);
    },
  };
}

/** Returns what the service makes of endpoints: rules, the part of the OpenAPI document, and routes. */
export function endpoints(...declared: readonly Endpoint[]): ExtraRoutes {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, operation, pathParameters } of declared) {
    const address = `/api/secure${path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[address] ??= pathParameters.length > 0 ? { parameters: pathParameters } : {};
    paths[address][method.toLowerCase()] = operation;
  }
  return {
    rules: Object.fromEntries(
      declared.map(({ method, path, roles }) => [`${method} /api/secure${path}`, roles]),
    ),
    paths,
    make: (parts) => {
      const made = new Hono<AppEnv>();
      for (const { method, path, answer } of declared) made.on(method, path, answer(parts));
      return made;
    },
  };
}

/** An answer of JSON as the document has it: of a schema, or of a part of the document. */
export const jsonAnswer = (description: string, schema: z.ZodType | Json): Json => ({
  description,
  content: jsonOf('_zod' in schema ? documented(schema as z.ZodType) : schema),
});

/** Answers of a conditional read as the document has them: with an ETag, or 304 without a body. */
export const etagAnswers = (description: string, schema: z.ZodType): Readonly<Record<number, Json>> => ({
  200: {
    description,
    headers: { ETag: header('Of this answer.', string) },
    content: jsonOf(documented(schema)),
  },
  304: { description: 'Not modified.' },
});
