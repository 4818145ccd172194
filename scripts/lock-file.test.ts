import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { whileLocked } from './lock-file.mjs';

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-lock-'));
  file = path.join(folder, 'prepare.lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const old = new Date(Date.now() - 3_600_000);
const work = async (): Promise<void> => expect(await readFile(file, 'utf8')).toBe(String(process.pid));

it('work is done by one after the other, and no lock is left', async () => {
  const output: string[] = [];
  const one = (name: string) =>
    whileLocked(file, async () => {
      output.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      output.push(`${name} ends`);
    });
  await Promise.all([one('first'), one('second')]);
  expect([output[0]?.split(' ')[0], output[2]?.split(' ')[0]]).toEqual([
    output[1]?.split(' ')[0],
    output[3]?.split(' ')[0],
  ]);
  expect(await readdir(folder)).toEqual([]);
});

it.each([
  ['empty, as a power cut leaves it', ''],
  ['of a number that another process has by now', String(process.ppid)],
  ['with something else in it', '\0\0\0\0'],
])('a lock that nobody has touched for long is taken over: %s', async (_, content) => {
  await writeFile(file, content);
  await utimes(file, old, old);
  await whileLocked(file, work);
  expect(await readdir(folder)).toEqual([]);
});

it('a lock of a process that is gone is taken over at once', async () => {
  await writeFile(file, '999999999');
  await whileLocked(file, work);
});

it('a lock that is touched is waited for', async () => {
  await writeFile(file, String(process.ppid));
  let waits = 0;
  const done = whileLocked(file, work, { onWait: () => (waits += 1) });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await stat(file)).size).toBeGreaterThan(0);
  await rm(file);
  await done;
  expect(waits).toBe(1);
});
