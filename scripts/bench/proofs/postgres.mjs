import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { must } from './ask.mjs';

/** Returns PostgreSQL's first process and its children: all that a power cut would end. @param {string} folder */
export async function postgresUnder(folder) {
  const names = await readdir(folder, { recursive: true });
  const file = names.find((name) => path.basename(name) === 'postmaster.pid');
  must(file, () => 'No PostgreSQL runs there');
  const first = Number.parseInt(await readFile(path.join(folder, file), 'utf8'), 10);
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = list
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, parent]) => (parent === first && pid ? [pid] : []));
  return [first, ...children];
}
