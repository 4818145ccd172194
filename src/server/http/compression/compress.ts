import { promisify } from 'node:util';
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import type { Compression, ContentCoding } from './content-coding';

/** The bytes of a body. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Shorter bodies are sent as they are: they take one packet all the same. */
export const leastBytes = 1000;

/**
 * Levels by size, for as long as a body is to take: less than a millisecond for a page of a list, a tenth of what PostgreSQL
 * takes for it, and 15 for a report of 4 MB. The levels above would save a tenth of the compressed size for twice the time.
 */
const levels = [
  { from: 1_000_000, brotli: 1, gzip: 1 },
  { from: 65_536, brotli: 2, gzip: 3 },
  { from: 0, brotli: 4, gzip: 6 },
] as const;
const usual = levels[2];

const brotli = (quality: number) => ({
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality, [zlib.constants.BROTLI_PARAM_LGWIN]: 20 },
});

/** The part of `node:zlib` that came with Node 22.15, whose types this project does not have yet. */
interface Zstd {
  readonly zstdCompress: Method;
  readonly zstdDecompress: Method;
  readonly createZstdCompress: () => Transform;
}
type Method = (bytes: Uint8Array, done: (error: Error | null, result: Buffer) => void) => void;
const zstd = zlib as unknown as Zstd;

const brotliCompress = promisify(zlib.brotliCompress);
const gzipCompress = promisify(zlib.gzip);

/** Returns a body in a coding. The work is done on a thread of its own. */
export async function compress(bytes: Bytes, coding: ContentCoding): Promise<Bytes> {
  if (coding === 'identity') return bytes;
  const level = levels.find(({ from }) => bytes.byteLength >= from) ?? usual;
  if (coding === 'br') return own(await brotliCompress(bytes, brotli(level.brotli)));
  if (coding === 'gzip') return own(await gzipCompress(bytes, { level: level.gzip }));
  return own(await promisify(zstd.zstdCompress)(bytes));
}

/** Returns the body that `compress` was given. */
export async function decompress(bytes: Bytes, coding: ContentCoding): Promise<Bytes> {
  if (coding === 'identity') return bytes;
  if (coding === 'br') return own(await promisify(zlib.brotliDecompress)(bytes));
  if (coding === 'gzip') return own(await promisify(zlib.gunzip)(bytes));
  return own(await promisify(zstd.zstdDecompress)(bytes));
}

/** Returns a stream that compresses what is written to it. */
export function compressor(coding: Compression): Transform {
  if (coding === 'br') return zlib.createBrotliCompress(brotli(usual.brotli));
  return coding === 'gzip' ? zlib.createGzip({ level: usual.gzip }) : zstd.createZstdCompress();
}

/** zlib's results have their memory to themselves, which their type does not say. */
const own = (buffer: Buffer): Bytes => buffer as Bytes;
