/**
 * Opens the writing of closed days as files, as the service does some minutes after the close: `writeAll` writes what
 * waits now and returns the number of dates.
 *
 * @param {import('./service.mjs').Service} service
 * @param {string} archiveDir
 * @returns {Promise<{ writeAll: () => Promise<number>, close: () => Promise<void> }>}
 */
export async function openArchive({ databaseUrl, load }, archiveDir) {
  const { openArchiver } = await load('/src/days/parquet/archiver.server.ts');
  const { openDatabase } = await load('/src/server/db/db.ts');
  const db = openDatabase(databaseUrl, console, 2, 0);
  const archiver = openArchiver({ db, root: archiveDir, log: console, settled: 0, every: null });
  return {
    writeAll: archiver.writeAll,
    close: () => db.destroy(),
  };
}
