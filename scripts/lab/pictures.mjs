import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { asRoot, findChromium } from '../chromium.mjs';
import { root } from '../steps.mjs';
import { startService } from './service.mjs';

// Makes the pictures of the README from the demo company, in docs/. The demo is the same each time but for its dates, which
// end today.
const { values } = parseArgs({
  options: {
    /** A running service with the demo company: none is started. */
    'base-url': { type: 'string' },
  },
});
const kib = 1024;
const largest = 150 * kib;
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 800 };

/** @typedef {import('@playwright/test').Page} Page */

/** @type {{ name: string, viewport: { width: number, height: number }, show: (page: Page) => Promise<void> }[]} */
const pictures = [
  {
    name: 'products',
    viewport: desk,
    async show(page) {
      await page.goto('/products');
      await page.locator('[aria-rowindex="12"]').getByRole('link').waitFor();
    },
  },
  {
    name: 'prices',
    viewport: desk,
    async show(page) {
      await page.goto('/prices');
      await page.locator('[aria-rowindex="12"]').waitFor();
    },
  },
  { name: 'day', viewport: desk, show: (page) => showDay(page) },
  { name: 'phone', viewport: phone, show: (page) => showDay(page) },
];

/** Opens the newest day that is closed. @param {Page} page */
async function showDay(page) {
  const answer = await page.request.get('/api/secure/businessday?status=closed&sort=-date&limit=1');
  const { data } = await answer.json();
  await page.goto(`/business-days/${data[0].id}`);
  await page.getByRole('heading', { name: 'Adds up, to the cent' }).waitFor();
}

const service = values['base-url'] === undefined ? await startService({ demo: true }) : null;
const url = values['base-url'] ?? service?.url ?? '';
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: asRoot ? ['--no-sandbox'] : [],
});
try {
  for (const { name, viewport, show } of pictures) {
    const context = await browser.newContext({
      baseURL: url,
      viewport,
      locale: 'en-GB',
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    await context.addInitScript(() => localStorage.setItem('tillhouse-language', 'en'));
    await context.request.post('/api/demo/session', {
      data: { role: 'manager' },
      headers: { 'Sec-Fetch-Site': 'same-origin', origin: url },
    });
    const page = await context.newPage();
    await show(page);
    // The names in the rows come after them; the network never rests, because the page follows the service.
    await page.waitForTimeout(1500);
    await page.evaluate(() => document.fonts.ready);
    const file = path.join(root, 'docs', `${name}.webp`);
    await writeFile(
      file,
      await webpOf(page, await page.screenshot({ animations: 'disabled', caret: 'hide' })),
    );
    const { size } = await stat(file);
    console.log(`${(size / kib).toFixed(0).padStart(5)} KiB  docs/${name}.webp`);
    if (size > largest) process.exitCode = 1;
    await context.close();
  }
} finally {
  await browser.close();
  await service?.stop();
}

/**
 * Returns a picture as WebP, which the browser itself writes.
 *
 * @param {Page} page
 * @param {Buffer} png
 * @returns {Promise<Buffer>}
 */
async function webpOf(page, png) {
  const text = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
    const written = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(written, (one) => String.fromCharCode(one)).join(''));
  }, png.toString('base64'));
  return Buffer.from(text, 'base64');
}
