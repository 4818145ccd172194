import { readFile } from 'node:fs/promises';
import { violations } from './support/axe';
import { press } from './support/by-keyboard';
import { openShopOfDays } from './support/shop-days';
import { expect, test } from './support/fixtures';

test('a manager sees what a period sold, sorts it, follows a product to its days, and takes it out as a file', async ({
  signIn,
  wire,
}) => {
  const shop = await openShopOfDays(await wire());
  await shop.day('2031-03-19', { close: true });
  await shop.day('2031-03-20');
  const period = `from=2031-03-01&to=2031-03-31&location_id=${shop.location_id}`;
  const page = await signIn(`/sales?by=day&${period}`, 'Manager');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Sales', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  // A sealed day and an open one.
  const days = page.getByRole('table', { name: 'Day', exact: true });
  await expect(days.locator('tbody tr')).toHaveCount(2);
  await expect(days.locator('tbody tr').first()).toContainText('76.30');
  await expect(days.locator('tbody tr').first()).toContainText('Wed 19 Mar 2031');
  await expect(days.locator('tfoot')).toContainText('152.60');
  await expect(page.getByRole('figure', { name: /^Sales by Day/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // Of a few days the chart says which weekdays they are.
  const few = `from=2031-03-19&to=2031-03-20&location_id=${shop.location_id}`;
  await page.goto(`/sales?by=day&${few}`);
  await expect(page.locator('figure svg')).toContainText('Wed 19');
  await expect(page.locator('figure svg')).toContainText('Thu 20');
  await page.goto(`/sales?by=day&${period}`);

  await press(page, page.getByRole('button', { name: 'By: Day' }));
  await press(page, page.getByRole('menuitem', { name: 'Product', exact: true }));
  await expect(page).toHaveURL(/by=product/);
  const products = page.getByRole('table', { name: 'Product', exact: true });
  await press(page, products.getByRole('button', { name: /^Sort by Gross/ }));
  await expect(products.getByRole('columnheader', { name: /Gross/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  );

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain(shop.product.name);

  await products.getByRole('link', { name: shop.product.name }).click();
  await expect(page).toHaveURL(/by=day.*plu_id=/);
  await page.getByRole('link', { name: 'Sold together' }).click();
  await expect(page).toHaveURL(/by=together/);
  await expect(page.getByRole('button', { name: 'By: Sold together' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Receipts', exact: true }).last().click();
  await expect(page).toHaveURL(/\/receipts\?plu_id=/);
});

test('what only receipts say of sales, and their margin, are breakdowns like the others, of at most 62 days', async ({
  signIn,
  wire,
}) => {
  const shop = await openShopOfDays(await wire());
  await shop.day('2031-05-19', { close: true });
  const place = `location_id=${shop.location_id}`;
  const page = await signIn(`/sales?by=cashier&from=2031-05-01&to=2031-05-31&${place}`, 'Manager');
  const choose = async (was: string, by: string) => {
    await page.getByRole('button', { name: `By: ${was}` }).click();
    await page.getByRole('menuitem', { name: by, exact: true }).click();
  };
  const gross = await page.getByRole('table', { name: 'Cashier', exact: true }).locator('tfoot').innerText();
  expect(gross).toContain('76.30');
  await choose('Cashier', 'Receipt amount');
  await expect(page.getByRole('table', { name: 'Receipt amount' }).locator('tfoot')).toContainText('76.30');
  await choose('Receipt amount', 'Tips by cashier');
  await expect(page.getByText('No tips in this period')).toBeVisible();
  await choose('Tips by cashier', 'Department');
  await press(page, page.getByRole('group', { name: 'Figures' }).getByRole('button', { name: 'Margin' }));
  await expect(page).toHaveURL(/figures=margin/);
  const margin = page.getByRole('table', { name: 'Margin' });
  const net = await page.locator('dl > div', { hasText: /^Net/ }).locator('dd').innerText();
  await expect(margin.locator('tfoot')).toContainText(net.trim());
  expect(await violations(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(/Cost known %.*Margin %/);

  await page.goto(`/sales?by=amount&from=2031-03-01&to=2031-05-31&${place}`);
  await expect(page.getByText('of at most 62 days.')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Show the last 62 days' }));
  await expect(page).toHaveURL(/from=2031-03-31/);
  await expect(page.getByRole('table', { name: 'Receipt amount' }).locator('tfoot')).toContainText('76.30');
});

test('products stand with their codes in the margin of sales, and amounts of receipts in their currency', async ({
  signIn,
  wire,
}) => {
  const shop = await openShopOfDays(await wire());
  await shop.day('2031-06-19', { close: true });
  const asked = `from=2031-06-01&to=2031-06-30&location_id=${shop.location_id}`;
  const page = await signIn(`/sales?by=product&figures=margin&${asked}`, 'Manager', 'en');
  const margin = page.getByRole('table', { name: 'Margin' });
  await expect(margin.getByRole('columnheader', { name: 'Code' })).toBeVisible();
  await page.goto(`/sales?by=department&figures=margin&${asked}`);
  await expect(margin).toBeVisible();
  await expect(margin.getByRole('columnheader', { name: 'Code' })).toHaveCount(0);
  await page.goto(`/sales?by=amount&${asked}`);
  const amounts = page.getByRole('table', { name: 'Receipt amount' });
  await expect(amounts).toContainText(/€\d+ to under €\d+/);
});

test('an empty page of sales begins at the edge of its filters', async ({ signIn }) => {
  const page = await signIn('/sales?from=2001-01-01&to=2001-01-02', 'Manager', 'en');
  const left = async (text: string) => (await page.getByText(text).first().boundingBox())?.x;
  await expect(page.getByText('No sales in this period')).toBeVisible();
  const filters = (await page.getByRole('button', { name: /^Period/ }).boundingBox())?.x;
  expect(await left('No sales in this period')).toBe(filters);
});
