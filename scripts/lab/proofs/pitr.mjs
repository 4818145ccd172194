import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { asker, must } from './ask.mjs';
import {
  fillDeployed,
  missingPackages,
  ownFolder,
  ownFolderIn,
  runProgram,
  runTool,
  write,
} from './cluster/programs.mjs';
import { startCounted } from './cluster/services.mjs';
import { query } from './outage/servers.mjs';
import { proveVerified } from './verify.mjs';

/**
 * Proves point-in-time recovery with pgBackRest and the file of `deploy/` (docs/operations.md#point-in-time-recovery): of
 * writes before and after a mistake, those before are there when the database was taken back to between them, each with its
 * event, and nothing of what came after.
 *
 * @param {{ products: number, port?: number }} parts
 * @returns {Promise<string[]>} what was seen
 */
export async function provePitr({ products, port = 15_470 }) {
  const missing = missingPackages(['postgresql', 'pgbackrest']);
  if (missing.length > 0) return [`not tried: needs Debian's ${missing.join(', ')}`];
  const folder = await ownFolder('pitr');
  const data = path.join(folder, 'data');
  const config = path.join(folder, 'pgbackrest.conf');
  const repository = await ownFolderIn(folder, 'repository');
  const state = await ownFolderIn(folder, 'state');
  const backrest = (/** @type {string[]} */ ...args) =>
    runProgram('pgbackrest', [`--config=${config}`, '--stanza=tillhouse', ...args], folder);
  const values = {
    PGBACKREST_REPO: repository,
    PGBACKREST_STATE: state,
    PGDATA: data,
    PGPORT: port,
    PGSOCKET: folder,
    PGUSER: 'owner',
  };
  await fillDeployed('pgbackrest/pgbackrest.conf', config, values);
  const url = `postgresql://owner:proof@127.0.0.1:${port}/postgres?sslmode=disable`;
  const apiKey = `pitr-${randomBytes(24).toString('base64url')}`;
  const serve = async () => {
    const service = await startCounted({ databaseUrl: url, apiKey });
    return { service, ask: asker(fetch, service.address, apiKey) };
  };
  try {
    await initialise();
    await start();
    let { service, ask } = await serve();
    const fixed = await references(ask);
    await backrest('stanza-create');
    const before = await make(ask, fixed, products, 'before');
    const backedUp = await seconds(() => backrest('--type=full', 'backup'));
    before.push(...(await make(ask, fixed, products, 'after the backup')));
    const [{ moment }] = await query(url, 'select clock_timestamp()::text as moment');
    await wait(1500);
    // The mistake, and what went on after it.
    for (const id of before)
      await answered(ask('PUT', `/api/secure/plu/${id}`, { json: { active: false } }), 200);
    const after = await make(ask, fixed, products, 'after the mistake');
    await query(url, 'select pg_switch_wal()');
    await service.stop();
    await stop();
    const began = performance.now();
    const restored = await seconds(() =>
      backrest('--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore'),
    );
    await start();
    await untilPrimary();
    ({ service, ask } = await serve());
    const good = ((performance.now() - began) / 1000).toFixed(1);
    const lost = await count(before, async (id) => {
      const { status, json } = await ask('GET', `/api/secure/plu/${id}`);
      return status !== 200 || json.active !== true;
    });
    const stayed = await count(
      after,
      async (id) => (await ask('GET', `/api/secure/plu/${id}`)).status !== 404,
    );
    const more = await make(ask, fixed, 10, 'after the recovery');
    await service.stop();
    if (lost + stayed > 0 || more.length !== 10)
      throw new Error(`${lost} of ${before.length} lost or deactivated, ${stayed} of later ones are there`);
    return [
      `${before.length} records from before the mistake are there and active, ${after.length} of after it are not; writes go on`,
      `backup ${backedUp} s, restore ${restored} s, from the stop of PostgreSQL until the service is good ${good} s`,
      ...(await proveVerified(url)),
    ];
  } finally {
    await stop().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }

  async function initialise() {
    const secret = path.join(folder, 'secret');
    await write(secret, 'proof\n');
    const args = ['-D', data, '-U', 'owner', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C.UTF-8'];
    await runTool('initdb', [...args, `--pwfile=${secret}`], folder);
  }

  function start() {
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: `'${folder}'`,
      archive_mode: 'on',
      archive_command: `'pgbackrest --config=${config} --stanza=tillhouse archive-push %p'`,
    };
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    const args = ['start', '-w', '-t', '120', '-D', data, '-l', path.join(folder, 'postgres.log')];
    return runTool('pg_ctl', [...args, '-o', `-p ${port} ${options.join(' ')}`], folder);
  }

  function stop() {
    return runTool('pg_ctl', ['stop', '-D', data, '-m', 'fast', '-w'], folder);
  }

  async function untilPrimary() {
    const until = Date.now() + 120_000;
    for (;;) {
      const [row] = await query(url, 'select pg_is_in_recovery() as recovering').catch(() => []);
      if (row?.recovering === false) return;
      if (Date.now() > until) throw new Error('The recovery does not end');
      await wait(200);
    }
  }
}

/** @param {import('./ask.mjs').Ask} ask */
async function references(ask) {
  const tax = await answered(ask('POST', '/api/secure/tax', { json: { name: 'Food', rate: '13.5' } }), 201);
  const dpt = await answered(ask('POST', '/api/secure/dpt', { json: { name: 'Bakery' } }), 201);
  return { tax_id: tax.json.id, dpt_id: dpt.json.id };
}

/** Makes products one by one. Returns the ids that were acknowledged. @param {import('./ask.mjs').Ask} ask @param {object} fixed @param {number} count @param {string} name */
async function make(ask, fixed, count, name) {
  const ids = [];
  for (let n = 0; n < count; n += 1) {
    const id = randomUUID();
    const json = { ...fixed, id, name: `${name} ${n}`, base_price: '1.00' };
    await answered(ask('POST', '/api/secure/plu', { json }), 201);
    ids.push(id);
  }
  return ids;
}

/** @param {Promise<import('./ask.mjs').Answer>} asked @param {number} status */
async function answered(asked, status) {
  const answer = await asked;
  must(answer.status === status, () => `${answer.status}: ${answer.text}`);
  return answer;
}

/** @param {string[]} ids @param {(id: string) => Promise<boolean>} isSo */
async function count(ids, isSo) {
  let found = 0;
  for (const id of ids) if (await isSo(id)) found += 1;
  return found;
}

/** @param {() => Promise<unknown>} work */
async function seconds(work) {
  const began = performance.now();
  await work();
  return ((performance.now() - began) / 1000).toFixed(1);
}
