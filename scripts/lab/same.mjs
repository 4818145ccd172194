import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { findHeadless, asRoot } from '../chromium.mjs';
import { firstLoad } from '../first-load.mjs';
import { root } from '../steps.mjs';
import { startService } from './service.mjs';

const usage = `npm run proof -- same --record FOLDER            records what the product answers and shows
npm run proof -- same --against FOLDER           records it again, and lists what is different
       [--only openapi,roles,days,pages,…]       some parts only

Record before a change that is meant to change nothing, and compare after it, on the same day: the demo company ends yesterday. The schema
is recorded if DATABASE_URL names a server on which databases may be made, and pg_dump of its version is there.`;

const { values } = parseArgs({
  options: {
    record: { type: 'string' },
    against: { type: 'string' },
    only: { type: 'string' },
  },
});
const before = values.against === undefined ? null : path.resolve(values.against);
const folder = before ? path.join(root, '.cache/same') : path.resolve(values.record ?? '');
if (!before && values.record === undefined) {
  console.log(usage);
  process.exit(2);
}
// A folder that somebody names is never emptied; the one of the comparison is made anew.
if (before) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);

/** Pages at these widths, in pixels, and on paper. */
const widths = [1440, 768, 390];
/** Milliseconds without a request after which a page shows all that it will. */
const quietMs = 600;
/** The demo's days are loaded side by side, so the order of their events is another each time. */
const inAnyOrder = ['/audit'];

