import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../steps.mjs';

// Measures the size of the repository: lines, code files, files that only one other imports, decisions, words, npm scripts.
// `npm run bench -- house`, with `-- --list` the small files and their importers.

/** A file under this many lines belongs into its only importer, unless it has a reason to stand alone. */
const small = 60;
/** Roles that every resource has, each in a file of its own. */
const roles = /(?:^|\/)(?:contract|table|screen|form|checks|fi|texts)\.tsx?$/;

process.chdir(root);
const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(existsSync);
const code = tracked.filter((file) => /^(?:src|scripts|e2e)\/.*\.(?:tsx?|mjs|sql)$/.test(file));
const texts = new Map(code.map((file) => [file, readFileSync(file, 'utf8')]));
const linesOf = (/** @type {string} */ file) => (texts.get(file) ?? '').split('\n').length - 1;

/** The importers of each file, and whether one of them loads it lazily or in a worker. @type {Map<string, { files: Set<string>, isApart: boolean }>} */
const importers = new Map();
for (const [file, text] of texts)
  for (const [, lazy, from = ''] of text.matchAll(
    /(\bimport\(|new URL\(|ssrLoadModule\()?\s*(?:\bfrom |\bimport )?'((?:\.{1,2}|@|\/src)\/[^'\n]+)'/g,
  )) {
    const target = resolve(file, from);
    if (target === undefined || target === file) continue;
    const entry = importers.get(target) ?? { files: new Set(), isApart: false };
    entry.files.add(file);
    if (lazy) entry.isApart = true;
    importers.set(target, entry);
  }

const isTest = (/** @type {string} */ file) => /\.(?:test|spec)\.tsx?$/.test(file);
const folded = code.flatMap((file) => {
  const entry = importers.get(file);
  const products = [...(entry?.files ?? [])].filter((one) => !isTest(one));
  const [only] = products;
  const stands = isTest(file) || roles.test(file) || entry?.isApart || linesOf(file) >= small;
  return !stands && products.length === 1 && only !== undefined ? [{ file, only }] : [];
});
const documents = tracked.filter((file) => file.endsWith('.md'));
// The borders of tables, marks of lists and signs are no words.
const words = documents.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)),
).length;
const lines = code.map(linesOf).toSorted((one, other) => one - other);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const rows = [
  ['lines of code', lines.reduce((sum, each) => sum + each, 0)],
  ['  of them tests', code.filter(isTest).reduce((sum, file) => sum + linesOf(file), 0)],
  ['code files', code.length],
  ['median lines of a file', lines[Math.floor(lines.length / 2)]],
  [`files under ${small} lines with one importer`, folded.length],
  ['decisions', tracked.filter((file) => /^docs\/decisions\/\d/.test(file)).length],
  ['words of documents', words],
  ['npm scripts', Object.keys(scripts).length],
];
for (const [what, count] of rows) console.log(`${String(count).padStart(8)}  ${what}`);
if (process.argv.includes('--list'))
  for (const { file, only } of folded)
    console.log(`${String(linesOf(file)).padStart(4)} ${file}  ←  ${only}`);

/** Returns the file that an import names, undefined for packages and what is no code. @param {string} file @param {string} from */
function resolve(file, from) {
  const base = from.startsWith('@/')
    ? `src/${from.slice(2)}`
    : from.startsWith('/src/')
      ? from.slice(1)
      : path.join(path.dirname(file), from);
  return [base, `${base}.ts`, `${base}.tsx`, `${base}.mjs`].find((name) => texts.has(name));
}
