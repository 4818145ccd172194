import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { client } from '../api.mjs';
import { ensureReferences, postArray, product, range } from '../products.mjs';
import { makeShop, sellDay } from '../receipts.mjs';
import { root } from '../../steps.mjs';
import { asker, dice, must, together } from './ask.mjs';
import { connectUnder, postgresUnder } from './postgres.mjs';
import { createEmptyData, serve, verifyBeside } from './serve.mjs';

/**
 * Reads the reports at their addresses, and the days with their seals.
 *
 * @param {import('./ask.mjs').Ask} ask @param {readonly string[]} addresses
 */
async function readReports(ask, addresses) {
  const texts = [];
  for (const address of [...addresses, '/api/secure/businessday?page=1&pageSize=1000']) {
    const answer = await ask('GET', address);
    must(answer.status === 200, () => `${address}: ${answer.status} ${answer.text}`);
    texts.push(answer.text);
  }
  return texts;
}

/**
 * Checks that each acknowledged record is there once, and nothing of the writers besides, each with the event of its
 * creation.
 *
 * @param {import('./ask.mjs').Ask} ask @param {ReadonlyMap<string, string>} acknowledged names and ids
 */
async function checkArrived(ask, acknowledged) {
  /** @type {Map<string, string>} */
  const stored = new Map();
  for (let page = 1; ; page += 1) {
    const { json: rows } = await ask('GET', `/api/secure/customer?pageSize=1000&page=${page}`);
    for (const { id, name } of rows) {
      must(!stored.has(name), () => `${name} is stored twice`);
      stored.set(name, id);
    }
    if (rows.length < 1000) break;
  }
  for (const [name, id] of acknowledged)
    must(stored.get(name) === id, () => `${name} was acknowledged and is not there`);
  must(
    stored.size === acknowledged.size,
    () => `${stored.size} are stored, ${acknowledged.size} were acknowledged`,
  );
  const created = new Map();
  let next = '/api/secure/event?entity=customer&action=create&limit=1000';
  for (;;) {
    const { json, status, text } = await ask('GET', next);
    must(status === 200, () => text);
    for (const { entity_id } of json.data) created.set(entity_id, (created.get(entity_id) ?? 0) + 1);
    // A walk of events can be gone on with at any time: its end is a page that is not full.
    if (json.data.length < 1000 || !json.next_cursor) break;
    next = `/api/secure/event?entity=customer&action=create&limit=1000&cursor=${json.next_cursor}`;
  }
  for (const id of acknowledged.values())
    must(created.get(id) === 1, () => `${id} has ${created.get(id) ?? 0} events of its creation`);
}

/**
 * A service with its database, that may be killed and comes back at another address.
 *
 * @typedef {Awaited<ReturnType<typeof createEmptyData>> & { service: Awaited<ReturnType<typeof serve>> }} Cell
 */

const day = 86_400_000;
const receiptsOfDay = 2500;
/** When a command is in the middle of its work, as its PostgreSQL sees it. */
const middles = {
  // An export does, and an import reads back what it wrote before it commits.
  copiesOut: `select from pg_stat_progress_copy where command = 'COPY TO' and tuples_processed > 0`,
  copiesIn: `select from pg_stat_progress_copy where command = 'COPY FROM' and relid = 'sales'::regclass and tuples_processed > 0`,
  deletes: `select from pg_stat_activity where state = 'active' and query like 'delete from %'`,
};

/**
 * Moves a chain to a database that has another one, while clients write to it. Each command is killed in the middle and
 * run again, and so are the services and their PostgreSQL: a kill is seen to end a command that is at its work, and the
 * next run has all of it to do. Clients try where the chain was until it is frozen, then where it goes. At the end each
 * acknowledged write is there once, and reports are the same byte for byte.
 *
 * @param {{ products: number, receipts: number, connections: number, seed: number, say: (line: string) => void }} parts
 */
