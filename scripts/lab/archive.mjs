/**
 * Opens the writing of closed days to an archive, as the service does some minutes after the close: `writeAll` writes what
 * waits now and returns the number of days.
 *
 * @param {import('./service.mjs').Service} service
 * @param {string} archiveDir
 * @returns {Promise<{ writeAll: () => Promise<number>, close: () => Promise<void> }>}
 */
export async function openArchive({ databaseUrl, load }, archiveDir) {
  const { openColumnStore } = await load('/src/core/server/archive/column-store.ts');
  const { openArchiver } = await load('/src/resources/sales/history/archiver.server.ts');
  const { openDatabase } = await load('/src/core/server/db/db.ts');
  const db = openDatabase(databaseUrl, console, 2, 0);
  const store = openColumnStore(archiveDir, console);
  const archiver = openArchiver({ db, store, log: console, settled: 0, every: null });
  return {
    writeAll: archiver.writeAll,
    close: async () => {
      await store.close();
      await db.destroy();
    },
  };
}
