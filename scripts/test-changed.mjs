import './node-version.mjs';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { check } from './check.mjs';
import { readRepository, testsReached } from './imports.mjs';
import { ensureInstalled } from './install.mjs';
import { root, run, tool } from './steps.mjs';
import { timesOf } from './tally.mjs';

// `npm run test:changed`: lint, types, and the tests that a change reaches, nearest first, for about a minute. A change is what is
// not committed; `npm run test:changed -- main` takes what was committed since `main`, too.
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
const { reached, chosen } = testsReached(files, changed, await timesOf('.cache/vitest.json'));
const specs = changed.filter((name) => /^e2e\/.*\.spec\.ts$/.test(name));

console.log(
  `${changed.length} files differ from ${since}: ${chosen.length} of ${reached.length} files of tests.`,
);
const checks = ['lint', 'types'].map(async (name) => ({ name, ...(await check(name)) }));
let status = 0;
if (chosen.length > 0) {
  ({ status } = await tool('vitest/vitest.mjs', ['run', ...chosen], { show: true }));
}
for (const { name, status: failed, output } of await Promise.all(checks)) {
  console.log(`${name}: ${failed === 0 ? 'fine' : `\n${output}`}`);
  status ||= failed;
}
if (specs.length > 0) console.log(`Not run: npm run playwright -- test ${specs.join(' ')}`);
if (chosen.length < reached.length)
  console.log(
    `Not run: ${reached.length - chosen.length} more files of tests that it reaches; npm test runs all.`,
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
