import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { asker, must, together } from './ask.mjs';
import {
  baseOf,
  copyAtOnce,
  makeDisk,
  missingForImages,
  mountDisk,
  removeFolder,
  unmountAll,
  unmountDisk,
} from './disk-images.mjs';
import { addressOf } from './postgres.mjs';
import { credentialsFor, serve, verifyBeside } from './serve.mjs';

/**
 * What a power cut loses. `submitted`: what the file system has written to the disk is kept, its page cache is lost.
 * `flushed`: the disk has a volatile cache as well; writes that were not flushed may be lost, in any order. The disk
 * is then itself a file in a file system, whose disk is copied.
 *
 * @typedef {'submitted' | 'flushed'} Depth
 * @typedef {import('./disk-images.mjs').FileSystem} FileSystem
 * @typedef {Map<string, { version: number, name: string }>} Acknowledged by id
 * @typedef {{ file: string, seconds: number, acknowledged: Acknowledged }} Image `acknowledged`: what had been answered before the copy began
 */

const dense = [0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3, 3.5, 4, 4.5, 5];
const moments = [...dense, 6, 7, 8, 10, 12, 15, 18, 22, 26, 30, 36, 45, 60];
/** With `fsync=off`, and with a volatile disk cache: once there is something to lose. */
const later = [5, 8, 10, 12, 15, 18, 22, 26, 30, 40];
const runs = 3;
/** The running services. @type {Set<{ pid: number, ended: Promise<unknown> }>} */
const services = new Set();
const writers = 4;
const pauseMs = 20;
const megabytes = 1500;

/**
 * Proves what survives power cuts in the first minute of a new database (docs/threats.md#16, docs/threats.md#25): the
 * disk is copied atomically while writers write, and a service is started on each copy. It must start, everything
 * acknowledged before the copy must exist with its event, and `verify` must find nothing. With `isUnsafe` PostgreSQL
 * runs with `fsync=off`, and the same must find losses.
 *
 * @param {{ systems: readonly FileSystem[], isUnsafe: boolean, say: (line: string) => void }} parts
 * @returns {Promise<string[]>}
 */
export async function provePowercut({ systems, isUnsafe, say }) {
  const missing = await missingForImages(systems);
  must(missing.length === 0, () => `This proof needs ${missing.join(', ')}.`);
  /** @type {string[]} */
  const lines = [];
  for (const system of systems) {
    if (isUnsafe) lines.push(await tryDisk({ system, depth: 'submitted', isUnsafe, rounds: [later], say }));
    else {
      const rounds = Array.from({ length: runs }, (_, n) => moments.filter((_moment, at) => at % runs === n));
      lines.push(await tryDisk({ system, depth: 'submitted', isUnsafe, rounds, say }));
      lines.push(await tryDisk({ system, depth: 'flushed', isUnsafe, rounds: [later], say }));
    }
  }
  return lines;
}

/**
 * @param {{ system: FileSystem, depth: Depth, isUnsafe: boolean, rounds: readonly (readonly number[])[], say: (line: string) => void }} parts
 */
async function tryDisk({ system, depth, isUnsafe, rounds, say }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-powercut-'));
  await chmod(folder, 0o711);
  const at = (/** @type {string} */ name) => path.join(folder, name);
  const abort = async () => {
    for (const { pid } of services) process.kill(pid, 'SIGTERM');
    await Promise.allSettled([...services].map(({ ended }) => ended));
    unmountAll();
    await removeFolder(folder);
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, abort);
  /** @type {string[]} */
  const faults = [];
  let [images, acknowledged, started] = [0, 0, 0];
  try {
    const base = await baseOf([system]);
    await makeDisk(at('outer.img'), at('outer'), { type: base, megabytes: megabytes * 12 });
    for (const round of rounds) {
      const taken = await fill({ folder, base, system, depth, isUnsafe, round });
      for (const image of taken) {
        const fault = await checkCopy(folder, depth, image).catch((error) => String(error?.message ?? error));
        images += 1;
        acknowledged += image.acknowledged.size;
        if (fault === null) started += 1;
        else faults.push(`${image.seconds} s, ${image.acknowledged.size} acknowledged: ${fault}`);
        const found = fault === null ? 'whole' : `LOST: ${fault.trim().slice(0, 600)}`;
        say(
          `${system}, ${depth}, ${image.seconds} s, ${image.acknowledged.size} records acknowledged: ${found}`,
        );
      }
    }
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, abort);
    unmountAll();
    await removeFolder(folder);
  }
  const what = `${system}, a disk that keeps what was ${depth}: ${images} images of ${rounds.length} new databases`;
  if (isUnsafe) {
    // A database that does not start is a loss as well, but may have another cause; missing records cannot.
    const lost = faults.filter((fault) => / acknowledged: \d+ lost: /.test(fault));
    must(lost.length > 0, () => `${what}, fsync=off: no loss was found, so this proof proves nothing`);
    return `${what}, fsync=off: acknowledged records are gone in ${lost.length} of them, ${faults.length - lost.length} more do not start: the proof finds what is lost`;
  }
  must(faults.length === 0, () => `${what}, ${faults.length} not whole:\n${faults.join('\n')}`);
  return `${what}: ${started} started, ${acknowledged} acknowledged records looked for, 0 lost, each with its event; verify found nothing`;
}

