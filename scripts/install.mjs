import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { mark, says, unlessDone } from './once.mjs';
import { npm, root, step } from './steps.mjs';

/** @typedef {Record<string, { version?: string, optional?: boolean, dev?: boolean }>} Packages by their folders */

const markIn = (/** @type {string} */ folder) => path.join(folder, 'node_modules/.tillhouse-install');

/**
 * Installs the packages unless those of package-lock.json are installed for this Node and platform. Where packages for
 * developing are, they stay and are brought up to date too.
 *
 * @param {{ dev?: boolean, folder?: string }} [options] `dev`: also the packages that only tests, checks and
 *   measurements need; `folder`: of package.json
 */
export async function ensureInstalled({ dev = true, folder = root } = {}) {
  const isDone = () => installed(folder, dev);
  await unlessDone(folder, isDone, async () => {
    const withDev = dev || (await packagesOf(folder, hidden)).some(([, { dev: isDev }]) => isDev);
    // A service may be running with the packages that are there: `npm install` adds to them, `npm ci` begins anew.
    const isAddition = dev && (await installed(folder, false));
    await rm(markIn(folder), { force: true });
    const args = ['--no-audit', '--no-fund', `--${withDev ? 'include' : 'omit'}=dev`, '--include=optional'];
    await step('Installing the packages', async () => [
      await npm(isAddition ? ['install', '--no-save', ...args] : ['ci', ...args], { cwd: folder }),
    ]);
    await mark(markIn(folder), await installHash(folder, withDev));
  });
}

/** @param {string} folder @param {boolean} dev */
async function installed(folder, dev) {
  const file = markIn(folder);
  for (const each of dev ? [true] : [true, false])
    if (await says(file, await installHash(folder, each))) return true;
  if (existsSync(file) || !(await matchesLock(folder, dev))) return false;
  await mark(file, await installHash(folder, dev));
  return true;
}

/** @param {string} folder @param {boolean} dev */
async function installHash(folder, dev) {
  const text = await readFile(path.join(folder, 'package-lock.json'));
  return createHash('sha256')
    .update(text)
    .update(`${process.version} ${process.platform} ${process.arch}`)
    .update(dev ? '' : ' without dev')
    .digest('hex');
}

/** npm's own record of what it installed. */
const hidden = 'node_modules/.package-lock.json';

/**
 * Returns whether node_modules matches the lock file, by npm's own record, after a manual `npm ci`.
 *
 * @param {string} folder
 * @param {boolean} dev
 */
async function matchesLock(folder, dev) {
  const there = new Map(await packagesOf(folder, hidden));
  if (there.size === 0) return false;
  return (await packagesOf(folder, 'package-lock.json')).every(
    ([name, { version, optional, dev: isDev }]) => {
      const found = there.get(name);
      const isLeftOut = optional === true || (isDev === true && !dev);
      return name === '' || (found ? found.version === version : isLeftOut);
    },
  );
}

/**
 * Returns the packages of a lock file; none if it cannot be read.
 *
 * @param {string} folder
 * @param {string} name
 */
async function packagesOf(folder, name) {
  try {
    /** @type {Packages} */
    const packages = JSON.parse(await readFile(path.join(folder, name), 'utf8')).packages;
    return Object.entries(packages);
  } catch {
    return [];
  }
}
