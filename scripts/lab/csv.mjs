import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

/**
 * Streams the rows of a CSV file (RFC 4180, UTF-8, gzipped or plain). A quoted field may contain commas, line breaks
 * and doubled quotes; a quote within an unquoted field is text.
 *
 * @param {string} file
 * @returns {AsyncGenerator<string[]>}
 */
export async function* readCsv(file) {
  const packed = await isGzip(file);
  const bytes = createReadStream(file);
  const plain = packed ? bytes.pipe(createGunzip()) : bytes;
  bytes.once('error', (error) => plain.destroy(error));
  plain.setEncoding('utf8');
  yield* rows(plain);
}

/** @param {string} file */
async function isGzip(file) {
  const handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  await handle.close();
  return buffer[0] === 0x1f && buffer[1] === 0x8b;
}

/**
 * @param {AsyncIterable<string>} chunks
 * @returns {AsyncGenerator<string[]>}
 */
export async function* rows(chunks) {
  /** @type {string[]} */
  let row = [];
  let field = '';
  /**
   * Outside of quotes; inside; or after a quote inside, which either ends the field or is the first of a doubled one.
   */
  let state = 'plain';
  let begun = false;
  let first = true;
  for await (const chunk of chunks) {
    for (const char of first ? chunk.replace(/^\uFEFF/, '') : chunk) {
      if (state === 'quoted') {
        if (char === '"') state = 'quote';
        else field += char;
        continue;
      }
      if (state === 'quote' && char === '"') {
        field += '"';
        state = 'quoted';
        continue;
      }
      state = 'plain';
      if (char === '"' && !begun) {
        state = 'quoted';
        begun = true;
      } else if (char === ',') {
        row.push(field);
        [field, begun] = ['', false];
      } else if (char === '\n') {
        yield [...row, field.replace(/\r$/, '')];
        [row, field, begun] = [[], '', false];
      } else {
        field += char;
        begun = true;
      }
    }
    first = false;
  }
  if (begun || row.length > 0) yield [...row, field];
}
