import { chown, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Account, hasCode } from './run';

const largestBytes = 5_000_000;
const checkEveryMs = 5000;

/** Returns the path of PostgreSQL's own log; what was written before the last rotation is in `server.log.1`. */
export const serverLog = (cluster: string): string => path.join(cluster, 'server.log');

/**
 * Empties the embedded server's log if it exceeds `largest` bytes; its last part is kept beside it, in one file of at
 * most that size. The server appends to the same file, so it need not be told.
 *
 * @returns whether it was too large.
 */
export async function rotateServerLog(
  file: string,
  account: Account | undefined,
  largest = largestBytes,
): Promise<boolean> {
  let size: number;
  try {
    ({ size } = await stat(file));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
  if (size <= largest) return false;
  const log = await open(file, 'r+');
  try {
    const tail = Buffer.alloc(largest);
    const { bytesRead } = await log.read(tail, 0, largest, size - largest);
    try {
      await writeTail(`${file}.1`, tail.subarray(0, bytesRead), account);
    } finally {
      // Also without space for the copy: a log must not fill the disk.
      await log.truncate(0);
    }
  } finally {
    await log.close();
  }
  return true;
}

async function writeTail(file: string, content: Uint8Array, account: Account | undefined): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(content);
  } finally {
    await handle.close();
  }
  if (account) await chown(file, account.uid, account.gid);
}

/**
 * Limits the log's size while the service runs.
 *
 * @returns a function that ends it, after a rotation that is under way.
 */
export function boundServerLog(
  file: string,
  account: Account | undefined,
  { largest = largestBytes, every = checkEveryMs } = {},
): () => Promise<void> {
  let rotation: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    rotation ??= rotateServerLog(file, account, largest)
      // The disk may be full, or the folder gone: the next interval retries.
      .catch(() => undefined)
      .finally(() => {
        rotation = null;
      });
  }, every);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await rotation;
  };
}
