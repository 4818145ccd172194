import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { asker, must, together } from './ask.mjs';
import { startPair } from './cluster/pair.mjs';
import { missingPackages, ownFolder, fillDeployed, startProgram, write } from './cluster/programs.mjs';
import { startCounted } from './cluster/services.mjs';
import { query } from './outage/servers.mjs';
import path from 'node:path';

/**
 * Starts PgBouncer with `deploy/pgbouncer/pgbouncer.ini` before the PostgreSQL of a URL.
 *
 * @param {{ folder: string, url: string, port: number, mode: 'transaction' | 'session' | 'statement' }} parts
 */
async function startBouncer({ folder, url, port, mode }) {
  const { hostname, port: serverPort, username, password, pathname } = new URL(url);
  const users = path.join(folder, `users-${mode}.txt`);
  const file = path.join(folder, `pgbouncer-${mode}.ini`);
  await write(users, `"${username}" "${password}"\n`);
  await fillDeployed('pgbouncer/pgbouncer.ini', file, {
    DATABASE: pathname.slice(1),
    PGHOST: hostname,
    PGPORT: serverPort,
    LISTEN_ADDRESS: '127.0.0.1',
    LISTEN_PORT: port,
    AUTH_FILE: users,
    POOL_MODE: mode,
    LOG_FILE: path.join(folder, `pgbouncer-${mode}.log`),
    PID_FILE: path.join(folder, `pgbouncer-${mode}.pid`),
  });
  const program = await startProgram('pgbouncer', [file], folder, `pgbouncer-${mode}.out`);
  const at = new URL(url);
  at.port = String(port);
  return { url: at.href, stop: () => program.stop('SIGINT') };
}

const key = 'pooler-0123456789abcdef';

/**
 * Proves what happens behind PgBouncer (docs/operations.md#poolers): in each mode a service is right, or refused at
 * its start with the name of the setting. Right is: no answer but the expected one, all that is acknowledged is stored
 * with its event, and a stream of live changes tells it.
 *
 * @param {{ requests: number, port?: number }} parts
 * @returns {Promise<string[]>} a table
 */
