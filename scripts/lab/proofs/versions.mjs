import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { createServer } from 'vite';
import { root } from '../../steps.mjs';
import { asker, must } from './ask.mjs';
import { proveEvents } from './events.mjs';
import { follow } from './outage/load.mjs';
import { provePair } from './pair.mjs';
import { proveRaces } from './races.mjs';
import { proveRetries } from './retries.mjs';
import { serve } from './serve.mjs';
import { proveUpgrade } from './upgrade.mjs';
import { proveVerified } from './verify.mjs';

/**
 * Lets a service of an earlier commit and this one work on one database: the earlier one is there first, this one migrates
 * beside it, and both are written to and read, in turn and at once, for the minutes given. Each tells what the other
 * writes, and the earlier one also what it writes while this one is killed. Then the earlier one is started again, which
 * must be refused in words. Before that, tills post while a later version starts (upgrade.mjs).
 *
 * @param {{ before: string, minutes: number, receipts: number, seed: number, say: (line: string) => void }} parts
 */
export async function proveVersions(parts) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-versions-'));
  // A process run by root starts PostgreSQL as another user, which needs to traverse the folder.
  await chmod(folder, 0o711);
  const older = path.join(folder, 'before');
  git('worktree', 'add', '--detach', older, parts.before);
  try {
    await symlink(path.join(root, 'node_modules'), path.join(older, 'node_modules'));
    const build = `await (await import('./scripts/build.mjs')).ensureBuilt()`;
    execFileSync(process.execPath, ['--input-type=module', '-e', build], { cwd: older, stdio: 'inherit' });
    const upgraded =
      parts.receipts > 0
        ? await onDatabase(path.join(folder, 'sold'), parts, (given) =>
            proveUpgrade({ ...parts, ...given, older, folder }),
          )
        : [];
    const lines = await onDatabase(path.join(folder, 'mixed'), parts, (given) =>
      mixed({ ...parts, ...given, older }),
    );
    return [...upgraded, ...lines];
  } finally {
    git('worktree', 'remove', '--force', older);
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string[]} words */
const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });

/**
 * Runs a proof on a database of its own.
 *
 * @param {string} dataDir @param {{ seed: number }} parts
 * @param {(given: { databaseUrl: string, key: string, env: NodeJS.ProcessEnv, sql: import('./ask.mjs').Sql }) => Promise<string[]>} prove
 */
async function onDatabase(dataDir, { seed }, prove) {
  const vite = await createServer({
    server: { middlewareMode: true, ws: false, watch: null },
    appType: 'custom',
    logLevel: 'error',
  });
  const { startEmbedded } = await vite.ssrLoadModule('/src/server/ops/embedded/start.ts');
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const database = await startEmbedded({ dataDir, log });
  const key = `versions-${seed}-0123456789`;
  const sql = async (/** @type {string} */ text, /** @type {unknown[]} */ values = []) => {
    const client = new Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    return (await client.query(text, values).finally(() => client.end())).rows;
  };
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    TILLHOUSE_API_KEY: key,
    TILLHOUSE_ARCHIVE_DIR: 'off',
    TILLHOUSE_DEMO: 'false',
    PORT: '0',
    LOG_LEVEL: 'warn',
  };
  try {
    return await prove({ databaseUrl: database.url, key, env, sql });
  } finally {
    await database.stop();
    await vite.close();
  }
}

/**
 * @param {{ before: string, older: string, minutes: number, seed: number, databaseUrl: string, key: string, env: NodeJS.ProcessEnv,
 *   sql: import('./ask.mjs').Sql, say: (line: string) => void }} parts
 */
async function mixed({ before, older, minutes, seed, databaseUrl, key, env, sql, say }) {
  /** @type {Awaited<ReturnType<typeof serve>>[]} */
  const running = [];
  /** @type {ReturnType<typeof follow>[]} */
  const following = [];
  try {
    const first = await serve(env, older);
    running.push(first);
    const migrations = async () => Number((await sql('select count(*) as n from kysely_migration'))[0].n);
    const had = await migrations();
    const second = await serve(env);
    running.push(second);
    const has = await migrations();
    say(`${has - had} migrations ran beside the service of ${before}`);
    const [one, other] = [first, second].map(({ address }) => asker(fetch, address, key));
    must(one && other, () => 'A service is missing');
    const as = (/** @type {string} */ given) => asker(fetch, second.address, given);
    /** @type {string[]} */
    const faults = [];
    const [ofFirst, ofSecond] = [first, second].map(({ address }) => follow(address, key, faults));
    following.push(...[ofFirst, ofSecond].filter((stream) => stream !== undefined));
    await inTime(() => following.every(({ told }) => told.ready > 0));
    const until = performance.now() + minutes * 60_000;
    /** @type {string[]} */
    let lines = [];
    let turns = 0;
    for (; turns === 0 || performance.now() < until; turns += 1) {
      const asks = turns % 2 === 0 ? [one, other] : [other, one];
      lines = [
        await provePair({ one: asks[0] ?? one, other: asks[1] ?? other, as, rounds: 20 }),
        await proveEvents({ asks, sql, writes: 400, connections: 8, seed: seed + turns }),
        await proveRaces({ asks, connections: 16, rounds: 2, seed: seed + turns }),
        await proveRetries({ asks, sql, requests: 100, connections: 8, seed: seed + turns }),
      ];
      await proveTold(asks, following);
      say(`turn ${turns + 1}`);
    }
    must(faults.length === 0, () => faults.join('\n'));
    process.kill(second.pid, 'SIGKILL');
    await second.ended;
    await following.pop()?.end();
    await proveTold([one], following);
    running.push(await serve(env));
    await proveTold([one], following);
    await following.pop()?.end();
    await stop(first);
    const refused = await serve(env, older).then(
      (service) => stop(service).then(() => ''),
      (error) => String(error),
    );
    if (has > had) must(/newer/.test(refused), () => `The earlier one started again: ${refused}`);
    for (const { said } of running) must(!/"level":50/.test(said()), () => said());
    return [
      ...lines,
      `${turns} turns of the above with both versions, ${minutes} minutes; ${has - had} migrations beside the older one${has > had ? `, which is refused when it starts again: ${/^.*newer.*$/m.exec(refused)?.[0]?.trim() ?? ''}` : ''}`,
      ...(await proveVerified(databaseUrl)),
    ];
  } finally {
    for (const stream of following) await stream.end();
    for (const service of running) await stop(service);
  }
}

/**
 * Writes by each service, and waits until each stream has told all of it.
 *
 * @param {import('./ask.mjs').Ask[]} asks @param {ReturnType<typeof follow>[]} following
 */
async function proveTold(asks, following) {
  /** @type {string[]} */
  const ids = [];
  for (let n = 0; n < 20; n += 1) {
    for (const ask of asks) {
      const id = crypto.randomUUID();
      const { status } = await ask('POST', '/api/secure/customer', { json: { id, name: 'Is it told?' } });
      must(status === 201, () => `A customer was answered with ${status}`);
      ids.push(id);
    }
  }
  await inTime(() => following.every(({ told }) => ids.every((id) => told.changes.has(`${id} 1`))));
}

/** Waits until something holds, at most 30 seconds. @param {() => boolean} holds */
async function inTime(holds) {
  const limit = performance.now() + 30_000;
  for (; !holds(); await wait(25))
    must(performance.now() < limit, () => 'A stream did not tell what was written');
}

/** @param {Awaited<ReturnType<typeof serve>>} service */
async function stop({ pid, ended }) {
  kill(pid);
  await ended;
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It has ended already.
  }
}
