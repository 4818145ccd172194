import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { root } from './steps.mjs';

/**
 * Chunks that know Finnish words without showing them: headings and values of files, what is typed as a price rule, and accounts of
 * a Finnish chart.
 */
const reading = /^(?:files|file-labels|import-page|import-worker|export-worker|guarded-csv|charts-page)-/;

/** Words that a person may type as the rule of a price, in either language (src/app/prices/pricing.ts). */
const typed = /päättyy|vähintään|ylös|lähi|senttiä/;

/**
 * Returns the Finnish texts in the chunks that an English session may load, `chunk: text`: whatever is also said by a Finnish
 * chunk, or has Finnish letters.
 *
 * @param {string} [folder] of the built application
 * @returns {Promise<string[]>}
 */
export async function finnishInEnglish(folder = path.join(root, 'dist/app/assets')) {
  // `npm test` loads this file before it has installed anything.
  const { parseSync } = await import('vite');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const literals = await Promise.all(
    names.map(async (name) => {
      const code = await readFile(path.join(folder, name), 'utf8');
      return { name, texts: textsIn(parseSync(name, code).program) };
    }),
  );
  const isFinnish = (/** @type {string} */ name) => /^fi(?:-days|-forms)?-[\w-]{8}\.js$/.test(name);
  const finnish = new Set(
    literals.filter(({ name }) => isFinnish(name)).flatMap(({ texts }) => texts.filter(isSentence)),
  );
  if (finnish.size < 1000)
    throw new Error('The Finnish texts are not in the chunks where they are looked for.');
  return literals
    .filter(({ name }) => !isFinnish(name) && !reading.test(name))
    .flatMap(({ name, texts }) =>
      texts
        .filter((text) => (finnish.has(text) || /[äö]/i.test(text)) && !typed.test(text))
        .map((text) => `${name}: ${text}`),
    );
}

/** @param {string} text */
const isSentence = (text) => /\p{Ll}{2,} \p{Ll}{2,}/u.test(text.replace(/\{\{.*?\}\}/g, ''));

/** Returns all literal texts of a script. @param {import('vite').ESTree.Program} program @returns {string[]} */
function textsIn(program) {
  /** @type {string[]} */
  const texts = [];
  const visit = (/** @type {any} */ node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'Literal')
      texts.push(typeof node.value === 'string' ? node.value : (node.regex?.pattern ?? ''));
    else if (node.type === 'TemplateElement') texts.push(node.value.cooked ?? '');
    else Object.values(node).forEach(visit);
  };
  visit(program);
  return texts;
}
