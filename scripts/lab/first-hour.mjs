import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { ensureBuilt } from '../build.mjs';
import { asRoot, findChromium } from '../chromium.mjs';
import { root } from '../steps.mjs';
import { countInput } from './counted-input.mjs';
import { sellAt } from './first-till.mjs';
import { printTable } from './measure.mjs';

// What a new customer does from an empty service, by what its pages say alone, until a receipt of a paired till is seen: keys and clicks
// by step, and the seconds that the product takes for them. A person reads and thinks besides.
process.chdir(root);
await ensureBuilt();
const folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-first-hour-'));
await chmod(folder, 0o711);
const service = spawn(process.execPath, ['scripts/serve.mjs'], {
  env: {
    ...process.env,
    PORT: '0',
    DATABASE_URL: '',
    TILLHOUSE_DATA_DIR: path.join(folder, 'data'),
    TILLHOUSE_DEMO: 'false',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: asRoot ? ['--no-sandbox'] : [],
});
try {
  const began = performance.now();
  const [url, link] = await said();
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Helsinki',
    reducedMotion: 'reduce',
  });
  const counts = await countInput(context);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  /** @type {string[][]} */
  const table = [['The service starts with a database of its own', '', '', seconds(began)]];
  const typed = async (/** @type {string} */ label, /** @type {string} */ text) => {
    await page.getByRole('textbox', { name: label, exact: true }).click();
    await page.keyboard.type(text);
  };
  const press = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true }).click();
  const saved = () => page.getByText('New, not saved').waitFor({ state: 'hidden' });
  const overview = async (/** @type {number} */ done) => {
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText(`${done} of 6 done`).waitFor();
  };
  /** @type {[says: string, work: () => Promise<unknown>][]} */
  const steps = [
    [
      'The link is opened, the company made',
      async () => {
        await page.goto(link);
        await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
        await page.keyboard.type('Leipomo Aalto');
        await typed('Your name', 'Ida Aalto');
        await typed('E-mail', 'ida@leipomoaalto.example');
        await page.getByLabel('Password', { exact: true }).click();
        await page.keyboard.type('rye dough at four');
        await page.keyboard.press('Enter');
        await page.getByText('2 of 6 done').waitFor();
      },
    ],
    [
      'A location and its register',
      async () => {
        await typed('Location', 'Kallio');
        await page.keyboard.press('Enter');
        await page.getByText('3 of 6 done').waitFor();
      },
    ],
    [
      'A priced product in a new department',
      async () => {
        await page.getByRole('link', { name: 'Add one: Products' }).click();
        await typed('Name', 'Rye loaf');
        await page.getByRole('combobox', { name: /^Department/ }).click();
        await page.keyboard.type('Bread');
        await page.getByRole('option', { name: 'Add “Bread”' }).click();
        await page.getByRole('combobox', { name: /^Tax/ }).click();
        await page.getByRole('option', { name: /13,5/ }).click();
        await typed('Base price', '4.50');
        await page.keyboard.press('Control+s');
        await saved();
        await overview(4);
      },
    ],
    [
      'A person',
      async () => {
        await page
          .getByRole('region', { name: 'The first hour' })
          .getByRole('link', { name: 'Invite' })
          .click();
        await typed('Name', 'Onni Aalto');
        await typed('E-mail', 'onni@leipomoaalto.example');
        await page.getByRole('combobox', { name: /^Role/ }).click();
        await page.getByRole('option', { name: /^Manager/ }).click();
        await page.keyboard.press('Control+s');
        await saved();
        await page.goto(url);
        await page.getByText('5 of 6 done').waitFor();
      },
    ],
    [
      'A till is paired, and its receipt seen',
      async () => {
        await press('Make a code');
        const code = await page
          .getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)
          .first()
          .textContent();
        await sellAt(url, code ?? '');
        await page.getByText('Register 1 is paired').waitFor();
        await page.getByRole('link', { name: 'Receipts' }).click();
        await page.getByRole('row', { name: /4\.50/ }).first().waitFor();
      },
    ],
  ];
  for (const [says, work] of steps) {
    const at = performance.now();
    counts();
    await work();
    table.push([says, ...counts().map(String), seconds(at)]);
  }
  const sum = (/** @type {number} */ column) => table.reduce((all, row) => all + Number(row[column] ?? 0), 0);
  table.push(['In all', String(sum(1)), String(sum(2)), sum(3).toFixed(1)]);
  printTable(['Step', 'keys', 'clicks', 'seconds'], table);
} finally {
  await browser.close();
  if (service.exitCode === null) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
}

/** Returns the seconds since a moment. @param {number} at */
function seconds(at) {
  return ((performance.now() - at) / 1000).toFixed(1);
}

/** Resolves with the address of the service and the link that it prints. @returns {Promise<[string, string]>} */
function said() {
  return new Promise((resolve, reject) => {
    let text = '';
    service.once('exit', () => reject(new Error(`The service ended:\n${text}`)));
    service.stdout.on('data', (part) => {
      text += part;
      const [, url, link] = /Tillhouse is at (\S+)\n[^]*?(\S+\/invitation#b\.\S+)\n/.exec(text) ?? [];
      if (url && link) resolve([url, link]);
    });
  });
}
