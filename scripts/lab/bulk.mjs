import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { client } from './api.mjs';
import { machine, median, printTable } from './measure.mjs';
import { ensureReferences, postArray, product, range } from './products.mjs';
import { startService } from './service.mjs';

// Measures the audited bulk upsert against plain SQL on an equal table without events, row-level security and
// foreign keys. Each array goes to the service and then to the plain table, so that both run under the same load.
const { values } = parseArgs({
  options: {
    arrays: { type: 'string', default: '20' },
    items: { type: 'string', default: '1000' },
    profile: { type: 'string' },
  },
});
const arrays = Number(values.arrays);
const items = Number(values.items);

const columns = 'dpt_id, tax_id, image_id, type, productid, name, receipt_name, base_price, memo, data';
const fields = `(i->>'dpt_id')::uuid as dpt_id, (i->>'tax_id')::uuid as tax_id, (i->>'image_id')::uuid as image_id,
  (i->>'type')::int as type, i->>'productid' as productid, i->>'name' as name, i->>'receipt_name' as receipt_name,
  (i->>'base_price')::numeric as base_price, coalesce(i->>'memo', '') as memo, i->'data' as data`;
const insert = `insert into bare (tenant_id, company_id, id, active, created_at, modified_at, ${columns})
  select $2::uuid, $2::uuid, (i->>'id')::uuid, true, now(), now(), s.* from jsonb_array_elements($1::jsonb) i,
  lateral (select ${fields}) s`;
const update = `update bare b set version = version + 1, modified_at = now(), (${columns}) = (select ${fields})
  from jsonb_array_elements($1::jsonb) i where b.tenant_id = $2::uuid and b.id = (i->>'id')::uuid`;

const service = await startService(values.profile ? { profile: values.profile } : {});
try {
  const send = client(service.url, service.key);
  const references = await ensureReferences(send);
  const company = (await send('GET', '/api/secure/me')).body.company.id;
  const db = new Client({ connectionString: service.databaseUrl });
  await db.connect();
  // The same columns, indexes and generated search text; `like` copies neither foreign keys nor policies.
  await db.query('create table bare (like plu including all)');
  const bare = async (/** @type {string} */ sql, /** @type {unknown[]} */ entities) => {
    const began = performance.now();
    await db.query(sql, [JSON.stringify(entities), company]);
    return performance.now() - began;
  };
  // Warm-up for both sides, with rows outside of the measured range.
  for (const warm of [arrays, arrays + 1]) {
    const entities = batch(references, warm, 'warm');
    for (const sql of [insert, update]) {
      await postArray(send, entities);
      await bare(sql, entities);
    }
  }
  /** @type {string[][]} */
  const table = [];
  for (const { name, sql } of [
    { name: 'create', sql: insert },
    { name: 'update', sql: update },
  ]) {
    /** @type {{ mine: number, bare: number }[]} */
    const times = [];
    for (const index of range(0, arrays)) {
      const entities = batch(references, index, name);
      times.push({ mine: await postArray(send, entities), bare: await bare(sql, entities) });
    }
    table.push([name, ...figures(times)]);
  }
  await db.end();
  console.log(
    `\nPOST plu, ${arrays} arrays of ${items}, each record with its event; milliseconds a record (medians)`,
  );
  printTable(['', 'service', 'bare SQL', 'ratio', 'first', 'last', 'last/first'], table);
  console.log(`first and last: the median of the first and of the last ${quarter()} arrays.\n${machine()}`);
} finally {
  await service.stop();
}

function quarter() {
  return Math.max(1, Math.floor(arrays / 4));
}

/** @param {import('./products.mjs').References} references @param {number} index @param {string} memo */
function batch(references, index, memo) {
  return range(index * items, (index + 1) * items).map((number) => ({
    ...product(references, number),
    memo,
  }));
}

/** @param {{ mine: number, bare: number }[]} times of one array each */
function figures(times) {
  const each = (/** @type {{ mine: number, bare: number }[]} */ of) =>
    median(of.map(({ mine }) => mine)) / items;
  const first = each(times.slice(0, quarter()));
  const last = each(times.slice(-quarter()));
  return [
    each(times).toFixed(3),
    (median(times.map(({ bare }) => bare)) / items).toFixed(3),
    median(times.map(({ mine, bare }) => mine / bare)).toFixed(1),
    first.toFixed(3),
    last.toFixed(3),
    (last / first).toFixed(2),
  ];
}
