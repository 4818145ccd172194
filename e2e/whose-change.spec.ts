import type { Page } from '@playwright/test';
import type { Entity } from '@/testing/answer';
import type { Sender } from '@/testing/service';
import { violations } from './support/axe';
import { expect, test } from './support/fixtures';

/** Creates a product whose price was changed twice. */
async function changedProduct(api: Sender): Promise<{ word: string; product: Entity }> {
  const [dpt] = (await api('GET', '/api/secure/dpt?q=Bakery')).entities;
  const [tax] = (await api('GET', '/api/secure/tax?rate=13.5')).entities;
  const word = `Whose${Math.random().toString(36).slice(2, 9)}`;
  const json = { name: `${word} 1`, dpt_id: dpt?.id, tax_id: tax?.id, base_price: '3.20' };
  const product = (await api('POST', '/api/secure/plu', { json })).entity;
  for (const base_price of ['3.70', '4.10'])
    await api('PUT', `/api/secure/plu/${product.id}`, { json: { base_price } });
  return { word, product };
}

const popover = (page: Page) => page.getByRole('dialog', { name: 'Whose change' });

/** Presses Alt until it is answered: what answers is loaded after the page. */
const askByAlt = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('Alt');
    await expect(popover(page)).toBeVisible({ timeout: 1000 });
  }).toPass();

test('Alt on a cell says who gave it its value, goes further back, and puts an earlier value back', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const { word, product } = await changedProduct(api);
  const page = await signIn(`/products?sort=name&q=${word}`);
  const cell = page.getByRole('gridcell', { name: '4.10' });
  await cell.click();
  await askByAlt(page);
  await expect(popover(page)).toBeFocused();
  await expect(popover(page)).toContainText('4.10');
  await expect(popover(page)).toContainText('3.70');
  expect(await violations(page)).toEqual([]);
  const [of, beside] = [await cell.boundingBox(), await popover(page).boundingBox()];
  expect((of?.x ?? 0) + (of?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);

  await page.keyboard.press('Alt+ArrowDown');
  await expect(popover(page)).toContainText('Created with it');
  await expect(popover(page)).toContainText('Nothing further back');
  await popover(page).getByRole('button', { name: 'Put back 3.20' }).click();
  await expect(popover(page)).toHaveCount(0);
  await expect
    .poll(async () => (await api('GET', `/api/secure/plu/${product.id}`)).entity['base_price'])
    .toBe('3.20');
});

test('Escape closes it where one was, a right click opens it, and a click beside it closes it', async ({
  signIn,
  wire,
}) => {
  const { word } = await changedProduct(await wire());
  const page = await signIn(`/products?sort=name&q=${word}`);
  await page.getByRole('gridcell', { name: '4.10' }).click();
  await askByAlt(page);
  await page.keyboard.press('Escape');
  await expect(popover(page)).toHaveCount(0);
  await expect(page.getByRole('grid', { name: 'Products' })).toBeFocused();

  await page.getByRole('gridcell', { name: 'Bakery' }).click({ button: 'right' });
  await expect(popover(page)).toContainText('Bakery');
  await page.getByRole('heading', { name: 'Products' }).click();
  await expect(popover(page)).toHaveCount(0);
});

test('a field of the form has it, and what is put back is saved with the form', async ({ signIn, wire }) => {
  const api = await wire();
  const { product } = await changedProduct(api);
  const page = await signIn(`/products/${product.id}`);
  const name = page.getByRole('textbox', { name: /^Name/ }).first();
  await name.click();
  await askByAlt(page);
  await expect(popover(page)).toContainText('Created with it');
  await page.keyboard.press('Escape');
  await expect(name).toBeFocused();

  await page.getByRole('textbox', { name: /^Base price/ }).click({ button: 'right' });
  await popover(page)
    .getByRole('button', { name: /^Put back 3\.7/ })
    .click();
  await expect(page.getByRole('textbox', { name: /^Base price/ })).toHaveValue(/^3\.7/);
  expect((await api('GET', `/api/secure/plu/${product.id}`)).entity['base_price']).toBe('4.10');
});

test('an accountant, who does not read the trail of products, has the menu of the browser', async ({
  signIn,
  wire,
}) => {
  const { word } = await changedProduct(await wire());
  const page = await signIn(`/products?sort=name&q=${word}`, 'Accountant');
  await page.getByRole('gridcell', { name: '4.10' }).click({ button: 'right' });
  await page.keyboard.press('Alt');
  await expect(popover(page)).toHaveCount(0);
});
