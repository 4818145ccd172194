import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures';

/** Prints the page without a dialog: the document keeps how many rows its table had. */
async function printAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.print = () => {
      const rows = document.querySelectorAll('[data-printed-list] tbody tr:has(td)').length;
      document.documentElement.dataset['printed'] = String(rows);
    };
  });
  await page.keyboard.press('Control+p');
}
const printedRows = (page: Page) => page.evaluate(() => document.documentElement.dataset['printed']);

test('a record on paper has its values as text, and on the screen the field goes on being typed in', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const [dpt] = (await api('GET', '/api/secure/dpt?pageSize=1')).entities;
  const name = `Bun ${randomUUID().slice(0, 8)}`;
  const json = {
    name,
    dpt_id: dpt?.id,
    tax_id: dpt?.['tax_id'],
    base_price: '3.00',
    data: { allergies: ['milk', 'gluten'] },
  };
  const { id } = (await api('POST', '/api/secure/plu', { json })).entity;
  const page = await signIn(`/products/${id}`);
  const memo = page.getByRole('textbox', { name: 'Memo' });
  await memo.fill('typed and not saved');
  await page.emulateMedia({ media: 'print' });
  const form = page.locator('form[data-record]');
  await expect(memo).toHaveCount(0);
  for (const text of [name, 'typed and not saved', 'Gluten', 'Milk']) await expect(form).toContainText(text);
  await expect(form.getByText('What it is, and where it belongs.')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(memo).toHaveValue('typed and not saved');
  await expect(memo).toBeFocused();
  await expect(page.getByText('1 change')).toBeVisible();
});

test('Ctrl P prints all events of the trail’s filters, which it says in words', async ({ signIn, wire }) => {
  const api = await wire();
  const name = `Maija ${randomUUID().slice(0, 8)}`;
  const { id } = (await api('POST', '/api/secure/customer', { json: { name } })).entity;
  // More than the trail loads at first.
  for (let note = 1; note <= 130; note += 1)
    await api('PUT', `/api/secure/customer/${id}`, { json: { data: { note: `Note ${note}` } } });
  const page = await signIn(`/audit?entity=customer&entity_id=${id}`, 'Manager');
  await expect(page.getByRole('table', { name: 'Events, newest first' })).toContainText('Note 130');
  await printAll(page);
  await expect.poll(() => printedRows(page)).toBe('131');
  const printed = page.locator('[data-printed-list]');
  for (const text of [
    'Rantakulma Helsinki',
    'Audit trail',
    'Record type: customer',
    `Record: ${name}`,
    '131 events',
    'Note 1',
    `Created customer ${name}`,
  ])
    await expect(printed).toContainText(text);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(printed).toHaveCount(0);
});

test('the trail that is printed by the menu says that older events are not on the paper', async ({
  signIn,
}) => {
  const page = await signIn('/audit?entity=plu', 'Administrator');
  const trail = page.getByRole('table', { name: 'Events, newest first' });
  await expect(trail.getByRole('link').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('[data-printed-list]')).toContainText('older ones are not on this paper');
  await expect(trail).toBeHidden();
});

test('Ctrl P prints the security log of its filters, which it says in words', async ({ signIn }) => {
  const page = await signIn('/security?kind=sign_in', 'Administrator');
  const log = page.getByRole('table', { name: /Security log/ });
  await expect(log).toBeVisible();
  await page.evaluate(() => {
    window.print = () => (document.documentElement.dataset['printed'] = 'yes');
  });
  await page.keyboard.press('Control+p');
  await expect.poll(() => printedRows(page)).toBe('yes');
  await page.emulateMedia({ media: 'print' });
  const rows = await log
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .count();
  const words = page.locator('[data-printed-log]');
  await expect(words).toContainText('Signed in');
  await expect(words).toContainText(new RegExp(`^.*${rows} entr`));
});

test('Ctrl P prints the receipts of the filters as a table, and nothing of the screen’s', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const [place] = (await api('GET', '/api/secure/location?pageSize=1')).entities;
  const total = Number(
    (await api('GET', `/api/secure/sales?location_id=${place?.id}&page=1&pageSize=1`)).headers.get(
      'x-total-count',
    ),
  );
  const page = await signIn(`/receipts?location_id=${place?.id}`, 'Manager');
  await expect(page.getByRole('grid', { name: 'Receipts' })).toBeVisible();
  await printAll(page);
  await expect.poll(() => printedRows(page)).toBe(String(Math.min(total, 5000)));
  await page.emulateMedia({ media: 'print' });
  const printed = page.locator('[data-printed-list]');
  await expect(printed).toContainText(`Location: ${place?.name}`);
  await expect(printed.getByRole('columnheader', { name: 'Cashier' })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Receipts' })).toBeHidden();
});

test('the days that are summed up have room for each column on paper', async ({ signIn }) => {
  const page = await signIn('/business-days/summary', 'Accountant');
  const table = page.getByRole('table', { name: 'Business days' });
  await expect(table).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  // Paper of A4 within its margins.
  await page.locator('main').evaluate((main) => (main.style.width = '688px'));
  const widths = await table
    .locator('thead :is(th, td)')
    .evaluateAll((heads) => heads.map((one) => one.clientWidth));
  expect(widths.filter((width) => width < 36)).toEqual([]);
});

test('the prices of a price list are text on paper, and boxes again on the screen', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const [list] = (await api('GET', '/api/secure/pricelist?q=Coffee%20hour')).entities;
  const page = await signIn(`/price-lists/${list?.id}`, 'Manager');
  const prices = page.getByRole('table', { name: 'Prices' });
  const boxes = prices.getByRole('textbox');
  await expect(boxes.first()).toBeVisible();
  const first = await boxes.first().inputValue();
  await page.emulateMedia({ media: 'print' });
  await expect(boxes).toHaveCount(0);
  await expect(prices).toContainText(first);
  await page.emulateMedia({ media: 'screen' });
  await expect(boxes.first()).toHaveValue(first);
});
