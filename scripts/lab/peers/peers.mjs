import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { root } from '../../steps.mjs';
import { client } from '../api.mjs';
import { bareStatements } from '../list-sql.mjs';
import { machine, median, printTable, startHammer } from '../measure.mjs';
import { ensureReferences, fill, product, range } from '../products.mjs';
import { startService } from '../service.mjs';
import { startDirectus } from './directus.mjs';

// Measures the service beside a bare handler and, where it can be installed, Directus with its memory cache: the same
// products on one PostgreSQL, by turns in one run. Requests a second for what is read, milliseconds for what is written.
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '8' },
    // Where Directus is installed, and found again by the next run.
    folder: { type: 'string', default: path.join(root, 'node_modules/.cache/peers') },
    only: { type: 'string' },
  },
});
const rows = Number(values.rows);
const lastPage = Math.ceil(rows / 100);

/** @typedef {{ read: (name: string) => Promise<number | null>, write: (name: string, turn: number) => Promise<number | null>, stop: () => Promise<void> }} Side */

/** Counts what was created and changed, so that nothing is written twice. */
let next = 0;

const service = await startService();
const hammer = startHammer();
/** @type {Side[]} */
const sides = [];
try {
  const send = client(service.url, service.key);
  const references = await ensureReferences(send);
  await fill(send, references, rows);
  const company = (await send('GET', '/api/secure/me')).body.company.id;
  const db = new Client({ connectionString: service.databaseUrl });
  await db.connect();
  await db.query('vacuum analyze');
  await db.end();
  sides.push(serviceSide(send, references));
  sides.push(await bareSide(company));
  const directus = await directusSide(references).catch((error) => {
    console.log(`Without Directus: ${error.message}`);
    return null;
  });
  if (directus) sides.push(directus);

  /** @type {string[][]} */
  const table = [];
  for (const [name, kind] of cases().filter(([name]) => name.startsWith(values.only ?? ''))) {
    /** @type {(number | null)[][]} */
    const rounds = [];
    for (const round of range(0, Number(values.rounds))) {
      /** @type {(number | null)[]} */
      const figures = [];
      for (const side of sides)
        figures.push(kind === 'read' ? await side.read(name) : await side.write(name, round));
      rounds.push(figures);
    }
    table.push(rowOf(name, kind, rounds));
  }
  console.log(
    `\n${rows} products, ${values.connections} connections; medians of ${values.rounds} rounds by turns`,
  );
  printTable(['', 'service', 'bare', 'Directus', 'to bare', 'to Directus'], table);
  console.log(
    `Reads in requests a second, writes in milliseconds a record; ratios: how much faster the service is.\n${machine()}`,
  );
} finally {
  hammer.stop();
  for (const side of sides) await side.stop();
  await service.stop();
}

/** @returns {[string, 'read' | 'write'][]} */
function cases() {
  return [
    ['first page, first asked', 'read'],
    ['random page, first asked', 'read'],
    ['first page, asked again', 'read'],
    ['first page, asked again, gzip', 'read'],
    ['first page, asked again, 304', 'read'],
    ['create 100', 'write'],
    ['create 1000', 'write'],
    ['update 100', 'write'],
    ['update 1000', 'write'],
    ['create one', 'write'],
    ['save one', 'write'],
  ];
}

/** @param {string} name @param {'read' | 'write'} kind @param {(number | null)[][]} rounds */
function rowOf(name, kind, rounds) {
  const column = (/** @type {number} */ at) => rounds.flatMap((figures) => figures[at] ?? []);
  const shown = range(0, 3).map((at) => {
    const figures = column(at);
    return figures.length === 0 ? '–' : median(figures).toFixed(kind === 'read' ? 0 : 2);
  });
  const ratio = (/** @type {number} */ at) => {
    const each = rounds.flatMap(([mine, ...others]) => {
      const other = others[at - 1];
      if (mine === null || mine === undefined || other === null || other === undefined) return [];
      return [kind === 'read' ? mine / other : other / mine];
    });
    return each.length === 0 ? '–' : median(each).toFixed(2);
  };
  return [name, ...shown, ratio(1), ratio(2)];
}

/** @param {string} url @param {Record<string, string>} headers @param {Partial<import('../measure.mjs').Load>} [more] */
async function rate(url, headers, more = {}) {
  const load = {
    url,
    headers,
    connections: Number(values.connections),
    seconds: Number(values.seconds),
    ...more,
  };
  return (await hammer.run(load)).rate;
}

/**
 * @param {ReturnType<typeof client>} send
 * @param {import('../products.mjs').References} references
 * @returns {Side}
 */
