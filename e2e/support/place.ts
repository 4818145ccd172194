import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { scratchFolder } from '@/testing/database/scratch';

const { Client } = createRequire(import.meta.url)('pg') as typeof import('pg');

/** Storage of a service under test: its environment variables and its removal. */
export interface DataPlace {
  readonly env: Record<string, string>;
  remove(): Promise<void>;
}

/**
 * Each worker's service would write the sealed days of its copy of the demo into an archive, while tests run and for
 * as long as ten of them take. What pages show is the same without one (src/days/sales-history/server/history.test.ts).
 */
const withoutArchive = { TILLHOUSE_ARCHIVE_DIR: 'off' };

/** Creates a temporary folder for the embedded server. */
export async function makeFolder(): Promise<DataPlace & { readonly folder: string }> {
  const folder = await mkdtemp(path.join(await scratchFolder(), 'tillhouse-e2e-'));
  // A process run by root starts the database as another user, which needs to traverse the folder.
  await chmod(folder, 0o711);
  return {
    folder,
    env: { ...withoutArchive, DATABASE_URL: '', TILLHOUSE_DATA_DIR: path.join(folder, 'data') },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Creates a database on a server: empty, or a copy of another one, to which nobody may be connected. */
export async function makeDatabase(
  server: string,
  template?: string,
): Promise<DataPlace & { readonly name: string }> {
  const name = `tillhouse_e2e_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  // Beside a database of its own a service makes this file itself.
  const keys = path.join(await scratchFolder(), `${name}-keys`);
  await writeFile(keys, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  await execute(server, `create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  return {
    name,
    env: { ...withoutArchive, DATABASE_URL: url.href, TILLHOUSE_SECRET_FILE: keys },
    async remove() {
      await rm(keys, { force: true });
      await execute(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
