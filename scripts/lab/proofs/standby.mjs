import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { asker, dice, must, together } from './ask.mjs';
import { startPair } from './cluster/pair.mjs';
import { missingPackages, ownFolder } from './cluster/programs.mjs';
import { startCounted } from './cluster/services.mjs';
import { query } from './outage/servers.mjs';

const key = 'standby-0123456789abcdef';
const crew = { writers: 4, readers: 8 };
const records = 40;
/** Milliseconds in which a promotion is noticed (src/server/db/standby-watch.ts), and more. */
const noticed = 3000;
const mostCompared = 20_000;

/**
 * Ways to ask for all of the records, each another path through the reading of lists. The size makes most of them
 * questions that are not answered from memory.
 *
 * @type {((size: number) => string)[]}
 */
const lists = [
  (size) => `page=1&pageSize=${size}`,
  (size) => `limit=${size}`,
  (size) => `page=1&pageSize=${size}&q=seat`,
  (size) => `page=1&pageSize=${size}&sort=-name`,
  (size) => `limit=${size}&q=seat`,
  (size) => `page=1&pageSize=${size}&active=true`,
];

/**
 * Proves that reads from a standby are never stale (docs/decisions/134-reads-from-standbys.md): readers and writers of
 * one service, while its standby is paused, late, frozen, gone and promoted. Whoever was told of a version, by its
 * write or by a list, must find it or a newer one in every list that is asked afterwards.
 *
 * @param {{ requests: number, seed: number, port?: number }} parts `requests`: lists that are asked in all
 * @returns {Promise<string[]>} a table
 */
