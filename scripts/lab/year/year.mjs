import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { client } from '../api.mjs';
import { cpuSeconds } from '../cpu.mjs';
import { folderSize, machine, printTable } from '../measure.mjs';
import { startService } from '../service.mjs';
import { asksOf, compare, openDate } from './asks.mjs';
import { makeChain } from './chain.mjs';
import { sell } from './months.mjs';
import { asOwner, copyDatabase, databaseAt, sizesOf, upkeep } from './upkeep.mjs';

/**
 * Opens the writing of closed days as files, as the service does some minutes after the close: `writeAll` writes what
 * waits now and returns the number of dates.
 *
 * @param {import('../service.mjs').Service} service
 * @param {string} archiveDir
 * @returns {Promise<{ writeAll: () => Promise<number>, close: () => Promise<void> }>}
 */
async function openArchive({ databaseUrl, load }, archiveDir) {
  const { openArchiver } = await load('/src/days/parquet/archiver.server.ts');
  const { openDatabase } = await load('/src/server/db/db.ts');
  const db = openDatabase(databaseUrl, console, 2, 0);
  const archiver = openArchiver({ db, root: archiveDir, log: console, settled: 0, every: null });
  return {
    writeAll: archiver.writeAll,
    close: () => db.destroy(),
  };
}

// A year of a chain of 50 stores, through the interface. The database after the first month is copied and kept, so that the
// same requests are sent to the first month and to the whole year in turns, on one PostgreSQL, in one run.
const { values } = parseArgs({
  allowNegative: true,
  options: {
    scale: { type: 'string', default: '0.1' },
    months: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '60' },
    // Folder of the database and the archive; they stay there, and a later run measures them again.
    data: { type: 'string' },
    // Part of the names of the requests to send.
    only: { type: 'string', default: '' },
    // Without: no backup, restore and verification.
    upkeep: { type: 'boolean', default: true },
  },
});
const months = Number(values.months);
const monthStart = (/** @type {number} */ n) => new Date(Date.UTC(2025, n, 1)).toISOString().slice(0, 10);
const folder = path.resolve(values.data ?? path.join('.cache', `year-${process.pid}`));
const archiveDir = path.join(folder, 'archive');
const chainFile = path.join(folder, 'chain.json');
const archiveOfMonth = path.join(folder, 'archive-first-month');
await mkdir(archiveDir, { recursive: true });

const service = await startService({
  archiveDir,
  ...(values.data && { dataDir: path.join(folder, 'data') }),
});
try {
  const send = client(service.url, await keyFor(service.databaseUrl));
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  const { chain, receipts } = (await filledBefore(send)) ?? (await fill(send, seconds));
  const firstMonth = databaseAt(service.databaseUrl, 'first_month');
  await asOwner(service.databaseUrl, 'vacuum analyze');

  const sizes = await sizesOf(service.databaseUrl);
  const sizesBefore = new Map((await sizesOf(firstMonth)).map((one) => [one.name, one]));
  const mega = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);
  console.log(`\n${receipts} receipts`);
  printTable(
    ['table', 'rows', 'table, MB', 'indexes, MB', 'after a month, MB'],
    sizes.slice(0, 16).map(({ name, rows, table, indexes }) => {
      const before = sizesBefore.get(name);
      return [
        name,
        rows.toFixed(0),
        mega(table),
        mega(indexes),
        mega((before?.table ?? 0) + (before?.indexes ?? 0)),
      ];
    }),
  );
  console.log(
    `the archive has ${mega(await folderSize(archiveDir))} MB, after a month ${mega(await folderSize(archiveOfMonth))}`,
  );

  await ask();
  if (values.upkeep) await upkeep(service.databaseUrl, archiveDir);
  console.log(`${machine()}; ${seconds()} s in all`);

  /** Sends the same requests to the first month and to the year. */
  async function ask() {
    const address = await service.another({ databaseUrl: firstMonth, archiveDir: archiveOfMonth });
    const other = client(address, await keyFor(firstMonth));
    const side = (/** @type {typeof send} */ to, /** @type {number | undefined} */ pid) => ({
      send: to,
      cpu: () => cpuSeconds(pid, service.postmaster),
    });
    const open = monthStart(months);
    for (const one of [send, other]) await openDate(chain, one, open);
    const table = await compare(
      asksOf(chain, '2025-01', open).filter(({ name }) => name.includes(values.only)),
      [side(other, service.pidOf(address)), side(send, service.pid)],
      Number(values.rounds),
    );
    console.log(`\nRequests after the first month and after ${months}, ${values.rounds} each in turns`);
    printTable(['', 'month, ms', 'p95', 'year, ms', 'p95', 'ratio', 'CPU ms', 'CPU ms', 'ratio'], table);
    console.log(machine());
  }
} finally {
  await service.stop();
  if (!values.data) await rm(folder, { recursive: true, force: true });
}

/**
 * Makes the chain and sells the year; keeps the database of the first month.
 *
 * @param {ReturnType<typeof client>} send
 * @param {() => number} seconds
 */
async function fill(send, seconds) {
  const chain = await makeChain(send, Number(values.scale));
  console.log(`${chain.articles.length} products, ${chain.stores.length} stores in ${seconds()} s`);
  let receipts = 0;
  for (let n = 0; n < months; n += 1) {
    const started = performance.now();
    const sold = await sell(chain, monthStart(n), monthStart(n + 1));
    receipts += sold;
    console.log(
      `${monthStart(n).slice(0, 7)}: ${sold} receipts at ${(sold / ((performance.now() - started) / 1000)).toFixed(0)} a second, ${seconds()} s in all; ${machine()}`,
    );
    if (n > 0) continue;
    await archiveAll();
    await asOwner(databaseAt(service.databaseUrl, 'postgres'), 'drop database if exists first_month');
    await copyDatabase(service.databaseUrl, 'first_month');
    await cp(archiveDir, archiveOfMonth, { recursive: true });
  }
  await archiveAll();
  const { stores, articles, perDay } = chain;
  await writeFile(chainFile, JSON.stringify({ stores, articles, perDay, receipts }));
  return { chain, receipts };
}

/** Returns the chain that an earlier run has filled the folder with, or null. @param {ReturnType<typeof client>} send */
async function filledBefore(send) {
  const text = await readFile(chainFile, 'utf8').catch(() => null);
  if (text === null) return null;
  const { receipts, ...chain } = JSON.parse(text);
  return { chain: { send, ...chain }, receipts };
}

/** Writes all closed days to the archive now, which the service does some minutes later. */
async function archiveAll() {
  const archive = await openArchive(service, archiveDir);
  const from = performance.now();
  for (;;) {
    const days = await archive.writeAll();
    const [left] = await asOwner(
      service.databaseUrl,
      'select count(*)::int as days from archive_queue where left_out is null',
    );
    if (left.days === 0) break;
    // The service itself is at work on them.
    if (days === 0) await wait(1000);
  }
  console.log(`all days are in the archive, after ${((performance.now() - from) / 1000).toFixed(1)} s`);
  await archive.close();
}

/** Makes an administrator's key of the chain, which an earlier run may have made. @param {string} url */
async function keyFor(url) {
  const { openDatabase } = await service.load('/src/server/db/db.ts');
  const { createKey, serviceCaller } = await service.load('/src/server/ops/companies.ts');
  const [{ id }] = await asOwner(url, 'select id from company where parent_id is null');
  const db = openDatabase(url, console, 2);
  const key = await createKey(db, serviceCaller([id]), 'bench', 'admin');
  await db.destroy();
  return key;
}
