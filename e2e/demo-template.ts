import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { makeDatabase, makeFolder, type Place } from './place';
import { start } from './start';

// Two workers that each loaded the demo company would do the same work side by side.
const variable = 'TILLHOUSE_E2E_TEMPLATE';
const polledMs = 100;

/** What the workers copy. */
interface Template {
  /** Where `ready` or `failed` is written, and the embedded server's data. */
  readonly folder: string;
  /** The database on `DATABASE_URL`'s server. */
  readonly database?: string;
}

/**
 * Begins to load the demo company into a database that the workers copy, once for the run, and does not wait: tests in
 * front of other servers need none. Gives what ends it and removes it.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright calls what a file of set-up exports as default
export default async function beginTemplate(): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL'];
  const place = await makeFolder();
  const database = given ? await makeDatabase(given) : undefined;
  const template: Template = { folder: place.folder, ...(database && { database: database.name }) };
  process.env[variable] = JSON.stringify(template);
  const env = { ...place.env, ...database?.env, TILLHOUSE_DEMO: 'true', LOG_LEVEL: 'warn' };
  const told = start(env)
    .then((service) => service.stop())
    .then(
      () => writeFile(path.join(place.folder, 'ready'), ''),
      (error: unknown) => writeFile(path.join(place.folder, 'failed'), String(error)),
    );
  return async () => {
    await told;
    await database?.remove();
    await place.remove();
  };
}

/** Gives a database with the demo company in it, as soon as there is one to copy. */
export async function copyTemplate(): Promise<Place> {
  const { folder, database }: Template = JSON.parse(process.env[variable] ?? '{}');
  while (!existsSync(path.join(folder, 'ready'))) {
    if (existsSync(path.join(folder, 'failed')))
      throw new Error(await readFile(path.join(folder, 'failed'), 'utf8'));
    await pause(polledMs);
  }
  const given = process.env['DATABASE_URL'];
  if (given) return makeDatabase(given, database);
  const copy = await makeFolder();
  // With owners and modes, which the server insists on.
  await promisify(execFile)('cp', ['-a', path.join(folder, 'data'), copy.folder]);
  return copy;
}
