import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { asker, dice, must, together } from './ask.mjs';
import { createEmptyData, serve } from './serve.mjs';

const stopMs = 10_000;

/**
 * Stops a service while clients write, single records and hundreds at once, and read, without a pause: it must end in
 * time and answer every request that it has accepted. The database has nothing that was not acknowledged, and
 * everything that was (docs/threats.md#22).
 *
 * @param {{ rounds: number, connections: number, seed: number }} parts
 */
export async function proveStop({ rounds, connections, seed }) {
  const { folder, key, env } = await createEmptyData('stop');
  const by = dice(seed);
  /** @type {Set<string>} */
  const acknowledged = new Set();
  let answers = 0;
  let slowest = 0;
  let service = await serve(env);
  try {
    for (let round = 0; round < rounds; round += 1) {
      const ask = asker(fetch, service.address, key);
      const asking = together(connections, async (n) => {
        for (;;) {
          const isRead = n % 4 === 3;
          const json = Array.from({ length: n % 4 === 0 ? 300 : 1 }, () => ({ name: crypto.randomUUID() }));
          const answer = await (
            isRead
              ? ask('GET', '/api/secure/customer?pageSize=1000')
              : ask('POST', '/api/secure/customer', { json })
          ).catch(() => null);
          // The service no longer accepts connections.
          if (answer === null) return;
          must(answer.status === 200, () => `${answer.status}: ${answer.text}`);
          answers += 1;
          if (!isRead) for (const { name } of answer.json) acknowledged.add(name);
        }
      });
      await wait(300 + by.int(1200));
      const began = performance.now();
      process.kill(service.pid, 'SIGTERM');
      const [code] = await service.ended;
      const took = performance.now() - began;
      slowest = Math.max(slowest, took);
      must(code === 0, () => `It ended with ${code}`);
      must(took < stopMs, () => `It took ${Math.round(took)} ms to stop`);
      await asking;
      service = await serve(env);
      await checkStored(asker(fetch, service.address, key), acknowledged);
    }
    return `${rounds} stops under ${connections} connections, ${answers} answers: ${acknowledged.size} records acknowledged, as many stored; the slowest stop took ${Math.round(slowest)} ms`;
  } finally {
    process.kill(service.pid, 'SIGTERM');
    await service.ended;
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {import('./ask.mjs').Ask} ask @param {ReadonlySet<string>} acknowledged */
async function checkStored(ask, acknowledged) {
  let stored = 0;
  for (let page = 1; ; page += 1) {
    const { json: rows } = await ask('GET', `/api/secure/customer?pageSize=1000&page=${page}`);
    for (const { name } of rows) must(acknowledged.has(name), () => `${name} is stored, and nobody was told`);
    stored += rows.length;
    if (rows.length < 1000) break;
  }
  must(stored === acknowledged.size, () => `${acknowledged.size} were acknowledged, ${stored} are stored`);
}
