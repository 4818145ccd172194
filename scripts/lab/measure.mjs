import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ url: string, headers: Record<string, string>, connections: number, seconds: number, fresh?: boolean, pages?: number }} Load
 *   `fresh`: each request spells its query another way, so that none is answered from memory; `pages`: `{page}` in the
 *   address is one of so many, by chance
 * @typedef {{ count: number, rate: number, p50: number, p99: number, bytes: number, failed: number }} Round `rate` in requests a
 *   second, times in milliseconds, `bytes` of one answer's body
 */

/** Starts the process that sends load. @returns {{ run: (load: Load) => Promise<Round>, stop: () => void }} */
export function startHammer() {
  const child = fork(fileURLToPath(new URL('hammer.mjs', import.meta.url)));
  return {
    run: async (load) => {
      child.send(load);
      const [round] = await once(child, 'message');
      if (round.failed > 0) throw new Error(`${round.failed} requests to ${load.url} failed.`);
      return round;
    },
    stop: () => void child.kill(),
  };
}

/** @param {number[]} values @returns {number} */
export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] =
    sorted.length % 2 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1, middle + 1);
  return (low + high) / 2;
}

/**
 * Returns the same query in another spelling (%70 is a p), so that caches miss: as many as its lower-case letters have.
 *
 * @param {string} query
 * @param {number} n
 */
export function anotherWay(query, n) {
  let at = -1;
  return query.replaceAll(/%..|[a-z]/g, (found) => {
    if (found.length > 1) return found;
    at += 1;
    return at < 31 && (n >> at) & 1 ? `%${found.charCodeAt(0).toString(16)}` : found;
  });
}

/** Returns the bytes of all files below a folder. @param {string} folder @returns {Promise<number>} */
export async function folderSize(folder) {
  let size = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await stat(path.join(folder, name));
    if (found.isFile()) size += found.size;
  }
  return size;
}

/** Returns a description of the machine; the load average tells how much else ran. */
export function machine() {
  const cpus = os.cpus();
  const load = os.loadavg().map((value) => value.toFixed(1));
  return `${cpus.length} × ${cpus[0]?.model.trim() ?? 'CPU'}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.version}, load average ${load.join(' ')}`;
}

/**
 * Prints a table: first column left-aligned, figures right-aligned.
 *
 * @param {string[]} head
 * @param {string[][]} rows
 */
export function printTable(head, rows) {
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  for (const row of [head, widths.map((width) => '─'.repeat(width)), ...rows]) {
    console.log(
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    );
  }
}
