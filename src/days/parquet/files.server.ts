import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { partNames, type Part } from './columns';

/** A file of the archive as the database knows it. */
export interface KeptFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** Files are read by the account of the service alone, as backups are: they hold every receipt. */
const ownerOnly = { folder: 0o700, file: 0o600 } as const;

/** Whose files, and of which date, `2026-03-01`. */
export interface FilesOf {
  readonly tenantId: string;
  readonly companyId: string;
  readonly date: string;
}

/** Returns the file of a part of a company's days of one date, below the folder of the archive. */
export const fileOf = ({ tenantId, companyId, date }: FilesOf, part: Part): string =>
  path.join(
    `tenant=${tenantId}`,
    `company=${companyId}`,
    `month=${date.slice(0, 7)}`,
    `${part}-${date}.parquet`,
  );

/** Writes a file: it is there with all of its bytes, or as before, also after a power cut. */
export async function writeWhole(root: string, name: string, bytes: Uint8Array): Promise<KeptFile> {
  const to = path.join(root, name);
  const from = `${to}.writing`;
  await mkdir(path.dirname(to), { recursive: true, mode: ownerOnly.folder });
  await rm(from, { force: true });
  const file = await open(from, 'wx', ownerOnly.file);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(from, to);
  const folder = await open(path.dirname(to), 'r');
  await folder.sync().finally(() => folder.close());
  return { sha256: hashOf(bytes), bytes: bytes.length };
}

/** Removes the files of a date. */
export async function removeFiles(root: string, of: FilesOf): Promise<void> {
  for (const part of partNames) await rm(path.join(root, fileOf(of, part)), { force: true });
}

/** Returns the hash of a file; null if it is missing or cannot be read. */
export const hashOfFile = (root: string, name: string): Promise<string | null> =>
  readFile(path.join(root, name)).then(hashOf, () => null);

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
