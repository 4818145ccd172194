import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { client, ensure, refusal } from './api.mjs';
import { openArchive } from './archive.mjs';
import { monthStatements } from './history-rows.mjs';
import { folderSize, machine, median, printTable } from './measure.mjs';
import { makeShop, sellDay } from './receipts.mjs';
import { startService } from './service.mjs';

// Measures questions about sales over years: so many receipts of 50 locations over five years are generated straight into
// the archive, by DuckDB, in the files that the service writes. Some days that are sold through the interface are asked for
// before and after they are archived: PostgreSQL and the archive have to say the same, to the cent. With `--folder` what was
// generated stays there, and is asked again without being generated. `--lines`: of the largest receipt.
const { values } = parseArgs({
  options: {
    receipts: { type: 'string', default: '1000000' },
    sold: { type: 'string', default: '20000' },
    lines: { type: 'string', default: '5' },
    folder: { type: 'string' },
  },
});
const months = Array.from(
  { length: 60 },
  (_, at) => `${2021 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
);
const perMonth = Math.ceil(Number(values.receipts) / months.length);
const folder = values.folder ? path.resolve(values.folder) : null;
if (folder) await mkdir(folder, { recursive: true });
const archiveDir = folder
  ? path.join(folder, 'archive')
  : await mkdtemp(path.join(tmpdir(), 'tillhouse-archive-'));
/** Says what was generated in a folder that is kept. */
const generated = folder && path.join(folder, 'history.json');
/** SQL: closed business days of locations in a month, made without the interface. */
const daysText = `
  insert into businessday (tenant_id, company_id, id, version, active, name, data, created_at, modified_at, location_id, date,
    status, snapshot)
  select $1, $1, gen_random_uuid(), 1, true, '', '{}', now(), now(), l, d::date, 'closed',
    '{"timezone": "Europe/Helsinki", "currency": "EUR", "cutover_hour": 0, "location_name": "", "registers": []}'
  from unnest($2::uuid[]) l, generate_series($3::date, $3::date + interval '1 month' - interval '1 day', '1 day') d
  returning seq::integer, location_id, date::text`;

const service = await startService({ archiveDir, ...(folder && { dataDir: path.join(folder, 'data') }) });
try {
  const send = client(service.url, service.key);
  /** @type {string[]} */
  const locations = [];
  for (let n = 0; n < 50; n += 1)
    locations.push(
      await ensure(send, 'location', { name: `Shop ${n}`, data: { timezone: 'Europe/Helsinki' } }),
    );
  const me = await send('GET', '/api/secure/me');
  const company = { tenantId: me.body.company.id, companyId: me.body.company.id };
  const began = performance.now();
  const known = generated && (await readFile(generated, 'utf8').catch(() => null));
  if (known === null) {
    await generate();
    if (generated) await writeFile(generated, JSON.stringify({ receipts: perMonth * months.length }));
  } else if (JSON.parse(known).receipts !== perMonth * months.length)
    throw new Error(`There are ${JSON.parse(known).receipts} receipts in ${folder}.`);
  console.log(
    `${perMonth * months.length} receipts ${known === null ? 'generated' : 'found'} in ${Math.round((performance.now() - began) / 1000)} s, ${((await folderSize(archiveDir)) / 1e6).toFixed(0)} MB`,
  );

  /** @type {string[][]} */
  const table = [];
  const five = `from=${months[0]}-01&to=2025-12-31`;
  const month = 'from=2024-03-01&to=2024-03-31';
  const product = await oneProduct();
  for (const [what, query] of [
    ['product', 'by=product'],
    ['department', 'by=department'],
    ['location', 'by=location'],
    ['register', 'by=register'],
    ['cashier', 'by=cashier'],
    ['tender', 'by=tender'],
    ['hour', 'by=hour'],
    ['weekday', 'by=weekday'],
    ['day', 'by=day'],
    ['month', 'by=month'],
    ['lines of a receipt', 'by=basket'],
    ['product, one location', `by=product&location_id=${locations[7]}`],
    ['one product by month', `by=month&plu_id=${product}`],
    ['one product by day', `by=day&plu_id=${product}`],
    ['sold together', `by=together&plu_id=${product}`],
    ['the same, one location', `by=together&plu_id=${product}&location_id=${locations[7]}`],
  ]) {
    const long = await timesOf(`${query}&${five}`);
    const short = await timesOf(`${query}&${month}`);
    table.push([
      what ?? '',
      String(long.rows),
      ...[long.first, long.usual, short.usual].map((ms) => ms.toFixed(0)),
    ]);
  }
  printTable(['by', 'rows', 'five years, first, ms', 'median of 5, ms', 'a month, ms'], table);
  if (Number(values.sold) > 0) await compareWithPostgres();
  console.log(machine());

  /** Generates the months, and tells the database where their days are. */
  async function generate() {
    const { openColumnStore } = await service.load('/src/core/server/archive/column-store.ts');
    const { companyFolder, keepFile, monthFolder } = await service.load('/src/core/server/archive/files.ts');
    const { fileParts } = await service.load('/src/resources/sales/history/columns.ts');
    const { emptyTables, fillSums, partFile, rowsIn, writePart } = await service.load(
      '/src/resources/sales/history/parquet.server.ts',
    );
    const store = openColumnStore(archiveDir, console);
    const owner = new Client({ connectionString: service.databaseUrl });
    await owner.connect();
    await owner.query('set session_replication_role = replica');
    const place = companyFolder(archiveDir, company);
    try {
      for (const [at, name] of months.entries()) {
        const { rows: days } = await owner.query(daysText, [company.tenantId, locations, `${name}-01`]);
        const inMonth = await monthFolder(place, name);
        const session = await store.open(place);
        await session.run(...emptyTables());
        for (const sql of monthStatements(name, perMonth, at * perMonth, days, Number(values.lines)))
          await session.run({ sql });
        await fillSums(session, name);
        const file = crypto.randomUUID();
        /** @type {Record<string, unknown>} */
        const parts = {};
        for (const part of fileParts) {
          const to = path.join(inMonth, partFile(file, part));
          await writePart(session, part, `'${to}.tmp'`);
          parts[part] = await keepFile(`${to}.tmp`, to, await rowsIn(session, part));
        }
        await session.close();
        const {
          rows: [made],
        } = await owner.query(
          `insert into archive_file (tenant_id, company_id, month, name, days, first, last, currencies, parts)
         values ($1, $1, $2, $3, $4, $2, $2::date + interval '1 month' - interval '1 day', '{EUR}', $5) returning id`,
          [company.tenantId, `${name}-01`, file, days.map(({ seq }) => seq), JSON.stringify(parts)],
        );
        await owner.query(
          `insert into archive_day (tenant_id, company_id, businessday_id, file_id, day, date, location_id, currency, seal)
         select tenant_id, company_id, id, $2, seq, date, location_id, 'EUR', 0 from businessday
         where tenant_id = $1 and seq = any ($3)`,
          [company.tenantId, made.id, days.map(({ seq }) => seq)],
        );
      }
      await owner.query('vacuum analyze');
    } finally {
      await owner.end();
      await store.close();
    }
  }

  /** A product that sells much. */
  async function oneProduct() {
    const { rows } = await ask('by=product&from=2024-03-01&to=2024-03-31');
    return rows[20].id;
  }

  /** Asks six times, to the last byte of the answer. @param {string} query */
  async function timesOf(query) {
    /** @type {number[]} */
    const times = [];
    let rows = 0;
    for (let round = 0; round < 6; round += 1) {
      const from = performance.now();
      const answer = await fetch(`${service.url}/api/secure/report/sales?${query}`, {
        headers: { Authorization: `Bearer ${service.key}` },
      });
      const text = await answer.text();
      times.push(performance.now() - from);
      rows = JSON.parse(text).rows.length;
    }
    return { rows, first: times[0] ?? 0, usual: median(times.slice(1)) };
  }

  /** Sells days through the interface, and asks for them before and after they are in the archive. */
  async function compareWithPostgres() {
    const shop = await makeShop(send, 'Sold here');
    const count = Math.ceil(Number(values.sold) / 20);
    for (let n = 1; n <= 20; n += 1) {
      const day = await sellDay(send, shop, `2026-03-${String(n).padStart(2, '0')}`, count);
      const closed = await send('PUT', `/api/secure/businessday/${day}`, { status: 'closed' });
      if (closed.status !== 200) throw refusal('PUT businessday', closed);
    }
    const queries = ['product', 'department', 'location', 'cashier', 'tender', 'hour', 'day', 'basket'].map(
      (by) => `by=${by}&from=2026-03-01&to=2026-03-31&location_id=${shop.location_id}`,
    );
    const before = [];
    for (const query of queries)
      before.push({ ...(await timesOf(query)), said: JSON.stringify(await ask(query)) });
    const archive = await openArchive(service, archiveDir);
    const from = performance.now();
    const written = await archive.writeAll();
    console.log(
      `${written} days of ${count} receipts archived in ${Math.round(performance.now() - from)} ms`,
    );
    await archive.close();
    const rows = [];
    for (const [at, query] of queries.entries()) {
      const after = { ...(await timesOf(query)), said: JSON.stringify(await ask(query)) };
      if (after.said !== before[at]?.said) throw new Error(`The archive says something else: ${query}`);
      rows.push([
        query.split('&')[0] ?? '',
        (before[at]?.usual ?? 0).toFixed(0),
        after.usual.toFixed(0),
        'the same',
      ]);
    }
    printTable([`${count * 20} receipts, median of 5, ms`, 'PostgreSQL', 'archive', 'sums'], rows);
  }

  /** @param {string} query */
  async function ask(query) {
    const answer = await send('GET', `/api/secure/report/sales?${query}`);
    if (answer.status !== 200) throw refusal(`GET report/sales?${query}`, answer);
    return answer.body;
  }
} finally {
  await service.stop();
  if (!folder) await rm(archiveDir, { recursive: true, force: true });
}
