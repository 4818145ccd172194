import { execFile, execFileSync } from 'node:child_process';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

/**
 * @typedef {'ext4' | 'xfs'} FileSystem
 * @typedef {{ file: string, mount: string }} Disk an image file and where it is mounted
 */

/** The file systems that the proof runs on. @type {readonly FileSystem[]} */
export const fileSystems = ['ext4', 'xfs'];

/** @param {string} program @param {readonly string[]} args */
export async function run(program, args) {
  try {
    return (await runFile(program, args)).stdout;
  } catch (error) {
    const { stderr = '' } = /** @type {{ stderr?: string }} */ (error);
    throw new Error(`${program} ${args.join(' ')}: ${stderr.trim() || String(error)}`, { cause: error });
  }
}

const has = (/** @type {string} */ file) =>
  stat(file).then(
    () => true,
    () => false,
  );

/** @param {string} name of a program */
async function isInstalled(name) {
  const folders = ['/usr/sbin', '/usr/bin', '/sbin', '/bin', ...(process.env['PATH'] ?? '').split(':')];
  return (await Promise.all(folders.map((folder) => has(path.join(folder, name))))).includes(true);
}

/**
 * Returns the file system in which the images lie: XFS, which copies a file at once, or where its tools are missing one of those
 * under test, which is frozen for a copy.
 *
 * @param {readonly FileSystem[]} systems @returns {Promise<FileSystem>}
 */
export const baseOf = async ([system = 'ext4']) => ((await isInstalled('mkfs.xfs')) ? 'xfs' : system);

/**
 * Returns what this machine lacks to create and mount file systems in files; empty if nothing is missing.
 *
 * @param {readonly FileSystem[]} systems
 * @returns {Promise<string[]>}
 */
export async function missingForImages(systems) {
  if (process.platform !== 'linux') return ['Linux'];
  const missing = process.getuid?.() === 0 ? [] : ['the rights of root'];
  if (!(await has('/dev/loop-control'))) missing.push('loop devices (/dev/loop-control)');
  const copying = (await baseOf(systems)) === 'xfs' ? [] : ['fsfreeze'];
  for (const name of ['mount', 'umount', 'cp', ...copying, ...systems.map((one) => `mkfs.${one}`)])
    if (!(await isInstalled(name))) missing.push(name);
  return missing;
}

/** The active mounts of this process, in their order. @type {string[]} */
const mounted = [];

/**
 * Creates a file system in a file and mounts it. Everybody may traverse its root, because a process run by root
 * starts PostgreSQL as another user.
 *
 * @param {string} file @param {string} folder to mount it on @param {{ type: FileSystem, megabytes: number }} kind
 * @returns {Promise<Disk>}
 */
export async function makeDisk(file, folder, { type, megabytes }) {
  await run('truncate', ['-s', `${megabytes}M`, file]);
  await run(`mkfs.${type}`, type === 'xfs' ? ['-q', '-m', 'reflink=1', file] : ['-q', '-F', file]);
  const disk = await mountDisk(file, folder);
  await run('chmod', ['0711', folder]);
  // File modes are not under test.
  await run('sync', ['-f', folder]);
  return disk;
}

/**
 * Mounts the file system in a file, replaying its journal as after a power cut.
 *
 * @param {string} file
 * @param {string} folder
 * @returns {Promise<Disk>}
 */
export async function mountDisk(file, folder) {
  await mkdir(folder, { recursive: true });
  const type = (await run('blkid', ['-p', '-o', 'value', '-s', 'TYPE', file])).trim();
  // A copy has the UUID of its original, beside which XFS would not mount it.
  await run('mount', ['-o', type === 'xfs' ? 'loop,nouuid' : 'loop', file, folder]);
  mounted.push(folder);
  return { file, mount: folder };
}

/** Unmounts a file system; its loop device is removed with it. @param {string} folder */
export async function unmountDisk(folder) {
  await run('umount', [folder]);
  const at = mounted.lastIndexOf(folder);
  if (at >= 0) mounted.splice(at, 1);
}

/**
 * Copies an image atomically: no write reaches it meanwhile. The copy has what the file system in it had written to its disk; what
 * was only in memory is missing, as after a power cut. On XFS the copy takes a moment (FICLONE holds the file's lock); another file system is
 * frozen meanwhile, and the copy has to lie outside of it.
 *
 * @param {string} from @param {string} to @param {FileSystem} base the file system of `from`
 */
export async function copyAtOnce(from, to, base) {
  if (base === 'xfs') return run('cp', ['--reflink=always', from, to]);
  const folder = path.dirname(from);
  await run('fsfreeze', ['--freeze', folder]);
  try {
    return await run('cp', ['--sparse=always', from, to]);
  } finally {
    await run('fsfreeze', ['--unfreeze', folder]);
  }
}

/** Unmounts everything that this process has mounted, the last one first, also when it is terminated. */
export function unmountAll() {
  for (const folder of mounted.splice(0).toReversed()) {
    try {
      execFileSync('umount', [folder], { stdio: 'ignore' });
    } catch {
      // Still in use: unmounted when the last user ends.
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
    }
  }
}

/** @param {string} folder */
export const removeFolder = (folder) => rm(folder, { recursive: true, force: true });
