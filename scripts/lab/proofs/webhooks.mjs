import { execFileSync } from 'node:child_process';
import http from 'node:http';
import net from 'node:net';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { root } from '../../steps.mjs';
import { asker, dice, must, together } from './ask.mjs';
import { postgresUnder } from './postgres.mjs';
import { createEmptyData, serve } from './serve.mjs';

/** Milliseconds that a notice of another tenant may take while the service runs. */
const mostWait = 5000;
const products = 200;

/**
 * Changes records while the service is killed again and again, every other time together with PostgreSQL, and a receiver is slow, hangs, is
 * down, or answers 500 and 301: each acknowledged change is delivered, those of a record in their order. Another receiver answers 410 and gets
 * nothing more; a name that leads to a public address when it is saved, and to a private one later, is never reached; another tenant's notices
 * come at once all the while (docs/webhooks.md).
 *
 * @param {{ rounds: number, writes: number, seed: number, say: (line: string) => void }} parts
 */
export async function proveWebhooks({ rounds, writes, seed, say }) {
  const { folder, key, env: bare } = await createEmptyData('webhooks');
  const by = dice(seed);
  const inside = await startTrap();
  const hook = path.join(folder, 'names.mjs');
  await writeFile(hook, rebinding(inside.address));
  const env = {
    ...bare,
    TILLHOUSE_WEBHOOK_NETWORKS: '127.0.0.1',
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${pathToFileURL(hook).href}`,
  };
  const [flaky, gone, calm] = [await startReceiver(), await startReceiver(), await startReceiver()];
  let service = await serve(env);
  try {
    let ask = asker(fetch, service.address, key);
    const other = execFileSync(
      process.execPath,
      ['scripts/admin.mjs', 'company', 'create', '--name', 'Other'],
      {
        cwd: root,
        env,
        encoding: 'utf8',
      },
    );
    const otherKey = /\b(th_[\w-]+)/.exec(other)?.[1] ?? '';
    must(otherKey !== '', () => `No key: ${other}`);
    let otherAsk = asker(fetch, service.address, otherKey);

    const { id, secret } = await make(ask, flaky.url(), ['plu.created', 'plu.changed']);
    const left = await make(ask, gone.url(), ['plu.changed']);
    const rebound = await make(ask, `https://rebound.example:${inside.port}/`, ['plu.changed']);
    const quick = await make(otherAsk, calm.url(), ['tax.created']);
    gone.answer(() => ({ status: 410 }));
    flaky.answer(() => {
      const turn = by.roll();
      if (turn < 0.04) return { status: 500 };
      if (turn < 0.06) return { status: 301, headers: { location: inside.url } };
      if (turn < 0.065) return null;
      return { status: 200, after: turn < 0.6 ? by.int(300) : 0 };
    });

    const department = await ask('POST', '/api/secure/dpt', { json: { name: 'Goods' } });
    const tax = await ask('POST', '/api/secure/tax', { json: { name: 'Tax', rate: '10' } });
    const sample = { dpt_id: department.json.id, tax_id: tax.json.id, base_price: '1.00' };
    const made = await ask('POST', '/api/secure/plu', {
      json: Array.from({ length: products }, (_, n) => ({ name: `Product ${n}`, ...sample })),
    });
    must(made.status === 200, () => made.text);
    /** @type {Map<string, number>} */
    const acknowledged = new Map(made.json.map((/** @type {{ id: string }} */ { id: of }) => [of, 1]));
    const ids = [...acknowledged.keys()];

    const run = { goesOn: true, isUp: true, written: 0, notices: 0 };
    /** @type {number[]} */
    const kills = [];
    const writing = together(8, async (n) => {
      for (let turn = 0; run.written < writes; turn += 1) {
        if (!run.isUp) {
          await wait(50);
          continue;
        }
        // Each record has one writer.
        const of = ids[(turn * 8 + n) % products] ?? '';
        const answer = await ask('PUT', `/api/secure/plu/${of}`, {
          json: { name: `By ${n}, turn ${turn}` },
        }).catch(() => null);
        if (answer === null) continue;
        must(answer.status === 200 || answer.status >= 500, () => `${answer.status}: ${answer.text}`);
        if (answer.status !== 200) continue;
        acknowledged.set(of, answer.json.version);
        run.written += 1;
      }
    });
    const telling = (async () => {
      for (let n = 0; run.goesOn; n += 1) {
        await wait(250);
        if (!run.isUp) continue;
        const answer = await otherAsk('POST', '/api/secure/tax', {
          json: { name: `Notice ${n}`, rate: '10' },
        }).catch(() => null);
        if (answer?.status === 201) run.notices += 1;
      }
    })();
    const flaking = (async () => {
      while (run.goesOn) {
        await wait(8000 + by.int(10_000));
        await flaky.close();
        await wait(1000 + by.int(2000));
        await flaky.open();
      }
    })();

    let reached = 0;
    let inFlight = 0;
    for (let round = 0; round < rounds; round += 1) {
      await wait(2500 + by.int(2500));
      run.isUp = false;
      const pids = round % 2 ? await postgresUnder(folder) : [];
      kills.push(Date.now());
      if (flaky.received.some(({ at, status }) => at > Date.now() - 1000 && status === null)) inFlight += 1;
      for (const pid of [service.pid, ...pids]) kill(pid);
      await service.ended;
      service = await serve(env);
      ask = asker(fetch, service.address, key);
      otherAsk = asker(fetch, service.address, otherKey);
      run.isUp = true;
      // What was refused too often is left alone for a while, and somebody lets it go on.
      await ask('POST', `/api/secure/webhook/${id}/resume`);
      reached = run.written;
      say(
        `kill ${round + 1}${pids.length > 0 ? ' with PostgreSQL' : ''}: ${run.written} changes, ${flaky.received.length} requests came`,
      );
    }
    await writing;
    say(`${run.written} changes acknowledged, ${reached} of them before the last kill`);
    // Kills prove nothing where nothing is under way.
    must(inFlight > rounds / 2, () => `Something was under way at ${inFlight} of ${rounds} kills`);
    run.goesOn = false;
    await Promise.all([telling, flaking]);
    flaky.answer(() => ({ status: 200 }));
    await ask('POST', `/api/secure/webhook/${id}/resume`);
    const missing = () => {
      const seen = lastTaken(flaky.received);
      return [...acknowledged].filter(([of, version]) => (seen.get(of) ?? 0) < version);
    };
    for (let tries = 0; missing().length > 0 && tries < 240; tries += 1) await wait(500);
    must(missing().length === 0, () => `${missing().length} records lack their last change`);
    checkOrder(flaky.received, acknowledged);
    for (const one of flaky.received)
      new Webhook(secret).verify(
        one.text,
        {
          'webhook-id': String(one.headers['webhook-id']),
          'webhook-timestamp': String(one.headers['webhook-timestamp']),
          'webhook-signature': String(one.headers['webhook-signature']),
        },
        { jsonParse: false },
      );
    const { json: states } = await ask('GET', '/api/secure/webhook_state');
    const stateOf = (/** @type {string} */ of) =>
      states.webhooks.find((/** @type {{ id: string }} */ one) => one.id === of);
    must(stateOf(left.id).state === 'off', () => `A receiver answered 410, and is ${stateOf(left.id).state}`);
    must(gone.received.length <= 4, () => `${gone.received.length} requests came where 410 was answered`);
    must(inside.reached() === 0, () => `A private target was reached ${inside.reached()} times`);
    must(
      stateOf(rebound.id).last?.problem === 'refused_address',
      () => `The name that leads elsewhere: ${JSON.stringify(stateOf(rebound.id))}`,
    );
    await wait(3000);
    const arrived = calm.received.filter(({ kind }) => kind === 'tax.created');
    must(
      quick.id !== '' && arrived.length >= run.notices,
      () => `${run.notices} notices of the other tenant, ${arrived.length} came`,
    );
    const late = latest(arrived, kills);
    must(late <= mostWait, () => `A notice of the other tenant waited ${late} ms`);
    const repeated = flaky.received.length - new Set(flaky.received.map(({ event }) => event)).size;
    return `${rounds} kills, ${Math.floor(rounds / 2)} of them of PostgreSQL too and ${inFlight} with deliveries under way, over ${run.written} acknowledged changes of ${products} records: none lost, each record in order; ${flaky.received.length} requests, ${repeated} of them once more; no private target reached; ${arrived.length} notices of another tenant, the slowest ${Math.round(late)} ms after its event while the service ran`;
  } finally {
    process.kill(service.pid, 'SIGTERM');
    await service.ended;
    await Promise.all([flaky.close(), gone.close(), calm.close(), inside.close()]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a webhook with a secret. @param {import('./ask.mjs').Ask} ask @param {string} url @param {string[]} kinds */
async function make(ask, url, kinds) {
  const made = await ask('POST', '/api/secure/webhook', { json: { name: url, data: { url, kinds } } });
  must(made.status === 201, () => `${made.status}: ${made.text}`);
  const { json } = await ask('POST', `/api/secure/webhook/${made.json.id}/secret`, { json: {} });
  return { id: String(made.json.id), secret: String(json.secret) };
}

/**
 * @typedef {{ event: string, kind: string, record: string, version: number, at: number, text: string, headers: http.IncomingHttpHeaders, status: number | null,
 *   happened: number }} Received
 */

/** Starts a receiver that answers as it is told to, and can be closed and opened again at the same port. */
async function startReceiver() {
  /** @type {Received[]} */
  const received = [];
  /** @type {{ reply: () => { status: number, headers?: http.OutgoingHttpHeaders, after?: number } | null, port: number, server: http.Server | null }} */
  const state = { reply: () => ({ status: 200 }), port: 0, server: null };
  const open = async () => {
    const server = http.createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8');
      request.on('data', (part) => (text += part));
      request.on('end', () => {
        const { type, timestamp, data } = JSON.parse(text);
        const reply = state.reply();
        const { headers } = request;
        const at = Date.now();
        const event = String(headers['webhook-id']);
        const one = {
          event,
          kind: type,
          record: data.id,
          version: data.version,
          at,
          text,
          headers,
          status: null,
          happened: Date.parse(timestamp),
        };
        received.push(one);
        if (reply === null) return;
        setTimeout(() => {
          if (response.destroyed) return;
          Object.assign(one, { status: reply.status });
          response.writeHead(reply.status, reply.headers);
          response.end();
        }, reply.after ?? 0);
      });
    });
    await new Promise((resolve) => {
      server.listen(state.port, '127.0.0.1', () => resolve(undefined));
    });
    const address = server.address();
    state.port = typeof address === 'object' && address ? address.port : 0;
    state.server = server;
  };
  await open();
  return {
    received,
    url: () => `http://127.0.0.1:${state.port}/`,
    /** @param {typeof state.reply} reply */
    answer: (reply) => {
      state.reply = reply;
    },
    open,
    close: async () => {
      const { server } = state;
      state.server = null;
      server?.closeAllConnections();
      await new Promise((resolve) => (server ? server.close(() => resolve(undefined)) : resolve(undefined)));
    },
  };
}

/** Listens where nothing may arrive. */
async function startTrap() {
  let reached = 0;
  const server = net.createServer((socket) => {
    reached += 1;
    socket.destroy();
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.5', () => resolve(undefined));
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    address: '127.0.0.5',
    port,
    url: `http://127.0.0.5:${port}/`,
    reached: () => reached,
    close: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  };
}

/** The module that lets a name lead to a public address the first time that it is asked for, and to a private one from then on. @param {string} address */
const rebinding = (address) => `
import { existsSync, writeFileSync } from 'node:fs';
import { Resolver } from 'node:dns/promises';
const { resolve4 } = Resolver.prototype;
// Once in all processes: nothing is sent to the public address.
const asked = new URL('asked', import.meta.url);
Resolver.prototype.resolve4 = async function (name) {
  if (name !== 'rebound.example') return resolve4.call(this, name);
  if (existsSync(asked)) return ['${address}'];
  writeFileSync(asked, '');
  return ['93.184.216.34'];
};
`;

/** Returns the last version of each record that a receiver took. @param {readonly Received[]} received */
function lastTaken(received) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (const { record, version, status } of received)
    if (status === 200) seen.set(record, Math.max(seen.get(record) ?? 0, version));
  return seen;
}

/**
 * Requires that each version of a record came first when all before it had been taken. What was answered, and cut off by a kill, comes once more.
 *
 * @param {readonly Received[]} received @param {ReadonlyMap<string, number>} acknowledged
 */
function checkOrder(received, acknowledged) {
  /** @type {Map<string, number>} */
  const taken = new Map();
  for (const { record, version, status } of received) {
    const so = taken.get(record) ?? 0;
    must(
      version <= so + 1,
      () => `${record}: version ${version} came when ${so} was the last that had been taken`,
    );
    if (status === 200) taken.set(record, Math.max(so, version));
  }
  for (const [record, version] of acknowledged)
    must(
      (taken.get(record) ?? 0) >= version,
      () => `${record}: ${taken.get(record)} of ${version} versions came`,
    );
}

/**
 * Returns how long after its event the slowest notice came for the first time, in ms, of those that waited for no service that had been killed.
 *
 * @param {readonly Received[]} arrived @param {readonly number[]} kills
 */
function latest(arrived, kills) {
  /** @type {Map<string, number>} */
  const first = new Map();
  for (const { event, at, happened } of arrived)
    if (!first.has(event) && !kills.some((when) => when >= happened - 100 && when <= at))
      first.set(event, at - happened);
  return [...first.values()].toSorted((a, b) => b - a)[0] ?? 0;
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself in the meantime.
  }
}
