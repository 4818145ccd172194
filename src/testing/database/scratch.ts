import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
/** What the databases of a run need at most, several times over. */
const roomBytes = 4 * 1024 ** 3;

/**
 * Returns the folder for databases that are deleted with the run: in memory where that has room, else on the disk. A
 * database is a thousand files, and ext4 looks through those that were deleted lately for each that is created.
 */
export async function scratchFolder(): Promise<string> {
  const room = await statfs(memory).catch(() => null);
  return room && room.bavail * room.bsize > roomBytes ? memory : tmpdir();
}
