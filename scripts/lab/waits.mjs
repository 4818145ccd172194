import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { asRoot, findChromium } from '../chromium.mjs';
import { client } from './api.mjs';
import { machine, median, printTable } from './measure.mjs';
import { fill, ensureReferences } from './products.mjs';
import { makeShop, sellDay } from './receipts.mjs';
import { startService } from './service.mjs';

// What somebody waits for in Chromium, with the demo, so many more products, and two large days: a search, rows while scrolling fast, the
// report of a day, a form, the overview, a month, signing in; each also with the processor at a sixth of its speed. `--save FILE` keeps the
// figures, `--beside FILE` prints those of another version next to them.
const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    receipts: { type: 'string', default: '2000,20000' },
    rounds: { type: 'string', default: '3' },
    rates: { type: 'string', default: '1,6' },
    save: { type: 'string' },
    beside: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const rates = values.rates.split(',').map(Number);
/** Milliseconds without a request or a change of the page after which it is taken to be there. */
const quietMs = 500;

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').CDPSession} Session */

const service = await startService({ demo: true });
const browserPath = findChromium();
const browser = await chromium.launch({
  ...(browserPath && { executablePath: browserPath }),
  args: asRoot ? ['--no-sandbox'] : [],
});
try {
  while ((await json('/api/demo/days')).filling !== null) await wait(500);
  const { key } = (await json('/api/demo/sign-ins')).find((/** @type {any} */ one) => one.role === 'admin');
  const send = client(service.url, key);
  await fill(send, await ensureReferences(send), Number(values.products));
  /** @type {Map<number, string>} */
  const days = new Map();
  for (const size of values.receipts.split(',').map(Number))
    days.set(size, await sellDay(send, await makeShop(send, `Hall ${size}`), '2026-03-01', size));

  /** @type {Record<string, Record<string, number[]>>} */
  const figures = {};
  for (const rate of rates)
    for (let round = 0; round < rounds; round += 1) {
      const all = (figures[`${rate} ×`] ??= {});
      const keep = (/** @type {string} */ what, /** @type {number} */ value) =>
        (all[what] ??= []).push(value);
      await visit(rate, days, keep);
    }
  const before = values.beside ? JSON.parse(await readFile(values.beside, 'utf8')) : null;
  /** @type {Record<string, Record<string, number>>} */
  const medians = {};
  const table = Object.entries(figures).flatMap(([rate, all]) =>
    Object.entries(all).map(([what, found]) => {
      const value = median(found);
      (medians[rate] ??= {})[what] = value;
      return [
        `${what}, ${rate}`,
        ...(before ? [(before[rate]?.[what] ?? NaN).toFixed(0)] : []),
        value.toFixed(0),
      ];
    }),
  );
  printTable(['', ...(before ? ['before'] : []), 'now'], table);
  console.log(`Milliseconds, medians of ${rounds}. ${machine()}`);
  if (values.save) await writeFile(values.save, JSON.stringify(medians));
} finally {
  await browser.close();
  await service.stop();
}

/** @param {string} path */
async function json(path) {
  return (await fetch(service.url + path)).json();
}

/**
 * @param {number} rate how many times slower than this processor
 * @param {Map<number, string>} reports days by the number of their receipts
 * @param {(what: string, value: number) => void} keep
 */
