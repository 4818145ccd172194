import './node-version.mjs';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { check, checks as checkNames } from './check.mjs';
import { readRepository, testsReached } from './imports.mjs';
import { ensureInstalled } from './install.mjs';
import { root, run, tool } from './steps.mjs';
import { timesOf } from './tally.mjs';

// `npm run test:changed`: what `npm run check` does, and for about a minute the tests that a change reaches, nearest first. A change is what is
// not committed; `npm run test:changed -- main` takes what was committed since `main`, too.
/** They read files that they do not import. */
const always = [
  'src/testing/architecture.test.ts',
  'src/testing/citations.test.ts',
  'src/testing/texts.test.ts',
];
/** They have a test for each resource, and reach nearly everything. */
const loops = [
  'src/resources/screens.test.ts',
  'src/testing/app/every-form.test.tsx',
  'src/testing/app/every-failure.test.tsx',
  'src/testing/api/writes/update.test.ts',
];
const [since = 'HEAD'] = process.argv.slice(2);

process.chdir(root);
await ensureInstalled();
const changed = [
  ...(await git('diff', '--name-only', since)),
  ...(await git('ls-files', '--others', '--exclude-standard')),
].filter((name) => existsSync(name));
if (changed.length === 0) {
  console.log(`Nothing differs from ${since}.`);
  process.exit();
}

const files = await readRepository([...new Set([...(await git('ls-files')), ...changed])]);
/** The resource that the whole change is about, if it is about one. */
const [resource, ...others] = new Set(
  changed.map((name) => /^src\/resources\/([^/]+)\//.exec(name)?.[1] ?? ''),
);
const { reached, chosen: nearest } = testsReached(files, changed, await timesOf('.cache/vitest.json'));
// They read the files themselves.
const chosen = [...new Set([...nearest, ...always])];
console.log(
  `${changed.length} files differ from ${since}: ${chosen.length} files of tests, ${reached.length} reached.`,
);
const checks = Object.keys(checkNames).map(async (name) => ({ name, ...(await check(name)) }));
let { status } = await tool('vitest/vitest.mjs', ['run', ...chosen], { show: true });
if (resource && others.length === 0) {
  console.log(`What loops over resources, of ${resource}:`);
  const looped = await tool('vitest/vitest.mjs', ['run', ...loops, '-t', resource], { show: true });
  status ||= looped.status;
}
for (const { name, status: failed, output } of await Promise.all(checks)) {
  console.log(`${name}: ${failed === 0 ? 'fine' : `\n${output}`}`);
  status ||= failed;
}
const specs = changed.filter((name) => /^e2e\/.*\.spec\.ts$/.test(name));
if (resource) specs.push('e2e/screens.spec.ts');
if (specs.length > 0) console.log(`Not run: npm run playwright -- test ${specs.join(' ')}`);
const rest = reached.filter((name) => !chosen.includes(name));
if (rest.length > 0)
  console.log(
    `Not run: ${rest.length} files of tests that it reaches, nearest first ${rest.slice(0, 5).join(' ')}; npm test runs all.`,
  );
process.exitCode = status;

/** @param {string[]} args @returns {Promise<string[]>} lines */
async function git(...args) {
  const { status: failed, output } = await run('git', args);
  if (failed !== 0) throw new Error(output);
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((name) => name.split(path.sep).join('/'));
}
