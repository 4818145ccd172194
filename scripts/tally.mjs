import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number, reasons?: string[] }} Tally `reasons`: what failed, and why, some lines each */

const shownLines = 6;

/**
 * Counts the results of vitest's JSON reporter. A file that could not run counts as one failed test.
 *
 * @param {string} file
 * @returns {Promise<Required<Tally>>}
 */
export async function tallyVitest(file) {
  const report = await readJson(file);
  /** @type {string[]} */
  const reasons = [];
  let failed = Number(report?.numFailedTests ?? 0);
  for (const suite of report?.testResults ?? []) {
    const name = path.relative('.', suite.name ?? '');
    /** @type {{ status: string, ancestorTitles?: string[], title?: string, failureMessages?: string[] }[]} */
    const tests = suite.assertionResults;
    const broken = tests.filter(({ status }) => status === 'failed');
    for (const { ancestorTitles = [], title = '', failureMessages = [] } of broken)
      reasons.push(reason([name, ...ancestorTitles, title], failureMessages[0]));
    if (suite.status === 'failed' && broken.length === 0) {
      failed += 1;
      reasons.push(reason([name], suite.message));
    }
  }
  return { passed: Number(report?.numPassedTests ?? 0), failed, reasons };
}

/**
 * Returns what each file of tests took in the run that wrote the report, by its path from the root; nothing without one.
 *
 * @param {string} file
 * @returns {Promise<Map<string, { ms: number, tests: number }>>}
 */
export async function timesOf(file) {
  const report = await readJson(file);
  /** @type {{ name: string, startTime: number, endTime: number, assertionResults: unknown[] }[]} */
  const suites = report?.testResults ?? [];
  return new Map(
    suites.map(({ name, startTime, endTime, assertionResults }) => [
      path.relative('.', name).split(path.sep).join('/'),
      { ms: endTime - startTime, tests: Math.max(1, assertionResults.length) },
    ]),
  );
}

/**
 * Counts the results of Playwright's JSON reporter. An error outside of any test counts as one failed test.
 *
 * @param {string} file
 * @returns {Promise<Required<Tally>>}
 */
export async function tallyPlaywright(file) {
  const report = await readJson(file);
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  /** @type {{ message?: string }[]} */
  const errors = report?.errors ?? [];
  return {
    passed: expected,
    failed: unexpected + flaky + errors.length,
    reasons: [
      ...(report?.suites ?? []).flatMap(failedSpecs),
      ...errors.map(({ message }) => reason(['Outside of any test'], message)),
    ],
  };
}

/**
 * Prevents a stage from passing without a report: a status other than 0 without a failed test, and a stage without
 * tests, count as one failure each.
 *
 * @param {number} status
 * @param {Tally} tally
 * @returns {Tally}
 */
export function strict(status, tally) {
  const { passed, failed } = tally;
  if (failed > 0 || (status === 0 && passed > 0)) return tally;
  const why = passed === 0 ? 'No test ran' : 'No test failed';
  return { passed, failed: 1, reasons: [`${why}, and it ended with status ${status}.`] };
}

/**
 * Returns the reason of a failed program: the first lines of its output.
 *
 * @param {string} output
 * @returns {string}
 */
export const firstLines = (output) => linesOf(output).slice(0, shownLines).join('\n');

/**
 * @typedef {{ message?: string, location?: { file: string, line: number } }} PlaywrightError
 * @typedef {{ title: string, file: string, ok: boolean, tests: { status?: string, results: { errors?: PlaywrightError[] }[] }[] }} Spec
 * @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite
 */

/** @param {Suite} suite @returns {string[]} */
function failedSpecs({ specs = [], suites = [] }) {
  const broken = specs.filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'));
  const reasons = broken.map(({ file, title, tests }) => {
    // A timeout is followed by what was waited for.
    const errors = tests.flatMap(({ results }) => results).flatMap(({ errors = [] }) => errors);
    const messageLines = errors.slice(0, 2).map(({ message = '' }) => message);
    const { file: where, line } = errors.find(({ location }) => location)?.location ?? {};
    const place = where === undefined ? '' : `\n    at ${path.relative('.', where)}:${line}`;
    const why =
      messageLines.length === 0 ? 'It passed only when it was tried again.' : messageLines.join('\n');
    return reason([file, title], `${why}${place}`);
  });
  return [...reasons, ...suites.flatMap(failedSpecs)];
}

/**
 * Returns the names of a test on one line, then the first lines of its error and its place in our own code.
 *
 * @param {string[]} names
 * @param {string} [message]
 */
function reason(names, message = '') {
  const lines = linesOf(message);
  const stack = lines.findIndex((line) => /^ +at /.test(line));
  const messageLines = lines.slice(0, stack === -1 ? undefined : stack).slice(0, shownLines);
  const place = lines.find((line) => /^ +at /.test(line) && !/node_modules|node:/.test(line));
  return [
    names.filter((name) => name !== '').join(' › '),
    ...[...messageLines, ...(place ? [place] : [])].map((line) => `  ${line.trim()}`),
  ].join('\n');
}

/** @param {string} text */
const linesOf = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '');

/** @param {string} file */
async function readJson(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