function serviceSide(send, references) {
  const list = `${service.url}/api/secure/plu`;
  const headers = { Authorization: `Bearer ${service.key}` };
  return {
    async read(name) {
      const first = `${list}?page=1&pageSize=100`;
      if (name.startsWith('random'))
        return rate(`${list}?page={page}&pageSize=100`, headers, { pages: lastPage, fresh: true });
      if (name.endsWith('first asked')) return rate(first, headers, { fresh: true });
      const etag = (await fetch(first, { headers })).headers.get('etag') ?? '';
      if (name.endsWith('304')) return rate(first, { ...headers, 'If-None-Match': etag });
      return rate(first, name.endsWith('gzip') ? { ...headers, 'Accept-Encoding': 'gzip' } : headers);
    },
    write: (name, turn) =>
      timed(name, turn, references, {
        create: (items) => ok(send('POST', '/api/secure/plu', items)),
        update: (items) => ok(send('POST', '/api/secure/plu', items)),
        createOne: (item) => ok(send('POST', '/api/secure/plu', item)),
        saveOne: ({ id, name }) => ok(send('PUT', `/api/secure/plu/${id}`, { name })),
      }),
    stop: async () => undefined,
  };
}

/** @param {string} company @returns {Promise<Side>} */
async function bareSide(company) {
  const { entityJson } = await service.load('/src/server/db/table.ts');
  const { pluTable } = await service.load('/src/resources/plu/table.ts');
  const from = { entityJson, table: pluTable, tenant: company, company, searches: [] };
  const child = fork(fileURLToPath(new URL('../bare-handler.mjs', import.meta.url)));
  child.send({ databaseUrl: service.databaseUrl, statements: bareStatements(from) });
  const [port] = await once(child, 'message');
  const url = `http://127.0.0.1:${port}/`;
  return {
    async read(name) {
      if (name.endsWith('gzip') || name.endsWith('304')) return null;
      if (name.startsWith('random')) return rate(`${url}?page={page}&pageSize=100`, {}, { pages: lastPage });
      return rate(`${url}?page=1&pageSize=100`, {});
    },
    write: async () => null,
    stop: async () => void child.kill(),
  };
}

/** @param {import('../products.mjs').References} references @returns {Promise<Side>} */
async function directusSide(references) {
  const peer = await startDirectus({
    folder: values.folder,
    databaseUrl: service.databaseUrl,
    references,
    rows,
  });
  const json = { ...peer.headers, 'Content-Type': 'application/json' };
  const send = (/** @type {string} */ method, /** @type {string} */ path, /** @type {unknown} */ body) =>
    fetch(peer.url + path, { method, headers: json, body: JSON.stringify(body) }).then(async (answer) => {
      if (!answer.ok) throw new Error(`Directus: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
      await answer.arrayBuffer();
    });
  return {
    async read(name) {
      const first = `${peer.url}?limit=100&page=1&meta=total_count`;
      if (name.startsWith('random'))
        return rate(
          `${peer.url}?limit=100&page={page}&meta=total_count`,
          { ...peer.headers, ...peer.fresh },
          { pages: lastPage },
        );
      if (name.endsWith('first asked')) return rate(first, { ...peer.headers, ...peer.fresh });
      if (name.endsWith('304')) return null;
      return rate(
        first,
        name.endsWith('gzip') ? { ...peer.headers, 'Accept-Encoding': 'gzip' } : peer.headers,
      );
    },
    // More than 100 at once takes it longer than its own time limits.
    write: async (name, turn) =>
      name.endsWith('1000')
        ? null
        : timed(name, turn, references, {
            create: (items) => send('POST', '', items),
            update: (items) => send('PATCH', '', items),
            createOne: (item) => send('POST', '', item),
            saveOne: ({ id, name }) => send('PATCH', `/${id}`, { name }),
          }),
    stop: peer.stop,
  };
}

/**
 * Returns the milliseconds a record of one kind of write: the median of ten arrays, or of 200 records one by one.
 *
 * @param {string} name
 * @param {number} turn
 * @param {import('../products.mjs').References} references
 * @param {Record<'create' | 'update', (items: object[]) => Promise<void>> & Record<'createOne' | 'saveOne', (item: any) => Promise<void>>} ways
 */
async function timed(name, turn, references, ways) {
  const [verb = '', count = ''] = name.split(' ');
  const items = count === 'one' ? 200 : Number(count);
  const arrays = range(0, count === 'one' ? 1 : 10).map((n) =>
    range(0, items).map((at) =>
      verb === 'create'
        ? product(references, rows + (next += 1))
        : {
            id: product(references, (n * items + at) % rows).id,
            name: `Changed ${turn} ${n} ${at} ${(next += 1)}`,
          },
    ),
  );
  /** @type {number[]} */
  const times = [];
  const time = async (/** @type {() => Promise<void>} */ work) => {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  };
  for (const array of arrays) {
    if (count !== 'one') await time(() => (verb === 'create' ? ways.create(array) : ways.update(array)));
    else
      for (const item of array)
        await time(() =>
          verb === 'create' ? ways.createOne({ ...item, id: undefined }) : ways.saveOne(item),
        );
  }
  return median(times) / (count === 'one' ? 1 : items);
}

/** @param {ReturnType<ReturnType<typeof client>>} sent */
async function ok(sent) {
  const { status, body } = await sent;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body).slice(0, 300)}`);
}