async function visit(rate, reports, keep) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    baseURL: service.url,
  });
  await context.addInitScript(observe);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });

  await page.goto('/products?sort=name');
  const person = page.getByRole('button', { name: /Aino|Helmi/ }).first();
  await person.click();
  const link = page.locator('[aria-rowindex="2"]').getByRole('link');
  await link.waitFor();
  keep('from the sign-in to the rows', await page.evaluate(sinceClick));
  await settled(page);

  const search = page.getByRole('searchbox').first();
  await search.focus();
  /** @type {number[]} */
  const keys = [];
  for (const letter of 'cardamom') {
    await page.keyboard.type(letter);
    await wait(400 * Math.sqrt(rate));
    keys.push(await page.evaluate(sinceKey));
  }
  keep('a key of the search', median(keys.filter((one) => !Number.isNaN(one))));
  await page.keyboard.press('Escape');
  await settled(page);

  await page.mouse.move(700, 500);
  let blank = 0;
  for (let look = 0; look < 20; look += 1) {
    for (let turn = 0; turn < 12; turn += 1) {
      await page.mouse.wheel(0, 240);
      await wait(16);
    }
    blank += await page.evaluate(blankRows);
  }
  keep('blank rows in 20 looks while scrolling', blank);
  for (const [what, reading] of /** @type {const} */ ([
    ['at once', 0],
    ['after reading', 1500],
  ])) {
    // One of the company's own: those of the group are not to be changed.
    await page.goto('/products?q=cardamom&sort=name');
    await link.waitFor();
    await wait(reading);
    await page.evaluate(forget);
    await link.click();
    await page.getByRole('textbox', { name: 'Name' }).first().waitFor();
    keep(`a form, clicked ${what}`, await page.evaluate(sinceClick));
    await wait(300 * rate);
    keep(`its longest task, clicked ${what}`, await page.evaluate(longest));
  }

  for (const [size, id] of reports) {
    const from = performance.now();
    await page.goto(`/business-days/${id}`, { waitUntil: 'commit' });
    const checks = page.getByRole('region', { name: 'Checks' });
    await checks.getByRole('heading').waitFor({ timeout: 120_000 });
    await checks.getByRole('progressbar').waitFor({ state: 'detached', timeout: 120_000 });
    keep(`the report of ${size} receipts, checked`, performance.now() - from);
    keep(`its longest task, ${size} receipts`, await page.evaluate(longest));
  }
  for (const [what, path] of /** @type {const} */ ([
    ['the overview', '/'],
    ['a month', `/months/${lastMonth()}`],
  ])) {
    await page.goto(path, { waitUntil: 'commit' });
    keep(what, await settled(page));
  }
  await context.close();
}

function lastMonth() {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

/**
 * Waits until nothing is asked for and nothing changes; returns when the last change was, from when the page was asked for.
 *
 * @param {Page} page
 */
async function settled(page) {
  for (;;) {
    const { quiet, at } = await page.evaluate(() => {
      const { changed = 0 } = /** @type {any} */ (globalThis).seen ?? {};
      return { quiet: performance.now() - changed, at: changed };
    });
    if (quiet > quietMs && at > 0 && (await page.locator('[aria-busy="true"]:visible').count()) === 0)
      return at;
    await wait(50);
  }
}

// What follows runs in the page.

function observe() {
  performance.setResourceTimingBufferSize(100_000);
  const seen = { changed: 0, key: 0, click: 0, tasks: /** @type {number[]} */ ([]) };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  addEventListener('keydown', () => (seen.key = performance.now()), true);
  addEventListener('click', () => (seen.click = performance.now()), true);
  document.addEventListener('DOMContentLoaded', () =>
    new MutationObserver(() => (seen.changed = performance.now())).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    }),
  );
}

/** Milliseconds from the last key to the answer for what was typed, as the browser had it. */
function sinceKey() {
  const { key } = /** @type {any} */ (globalThis).seen;
  const asked = performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => /\/plu\?(?:.*&)?q=/.test(name) && startTime >= key);
  const last = asked.at(-1);
  return last instanceof PerformanceResourceTiming ? last.responseEnd - key : NaN;
}

function sinceClick() {
  return performance.now() - /** @type {any} */ (globalThis).seen.click;
}

function forget() {
  /** @type {any} */ (globalThis).seen.tasks.length = 0;
}

function longest() {
  return Math.max(0, .../** @type {any} */ (globalThis).seen.tasks);
}

/** How many rows in view have no name yet. */
function blankRows() {
  const grid = document.querySelector('[role=grid]')?.parentElement?.getBoundingClientRect();
  if (!grid) return 0;
  return [...document.querySelectorAll('[role=row][aria-rowindex]')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > grid.top + 40 && top < grid.bottom && row.textContent?.trim() === '';
  }).length;
}
