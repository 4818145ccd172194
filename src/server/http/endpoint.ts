import { Hono, type Context } from 'hono';
import type { z } from 'zod';
import { documented, header, jsonOf, string } from '@/contract/openapi/parts';
import { problems } from '@/contract/problem-codes';
import type { Grant } from '@/contract/role';
import type { Caller } from '../auth/caller';
import { readBody } from './body';
import type { AppEnv, ExtraRoutes, Parts } from './http-env';
import { anyQuery, type Query } from './query';
import { recordId, refuseParameters } from './routes';

type Json = Readonly<Record<string, unknown>>;

/** The names in a path: `id` of `/customer/:id/export`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A name in a path that is no GUID: as the OpenAPI document has it, and how it is read. */
interface PathParameter {
  readonly schema: Json;
  /** @throws 404 for text that names nothing */
  readonly read: (text: string) => string;
}

/** A body that is read in its own way: it may be missing, has items of several resources, or its text is needed. */
interface Body<B> {
  /** As the OpenAPI document has it. */
  readonly schema: z.ZodType;
  readonly isOptional?: boolean;
  /** @throws 422 that names each wrong field, and what `readJson` throws */
  readonly read: (c: Context<AppEnv>, parts: Parts) => B | Promise<B>;
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

interface Declaration<Path extends string, Q, B> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/secure`: `/customer/:id/export`. Names stand for GUIDs but for those of `params`. */
  readonly path: Path;
  readonly params?: Readonly<Partial<Record<NamesIn<Path>, PathParameter>>>;
  readonly operationId: string;
  /** The resource that the document lists it under, or `session` or `system`. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** What a caller needs; without it: 403. */
  readonly needs: Grant;
  /** Without it, a query parameter is 400. */
  readonly query?: Query<Q>;
  readonly headers?: readonly Json[];
  /** Of JSON; without it, a body is not read. */
  readonly body?: z.ZodType<B> | Body<B>;
  /** Answers that are no problem, by status, as the document has them (`jsonAnswer`, `etagAnswers`). */
  readonly answers: Readonly<Record<number, Json>>;
  /** The statuses of its own problems, besides those that follow from its path, query and body. */
  readonly problems?: readonly number[];
  readonly handle: (asked: Asked<Path, Q, B>) => Response | Promise<Response>;
}

/** An endpoint below `/api/secure`, of which routes, rights and the OpenAPI document are made. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly needs: Grant;
  /** Its operation in the OpenAPI document, and the parameters of its path. */
  readonly operation: Json;
  readonly pathParameters: readonly Json[];
  readonly answer: (parts: Parts) => (c: Context<AppEnv>) => Promise<Response>;
}

/** The statuses of problems that any endpoint may have. */
const always = [401, 403, 414, 429, 503];

/**
 * Declares an endpoint in one place: who may call it, what it takes, what it answers, and how. Its query, path and body are read
 * before `handle` is called. Statuses of problems in the document: 400, 401, 403, 414, 429, 503, with a name in the path 404, with
 * a body 408, 413, 415 and 422, and those of `problems`.
 */
export function route<const Path extends string, Q = undefined, B = undefined>(
  declared: Declaration<Path, Q, B>,
): Endpoint {
  const { method, path, needs, params = {}, query, tag, description, headers = [] } = declared;
  const body = declared.body && bodyOf(declared.body);
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const own: Readonly<Record<string, PathParameter | undefined>> = params;
  const statuses = [
    ...always,
    ...(query === anyQuery ? [] : [400]),
    ...(names.length > 0 ? [404] : []),
    ...(body ? [408, 413, 415, 422] : []),
    ...(declared.problems ?? []),
  ];
  const parameters = [...(query?.parameters ?? []), ...headers];
  return {
    method,
    path,
    needs,
    pathParameters: names.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: own[name]?.schema ?? { type: 'string', format: 'uuid' },
    })),
    operation: {
      operationId: declared.operationId,
      tags: [tag],
      summary: declared.summary,
      ...(description !== undefined && { description }),
      'x-right': needs.right,
      'x-roles': needs.roles,
      ...(parameters.length > 0 && { parameters }),
      ...(body && {
        requestBody: { required: !body.isOptional, content: jsonOf(documented(body.schema, 'input')) },
      }),
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
        body: await body?.read(c, parts),
      };
      // What was read is of the types that the declaration derives from the same path, query and body.
      return declared.handle(asked as unknown as Parameters<typeof declared.handle>[0]);
    },
  };
}

const bodyOf = <B>(body: z.ZodType<B> | Body<B>): Body<B> =>
  '_zod' in body ? { schema: body, read: (c) => readBody(c.req.raw, body) } : body;

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
      declared.map(({ method, path, needs }) => [`${method} /api/secure${path}`, needs]),
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
