import { appendFile, chmod, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boundServerLog, rotateServerLog, serverLog } from './server-log';
import { startEmbedded } from './start';

const log = { info: () => undefined, warn: console.warn, error: console.error };

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-log-'));
  // As root, the server runs as another user, who must be able to pass through.
  await chmod(folder, 0o711);
  file = path.join(folder, 'server.log');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a log that is too large is emptied, and its last part is kept beside it', async () => {
  await writeFile(file, 'early\n'.repeat(100) + 'late\n'.repeat(20));
  expect(await rotateServerLog(file, undefined, 100)).toBe(true);
  expect(await readFile(`${file}.1`, 'utf8')).toBe('late\n'.repeat(20));
  expect((await stat(file)).size).toBe(0);
});

test('a log within its size, and one that is not there, stay as they are', async () => {
  await writeFile(file, 'short\n');
  expect(await rotateServerLog(file, undefined, 100)).toBe(false);
  expect(await rotateServerLog(`${file}.none`, undefined, 100)).toBe(false);
  expect(await readFile(file, 'utf8')).toBe('short\n');
});

test('a log that is written without end stays within its size, and nothing is left of it but the last part', async () => {
  const writer = await open(file, 'a');
  const end = boundServerLog(file, undefined, { largest: 10_000, every: 5 });
  let largest = 0;
  for (let line = 0; line < 400; line += 1) {
    await writer.write(`${line} ${'x'.repeat(1000)}\n`);
    const { size } = await stat(file);
    largest = Math.max(largest, size);
    // A busy machine may let the writer run ahead: it waits for its turn to be over, as a disk would make it.
    if (size > 100_000) await expect.poll(async () => (await stat(file)).size).toBeLessThan(size);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await end();
  await writer.close();
  expect(largest).toBeLessThan(200_000);
  expect((await stat(`${file}.1`)).size).toBe(10_000);
});

test('the server goes on writing to its log after it was emptied', async () => {
  const server = await startEmbedded({ dataDir: path.join(folder, 'data'), log });
  try {
    const own = serverLog(server.directory);
    await appendFile(own, 'flood\n'.repeat(1000));
    expect(await rotateServerLog(own, undefined, 1000)).toBe(true);
    const wrong = new URL(server.url);
    wrong.password = 'wrong';
    await expect(new Client({ connectionString: wrong.href }).connect()).rejects.toThrow('password');
    const text = await readFile(own, 'utf8');
    // The file must not begin with a hole of its old size.
    expect(text).toMatch(/^\S+ .*FATAL: +password authentication failed/);
  } finally {
    await server.stop();
  }
});
