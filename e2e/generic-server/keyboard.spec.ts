import type { Page } from '@playwright/test';
import { stringify } from 'lossless-json';
import { differences, snapshot, expect, rowNamed, save, test, unique, wholeListTimeout } from './fixtures';

const basePrice = (page: Page) => page.getByRole('textbox', { name: 'Base price', exact: true });

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, control: ReturnType<Page['getByRole']>) {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

test('20,000 products by keyboard: find, change a price, deactivate, reactivate, create; nothing else differs by a digit', async ({
  signIn,
  bare,
}) => {
  const before = snapshot(bare);
  const product = bare.records().find((record) => record['productid'] === '13346');
  if (!product) throw new Error('The product is not there');
  const page = await signIn('/products');
  const grid = page.getByRole('grid', { name: 'Products' });
  await expect(page.getByText(/^16,\d{3} of 20,\d{3}$/)).toBeVisible(wholeListTimeout);

  // Find.
  await page.keyboard.press('/');
  await page.keyboard.type('6400000012346');
  await expect(grid.getByRole('row')).toHaveCount(2);
  await expect(rowNamed(page, 'Product 12346')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(grid).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Product 12346', level: 1 })).toBeVisible();

  // Change its price.
  await tabTo(page, basePrice(page));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('20000.75');
  await page.keyboard.press('Control+s');
  await expect(save(page)).toBeDisabled();
  await expect
    .poll(() => differences(before, bare))
    .toEqual(new Map([[`plu/${product.id}`, stringify({ ...product, base_price: '20000.75' })]]));

  // Deactivate, and activate again.
  const active = page.getByRole('switch').first();
  await active.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+s');
  await expect(save(page)).toBeDisabled();
  await expect
    .poll(() => differences(before, bare).get(`plu/${product.id}`))
    .toBe(stringify({ ...product, base_price: '20000.75', active: false }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+s');
  await expect(save(page)).toBeDisabled();
  await expect
    .poll(() => differences(before, bare).get(`plu/${product.id}`))
    .toBe(stringify({ ...product, base_price: '20000.75' }));

  // Create.
  const name = `New loaf ${unique()}`;
  await page.getByRole('link', { name: 'Products', exact: true }).first().focus();
  await page.keyboard.press('Enter');
  await expect(grid).toBeVisible();
  await page.getByRole('link', { name: 'New product' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'New product', level: 1 })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
  await page.keyboard.type(name);
  await page.getByRole('combobox', { name: 'Department' }).focus();
  await page.keyboard.type('Department 2');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Tax' }).focus();
  await page.keyboard.type('General');
  await page.keyboard.press('Enter');
  await basePrice(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('1.90');
  await expect(page.getByRole('combobox', { name: 'Department' })).toHaveValue('Department 2');
  await expect(page.getByRole('combobox', { name: 'Tax' })).toHaveValue(/General/);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page).not.toHaveURL(/\/new$/);
  const made = bare.records().filter((record) => record['name'] === name);
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({ base_price: '1.90', active: true });
  expect([...differences(before, bare).keys()].toSorted()).toEqual(
    [`plu/${product.id}`, `plu/${made[0]?.id}`].toSorted(),
  );
});

test('customers are paged through by keyboard, record by record, and nothing is written', async ({
  signIn,
  bare,
}) => {
  const page = await signIn('/customers');
  const grid = page.getByRole('grid', { name: 'Customers' });
  await expect(rowNamed(page, 'Customer 1').first()).toBeVisible();
  const before = snapshot(bare);
  await grid.focus();
  await page.keyboard.press('Control+End');
  await expect(page.locator(`[aria-rowindex="${bare.records('customer').length + 1}"]`)).toBeVisible();
  await page.keyboard.press('Control+Home');
  await expect(page.locator('[aria-rowindex="2"]')).toBeVisible();
  await page.keyboard.press('Enter');
  const title = page.getByRole('heading', { level: 1 });
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).not.toHaveValue('');
  const first = (await title.textContent()) ?? '';
  for (let step = 0; step < 3; step += 1) {
    const shown = (await title.textContent()) ?? '';
    await page.getByRole('link', { name: /^Next: / }).focus();
    await page.keyboard.press('Enter');
    await expect(title).not.toHaveText(shown);
  }
  await expect(title).not.toHaveText(first);
  expect(differences(before, bare).size).toBe(0);
});
