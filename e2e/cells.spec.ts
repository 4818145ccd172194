import type { Page } from '@playwright/test';
import type { Entity } from '@/testing/answer';
import type { Sender } from '@/testing/service';
import { violations } from './support/axe';
import { expect, disableLiveChanges, test } from './support/fixtures';
import { scan } from './support/scan';

/** Creates products for one test, found by a common part of their names. */
async function newProducts(api: Sender, count: number): Promise<{ word: string; products: Entity[] }> {
  const [dpt] = (await api('GET', '/api/secure/dpt?q=Bakery')).entities;
  const [tax] = (await api('GET', '/api/secure/tax?rate=13.5')).entities;
  const word = `Cellmate${Math.random().toString(36).slice(2, 9)}`;
  const products: Entity[] = [];
  for (let number = 1; number <= count; number += 1) {
    const json = { name: `${word} ${number}`, dpt_id: dpt?.id, tax_id: tax?.id, base_price: '3.20' };
    products.push((await api('POST', '/api/secure/plu', { json })).entity);
  }
  return { word, products };
}

/** Opens the list of those products and puts the cursor on the first one. */
async function focusFirstRow(page: Page, word: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: `${word} 1` });
  await expect(row).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Products' });
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  await grid.focus();
  await expect(grid).toBeFocused();
  await page.keyboard.press('Home');
  await expect(grid).toHaveAttribute('aria-activedescendant', (await row.getAttribute('id')) ?? '');
}

const box = (page: Page, field: string, name: string) =>
  page
    .getByRole('textbox', { name: `${field}, ${name}` })
    .or(page.getByRole('combobox', { name: `${field}, ${name}` }));

/** Moves the cursor to the price of the current row and opens the cell. */
async function openPrice(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(box(page, 'Price', name)).toBeFocused();
}

test('prices are changed in the list by keyboard: Enter saves, Tab goes on, Escape leaves, Ctrl Z takes back', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 2);
  const [first, second] = products;
  const price = async (product: Entity | undefined) =>
    (await api('GET', `/api/secure/plu/${product?.id}`)).entity['base_price'];
  const page = await signIn(`/products?sort=name&q=${word}`);
  await focusFirstRow(page, word);
  await openPrice(page, `${word} 1`);
  await page.keyboard.type('4,75');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Products' })).toBeFocused();
  await expect(page.getByRole('row').filter({ hasText: `${word} 1` })).toContainText('4.75');
  expect(await price(first)).toBe('4.75');

  // Down in the same column, and on with Tab: the change is saved while the next cell is open.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  await expect(box(page, 'Price', `${word} 2`)).toBeFocused();
  await page.keyboard.type('5.10');
  await page.keyboard.press('Tab');
  await expect(box(page, 'Cost', `${word} 2`)).toBeFocused();
  await expect.poll(() => price(second)).toBe('5.10');
  await page.keyboard.type('nothing of the kind');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid', { name: 'Products' })).toBeFocused();

  await page.keyboard.press('Control+z');
  await expect.poll(() => price(second)).toBe('3.20');
  await page.keyboard.press('Control+z');
  await expect.poll(() => price(first)).toBe('3.20');
  const untouched = (await api('GET', `/api/secure/plu/${second?.id}`)).entity;
  expect(untouched['tax_id']).toBe(second?.['tax_id']);
  expect(untouched.version).toBe(3);
});

test('a value that is refused stays in its cell with the reason, and nothing is stored', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 1);
  const page = await signIn(`/products?sort=name&q=${word}`);
  await focusFirstRow(page, word);
  await openPrice(page, `${word} 1`);
  await page.keyboard.type('four');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Must be a number, such as 4.50')).toBeVisible();
  await expect(box(page, 'Price', `${word} 1`)).toBeFocused();
  await expect(box(page, 'Price', `${word} 1`)).toHaveValue('four');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Products' })).toBeFocused();
  const stored = (await api('GET', `/api/secure/plu/${products[0]?.id}`)).entity;
  expect([stored['base_price'], stored.version]).toEqual(['4', 2]);
});

