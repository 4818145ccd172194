import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect } from 'node:net';
import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import { listen } from './listen';
import { passThrough, type UpstreamTimeouts } from './upstream';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close().closeAllConnections();
});

const addressOf = (server: Server): string => {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
};

async function other(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return addressOf(server);
}

/** Serves our own address in front of the other server. */
async function before(upstream: string, patience?: UpstreamTimeouts): Promise<string> {
  const pass = passThrough(upstream, pino({ level: 'silent' }), patience);
  const server = await listen((request) => pass(request), { host: '127.0.0.1', port: 0 });
  open.push(server);
  return addressOf(server);
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

it('passes method, path, query, key and body on, below a path of the other server, and its answer back', async () => {
  const seen: { line: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const upstream = await other(async (request, response) => {
    seen.push({
      line: `${request.method} ${request.url}`,
      headers: request.headers,
      body: await bodyOf(request),
    });
    response.writeHead(201, {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Total-Count': '20000',
      ETag: '"7"',
      'Set-Cookie': 'theirs=1',
      Connection: 'X-Hop',
      'X-Hop': 'one connection',
    });
    response.end('{"amount":4.50000000000000000000001}');
  });
  const here = await before(`${upstream}/shop`);
  const answer = await fetch(`${here}/api/secure/plu?page=2&q=%C3%85land`, {
    method: 'POST',
    body: '{"name":"Åland"}',
    headers: {
      Authorization: 'Bearer a-key',
      'Content-Type': 'application/json',
      'If-Match': '"6"',
      Cookie: 'session=ours',
      Origin: here,
    },
  });
  expect(answer.status).toBe(201);
  expect(await answer.text()).toBe('{"amount":4.50000000000000000000001}');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-total-count': '20000',
    etag: '"7"',
  });
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.headers.get('x-hop')).toBeNull();
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({
    line: 'POST /shop/api/secure/plu?page=2&q=%C3%85land',
    body: '{"name":"Åland"}',
    headers: { authorization: 'Bearer a-key', 'content-type': 'application/json', 'if-match': '"6"' },
  });
  expect(seen[0]?.headers.host).toBe(new URL(upstream).host);
  expect(seen[0]?.headers.cookie).toBeUndefined();
  expect(seen[0]?.headers.origin).toBeUndefined();
});

it('hands an answer on while it is still being written', async () => {
  let end = (): void => undefined;
  const upstream = await other((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('[1,');
    end = () => response.end('2]');
  });
  const answer = await fetch(`${await before(upstream)}/api/secure/plu`);
  const reader = answer.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('[1,');
  end();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('2]');
});

it.each([204, 304, 401, 429, 500])('hands a %i on as it is', async (status) => {
  const upstream = await other((_request, response) => {
    response.writeHead(status, { 'Retry-After': '3' });
    response.end();
  });
  const answer = await fetch(`${await before(upstream)}/api/secure/plu/1`);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('retry-after')).toBe('3');
  expect(await answer.text()).toBe('');
});

it('a compressed answer comes as it was compressed', async () => {
  const { gzipSync } = await import('node:zlib');
  const upstream = await other((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    response.end(gzipSync('{"name":"Åland"}'));
  });
  expect(await (await fetch(`${await before(upstream)}/api/secure/plu/1`)).json()).toEqual({ name: 'Åland' });
});

it('a redirection is handed on and not followed: the key goes to no other server', async () => {
  const upstream = await other((_request, response) => {
    response.writeHead(302, { Location: 'http://127.0.0.1:9/elsewhere' });
    response.end();
  });
  const answer = await fetch(`${await before(upstream)}/api/secure/plu`, { redirect: 'manual' });
  expect(answer.status).toBe(302);
});

it('a server that cannot be reached is a 502 that says so', async () => {
  const upstream = await other(() => undefined);
  for (const server of open.splice(0)) {
    server.close();
    await once(server, 'close');
  }
  const answer = await fetch(`${await before(upstream)}/api/secure/plu`);
  expect(answer.status).toBe(502);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(await answer.json()).toMatchObject({
    code: 'upstream_unreachable',
    status: 502,
    detail: `${new URL(upstream).host} could not be reached: it refused the connection`,
  });
});

it('a server that breaks the connection off is a 502, one that does not answer a 504', async () => {
  const broken = await other((request) => request.socket.destroy());
  const answer = await fetch(`${await before(broken)}/api/secure/plu`, { method: 'PUT', body: '{}' });
  expect(answer.status).toBe(502);
  const silent = await other(() => undefined);
  const late = await fetch(`${await before(silent, { answer: 50, pause: 50 })}/api/secure/plu`);
  expect(late.status).toBe(504);
  expect(await late.json()).toMatchObject({ code: 'upstream_timeout' });
});

it('an answer that stops in its middle breaks off: half a list is never a whole one', async () => {
  const upstream = await other((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('[1,');
  });
  const answer = await fetch(`${await before(upstream, { answer: 5000, pause: 50 })}/api/secure/plu`);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
});

it('a caller who leaves is not waited for: the other server hears of it', async () => {
  let left = (): void => undefined;
  let here = (): void => undefined;
  const gone = new Promise<void>((resolve) => (left = resolve));
  const asked = new Promise<void>((resolve) => (here = resolve));
  const upstream = await other((request) => {
    request.socket.once('close', () => left());
    here();
  });
  const stop = new AbortController();
  const answer = fetch(`${await before(upstream)}/api/secure/plu`, { signal: stop.signal });
  await asked;
  stop.abort();
  await expect(answer).rejects.toThrow();
  await gone;
});

it('a client that breaks off its upload, or no longer waits, is no fault of the other server', async () => {
  const lines: { level: number; status?: number }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let came = 0;
  const upstream = await other((request) => {
    came += 1;
    request.on('error', () => undefined).resume();
  });
  const pass = passThrough(upstream, log);
  const server = await listen((request) => pass(request), { host: '127.0.0.1', port: 0 });
  open.push(server);
  const { port } = new URL(addressOf(server));
  for (const text of [
    'POST /api/secure/plu HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"name',
    'GET /api/secure/plu HTTP/1.1\r\nHost: x\r\n\r\n',
  ]) {
    lines.splice(0);
    const before = came;
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(text);
    await expect.poll(() => came).toBe(before + 1);
    socket.resetAndDestroy();
    await expect.poll(() => lines).toMatchObject([{ level: 30, status: 400 }]);
  }
});

it('a problem of its own is never taken for anything else', async () => {
  const here = await before('http://127.0.0.1:1');
  const answer = await fetch(`${here}/api/secure/plu`);
  expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([502, 'nosniff']);
  expect(await answer.json()).toMatchObject({ code: 'upstream_unreachable', title: 'Bad Gateway' });
});
