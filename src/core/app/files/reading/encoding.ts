import { findingOf, type Finding } from './row';

/** The encodings in which files are read, by their names for `TextDecoder`. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
/** An encoding of a text file. */
export type Encoding = (typeof encodings)[number];

/** Bytes that are read at once. */
export const chunkSize = 1 << 20;

/** Reads the bytes of a file in chunks. */
export async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += chunkSize)
    yield new Uint8Array(await file.slice(at, at + chunkSize).arrayBuffer());
}

/**
 * Finds the encoding of a text file: by its byte order mark, by the zero bytes of UTF-16, or by whether all of it is
 * valid UTF-8. What is not is Windows-1252, unless it contains bytes that mean nothing there.
 */
export async function findEncoding(file: Blob): Promise<Finding<Encoding>> {
  const head = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return findingOf<Encoding>(['utf-8']);
  if (head[0] === 0xff && head[1] === 0xfe) return findingOf<Encoding>(['utf-16le']);
  if (head[0] === 0xfe && head[1] === 0xff) return findingOf<Encoding>(['utf-16be']);
  const zeros = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  // Most letters of our languages have a zero byte in UTF-16, and no text has one otherwise.
  if (odd > head.length / 8 && odd > 4 * even) return findingOf<Encoding>(['utf-16le']);
  if (even > head.length / 8 && even > 4 * odd) return findingOf<Encoding>(['utf-16be']);
  const { isUtf8, isWindows1252 } = await examine(file);
  if (isUtf8) return findingOf<Encoding>(['utf-8']);
  return isWindows1252
    ? findingOf<Encoding>(['windows-1252'])
    : { value: null, candidates: ['windows-1252', 'utf-8'] };
}

/** Bytes without a meaning in Windows-1252. */
const undefinedBytes = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

async function examine(file: Blob): Promise<{ isUtf8: boolean; isWindows1252: boolean }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let isWindows1252 = true;
  for await (const chunk of chunksOf(file)) {
    if (isUtf8) isUtf8 = decodes(decoder, chunk);
    if (isWindows1252) isWindows1252 = !chunk.some((byte) => undefinedBytes.has(byte));
  }
  return { isUtf8: isUtf8 && decodes(decoder), isWindows1252 };
}

function decodes(decoder: TextDecoder, chunk?: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** Decodes a file in chunks, without its byte order mark. Bytes that mean nothing become U+FFFD. */
export async function* textOf(file: Blob, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunksOf(file)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