const service = await startService({ demo: true });
/** @type {Record<string, () => Promise<unknown>>} */
const parts = { schema, openapi, roles, load, conformance, days, months, pages };
const wanted = values.only?.split(',') ?? Object.keys(parts);
try {
  while ((await json('/api/demo/days', '')).filling !== null) await wait(500);
  for (const name of wanted) {
    const part = parts[name];
    if (!part) throw new Error(`There is no part ${name}: ${Object.keys(parts).join(', ')}`);
    const began = performance.now();
    await part();
    console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
} finally {
  await service.stop();
}
if (before) process.exitCode = (await compare(before)) === 0 ? 0 : 1;

/** @param {string} at @param {string} key */
function get(at, key) {
  return fetch(service.url + at, { headers: { Authorization: `Bearer ${key}` } });
}

/** @param {string} at @param {string} key */
async function json(at, key) {
  const answer = await get(at, key);
  if (!answer.ok) throw new Error(`${at}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Stores one thing of the record. @param {string} name @param {string | Uint8Array} content */
async function keep(name, content) {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** Stores an answer: JSON and text as they are, so that a difference can be read, other files by their hash. @param {string} name @param {string} at @param {string} key */
async function keepAnswer(name, at, key) {
  const answer = await get(at, key);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get('content-type') ?? '';
  const content = type.includes('json')
    ? JSON.stringify(JSON.parse(bytes.toString()), null, 1)
    : type.startsWith('text/') || type.includes('xml')
      ? bytes.toString('latin1')
      : createHash('sha256').update(bytes).digest('hex');
  await keep(name, `${answer.status} ${type}\n${withoutTimes(content)}`);
}

/** Returns a text without what is of the moment: times of today and tokens. @param {string} text */
function withoutTimes(text) {
  const today = new Date().toISOString().slice(0, 10);
  return text
    .replaceAll(new RegExp(`${today}T[\\d:.]+Z?`, 'g'), 'TODAY')
    .replaceAll(/req_[\da-f]{32}/g, 'REQUEST');
}

/** @returns {Promise<string>} */
async function administrator() {
  /** @type {{ role: string, key: string }[]} */
  const signIns = await json('/api/demo/sign-ins', '');
  return signIns.find(({ role }) => role === 'admin')?.key ?? '';
}

async function schema() {
  const server = process.env['DATABASE_URL'];
  if (!server) return console.log('schema: left out, DATABASE_URL is not set');
  const name = `same_${randomBytes(4).toString('hex')}`;
  const owner = new Client({ connectionString: server });
  await owner.connect();
  await owner.query(`create database ${name}`);
  try {
    const url = new URL(server);
    url.pathname = `/${name}`;
    await service.another({ databaseUrl: url.href });
    const dump = execFileSync('pg_dump', ['-s', '--no-owner', '-d', url.href], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    await keep('schema.sql', dump.replaceAll(/^\\(?:un)?restrict .*\n/gm, ''));
  } finally {
    await owner.query(`drop database ${name} with (force)`);
    await owner.end();
  }
}

async function openapi() {
  await keep('openapi.json', JSON.stringify(await json('/api/openapi.json', ''), null, 1));
}

async function roles() {
  await keep('roles.md', await readFile(path.join(root, 'docs/roles.md')));
}

/** The size of the first load. */
async function load() {
  const scripts = await firstLoad();
  const bytes = scripts.reduce((sum, one) => sum + one.bytes, 0);
  await keep('load.txt', `${(bytes / 1024).toFixed(0)} KiB\n`);
}

async function conformance() {
  const { runConformance } = await service.load('/src/conformance/run.ts');
  const { results } = await runConformance({ baseUrl: service.url, key: service.key });
  const lines = results.map((/** @type {any} */ { id, verdict }) => `${verdict.padEnd(30)} ${id}`);
  await keep('conformance.txt', lines.join('\n'));
}

/** Reports, seals, vouchers and papers of the latest days of the demo, of which some are open, wrong or exported. */
async function days() {
  const key = await administrator();
  const { data } = await json('/api/secure/businessday?limit=60&sort=-date', key);
  for (const { id, date, location_id } of data) {
    const at = `days/${date}-${location_id.slice(-4)}`;
    await keepAnswer(`${at}/day.json`, `/api/secure/businessday/${id}`, key);
    await keepAnswer(`${at}/report.json`, `/api/secure/report/businessdaytx/${id}`, key);
    await keepAnswer(`${at}/voucher.json`, `/api/secure/report/voucher?businessday_id=${id}`, key);
    await keepAnswer(`${at}/z.pdf`, `/api/secure/report/businessdaytx/${id}/z.pdf`, key);
  }
}

/** The report and every file for bookkeeping of each month of the demo. */
async function months() {
  const key = await administrator();
  const { bookFormats } = await service.load('/src/days/books/schema.ts');
  const list = await json('/api/secure/report/months', key);
  await keep('months.json', withoutTimes(JSON.stringify(list, null, 1)));
  for (const { month } of list.slice(0, 3)) {
    const at = `/api/secure/report/month?month=${month}`;
    await keepAnswer(`months/${month}.json`, at, key);
    await keepAnswer(`months/${month}.pdf`, `/api/secure/report/month.pdf?month=${month}`, key);
    const [year = 0, of = 0] = month.split('-').map(Number);
    const last = new Date(Date.UTC(year, of, 0)).getUTCDate();
    const range = `from=${month}-01&to=${month}-${String(last).padStart(2, '0')}`;
    await keepAnswer(`months/${month}-summary.json`, `/api/secure/report/summary?${range}`, key);
    for (const format of bookFormats)
      await keepAnswer(
        `months/${month}.${format}`,
        `/api/secure/report/books?${range}&format=${format}`,
        key,
      );
  }
}

/** Every page of the application, at each width and on paper. */
async function pages() {
  const { chromium } = await import('@playwright/test');
  const { addresses, addressOf } = await service.load('/e2e/support/addresses.ts');
  const key = await administrator();
  const send = async (
    /** @type {string} */ method,
    /** @type {string} */ at,
    /** @type {any} */ options = {},
  ) => {
    const answer = await fetch(service.url + at, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(options.json && { body: JSON.stringify(options.json) }),
    });
    const text = await answer.text();
    return { text, entity: JSON.parse(text) };
  };
  const executablePath = findHeadless();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: asRoot ? ['--no-sandbox'] : [],
  });
  try {
    const context = await browser.newContext({ baseURL: service.url, reducedMotion: 'reduce' });
    await context.request.post('/api/demo/session', {
      data: { role: 'admin' },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });
    // Papers say when they were printed.
    await context.clock.setFixedTime(new Date().setHours(12, 0, 0, 0));
    await context.route('**/api/secure/live', (route) => route.abort());
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    // Names and histories are asked for after the page: a picture waits until nothing has been asked for a while.
    const asked = new Set();
    let latest = performance.now();
    page.on('request', (request) => asked.add(request));
    const ended = (/** @type {unknown} */ request) => {
      asked.delete(request);
      latest = performance.now();
    };
    page.on('requestfinished', ended);
    page.on('requestfailed', ended);
    const isStill = async () => {
      const until = performance.now() + 20_000;
      while (performance.now() < until && (asked.size > 0 || performance.now() - latest < quietMs))
        await wait(50);
      await page.locator('[aria-busy="true"]:visible').first().waitFor({ state: 'detached' });
      await hideTimesOfToday(page);
    };
    for (const [name, { resource, paths }] of addresses)
      for (const at of paths.filter((/** @type {string} */ one) => !inAnyOrder.includes(one))) {
        await page.goto(await addressOf(at, resource, send));
        await page.locator('main :is(h1, h2)').first().waitFor();
        const file = `pages/${name}/${at.slice(1).replaceAll(/[/:]+/g, '-')}`;
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          await isStill();
          await keep(
            `${file}-${width}.png`,
            await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' }),
          );
        }
        await page.emulateMedia({ media: 'print' });
        await isStill();
        await keep(`${file}-paper.png`, await page.screenshot({ fullPage: true, animations: 'disabled' }));
        await page.emulateMedia({ media: 'screen' });
      }
  } finally {
    await browser.close();
  }
}

/** Shows one time of day in place of each that the demo got while it was loaded. @param {import('@playwright/test').Page} page */
function hideTimesOfToday(page) {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.nodeValue ?? '';
      const hidden = text.replaceAll(/(today,? )\d{1,2}:\d{2}(?::\d{2})?/gi, '$1--:--');
      if (hidden !== text) texts.currentNode.nodeValue = hidden;
    }
  });
}

/** Lists what differs from an earlier record; returns how many things do. @param {string} earlier */
async function compare(earlier) {
  const names = async (/** @type {string} */ at) => {
    const found = await readdir(at, { recursive: true, withFileTypes: true });
    return found.flatMap((one) =>
      one.isFile() ? [path.relative(at, path.join(one.parentPath, one.name))] : [],
    );
  };
  const isOfParts = (/** @type {string} */ name) =>
    values.only === undefined || wanted.includes(name.split(/[/.-]/)[0] ?? '');
  const all = new Set([...(await names(earlier)), ...(await names(folder))].filter(isOfParts));
  const read = (/** @type {string} */ at) => readFile(at).catch(() => null);
  let count = 0;
  for (const name of [...all].toSorted()) {
    const [was, is] = [await read(path.join(earlier, name)), await read(path.join(folder, name))];
    if (was && is && was.equals(is)) continue;
    count += 1;
    const how = !was ? 'is new' : !is ? 'is gone' : 'differs';
    console.log(`${name} ${how}`);
    if (was && is && !name.endsWith('.png')) {
      const [old, now] = [was.toString().split('\n'), is.toString().split('\n')];
      const line = old.findIndex((text, at) => text !== now[at]);
      console.log(
        `  line ${line + 1}: ${(old[line] ?? '').slice(0, 150)}\n       now: ${(now[line] ?? '').slice(0, 150)}`,
      );
    }
  }
  console.log(
    count === 0
      ? `${all.size} things are the same.`
      : `${count} of ${all.size} differ; the new record: ${folder}`,
  );
  return count;
}
