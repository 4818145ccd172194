import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { root } from './steps.mjs';

const provider = '\0schemas';
const standIn = path.join(root, 'scripts/late-zod.mjs');

/** The modules that describe the wire; the first page has them. */
const describing =
  /\/src\/(?:resources\/[^/]+\/contract|contract\/(?:values|resource|change-set|paging))\.ts$/;
/** What asks the schemas of contracts. */
const asking =
  /\.safeParse\(|\.shape\b|\b(?:create|update)Schema\(|\b(?:isDecimalField|hasPhone|filterSchema)\(/;

/**
 * Returns the Vite plugin that takes zod out of the first load: contracts, which the first page has for their names and access,
 * describe their schemas by a stand-in (scripts/late-zod.mjs). Whatever asks a schema brings zod itself, in a later chunk.
 *
 * @returns {import('vite').Plugin}
 */
export const lateSchemas = () => ({
  name: 'late-schemas',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/.*\.tsx?$/.test(id) || describing.test(id) || !asking.test(code)) return null;
    return { code: `${code}\nimport ${JSON.stringify(provider)};\n`, map: null };
  },
  resolveId(source, importer) {
    if (source === provider) return { id: provider, moduleSideEffects: true };
    // A schema of our own that contracts call as one of zod's.
    if (source === '@/contract/email-schema' && importer && describing.test(importer)) return standIn;
    if (source !== 'zod' || !importer || !/\/src\/.*\.tsx?$/.test(importer)) return null;
    return describing.test(importer) ? standIn : { id: provider, moduleSideEffects: true };
  },
  async load(id) {
    if (id !== provider) return null;
    // Named one by one, so that the others are left out.
    const called = (await calledFunctions()).map((name) => {
      const [whole = '', part] = name.split('.');
      return part === undefined ? `${whole}: z.${whole}` : `${whole}: { ...at.${whole}, ${part}: z.${name} }`;
    });
    const lines = called.map((one) => `at = { ...at, ${one} };`).join('\n');
    return `import { z } from 'zod';
import { email } from '/src/contract/email-schema.ts';
import { provide } from ${JSON.stringify(standIn)};
let at = { emailOfOurs: email };
${lines}
provide(at);
export { z };`;
  },
});

/** Returns the functions of zod that the describing modules call: `string`, `iso.date`. */
async function calledFunctions() {
  const files = await readdir(path.join(root, 'src'), { recursive: true });
  const texts = await Promise.all(
    files
      .map((file) => `/src/${file}`)
      .filter((file) => describing.test(file))
      .map((file) => readFile(path.join(root, file), 'utf8')),
  );
  const calls = texts.flatMap((text) =>
    [...text.matchAll(/\bz\s*\.([a-z]\w*(?:\.[a-z]\w*)?)\(/g)].map(([, name = '']) => name),
  );
  return [...new Set(calls)].toSorted();
}
