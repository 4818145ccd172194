import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** A file of the archive as the database knows it. */
export interface KeptFile {
  readonly sha256: string;
  readonly bytes: number;
  readonly rows: number;
}

/** Returns the folder of a company: what a caller of it may read of the archive. */
export const companyFolder = (
  root: string,
  { tenantId, companyId }: { tenantId: string; companyId: string },
) => path.join(root, `tenant=${tenantId}`, `company=${companyId}`);

/** Archives are read by the account of the service alone, as backups are: they hold every receipt. */
const ownerOnly = { folder: 0o700, file: 0o600 } as const;

/**
 * Takes folders and files of an archive from everybody but the account of the service: those of an older version, or of
 * a copy. What belongs to another account is left as it is.
 */
export async function closeToOthers(root: string): Promise<void> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(() => []);
  const quietly = (name: string, mode: number) => chmod(name, mode).catch(() => undefined);
  await quietly(root, ownerOnly.folder);
  for (const entry of entries) {
    const name = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await quietly(name, ownerOnly.folder);
    else if (entry.isFile()) await quietly(name, ownerOnly.file);
  }
}

/** Returns the folder of a month, `2026-03`, and makes it. */
export async function monthFolder(folder: string, month: string): Promise<string> {
  const made = path.join(folder, `month=${month}`);
  await mkdir(made, { recursive: true, mode: ownerOnly.folder });
  return made;
}

/** The beginning of the name of a file that is being written. */
export const unfinished = '.writing-';

/** Removes what a process left behind that ended while it wrote. Nobody else may be writing there. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(unfinished)) await rm(path.join(folder, name), { force: true });
  }
}

/** Gives a written file its name: it is there with all of its bytes, or not at all, also after a power cut. */
export async function keepFile(from: string, to: string, rows: number): Promise<KeptFile> {
  const kept = { sha256: await hashOfFile(from), bytes: (await stat(from)).size, rows };
  await chmod(from, ownerOnly.file);
  await sync(from);
  await rename(from, to);
  await sync(path.dirname(to));
  return kept;
}

async function sync(name: string): Promise<void> {
  const handle = await open(name, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the SHA-256 of a file, in hexadecimal digits. */
export async function hashOfFile(name: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(name)) hash.update(piece);
  return hash.digest('hex');
}
