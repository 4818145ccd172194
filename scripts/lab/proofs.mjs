import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { machine } from './measure.mjs';
import { proveVerified } from './proofs/verify.mjs';
import { asker } from './proofs/ask.mjs';
import { proveChanges } from './proofs/changes.mjs';
import { proveCrash } from './proofs/crash.mjs';
import { proveEvents } from './proofs/events.mjs';
import { proveFailover } from './proofs/failover.mjs';
import { fileSystems } from './proofs/disk-images.mjs';
import { proveOutage } from './proofs/outage.mjs';
import { provePooler } from './proofs/pooler.mjs';
import { proveMail } from './proofs/mail.mjs';
import { proveMove } from './proofs/move.mjs';
import { provePair } from './proofs/pair.mjs';
import { provePitr } from './proofs/pitr.mjs';
import { provePowercut } from './proofs/powercut.mjs';
import { proveProxies } from './proofs/proxies.mjs';
import { proveRaces } from './proofs/races.mjs';
import { proveRandom } from './proofs/random.mjs';
import { proveRetries } from './proofs/retries.mjs';
import { proveStandby } from './proofs/standby.mjs';
import { proveStop } from './proofs/stop.mjs';
import { proveVersions } from './proofs/versions.mjs';
import { proveWebhooks } from './proofs/webhooks.mjs';
import { startService } from './service.mjs';
import { ensureBuilt } from '../build.mjs';
import { ensureInstalled } from '../install.mjs';