test('a save that fails keeps the typing and leaves the person where they have gone on to', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 1);
  const page = await signIn(`/products?sort=name&q=${word}`);
  await focusFirstRow(page, word);
  await openPrice(page, `${word} 1`);
  let sent = 0;
  let abort = () => {};
  const released = new Promise<void>((done) => {
    abort = done;
  });
  await page.route('**/api/secure/plu/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    sent += 1;
    await released;
    return route.abort();
  });
  await page.keyboard.type('4.75');
  await page.keyboard.press('Tab');
  await expect.poll(() => sent).toBe(1);
  const next = box(page, 'Cost', `${word} 1`);
  await expect(next).toBeFocused();
  await page.keyboard.type('10');
  abort();
  await expect(page.getByText(`Not saved: ${word} 1, Price 4.75`)).toBeVisible();
  await expect(next).toBeFocused();
  await expect(next).toHaveValue('10');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row').filter({ hasText: `${word} 1` })).toContainText('4.75');
  expect((await api('GET', `/api/secure/plu/${products[0]?.id}`)).entity['base_price']).toBe('3.20');

  await page.unroute('**/api/secure/plu/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Not saved')).toHaveCount(0);
  await expect
    .poll(async () => (await api('GET', `/api/secure/plu/${products[0]?.id}`)).entity['base_price'])
    .toBe('4.75');
});

