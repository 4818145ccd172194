import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { strict, tallyPlaywright, tallyVitest } from './tally.mjs';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-tally-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function report(content: unknown): Promise<string> {
  const file = path.join(folder, 'report.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

test('a test file that could not run counts as a failure beside the failed tests of others', async () => {
  const file = await report({
    numPassedTests: 4,
    numFailedTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  });
  expect(await tallyVitest(file)).toEqual({ passed: 4, failed: 2 });
});

test('a browser test that passed only when tried again, and an error outside of tests, are failures', async () => {
  const file = await report({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] });
  expect(await tallyPlaywright(file)).toEqual({ passed: 5, failed: 3 });
});

test('a stage without a report, without tests, or with a bad status and no failed test, has failed', async () => {
  const none = await tallyVitest(path.join(folder, 'missing.json'));
  expect(strict(0, none)).toEqual({ passed: 0, failed: 1 });
  expect(strict(1, { passed: 3, failed: 0 })).toEqual({ passed: 3, failed: 1 });
  expect(strict(1, { passed: 3, failed: 2 })).toEqual({ passed: 3, failed: 2 });
  expect(strict(0, { passed: 3, failed: 0 })).toEqual({ passed: 3, failed: 0 });
});
