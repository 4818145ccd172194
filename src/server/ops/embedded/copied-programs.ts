import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { cp, lstat, readdir, readFile, readlink, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Binaries } from './binaries';
import { makeFolderDurably, syncFolder, syncTree, writeDurably } from './durable';
import type { EmbeddedLog } from './log';
import { hasCode, run } from './run';

const passThrough = 0o711;
const readableByAll = 0o644;
/** The record of a copy, beside `bin`, `lib` and `share`. It is written last, when everything else is flushed. */
const recordFile = 'copied.json';
const recordShape = z.object({ files: z.int(), bytes: z.int(), sha256: z.string() });

type Contents = z.infer<typeof recordShape>;

/**
 * Copies PostgreSQL's programs into `folder`, once for each version, or reuses an existing copy.
 *
 * A copy is valid only with its record: names, sizes and hashes of all files, written after everything else was
 * flushed. A copy that is incomplete, changed or damaged, or that has no record, is made
 * anew. The old one is moved aside before it is deleted, so servers that run from it keep their open files.
 */
export async function copyPrograms(found: Binaries, folder: string, log: EmbeddedLog): Promise<Binaries> {
  const copied: Binaries = { ...found, folder };
  const fault = await faultOf(found.folder, folder);
  if (fault === null) return copied;
  if (fault !== absent) log.warn(`PostgreSQL's programs in ${folder} are copied anew: ${fault}.`);
  await makeFolderDurably(path.dirname(folder), passThrough);
  const suffix = randomBytes(6).toString('hex');
  const fresh = `${folder}.${suffix}`;
  const aside = `${folder}.old-${suffix}`;
  try {
    await cp(found.folder, fresh, { recursive: true, verbatimSymlinks: true });
    const record = JSON.stringify(await contentsOf(fresh));
    const { status, output } = await run('chmod', ['-R', 'a+rX', fresh], undefined);
    if (status !== 0) throw new Error(`chmod ${fresh}: ${output}`);
    await syncTree(fresh);
    await writeDurably(path.join(fresh, recordFile), record, { mode: readableByAll });
    if (fault !== absent) await rename(folder, aside).catch(ignore('ENOENT'));
    // Another start may have finished first: its copy is used.
    await rename(fresh, folder).catch(ignore('ENOTEMPTY', 'EEXIST', 'EPERM'));
    await syncFolder(path.dirname(folder));
  } finally {
    for (const left of [fresh, aside]) await rm(left, { recursive: true, force: true });
  }
  return copied;
}

const absent = 'there is none';

/** Returns what is wrong with a copy, in words; null if it is complete. */
async function faultOf(source: string, copy: string): Promise<string | null> {
  let text: string;
  try {
    await lstat(copy);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return absent;
    throw error;
  }
  try {
    text = await readFile(path.join(copy, recordFile), 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return `the copy has no ${recordFile}`;
    throw error;
  }
  const record = recordShape.safeParse(parse(text));
  if (!record.success) return `its ${recordFile} is damaged`;
  const [there, wanted] = [await contentsOf(copy), await sizeOf(source)];
  if (there.files !== wanted.files || there.bytes !== wanted.bytes)
    return `it has ${there.files} files of ${there.bytes} bytes instead of ${wanted.files} of ${wanted.bytes}`;
  return there.sha256 === record.data.sha256 ? null : 'its files are not what was copied';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns names, sizes and hashes of all files below a folder, except its record. */
async function contentsOf(folder: string): Promise<Contents> {
  const hash = createHash('sha256');
  let [files, bytes] = [0, 0];
  for (const { name, size, link } of await listFiles(folder)) {
    hash.update(`${name}\0${size}\0${link ?? ''}\0`);
    if (link === null)
      for await (const block of createReadStream(path.join(folder, name))) hash.update(block);
    files += 1;
    bytes += size;
  }
  return { files, bytes, sha256: hash.digest('hex') };
}

async function sizeOf(folder: string): Promise<{ files: number; bytes: number }> {
  const found = await listFiles(folder);
  return { files: found.length, bytes: found.reduce((sum, { size }) => sum + size, 0) };
}

async function listFiles(folder: string): Promise<{ name: string; size: number; link: string | null }[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name !== recordFile).sort();
  const found = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const { size, ...kind } = await lstat(file).then((one) => ({
        size: one.size,
        isLink: one.isSymbolicLink(),
        isFile: one.isFile(),
      }));
      if (!kind.isLink && !kind.isFile) return [];
      return [{ name, size, link: kind.isLink ? await readlink(file) : null }];
    }),
  );
  return found.flat();
}

const ignore =
  (...codes: string[]) =>
  (error: unknown): void => {
    if (!hasCode(error, ...codes)) throw error;
  };
