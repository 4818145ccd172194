import { execFileSync, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readRepository, testsReached } from '../imports.mjs';
import { timesOf } from '../tally.mjs';
import { findPlaces, kinds, pick } from './faults/plant.mjs';

/**
 * Would a test notice? Plants faults in the product, one at a time, and runs the tests that reach the place: a guard removed, a
 * condition dropped, an operator turned, an await lost, a condition of SQL dropped, two labels swapped. Prints each fault that survives.
 *
 *     npm run proof -- faults [--count 200] [--seed 1] [--only 3,17] [--most-seconds 120] [--without GLOB …]
 *
 * The working tree stays as it is: a fault is put into the code as the tests load it. What only the browser tests or the built
 * service would notice is printed as surviving; `--most-seconds` ends the tests of one fault (it is then said to be unknown).
 * `--without` leaves test files out that take long and prove something else; `--again` takes which tests reach the faults from the last
 * run of the same seed and sources. `--changed` runs what `npm run test:changed` would, instead of all that reach the place.
 */
/** @param {string} text */
const oneLine = (text) => {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length > 90 ? `${flat.slice(0, 89)}…` : flat;
};

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    without: { type: 'string', multiple: true, default: [] },
    'most-seconds': { type: 'string', default: '600' },
    again: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
  },
});

const root = path.join(import.meta.dirname, '../..');
const cache = path.join(root, '.cache/faults');
process.chdir(root);
await mkdir(cache, { recursive: true });
if (!values.again && !values.changed) await rm(path.join(cache, 'reached'), { recursive: true, force: true });

const faults = pick(await findPlaces('src'), Number(values.count), Number(values.seed));
await writeFile(path.join(cache, 'faults.json'), JSON.stringify(faults));
const config = ['run', '--config', 'scripts/lab/faults/vite.config.ts', '--reporter=json'];
const report = path.join(cache, 'report.json');
/** The tests to run for a fault, in their order. @type {(fault: { number: number, file: string }) => string[]} */
const testsOf = values.changed ? await nearest() : await reaching();

const only = values.only?.split(',').map(Number);
/** @type {Map<string, number>} */
const outcomes = new Map();
for (const fault of faults.filter(({ number }) => only?.includes(number) ?? true)) {
  const tests = testsOf(fault);
  const outcome = tests.length === 0 ? 'no test reaches it' : await tried(fault.number, tests);
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const place = `src/${fault.file}:${fault.line}`;
  const what = `${oneLine(fault.was)} → ${oneLine(fault.becomes) || '(nothing)'}`;
  console.log(
    `${String(fault.number).padStart(3)} ${outcome.padEnd(18)} ${fault.kind.padEnd(9)} ${place}  ${what}`,
  );
}
console.log(`\nSeed ${values.seed}, kinds ${kinds.join(', ')}:`);
for (const [outcome, count] of outcomes) console.log(`${String(count).padStart(4)}  ${outcome}`);

/** What `npm run test:changed` takes. */
async function nearest() {
  const files = await readRepository(execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n'));
  const times = await timesOf('.cache/vitest.json');
  return (/** @type {{ file: string }} */ { file }) => testsReached(files, [`src/${file}`], times).chosen;
}

/** All that reach the place, those beside it first, then the short ones. */
async function reaching() {
  console.log(`${faults.length} faults of seed ${values.seed}. Which tests reach them:`);
  if (!values.again)
    await vitest(
      [...config, `--outputFile=${report}`],
      { FAULTS_WITHOUT: JSON.stringify(values.without) },
      3600,
    );
  /** @type {{ testResults: { name: string, startTime: number, endTime: number }[], numFailedTests: number }} */
  const { testResults, numFailedTests } = JSON.parse(await readFile(report, 'utf8'));
  if (numFailedTests > 0 && !values.again)
    throw new Error(`${numFailedTests} tests fail without a fault, see ${report}.`);
  const isLeftOut = (/** @type {string} */ file) =>
    values.without.some((glob) => path.matchesGlob(path.relative(root, file), glob));
  const seconds = new Map(
    testResults
      .filter(({ name }) => !isLeftOut(name))
      .map(({ name, startTime, endTime }) => [name, (endTime - startTime) / 1000]),
  );
  /** @type {Map<number, string[]>} */
  const byNumber = new Map();
  for (const name of await readdir(path.join(cache, 'reached'))) {
    const { file, reached } = JSON.parse(await readFile(path.join(cache, 'reached', name), 'utf8'));
    // What makes the database of all tests is reached by each.
    const files = file === null ? [...seconds.keys()] : seconds.has(file) ? [file] : [];
    for (const number of reached)
      byNumber.set(number, [...new Set([...(byNumber.get(number) ?? []), ...files])]);
  }
  return (/** @type {{ number: number, file: string }} */ { number, file }) =>
    (byNumber.get(number) ?? []).toSorted(
      (one, other) =>
        shared(file, other) - shared(file, one) || (seconds.get(one) ?? 0) - (seconds.get(other) ?? 0),
    );
}

/** Returns how many folders a file of the product and a test have in common. @param {string} file @param {string} test */
function shared(file, test) {
  const folders = path.dirname(file).split('/');
  const others = path.relative(path.join(root, 'src'), path.dirname(test)).split('/');
  const at = folders.findIndex((folder, index) => folder !== others[index]);
  return at === -1 ? folders.length : at;
}

/** Runs the tests that reach a fault, those beside it first, then the short ones. @param {number} number @param {string[]} tests */
async function tried(number, tests) {
  const began = Date.now();
  const most = Number(values['most-seconds']);
  for (const [from, to] of [
    [0, 6],
    [6, 30],
    [30, Infinity],
  ]) {
    const some = tests.slice(from, to);
    if (some.length === 0) break;
    const left = most - (Date.now() - began) / 1000;
    if (left <= 0) return 'unknown';
    const status = await vitest([...config, '--bail=1', ...some], { FAULT: String(number) }, left);
    if (status === null) return 'unknown';
    if (status !== 0) return 'found';
  }
  return 'survives';
}

/** @param {string[]} args @param {Record<string, string>} env @param {number} most @returns {Promise<number | null>} null when the time was over */
function vitest(args, env, most) {
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const timer = setTimeout(() => child.kill(), most * 1000);
  return new Promise((done) => {
    child.on('exit', (status) => {
      clearTimeout(timer);
      done(status);
    });
  });
}
