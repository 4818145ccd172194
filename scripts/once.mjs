import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { whileLocked } from './lock-file.mjs';
import { run } from './steps.mjs';

/**
 * Runs work once, even if several processes start at the same moment.
 *
 * @param {string} folder the repository's
 * @param {() => Promise<boolean>} done
 * @param {() => Promise<void>} work
 */
export async function unlessDone(folder, done, work) {
  if (await done()) return;
  await whileLocked(
    path.join(folder, '.cache/prepare.lock'),
    async () => {
      if (!(await done())) await work();
    },
    { onWait: () => console.log('Waiting for another start that installs or builds …') },
  );
}

/**
 * Returns whether a file, such as a mark, has this text.
 *
 * @param {string} file @param {string} text
 */
export async function says(file, text) {
  return (await readFile(file, 'utf8').catch(() => '')) === text;
}

/**
 * Marks work as done, once its results are on the disk: after a power cut, a mark without its files would be trusted
 * for ever. The system's own command flushes the tens of thousands of files; without one, the mark is written all the
 * same.
 *
 * @param {string} file @param {string} text
 */
export async function mark(file, text) {
  const { status } = await run('sync', ['-f', path.dirname(file)]);
  // Not every system can flush a single file system.
  if (status !== 0) await run('sync', []);
  await writeFile(file, text);
}
