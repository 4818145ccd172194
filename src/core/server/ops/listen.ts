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
 * problem.
 */
export async function listen(
  fetch: Fetch,
  address: { host: string; port: number },
  patience: Timeouts = { headers: 10_000, request: 30_000 },
  log?: Log,
): Promise<Server> {
  const server = createServer(fetch, patience, log);
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
    server.listen(address.port, address.host);
  });
  return server;
}

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