// Runs a proof (docs/proofs.md, the list: lab.mjs). `--requests` for mail, standby, pooler and pitr; `--products`, `--receipts` for move;
// `--only killed,frozen`, `--on embedded`, `--bin` of a PostgreSQL for outage; `--before` a commit, `--minutes`, `--receipts` for versions;
// `--on ext4,xfs` and `--fsync-off`, which must find losses, for powercut. Prints its seed; `--seed` repeats a run.
const { positionals, values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    writes: { type: 'string' },
    requests: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string' },
    on: { type: 'string' },
    products: { type: 'string', default: '10000' },
    receipts: { type: 'string', default: '100000' },
    before: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    bin: { type: 'string' },
    // PostgreSQL runs without flushing, and the proof must find losses.
    'fsync-off': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [name = ''] = positionals;
const seed = Number(values.seed);
const writes = Number(values.writes ?? (name === 'random' ? 20_000 : 10_000));
const rounds = Number(values.rounds ?? (name === 'outage' ? 10 : 20));

/**
 * @typedef {{ asks: import('./proofs/ask.mjs').Ask[], sql: import('./proofs/ask.mjs').Sql,
 *   as: (key: string) => import('./proofs/ask.mjs').Ask, service: import('./service.mjs').Service }} Parts
 * @type {Record<string, { services: number, prove: (parts: Parts) => Promise<string[]> }>}
 */
const proofs = {
  events: {
    services: 1,
    prove: async ({ asks, sql }) => [await proveEvents({ asks, sql, writes, connections: 8, seed })],
  },
  races: {
    services: 1,
    prove: async ({ asks }) => [await proveRaces({ asks, connections: 64, rounds, seed })],
  },
  random: {
    services: 1,
    prove: async ({ asks, sql, service: { url, key, databaseUrl } }) => [
      ...(await proveRandom({ url, key, requests: writes, connections: 8, seed })),
      ...(await proveVerified(databaseUrl)),
      await proveRetries({ asks, sql, requests: writes / 20, connections: 8, seed }),
    ],
  },
  changes: {
    services: 1,
    prove: async ({ service, sql }) => [
      await proveChanges({ service, sql, rounds: Number(values.rounds ?? 10), seed }),
      ...(await proveVerified(service.databaseUrl)),
    ],
  },
  mail: {
    services: 1,
    prove: async ({ asks, sql, service }) => [
      await proveMail({
        service,
        ask: given(asks[0]),
        sql,
        rounds,
        mails: Number(values.requests ?? 300),
        seed,
      }),
    ],
  },
  pair: {
    services: 2,
    prove: async ({ asks, sql, as }) => [
      await provePair({ one: given(asks[0]), other: given(asks[1]), as, rounds: rounds * 10 }),
      await proveEvents({ asks, sql, writes: writes / 2, connections: 8, seed }),
      await proveRaces({ asks, connections: 32, rounds: Math.ceil(rounds / 2), seed }),
      await proveRetries({ asks, sql, requests: writes / 20, connections: 8, seed }),
    ],
  },
};

/** @type {Record<string, () => Promise<string[]>>} Proofs that start and stop the built service themselves. */
const ofBuiltService = {
  crash: async () => [await proveCrash({ rounds, connections: 8, seed })],
  move: () =>
    proveMove({
      products: Number(values.products),
      receipts: Number(values.receipts),
      connections: 8,
      seed,
      say: console.log,
    }),
  versions: () => {
    if (!values.before) throw new Error('Beside which commit? --before COMMIT');
    return proveVersions({
      before: values.before,
      minutes: Number(values.minutes),
      receipts: Number(values.receipts),
      seed,
      say: console.log,
    });
  },
  webhooks: async () => [
    await proveWebhooks({ rounds, writes: Number(values.writes ?? 5000), seed, say: console.log }),
  ],
  stop: async () => [await proveStop({ rounds, connections: 8, seed })],
  outage: () => {
    const { only, on, bin } = values;
    return proveOutage({
      rounds,
      seed,
      ...(only && { kinds: only.split(',') }),
      ...(on && { servers: on.split(',') }),
      ...(bin && { bin }),
    });
  },
  standby: () => proveStandby({ requests: Number(values.requests ?? 100_000), seed }),
  pooler: () => provePooler({ requests: Number(values.requests ?? 2000) }),
  proxies: () => proveProxies(),
  pitr: () => provePitr({ products: Number(values.requests ?? 500) }),
  failover: () => proveFailover({ rounds: Number(values.rounds ?? 10) }),
  powercut: () => {
    const wanted = values.on?.split(',') ?? fileSystems;
    const systems = fileSystems.filter((one) => wanted.includes(one));
    if (systems.length === 0) throw new Error(`On which file systems? --on ${fileSystems.join(',')}`);
    return provePowercut({ systems, isUnsafe: values['fsync-off'], say: console.log });
  },
};

/** @template T @param {T | undefined} value @returns {T} */
function given(value) {
  if (value === undefined) throw new Error('A service is missing');
  return value;
}

/** @param {string} url */
function connection(url) {
  const made = new Client({ connectionString: url });
  made.on('error', () => undefined);
  return made;
}

/** @param {unknown} error */
const isLost = (error) =>
  error instanceof Error &&
  /terminat|closed|ECONN|not queryable|starting up|recovery|shutting down/i.test(error.message);

/** @param {string} name */
async function prove(name) {
  const standalone = ofBuiltService[name];
  if (standalone) {
    await ensureInstalled();
    await ensureBuilt();
    return standalone();
  }
  const proof = proofs[name];
  if (!proof)
    throw new Error(`Which proof? ${[...Object.keys(proofs), ...Object.keys(ofBuiltService)].join(', ')}`);
  const service = await startService();
  let client = connection(service.databaseUrl);
  try {
    await client.connect();
    const urls = [service.url];
    while (urls.length < proof.services) urls.push(await service.another());
    const asks = urls.map((url) => asker(fetch, url, service.key));
    const sql = async (/** @type {string} */ text, /** @type {unknown[]} */ parameters = []) => {
      for (;;) {
        try {
          return (await client.query(text, parameters)).rows;
        } catch (error) {
          // A proof may have killed PostgreSQL, which is back in a moment.
          if (!isLost(error)) throw error;
          await client.end().catch(() => undefined);
          await wait(200);
          client = connection(service.databaseUrl);
          await client.connect().catch(() => undefined);
        }
      }
    };
    return await proof.prove({
      asks,
      sql,
      as: (key) => asker(fetch, urls.at(-1) ?? service.url, key),
      service,
    });
  } finally {
    await client.end().catch(() => undefined);
    await service.stop();
  }
}

const began = performance.now();
for (const line of await prove(name)) console.log(line);
console.log(`${((performance.now() - began) / 1000).toFixed(1)} s, seed ${seed}; ${machine()}`);
