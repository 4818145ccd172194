import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';

/** A file that was written to a spool. */
export interface Spooled {
  readonly sha256: string;
  readonly size: number;
  /** How many bytes of memory it takes. */
  readonly packed: number;
  /** The bytes of the file, once. */
  readonly stream: () => ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Writes a large file a piece at a time, and keeps it packed until it is sent: its hash is known before the first byte leaves, and
 * the XML of 20,000 receipts takes a few megabytes of memory.
 */
export async function spool(pieces: AsyncIterable<string>): Promise<Spooled> {
  const hash = createHash('sha256');
  const zip = createGzip({ level: 1 });
  const packed: Buffer[] = [];
  zip.on('data', (chunk: Buffer) => packed.push(chunk));
  const done = once(zip, 'end');
  let size = 0;
  try {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      hash.update(bytes);
      size += bytes.length;
      if (!zip.write(bytes)) await once(zip, 'drain');
    }
  } catch (error) {
    zip.destroy();
    throw error;
  }
  zip.end();
  await done;
  return {
    sha256: hash.digest('hex'),
    size,
    packed: packed.reduce((sum, { length }) => sum + length, 0),
    stream: () =>
      Readable.toWeb(Readable.from(packed).pipe(createGunzip())) as ReadableStream<Uint8Array<ArrayBuffer>>,
  };
}
