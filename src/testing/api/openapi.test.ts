import { createApp } from '@/server/http/app';
import pino from 'pino';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createSchema, entitySchema, updateSchema } from '@/contract/resource';
import { filterNames } from '@/contract/paging';
import { systemRoutes } from '@/server/http/system';
import { extraRoutes, routes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import { document, parametersOf } from '../declared';
import { pathOf, resources, stage } from './start';

const on = stage();
const record = z.record(z.string(), z.unknown());
const paths = z.record(z.string(), record).parse(document['paths']);

/** Yields every object of the document with its path. */
function* objects(value: unknown, path = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, record.parse(value)];
  for (const [key, inner] of Object.entries(value)) yield* objects(inner, `${path}/${key}`);
}

it('is OpenAPI 3.1 in which every $ref leads somewhere', () => {
  expect(document['openapi']).toBe('3.1.0');
  const known = new Set([...objects(document)].map(([path]) => path));
  const refs = [...objects(document)].flatMap(([, object]) =>
    typeof object['$ref'] === 'string' ? [object['$ref']] : [],
  );
  expect(refs.length).toBeGreaterThan(10);
  expect(refs.filter((ref) => !known.has(ref))).toEqual([]);
});

it('has every path and verb of the service, and no other', () => {
  const { db } = on.service;
  const app = createApp({
    db,
    tables,
    customResources: routes,
    extraRoutes,
    log: pino({ level: 'silent' }),
    cursorSecret: Buffer.from('x'),
    extend: (system) => system.route('/', systemRoutes({ db, resources: [], openapi: document })),
  });
  const served = app.routes
    .filter(
      (route) =>
        ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(route.method) &&
        /^\/(?:api|\w+z$)/.test(route.path) &&
        // SCIM describes itself, as its standard has it (`/Schemas`).
        !route.path.startsWith('/api/scim/') &&
        // Where a provider sends a browser back to, which no program asks for.
        !route.path.endsWith('/callback'),
    )
    .map(
      (route) => `${route.method.toLowerCase()} ${route.path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')}`,
    );
  const declared = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => key !== 'parameters')
      .map((verb) => `${verb} ${path}`),
  );
  expect(declared.toSorted()).toEqual(served.toSorted());
});

it('gives each operation a name of its own and a description to each answer', () => {
  const operations = Object.values(paths).flatMap((item) =>
    Object.entries(item)
      .filter(([verb]) => verb !== 'parameters')
      .map(([, operation]) => record.parse(operation)),
  );
  const ids = operations.map((operation) => operation['operationId']);
  expect(new Set(ids).size).toBe(ids.length);
  for (const operation of operations) {
    expect(Object.keys(record.parse(operation['responses'])).length).toBeGreaterThan(3);
  }
});

it('says of each operation who may use it, of each parameter where it stands, of each error its codes and headers', () => {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([verb, operation]) =>
      verb === 'parameters' ? [] : [{ path, ...record.parse(operation) }],
    ),
  );
  for (const operation of operations) {
    expect(z.looseObject({ 'x-roles': z.array(z.string()).nonempty() }).parse(operation)).toBeTruthy();
    const { responses } = z.object({ responses: record }).parse(operation);
    const parameters = parametersOf(operation);
    if (operation.path.startsWith('/api/secure/')) {
      expect(parameters.map(({ name }) => name)).toContain('Tillhouse-As');
      expect(Object.keys(responses)).toEqual(
        expect.arrayContaining(['401', '403', '409', '414', '429', '503']),
      );
    }
    for (const [status, response] of Object.entries(responses).filter(([code]) => Number(code) >= 400))
      expect(response).toEqual({ $ref: `#/components/responses/Problem${status}` });
  }
  const errors = record.parse(record.parse(document['components'])['responses']);
  expect(JSON.stringify(errors['Problem412'])).toContain('version_mismatch');
  expect(record.parse(record.parse(errors['Problem429'])['headers'])).toHaveProperty('Retry-After');
});

it.each(resources)(
  'describes %s: its fields, its filters, and bodies that its own schemas accept',
  async (_, resource) => {
    const schemas = record.parse(record.parse(document['components'])['schemas']);
    const properties = (name: string) => Object.keys(record.parse(record.parse(schemas[name])['properties']));
    const full = await on.samples.full(resource);
    const { entity } = await on.send('POST', pathOf(resource), { json: full });
    // Only a list with `include_scheduled` says what is scheduled.
    const always = properties(resource.name).filter((name) => name !== 'scheduled');
    expect(Object.keys(entity).toSorted()).toEqual(always.toSorted());
    expect(properties(`${resource.name}_create`)).toEqual(expect.arrayContaining(Object.keys(full)));
    expect(entitySchema(resource).safeParse(entity).error).toBeUndefined();
    expect(createSchema(resource).safeParse(full).error).toBeUndefined();
    expect(updateSchema(resource).safeParse(entity).error).toBeUndefined();
    const parameters = parametersOf(paths[pathOf(resource)]?.['get']);
    expect(parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(filterNames(resource)));
  },
);

it('declares for every verb what may be refused before a request reaches it', () => {
  const lacking = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([verb, operation]) => {
      if (verb === 'parameters') return [];
      const { responses } = z.object({ responses: record }).parse(operation);
      const missing = ['400', '408', '413', '414', '417', '431'].filter((status) => !(status in responses));
      return missing.map((status) => `${verb} ${path} ${status}`);
    }),
  );
  expect(lacking).toEqual([]);
});

it('names the schema of each body and answer, says each parameter once, and describes each operation', () => {
  const components = z
    .object({ schemas: record, parameters: record, responses: record, securitySchemes: record })
    .parse(document['components']);
  const inline: string[] = [];
  const said = new Map<string, number>();
  for (const [path, item] of Object.entries(paths))
    for (const [verb, operation] of Object.entries(item)) {
      if (verb === 'parameters') continue;
      const { requestBody, responses, parameters, description, tags } = z
        .looseObject({
          requestBody: z.unknown().optional(),
          responses: record,
          parameters: z.array(record).default([]),
          description: z.string().min(10),
          tags: z.array(z.string()).length(1),
        })
        .parse(operation);
      expect([path, verb, description, tags].length).toBe(4);
      for (const part of [requestBody, ...Object.values(responses)]) {
        const { content } = z
          .looseObject({ content: z.record(z.string(), record).optional() })
          .parse(part ?? {});
        for (const [type, { schema }] of Object.entries(content ?? {}))
          if (type.endsWith('json') && !Object.hasOwn(record.parse(schema), '$ref'))
            inline.push(`${verb} ${path}`);
      }
      for (const one of parameters
        .map((each) => JSON.stringify(each))
        .filter((text) => !text.includes('$ref')))
        said.set(one, (said.get(one) ?? 0) + 1);
    }
  expect(inline).toEqual([]);
  expect([...said].filter(([, times]) => times > 1)).toEqual([]);
  const text = JSON.stringify(document);
  const unused = Object.entries(components).flatMap(([kind, parts]) =>
    kind === 'securitySchemes'
      ? []
      : Object.keys(parts).filter((name) => !text.includes(`#/components/${kind}/${name}"`)),
  );
  expect(unused).toEqual([]);
});
