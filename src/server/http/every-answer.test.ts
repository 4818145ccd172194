import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createService, type Service } from '@/server';
import { createTestDatabase, type TestDatabase } from '@/testing/service';
import { networkSet } from '../auth/client-address';
import { createCompany, createKey } from '../ops/companies';
import { readConfig } from '../ops/config';
import { openDatabase, type Database } from '../db/db';
import { listen } from '../ops/listen';
import { applicationRoutes } from './site/static';
import { siteOf } from './site/site';

// Tests everything that `npm start` serves, through its listener: each answer has the headers, each error is
// problem+json, and a broken connection is never logged as unexpected.
let database: TestDatabase;
let db: Database;
let service: Service;
let server: Server;
let port: number;
let folder: string;
let key: string;
const lines: { level: number; msg?: string; status?: number; path?: string; fault?: unknown }[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const printed = ['error', 'warn', 'info', 'log'] as const;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-site-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<html><head></head></html>');
  await writeFile(path.join(folder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(path.join(folder, 'assets/app.js'), `// ${'a'.repeat(100_000)}\n`);
  // A file that opens and cannot be read.
  await symlink('/proc/self/mem', path.join(folder, 'assets/broken.js'));
  database = await createTestDatabase();
  const config = readConfig({ DATABASE_URL: database.url, TILLHOUSE_DEMO: 'false' });
  service = await createService(config, log);
  db = openDatabase(database.url, log, 2);
  key = await createKey(db, await createCompany(db, { name: 'Shop' }), 'Test', 'admin');
  const application = applicationRoutes(folder, 'own', undefined, log);
  server = await listen(
    siteOf(service, application, networkSet(['127.0.0.1'])),
    { host: '127.0.0.1', port: 0 },
    undefined,
    log,
  );
  port = z.object({ port: z.number() }).parse(server.address()).port;
});
afterAll(async () => {
  service?.endStreams();
  server?.close().closeAllConnections();
  await service?.close();
  await db?.destroy();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => vi.restoreAllMocks());

interface Raw {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Sends raw text and reads until the peer closes, or until `enough`. */
async function send(text: string, enough: (text: string) => boolean = () => false): Promise<Raw> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  let came = '';
  const done = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      came += String(chunk);
      if (enough(came)) socket.destroy();
    });
    socket.once('close', () => resolve());
  });
  socket.write(text);
  await done;
  const [head = '', ...body] = came.split('\r\n\r\n');
  const [first = '', ...fields] = head.split('\r\n');
  const headers = new Headers(
    fields.map((field): [string, string] => [
      field.slice(0, field.indexOf(':')),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(first.split(' ')[1]), headers, body: body.join('\r\n\r\n') };
}

const ask = (line: string, ...fields: string[]) =>
  send(`${line}\r\n${['Host: till.example', 'Connection: close', ...fields].join('\r\n')}\r\n\r\n`);
const auth = () => `Authorization: Bearer ${key}`;
const json = 'Content-Type: application/json';

/** Expects what holds for every answer: its headers, and the body of an error. */
function requireWhole(name: string, { status, headers, body }: Raw, isOfPage = false) {
  expect([name, status, headers.get('x-content-type-options')]).toEqual([name, status, 'nosniff']);
  if (status < 400 || isOfPage || body === '') return;
  expect([name, headers.get('content-type')]).toEqual([name, 'application/problem+json']);
  const problem = z
    .looseObject({ status: z.number(), code: z.string(), request_id: z.string() })
    .parse(JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1)));
  expect([name, problem.status, headers.get('x-request-id')]).toEqual([name, status, problem.request_id]);
}

