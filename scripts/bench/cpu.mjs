import { readdir, readFile } from 'node:fs/promises';

const ticksASecond = 100;

/**
 * The processor seconds that a process and PostgreSQL's backends have used so far: on a machine where others work
 * too it says more than the clock. `NaN` where there is no `/proc`.
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
    // The command's name, in brackets, may hold blanks; after it: state, parent, …, the 12th and 13th are times.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (Number(name) === pid || Number(fields[1]) === postmaster)
      ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks > 0 ? ticks / ticksASecond : Number.NaN;
}
