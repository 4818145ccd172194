import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { asRoot, findChromium } from '../chromium.mjs';
import { drawWaterfall } from './first-visit-picture.mjs';
import { machine, median, printTable } from './measure.mjs';
import { startService } from './service.mjs';

// Measures the first visit with an empty cache on a slow 4G line, in a real browser on the built service with the
// demo: the sign-in page, the rows of the product list after signing in, and a product's form.
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    /** SVG file for the waterfall of the round whose rows came at the median time. */
    picture: { type: 'string' },
  },
});
/** Slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms of round trip. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
/** Limits of docs/benchmarks.md#first-load: milliseconds, and requests until the first rows are shown. */
const limits = { signIn: 2500, rows: 1200, form: 1200, requests: 15 };

/**
 * A request in the picture; times in milliseconds since the navigation, `size` in bytes on the line.
 *
 * @typedef {{ name: string, type: string, from: number, first: number, to: number, size: number }} Transfer
 *
 * @typedef {{
 *   signIn: number, rows: number, form: number, clicked: number, shown: number, requests: number, bytes: number,
 *   transfers: Transfer[], longTasks: number[],
 * }} Visit
 */

const service = await startService({ demo: true });
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: asRoot ? ['--no-sandbox'] : [],
});
try {
  /** @type {Visit[]} */
  const visits = [];
  /** @type {Visit[]} */
  const hurried = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    visits.push(await visit(1500));
    hurried.push(await visit(0));
  }
  printTable(
    ['', 'median', 'at most'],
    [
      ['sign-in page, ms', middle(({ signIn }) => signIn), String(limits.signIn)],
      ['rows after signing in, ms', middle(({ rows }) => rows), String(limits.rows)],
      ['product form after its click, ms', middle(({ form }) => form), String(limits.form)],
      [
        'the same, clicked as soon as the rows are there, ms',
        median(hurried.map(({ form }) => form)).toFixed(0),
        String(limits.form),
      ],
      ['requests until the rows', middle(({ requests }) => requests), String(limits.requests)],
      ['KiB until the rows', middle(({ bytes }) => bytes / 1024), ''],
      [
        'longest task while typing and scrolling, ms',
        middle(({ longTasks }) => Math.max(0, ...longTasks)),
        '50',
      ],
    ].map((row) => row.map(String)),
  );
  console.log(`Slow 4G (1.6 Mbit/s, 150 ms), median of ${visits.length}. ${machine()}`);
  const typical = visits.toSorted((one, other) => one.shown - other.shown)[Math.floor(visits.length / 2)];
  if (values.picture && typical) await writeFile(values.picture, drawWaterfall(typical));

  /** @param {(visit: Visit) => number} figure */
  function middle(figure) {
    return median(visits.map(figure)).toFixed(0);
  }
} finally {
  await browser.close();
  await service.stop();
}

/**
 * @param {number} reading milliseconds for which the list is looked at before a product is clicked
 * @returns {Promise<Visit>}
 */
async function visit(reading) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', line);
  await page.addInitScript(() => {
    /** @type {any} */ (window).longTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        /** @type {any} */ (window).longTasks.push([startTime, duration]);
    }).observe({ type: 'longtask', buffered: true });
    // Noted in the page: what asks from outside sees it later.
    const marks = (/** @type {any} */ (window).marks = /** @type {Record<string, number>} */ ({}));
    const shows = {
      signIn: '#sign-in-form button[type=submit]',
      rows: '[aria-rowindex="2"] a',
    };
    const look = () => {
      for (const [name, selector] of Object.entries(shows))
        if (document.querySelector(selector)) marks[name] ??= performance.timeOrigin + performance.now();
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  /** @type {Map<string, Transfer>} */
  const transfers = new Map();
  let [began, beganAt] = [0, 0];
  const now = (/** @type {number} */ timestamp) => timestamp * 1000 - began;
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime, type }) => {
    if (!request.url.startsWith('http')) return;
    began ||= timestamp * 1000;
    beganAt ||= wallTime * 1000;
    const { pathname, search } = new URL(request.url);
    transfers.set(requestId, {
      name: pathname + search,
      type: type ?? 'Other',
      from: now(timestamp),
      first: 0,
      to: 0,
      size: 0,
    });
  });
  cdp.on('Network.responseReceived', ({ requestId, timestamp }) => {
    const transfer = transfers.get(requestId);
    if (transfer) transfer.first = now(timestamp);
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const transfer = transfers.get(requestId);
    if (transfer) [transfer.to, transfer.size] = [now(timestamp), encodedDataLength];
  });
  /** @param {string} name */
  const markOf = async (name) => {
    const at = await page.waitForFunction((wanted) => /** @type {any} */ (window).marks?.[wanted], name);
    return Number(await at.jsonValue()) - beganAt;
  };
  await page.goto(`${service.url}/products`, { waitUntil: 'commit' });
  const signIn = await markOf('signIn');
  const person = page.getByRole('button', { name: /Helmi|Aino/ }).first();
  await person.waitFor();
  // A person reads before the click: what the page loads meanwhile is there by then.
  await page.waitForTimeout(1500);
  const clicked = Date.now() - beganAt;
  await person.click();
  const shown = await markOf('rows');
  const link = page.locator('[aria-rowindex="2"]').getByRole('link');
  const upToRows = [...transfers.values()].filter(({ from }) => from < shown);
  await page.waitForTimeout(reading);
  const opened = performance.now();
  await link.click();
  await page.getByRole('textbox', { name: 'Name' }).first().waitFor();
  const form = performance.now() - opened;
  await page.goBack();
  await link.waitFor();
  await page.waitForTimeout(1500);
  const longTasks = await interact(page);
  await context.close();
  return {
    signIn,
    clicked,
    shown,
    rows: shown - clicked,
    form,
    requests: upToRows.length,
    bytes: upToRows.reduce((sum, { size }) => sum + size, 0),
    transfers: upToRows,
    longTasks,
  };
}

/**
 * Scrolls the list and types a search; returns how long the tasks over 50 ms took meanwhile.
 *
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<number[]>}
 */
async function interact(page) {
  const from = await page.evaluate(() => performance.now());
  await page.mouse.move(700, 500);
  for (let at = 0; at < 20; at += 1) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(30);
  }
  await page.keyboard.press('/');
  await page.keyboard.type('cinnamon', { delay: 60 });
  await page.waitForTimeout(1000);
  return page.evaluate(
    (start) =>
      /** @type {[number, number][]} */ (/** @type {any} */ (window).longTasks)
        .filter(([at]) => at >= start)
        .map(([, duration]) => duration),
    from,
  );
}