const requests: readonly (readonly [string, number, () => Promise<Raw>])[] = [
  ['a page', 200, () => ask('GET /products HTTP/1.1')],
  ['the head of a page', 200, () => ask('HEAD /products HTTP/1.1')],
  ['a page of no screen', 404, () => ask('GET /no-such-page HTTP/1.1')],
  ['a hashed file', 200, () => ask('GET /assets/app.js HTTP/1.1')],
  ['a hashed file, compressed', 200, () => ask('GET /assets/app.js HTTP/1.1', 'Accept-Encoding: gzip')],
  ['a part of a file', 206, () => ask('GET /assets/app.js HTTP/1.1', 'Range: bytes=0-9')],
  ['a part that no file has', 416, () => ask('GET /assets/app.js HTTP/1.1', 'Range: bytes=999999-')],
  ['a file that is not there', 404, () => ask('GET /assets/none.js HTTP/1.1')],
  ['a file that cannot be read', 500, () => ask('GET /assets/broken.js HTTP/1.1')],
  ['the icon', 200, () => ask('GET /mark.svg HTTP/1.1')],
  ['a file of others', 404, () => ask('GET /.env HTTP/1.1')],
  ['security.txt', 200, () => ask('GET /.well-known/security.txt HTTP/1.1')],
  ['a write to a page', 405, () => ask('POST /products HTTP/1.1', 'Content-Length: 0')],
  ['a write to a file', 405, () => ask('DELETE /assets/app.js HTTP/1.1')],
  ['a verb of others at a page', 405, () => ask('PROPFIND / HTTP/1.1')],
  ['TRACE at a page', 405, () => ask('TRACE / HTTP/1.1')],
  ['life', 200, () => ask('GET /livez HTTP/1.1')],
  ['readiness', 200, () => ask('GET /readyz HTTP/1.1')],
  ['below life', 404, () => ask('GET /livez/deeper HTTP/1.1')],
  ['a write to readiness', 404, () => ask('POST /readyz HTTP/1.1', 'Content-Length: 0')],
  ['the document', 200, () => ask('GET /api/openapi.json HTTP/1.1')],
  ['the document to read', 200, () => ask('GET /api/docs HTTP/1.1')],
  ['its style', 200, () => ask('GET /api/docs/swagger-ui.css HTTP/1.1')],
  ['nothing of the interface', 404, () => ask('GET /api/none HTTP/1.1')],
  ['the interface itself', 404, () => ask('GET /api HTTP/1.1')],
  ['nobody', 401, () => ask('GET /api/secure/plu HTTP/1.1')],
  ['a list', 200, () => ask('GET /api/secure/plu HTTP/1.1', auth())],
  [
    'a record that is not there',
    404,
    () => ask(`GET /api/secure/plu/${crypto.randomUUID()} HTTP/1.1`, auth()),
  ],
  ['a verb of others', 405, () => ask('PROPFIND /api/secure/plu HTTP/1.1', auth())],
  ['TRACE', 405, () => ask('TRACE /api/secure/plu HTTP/1.1', auth())],
  ['a long address', 414, () => ask(`GET /api/secure/plu?q=${'a'.repeat(9000)} HTTP/1.1`, auth())],
  ['a large body', 413, () => ask('POST /api/secure/plu HTTP/1.1', auth(), json, 'Content-Length: 99999999')],
  [
    'no JSON',
    400,
    () =>
      send(
        `POST /api/secure/plu HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${auth()}\r\n${json}\r\nContent-Length: 1\r\n\r\n{`,
      ),
  ],
  [
    'another type',
    415,
    () => ask('POST /api/secure/plu HTTP/1.1', auth(), 'Content-Type: text/plain', 'Content-Length: 0'),
  ],
  ['HTTP/1.0', 200, () => ask('GET /api/secure/plu HTTP/1.0', auth())],
  ['HTTP/1.0, refused', 401, () => ask('GET /api/secure/plu HTTP/1.0')],
  ['HTTP/1.0 without a Host', 400, () => send('GET /api/secure/plu HTTP/1.0\r\n\r\n')],
  ['a bad Host', 400, () => send('GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')],
  ['a bad header', 400, () => send('GET / HTTP/1.1\r\nHost: x\r\nbad header: x\r\n\r\n')],
  ['a header with a control character', 400, () => send('GET / HTTP/1.1\r\nHost: x\r\nX: a\u0001b\r\n\r\n')],
  ['large headers', 431, () => ask('GET / HTTP/1.1', `X: ${'a'.repeat(20_000)}`)],
  ['an expectation', 417, () => ask('GET / HTTP/1.1', 'Expect: tea')],
  ['a tunnel', 405, () => ask('CONNECT x:443 HTTP/1.1')],
  [
    'an upgrade',
    401,
    () =>
      send(
        'GET /api/secure/plu HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
      ),
  ],
  ['what is no HTTP', 400, () => send('hello\r\n\r\n')],
];

