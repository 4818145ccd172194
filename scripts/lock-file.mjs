import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

const pollMs = 200;
const beatMs = 1000;
/** Milliseconds without an update after which a holder counts as gone, even if another process has its pid now. */
const silentMs = 30_000;

/**
 * Runs `work` while holding a lock file, which only one process can hold; waits if another one does.
 * The holder touches the file every second. A file that is not touched was left behind by a killed process or a power
 * cut, after which the file may be empty and its pid reused.
 *
 * @param {string} file
 * @param {() => Promise<void>} work
 * @param {{ onWait?: () => void, silent?: number }} [options] `onWait` is called once, before the first wait; `silent`
 *   in milliseconds
 */
export async function whileLocked(file, work, { onWait = () => undefined, silent = silentMs } = {}) {
  await mkdir(path.dirname(file), { recursive: true });
  for (let waited = false; !(await take(file, silent)); waited = true) {
    if (!waited) onWait();
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs);
    });
  }
  const beat = setInterval(() => {
    const now = new Date();
    // Removed by a process that considered it abandoned: there is nothing to touch.
    utimes(file, now, now).catch(() => undefined);
  }, beatMs);
  try {
    await work();
  } finally {
    clearInterval(beat);
    await rm(file, { force: true });
  }
}

/** @param {string} file @param {number} silent */
async function take(file, silent) {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(String(process.pid));
    await handle.close();
    return true;
  } catch {
    const [holder, beat] = await Promise.all([
      readFile(file, 'utf8').then(Number, () => 0),
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => Date.now(),
      ),
    ]);
    const isGone = (holder > 0 && !isAlive(holder)) || Math.abs(Date.now() - beat) > silent;
    if (isGone) await rm(file, { force: true });
    return false;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