export async function proveStandby({ requests, seed, port = 15_400 }) {
  const missing = missingPackages(['postgresql']);
  if (missing.length > 0) return [`not tried: needs the Debian package ${missing.join(', ')}`];
  const folder = await ownFolder('standby');
  const pair = await startPair(folder, port);
  try {
    const service = await startCounted({
      databaseUrl: pair.primary.url,
      readUrls: [pair.standby.url],
      apiKey: key,
    });
    try {
      const compared = await compare(service, pair, Math.ceil(requests / 20));
      console.error(compared.join());
      return [...(await proveOn({ service, pair, requests, by: dice(seed) })), ...compared];
    } finally {
      await service.stop();
    }
  } finally {
    await pair.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @typedef {Awaited<ReturnType<typeof startPair>>} Pair @typedef {Awaited<ReturnType<typeof startCounted>>} Counted */

/** @param {{ service: Counted, pair: Pair, requests: number, by: ReturnType<typeof dice> }} parts */
async function proveOn({ service, pair, requests, by }) {
  const ask = asker(fetch, service.address, key);
  const ids = Array.from({ length: records }, () => crypto.randomUUID());
  /** @type {Map<string, number>} the newest version of each record that anybody was told of */
  const known = new Map();
  const learn = (/** @type {{ id: string, version: number }} */ { id, version }) =>
    known.set(id, Math.max(known.get(id) ?? 0, version));
  const first = await ask('POST', '/api/secure/customer', { json: ids.map((id) => ({ id, name: 'Seat' })) });
  must(first.status === 200, () => first.text);
  first.json.forEach(learn);

  let stale = 0;
  async function read() {
    const before = new Map(known);
    const began = performance.now();
    const { status, json, text } = await ask(
      'GET',
      `/api/secure/customer?${by.pick(lists)(records + by.int(400))}`,
    );
    const took = performance.now() - began;
    must(status === 200, () => `A list was answered with ${status}: ${text}`);
    const rows = Array.isArray(json) ? json : json.data;
    const shown = new Map(
      rows.map((/** @type {{ id: string, version: number }} */ row) => [row.id, row.version]),
    );
    if ([...before].some(([id, version]) => (shown.get(id) ?? 0) < version)) stale += 1;
    rows.forEach(learn);
    return took;
  }
  async function save() {
    const id = by.pick(ids);
    const { status, json, text } = await ask('POST', '/api/secure/customer', {
      json: { id, name: `Seat ${by.int(1000)}` },
    });
    must(status === 200, () => `A write was answered with ${status}: ${text}`);
    learn(json);
  }

  const { standby } = pair;
  const setDelay = async (/** @type {string} */ delay) => {
    await query(standby.url, `alter system set recovery_min_apply_delay = '${delay}'`);
    await query(standby.url, 'select pg_reload_conf()');
  };
  /** @type {[string, () => Promise<unknown>][]} */
  const phases = [
    ['well', standby.caughtUp],
    ['replay paused', () => query(standby.url, 'select pg_wal_replay_pause()')],
    ['replay resumed', () => query(standby.url, 'select pg_wal_replay_resume()')],
    ['250 ms late', () => setDelay('250ms')],
    ['in time again', () => setDelay('0')],
    ['frozen (SIGSTOP)', standby.freeze],
    ['thawed (SIGCONT)', standby.thaw],
    ['gone (immediate stop)', standby.stop],
    ['back', standby.start],
    ['promoted', () => standby.promote().then(() => wait(noticed))],
  ];
  const lines = [
    '| the standby | lists | stale | by the standby | behind | failed | too slow | slowest list ms |',
    '|---|---|---|---|---|---|---|---|',
  ];
  for (const [name, begin] of phases) {
    const before = await service.counts();
    await begin();
    let left = Math.ceil(requests / phases.length);
    const asked = left;
    let slowest = 0;
    const work = { goesOn: true };
    const writing = together(crew.writers, async () => {
      while (work.goesOn) {
        await save();
        // A pause in which a standby that works catches up.
        await wait(by.int(80));
      }
    });
    writing.catch(() => undefined);
    await together(crew.readers, async () => {
      while (left > 0) {
        left -= 1;
        slowest = Math.max(slowest, await read());
      }
    }).finally(() => (work.goesOn = false));
    await writing;
    const after = await service.counts();
    const since = (/** @type {string} */ of) => (after[of] ?? 0) - (before[of] ?? 0);
    const cells = [
      name,
      asked,
      stale,
      share(since('answered'), asked),
      since('behind'),
      since('failed'),
      since('slow'),
    ];
    lines.push(`| ${[...cells, slowest.toFixed(0)].join(' | ')} |`);
    console.error(lines.at(-1));
    must(stale === 0, () => `${name}: ${stale} stale lists`);
    must(name !== 'well' || since('answered') > 0, () => 'The standby answered nothing');
    must(name !== 'promoted' || standbyIsOut(after), () => 'A promoted standby is still asked');
  }
  return lines;
}

/** @param {Record<string, number>} counts */
const standbyIsOut = ({ ready }) => ready === 0;

/** @param {number} part @param {number} of */
const share = (part, of) => `${part} (${((100 * part) / of).toFixed(0)} %)`;

/**
 * Compares lists a second of a service with a standby to those of one without, in turns, on pages that no list before
 * has asked for.
 *
 * @param {Counted} service @param {Pair} pair @param {number} requests
 */
async function compare(service, pair, requests) {
  const ask = asker(fetch, service.address, key);
  const records = Math.min(mostCompared, 500 * Math.ceil(requests / 125));
  for (let n = 0; n < records / 500; n += 1) {
    const json = Array.from({ length: 500 }, () => ({ name: crypto.randomUUID() }));
    must(
      (await ask('POST', '/api/secure/supplier', { json })).status === 200,
      () => 'The records are refused',
    );
  }
  await query(pair.primary.url, 'vacuum analyze');
  await pair.standby.caughtUp();
  const alone = await startCounted({ databaseUrl: pair.primary.url, apiKey: key });
  let page = 0;
  const rate = async (/** @type {Counted} */ of) => {
    const send = asker(fetch, of.address, key);
    const began = performance.now();
    let left = requests;
    await together(crew.readers, async () => {
      while (left > 0) {
        left -= 1;
        page += 1;
        // Numbers without a common divisor: the same question hardly comes again, which would be answered from memory.
        const size = 50 + (page % 211);
        const { status } = await send(
          'GET',
          `/api/secure/supplier?pageSize=${size}&sort=-name&page=${1 + (page % Math.min(79, Math.ceil(records / 250)))}`,
        );
        must(status === 200, () => `A list was answered with ${status}`);
      }
    });
    return requests / ((performance.now() - began) / 1000);
  };
  /** @type {number[]} */
  const withOne = [];
  /** @type {number[]} */
  const without = [];
  try {
    for (let round = 0; round < 3; round += 1) {
      withOne.push(await rate(service));
      without.push(await rate(alone));
    }
  } finally {
    await alone.stop();
  }
  const { answered = 0, slow = 0, failed = 0, behind = 0 } = await service.counts();
  return [
    `lists a second of ${records} suppliers, medians of 3 rounds of ${requests}: ${middle(withOne)} with a standby, ` +
      `${middle(without)} without; the standby took ${share(answered, 3 * requests)}, was late ${slow} times, behind ${behind}, failed ${failed}`,
  ];
}

/** @param {number[]} of */
const middle = (of) => (of.toSorted((a, b) => a - b)[1] ?? 0).toFixed(0);
