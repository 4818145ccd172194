import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { asker, dice, must } from './ask.mjs';
import { faults } from './outage/faults.mjs';
import { load, checkStored } from './outage/load.mjs';
import {
  buildEio,
  embeddedServer,
  mountDisk,
  ownServer,
  unmountDisk,
  untilWritable,
} from './outage/servers.mjs';
import { createEmptyData, serve } from './serve.mjs';

/** Limit in milliseconds (docs/threats.md#24). */
const limits = { notReady: 5000, again: 5000, answer: 10_000, noticed: 60_000 };

/**
 * @typedef {{ round: number, untilNotReady: number | null, untilGood: number, acknowledged: number, refused: number }} Round
 * @typedef {{ means: import('./outage/faults.mjs').Means, service: Awaited<ReturnType<typeof serve>>,
 *   ask: import('./ask.mjs').Ask, clients: ReturnType<typeof load> }} Stage
 */

/**
 * Proves what happens when PostgreSQL fails in each way under load (docs/threats.md#24), on an embedded server and on
 * the system's: the service survives, answers 503 with `Retry-After` and never 500, serves again within 5 s of the
 * database, and everything it acknowledged exists, once, with its event.
 *
 * @param {{ rounds: number, seed: number, kinds?: string[], servers?: string[], bin?: string }} parts `bin`: the
 *   programs of the system's PostgreSQL
 * @returns {Promise<string[]>} a table
 */
export async function proveOutage({
  rounds,
  seed,
  kinds = Object.keys(faults),
  servers = ['embedded', 'own'],
  bin = '/usr/lib/postgresql/15/bin',
}) {
  const lines = [
    '| PostgreSQL | fault | rounds | acknowledged | 503 | s until /readyz is 503 (min/median/max) | s until good again |',
    '|---|---|---|---|---|---|---|',
  ];
  for (const name of servers) lines.push(...(await proveOn(name, { rounds, seed, kinds, bin })));
  return lines;
}

