import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const patterns = [
  /^\s*(?:import|export)\b[^;'"`]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
  /\bnew URL\(\s*['"](\.[^'"]+)['"]/g,
];

/**
 * Returns what a file of the repository imports: paths from the root as they are written, with `@/` for `src/`, or names of
 * packages.
 *
 * @param {{ path: string, text: string }} file its path from the root, with slashes
 * @returns {string[]}
 */
export function importsOf({ path: from, text }) {
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))
    .map((name) => {
      if (name.startsWith('@/')) return `src/${name.slice(2)}`;
      return name.startsWith('.') ? path.posix.join(path.posix.dirname(from), name) : name;
    });
}

const endings = ['', '.ts', '.tsx', '.d.ts', '.mjs'];
const glob = /\bimport\.meta\.glob[^(]*\(\s*\[?\s*['"](\.[^'"]+)['"]/g;

/** The files that `import.meta.glob` of a file takes: one pattern with `*`. @param {{ path: string, text: string }} file */
function globsOf({ path: from, text }) {
  return [...text.matchAll(glob)].map((match) => {
    const pattern = path.posix.join(path.posix.dirname(from), match[1] ?? '');
    const source = pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('**/', '(?:.+/)?')
      .replaceAll('*', '[^/]*');
    return new RegExp(`^${source}$`);
  });
}

/**
 * Returns how many imports lie between each file and the nearest of the changed ones that it reaches, for all that reach one.
 *
 * @param {{ path: string, text: string }[]} files all of the repository, by their path from the root
 * @param {readonly string[]} changed paths of some of them
 * @returns {Map<string, number>} the changed ones have 0
 */
export function reachOf(files, changed) {
  const known = new Set(files.map((file) => file.path));
  /** @type {Map<string, Set<string>>} */
  const importers = new Map();
  /** @param {string} from @param {string} to */
  const add = (from, to) => importers.set(to, (importers.get(to) ?? new Set()).add(from));
  for (const file of files) {
    for (const name of importsOf(file)) {
      const found = endings.map((ending) => name.replace(/\?.*$/, '') + ending).find((one) => known.has(one));
      if (found !== undefined) add(file.path, found);
    }
    for (const pattern of globsOf(file))
      for (const name of known) if (pattern.test(name)) add(file.path, name);
  }
  const distances = new Map(changed.filter((name) => known.has(name)).map((name) => [name, 0]));
  // A map is walked in the order of its entries, those that are added meanwhile, too: nearest first.
  for (const [name, distance] of distances)
    for (const importer of importers.get(name) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}

/** Worker milliseconds for about a minute: of two files at once, with what lint, types and a start take. */
const roomMs = 2 * 45_000;
/** Assumed of a file of tests that no whole run has timed. */
const unknownMs = 2500;

/**
 * Returns the files of tests that a change reaches, and of these the ones to run in about a minute: first those in its own folders, which
 * may reach it over the whole service, then the nearest, and of those as near the ones that say the most in a second.
 *
 * @param {{ path: string, text: string }[]} files all of the repository, by their path from the root
 * @param {readonly string[]} changed
 * @param {ReadonlyMap<string, { ms: number, tests: number }>} times what a file of tests took
 * @returns {{ reached: string[], chosen: string[] }}
 */
export function testsReached(files, changed, times) {
  const reached = [...reachOf(files, changed)]
    .filter(([name]) => /^(?:src|scripts)\/.*\.test\.tsx?$/.test(name))
    .map(([name, distance]) => {
      const { ms, tests } = times.get(name) ?? { ms: unknownMs, tests: 1 };
      const folder = `${path.posix.dirname(name)}/`;
      const beside = Number(changed.some((one) => one.startsWith(folder)));
      return { name, distance, beside, ms, each: ms / tests };
    })
    .toSorted((a, b) => b.beside - a.beside || a.distance - b.distance || a.each - b.each);
  let room = roomMs;
  const chosen = reached.filter(({ distance, beside, ms }) => {
    // What lies beside the change is run however long it takes.
    if (ms > room && !(distance === 1 && beside)) return false;
    room -= ms;
    return true;
  });
  return { reached: reached.map(({ name }) => name), chosen: chosen.map(({ name }) => name) };
}

/**
 * Reads the repository for `reachOf`: the text of what may import, the names of all.
 *
 * @param {readonly string[]} names paths from the root, of which some may be gone
 */
export const readRepository = (names) =>
  Promise.all(
    names.filter(existsSync).map(async (name) => ({
      path: name,
      text: /\.(?:tsx?|mjs)$/.test(name) ? await readFile(name, 'utf8') : '',
    })),
  );
