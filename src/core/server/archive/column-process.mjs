// The process in which DuckDB runs: a fault in it ends no service. Its parent (column-store.ts) starts it with the file of
// DuckDB's module, and sends it one message for each thing to do. A session sees one folder, no network, and nothing else.
import process from 'node:process';

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

process.on('message', (/** @type {{ id: number, what: 'open' | 'run' | 'close' }} */ message) => {
  const { id, what } = message;
  // The message has what its work asks for: both files are written together.
  Promise.resolve(work[what](/** @type {any} */ (message)))
    .then((rows) => process.send?.({ id, rows: rows ?? [] }))
    .catch((error) => process.send?.({ id, error: String(error?.message ?? error) }));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ id: 0, rows: [] });
