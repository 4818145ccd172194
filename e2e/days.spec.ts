import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import papaparse from 'papaparse';
import readXlsxFile from 'read-excel-file/node';
import { violations } from './support/axe';
import { expect, holdRequests, speakEnglish, test } from './support/fixtures';
import { openShopOfDays } from './support/shop-days';

// A CommonJS module: in Node its functions are members of the default export.
const { parse } = papaparse;

/** Makes the tenders of a receipt twenty cents less than its total. */
const short = (receipt: Record<string, unknown>) => {
  const { data } = receipt as { data: { tenders: Record<string, unknown>[] } };
  return { ...receipt, data: { ...data, tenders: [{ ...data.tenders[0], amount: '21.60' }] } };
};

const bytesOf = async (download: Download) => readFile(await download.path());

test('an accountant opens a day from the list by keyboard, sees that it adds up, and goes to the days beside it by key', async ({
  signIn,
  wire,
}) => {
  const shop = await openShopOfDays(await wire());
  const first = await shop.day('2031-03-19', { close: true });
  const second = await shop.day('2031-03-20', { close: true });
  const page = await signIn(`/business-days?location_id=${shop.location_id}`, 'Accountant');
  const list = page.getByRole('grid', { name: 'Business days' });
  await expect(list.getByRole('link')).toHaveText(['20 Mar 2031', '19 Mar 2031']);
  await expect(list.getByRole('row').filter({ hasText: '19 Mar 2031' })).toContainText('76.30');
  await list.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Wednesday 19 March 2031', level: 1 })).toBeVisible();
  const checks = page.getByRole('region', { name: 'Checks' });
  await expect(checks.getByRole('heading')).toHaveText('Adds up, to the cent');
  await expect(checks).toContainText('The service found the same.');
  await checks.getByRole('button', { name: 'Show the checks' }).click();
  await expect(checks.getByRole('row').filter({ hasText: 'Receipt tax' })).toContainText('9.73');
  await expect(page.getByRole('table', { name: 'Tenders' })).toContainText('76.30');
  expect(await violations(page)).toEqual([]);

  await expect(page.getByRole('button', { name: /^Later day/ })).toBeEnabled();
  const answer = await holdRequests(page, /businessday\?.*date_until/);
  await page.keyboard.press('k');
  await expect(page).toHaveURL(new RegExp(second.id));
  await expect(page.getByRole('heading', { name: 'Thursday 20 March 2031', level: 1 })).toBeVisible();
  // A key press takes effect once the day has loaded.
  await page.keyboard.press('[');
  await expect(page.getByRole('button', { name: /^Earlier day/ })).toBeDisabled();
  answer();
  await expect(page).toHaveURL(new RegExp(first.id));
  await expect(page.getByRole('heading', { name: 'Wednesday 19 March 2031', level: 1 })).toBeVisible();
});

test('a day that does not add up names the receipt, which is one click away; receipts are found and walked', async ({
  signIn,
  wire,
}) => {
  const shop = await openShopOfDays(await wire());
  const { id, receipts } = await shop.day('2031-04-02', { close: true, fault: { rates: short } });
  const page = await signIn(`/business-days/${id}`, 'Accountant');
  const checks = page.getByRole('region', { name: 'Checks' });
  await expect(checks.getByRole('heading')).toHaveText(
    'Does not add up: Receipt tenders off by −0.20; Day by tender off by −0.20',
  );
  const fault = checks.getByRole('row').filter({ hasText: receipts.rates.number });
  await expect(fault).toContainText('21.80');
  await expect(fault).toContainText('21.60');
  await fault.getByRole('button', { name: receipts.rates.number }).click();
  const panel = page.getByRole('complementary', { name: `Receipt ${receipts.rates.number}` });
  await expect(panel).toContainText('The tenders add up to another sum');
  await expect(panel.getByRole('link', { name: shop.product.name })).toHaveAttribute(
    'href',
    `/products/${shop.product.id}`,
  );
  await expect(panel.getByRole('link', { name: shop.customer.name })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`receipt=${receipts.rates.id}`));
  expect(await violations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();

  // By search and by filter; the address holds both.
  const table = page.getByRole('region', { name: 'Receipts' }).getByRole('grid');
  await page.getByRole('searchbox', { name: 'Search receipts' }).fill('beer');
  await expect(table).toHaveAttribute('aria-rowcount', '4');
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByRole('dialog', { name: 'Type' }).getByRole('checkbox', { name: 'Return' }).check();
  await expect(table).toHaveAttribute('aria-rowcount', '2');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/q=beer/);
  await expect(page).toHaveURL(/type=return/);
  await table.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: `Receipt ${receipts.return.number}` })).toContainText(
    '−7.90',
  );
});

test('a day is checked also where its worker cannot be loaded', async ({ signIn, wire }) => {
  const shop = await openShopOfDays(await wire());
  const { id } = await shop.day('2031-03-19', { close: true });
  const page = await signIn('/', 'Accountant');
  const refused = page
    .context()
    .waitForEvent('requestfailed', (request) => request.url().includes('recompute-worker'));
  await page.context().route(/recompute-worker/, (route) => route.abort());
  await page.goto(`/business-days/${id}`);
  await refused;
  await expect(page.getByRole('region', { name: 'Checks' }).getByRole('heading')).toHaveText(
    'Adds up, to the cent',
  );
});

