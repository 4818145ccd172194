import { readdir, readFile } from 'node:fs/promises';

const ticksASecond = 100;

/**
 * Returns the CPU seconds that a process with its children and PostgreSQL's backends have used so far, which on a shared
 * machine says more than elapsed time. `NaN` without `/proc`.
 *
 * @param {number | undefined} pid of the service or the handler
 * @param {number} postmaster
 * @returns {Promise<number>}
 */
export async function cpuSeconds(pid, postmaster) {
  let ticks = 0;
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The command's name, in brackets, may contain blanks; after it follow state, parent, …, and the times as 12th
    // and 13th, those of children that have ended as 14th and 15th.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (Number(name) === pid || [pid, postmaster].includes(Number(fields[1])))
      ticks += Number(fields[11]) + Number(fields[12]);
    // Backends that have ended.
    if (Number(name) === postmaster) ticks += Number(fields[13]) + Number(fields[14]);
  }
  return ticks > 0 ? ticks / ticksASecond : Number.NaN;
}
