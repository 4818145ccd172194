import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { client, refusal } from './api.mjs';
import { machine, printTable } from './measure.mjs';
import { ensureReferences, postArray, product, range } from './products.mjs';
import { startService } from './service.mjs';

// Measures change sets: items collected, previewed, applied and undone for many products, two values each, against array
// POSTs of the same changes in the same run; and the memory of the service.
const { values } = parseArgs({
  options: { products: { type: 'string', default: '100000' }, profile: { type: 'string' } },
});
const count = Number(values.products);
const size = 1000;

const service = await startService(values.profile ? { profile: values.profile } : {});
try {
  const send = client(service.url, service.key);
  const references = await ensureReferences(send);
  const batches = range(0, count / size).map((n) => range(n * size, (n + 1) * size));
  for (const batch of batches)
    await postArray(
      send,
      batch.map((n) => product(references, n)),
    );
  const before = await contents();
  /** @type {string[][]} */
  const table = [];
  let peak = 0;
  const watch = setInterval(() => void memory().then((now) => (peak = Math.max(peak, now))), 200).unref();
  const measured = async (/** @type {string} */ what, /** @type {() => Promise<unknown>} */ work) => {
    peak = await memory();
    const began = performance.now();
    await work();
    const ms = performance.now() - began;
    table.push([what, (ms / 1000).toFixed(1), (ms / count).toFixed(3), String(Math.round(peak / 1_048_576))]);
  };

  // The same changes by arrays, and back: what is compared with.
  const price = (/** @type {number} */ n, /** @type {number} */ plus) => {
    const one = product(references, n);
    return {
      id: one.id,
      base_price: (Number(one.base_price) + plus).toFixed(2),
      data: { cost_price: one.data.cost_price + plus },
    };
  };
  await measured('array POSTs', async () => {
    for (const batch of batches)
      await postArray(
        send,
        batch.map((n) => price(n, 1)),
      );
  });
  for (const batch of batches)
    await postArray(
      send,
      batch.map((n) => price(n, 0)),
    );

  const made = await must('POST', '/api/secure/changeset', { name: 'Everything dearer' });
  await measured('items collected', async () => {
    for (const batch of batches) {
      const items = batch.map((n) => {
        const { id: record_id, ...patch } = price(n, 1);
        return { resource: 'plu', record_id, patch };
      });
      await must('POST', `/api/secure/changeset/${made.id}/items`, items);
    }
  });
  await measured('preview', () => move(made.id, 'preview'));
  await measured('first page of cells', () =>
    must('GET', `/api/secure/changeset/${made.id}/items?state=ready&limit=100`),
  );
  await measured('apply', () => move(made.id, 'apply'));
  /** @type {any} */
  let undo;
  await measured('undo made and previewed', async () => (undo = await move(made.id, 'undo')));
  await measured('undo applied', () => move(undo.id, 'apply'));
  clearInterval(watch);
  const differences = compare(before, await contents());
  console.log(`\n${count} products, two values each; differences after the undo: ${differences}`);
  printTable(['', 's', 'ms a record', 'MiB of the service'], table);
  console.log(machine());
} finally {
  await service.stop();
}

/** @param {string} id @param {string} action */
async function move(id, action) {
  let set = await must('POST', `/api/secure/changeset/${id}/${action}`);
  while (['preparing', 'previewing', 'running'].includes(set.status)) {
    await wait(100);
    set = await must('GET', `/api/secure/changeset/${set.id}`);
  }
  return set;
}

/** @param {string} method @param {string} path @param {unknown} [json] */
async function must(method, path, json) {
  const send = client(service.url, service.key);
  const answer = await send(method, path, json);
  if (answer.status >= 300) throw refusal(`${method} ${path}`, answer);
  return answer.body;
}

/** Returns every product without what each write changes, as text by id. */
async function contents() {
  const all = new Map();
  const send = client(service.url, service.key);
  for (let page = 1; ; page += 1) {
    const list = await send('GET', `/api/secure/plu?page=${page}&pageSize=1000`);
    if (list.status !== 200) throw refusal('GET plu', list);
    for (const { version: _, modified_at: __, data, ...rest } of list.body) {
      const { modified_at: ___, ...more } = data;
      all.set(rest.id, JSON.stringify({ ...rest, data: more }));
    }
    if (list.body.length < 1000) return all;
  }
}

/** @param {Map<string, string>} before @param {Map<string, string>} after */
function compare(before, after) {
  return [...before].filter(([id, text]) => after.get(id) !== text).length;
}

/** Returns the resident memory of the service in bytes. */
async function memory() {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}
