import { Agent, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** Long, since the proof may share its machine: it looks for responses that never arrive. */
const patienceMs = 300_000;
/** @type {Record<string, (bytes: Buffer) => Buffer>} */
const decoders = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync };

/**
 * @typedef {[name: string, value: string]} Header
 * @typedef {(method: string, path: string, more?: { headers?: readonly Header[], body?: string | Buffer }) => Promise<import('../ask.mjs').Answer>} Wire
 */

/**
 * Sends requests unchanged, with headers that `fetch` would refuse or set itself: several of one name, any `Host`,
 * any method. Decodes encoded responses.
 *
 * @param {string} url @returns {{ wire: Wire, close: () => void }}
 */
export function openWire(url) {
  const { hostname, port, host } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  /** @type {Wire} */
  const wire = (method, path, more = {}) => send(method, path, more, 0);
  /** @type {(method: string, path: string, more: Parameters<Wire>[2] & {}, tries: number) => ReturnType<Wire>} */
  const send = (method, path, more, tries) =>
    new Promise((resolve, reject) => {
      const { headers = [], body } = more;
      const isNamed = (/** @type {string} */ one) => headers.some(([name]) => name.toLowerCase() === one);
      const all = [
        ...(isNamed('host') ? [] : ['Host', host]),
        ...headers.flat(),
        ...(body === undefined || isNamed('content-length')
          ? []
          : ['Content-Length', String(Buffer.byteLength(body))]),
      ];
      const sent = request({
        hostname,
        port,
        method,
        path,
        agent,
        headers: all,
        setHost: false,
        timeout: patienceMs,
      });
      sent.on('error', (error) => {
        // The service closed an idle connection just as it was used again: the request was not read.
        const isIdleEnd = sent.reusedSocket && 'code' in error && error.code === 'ECONNRESET' && tries < 3;
        if (isIdleEnd) resolve(send(method, path, more, tries + 1));
        else reject(new Error(`${error.message}: ${method} ${path}`, { cause: error }));
      });
      sent.on('timeout', () =>
        sent.destroy(new Error(`No answer within ${patienceMs / 1000} s: ${method} ${path}`)),
      );
      sent.on('response', (response) => {
        /** @type {Buffer[]} */
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const known = new Headers();
          for (let at = 0; at < response.rawHeaders.length; at += 2)
            known.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '');
          const bytes = Buffer.concat(chunks);
          const decode = decoders[known.get('content-encoding') ?? ''];
          const text = (decode && bytes.length > 0 ? decode(bytes) : bytes).toString();
          resolve({ status: response.statusCode ?? 0, headers: known, text, json: parse(text) });
        });
      });
      sent.end(body);
    });
  return { wire, close: () => agent.destroy() };
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
