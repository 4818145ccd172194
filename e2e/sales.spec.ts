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
  await expect(days.locator('tfoot')).toContainText('152.60');
  await expect(page.getByRole('figure', { name: /^Sales by Day/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);

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
