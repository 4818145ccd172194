import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { asker, dice, must, together } from './ask.mjs';
import { postgresUnder } from './postgres.mjs';
import { createEmptyData, serve, verifyBeside } from './serve.mjs';

/**
 * Kills a service repeatedly while it writes, every other time together with all PostgreSQL processes: what was
 * acknowledged must exist, with its event (docs/threats.md#16).
 *
 * @param {{ rounds: number, connections: number, seed: number }} parts
 */
export async function proveCrash({ rounds, connections, seed }) {
  const { folder, key, env } = await createEmptyData('crash');
  const by = dice(seed);
  /** @type {Map<string, { version: number, name: string }>} */
  const acknowledged = new Map();
  let writes = 0;
  let service = await serve(env);
  try {
    for (let round = 0; round < rounds; round += 1) {
      const ask = asker(fetch, service.address, key);
      const work = { goesOn: true };
      const writing = together(connections, async (n) => {
        for (let turn = 0; work.goesOn; turn += 1) {
          // Each record has one writer, so it is stored as sent last or as the pending request has it.
          const mine = [0, 1, 2].map((slot) => ({ id: idOf(n, slot), name: `Round ${round}, turn ${turn}` }));
          const answer = await ask('POST', '/api/secure/customer', { json: mine }).catch(() => null);
          if (answer === null) return;
          must(answer.status === 200, () => `${answer.status}: ${answer.text}`);
          for (const { id, version, name } of answer.json) acknowledged.set(id, { version, name });
          writes += mine.length;
        }
      });
      await wait(200 + by.int(1200));
      const pids = round % 2 ? await postgresUnder(folder) : [];
      for (const pid of [service.pid, ...pids]) kill(pid);
      work.goesOn = false;
      await Promise.all([writing, service.ended]);
      service = await serve(env);
      await checkStored(asker(fetch, service.address, key), acknowledged);
    }
    const last = verifyBeside(env);
    must(/nothing is wrong/.test(last), () => last);
    return `${rounds} kills in the middle of ${writes} acknowledged writes from ${connections} connections, ${Math.floor(rounds / 2)} of them of PostgreSQL, too: none lost; verify: ${last}`;
  } finally {
    process.kill(service.pid, 'SIGTERM');
    await service.ended;
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {number} n @param {number} slot */
const idOf = (n, slot) => `018f3a6c-2b71-7d04-9f1e-${String(n * 10 + slot).padStart(12, '0')}`;

/** @param {import('./ask.mjs').Ask} ask @param {Map<string, { version: number, name: string }>} acknowledged */
async function checkStored(ask, acknowledged) {
  const { json: rows } = await ask('GET', '/api/secure/customer?pageSize=1000');
  const stored = new Map(rows.map((/** @type {{ id: string }} */ row) => [row.id, row]));
  for (const [id, { version, name }] of acknowledged) {
    const row = stored.get(id);
    must(row, () => `${id} was acknowledged and is gone`);
    const isStored = row.version === version && row.name === name;
    // A pending write may have been committed and its response lost.
    must(
      isStored || row.version === version + 1,
      () => `${id} was acknowledged as ${version} and is ${row.version}`,
    );
    const events = await ask('GET', `/api/secure/event?entity_id=${id}&sort=-at&limit=1`);
    acknowledged.set(id, { version: row.version, name: row.name });
    must(
      events.json.data[0]?.after.version === row.version,
      () => `${id}, version ${row.version}, has no event`,
    );
  }
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself in the meantime.
  }
}