/**
 * Starts a service on a new disk, writes, and copies the disk at each moment.
 *
 * @param {{ folder: string, base: FileSystem, system: FileSystem, depth: Depth, isUnsafe: boolean, round: readonly number[] }} parts
 * @returns {Promise<Image[]>}
 */
async function fill({ folder, base, system, depth, isUnsafe, round }) {
  const outer = path.join(folder, 'outer');
  const name = `${system}-${round[0]}`;
  // The disk with a volatile cache is a file in a file system of its own, whose disk is copied.
  const holder = depth === 'flushed' ? path.join(folder, 'holder') : null;
  const disk = path.join(outer, `${name}.img`);
  if (holder) await makeDisk(disk, holder, { type: base, megabytes: megabytes + 500 });
  const inner = path.join(folder, 'inner');
  await makeDisk(holder ? path.join(holder, 'inner.img') : disk, inner, { type: system, megabytes });
  if (holder) await syncFile(path.join(holder, 'inner.img'));
  const { key, env } = credentialsFor(path.join(inner, 'data'), 'powercut');
  /** @type {Acknowledged} */
  const acknowledged = new Map();
  /** @type {Image[]} */
  const images = [];
  const work = { goesOn: true };
  const began = performance.now();
  const starting = serve(env);
  // Awaited below, after the first images.
  starting.catch(() => undefined);
  const writing = starting.then(async (service) => {
    const { address } = service;
    services.add(service);
    void service.ended.then(() => services.delete(service));
    if (isUnsafe) await disableFsync(path.join(inner, 'data'));
    await write(asker(fetch, address, key), acknowledged, work);
  });
  writing.catch(() => undefined);
  try {
    for (const seconds of round) {
      await wait(Math.max(0, began + seconds * 1000 - performance.now()));
      const file = path.join(base === 'xfs' ? outer : folder, `${name}-at-${seconds}.img`);
      const answered = new Map(acknowledged);
      await copyAtOnce(disk, file, base);
      images.push({ file, seconds, acknowledged: answered });
    }
    const service = await starting;
    // The data must be on the copied disk and nowhere else.
    must(await postmasterIn(path.join(inner, 'data')), () => `PostgreSQL does not run in ${inner}`);
    work.goesOn = false;
    await writing;
    process.kill(service.pid, 'SIGTERM');
    await service.ended;
  } catch (error) {
    work.goesOn = false;
    await starting.then(({ pid, ended }) => end(pid, ended)).catch(() => undefined);
    throw error;
  }
  await unmountDisk(inner);
  if (holder) await unmountDisk(holder);
  await removeFolder(disk);
  must(acknowledged.size > 0, () => 'Nothing was acknowledged');
  return images;
}

/** @param {number} pid @param {Promise<unknown>} ended */
async function end(pid, ended) {
  process.kill(pid, 'SIGTERM');
  await ended;
}

