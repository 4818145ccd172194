import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { productionPackages } from './packages.mjs';
import { root } from './steps.mjs';

/** The address and the file of the notices (server/http/site/static.ts). */
const file = 'third-party-notices.txt';
const isNotice = /licen[cs]e|copying|^notice|third.?party/i;
const isText = /(?:^[^.]+|\.(?:md|txt|markdown|mit|apache))$/i;
const rule = '-'.repeat(80);

/** What MIT says, for packages that name it and come without its text. */
const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Returns the licences of all packages that the product is made of, each text once, as one plain text. */
export async function notices() {
  /** @type {Map<string, string[]>} */
  const packagesOf = new Map();
  for (const { folder, name, version } of await productionPackages()) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of names
    const { license, text } = await licenceOf(path.join(root, folder), name);
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = [...packagesOf].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  const head = 'Tillhouse is made with the work of others: these packages, under these licences.\n';
  return [head, ...parts].join(`\n${rule}\n\n`);
}

/**
 * Returns the name of a package's licence, and what its files say of it.
 *
 * @param {string} folder
 * @param {string} name
 * @throws an Error for a package that comes without a text of its licence, which is not MIT's
 */
async function licenceOf(folder, name) {
  const { license = 'as it says', author } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  );
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && isNotice.test(entry.name) && isText.test(entry.name))
    .map((entry) => entry.name)
    .toSorted();
  const texts = await Promise.all(names.map((one) => readFile(path.join(folder, one), 'utf8')));
  if (texts.length > 0)
    return { license, text: texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n') };
  if (license !== 'MIT') throw new Error(`${name} has no text of its licence, which is ${license}`);
  const by = typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`);
  return { license, text: `Copyright (c) ${by}\n\n${mit}` };
}

/** Returns the Vite plugin that adds the notices to the application, at an address of their own: no page loads them. */
export function withNotices() {
  return /** @type {import('vite').Plugin} */ ({
    name: 'with-notices',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: file, source: await notices() });
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(`/${file}`, (_request, response, next) => {
        response.setHeader('Content-Type', 'text/plain; charset=utf-8');
        notices().then((text) => response.end(text), next);
      });
    },
  });
}