/** @param {string} which @param {{ rounds: number, seed: number, kinds: string[], bin: string }} parts */
async function proveOn(which, { rounds, seed, kinds, bin }) {
  const { folder, key, env } = await createEmptyData('outage');
  const disk = kinds.includes('full') ? await mountDisk(folder) : null;
  const eio = kinds.includes('eio') ? await buildEio(folder) : null;
  const place = disk ?? folder;
  const server = which === 'embedded' ? embeddedServer(place) : await ownServer(place, bin, eio?.env ?? {});
  try {
    if (!server) return [`| ${which} | all | not tried: there is no ${bin}/initdb | | | | |`];
    return await proveWith({
      server,
      disk,
      eio,
      env: { ...env, ...server.env, ...eio?.env },
      key,
      rounds,
      seed,
      kinds,
    });
  } finally {
    await server?.end().catch(() => undefined);
    if (disk) await unmountDisk(disk);
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {{ server: import('./outage/servers.mjs').Server, disk: string | null, eio: { flag: string } | null,
 *   env: NodeJS.ProcessEnv, key: string, rounds: number, seed: number, kinds: string[] }} parts
 */
async function proveWith({ server, disk, eio, env, key, rounds, seed, kinds }) {
  const means = { server, disk, eio: eio?.flag ?? null, pick: dice(seed).pick };
  const service = await serve(env);
  /** @type {string | null} */
  let end = null;
  void service.ended.then(([code, signal]) => (end = `The service ended (${code ?? signal})`));
  const ask = asker(fetch, service.address, key);
  const clients = load({ address: service.address, key, ask });
  /** @type {Stage} */
  const stage = { means, service, ask, clients };
  const lines = [];
  try {
    for (const kind of kinds) {
      const missing = faults[kind]?.missing?.(means);
      if (missing) {
        lines.push(`| ${server.name} | ${kind} | not tried: needs ${missing} | | | | |`);
        continue;
      }
      /** @type {Round[]} */
      const done = [];
      for (let round = 1; round <= rounds; round += 1) {
        done.push(await tryOnce(stage, kind, round));
        console.error(`${server.name}, ${kind}: ${JSON.stringify(done.at(-1))}`);
      }
      lines.push(row(server.name, kind, done));
    }
    await clients.stream.end();
    return lines;
  } catch (error) {
    const output = service.said().split('\n').slice(-15).join('\n');
    const what = end ?? (error instanceof Error ? error.message : String(error));
    throw new Error(`${server.name}: ${what}\n${output}`, {
      cause: error,
    });
  } finally {
    await clients.stream.end();
    if (end === null) process.kill(service.pid, 'SIGTERM');
    await service.ended;
  }
}

/** @param {Stage} stage @param {string} kind @param {number} round @returns {Promise<Round>} */
async function tryOnce({ means, service, ask, clients }, kind, round) {
  const fault = faults[kind];
  must(fault, () => `There is no fault ${kind}: ${Object.keys(faults).join(', ')}`);
  const { server } = means;
  const before = {
    ...clients.counts,
    told: new Set(clients.stream.told.changes),
    missed: clients.stream.told.missed,
  };
  const stop = clients.start();
  await wait(300 + 400 * Math.random());

  let began = performance.now();
  const isReady = async () => (await ask('GET', '/readyz')).status === 200;
  const takeAway = await fault.begin(means);
  if (fault.isNoticedByWrites) {
    const until = began + limits.noticed;
    while (clients.counts.refused === before.refused && performance.now() < until) await wait(5);
    began = performance.now();
  }
  /** @type {number | null} */
  let untilNotReady = null;
  // A killed embedded server is restarted at once, so requests may never notice.
  const isAway = fault.isDown && !(server.name === 'embedded' && /^(?:killed|stopped)$/.test(kind));
  const lookUntil = began + (isAway ? limits.notReady : 700);
  while (untilNotReady === null && performance.now() < lookUntil) {
    if (!(await isReady())) untilNotReady = performance.now() - began;
    else await wait(20);
  }
  must(
    !isAway || untilNotReady !== null,
    () => `${kind}: /readyz did not say 503 within ${limits.notReady} ms`,
  );
  // Requests are answered although the database does not respond, and the process survives.
  const newcomers = isAway ? requestDuringOutage(ask, clients.counts) : Promise.resolve();
  newcomers.catch(() => undefined);
  if (isAway) await wait(1000);
  must((await ask('GET', '/livez')).status === 200, () => `${kind}: /livez is not 200`);
  await takeAway();
  await untilWritable(server);
  const back = performance.now();
  await untilGood(ask, isReady, back);
  const untilGoodMs = performance.now() - back;
  await stop();
  await newcomers;

  const { counts } = clients;
  must(clients.faults.length === 0, () => `${kind}: ${clients.faults.slice(0, 5).join('\n')}`);
  must(
    !/"level":[56]0|"msg":"unexpected"/.test(service.said()),
    () => `${kind}: the log tells of something unexpected`,
  );
  await checkStored(clients, await server.url());
  await followed(clients, ask, before);
  return {
    round,
    untilNotReady,
    untilGood: untilGoodMs,
    acknowledged: counts.acknowledged - before.acknowledged,
    refused: counts.refused - before.refused,
  };
}

/**
 * Sends requests during an outage: none may hang.
 *
 * @param {import('./ask.mjs').Ask} ask @param {{ refused: number }} counts
 */
async function requestDuringOutage(ask, counts) {
  const requests = [
    () => ask('GET', '/api/secure/plu?limit=1'),
    () => ask('POST', '/api/secure/tender', { json: [] }),
    () =>
      ask('POST', '/api/session', { json: { email: 'nobody@example.com', password: 'not the right one' } }),
  ];
  await Promise.all(
    requests.map(async (send) => {
      const began = performance.now();
      const { status, headers, text } = await send();
      const took = performance.now() - began;
      if (status === 503) counts.refused += 1;
      must(took < limits.answer, () => `A request in the outage was answered after ${took.toFixed()} ms`);
      must(status < 500 || (status === 503 && headers.get('retry-after')), () => `${status}: ${text}`);
    }),
  );
}

/** @param {import('./ask.mjs').Ask} ask @param {() => Promise<boolean>} isReady @param {number} back */
async function untilGood(ask, isReady, back) {
  for (;;) {
    const [read, written] = await Promise.all([
      ask('GET', '/api/secure/customer?limit=1'),
      ask('POST', '/api/secure/customer', { json: { id: crypto.randomUUID(), name: 'Good again' } }),
    ]);
    if (read.status === 200 && written.status < 300 && (await isReady())) return;
    must(
      performance.now() - back < limits.again,
      () => `${limits.again} ms after the database: GET ${read.status}, POST ${written.status}`,
    );
    await wait(50);
  }
}

/**
 * Checks that the live stream reports what is written now, and that it reported missed changes if there were any.
 *
 * @param {ReturnType<typeof load>} clients @param {import('./ask.mjs').Ask} ask @param {{ missed: number }} before
 */
async function followed({ standing, stream }, ask, before) {
  const until = performance.now() + limits.again;
  for (let isTold = false; !isTold;) {
    const id = crypto.randomUUID();
    await ask('POST', '/api/secure/customer', { json: { id, name: 'Is it told?' } });
    for (let look = 0; look < 10 && !isTold; look += 1) {
      await wait(25);
      isTold = stream.told.changes.has(`${id} 1`);
    }
    must(performance.now() < until, () => 'The live stream does not tell of what is written');
  }
  const untold = [...standing].filter(([id, { version }]) => !stream.told.changes.has(`${id} ${version}`));
  must(
    untold.length === 0 || stream.told.missed > before.missed,
    () => `${untold.length} changes were not told, and the live stream did not say so`,
  );
}

/** @param {string} server @param {string} kind @param {Round[]} done */
function row(server, kind, done) {
  const sum = (/** @type {'acknowledged' | 'refused'} */ of) =>
    done.reduce((total, one) => total + one[of], 0);
  const seconds = (/** @type {(number | null)[]} */ times) => {
    const known = times.filter((time) => time !== null).toSorted((a, b) => a - b);
    if (known.length === 0) return 'not seen';
    const shown = [known[0], known[Math.floor(known.length / 2)], known.at(-1)];
    const text = shown.map((time) => ((time ?? 0) / 1000).toFixed(2)).join(' / ');
    return known.length === times.length ? text : `${text} (seen in ${known.length})`;
  };
  const cells = [
    server,
    kind,
    done.length,
    sum('acknowledged'),
    sum('refused'),
    seconds(done.map((one) => one.untilNotReady)),
    seconds(done.map((one) => one.untilGood)),
  ];
  return `| ${cells.join(' | ')} |`;
}