export async function proveMove({ products, receipts, connections, seed, say }) {
  const by = dice(seed);
  const source = await startCell('move-source');
  const target = await startCell('move-target');
  const file = path.join(source.folder, 'chain.gz');
  try {
    const reports = await load(source, products, receipts);
    const tenant = (await asker(fetch, source.service.address, source.key)('GET', '/api/secure/me')).json
      .company.id;
    const work = { goesOn: true, where: source, refused: 0 };
    /** @type {Map<string, string>} names of customers that were acknowledged, and their ids */
    const acknowledged = new Map();
    const writing = together(connections, (n) => write(work, source.key, n, acknowledged));
    say(`filled; ${connections} writers begin`);
    await until(() => acknowledged.size >= 200);
    const atFreeze = await timed(async () => {
      await killed(by, source, ['freeze', tenant]);
      await kill(source, true);
      await revive(source);
      await admin(source, ['freeze', tenant]);
    });
    /** @type {string[]} the seconds of the runs that were not killed */
    const alone = [];
    const frozen = performance.now();
    say(`frozen after ${atFreeze} s, with two kills`);
    await until(() => work.refused > 0);
    const before = await readReports(asker(fetch, source.service.address, source.key), reports);
    const exporting = await timed(async () => {
      await killedAt(source, ['export', tenant, file], 'copiesOut', 'command');
      await killedAt(source, ['export', tenant, file], 'copiesOut', 'PostgreSQL');
      alone.push(`export ${await timed(() => admin(source, ['export', tenant, file]))}`);
    });
    say(`exported after ${exporting} s, with two kills`);
    const importing = await timed(async () => {
      await killedAt(target, ['import', file], 'copiesIn', 'command');
      await killedAt(target, ['import', file], 'copiesIn', 'PostgreSQL');
      await killedAt(target, ['import', file], 'copiesOut', 'both');
      alone.push(
        `import ${await timed(async () => {
          const said = await admin(target, ['import', file]);
          must(/rows of .* are in this database/.test(said), () => `A killed import left something: ${said}`);
        })}`,
      );
    });
    const again = await admin(target, ['import', file]);
    must(/nothing was done/.test(again), () => again);
    say(`imported after ${importing} s, with three kills`);
    const receipt = again.trim().split('\n').at(-1) ?? '';
    const onceMore = await timed(async () => {
      await killedAt(source, ['delete', tenant, receipt], 'deletes', 'command');
      const said = await admin(source, ['delete', tenant, receipt]);
      must(/ rows are deleted/.test(said), () => `A killed deletion left something: ${said}`);
    });
    say(`deleted after ${onceMore} s, with a kill`);
    work.where = target;
    await admin(target, ['thaw', tenant]);
    const stoodStill = ((performance.now() - frozen) / 1000).toFixed(1);
    const sofar = acknowledged.size;
    await until(() => acknowledged.size >= sofar + 200);
    work.goesOn = false;
    await writing;
    const ask = asker(fetch, target.service.address, source.key);
    say(`${acknowledged.size} writes were acknowledged`);
    await checkArrived(ask, acknowledged);
    const after = await readReports(ask, reports);
    must(after.join('\n') === before.join('\n'), () => 'A report is another one');
    const gone = await asker(fetch, source.service.address, source.key)('GET', '/api/secure/grp');
    must(gone.status === 401, () => `The key still opens ${gone.status} where the chain was`);
    const found = [verifyBeside(source.env), verifyBeside(target.env)];
    for (const line of found) must(/nothing is wrong/.test(line), () => line);
    return [
      `${products} products and ${receipts} receipts moved under ${connections} writers, freeze, export, import and delete killed in the middle, both services and both PostgreSQL too`,
      `${acknowledged.size} acknowledged writes, ${sofar} of them before: each there once, with one event; ${work.refused} were told to wait`,
      `${before.length} reports and seals: the same byte for byte; verify on both: ${found.join(' / ')}`,
      `seconds with the kills: freeze ${atFreeze}, export ${exporting}, import ${importing}, delete ${onceMore}; without writes for ${stoodStill}; the runs that were not killed: ${alone.join(', ')}`,
    ];
  } finally {
    for (const { service, folder } of [source, target]) {
      signal(service.pid, 'SIGTERM');
      await service.ended;
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** @param {string} name @returns {Promise<Cell>} */
async function startCell(name) {
  const data = await createEmptyData(name);
  return { ...data, service: await serve(data.env) };
}

/**
 * Fills the chain. Returns the addresses of its reports.
 *
 * @param {Cell} cell @param {number} products @param {number} receipts
 */
async function load({ service, key }, products, receipts) {
  const send = client(service.address, key);
  const references = await ensureReferences(send);
  for (let at = 0; at < products; at += 1000)
    await postArray(
      send,
      range(at, Math.min(products, at + 1000)).map((number) => product(references, number)),
    );
  const shop = await makeShop(send, 'Hall');
  const addresses = [];
  const dates = [];
  for (let at = 0; at < receipts; at += receiptsOfDay) {
    const date = new Date(Date.UTC(2025, 0, 1) + dates.length * day).toISOString().slice(0, 10);
    const id = await sellDay(send, shop, date, Math.min(receiptsOfDay, receipts - at));
    const closed = await send('PUT', `/api/secure/businessday/${id}`, { status: 'closed' });
    must(closed.status === 200, () => `Closing: ${closed.status} ${JSON.stringify(closed.body)}`);
    dates.push(date);
    addresses.push(`/api/secure/report/businessdaytx/${id}`);
  }
  addresses.push(`/api/secure/report/summary?from=${dates[0]}&to=${dates.at(-1)}`);
  return addresses;
}

/**
 * Writes until it is told to stop, each record with an idempotency key and until it is acknowledged: without an answer
 * it may have been stored or not.
 *
 * @param {{ goesOn: boolean, where: Cell, refused: number }} work @param {string} key @param {number} n
 * @param {Map<string, string>} acknowledged
 */
async function write(work, key, n, acknowledged) {
  for (let turn = 0; work.goesOn; turn += 1) {
    const name = `Written by ${n}, ${turn}`;
    const headers = { 'Idempotency-Key': `move-${n}-${turn}` };
    for (;;) {
      const ask = asker(fetch, work.where.service.address, key);
      const answer = await ask('POST', '/api/secure/customer', { json: { name }, headers }).catch(() => null);
      if (answer?.status === 201) {
        acknowledged.set(name, answer.json.id);
        break;
      }
      if (answer?.status === 503) work.refused += 1;
      const pause = answer?.status === 429 ? 1000 : 20;
      // 401, and 429 after some: it has gone from there, and is not where it goes yet.
      must(
        answer === null || [401, 409, 429, 503].includes(answer.status),
        () => `${answer?.status}: ${answer?.text}`,
      );
      await wait(pause);
    }
  }
}

/** Starts `npm run admin -- tenant …` without installing or building. @param {Cell} cell @param {string[]} words */
function start({ env }, words) {
  const entry = pathToFileURL(path.join(root, 'dist/server/server.js')).href;
  const code = `const { admin } = await import(${JSON.stringify(entry)});
    await admin(${JSON.stringify(['tenant', ...words])}).catch((error) => { console.error(error.message); process.exitCode = 1; });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return { pid: child.pid, ended: once(child, 'close'), said: () => output };
}

/** Runs a command to its end. @param {Cell} cell @param {string[]} words */
async function admin(cell, words) {
  const command = start(cell, words);
  const [code] = await command.ended;
  must(code === 0, () => `tenant ${words[0]}: ${command.said()}`);
  return command.said();
}

/**
 * Kills a command about when it begins to work: it takes one second to load and connect.
 *
 * @param {ReturnType<typeof dice>} by @param {Cell} cell @param {string[]} words
 */
async function killed(by, cell, words) {
  const command = start(cell, words);
  await Promise.race([wait(900 + by.int(900)), command.ended]);
  if (command.pid) signal(command.pid, 'SIGKILL');
  await command.ended;
}

/**
 * Starts a command, and kills it, its PostgreSQL, or that with the service, once PostgreSQL sees it in the middle of its
 * work. Waits until the cell answers again.
 *
 * @param {Cell} cell @param {string[]} words @param {keyof typeof middles} middle
 * @param {'command' | 'PostgreSQL' | 'both'} what
 */
async function killedAt(cell, words, middle, what) {
  const seen = await connectUnder(cell.folder);
  const command = start(cell, words);
  let isOver = false;
  const ended = command.ended.then(([code]) => {
    isOver = true;
    return code;
  });
  // A few thousand rows are deleted in a tenth of a second.
  await until(async () => isOver || (await seen.query(middles[middle])).rowCount !== 0, 2);
  must(!isOver, () => `${words[0]} ended before it was killed: ${command.said()}`);
  if (what === 'command' && command.pid) signal(command.pid, 'SIGKILL');
  else await kill(cell, what === 'both');
  const code = await ended;
  must(code !== 0, () => `${words[0]} outlived that ${what} was killed: ${command.said()}`);
  await seen.end().catch(() => undefined);
  await revive(cell);
}

/** Kills PostgreSQL, and the service with it. @param {Cell} cell @param {boolean} withService */
async function kill({ folder, service }, withService) {
  const pids = await postgresUnder(folder);
  for (const pid of withService ? [service.pid, ...pids] : pids) signal(pid, 'SIGKILL');
  if (withService) await service.ended;
}

/** Waits until a cell answers again, and starts its service where it was killed. @param {Cell} cell */
async function revive(cell) {
  const state = await Promise.race([cell.service.ended.then(() => 'ended'), wait(100).then(() => 'runs')]);
  if (state === 'ended') cell.service = await serve(cell.env);
  await until(async () => {
    const ready = await fetch(`${cell.service.address}/readyz`).catch(() => null);
    return ready?.status === 200;
  });
}

/** @param {number} pid @param {NodeJS.Signals} name */
function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself in the meantime.
  }
}

/** @param {() => boolean | Promise<boolean>} holds @param {number} [every] milliseconds */
async function until(holds, every = 50) {
  while (!(await holds())) await wait(every);
}

/** Returns the seconds that something took. @param {() => Promise<unknown>} run */
async function timed(run) {
  const began = performance.now();
  await run();
  return ((performance.now() - began) / 1000).toFixed(1);
}
