import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../http-env';
import { compress, compressor, leastBytes, type Bytes } from './compress';
import { chooseCoding, etagIn, type Compression } from './content-coding';

const isText = /^(?:application\/(?:[\w.-]+\+|x-nd)?json|text\/(?!event-stream))/;

/**
 * Compresses what the routes below it answer, in the coding that the client asks for. A body of known length is
 * compressed whole and has a `Content-Length`; a stream stays one.
 *
 * Nothing that may hold a secret passes through it (`mayHoldSecret`): whoever chooses a part of a compressed answer can
 * guess the rest of it by its length (BREACH).
 */
export const compressedAnswers =
  (mayHoldSecret: (c: Context<AppEnv>) => boolean = () => false): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    await next();
    const answer = c.res;
    const { headers } = answer;
    if (!isText.test(headers.get('content-type') ?? '') || mayHoldSecret(c)) return;
    if (!headers.has('vary')) headers.set('Vary', 'Accept-Encoding');
    const length = headers.get('content-length');
    if (answer.status !== 200 || headers.has('content-encoding') || headers.has('content-range')) return;
    if (length !== null && Number(length) < leastBytes) return;
    const coding = chooseCoding(c.req.header('accept-encoding'));
    if (coding === 'identity') return;
    const etag = headers.get('etag');
    if (etag !== null) headers.set('ETag', etagIn(etag, coding));
    headers.set('Content-Encoding', coding);
    c.res = undefined;
    if (length === null) {
      headers.delete('Content-Length');
      c.res = new Response(answer.body && compressedStream(answer.body, coding), { status: 200, headers });
      return;
    }
    const bytes = await compress(new Uint8Array(await answer.arrayBuffer()), coding);
    headers.set('Content-Length', String(bytes.byteLength));
    c.res = new Response(bytes, { status: 200, headers });
  };

/** Compresses as fast as the client reads; a client that leaves ends the source too. */
function compressedStream(body: ReadableStream<Bytes>, coding: Compression): ReadableStream<Bytes> {
  const source = Readable.fromWeb(body as unknown as NodeStream);
  const sink = compressor(coding);
  source.once('error', (error) => sink.destroy(error));
  sink.once('close', () => source.destroy());
  return Readable.toWeb(source.pipe(sink)) as unknown as ReadableStream<Bytes>;
}
