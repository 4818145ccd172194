import { readFile } from 'node:fs/promises';

/** @typedef {{ passed: number, failed: number }} Tally */

/**
 * Counts what vitest's JSON reporter wrote. A file that could not run at all counts as one failed test.
 *
 * @param {string} file
 * @returns {Promise<Tally>}
 */
export async function tallyVitest(file) {
  const report = await readJson(file);
  let failed = Number(report?.numFailedTests ?? 0);
  for (const suite of report?.testResults ?? []) {
    /** @type {{ status: string }[]} */
    const tests = suite.assertionResults;
    if (suite.status === 'failed' && tests.every(({ status }) => status !== 'failed')) failed += 1;
  }
  return { passed: Number(report?.numPassedTests ?? 0), failed };
}

/**
 * Counts what Playwright's JSON reporter wrote. An error outside of any test counts as one failed test.
 *
 * @param {string} file
 * @returns {Promise<Tally>}
 */
export async function tallyPlaywright(file) {
  const report = await readJson(file);
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  return { passed: expected, failed: unexpected + flaky + (report?.errors?.length ?? 0) };
}

/**
 * A stage must not pass by not reporting: a status other than 0 without a failed test, and a stage in which no
 * test ran, are one failure each.
 *
 * @param {number} status
 * @param {Tally} tally
 * @returns {Tally}
 */
export function strict(status, { passed, failed }) {
  return failed === 0 && (status !== 0 || passed === 0) ? { passed, failed: 1 } : { passed, failed };
}

/** @param {string} file */
async function readJson(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
