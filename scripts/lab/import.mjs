import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { asRoot, findChromium } from '../chromium.mjs';
import { client } from './api.mjs';
import { readCsv } from './csv.mjs';
import { machine, printTable } from './measure.mjs';
import { ensureReferences, postArray } from './products.mjs';
import { startService } from './service.mjs';

const usage = `node scripts/lab/import.mjs --file catalogue.csv.gz [--lines 100000]

Imports the first lines of a file "barcode,name" (Open Food Facts) as a supplier's price list, in a real browser: half of
its products are in the service with another price, half are new. Measures the way from the file to what it would do, and
to a previewed change set, with the most memory that the tab had; and everything of those products out as CSV and XLSX.`;

const { values } = parseArgs({
  options: { file: { type: 'string' }, lines: { type: 'string', default: '100000' } },
});
if (!values.file) {
  console.log(usage);
  process.exit(2);
}
const lines = Number(values.lines);
const csv = path.join(tmpdir(), `tillhouse-import-${process.pid}.csv`);

/** @type {[string, string][]} */
const rows = [];
for await (const [barcode = '', name = ''] of readCsv(values.file)) {
  if (rows.length >= lines) break;
  if (/^\d{6,14}$/.test(barcode) && name.trim() !== '') rows.push([barcode, name.trim().slice(0, 400)]);
}
const quoted = (/** @type {string} */ text) =>
  /[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
const price = (/** @type {number} */ at) => ((at * 37) % 9000) + 100;
writeFileSync(
  csv,
  [
    'EAN;Nimi;Hinta;Ostohinta;Osasto;ALV',
    ...rows.map(
      ([barcode, name], at) =>
        `${barcode};${quoted(name)};${(price(at) / 100).toFixed(2).replace('.', ',')};${(price(at) / 250).toFixed(3).replace('.', ',')};Bakery;13,5`,
    ),
  ].join('\r\n'),
);

const service = await startService();
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: asRoot ? ['--no-sandbox'] : [],
});
try {
  const send = client(service.url, service.key);
  const references = await ensureReferences(send);
  for (let at = 0; at < rows.length / 2; at += 1000)
    await postArray(
      send,
      rows.slice(at, Math.min(at + 1000, rows.length / 2)).map(([barcode, name]) => ({
        name,
        base_price: '1.00',
        dpt_id: references.dpt_id,
        tax_id: references.tax_id,
        data: { barcodes: [barcode], cost_price: 0.5, tags: ['bench'], flags: { hidden: false } },
      })),
    );
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(600_000);
  await page.goto(`${service.url}/products/import`);
  await page.getByRole('tab', { name: 'API key' }).click();
  await page
    .getByLabel('API key')
    .and(page.getByRole('textbox').or(page.locator('input')))
    .fill(service.key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  const before = tabMemory();
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  await page.locator('input[type=file]').setInputFiles(csv);
  const preview = page.getByRole('button', { name: /^Preview [\d,]+ changes$/ });
  await preview.waitFor();
  const table = [['what the file would do', seconds(), String(tabMemory())]];
  const side = await page.getByRole('complementary').getByRole('list').first().innerText();
  // Barcodes that fit with a zero in front are taken, as a person would.
  const zero = page.getByRole('button', { name: 'Take with the zero' });
  if (await zero.isVisible()) {
    await zero.click();
    await page.getByRole('button', { name: 'Take with the zero', pressed: true }).waitFor();
  }
  const start = performance.now();
  await page.waitForTimeout(200);
  await preview.click();
  await page.waitForURL(/\/changes\//);
  table.push([
    '… collected into a draft, preview begun',
    ((performance.now() - start) / 1000).toFixed(1),
    String(tabMemory()),
  ]);
  const id = new URL(page.url()).pathname.split('/')[2];
  for (;;) {
    const { body } = await send('GET', `/api/secure/changeset/${id}`);
    if (body.status !== 'previewing') break;
    await page.waitForTimeout(250);
  }
  table.push(['… previewed, in all', seconds(), String(tabMemory())]);
  await page.goto(`${service.url}/products`);
  for (const format of ['CSV', 'XLSX']) {
    const asked = performance.now();
    await page.getByRole('button', { name: 'Export' }).click();
    const downloading = page.waitForEvent('download', { timeout: 600_000 });
    await page.getByRole('menuitem', { name: format }).last().click();
    await (await downloading).path();
    const took = ((performance.now() - asked) / 1000).toFixed(1);
    table.push([`${rows.length / 2} products out as ${format}, all columns`, took, String(tabMemory())]);
  }
  console.log(`\n${rows.length} lines, ${rows.length / 2} products there before. ${machine()}`);
  console.log(`${side.replaceAll(/\n+/g, ' ')}; tab before: ${before} MB\n`);
  printTable(['', 'seconds', 'tab at most, MB'], table);
} finally {
  await browser.close();
  await service.stop();
  rmSync(csv, { force: true });
}

/** Returns the most memory that a process of a tab of this browser has had, in MB. */
function tabMemory() {
  let most = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (!command.includes('--type=renderer')) continue;
      const high = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      most = Math.max(most, Math.round(Number(high) / 1024));
    } catch {
      // It has ended.
    }
  }
  return most;
}
