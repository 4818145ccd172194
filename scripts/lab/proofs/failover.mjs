import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { asker, must, together } from './ask.mjs';
import { createDatabase, startPatroni } from './cluster/patroni.mjs';
import { fillDeployed, missingPackages, ownFolder, startProgram } from './cluster/programs.mjs';
import { startCounted } from './cluster/services.mjs';
import { query } from './outage/servers.mjs';

const key = 'failover-0123456789abcdef';
const writers = 16;
/** Milliseconds: within which the cluster must be good again, and a request must be answered. */
const limits = { again: 60_000, answer: 30_000 };

/**
 * Proves what a failover costs (docs/operations.md#failover): three services behind HAProxy, PostgreSQL under Patroni
 * with a synchronous standby, and the leader killed under writers. No acknowledged write is lost, and every answer is
 * the expected one or 503 with `Retry-After`. Two services reach the leader by HAProxy, one by the hosts in its URL.
 *
 * @param {{ rounds: number, port?: number }} parts
 * @returns {Promise<string[]>} a table
 */
export async function proveFailover({ rounds, port = 15_440 }) {
  const missing = missingPackages(['postgresql', 'patroni', 'etcd', 'haproxy']);
  if (missing.length > 0) return [`not tried: needs the Debian packages ${missing.join(', ')}`];
  const folder = await ownFolder('failover');
  const cluster = await startPatroni(folder, port);
  /** @type {(() => Promise<unknown>)[]} */
  const stops = [];
  try {
    await cluster.whole();
    const at = await createDatabase((await cluster.leader()).address);
    const ports = { services: port + 10, primary: port + 11, standbys: port + 12 };
    const several = at(
      cluster.nodes.map(({ address }) => address).join(','),
      '&target_session_attrs=read-write',
    );
    const first = await startCounted({ databaseUrl: several, apiKey: key });
    stops.push(first.stop);
    const servicePorts = [Number(new URL(first.address).port), port + 13, port + 14];
    const file = path.join(folder, 'haproxy.cfg');
    await fillDeployed('haproxy/haproxy.cfg', file, {
      LISTEN: `127.0.0.1:${ports.services}`,
      LISTEN_PRIMARY: `127.0.0.1:${ports.primary}`,
      LISTEN_STANDBYS: `127.0.0.1:${ports.standbys}`,
      ...Object.fromEntries(servicePorts.map((one, n) => [`SERVICE_${n + 1}`, `127.0.0.1:${one}`])),
      ...Object.fromEntries(cluster.nodes.map((node, n) => [`POSTGRES_${n + 1}`, node.address])),
      ...Object.fromEntries(cluster.nodes.map((node, n) => [`PATRONI_PORT_${n + 1}`, node.patroni])),
    });
    const haproxy = await startProgram('haproxy', ['-db', '-f', file], folder, 'haproxy.log');
    stops.push(() => haproxy.stop());
    const byProxy = at(`127.0.0.1:${ports.primary}`);
    await untilWritable(byProxy);
    for (const servicePort of servicePorts.slice(1)) {
      const config = { databaseUrl: byProxy, readUrls: [at(`127.0.0.1:${ports.standbys}`)], apiKey: key };
      stops.push((await startCounted({ ...config, servicePort })).stop);
    }
    return await proveOn({ cluster, rounds, address: `http://127.0.0.1:${ports.services}`, url: byProxy });
  } finally {
    for (const stop of stops.toReversed()) await stop();
    await cluster.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {{ cluster: Awaited<ReturnType<typeof startPatroni>>, rounds: number, address: string, url: string }} parts */
async function proveOn({ cluster, rounds, address, url }) {
  const ask = asker(fetch, address, key);
  /** @type {Set<string>} */
  const acknowledged = new Set();
  /** @type {string[]} */
  const faults = [];
  let refused = 0;
  /** When a write was last acknowledged. */
  const told = { last: 0 };
  const work = { goesOn: true };
  const writing = together(writers, async (n) => {
    while (work.goesOn) {
      const id = crypto.randomUUID();
      const signal = AbortSignal.timeout(limits.answer);
      const answer = await ask('POST', '/api/secure/customer', {
        json: { id, name: `Writer ${n}` },
        signal,
      }).catch((error) => ({ status: 0, headers: new Headers(), text: String(error) }));
      const { status, headers, text } = answer;
      if (status === 201 || status === 200) {
        acknowledged.add(id);
        told.last = performance.now();
      } else if (status === 503 && headers.get('retry-after')) {
        refused += 1;
        await wait(100);
      } else faults.push(`${status}: ${text}`);
      await ask('GET', '/api/secure/customer?pageSize=20', {
        signal: AbortSignal.timeout(limits.answer),
      }).then(
        (list) => {
          if (list.status !== 200 && !(list.status === 503 && list.headers.get('retry-after')))
            faults.push(`${list.status}: ${list.text}`);
        },
        (error) => faults.push(String(error)),
      );
    }
  });
  writing.catch(() => undefined);
  /** @type {number[]} */
  const seconds = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      await cluster.whole();
      await untilGood(ask);
      await wait(1000);
      const leader = await cluster.leader();
      const began = performance.now();
      await leader.kill();
      // Answers that were on their way still count for the leader that is gone.
      await wait(500);
      const quiet = performance.now();
      await until(() => told.last >= quiet, began);
      seconds.push((told.last - began) / 1000);
      await leader.start();
      console.error(`round ${round}: ${leader.name} killed, ${seconds.at(-1)?.toFixed(1)} s`);
    }
    await cluster.whole();
  } finally {
    work.goesOn = false;
    await writing;
  }
  must(faults.length === 0, () => `${faults.length} answers: ${faults.slice(0, 5).join('\n')}`);
  const ids = [...acknowledged];
  const [stored] = await query(
    url,
    `select count(*)::int as n, (select count(distinct entity_id)::int from event where entity_id = any ($1)) as events
      from customer where id = any ($1)`,
    [ids],
  );
  must(stored?.n === ids.length, () => `${ids.length} acknowledged, ${stored?.n} stored`);
  must(stored?.events === ids.length, () => `${ids.length} acknowledged, ${stored?.events} with an event`);
  const sorted = seconds.toSorted((a, b) => a - b);
  const shown = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((one) =>
    one?.toFixed(1),
  );
  return [
    `leader killed ${rounds} times under ${writers} writers: ${ids.length} writes acknowledged, 0 lost; ${refused} ` +
      `answered with 503, none with another error; seconds until a write was acknowledged again (min / median / max): ` +
      shown.join(' / '),
  ];
}

/** @param {() => boolean} holds @param {number} began */
async function until(holds, began) {
  while (!holds()) {
    must(performance.now() - began < limits.again, () => `No write is acknowledged after ${limits.again} ms`);
    await wait(20);
  }
}

/** @param {import('./ask.mjs').Ask} ask */
async function untilGood(ask) {
  for (let n = 0; n < 600; n += 1) {
    const { status } = await ask('POST', '/api/secure/customer', { json: { name: 'Good' } });
    if (status === 201 || status === 200) return;
    await wait(100);
  }
  throw new Error('The services do not become good');
}

/** @param {string} url */
async function untilWritable(url) {
  for (let n = 0; ; n += 1) {
    try {
      await query(url, 'create temporary table probe (n int)');
      return;
    } catch (error) {
      if (n === 100) throw error;
      await wait(200);
    }
  }
}
