import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, STATUS_CODES } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { errorFacts } from './error-log';
import { internalFault, problemAnswer, problemResponse, type Fault } from '../http/problem-answer';
import { newId } from '../write/uuid';

/** Milliseconds that a client may take (docs/design.md#limits): for the headers, and for a whole request. */
export interface Timeouts {
  readonly headers: number;
  readonly request: number;
}

type Fetch = (request: Request, env: Record<string, unknown>) => Response | Promise<Response>;

/**
 * Serves `fetch` on a port and resolves once it is listening. Slow and malformed requests are answered with a
 * problem. Of more than `most` connections those without a request are closed, the ones that were idle for longest first.
 */
export async function listen(
  fetch: Fetch,
  address: { host: string; port: number },
  patience: Timeouts = { headers: 10_000, request: 30_000 },
  log?: Log,
  most = mostConnections(),
): Promise<Server> {
  const server = createServer(fetch, patience, log);
  closeIdleOver(server, most);
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
    server.listen(address.port, address.host);
  });
  return server;
}

/** Milliseconds that a process waits for its answers when it is told to stop; what stops it waits longer (`deploy/`). */
export const drainTime = 8000;

/** The unfinished responses of each server. */
const unanswered = new WeakMap<Server, Set<ServerResponse>>();

/**
 * Accepts no more connections and waits until the requests on open ones are answered, at most `patience` milliseconds
 * (docs/threats.md#22). Each connection ends with its answer: a client that keeps sending on one would never be done.
 *
 * @returns whether everything was answered.
 */
export async function drain(server: Server, patience: number): Promise<boolean> {
  const closed = new Promise<boolean>((resolve) => server.close(() => resolve(true)));
  for (const response of unanswered.get(server) ?? []) response.shouldKeepAlive = false;
  server.closeIdleConnections();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patience);
  });
  const isDone = await Promise.race([closed, late]);
  clearTimeout(timer);
  return isDone;
}

/** Descriptors that are not of clients: files, connections to the database, pipes. */
const ownDescriptors = 128;

/**
 * Returns how many connections of clients this process may have, by its limit of open files (Linux; elsewhere no limit is
 * known). Beyond that the system would accept no connection at all, also for those who have something to ask.
 */
function mostConnections(): number {
  try {
    const [, limit = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === '' ? Infinity : Math.max(Number(limit) - ownDescriptors, Math.floor(Number(limit) / 2));
  } catch {
    return Infinity;
  }
}

/** Closes connections without a request as soon as there are more than `most`, the ones idle for longest first. */
function closeIdleOver(server: Server, most: number): void {
  // A set keeps the order of insertion: whoever asks something goes to the end.
  const connections = new Set<Duplex>();
  const asking = new Map<Duplex, number>();
  server.on('connection', (socket: Duplex) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    if (connections.size <= most) return;
    for (const one of connections) {
      if (one === socket || asking.has(one)) continue;
      connections.delete(one);
      one.destroy();
      if (connections.size <= most) break;
    }
  });
  server.on('request', ({ socket }, response) => {
    asking.set(socket, (asking.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (asking.get(socket) ?? 1) - 1;
      if (left > 0) asking.set(socket, left);
      else asking.delete(socket);
      if (connections.delete(socket)) connections.add(socket);
    });
  });
}

type Log = Pick<Logger, 'error'>;

function createServer(fetch: Fetch, patience: Timeouts, log: Log | undefined): Server {
  const server = createHttpServer(
    {
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      // The listener below refuses a request without Host; Node would do so without a body.
      requireHostHeader: false,
      // Node checks for timed-out connections every 30 s by default, which would turn 10 s into 40.
      connectionsCheckingInterval: Math.min(1000, patience.headers / 2),
    },
    getRequestListener(fetch, {
      errorHandler(error) {
        // The request cannot be passed to `fetch`: a bad `Host`, or an invalid address.
        if (error instanceof RequestError) return problemResponse(malformed);
        const requestId = `req_${newId().replaceAll('-', '')}`;
        log?.error({ request_id: requestId, fault: errorFacts(error) }, 'unexpected');
        return problemResponse(internalFault, requestId);
      },
    }),
  );
  // Otherwise Node answers these itself, without a body, or not at all.
  server.on('checkExpectation', (_request, response) => {
    const { status, headers, body } = problemAnswer(faults.expectation);
    response.writeHead(status, { ...headers, Connection: 'close' }).end(body);
  });
  server.on('connect', (_request, socket) => writeProblem(socket, faults.tunnel));
  const open = new Set<ServerResponse>();
  unanswered.set(server, open);
  server.prependListener('request', (_request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    if (!server.listening) response.shouldKeepAlive = false;
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A second answer would be read as part of the one that has begun.
    if ([...open].some((response) => response.socket === socket && response.headersSent)) socket.destroy();
    else refuse(error, socket);
  });
  return server;
}

const malformed: Fault = { status: 400, code: 'malformed_request', detail: 'This is no HTTP request' };
const faults = {
  expectation: { status: 417, code: 'expectation_failed', detail: 'Only Expect: 100-continue is known here' },
  tunnel: {
    status: 405,
    code: 'method_not_allowed',
    detail: 'CONNECT is not possible here',
    headers: { Allow: 'GET, POST, PUT, DELETE, HEAD' },
  },
} satisfies Record<string, Fault>;

/** Faults that Node detects before there is a request, by its error codes. */
const parserFaults: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'headers_too_large',
    detail: 'The address and the headers may have 16 KiB',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: 'body_too_large',
    detail: 'The extensions of a chunk may have 16 KiB',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request_timeout', detail: 'The request took too long' },
};

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  writeProblem(socket, parserFaults[error.code ?? ''] ?? malformed);
}

function writeProblem(socket: Duplex, fault: Fault): void {
  const { status, headers, body } = problemAnswer(fault);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
