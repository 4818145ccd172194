import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { asRoot, findChromium } from '../chromium.mjs';
import { client, refusal } from './api.mjs';
import { countInput } from './counted-input.mjs';
import { printTable } from './measure.mjs';
import { startService } from './service.mjs';

// Counts the keys and clicks of the commonest tasks of a manager, in Chromium with the demo company: those that reach the page.
// A key with Ctrl or Alt is one. Every task ends where its outcome is seen.
const { values } = parseArgs({
  options: {
    /** A running service with the demo company: none is started. */
    'base-url': { type: 'string' },
  },
});
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ page: Page, send: ReturnType<typeof client> }} Visit */
/** @typedef {{ says: string, viewport?: typeof desk, before: (visit: Visit) => Promise<unknown>, work: (page: Page) => Promise<unknown> }} Task */

const heading = (/** @type {Page} */ page, /** @type {string | RegExp} */ name) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const saved = (/** @type {Page} */ page) =>
  page
    .getByText(/ saved$/)
    .first()
    .waitFor();
const rows = async (/** @type {Page} */ page, path = '/products') => {
  await page.goto(path);
  await page.locator('[aria-rowindex="12"]').waitFor();
};
/** Opens the product that most tasks are about. @param {Page} page */
const cheese = async (page) => {
  await page.goto('/products?q=squeaky');
  await page.locator('[aria-rowindex="2"]').getByRole('link').click();
  await heading(page, /Squeaky/);
  await page.getByRole('textbox', { name: 'Base price' }).waitFor();
};
/** Takes it in the search, once it is offered. @param {Page} page */
const choose = async (page) => {
  await page
    .getByRole('option', { name: /Squeaky/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await heading(page, /Squeaky/);
};
/** Finds it by the search of every page. @param {Page} page */
const find = async (page) => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('squeak');
  await choose(page);
};

let times = 0;
/** Differs in each run: a service that runs already has the price of the former one. */
const cents = 10 + Math.floor(Math.random() * 89);

/** A price above the cost of the products that are first by name: one below it is asked about. @param {number} at */
const above = (at) => `8.${10 + ((cents + at) % 90)}`;

/** @type {Task[]} */
const tasks = [
  { says: 'Find "squeak…" and open it', before: ({ page }) => rows(page), work: find },
  {
    says: 'Open what was open a minute ago',
    before: async ({ page }) => {
      await cheese(page);
      await rows(page);
    },
    async work(page) {
      await page.keyboard.press('Control+k');
      await choose(page);
    },
  },
  {
    says: 'Another price for one product, found first',
    before: ({ page }) => rows(page),
    async work(page) {
      await find(page);
      await page.getByRole('textbox', { name: 'Base price' }).waitFor();
      await page.keyboard.press('Alt+p');
      await page.keyboard.type(`6.${cents}`);
      await page.keyboard.press('Control+s');
      await saved(page);
    },
  },
  {
    says: 'New prices of ten products below each other',
    // Those of the company itself: what its group keeps is not edited here.
    before: async ({ page, send }) =>
      rows(page, `/products?sort=name&company_id=${(await send('GET', '/api/secure/me')).body.company.id}`),
    async work(page) {
      await page
        .locator('[aria-rowindex="2"] [role="gridcell"]')
        .filter({ hasText: /^\d+\.\d\d$/ })
        .first()
        .click();
      for (let at = 0; at < 10; at += 1) {
        await page.keyboard.type(above(at));
        await page.keyboard.press('Enter');
      }
      await page.locator('[aria-rowindex="11"]').getByText(above(9), { exact: true }).waitFor();
    },
  },
  {
    says: 'A new product like another, saved',
    before: ({ page }) => cheese(page),
    async work(page) {
      await page
        .getByRole('link', { name: 'Duplicate' })
        .or(page.getByRole('button', { name: 'Duplicate' }))
        .click();
      await page.waitForURL(/copy=/);
      await page.waitForFunction(() => document.activeElement?.matches('input'));
      await page.keyboard.type('Halloumi 180 g');
      await page.keyboard.press('Control+s');
      await heading(page, 'Halloumi 180 g');
    },
  },
  {
    says: 'Deactivate a product',
    before: ({ page }) => cheese(page),
    async work(page) {
      await page.getByRole('switch', { name: 'Active', exact: true }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await saved(page);
    },
  },
  {
    says: 'See the products of a department',
    before: ({ page }) => rows(page),
    async work(page) {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('dialog', { name: 'Filter' }).getByText('Department', { exact: true }).click();
      await page.getByRole('checkbox', { name: /Bakery/ }).click();
      await page.waitForURL(/dpt_id=/);
    },
  },
  {
    says: 'Open the list of tenders, which is behind Settings',
    before: ({ page }) => rows(page),
    async work(page) {
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('link', { name: /^Tenders/ }).click();
      await heading(page, 'Tenders');
    },
  },
  {
    says: 'Count and close a day of two registers',
    before: openDay,
    async work(page) {
      await page.getByRole('button', { name: 'Count and close' }).click();
      const dialog = page.getByRole('dialog');
      await page.waitForFunction(() => document.activeElement?.matches('input'));
      await page.keyboard.type('162.35');
      // Notes and coins of the next drawer come first.
      for (let at = 0; at < 2; at += 1) await page.keyboard.press('Tab');
      await page.keyboard.type('20');
      await dialog.getByRole('button', { name: 'Close the day' }).click();
      await dialog.waitFor({ state: 'hidden' });
    },
  },
  {
    says: 'The same on a phone, 390 px wide',
    viewport: phone,
    before: openDay,
    async work(page) {
      await page.getByRole('button', { name: 'Count and close' }).tap();
      const dialog = page.getByRole('dialog');
      for (const [till, sum] of [
        ['Till A', '162.35'],
        ['Till B', '20'],
      ]) {
        await dialog
          .getByRole('region', { name: till ?? '' })
          .getByRole('textbox', { name: 'Counted' })
          .tap();
        await page.keyboard.type(sum ?? '');
      }
      await dialog.getByRole('button', { name: 'Close the day' }).tap();
      await dialog.waitFor({ state: 'hidden' });
    },
  },
];

/** Makes a location with two registers and an open day of it, and shows that day. @param {Visit} visit */
async function openDay({ page, send }) {
  times += 1;
  const make = async (/** @type {string} */ resource, /** @type {object} */ json) => {
    const made = await send('POST', `/api/secure/${resource}`, json);
    if (made.status !== 201) throw refusal(`POST ${resource}`, made);
    return made.body.id;
  };
  const location_id = await make('location', {
    name: `Pier ${times}`,
    data: { timezone: 'Europe/Helsinki' },
  });
  const first = await make('pos', { name: 'Till A', location_id });
  const second = await make('pos', { name: 'Till B', location_id });
  const date = '2031-05-06';
  const day = await make('businessday', {
    location_id,
    date,
    data: {
      z_reports: [
        { pos_id: first, opening_float: '150.00' },
        { pos_id: second, opening_float: '20.00' },
      ],
    },
  });
  await make('sales', {
    businessday_id: day,
    location_id,
    pos_id: first,
    receipt_num: '1',
    completed_at: `${date}T09:00:00.000Z`,
    cashier: { id: '1', name: 'Ville' },
    currency: 'EUR',
    total: '12.35',
    total_net: '12.35',
    data: {
      lines: [{ number: 1, name: 'Bun', qty: '1', total: '12.35', net: '12.35', tax: '0.00', tax_rate: '0' }],
      tenders: [{ type: 'cash', amount: '12.35' }],
      taxes: [{ rate: '0', gross: '12.35', net: '12.35', tax: '0.00' }],
    },
  });
  await page.goto(`/business-days/${day}`);
  await page.getByRole('button', { name: 'Count and close' }).waitFor();
}

const service = values['base-url'] === undefined ? await startService({ demo: true }) : null;
const url = values['base-url'] ?? service?.url ?? '';
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: asRoot ? ['--no-sandbox'] : [],
});
try {
  const asked = async (/** @type {string} */ path) => (await fetch(url + path)).json();
  while ((await asked('/api/demo/days')).filling !== null) await wait(500);
  const { key } = (await asked('/api/demo/sign-ins')).find((/** @type {any} */ one) => one.role === 'admin');
  const send = client(url, key);
  // The last run on a running service has deactivated it.
  const [product] = (await send('GET', '/api/secure/plu?q=squeaky')).body;
  await send('PUT', `/api/secure/plu/${product.id}`, { active: true });
  /** @type {string[][]} */
  const table = [];
  for (const task of tasks) table.push([task.says, ...(await counted(task, send)).map(String)]);
  printTable(['Task', 'keys', 'clicks or taps'], table);
} finally {
  await browser.close();
  await service?.stop();
}

/** Does a task, and returns its keys and clicks. @param {Task} task @param {ReturnType<typeof client>} send */
async function counted({ says, viewport = desk, before, work }, send) {
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    locale: 'en-GB',
    hasTouch: viewport === phone,
    reducedMotion: 'reduce',
  });
  const counts = await countInput(context);
  await context.request.post('/api/demo/session', {
    data: { role: 'manager' },
    headers: { 'Sec-Fetch-Site': 'same-origin', origin: url },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  try {
    await before({ page, send });
    await page.waitForTimeout(500);
    counts();
    await work(page);
    return counts();
  } catch (error) {
    throw new Error(`“${says}” was not done`, { cause: error });
  } finally {
    await context.close();
  }
}
