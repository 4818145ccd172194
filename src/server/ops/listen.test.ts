import { once } from 'node:events';
import { Agent, get, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { readJson } from '../http/body';
import { drain, listen } from './listen';
import { HttpProblem } from '../http/problems';

const open: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of open.splice(0)) server.close().closeAllConnections();
});

/** Starts a service that reads its request's body, as ours does. */
async function start(patience?: { headers: number; request: number }): Promise<number> {
  const server = await listen(
    async (request) => {
      if (request.method === 'GET') return new Response('ok');
      try {
        return Response.json({ length: (await readJson(request)).text.length });
      } catch (error) {
        return new Response(null, { status: error instanceof HttpProblem ? error.status : 500 });
      }
    },
    { host: '127.0.0.1', port: 0 },
    patience,
  );
  open.push(server);
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function raw(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Returns everything received until the peer closes. */
async function answerOf(socket: Socket): Promise<{ status: number; head: string; body: string }> {
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  await new Promise((resolve) => socket.once('close', resolve));
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body };
}

it.each([
  [
    'an address of 20,000 characters',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'headers of 20,000 characters',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['what is no HTTP', 'hello\r\n\r\n', 400, 'malformed_request'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
    'malformed_request',
  ],
])('answers %s with a problem and closes', async (_, text, status, code) => {
  const answer = await answerOf(await raw(await start(), text));
  expect(answer.head).toContain('application/problem+json');
  expect(JSON.parse(answer.body)).toMatchObject({ status, code, type: `urn:tillhouse:problem:${code}` });
  expect(answer.status).toBe(status);
});

/** Sends 200 requests: one half never ends its headers, the other never its body. */
const slowly = (port: number): Promise<Socket>[] =>
  Array.from({ length: 200 }, (_, n) =>
    raw(
      port,
      n % 2
        ? 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '
        : 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n[',
    ),
  );

it('ends slow requests with 408 when their time is over', async () => {
  const port = await start({ headers: 600, request: 1200 });
  const ended = await Promise.all(slowly(port).map(async (socket) => answerOf(await socket)));
  expect(new Set(ended.map((answer) => answer.status))).toEqual(new Set([408]));
  expect(JSON.parse(ended[0]?.body ?? '')).toMatchObject({ code: 'request_timeout' });
});

it('answers others while slow requests have time left', async () => {
  const port = await start({ headers: 100_000, request: 100_000 });
  const slow = await Promise.all(slowly(port));
  for (let n = 0; n < 20; n += 1) expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok');
  expect(slow.filter((socket) => socket.destroyed)).toEqual([]);
});

it('answers a chunked flood without an end with 413, while it goes on, and does not keep it', async () => {
  const port = await start();
  const head =
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  const socket = await raw(port, head);
  const answered = answerOf(socket);
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  const before = process.memoryUsage().arrayBuffers;
  let sent = 0;
  while (!socket.destroyed && sent < 100 * 2 ** 20) {
    if (!socket.write(chunk))
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
    sent += chunk.length;
  }
  expect((await answered).status).toBe(413);
  expect(sent).toBeLessThan(100 * 2 ** 20);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 2 ** 20);
});

it('stops while clients ask without a pause: nothing that was begun goes without its answer', async () => {
  let begun = 0;
  let answered = 0;
  const server = await listen(
    async () => {
      begun += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return new Response('ok');
    },
    { host: '127.0.0.1', port: 0 },
  );
  open.push(server);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const ask = (agent: Agent) =>
    new Promise<boolean>((resolve) => {
      get({ port, host: '127.0.0.1', agent }, (response) => {
        response.on('error', () => resolve(false));
        response.resume().on('end', () => {
          answered += 1;
          resolve(true);
        });
      }).on('error', () => resolve(false));
    });
  // Each client keeps one connection and repeats its request until the server stops accepting.
  const clients = Array.from({ length: 8 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (await ask(agent));
    agent.destroy();
  });
  await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(100);
  expect(await drain(server, 100_000)).toBe(true);
  await Promise.all(clients);
  expect(answered).toBe(begun);
});

it.each([
  ['a bad Host', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 400, 'malformed_request'],
  ['a Host with a path', 'GET / HTTP/1.1\r\nHost: x/y\r\n\r\n', 400, 'malformed_request'],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
  ['an address of another scheme', 'GET ftp://x/ HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
  ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
  ['an expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', 417, 'expectation_failed'],
  ['a tunnel', 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n', 405, 'method_not_allowed'],
  ['another version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
])('%s is refused with a problem that no browser takes for anything else', async (_, text, status, code) => {
  const socket = await raw(await start(), text.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  const answer = await answerOf(socket);
  expect([answer.status, answer.head.toLowerCase()]).toEqual([
    status,
    expect.stringMatching(/content-type: application\/problem\+json[^]*x-content-type-options: nosniff/),
  ]);
  const body = answer.body.slice(answer.body.indexOf('{'), answer.body.lastIndexOf('}') + 1);
  expect(JSON.parse(body)).toMatchObject({ status, code });
});

it('of more connections than there may be, those without a request are closed, and every request is answered', async () => {
  const waiting: (() => void)[] = [];
  const server = await listen(
    async (request) => {
      if (request.url.endsWith('/slow')) await new Promise<void>((done) => waiting.push(done));
      return new Response('ok');
    },
    { host: '127.0.0.1', port: 0 },
    undefined,
    undefined,
    20,
  );
  open.push(server);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const slow = await raw(port, 'GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const slowAnswer = answerOf(slow);
  await expect.poll(() => waiting.length).toBe(1);
  const idle = await Promise.all(Array.from({ length: 60 }, () => raw(port, '')));
  const answers = await Promise.all(
    Array.from({ length: 30 }, async () =>
      answerOf(await raw(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await expect.poll(() => idle.filter((socket) => !socket.closed).length).toBeLessThan(20);
  for (const done of waiting) done();
  expect((await slowAnswer).status).toBe(200);
});
