import { parseArgs } from 'node:util';
import { client, refusal } from './api.mjs';
import { machine, median, printTable } from './measure.mjs';
import { ensureReferences, fill, postArray, product, range } from './products.mjs';
import { startService } from './service.mjs';

// Measures who gave a field its value, and what it was before, beside a trail of a million events: of products with few
// changes, and of one that changed a thousand times.
const { values } = parseArgs({ options: { events: { type: 'string', default: '1000000' } } });
const service = await startService();
try {
  const send = client(service.url, service.key);
  const references = await ensureReferences(send);
  await fill(send, references, 100);
  const often = product(references, 0).id;
  for (const n of range(0, 1000))
    await postArray(send, [
      { id: often, memo: `Counted ${n} times`, ...(n === 1 && { base_price: '3.20' }) },
    ]);
  const { company_id: companyId } = await get(`/api/secure/plu/${often}`);
  const { enlarge } = await service.load('/src/testing/database/large-company.ts');
  await enlarge(service.databaseUrl, { companyId }, [{ table: 'event', rows: Number(values.events) }]);
  /** @type {string[][]} */
  const table = [];
  for (const [what, ids, pointer] of /** @type {[string, string[], string][]} */ ([
    [
      'of products that were made and left',
      range(1, 51).map((n) => product(references, n).id),
      '/base_price',
    ],
    ['the last change of a thousand', range(0, 50).map(() => often), '/memo'],
    ['998 changes ago', range(0, 50).map(() => often), '/base_price'],
  ])) {
    /** @type {number[]} */
    const times = [];
    for (const id of ids) {
      const began = performance.now();
      await get(`/api/secure/plu/${id}/changes?pointer=${pointer}`);
      times.push(performance.now() - began);
    }
    table.push([
      what,
      (times[0] ?? 0).toFixed(1),
      median(times).toFixed(1),
      Math.max(...times.slice(1)).toFixed(1),
    ]);
  }
  printTable([`${values.events} events`, 'first, ms', 'median of 50, ms', 'slowest other, ms'], table);
  console.log(machine());
} finally {
  await service.stop();
}

/** @param {string} path */
async function get(path) {
  const answer = await client(service.url, service.key)('GET', path);
  if (answer.status !== 200) throw refusal(`GET ${path}`, answer);
  return answer.body;
}
