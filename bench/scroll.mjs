import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { asRoot, findChromium } from '../scripts/chromium.mjs';
import { client } from './api.mjs';
import { machine, printTable } from './measure.mjs';
import { fill, makeHouse } from './products.mjs';
import { startService } from './service.mjs';

// Scrolling the list of products in a real browser: how long its longest frame takes, by wheel through rows that
// have come and rows that have not, by Page Down, and by dragging the scroll bar. A page that only scrolls an empty
// element of the same height, in the same browser at the same time, shows what the machine itself takes.
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, seconds: { type: 'string', default: '5' } },
});
const rows = Number(values.rows);
const milliseconds = Number(values.seconds) * 1000;
/** Design 9: no frame beyond this, in milliseconds. */
const longestAllowed = 50;

const service = await startService();
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: asRoot ? ['--no-sandbox'] : [],
});
try {
  const send = client(service.url, service.key);
  await fill(send, await makeHouse(send), rows);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${service.url}/products?sort=name`);
  await page.getByLabel('API key').fill(service.key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('[aria-rowindex="2"]').getByRole('link').waitFor();
  const bare = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await bare.setContent(
    '<div role="grid" style="height:100vh;overflow:auto"><div style="height:3600000px"></div></div>',
  );

  const table = [];
  for (const way of /** @type {const} */ (['wheel', 'leap', 'page'])) {
    for (const [name, on] of /** @type {const} */ ([
      ['list', page],
      ['empty element', bare],
    ])) {
      if (name !== 'list' && way === 'page') continue;
      await on.bringToFront();
      const frames = await on.evaluate(scroll, { way, milliseconds });
      const sorted = frames.toSorted((one, other) => one - other);
      const at = (/** @type {number} */ share) => sorted[Math.floor(sorted.length * share)] ?? 0;
      const late = frames.filter((frame) => frame > longestAllowed).length;
      table.push([
        `${way}, ${name}`,
        String(frames.length),
        at(0.5).toFixed(1),
        at(0.99).toFixed(1),
        Math.max(...frames).toFixed(1),
        String(late),
      ]);
    }
  }
  console.log(`\n${rows} products, ${values.seconds} s each; milliseconds a frame. ${machine()}\n`);
  printTable(['', 'frames', 'median', '99 %', 'longest', `over ${longestAllowed}`], table);
} finally {
  await browser.close();
  await service.stop();
}

/**
 * Scrolls for a while and gives the milliseconds of each frame; runs in the page.
 *
 * @param {{ way: 'wheel' | 'leap' | 'page', milliseconds: number }} how
 * @returns {Promise<number[]>}
 */
function scroll({ way, milliseconds }) {
  const grid = document.querySelector('[role=grid]');
  const scroller = grid?.parentElement && grid.scrollHeight > grid.clientHeight ? grid : grid?.parentElement;
  if (!(grid instanceof HTMLElement) || !scroller) throw new Error('There is nothing to scroll');
  grid.focus();
  return new Promise((done) => {
    /** @type {number[]} */
    const frames = [];
    const began = performance.now();
    let before = began;
    let count = 0;
    const step = (/** @type {number} */ now) => {
      if (count > 0) frames.push(now - before);
      before = now;
      count += 1;
      if (now - began > milliseconds) return done(frames);
      if (way === 'wheel') scroller.scrollTop += 120;
      else if (way === 'leap' && count % 10 === 0)
        scroller.scrollTop = ((count * 7919) % 1000) * (scroller.scrollHeight / 1000);
      else if (way === 'page' && count % 5 === 0)
        grid.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}
