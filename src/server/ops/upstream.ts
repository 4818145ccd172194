import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { Logger } from 'pino';
import { problemResponse } from '../http/problem-answer';
import { newId } from '../write/uuid';

/** Milliseconds that another server may take: to begin its answer, and between two chunks of it. */
export interface UpstreamTimeouts {
  readonly answer: number;
  readonly pause: number;
}

/** Headers of one connection, not of the message (RFC 9110, 7.6.1); `Connection` may name more. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * Request headers that are not forwarded. Cookies belong to this host name, whoever set them; `Origin` and `Referer`
 * name a page that the other server does not know and might refuse.
 */
const droppedRequestHeaders = ['host', 'expect', 'cookie', 'origin', 'referer'];

/** A cookie of the other server would apply to this address. */
const droppedResponseHeaders = ['set-cookie'];

/**
 * Proxies requests to another server of the interface (docs/design.md#6-servers-that-this-project-did-not-write)
 * unchanged: bodies are streamed, headers kept, and the caller's key is passed on. An unreachable server is a 502, a
 * silent one a 504, each a problem that says so.
 */
export function passThrough(
  upstream: string,
  log: Logger,
  patience: UpstreamTimeouts = { answer: 60_000, pause: 60_000 },
): (request: Request) => Promise<Response> {
  return async (request) => {
    const started = performance.now();
    const { pathname, search } = new URL(request.url);
    const response = await ask(new URL(upstream + pathname + search), request, patience).catch(
      (error: unknown) => faultOf(error, upstream, patience, log),
    );
    const ms = Math.round(performance.now() - started);
    log.info({ method: request.method, path: pathname, status: response.status, ms, upstream });
    return response;
  };
}

async function ask(url: URL, request: Request, patience: UpstreamTimeouts): Promise<Response> {
  const stop = new AbortController();
  const slow = setTimeout(() => stop.abort(new SlowUpstream()), patience.answer);
  request.signal.addEventListener('abort', () => stop.abort(new ClientGone()), { once: true });
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      const headers = withoutHeaders(request.headers, droppedRequestHeaders);
      const out = send(url, { method: request.method, headers, signal: stop.signal }, resolve);
      out.once('error', (error) => reject(stop.signal.aborted ? stop.signal.reason : error));
      if (!request.body) out.end();
      // A body that breaks off ends the request, which reports the reason.
      else
        Readable.fromWeb(request.body as NodeStream<Uint8Array>)
          .on('error', (error) => {
            stop.abort(new ClientGone());
            out.destroy(error);
          })
          .pipe(out);
    });
    return answered(answer, patience);
  } finally {
    clearTimeout(slow);
  }
}

function answered(answer: IncomingMessage, patience: UpstreamTimeouts): Response {
  const status = answer.statusCode ?? 502;
  const raw = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    for (const value of values ?? []) raw.append(name, value);
  }
  const headers = new Headers(withoutHeaders(raw, droppedResponseHeaders));
  // Another server's content is data, never a page of this address.
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  // A known length is kept: the stream has as many bytes.
  if (status === 204 || status === 205 || status === 304) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  answer.setTimeout(patience.pause, () => answer.destroy(new SlowUpstream()));
  return new Response(Readable.toWeb(answer) as ReadableStream, { status, headers });
}

/** Returns headers without those of the connection and without `also`. */
function withoutHeaders(headers: Headers, also: readonly string[]): Record<string, string> {
  const named = (headers.get('connection') ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...hopByHop, ...named, ...also]);
  return Object.fromEntries([...headers].filter(([name]) => !dropped.has(name)));
}

/** The client has disconnected: nobody reads the answer, and neither server is at fault. */
class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

class SlowUpstream extends Error {
  override readonly name = 'SlowUpstream';
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it broke the connection off',
  ETIMEDOUT: 'it could not be reached in time',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
};

function faultOf(error: unknown, upstream: string, patience: UpstreamTimeouts, log: Logger): Response {
  if (error instanceof ClientGone) {
    const detail = 'The body broke off before its end';
    return problemResponse({ status: 400, code: 'incomplete_body', detail });
  }
  const { host } = new URL(upstream);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const request_id = `req_${newId().replaceAll('-', '')}`;
  log.warn(
    { request_id, upstream, err: error instanceof Error ? error : new Error(String(error)) },
    'upstream',
  );
  if (error instanceof SlowUpstream) {
    const detail = `${host} did not begin to answer within ${Math.ceil(patience.answer / 1000)} seconds`;
    return problemResponse({ status: 504, code: 'upstream_timeout', detail }, request_id);
  }
  const isCertificate = /CERT|SIGNATURE|ISSUER|TLS|SSL/.test(code);
  const why =
    reasons[code] ??
    (isCertificate ? `its certificate is not accepted (${code})` : code || 'the request failed');
  const detail = `${host} could not be reached: ${why}`;
  return problemResponse({ status: 502, code: 'upstream_unreachable', detail }, request_id);
}
