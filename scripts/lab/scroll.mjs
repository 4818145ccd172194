import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { asRoot, findChromium } from '../chromium.mjs';
import { client } from './api.mjs';
import { machine, printTable } from './measure.mjs';
import { fill, ensureReferences } from './products.mjs';
import { startService } from './service.mjs';

// Measures scrolling the product list in a real browser by wheel, pointer and keyboard: the longest frame, through
// loaded and unloaded rows. A page that only scrolls an empty element of the same height, driven in the same way,
// shows what the machine itself needs. Measures also how soon a search answers.
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    /** A running service with products, and its key: nothing is created. */
    'base-url': { type: 'string' },
    key: { type: 'string' },
  },
});
const rows = Number(values.rows);
const milliseconds = Number(values.seconds) * 1000;
/** The longest frame allowed, in milliseconds (docs/benchmarks.md#scrolling). */
const longestAllowed = 50;
const viewport = { width: 1440, height: 900 };

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ x: number, y: number, top: number, bottom: number, right: number }} Place */

const given = values['base-url'] && values.key ? { url: values['base-url'], key: values.key } : null;
const service = given ? null : await startService();
const { url, key } = given ?? { url: service?.url ?? '', key: service?.key ?? '' };
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: asRoot ? ['--no-sandbox'] : [],
  // Otherwise there is no scroll bar to drag.
  ignoreDefaultArgs: ['--hide-scrollbars'],
});
try {
  if (service) await fill(client(url, key), await ensureReferences(client(url, key)), rows);
  const page = await browser.newPage({ viewport });
  await page.goto(`${url}/products?sort=name`);
  await page.getByRole('tab', { name: 'API key' }).click();
  await page
    .getByLabel('API key')
    .and(page.getByRole('textbox').or(page.locator('input')))
    .fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('[aria-rowindex="2"]').getByRole('link').waitFor();
  const bare = await browser.newPage({ viewport });
  await bare.setContent(
    '<body style="margin:0"><div style="height:100vh;overflow:auto"><div role="grid" tabindex="0" style="height:3600000px"></div></div>',
  );

  /** What a user does for a while; each returns when its time is over. */
  const ways = /** @type {const} */ ([
    ['wheel', wheel],
    ['scroll bar dragged', drag],
    ['Page Down held', pageDown],
    ['End and Home', ends],
  ]);
  const table = [];
  for (const [way, drive] of ways)
    for (const [name, on] of /** @type {const} */ ([
      ['list', page],
      ['empty element', bare],
    ])) {
      await on.bringToFront();
      const place = await on.evaluate(record);
      await drive(on, place, Date.now() + milliseconds);
      const { frames, moved } = await on.evaluate(recorded);
      if (moved === 0) throw new Error(`${way}: nothing was scrolled`);
      const sorted = frames.toSorted((one, other) => one - other);
      const at = (/** @type {number} */ share) => sorted[Math.floor(sorted.length * share)] ?? 0;
      table.push([
        `${way}, ${name}`,
        String(frames.length),
        at(0.5).toFixed(1),
        at(0.99).toFixed(1),
        (sorted.at(-1) ?? 0).toFixed(1),
        String(frames.filter((frame) => frame > longestAllowed).length),
      ]);
    }
  console.log(`\n${rows} products, ${values.seconds} s each; milliseconds a frame. ${machine()}\n`);
  printTable(['', 'frames', 'median', '99 %', 'longest', `over ${longestAllowed}`], table);

  const send = client(url, key);
  const searches = [];
  for (const q of ['cardamom', 'amom', 'ca', '64000000', '150000', 'rye 99']) {
    const took = [];
    // Each requests another page size, so that no response is cached.
    for (let time = 0; time < 7; time += 1) {
      const began = performance.now();
      const { status } = await send(
        'GET',
        `/api/secure/plu?q=${encodeURIComponent(q)}&active=true&sort=name&page=1&pageSize=${100 - time}`,
      );
      if (status !== 200) throw new Error(`Searching answered ${status}`);
      took.push(performance.now() - began);
    }
    took.sort((one, other) => one - other);
    searches.push([q, (took[3] ?? 0).toFixed(0), (took.at(-1) ?? 0).toFixed(0)]);
  }
  console.log('\nA search, first page of 100 in order of names, milliseconds\n');
  printTable(['q', 'median', 'longest'], searches);
} finally {
  await browser.close();
  await service?.stop();
}

/** @param {Page} page @param {Place} place @param {number} until */
async function wheel(page, place, until) {
  await page.mouse.move(place.x, place.y);
  for (let turn = 0; Date.now() < until; turn += 1) {
    await page.mouse.wheel(0, turn % 400 < 300 ? 240 : -240);
    await page.waitForTimeout(16);
  }
}

/** @param {Page} page @param {Place} place @param {number} until */
async function drag(page, { top, bottom, right }, until) {
  await page.evaluate(() => document.querySelector('[role=grid]')?.parentElement?.scrollTo(0, 0));
  const x = right - 7;
  // Below the arrow buttons of the scroll bar, if it has any.
  await page.mouse.move(x, top + 22);
  await page.mouse.down();
  const room = bottom - top - 60;
  for (let step = 0; Date.now() < until; step += 1) {
    const wave = (1 - Math.cos(step / 40)) / 2;
    await page.mouse.move(x, top + 22 + wave * room);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
}

/** @param {Page} page @param {Place} _place @param {number} until */
async function pageDown(page, _place, until) {
  await page.evaluate(() => document.querySelector('[role=grid]')?.parentElement?.scrollTo(0, 0));
  await page.locator('[role=grid]').evaluate((grid) => grid instanceof HTMLElement && grid.focus());
  // Repeated keydown without keyup is the key's auto-repeat, thirty times a second.
  while (Date.now() < until) {
    await page.keyboard.down('PageDown');
    await page.waitForTimeout(33);
  }
  await page.keyboard.up('PageDown');
}

/** @param {Page} page @param {Place} _place @param {number} until */
async function ends(page, _place, until) {
  while (Date.now() < until) {
    await page.keyboard.press('End');
    await page.waitForTimeout(500);
    await page.keyboard.press('Home');
    await page.waitForTimeout(500);
  }
}

/** Starts to record the duration of each frame, in milliseconds; runs in the page, as does the following. */
function record() {
  const scroller = document.querySelector('[role=grid]')?.parentElement;
  if (!scroller) throw new Error('There is nothing to scroll');
  const kept = { frames: /** @type {number[]} */ ([]), moved: 0, on: true };
  Object.assign(globalThis, { kept });
  let before = 0;
  let top = scroller.scrollTop;
  const step = (/** @type {number} */ now) => {
    if (before > 0) kept.frames.push(now - before);
    before = now;
    kept.moved += Math.abs(scroller.scrollTop - top);
    top = scroller.scrollTop;
    if (kept.on) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  const { left, right, top: above, bottom } = scroller.getBoundingClientRect();
  return { x: (left + right) / 2, y: (above + bottom) / 2, top: above, bottom, right };
}

/** @returns {{ frames: number[], moved: number }} */
function recorded() {
  const { kept } = /** @type {any} */ (globalThis);
  kept.on = false;
  return kept;
}