test('a day is taken along as XLSX, CSV and voucher, and marked as exported under the number of that', async ({
  signIn,
  wire,
}) => {
  const send = await wire();
  const shop = await openShopOfDays(send);
  const { id, receipts } = await shop.day('2031-05-06', { close: true });
  const page = await signIn(`/business-days/${id}`, 'Accountant');
  await expect(page.getByRole('heading', { name: 'Adds up, to the cent' })).toBeVisible();
  const take = async (name: string | RegExp) => {
    const downloadEvent = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    return downloadEvent;
  };
  const sheets = await readXlsxFile(await bytesOf(await take('Excel, all tables (.xlsx)')));
  const rowsOf = (name: string) => sheets.find(({ sheet }) => sheet === name)?.data.slice(1) ?? [];
  expect(rowsOf('Receipts').map((row) => [row[0], row[9]])).toContainEqual([receipts.rates.number, 21.8]);
  expect(rowsOf('Lines').map((row) => [row[1], row[3], row[8]])).toContainEqual([
    '007',
    shop.product.name,
    13.9,
  ]);
  expect(rowsOf('Tax').map((row) => row.slice(0, 4))).toEqual([
    [13.5, 60.28, 8.12, 68.4],
    [25.5, 6.29, 1.61, 7.9],
  ]);

  const csv = (await bytesOf(await take('Receipts'))).toString('utf8').replace(/^\uFEFF/, '');
  // A spreadsheet keeps a number that is a code as it is.
  const cellsOf = (text: string) =>
    parse<string[]>(text, { skipEmptyLines: true }).data.map((row) =>
      row.map((cell) => cell.replace(/^="(.*)"$/, '$1')),
    );
  expect(csv).toContain('=""');
  const rows = cellsOf(csv);
  expect(rows).toHaveLength(7);
  expect(rows.map((row) => [row[0], row[9]])).toContainEqual([receipts.return.number, '-7.90']);
  expect(rows.slice(1).every((row) => /^[0-9a-f]{64}$/.test(row.at(-1) ?? ''))).toBe(true);
  await expect(page.getByText('Verified in this browser: the report is what was sealed.')).toBeVisible();

  await page.getByRole('button', { name: 'Mark exported' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as exported' });
  await expect(dialog.getByText('Left empty, it gets the next one of its series.')).toBeVisible();
  await expect(dialog.getByRole('table', { name: 'Voucher' })).toBeVisible();
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Voucher number' }).fill('0042');
  const downloadEvent = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const voucher = (await bytesOf(await downloadEvent)).toString('utf8').replace(/^\uFEFF/, '');
  const lines = cellsOf(voucher).slice(1);
  const cents = (column: number, of = lines) =>
    of.reduce((sum, row) => sum + BigInt((row[column] || '0.00').replace('.', '')), 0n);
  expect(lines.every((row) => row[0] === '0042' && row[1] === '2031-05-06')).toBe(true);
  expect(cents(4)).toBe(cents(5));
  expect(
    cents(
      5,
      lines.filter((row) => /^(?:Sales|Tax) /.test(row[3] ?? '')),
    ),
  ).toBe(7630n);

  await dialog.getByRole('button', { name: 'Mark exported' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Mark exported' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Tuesday 6 May 2031' })).toBeVisible();
  const stored = (await send('GET', `/api/secure/businessday/${id}`)).entity;
  expect(stored).toMatchObject({ status: 'exported', data: { voucher_num: '0042' } });
  expect(stored.data['z_reports']).toHaveLength(2);
});

test('all receipts across days: narrowed by location and product, opened at an address that can be shared, in Finnish with a comma', async ({
  signIn,
  wire,
}) => {
  const shop = await openShopOfDays(await wire());
  const day = await shop.day('2031-06-10');
  await shop.day('2031-06-11', { more: 230 });
  const page = await signIn(`/receipts?location_id=${shop.location_id}`);
  const table = page.getByRole('grid', { name: 'Receipts' });
  await expect(page.getByText('242', { exact: true })).toBeVisible();
  // The next page is read when the end of the list comes into view.
  await expect(table).toHaveAttribute('aria-rowcount', '201');
  await table.focus();
  await page.keyboard.press('End');
  await expect(table).toHaveAttribute('aria-rowcount', '243');
  expect(await violations(page)).toEqual([]);

  await page.goto(
    `/receipts?location_id=${shop.location_id}&plu_id=${shop.product.id}&type=sale&sort=completed_at`,
  );
  await expect(table).toHaveAttribute('aria-rowcount', '7');
  await table.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`receipt=${day.receipts.cash.id}`));

  await page.goto(`/receipts/${day.receipts.rates.id}`);
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('heading', { name: `Receipt ${day.receipts.rates.number}` })).toBeVisible();
  await expect(panel).toContainText('21.80');
  await page.getByRole('button', { name: 'Aino Lehtonen' }).click();
  await page.getByRole('menuitem', { name: 'Suomi' }).click();
  await expect(panel.getByRole('heading', { name: `Kuitti ${day.receipts.rates.number}` })).toBeVisible();
  await expect(panel).toContainText('21,80');
  await speakEnglish(page.context());
});

test('several days are summed up, and each leads to its report', async ({ signIn, wire }) => {
  const shop = await openShopOfDays(await wire());
  const first = await shop.day('2031-07-01', { close: true });
  await shop.day('2031-07-02', { close: true });
  const page = await signIn(
    `/business-days/summary?location_id=${shop.location_id}&from=2031-07-01&to=2031-07-31`,
  );
  const days = page.getByRole('table', { name: 'Business days' });
  await expect(days.getByRole('row').last()).toContainText('152.60');
  await expect(page.getByRole('table', { name: 'Tax' })).toContainText('19.46');
  expect(await violations(page)).toEqual([]);
  await days.getByRole('link', { name: '1 Jul 2031' }).click();
  await expect(page).toHaveURL(new RegExp(first.id));
  await expect(page.getByRole('heading', { name: 'Tuesday 1 July 2031' })).toBeVisible();
});
