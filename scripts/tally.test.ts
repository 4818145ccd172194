import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstLines, strict, tallyPlaywright, tallyVitest } from './tally.mjs';

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

test('a test file that could not run counts as a failure beside the failed tests of others, each with its reason', async () => {
  const file = await report({
    numPassedTests: 4,
    numFailedTests: 1,
    testResults: [
      {
        status: 'failed',
        name: path.resolve('src/one.test.ts'),
        message: '',
        assertionResults: [
          { status: 'passed', title: 'holds' },
          {
            status: 'failed',
            ancestorTitles: ['', 'a list'],
            title: 'is walked',
            failureMessages: [
              "AssertionError: \u001b[31mexpected 'a' to be 'b'\u001b[39m\n\n  - b\n    at node_modules/x.js:1:1\n    at src/one.test.ts:3:7\n    at src/two.ts:1:1",
            ],
          },
        ],
      },
      {
        status: 'failed',
        name: path.resolve('src/two.test.ts'),
        message: 'No such module',
        assertionResults: [],
      },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  });
  expect(await tallyVitest(file)).toEqual({
    passed: 4,
    failed: 2,
    reasons: [
      "src/one.test.ts › a list › is walked\n  AssertionError: expected 'a' to be 'b'\n  - b\n  at src/one.test.ts:3:7",
      'src/two.test.ts\n  No such module',
    ],
  });
});

test('a browser test that passed only when tried again, and an error outside of tests, are failures, each with its reason', async () => {
  const passed = {
    ok: true,
    file: 'a.spec.ts',
    title: 'holds',
    tests: [{ status: 'expected', results: [] }],
  };
  const errors = [
    { message: 'Test timeout exceeded.' },
    { message: 'Error: not visible', location: { file: path.resolve('e2e/a.spec.ts'), line: 4 } },
  ];
  const file = await report({
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 },
    errors: [{ message: 'No browser' }],
    suites: [
      {
        specs: [
          passed,
          { ...passed, ok: false, title: 'fails', tests: [{ status: 'unexpected', results: [{ errors }] }] },
        ],
        suites: [
          {
            specs: [{ ...passed, title: 'wavers', tests: [{ status: 'flaky', results: [{ errors: [] }] }] }],
          },
        ],
      },
    ],
  });
  expect(await tallyPlaywright(file)).toEqual({
    passed: 5,
    failed: 3,
    reasons: [
      'a.spec.ts › fails\n  Test timeout exceeded.\n  Error: not visible\n  at e2e/a.spec.ts:4',
      'a.spec.ts › wavers\n  It passed only when it was tried again.',
      'Outside of any test\n  No browser',
    ],
  });
});

test('a stage without a report, without tests, or with a bad status and no failed test, has failed, and says why', async () => {
  const none = await tallyVitest(path.join(folder, 'missing.json'));
  const silent = (passed: number, why: string) => ({ passed, failed: 1, reasons: [why] });
  expect(strict(0, none)).toEqual(silent(0, 'No test ran, and it ended with status 0.'));
  expect(strict(1, { passed: 3, failed: 0 })).toEqual(
    silent(3, 'No test failed, and it ended with status 1.'),
  );
  expect(strict(1, { passed: 3, failed: 2 })).toEqual({ passed: 3, failed: 2 });
  expect(strict(0, { passed: 3, failed: 0 })).toEqual({ passed: 3, failed: 0 });
});

test('a program that failed is told of by its first lines', () => {
  expect(firstLines('\nsrc/a.ts(1,1): error\n\n\u001b[1mmore\u001b[0m\n')).toBe('src/a.ts(1,1): error\nmore');
});
