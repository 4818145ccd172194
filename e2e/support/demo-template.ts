import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { built } from '../../scripts/build.mjs';
import { makeDatabase, makeFolder, type DataPlace } from './place';
import { start } from './start';

// Loading the demo company in each of two workers would do the same work twice.
const variable = 'TILLHOUSE_E2E_TEMPLATE';
const polledMs = 100;

/** The template that workers copy. */
interface DemoTemplate {
  /** The folder of the marker file (`ready` or `failed`) and the embedded server's data. */
  readonly folder: string;
  /** The database on `DATABASE_URL`'s server. */
  readonly database?: string;
}

/**
 * Starts to load the demo company into a template database, once per run, without waiting: tests in front of other
 * servers do not need it. Returns the function that stops it and removes the template.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright calls what a file of set-up exports as default
export default async function beginTemplate(): Promise<() => Promise<void>> {
  if (!(await built()))
    throw new Error(
      'The build is not that of these sources: run `npm run build`, or the tests by `npm run playwright`.',
    );
  const server = process.env['DATABASE_URL'];
  const place = await makeFolder();
  const database = server ? await makeDatabase(server) : undefined;
  const template: DemoTemplate = { folder: place.folder, ...(database && { database: database.name }) };
  process.env[variable] = JSON.stringify(template);
  const env = { ...place.env, ...database?.env, TILLHOUSE_DEMO: 'true', LOG_LEVEL: 'warn' };
  const loading = start(env)
    .then(async (service) => {
      await allDays(service.address);
      await service.stop();
    })
    .then(
      () => writeFile(path.join(place.folder, 'ready'), ''),
      (error: unknown) => writeFile(path.join(place.folder, 'failed'), String(error)),
    );
  return async () => {
    await loading;
    await database?.remove();
    await place.remove();
  };
}

/** Waits until the demo's business days are loaded, which begins while the service already answers. */
async function allDays(address: string): Promise<void> {
  for (;;) {
    const answer = await fetch(new URL('/api/demo/days', address));
    if ((await answer.json()).filling === null) return;
    await pause(polledMs);
  }
}

/** Returns a copy of the template with the demo company, as soon as the template is ready. */
export async function copyTemplate(): Promise<DataPlace> {
  const { folder, database }: DemoTemplate = JSON.parse(process.env[variable] ?? '{}');
  while (!existsSync(path.join(folder, 'ready'))) {
    if (existsSync(path.join(folder, 'failed')))
      throw new Error(await readFile(path.join(folder, 'failed'), 'utf8'));
    await pause(polledMs);
  }
  const server = process.env['DATABASE_URL'];
  if (server) return makeDatabase(server, database);
  const copy = await makeFolder();
  // Keeps owners and modes, which the PostgreSQL server checks.
  await promisify(execFile)('cp', ['-a', path.join(folder, 'data'), copy.folder]);
  return copy;
}
