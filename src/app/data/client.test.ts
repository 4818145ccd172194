import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient, type Client } from './client';
import { RequestError } from './request-error';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of closers.splice(0)) await end();
});

/** Starts a real server on its own port; returns a client of it and the requests that it received. */
async function startServer(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
) {
  const requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      answer(request, response, body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closers.push(
    () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  );
  const { port } = server.address() as AddressInfo;
  const refusals: number[] = [];
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, key: 'th_a_b' }, () =>
    refusals.push(401),
  );
  return { client, requests, refusals, server };
}

const failure = async (promise: Promise<unknown>): Promise<RequestError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RequestError)) throw new Error(`No RequestError came: ${String(error)}`);
  return error;
};

const problem = (response: ServerResponse, status: number, more: object = {}) => {
  response.writeHead(status, { 'Content-Type': 'application/problem+json', 'Retry-After': '7' });
  response.end(
    JSON.stringify({
      type: 'about:blank',
      title: 'Refused',
      status,
      detail: 'Not like this',
      code: 'invalid',
      request_id: 'req_1',
      ...more,
    }),
  );
};

describe('the client', () => {
  it('reads a page with the total of the headers and sends the key', async () => {
    const { client, requests } = await startServer((_, response) => {
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'X-Total-Count': '1500',
        'X-Page': '2',
        'X-Page-Size': '1',
        ETag: '"7"',
      });
      response.end('[{"id":"a"}]');
    });
    const answer = await client.list('plu', { page: 2, pageSize: 1, q: '', dpt_id: 'x,y', sort: undefined });
    expect(answer).toEqual({ rows: [{ id: 'a' }], total: 1500, page: 2, pageSize: 1, etag: '"7"' });
    expect(requests[0]?.url).toBe('/api/secure/plu?page=2&pageSize=1&dpt_id=x%2Cy');
    expect(requests[0]?.headers.authorization).toBe('Bearer th_a_b');
  });

  it('counts what came where a server sends no paging headers', async () => {
    const { client } = await startServer((_, response) => response.end('[{},{},{}]'));
    expect(await client.list('plu', { page: 3, pageSize: 10 })).toMatchObject({ total: 23, page: 3 });
  });

  it('hands records over as the very text that came, and sends the text it was given', async () => {
    const text = '{"id":"a","data":{"cost_price":0.12345678901234567890}}';
    const { client, requests } = await startServer((_, response) => {
      response.setHeader('ETag', '"3"');
      response.end(text);
    });
    expect(await client.getRecord('plu', 'a b')).toEqual({ text, etag: '"3"' });
    await client.put('plu', 'a', text, { ifMatch: '"3"' });
    await client.post('plu', text, { idempotencyKey: 'k' });
    expect(requests.map((one) => `${one.method} ${one.url}`)).toEqual([
      'GET /api/secure/plu/a%20b',
      'PUT /api/secure/plu/a',
      'POST /api/secure/plu',
    ]);
    expect(requests[1]).toMatchObject({ body: text, headers: { 'if-match': '"3"' } });
    expect(requests[2]).toMatchObject({ body: text, headers: { 'idempotency-key': 'k' } });
    expect(requests[2]?.headers['if-match']).toBeUndefined();
  });

  it('sends a write again that the service still works on, under the same key, and has its answer', async () => {
    let asked = 0;
    const { client, requests } = await startServer((_, response) => {
      asked += 1;
      if (asked === 3) return response.end('{"id":"a"}');
      response.writeHead(409, { 'Content-Type': 'application/problem+json', 'Retry-After': '0' });
      return response.end(
        '{"type":"about:blank","title":"Conflict","status":409,"code":"request_in_flight"}',
      );
    });
    expect(await client.post('plu', '{}', { idempotencyKey: 'k' })).toMatchObject({ text: '{"id":"a"}' });
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k', 'k']);
  });

  it('turns a problem into one error with its fields, request id and waiting time', async () => {
    const errors = [{ pointer: '/name', code: 'required', detail: 'This field is required' }];
    const { client, refusals } = await startServer((_, response) => problem(response, 422, { errors }));
    const error = await failure(client.post('plu', '{}'));
    expect(error).toMatchObject({
      kind: 'problem',
      status: 422,
      message: 'Not like this',
      requestId: 'req_1',
      retryAfter: 7,
      problem: { code: 'invalid', errors },
    });
    expect(refusals).toEqual([]);
  });

  it('finds what other servers say under names of their own', async () => {
    const answered = async (body: unknown) => {
      const { client } = await startServer((_, response) =>
        response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
      );
      return failure(client.post('plu', '{}'));
    };
    expect(await answered({ error: 'no such department' })).toMatchObject({ message: 'no such department' });
    expect(await answered({ status: 'error', code: 12, message: 'too long' })).toMatchObject({
      kind: 'problem',
      status: 400,
      message: 'too long',
    });
    expect(await answered({ errors: { name: ['missing'] } })).toMatchObject({ status: 400, problem: null });
    expect(await answered('no')).toMatchObject({ kind: 'notJson', problem: null });
  });

  it('keeps the current entity of a 412', async () => {
    const { client } = await startServer((_, response) =>
      problem(response, 412, { current: { id: 'a', version: 9 } }),
    );
    const error = await failure(client.put('plu', 'a', '{}', { ifMatch: '"8"' }));
    expect(error.problem?.current).toEqual({ id: 'a', version: 9 });
  });

  it('says when the key is refused', async () => {
    const { client, refusals } = await startServer((_, response) => problem(response, 401));
    await failure(client.json('/api/secure/me'));
    expect(refusals).toEqual([401]);
  });

  it('knows a page of a proxy from a problem', async () => {
    const { client } = await startServer((_, response) => {
      response.writeHead(502, { 'Content-Type': 'text/html', 'X-Request-Id': 'edge_1' });
      response.end('<h1>Bad gateway</h1>');
    });
    expect(await failure(client.list('plu', {}))).toMatchObject({
      kind: 'notJson',
      status: 502,
      requestId: 'edge_1',
      problem: null,
    });
  });

  it('says that an answer is no JSON, or no list', async () => {
    const { client } = await startServer((request, response) =>
      response.end(request.url?.startsWith('/api/secure/plu') ? '<!doctype html>' : '{"data":[]}'),
    );
    expect(await failure(client.list('plu', {}))).toMatchObject({ kind: 'notJson', status: 200 });
    expect(await failure(client.list('dpt', {}))).toMatchObject({ kind: 'notJson', status: 200 });
  });

  it('says offline when the connection breaks, and aborted when we stop', async () => {
    const { client } = await startServer((request) => {
      if (request.url?.startsWith('/api/secure/plu')) request.socket.destroy();
    });
    expect(await failure(client.list('plu', {}))).toMatchObject({ kind: 'offline', status: 0 });
    const stop = new AbortController();
    const waiting = failure(client.list('dpt', {}, stop.signal));
    stop.abort();
    expect(await waiting).toMatchObject({ kind: 'aborted' });
  });

  it('says timeout for a request that took too long', async () => {
    const { client } = await startServer(() => {});
    const waiting = (signal: AbortSignal): Promise<unknown> =>
      (client satisfies Client).list('plu', {}, signal);
    expect(await failure(waiting(AbortSignal.timeout(20)))).toMatchObject({ kind: 'timeout' });
  });
});
