import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

/**
 * Beside each text file a compressed one, which the service sends instead (server/http/site/static.ts), by the coding's
 * usual suffix. Brotli's highest level would save another fiftieth at three times the time of the first start.
 *
 * @type {Record<string, (bytes: Buffer) => Promise<Buffer>>}
 */
const codings = {
  '.br': (bytes) =>
    promisify(zlib.brotliCompress)(bytes, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: 10,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
  '.gz': (bytes) => promisify(zlib.gzip)(bytes, { level: 9 }),
};

const isText = /\.(?:js|css|svg|json|txt)$/;
const leastBytes = 500;

/**
 * Returns the Vite plugin that compresses the files of a build once they are written.
 *
 * @returns {import('vite').Plugin}
 */
export function precompress() {
  return {
    name: 'precompress',
    async writeBundle({ dir = '.' }, bundle) {
      const files = Object.keys(bundle).filter((file) => isText.test(file));
      await Promise.all(files.map((file) => compressFile(path.join(dir, file))));
    },
  };
}

/** Writes the compressed files of one. @param {string} file */
export async function compressFile(file) {
  const bytes = await readFile(file);
  if (bytes.byteLength < leastBytes) return;
  await Promise.all(
    Object.entries(codings).map(async ([suffix, compress]) =>
      writeFile(file + suffix, await compress(bytes)),
    ),
  );
}
