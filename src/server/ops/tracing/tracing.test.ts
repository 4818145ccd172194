import { createServer } from 'node:http';
import { once } from 'node:events';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../http/app';
import { openDatabase, traceStatements } from '../../db/db';
import { readSecret } from '../../read/cursor';
import { stage } from '@/testing/api/start';
import { extraRoutes, routes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import { createKey } from '../companies';
import { startTracing } from './tracing';

const on = stage();
const received: string[] = [];
/** A collector that takes traces as JSON. */
const collector = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    received.push(body);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
});
const env: Record<string, string> = {};
beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const bound = collector.address();
  const endpoint = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`;
  Object.assign(env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
  });
  // The SDK reads its own settings from the environment.
  Object.assign(process.env, env);
});
afterAll(() => {
  for (const name of Object.keys(env)) Reflect.deleteProperty(process.env, name);
  collector.close();
});

const attribute = z.looseObject({
  key: z.string(),
  value: z.looseObject({ stringValue: z.string().optional() }),
});
const span = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute),
});
const payload = z.looseObject({
  resourceSpans: z.array(z.looseObject({ scopeSpans: z.array(z.looseObject({ spans: z.array(span) })) })),
});

it('without an endpoint nothing is traced', async () => {
  expect(await startTracing({})).toBeNull();
});

it('a request and its statements are one trace, which goes on the caller’s, and holds no value and no id', async () => {
  const tracing = await startTracing(env);
  if (!tracing) throw new Error('An endpoint starts tracing');
  const db = openDatabase(on.service.url, pino({ level: 'silent' }), 2);
  traceStatements(db, tracing.statement);
  const app = createApp({
    db,
    tables,
    customResources: routes,
    extraRoutes,
    log: pino({ level: 'silent' }),
    cursorSecret: await readSecret(db),
    tracing,
  });
  const key = await createKey(db, on.service.companies.helsinki, 'traced', 'admin');
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const answer = await app.fetch(
    new Request('http://test/api/secure/tender?q=secret-word', {
      headers: { Authorization: `Bearer ${key}`, traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    }),
  );
  expect(answer.status).toBe(200);
  await tracing.close();
  await db.destroy();
  const spans = received.flatMap((text) =>
    payload
      .parse(JSON.parse(text))
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const [request] = spans.filter(({ name }) => name === 'GET /api/secure/tender');
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'select', 'commit']));
  const all = received.join('\n');
  for (const hidden of ['secret-word', key, on.service.companies.helsinki.tenantId])
    expect(all).not.toContain(hidden);
});