test('somebody else changed the same price meanwhile: both are shown, and the person decides', async ({
  context,
  signIn,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 1);
  const address = `/api/secure/plu/${products[0]?.id}`;
  await disableLiveChanges(context);
  const page = await signIn(`/products?sort=name&q=${word}`);
  await focusFirstRow(page, word);
  await openPrice(page, `${word} 1`);
  // First another field of the record, then the price itself.
  expect((await api('PUT', address, { json: { memo: 'theirs', base_price: '3.90' } })).status).toBe(200);
  await page.keyboard.type('4.75');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Somebody else has changed it meanwhile. It is now 3.90')).toBeVisible();
  await expect(box(page, 'Price', `${word} 1`)).toHaveValue('4.75');
  expect((await api('GET', address)).entity['base_price']).toBe('3.90');
  await expect(box(page, 'Price', `${word} 1`)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Products' })).toBeFocused();
  expect((await api('GET', address)).entity).toMatchObject({ base_price: '4.75', memo: 'theirs' });
});

test('what somebody else makes of a price is seen among the cells, and an undo does not write over it', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 1);
  const address = `/api/secure/plu/${products[0]?.id}`;
  const page = await signIn(`/products?sort=name&q=${word}`);
  await focusFirstRow(page, word);
  await openPrice(page, `${word} 1`);
  await page.keyboard.type('4.75');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${word} 1 saved`)).toBeVisible();
  await api('PUT', address, { json: { base_price: '3.90' } });
  const cells = page.getByRole('row').filter({ hasText: `${word} 1` });
  await expect(cells).toContainText('3.90');
  await page.keyboard.press('Control+z');
  const foot = page.getByRole('region', { name: /^Not saved: / });
  await expect(foot).toContainText('Somebody else has changed it meanwhile. It is now 3.90');
  await expect(page.getByText(`${word} 1 saved`)).toBeHidden();
  expect((await api('GET', address)).entity['base_price']).toBe('3.90');
  await foot.getByRole('button', { name: 'Leave it' }).click();
  await expect(cells).toContainText('3.90');
});

test('ten prices are typed one below the other: typing edits the chosen cell, Enter goes on, and a second Ctrl Z is taken back by Ctrl Shift Z', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 4);
  const page = await signIn(`/products?sort=name&q=${word}`);
  const prices = async () =>
    Promise.all(
      products.map(async ({ id }) => (await api('GET', `/api/secure/plu/${id}`)).entity['base_price']),
    );
  const cell = (number: number) =>
    page
      .getByRole('row')
      .filter({ hasText: `${word} ${number}` })
      .getByRole('gridcell')
      .nth(4);
  await cell(1).click();
  await expect(page.getByRole('textbox', { name: /^Price/ })).toHaveCount(0);
  // Without a pause: what is typed while the cell above is being saved belongs to the next one.
  await page.keyboard.type('3.10\n3,25\n');
  await page.keyboard.type('3.40');
  await page.keyboard.press('Escape');
  await expect(cell(3)).toHaveText('3.20');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('3.55');
  await page.keyboard.press('Shift+Enter');
  await expect.poll(prices).toEqual(['3.10', '3.25', '3.20', '3.55']);
  await expect(page.getByRole('grid', { name: 'Products' })).toHaveAttribute(
    'aria-activedescendant',
    /-2-3$/,
  );

  await page.keyboard.press('Control+z');
  await expect.poll(prices).toEqual(['3.10', '3.25', '3.20', '3.20']);
  await page.keyboard.press('Control+z');
  await expect.poll(prices).toEqual(['3.10', '3.20', '3.20', '3.20']);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(prices).toEqual(['3.10', '3.25', '3.20', '3.20']);
});

test('a click chooses a cell and a second one edits it; the record opens from its name', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 1);
  const page = await signIn(`/products?sort=name&q=${word}`);
  const row = page.getByRole('row').filter({ hasText: `${word} 1` });
  const price = row.getByRole('gridcell', { name: '3.20' });
  await price.click();
  await expect(page).toHaveURL(/\/products\?/);
  await expect(box(page, 'Price', `${word} 1`)).toHaveCount(0);
  await price.click();
  await expect(box(page, 'Price', `${word} 1`)).toBeFocused();
  await page.keyboard.press('Escape');
  // The code cannot be edited here, and does not open the record.
  await row.getByRole('gridcell').nth(1).click();
  await expect(page).toHaveURL(/\/products\?/);
  await row.getByRole('link', { name: `${word} 1` }).click();
  await expect(page).toHaveURL(new RegExp(`/products/${products[0]?.id}$`));
});

test('a cell stays open, with what is typed in it, when the sheet and its switch arrive meanwhile', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 1);
  let arrive = () => {};
  const arrived = new Promise<void>((done) => {
    arrive = done;
  });
  const page = await signIn('/departments');
  await page.route(/\/assets\/(sheet|collect-switch)-[^/]*\.js$/, async (route) => {
    await arrived;
    return route.continue();
  });
  await page.goto(`/products?sort=name&q=${word}`);
  await page.getByRole('gridcell', { name: '3.20' }).click();
  await page.keyboard.type('4.');
  arrive();
  await expect(page.getByRole('switch', { name: 'Collect changes' })).toBeVisible();
  await page.evaluate(async () => new Promise((done) => setTimeout(done, 500)));
  await expect(box(page, 'Price', `${word} 1`)).toBeFocused();
  await page.keyboard.type('75\n');
  await expect
    .poll(async () => (await api('GET', `/api/secure/plu/${products[0]?.id}`)).entity['base_price'])
    .toBe('4.75');
});

test('a code that is scanned onto a cell opens its product and changes no price', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 1);
  const code = `20${String(Date.now()).slice(-11)}`;
  await api('PUT', `/api/secure/plu/${products[0]?.id}`, { json: { data: { barcodes: [code] } } });
  const page = await signIn(`/products?sort=name&q=${word}`);
  await page.getByRole('gridcell', { name: '3.20' }).click();
  await scan(page, code);
  await expect(page).toHaveURL(new RegExp(`/products/${products[0]?.id}$`));
  expect((await api('GET', `/api/secure/plu/${products[0]?.id}`)).entity['base_price']).toBe('3.20');
});

test('Ctrl C copies the row after a search whose text is still selected', async ({
  context,
  signIn,
  wire,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const api = await wire();
  const { word } = await newProducts(api, 1);
  const page = await signIn(`/products?sort=name&q=${word}`);
  await expect(page.getByRole('link', { name: `${word} 1` })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+c');
  await expect(page.getByText('1 row copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${word} 1\tBakery\t3.20`);
});

test('the margin follows the price while it is typed, and is the stored one again after Escape', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 1);
  await api('PUT', `/api/secure/plu/${products[0]?.id}`, { json: { data: { cost_price: 1.41 } } });
  const page = await signIn(`/products?sort=name&q=${word}`);
  const row = page.getByRole('row').filter({ hasText: `${word} 1` });
  await row.getByRole('gridcell', { name: '3.20' }).click();
  await expect(row).toContainText('50.0');
  await page.keyboard.type('6.40');
  // 6.40 less 13.5 % of tax is 5.64, of which 1.41 is a quarter.
  await expect(row).toContainText('75.0');
  await page.keyboard.press('Escape');
  await expect(row).toContainText('50.0');
});