it.each(requests)(
  '%s (%i) has the headers, and is a problem if it is an error',
  async (name, status, request) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const answer = await request();
    expect([name, answer.status]).toEqual([name, status]);
    requireWhole(name, answer, name === 'a page of no screen');
    expect(console.error).not.toHaveBeenCalled();
  },
);

it('a list that has not changed (304), and a stream, have the headers', async () => {
  const list = await ask('GET /api/secure/plu HTTP/1.1', auth());
  const again = await ask(
    'GET /api/secure/plu HTTP/1.1',
    auth(),
    `If-None-Match: ${list.headers.get('etag')}`,
  );
  expect([again.status, again.body]).toEqual([304, '']);
  requireWhole('304', again);
  const stream = await send(`GET /api/secure/live HTTP/1.1\r\nHost: x\r\n${auth()}\r\n\r\n`, (text) =>
    text.includes('event: ready'),
  );
  expect([stream.status, stream.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  requireWhole('a stream', stream);
});

it('every answer of an https address asks for https, errors and streams too', async () => {
  const https = 'X-Forwarded-Proto: https';
  for (const answer of [
    await ask('GET /products HTTP/1.1', https),
    await ask('GET /assets/app.js HTTP/1.1', https),
    await ask('GET /assets/none.js HTTP/1.1', https),
    await ask('GET /assets/broken.js HTTP/1.1', https),
    await ask('POST /products HTTP/1.1', https, 'Content-Length: 0'),
    await ask('GET /api/secure/plu HTTP/1.1', https),
    await ask('GET /livez/deeper HTTP/1.1', https),
    await send(`GET /api/secure/live HTTP/1.1\r\nHost: x\r\n${https}\r\n${auth()}\r\n\r\n`, (text) =>
      text.includes('event: ready'),
    ),
  ]) {
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});

it('a second request that is none, behind an answer that goes on, is not answered in the middle of it', async () => {
  let isSent = false;
  const socket = connect(port, '127.0.0.1');
  let came = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    came += String(chunk);
    if (!came.includes('event: ready') || isSent) return;
    isSent = true;
    socket.write('no request\r\n\r\n');
  });
  socket.write(`GET /api/secure/live HTTP/1.1\r\nHost: x\r\n${auth()}\r\n\r\n`);
  await once(socket, 'close');
  expect(came).not.toContain('malformed_request');
});

it.each([
  ['an object', (length: number) => `Content-Length: ${length}\r\n\r\n{"name": "`],
  ['an array', (length: number) => `Content-Length: ${length}\r\n\r\n[{"name": "A"},`],
  ['chunks', () => 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"nam\r\n'],
  ['nothing yet', (length: number) => `Content-Length: ${length}\r\n\r\n`],
])('an upload of %s that the client breaks off is a line of a request, and no fault', async (_, rest) => {
  const spies = printed.map((name) => vi.spyOn(console, name).mockImplementation(() => undefined));
  for (const [line, path] of [
    [`POST /api/secure/plu HTTP/1.1`, '/api/secure/plu'],
    [`PUT /api/secure/plu/${crypto.randomUUID()} HTTP/1.1`, '/api/secure/plu/'],
    ['POST /api/session HTTP/1.1', '/api/session'],
    ['POST /products HTTP/1.1', null],
  ] as const) {
    for (const end of ['destroy', 'resetAndDestroy'] as const) {
      lines.splice(0);
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(
        `${line}\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\n${auth()}\r\n${json}\r\n${rest(10_000)}`,
      );
      // The request's headers have been read by now.
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket[end]();
      if (path !== null) {
        await expect.poll(() => lines.filter((one) => one.path?.startsWith(path)).length).toBe(1);
        expect(lines.find((one) => one.path?.startsWith(path))).toMatchObject({ level: 30, status: 400 });
      }
      expect(lines.filter(({ level, msg }) => level > 30 || msg === 'unexpected')).toEqual([]);
    }
  }
  // The process still answers others.
  expect((await ask('GET /livez HTTP/1.1')).status).toBe(200);
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
});