export async function provePooler({ requests, port = 15_410 }) {
  const missing = missingPackages(['postgresql', 'pgbouncer']);
  if (missing.length > 0) return [`not tried: needs the Debian packages ${missing.join(', ')}`];
  const folder = await ownFolder('pooler');
  const pair = await startPair(folder, port);
  const server = pair.primary.url;
  const lines = ['| pool_mode | configuration | outcome |', '|---|---|---|'];
  try {
    for (const [n, mode] of /** @type {const} */ (['transaction', 'session', 'statement']).entries()) {
      const bouncer = await startBouncer({ folder, url: server, port: port + 2 + n, mode });
      try {
        for (const { name, config, refused } of casesOf(mode, server)) {
          await untilThere(bouncer.url);
          const given = { databaseUrl: bouncer.url, apiKey: key, ...config };
          const outcome = refused ? await refusal(given, refused) : await right(given, server, requests);
          lines.push(`| ${mode} | ${name} | ${outcome} |`);
          console.error(lines.at(-1));
        }
      } finally {
        await bouncer.stop();
      }
    }
    return lines;
  } finally {
    await pair.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} mode @param {string} server
 * @returns {{ name: string, config: Partial<Config>, refused?: RegExp }[]}
 */
function casesOf(mode, server) {
  if (mode === 'session') return [{ name: 'nothing more', config: {} }];
  if (mode === 'statement') return [{ name: 'nothing more', config: {}, refused: /pool_mode/ }];
  const listenUrl = server;
  return [
    { name: 'nothing more', config: {}, refused: /DATABASE_LISTEN_URL/ },
    { name: '`DATABASE_LISTEN_URL`', config: { listenUrl } },
    {
      name: '`DATABASE_LISTEN_URL`, `DATABASE_STATEMENTS=named`',
      config: { listenUrl, statements: 'named' },
      refused: /DATABASE_STATEMENTS/,
    },
    {
      name: '`DATABASE_LISTEN_URL`, `DATABASE_STATEMENTS=unnamed`',
      config: { listenUrl, statements: 'unnamed' },
    },
  ];
}

/** @param {string} url */
async function untilThere(url) {
  for (let n = 0; ; n += 1) {
    try {
      await query(url, 'select 1');
      return;
    } catch (error) {
      if (n === 50) throw error;
      await wait(100);
    }
  }
}

/** @typedef {Parameters<typeof startCounted>[0]} Config */

/** @param {Config} config @param {RegExp} names */
async function refusal(config, names) {
  const error = await startCounted(config).then(
    (service) => service.stop().then(() => null),
    (/** @type {unknown} */ reason) => (reason instanceof Error ? reason.message : String(reason)),
  );
  must(error !== null && names.test(error), () => `It is not refused by ${names}: ${error}`);
  return `refused at the start: ${error}`;
}

/** @param {Config} config @param {string} server @param {number} requests */
async function right(config, server, requests) {
  // At once: what they wait for each other with must not stay with somebody else's connection.
  const services = await Promise.all([startCounted(config), startCounted(config)]);
  const told = new Set();
  /** @type {Map<string, number>} when the write of each record was acknowledged */
  const acknowledged = new Map();
  /** @type {number[]} */
  const delays = [];
  const ended = new AbortController();
  try {
    const follower = follow(services[1].address, ended.signal, (id) => {
      told.add(id);
      const since = acknowledged.get(id);
      if (since !== undefined) delays.push(performance.now() - since);
    });
    await follower.ready;
    let left = requests;
    await together(24, async (n) => {
      const ask = asker(fetch, String(services[n % 2]?.address), key);
      while (left > 0) {
        left -= 1;
        if (n % 3 > 0) {
          const { status, text } = await ask(
            'GET',
            `/api/secure/customer?pageSize=20&page=${1 + (left % 7)}`,
          );
          must(status === 200, () => `A list was answered with ${status}: ${text}`);
          continue;
        }
        const id = crypto.randomUUID();
        const { status, text } = await ask('POST', '/api/secure/customer', {
          json: { id, name: `Pooled ${id}` },
        });
        must(status === 201 || status === 200, () => `A write was answered with ${status}: ${text}`);
        acknowledged.set(id, performance.now());
      }
    });
    const [row] = await query(
      server,
      `select count(*)::int as n, (select count(*)::int from event where entity = 'customer' and entity_id = any ($1)) as events
        from customer where id = any ($1)`,
      [[...acknowledged.keys()]],
    );
    must(row?.n === acknowledged.size, () => `${acknowledged.size} acknowledged, ${row?.n} stored`);
    must(row?.events === acknowledged.size, () => `${acknowledged.size} acknowledged, ${row?.events} events`);
    for (let n = 0; told.size < acknowledged.size && n < 100; n += 1) await wait(50);
    const untold = [...acknowledged.keys()].filter((id) => !told.has(id));
    must(untold.length === 0, () => `${untold.length} changes were not told`);
    const slowest = Math.max(0, ...delays);
    return `right: ${requests} requests, ${acknowledged.size} writes stored and told, the last at most ${slowest.toFixed(0)} ms after its answer`;
  } finally {
    ended.abort();
    for (const one of services) await one.stop();
  }
}

/** @param {string} address @param {AbortSignal} signal @param {(id: string) => void} heard */
function follow(address, signal, heard) {
  let isReady = () => {};
  const ready = new Promise((resolve) => (isReady = () => resolve(undefined)));
  const run = async () => {
    const response = await fetch(`${address}/api/secure/live`, {
      headers: { Authorization: `Bearer ${key}` },
      signal,
    });
    must(response.status === 200 && response.body, () => `The stream was answered with ${response.status}`);
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        if (/^event: ready$/m.test(message)) isReady();
        if (!/^event: change$/m.test(message)) continue;
        heard(JSON.parse(/^data: (.*)$/m.exec(message)?.[1] ?? '{}').id);
      }
    }
  };
  run().catch(() => undefined);
  return { ready };
}
