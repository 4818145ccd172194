import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeWhole } from './whole-file';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-whole-'));
  file = path.join(folder, 'chain.gz');
});
afterEach(() => rm(folder, { recursive: true }));

it('a run that was killed in the middle is run again at once, and what it left goes ten minutes later', async () => {
  // On the disk, a run that never goes on is one that was killed.
  await new Promise<void>((resolve) => {
    void writeWhole(file, async (part) => {
      await writeFile(part, 'half');
      resolve();
      await new Promise(() => undefined);
    });
  });
  const [left = '', ...others] = await readdir(folder);
  expect([left, others]).toEqual([expect.stringMatching(/^chain\.gz\.[\da-f]{8}\.part$/), []]);

  await writeWhole(file, (part) => writeFile(part, 'whole'));
  expect(await readFile(file, 'utf8')).toBe('whole');
  expect((await readdir(folder)).toSorted()).toEqual(['chain.gz', left]);

  await rm(file);
  await writeFile(`${file}.part`, 'of the version before');
  const longAgo = new Date(Date.now() - 601_000);
  for (const name of [left, 'chain.gz.part']) await utimes(path.join(folder, name), longAgo, longAgo);
  await writeWhole(file, (part) => writeFile(part, 'whole again'));
  expect(await readdir(folder)).toEqual(['chain.gz']);
});

it('of two runs at once, one has the name and the other is told, with the first one’s file as it was', async () => {
  const runs = ['first', 'second'].map((text) => writeWhole(file, (part) => writeFile(part, text)));
  const ended = await Promise.allSettled(runs);
  const won = ended.findIndex(({ status }) => status === 'fulfilled');
  expect(ended[1 - won]).toMatchObject({ status: 'rejected', reason: { code: 'EEXIST' } });
  expect(await readFile(file, 'utf8')).toBe(['first', 'second'][won]);
  expect(await readdir(folder)).toEqual(['chain.gz']);
});

it('a file that is there is neither replaced nor written beside, and a write that fails leaves nothing', async () => {
  await writeFile(file, 'older');
  let isAsked = false;
  const refused = writeWhole(file, async () => {
    isAsked = true;
  });
  await expect(refused).rejects.toMatchObject({ code: 'EEXIST' });
  expect([isAsked, await readFile(file, 'utf8')]).toEqual([false, 'older']);
  const failing = writeWhole(`${file}2`, async (part) => {
    await writeFile(part, 'half');
    throw new Error('The disk is full');
  });
  await expect(failing).rejects.toThrow('The disk is full');
  expect(await readdir(folder)).toEqual(['chain.gz']);
});