/** @param {string} file */
async function syncFile(file) {
  const { open } = await import('node:fs/promises');
  const handle = await open(file, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Each writer alternates between creating a record and changing one of its own.
 *
 * @param {import('./ask.mjs').Ask} ask @param {Acknowledged} acknowledged @param {{ goesOn: boolean }} work
 */
const write = (ask, acknowledged, work) =>
  together(writers, async (n) => {
    const own = crypto.randomUUID();
    for (let turn = 0; work.goesOn; turn += 1) {
      const name = `Writer ${n}, turn ${turn}`;
      const json = [
        { id: own, name },
        { id: crypto.randomUUID(), name },
      ];
      const answer = await ask('POST', '/api/secure/customer', { json });
      must(answer.status === 200, () => `${answer.status}: ${answer.text}`);
      for (const { id, version, name: stored } of answer.json)
        acknowledged.set(id, { version, name: stored });
      await wait(pauseMs);
    }
  });

/**
 * Starts a service on a copy; returns what is wrong, or null.
 *
 * @param {string} folder @param {Depth} depth @param {Image} image
 * @returns {Promise<string | null>}
 */
async function checkCopy(folder, depth, { file, acknowledged }) {
  const holder = path.join(folder, 'holder');
  const inner = path.join(folder, 'after');
  if (depth === 'flushed') await mountDisk(file, holder);
  try {
    await mountDisk(depth === 'flushed' ? path.join(holder, 'inner.img') : file, inner);
    try {
      return await findLosses(path.join(inner, 'data'), acknowledged);
    } finally {
      await unmountDisk(inner);
    }
  } finally {
    if (depth === 'flushed') await unmountDisk(holder);
    await removeFolder(file);
  }
}

/** @param {string} dataDir @param {Acknowledged} acknowledged */
async function findLosses(dataDir, acknowledged) {
  const { key, env } = credentialsFor(dataDir, 'powercut');
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let service;
  try {
    service = await serve(env);
    services.add(service);
    void service.ended.then(() => services.delete(service));
  } catch (error) {
    await killPostmaster(dataDir);
    return String(error);
  }
  try {
    must(await postmasterIn(dataDir), () => `PostgreSQL does not run in ${dataDir}`);
    const entered = await asker(fetch, service.address, key)('GET', '/api/secure/me');
    if (entered.status !== 200) return `the key is answered with ${entered.status}`;
    const lost = await lostOf(dataDir, acknowledged);
    if (lost.length > 0) return `${lost.length} lost: ${lost.slice(0, 3).join('; ')}`;
    const verified = verifyBeside(env);
    return /nothing is wrong/.test(verified) ? null : verified;
  } finally {
    process.kill(service.pid, 'SIGTERM');
    await service.ended;
  }
}

/**
 * Returns the acknowledged records that are missing, different, or without an event.
 *
 * @param {string} dataDir
 * @param {Acknowledged} acknowledged
 */
async function lostOf(dataDir, acknowledged) {
  const client = new Client({ connectionString: await addressIn(dataDir) });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select c.id, c.version, c.name, (select max((e.after->>'version')::int) from event e
        where e.tenant_id = c.tenant_id and e.entity = 'customer' and e.entity_id = c.id) as told from customer c`,
    );
    const stored = new Map(rows.map((row) => [row.id, row]));
    return [...acknowledged].flatMap(([id, { version, name }]) => {
      const row = stored.get(id);
      if (!row) return [`${id} is gone`];
      // Requests that were pending at the time of the copy may be stored or not.
      if (row.version < version || (row.version === version && row.name !== name))
        return [`${id} was acknowledged as ${version} and is ${row.version}`];
      return row.told === row.version ? [] : [`${id}, version ${row.version}, has no event`];
    });
  } finally {
    await client.end();
  }
}

/** @param {string} dataDir */
async function disableFsync(dataDir) {
  const client = new Client({ connectionString: await addressIn(dataDir) });
  await client.connect();
  try {
    await client.query('alter system set fsync = off');
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}

/** @param {string} dataDir */
const addressIn = (dataDir) => addressOf(path.join(dataDir, 'postgres'));

/** Returns the process of the server that runs there, if any. @param {string} dataDir */
async function postmasterIn(dataDir) {
  const text = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes(dataDir) ? pid : null;
}

/**
 * Stops a server that a failed start left behind, which would prevent unmounting the disk.
 *
 * @param {string} dataDir
 */
async function killPostmaster(dataDir) {
  const pid = await postmasterIn(dataDir);
  if (pid === null) return;
  process.kill(pid, 'SIGQUIT');
  for (let waited = 0; waited < 10_000 && (await postmasterIn(dataDir)); waited += 100) await wait(100);
  throw new Error(`A start that failed left PostgreSQL running (process ${pid})`);
}
