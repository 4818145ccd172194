import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../embedded/durable';
import { hasCode } from '../embedded/run';

/** What nobody has written into for so long was left by a run that was killed. */
const abandonedMs = 600_000;

/**
 * Makes a file that is whole from the moment it has its name, and still there after a power cut. It is written beside
 * that under a name of this run alone, so that one that was killed can be run again at once; what such runs left of the
 * same file is cleared away ten minutes later.
 *
 * @param write writes and flushes a file of the name given, which is not there.
 * @throws what `write` throws, and an error of the code EEXIST where there is a file of that name, before or after.
 */
export async function writeWhole(file: string, write: (part: string) => Promise<void>): Promise<void> {
  // Said before the work as well: what takes an hour is not refused at its end alone.
  if (await isThere(file)) throw Object.assign(new Error(`There is a file ${file}`), { code: 'EEXIST' });
  await removeParts(file, abandonedMs);
  const part = `${file}.${randomBytes(4).toString('hex')}.part`;
  try {
    await write(part);
    // The name is taken exclusively: neither an older file nor that of another run is replaced.
    await (await open(file, 'wx', 0o600)).close();
    await rename(part, file).catch(async (error: unknown) => {
      await rm(file, { force: true });
      throw error;
    });
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(path.resolve(file)));
}

/** Returns whether there is a file. @throws what keeps it from being looked at. */
export async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/**
 * Removes what runs left of a file that did not come to their end.
 *
 * @param unchangedMs for how long nobody has written into it
 */
export async function removeParts(file: string, unchangedMs = 0): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  const own = `${path.basename(file)}.`;
  for (const name of await readdir(folder)) {
    // Versions before wrote one part, of the same name each time.
    if (!name.startsWith(own) || !/^(?:[\da-f]{8}\.)?part$/.test(name.slice(own.length))) continue;
    const left = path.join(folder, name);
    const written = await stat(left).catch(() => null);
    if (written && Date.now() - written.mtimeMs >= unchangedMs) await rm(left, { force: true });
  }
}
