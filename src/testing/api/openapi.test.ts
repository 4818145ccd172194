import { createApp } from '@/server/http/app';
import pino from 'pino';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createSchema, entitySchema, updateSchema } from '@/contract/resource';
import { filterNames } from '@/contract/paging';
import { systemRoutes } from '@/server/http/system';
import { extraRoutes, routes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import { document } from '../declared';
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
        !route.path.startsWith('/api/scim/'),
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
    const { parameters = [], responses } = z
      .object({
        parameters: z
          .array(z.looseObject({ name: z.string(), in: z.enum(['query', 'header', 'path']) }))
          .optional(),
        responses: record,
      })
      .parse(operation);
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
    const list = z
      .object({ parameters: z.array(z.looseObject({ name: z.string() })) })
      .parse(paths[pathOf(resource)]?.['get']);
    expect(list.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(filterNames(resource)));
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
