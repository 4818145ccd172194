import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { finnishInEnglish } from './english-session.mjs';
import { root } from './steps.mjs';

const kib = 1024;
/**
 * Budget for the first load of the product grid, in bytes of gzipped script (docs/benchmarks.md#first-load): close
 * to what it is, so that what grows is noticed. A resource more costs some 0.5 KiB: its contract and its place in the navigation.
 */
const budget = 213.8 * kib;

/** @typedef {{ name: string, bytes: number }} Script `bytes` as gzip sends them */

/**
 * Returns the scripts that the built application loads before the product grid is shown: the entry and all its static
 * imports. The grid is part of the entry; forms, pages and other languages are loaded when they are opened.
 *
 * @param {string} [folder] of the built application
 * @returns {Promise<Script[]>} the largest first
 */
export async function firstLoad(folder = path.join(root, 'dist/app')) {
  /** @type {Record<string, { file: string, isEntry?: boolean, imports?: string[] }>} */
  const manifest = JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8'));
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (!entry) throw new Error('The built application has no entry.');
  const wanted = new Set([entry]);
  // Iterating over a set includes the elements that are added meanwhile.
  for (const key of wanted) for (const other of manifest[key]?.imports ?? []) wanted.add(other);
  const scripts = [...wanted].map(async (key) => {
    const name = manifest[key]?.file ?? key;
    return { name, bytes: gzipSync(await readFile(path.join(folder, name))).length };
  });
  return (await Promise.all(scripts)).toSorted((one, other) => other.bytes - one.bytes);
}

/**
 * Prints the first load; returns whether it is within the budget.
 *
 * @param {Script[]} scripts
 * @returns {boolean}
 */
export function keepsBudget(scripts) {
  const sum = scripts.reduce((total, { bytes }) => total + bytes, 0);
  for (const { name, bytes } of scripts) console.log(`${(bytes / kib).toFixed(1).padStart(7)} KiB  ${name}`);
  console.log(
    `${(sum / kib).toFixed(1).padStart(7)} KiB of script, gzip, for the product grid; at most ${budget / kib}, so ${Math.floor(budget) - sum} bytes are left`,
  );
  return sum <= budget;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { ensureBuilt } = await import('./build.mjs');
  const { ensureInstalled } = await import('./install.mjs');
  process.chdir(root);
  await ensureInstalled();
  await ensureBuilt();
  const finnish = await finnishInEnglish();
  for (const text of finnish) console.log(`Finnish in an English session: ${text}`);
  if (!keepsBudget(await firstLoad()) || finnish.length > 0) process.exitCode = 1;
}
