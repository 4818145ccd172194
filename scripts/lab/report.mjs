import { parseArgs } from 'node:util';
import { client } from './api.mjs';
import { machine, median, printTable } from './measure.mjs';
import { makeShop, sellDay } from './receipts.mjs';
import { startService } from './service.mjs';

// Measures the report of a large business day against that of a small one, alternating, over the wire to the last
// byte; the browser's recomputation of it, in this process; and closing the day, which seals it.
const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '2000' },
    large: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '7' },
    profile: { type: 'string' },
  },
});
const sizes = [Number(values.small), Number(values.large)];
const [mostRatio, mostMs, mostRecomputedMs] = [12, 1000, 3000];

const service = await startService(values.profile ? { profile: values.profile } : {});
try {
  const send = client(service.url, service.key);
  const { recompute } = await service.load('/src/days/checks/recompute.ts');
  const { Client } = await import('pg');
  /** @type {string[]} */
  const days = [];
  for (const [index, size] of sizes.entries()) {
    const began = performance.now();
    // Registers of its own for each day, because their numbers start at 1.
    days.push(await sellDay(send, await makeShop(send, `Hall ${index}`), '2026-03-01', size));
    console.log(`${size} receipts in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  const db = new Client({ connectionString: service.databaseUrl });
  await db.connect();
  await db.query('vacuum analyze');
  await db.end();

  // The work between two requests may outlast a keep-alive connection.
  const headers = { Authorization: `Bearer ${service.key}`, Connection: 'close' };
  const url = (/** @type {string} */ day) => `${service.url}/api/secure/report/businessdaytx/${day}`;
  const times = days.map(() => ({ first: [0], whole: [0], again: [0], browser: [0], bytes: 0 }));
  for (let round = -1; round < Number(values.rounds); round += 1) {
    for (const [index, day] of days.entries()) {
      const began = performance.now();
      const response = await fetch(url(day), { headers });
      const first = performance.now() - began;
      const text = await response.text();
      const whole = performance.now() - began;
      const etag = response.headers.get('etag') ?? '';
      const requestedAt = performance.now();
      const again = await fetch(url(day), { headers: { ...headers, 'If-None-Match': etag } });
      const known = performance.now() - requestedAt;
      if (response.status !== 200 || again.status !== 304)
        throw new Error(`${response.status} ${again.status}`);
      const report = JSON.parse(text);
      const started = performance.now();
      const { totals, checks } = recompute(report);
      const browser = performance.now() - started;
      addsUp(report, totals, checks);
      const time = times[index];
      if (round < 0 || !time) continue;
      for (const [list, value] of /** @type {[number[], number][]} */ ([
        [time.first, first],
        [time.whole, whole],
        [time.again, known],
        [time.browser, browser],
      ]))
        list[round] = value;
      time.bytes = text.length;
    }
  }
  const figures = times.map((time) => [
    median(time.first),
    median(time.whole),
    median(time.again),
    median(time.browser),
    time.bytes / 2 ** 20,
  ]);
  const [small = [], large = []] = figures;
  printTable(
    ['receipts', 'first byte ms', 'last byte ms', '304 ms', 'recomputed ms', 'MiB'],
    [
      ...sizes.map((size, index) => [
        String(size),
        ...(figures[index] ?? []).map((value) => value.toFixed(1)),
      ]),
      ['ratio', ...large.map((value, at) => (value / (small[at] ?? 1)).toFixed(1))],
    ],
  );
  const closed = [];
  for (const day of days) {
    const began = performance.now();
    const { status } = await send('PUT', `/api/secure/businessday/${day}`, { status: 'closed' });
    if (status !== 200) throw new Error(`The day was not closed: ${status}`);
    closed.push(performance.now() - began);
  }
  console.log(`Closed and sealed in ${closed.map((ms) => `${ms.toFixed(0)} ms`).join(' and ')}.`);
  const [ratio, ms] = [(large[1] ?? 0) / (small[1] ?? 1), large[1] ?? 0];
  console.log(
    `To reach: a ratio of ${mostRatio} at most (${ratio <= mostRatio ? 'reached' : 'NOT reached'}),`,
  );
  const recomputed = large[3] ?? 0;
  console.log(
    `${mostRecomputedMs} ms for its recomputation (${recomputed <= mostRecomputedMs ? 'reached' : 'NOT reached'}),`,
  );
  console.log(`${mostMs} ms for the large day (${ms <= mostMs ? 'reached' : 'NOT reached'}).\n${machine()}`);
} finally {
  await service.stop();
}

/** @param {any} report @param {any} totals @param {any[]} checks */
function addsUp(report, totals, checks) {
  const failed = [...report.checks, ...checks].filter(({ ok }) => !ok);
  const differs = ['gross', 'net', 'tax', 'count'].filter((name) => report.totals[name] !== totals[name]);
  if (failed.length + differs.length > 0)
    throw new Error(`The day does not add up: ${JSON.stringify([failed, differs]).slice(0, 400)}`);
}
