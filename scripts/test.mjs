import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { check, checks } from './check.mjs';
import { finnishInEnglish } from './english-session.mjs';
import { firstLoad, keepsBudget } from './first-load.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { root, run, step, tool } from './steps.mjs';
import { firstLines, strict, tallyPlaywright, tallyVitest } from './tally.mjs';

const downloadMs = 300_000;
/** The most reasons per stage in the summary; the stage's own output has all of them. */
const shownReasons = 40;
const vitestReport = '.cache/vitest.json';
const playwrightReport = '.cache/playwright.json';
const began = performance.now();
let passed = 0;
let failed = 0;
/** @type {{ name: string, reasons: string[] }[]} */
const failures = [];

process.chdir(root);
await mkdir('.cache', { recursive: true });
await Promise.all([vitestReport, playwrightReport].map((file) => rm(file, { force: true })));

await stage('Packages', () => work(() => ensureInstalled()));
await stage('Chromium', () => work(ensureChromium));
await stage('curl', () => work(ensureCurl));
const running = Object.keys(checks).map((name) => ({ name, checked: check(name) }));
for (const { name, checked } of running) {
  await stage(`npm run check -- ${name}`, async () => {
    const { status, output } = await checked;
    process.stdout.write(output);
    if (status === 0) return { passed: 1, failed: 0 };
    return { passed: 0, failed: 1, reasons: [firstLines(output)] };
  });
}
// Before the tests, because some of them start the built service.
const built = await stage('Build', () => work(ensureBuilt));
await stage('First load', async () => {
  const reasons = (await finnishInEnglish()).map((text) => `An English session may load Finnish: ${text}`);
  if (!keepsBudget(await firstLoad()))
    reasons.push('The product grid loads more script than it may: see above.');
  return { passed: reasons.length === 0 ? 1 : 0, failed: reasons.length === 0 ? 0 : 1, reasons };
});
await stage('Unit and API tests', async () => {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const { status } = await tool('vitest/vitest.mjs', args, { show: true });
  return strict(status, await tallyVitest(vitestReport));
});
await stage('Browser tests', async () => {
  if (!built) throw new Error('Nothing is built to test.');
  const { status } = await tool('@playwright/test/cli.js', ['test'], { show: true });
  return strict(status, await tallyPlaywright(playwrightReport));
});

console.log(`\nAll in ${Math.round((performance.now() - began) / 1000)} s.`);
for (const { name, reasons } of failures) {
  const shown = reasons.slice(0, shownReasons);
  if (shown.length < reasons.length) shown.push(`and ${reasons.length - shown.length} more`);
  console.log(`\nFailed: ${name}\n${shown.join('\n').replaceAll(/^/gm, '  ')}`);
}
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);

/**
 * Runs one stage under a heading; the next one runs even after a failure, so that one run shows every failure.
 *
 * @param {string} name
 * @param {() => Promise<import('./tally.mjs').Tally>} body
 * @returns {Promise<boolean>} whether nothing failed
 */
async function stage(name, body) {
  console.log(`\n── ${name}`);
  const tally = await body().catch((error) => {
    const message = error instanceof Error ? error.message : String(error);
    console.error(message);
    return { passed: 0, failed: 1, reasons: [firstLines(message)] };
  });
  passed += tally.passed;
  failed += tally.failed;
  if (tally.failed > 0) failures.push({ name, reasons: tally.reasons ?? [] });
  return tally.failed === 0;
}

/**
 * Counts set-up only if it fails.
 *
 * @param {() => Promise<void>} body
 */
async function work(body) {
  await body();
  return { passed: 0, failed: 0 };
}

/** The page on connecting a till is run as it stands, by curl. */
async function ensureCurl() {
  const { asRoot } = await import('./chromium.mjs');
  const isThere = () => spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0;
  if (!isThere() && asRoot && process.platform === 'linux')
    await run('sh', ['-c', 'apt-get update && apt-get install -y --no-install-recommends curl'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: downloadMs,
    });
  if (!isThere()) throw new Error('There is no curl, which a test of the page on connecting a till runs.');
}

async function ensureChromium() {
  const { asRoot, findHeadless } = await import('./chromium.mjs');
  const found = findHeadless();
  if (found) return console.log(found);
  /** @type {[string, () => Promise<import('./steps.mjs').Outcome>][]} */
  const ways = [
    [
      'Installing Playwright’s Chromium',
      () => tool('@playwright/test/cli.js', ['install', 'chromium'], { timeout: downloadMs }),
    ],
  ];
  if (asRoot && process.platform === 'linux') {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const install =
      'apt-get update && for package in chromium-headless-shell chromium; do apt-get install -y --no-install-recommends $package && break; done';
    ways.push([
      'Installing Debian’s Chromium',
      () => run('sh', ['-c', install], { env, timeout: downloadMs }),
    ]);
  }
  for (const [name, way] of ways) {
    await step(name, async () => [await way()]).catch((error) => console.error(error.message));
    const installed = findHeadless();
    if (installed) return console.log(installed);
  }
  throw new Error('There is no Chromium for the browser tests: install one, or set CHROMIUM_PATH.');
}
