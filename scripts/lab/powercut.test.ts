import { chmod, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readArchive, writeArchive } from '@/server/ops/backup/archive';
import { startEmbedded } from '@/server/ops/embedded/start';
import {
  makeDisk,
  missingForImages,
  mountDisk,
  removeFolder,
  run,
  unmountAll,
  unmountDisk,
} from './proofs/disk-images.mjs';

// One power cut, within seconds; `npm run proof -- powercut` runs sixty of them on two file systems.
const canMount = (await missingForImages(['ext4'])).length === 0;
const timeout = 120_000;
const log = { info: () => undefined, warn: console.warn, error: console.error };

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-powercut-'));
  // A process run by root starts the server as another user, which needs to traverse the folder.
  await chmod(folder, 0o711);
});
afterEach(async () => {
  unmountAll();
  await removeFolder(folder);
});

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

it.runIf(canMount)(
  'a power cut right after the first write of a new database loses nothing, and the next start opens it',
  { timeout },
  async () => {
    const [disk, mount] = [path.join(folder, 'disk.img'), path.join(folder, 'disk')];
    await makeDisk(disk, mount, { type: 'ext4', megabytes: 800 });
    const first = await startEmbedded({ dataDir: path.join(mount, 'data'), log });
    expect(first.directory).toBe(path.join(mount, 'data', 'postgres'));
    await ask(first.url, "create table note (text text); insert into note values ('kept')");
    // The image has what the file system has written to its disk, without its page cache. Nothing is written
    // meanwhile.
    await run('cp', ['--sparse=always', disk, `${disk}.copy`]);
    await first.stop();
    await unmountDisk(mount);
    await mountDisk(`${disk}.copy`, mount);
    const second = await startEmbedded({ dataDir: path.join(mount, 'data'), log });
    expect(await ask(second.url, 'select text from note')).toEqual([{ text: 'kept' }]);
    await second.stop();
  },
);

it.runIf(canMount)(
  'a backup that was made is whole after a power cut, under its name',
  { timeout },
  async () => {
    const [disk, mount] = [path.join(folder, 'disk.img'), path.join(folder, 'disk')];
    await makeDisk(disk, mount, { type: 'ext4', megabytes: 100 });
    const file = path.join(mount, 'backup');
    const none = async function* () {};
    await writeArchive(file, { made_at: '2026-11-20', postgres: '18.4', migrations: ['001_a'] }, none());
    await run('cp', ['--sparse=always', disk, `${disk}.copy`]);
    await unmountDisk(mount);
    await mountDisk(`${disk}.copy`, mount);
    const header = await readArchive(file, { table: async () => undefined });
    expect(header.migrations).toEqual(['001_a']);
    expect(await readdir(mount)).not.toContain('backup.part');
  },
);

it('one file system needs no tools of the other', async () => {
  for (const [one, other] of [
    ['ext4', 'xfs'],
    ['xfs', 'ext4'],
  ] as const)
    expect(await missingForImages([one])).not.toContain(`mkfs.${other}`);
});

it('what the proof needs is named where it is missing', async () => {
  const missing = await missingForImages(['ext4', 'xfs']);
  if (process.platform !== 'linux') expect(missing).toEqual(['Linux']);
  else if (process.getuid?.() !== 0) expect(missing).toContain('the rights of root');
  else expect(missing.every((one) => /^(?:mkfs|mount|umount|cp|fsfreeze|loop)/.test(one))).toBe(true);
});
