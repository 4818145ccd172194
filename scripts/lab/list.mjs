import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { client } from './api.mjs';
import { cpuSeconds } from './cpu.mjs';
import { bareStatements } from './list-sql.mjs';
import { machine, median, printTable, startHammer } from './measure.mjs';
import { fill, ensureReferences } from './products.mjs';
import { startService } from './service.mjs';

// Measures the product list, 100 per page with the total, against a bare handler on the same database. Rounds
// alternate, so that other load on the machine affects both.
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '8' },
    only: { type: 'string' },
    profile: { type: 'string' },
  },
});
const rows = Number(values.rows);
const toReach = 0.7;
const searches = ['ca', 'rchipelag'];

const service = await startService(values.profile ? { profile: values.profile } : {});
const send = client(service.url, service.key);
/** @type {import('node:child_process').ChildProcess | undefined} */
let bare;
const hammer = startHammer();
try {
  const began = performance.now();
  await fill(send, await ensureReferences(send), rows);
  console.log(`${rows} products in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const company = (await send('GET', '/api/secure/me')).body.company.id;
  await analyze(service.databaseUrl);
  const { entityJson } = await service.load('/src/server/db/table.ts');
  const { pluTable } = await service.load('/src/resources/plu/table.ts');
  const from = { entityJson, table: pluTable, tenant: company, company, searches };
  bare = fork(fileURLToPath(new URL('bare-handler.mjs', import.meta.url)));
  bare.send({ databaseUrl: service.databaseUrl, statements: bareStatements(from) });
  const [port] = await once(bare, 'message');
  const bareUrl = `http://127.0.0.1:${port}`;

  const last = Math.ceil(rows / 100);
  /** @type {{ name: string, query: string, bare: string, again?: boolean, unchanged?: boolean, accept?: Record<string, string> }[]} */
  const cases = [
    { name: 'first page', query: 'page=1', bare: '/' },
    { name: 'middle page', query: `page=${last >> 1}`, bare: '/' },
    { name: 'last page', query: `page=${last}`, bare: '/' },
    ...searches.map((q, index) => ({ name: `q=${q}`, query: `q=${q}&page=1`, bare: `/q${index}` })),
    { name: 'first page, gzip', query: 'page=1', bare: '/', accept: { 'Accept-Encoding': 'gzip' } },
    { name: 'asked again', query: 'page=1', bare: '/', again: true },
    {
      name: 'asked again, gzip',
      query: 'page=1',
      bare: '/',
      again: true,
      accept: { 'Accept-Encoding': 'gzip' },
    },
    { name: 'asked again, 304', query: 'page=1', bare: '/', again: true, unchanged: true },
  ].filter(({ name }) => !values.only || name.startsWith(values.only));
  /** @type {string[][]} */
  const table = [];
  for (const one of cases) {
    const query = `?${one.query}&pageSize=100`;
    const mine = `${service.url}/api/secure/plu${query}`;
    const other = `${bareUrl}${one.bare}${query}`;
    const etag = await sameAnswer(mine, other);
    const headers = one.unchanged ? { 'If-None-Match': etag } : one.accept;
    table.push([one.name, ...(await compare(mine, other, !one.again, headers))]);
  }
  console.log(`\nGET plu, 100 a page of ${rows} with the total, ${values.connections} connections`);
  printTable(
    [
      '',
      'service/s',
      'bare/s',
      'ratio',
      'rounds',
      'p50 ms',
      'bare p50',
      'CPU ms',
      'bare CPU',
      'CPU ratio',
      'KiB',
    ],
    table,
  );
  console.log(`To reach: ${toReach} of the bare handler.\n${machine()}`);
} finally {
  hammer.stop();
  bare?.kill();
  await service.stop();
}

/**
 * Runs alternating rounds; the ratio is the median of the ratios per round. CPU time includes the process and
 * PostgreSQL.
 *
 * @param {string} mine
 * @param {string} other
 * @param {boolean} fresh
 * @param {Record<string, string>} [added] headers of the requests to the service
 */
async function compare(mine, other, fresh, added = {}) {
  const [connections, seconds] = [Number(values.connections), Number(values.seconds)];
  const authorization = { Authorization: `Bearer ${service.key}` };
  const run = async (/** @type {string} */ url, length = seconds) => {
    const pid = url === mine ? service.pid : bare?.pid;
    const before = await cpuSeconds(pid, service.postmaster);
    const headers = url === mine ? { ...authorization, ...added } : authorization;
    const round = await hammer.run({ url, headers, connections, seconds: length, fresh });
    const used = (await cpuSeconds(pid, service.postmaster)) - before;
    return { ...round, cpu: (1000 * used) / round.count };
  };
  await run(mine, 1);
  await run(other, 1);
  /** @type {{ mine: Awaited<ReturnType<typeof run>>, bare: Awaited<ReturnType<typeof run>> }[]} */
  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const [first, second] = round % 2 ? [other, mine] : [mine, other];
    const [one, two] = [await run(first), await run(second)];
    rounds.push(round % 2 ? { mine: two, bare: one } : { mine: one, bare: two });
  }
  const ratios = rounds.map(({ mine, bare }) => mine.rate / bare.rate);
  const middle = (/** @type {(round: (typeof rounds)[0]) => number} */ of, digits = 0) =>
    median(rounds.map(of)).toFixed(digits);
  return [
    middle((round) => round.mine.rate),
    middle((round) => round.bare.rate),
    median(ratios).toFixed(2),
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    middle((round) => round.mine.p50, 1),
    middle((round) => round.bare.p50, 1),
    middle((round) => round.mine.cpu, 2),
    middle((round) => round.bare.cpu, 2),
    middle((round) => round.bare.cpu / round.mine.cpu, 2),
    middle((round) => round.mine.bytes / 1024),
  ];
}

/**
 * Checks that both return the same rows: a ratio of different responses would be meaningless. Returns the service's
 * ETag.
 *
 * @param {string} mine
 * @param {string} other
 */
async function sameAnswer(mine, other) {
  let etag = '';
  const [one, two] = await Promise.all(
    [mine, other].map(async (url) => {
      const headers = { Authorization: `Bearer ${service.key}`, 'Accept-Encoding': 'identity' };
      const response = await fetch(url, { headers });
      if (url === mine) etag = response.headers.get('etag') ?? '';
      return `${response.status} ${response.headers.get('x-total-count')} ${await response.text()}`;
    }),
  );
  if (one === two) return etag;
  throw new Error(`The answers differ:\n${one?.slice(0, 300)}\n${two?.slice(0, 300)}`);
}

/** Updates the table statistics, as autovacuum does after a minute. @param {string} url */
async function analyze(url) {
  const { Client } = await import('pg');
  const db = new Client({ connectionString: url });
  await db.connect();
  await db.query('vacuum analyze');
  await db.end();
}
