import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Account, hasCode } from './run';

/**
 * Writes a file so that a power cut leaves either the old content or the new one, never a name without its content: a
 * temporary file is written and flushed, renamed over `file`, and the folder is flushed.
 *
 * A rename alone is not enough: ext4 and XFS write names to the disk before contents, which may follow half a minute
 * later.
 *
 * @param account the owner of the file; without it the file belongs to this process.
 */
export async function writeDurably(
  file: string,
  content: string | Uint8Array,
  { account, mode = 0o600 }: { account?: Account | undefined; mode?: number } = {},
): Promise<void> {
  const fresh = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  try {
    const handle = await open(fresh, 'wx', mode);
    try {
      await handle.writeFile(content);
      if (account) await handle.chown(account.uid, account.gid);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

/** Flushes the names in a folder. Windows has no such call, and some network file systems refuse it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!hasCode(error, 'EINVAL', 'EBADF', 'ENOTSUP', 'ENOSYS')) throw error;
  } finally {
    await handle.close();
  }
}

/** Flushes every folder above `target`, so that its path survives a power cut, whoever created it and when. */
export async function syncAncestors(target: string): Promise<void> {
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    await syncFolder(folder).catch((error: unknown) => {
      // A folder that this process may pass through but not read was not created by it.
      if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
    });
    if (path.dirname(folder) === folder) return;
  }
}

/** Flushes everything under `folder`: files, then the folders that name them, then `folder`. Links are skipped. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const found = path.join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(found);
    else if (entry.isFile()) {
      // Windows flushes only files opened for writing.
      const handle = await open(found, process.platform === 'win32' ? 'r+' : 'r');
      await handle.sync().finally(() => handle.close());
    }
  }
  await syncFolder(folder);
}

/**
 * Creates a folder and its missing parents, and flushes their names.
 *
 * @param mode of each folder that is created, whatever the umask is.
 */
export async function makeFolderDurably(folder: string, mode: number): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) {
    await chmod(made, mode);
    await syncFolder(path.dirname(made));
  }
}
