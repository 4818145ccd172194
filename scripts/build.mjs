import { createHash } from 'node:crypto';
import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { mark, says, unlessDone } from './once.mjs';
import { root, step, tool } from './steps.mjs';

const buildMark = path.join(root, 'dist/.build-hash');
const sources = [
  'index.html',
  'package-lock.json',
  'package.json',
  'public',
  'scripts/late-schemas.mjs',
  'scripts/late-zod.mjs',
  'scripts/leave-out.mjs',
  'scripts/notices.mjs',
  'scripts/packages.mjs',
  'scripts/precompress.mjs',
  'scripts/split-languages.mjs',
  'src',
  'tsconfig.json',
  'vite.config.ts',
];

/** Builds the application and the service unless the build is up to date with the sources. */
export async function ensureBuilt() {
  await unlessDone(root, built, async () => {
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

/** Returns whether the build is that of the sources as they are. */
export async function built() {
  return says(buildMark, await sourceHash());
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

// `npm run build`
if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBuilt();
