import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { whileLocked } from './lock-file.mjs';
import { npm, root, run, step, tool } from './steps.mjs';

const installMark = path.join(root, 'node_modules/.tillhouse-install');
const buildMark = path.join(root, 'dist/.build-hash');
const lock = path.join(root, '.cache/prepare.lock');
const sources = [
  'index.html',
  'package-lock.json',
  'package.json',
  'public',
  'scripts/precompress.mjs',
  'src',
  'tsconfig.json',
  'vite.config.ts',
];

/**
 * Installs the packages unless those of package-lock.json are installed for this Node and platform.
 *
 * @param {{ dev?: boolean }} [options] `dev`: also the packages that only tests, checks and measurements need
 */
export async function ensureInstalled({ dev = true } = {}) {
  const isDone = () => installed(dev);
  await unlessDone(isDone, async () => {
    // A service may be running with the packages that are there: `npm install` adds to them, `npm ci` begins anew.
    const isAddition = dev && (await installed(false));
    await rm(installMark, { force: true });
    const args = ['--no-audit', '--no-fund', `--${dev ? 'include' : 'omit'}=dev`, '--include=optional'];
    await step('Installing the packages', async () => [
      await npm(isAddition ? ['install', '--no-save', ...args] : ['ci', ...args]),
    ]);
    await mark(installMark, await installHash(dev));
  });
}

/** Builds the application and the service unless the build is up to date with the sources. */
export async function ensureBuilt() {
  await unlessDone(built, async () => {
    // Without its mark an interrupted build counts as stale.
    await rm(buildMark, { force: true });
    const hash = await sourceHash();
    // Under a test runner's NODE_ENV, Vite would build React for development.
    const env = { ...process.env, NODE_ENV: 'production' };
    const vite = (/** @type {string[]} */ ...args) =>
      tool('vite/bin/vite.js', ['build', '--logLevel', 'warn', ...args], { env });
    await step('Building the application and the service', () =>
      Promise.all([
        vite(),
        vite('--ssr', 'src/server.ts', '--outDir', 'dist/server'),
        vite('--ssr', 'src/conformance/main.ts', '--outDir', 'dist/conformance'),
      ]),
    );
    await mark(buildMark, hash);
  });
}

/** @param {boolean} dev */
async function installed(dev) {
  if (!existsSync(path.join(root, 'node_modules'))) return false;
  for (const each of dev ? [true] : [true, false])
    if (await says(installMark, await installHash(each))) return true;
  if (existsSync(installMark) || !(await matchesLock(dev))) return false;
  await mark(installMark, await installHash(dev));
  return true;
}

async function built() {
  return says(buildMark, await sourceHash());
}

/** @param {boolean} dev */
async function installHash(dev) {
  const text = await readFile(path.join(root, 'package-lock.json'));
  return createHash('sha256')
    .update(text)
    .update(`${process.version} ${process.platform} ${process.arch}`)
    .update(dev ? '' : ' without dev')
    .digest('hex');
}

/**
 * Returns whether node_modules matches the lock file, by npm's own record, after a manual `npm ci`.
 *
 * @param {boolean} dev
 */
async function matchesLock(dev) {
  try {
    const [wanted, there] = await Promise.all(
      ['package-lock.json', 'node_modules/.package-lock.json'].map(async (name) => {
        /** @type {Record<string, { version?: string, optional?: boolean, dev?: boolean }>} */
        const packages = JSON.parse(await readFile(path.join(root, name), 'utf8')).packages;
        return packages;
      }),
    );
    return Object.entries(wanted ?? {}).every(([name, { version, optional, dev: isDev }]) => {
      const found = there?.[name];
      const isLeftOut = optional === true || (isDev === true && !dev);
      return name === '' || (found ? found.version === version : isLeftOut);
    });
  } catch {
    return false;
  }
}

async function sourceHash() {
  const hash = createHash('sha256');
  for (const source of sources) await addTo(hash, source);
  return hash.digest('hex');
}

/** @param {import('node:crypto').Hash} hash @param {string} name */
async function addTo(hash, name) {
  const full = path.join(root, name);
  const entries = await readdir(full, { withFileTypes: true }).catch(() => undefined);
  if (!entries) {
    const content = await readFile(full).catch(() => '');
    hash.update(`${name} ${content.length}\n`).update(content);
    return;
  }
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    if (!/\.test\.tsx?$/.test(entry.name)) await addTo(hash, `${name}/${entry.name}`);
  }
}

/** @param {string} file @param {string} text */
async function says(file, text) {
  return (await readFile(file, 'utf8').catch(() => '')) === text;
}

/**
 * Runs work once, even if several processes start at the same moment.
 *
 * @param {() => Promise<boolean>} done
 * @param {() => Promise<void>} work
 */
async function unlessDone(done, work) {
  if (await done()) return;
  await whileLocked(
    lock,
    async () => {
      if (!(await done())) await work();
    },
    { onWait: () => console.log('Waiting for another start that installs or builds …') },
  );
}

/**
 * Marks work as done, once its results are on the disk: after a power cut, a mark without its files would be trusted
 * for ever. The system's own command flushes the tens of thousands of files; without one, the mark is written all the
 * same.
 *
 * @param {string} file @param {string} text
 */
async function mark(file, text) {
  const { status } = await run('sync', ['-f', path.dirname(file)]);
  // Not every system can flush a single file system.
  if (status !== 0) await run('sync', []);
  await writeFile(file, text);
}
