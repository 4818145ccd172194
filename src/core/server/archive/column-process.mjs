// The process in which DuckDB runs: a fault in it ends no service. Its parent (column-store.ts) starts it with the file of
// DuckDB's module, and sends it one message for each thing to do. A session sees one folder, no network, and nothing else.
import process from 'node:process';
import { serialize } from 'node:v8';

// What DuckDB writes, spilled rows too, is for this account alone.
process.umask(0o077);

const { DuckDBInstance } = await import(process.env['TILLHOUSE_DUCKDB'] ?? '');

/** @type {Map<number, import('@duckdb/node-api').DuckDBInstance>} */
const sessions = new Map();

/** @param {string} value */
const quoted = (value) => `'${value.replaceAll("'", "''")}'`;

/** @param {{ session: number, folder: string, memory: string, threads: number }} wanted */
async function open({ session, folder, memory, threads }) {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(threads),
    memory_limit: memory,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  });
  const connection = await instance.connect();
  try {
    for (const setting of [
      `allowed_directories = [${quoted(`${folder}/`)}]`,
      `temp_directory = ${quoted(`${folder}/.spill`)}`,
      'parquet_metadata_cache = true',
      `timezone = 'UTC'`,
      'enable_external_access = false',
      'lock_configuration = true',
    ])
      await connection.run(`set ${setting}`);
  } finally {
    connection.closeSync();
  }
  sessions.set(session, instance);
}

/** @param {{ session: number, statements: readonly { sql: string, values?: readonly string[] }[] }} wanted */
async function run({ session, statements }) {
  const instance = sessions.get(session);
  if (!instance) throw new Error('There is no such session');
  const connection = await instance.connect();
  try {
    /** @type {unknown[]} */
    let rows = [];
    for (const { sql, values } of statements) {
      const reader = await connection.runAndReadAll(sql, values === undefined ? undefined : [...values]);
      rows = reader.getRowObjectsJson();
    }
    return rows;
  } finally {
    connection.closeSync();
  }
}

/** @param {{ session: number }} wanted */
function close({ session }) {
  sessions.get(session)?.closeSync();
  sessions.delete(session);
}

const work = { open, run, close };

/** Bytes that one message reads at once. */
const atOnce = 65_536;

/**
 * Sends rows in pieces: Node copies what it has of a message with each 64 KB more that it reads, so that 4 MB in one message
 * take as long as their sums.
 *
 * @param {number} id
 * @param {readonly unknown[]} rows
 */
function sendRows(id, rows) {
  const bytes = serialize(rows);
  for (let at = 0; at < bytes.length; at += atOnce)
    process.send?.({ id, piece: bytes.subarray(at, at + atOnce), isLast: at + atOnce >= bytes.length });
}

process.on('message', (/** @type {{ id: number, what: 'open' | 'run' | 'close' }} */ message) => {
  const { id, what } = message;
  // The message has what its work asks for: both files are written together.
  Promise.resolve(work[what](/** @type {any} */ (message)))
    .then((rows) => sendRows(id, rows ?? []))
    .catch((error) => process.send?.({ id, error: String(error?.message ?? error) }));
});
process.on('disconnect', () => process.exit(0));
sendRows(0, []);
