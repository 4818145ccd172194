import type { Page } from '@playwright/test';
import type { Entity } from '@/testing/answer';
import type { Sender } from '@/testing/service';
import { violations } from './support/axe';
import { expect, disableLiveChanges, test } from './support/fixtures';

const unique = () => `Listmate${Math.random().toString(36).slice(2, 9)}`;

async function ids(api: Sender) {
  const [tax] = (await api('GET', '/api/secure/tax?rate=13.5')).entities;
  const [dpt] = (await api('GET', '/api/secure/dpt?q=Bakery')).entities;
  return { tax_id: tax?.id, dpt_id: dpt?.id };
}

async function newProducts(api: Sender, word: string, count: number): Promise<Entity[]> {
  const references = await ids(api);
  const json = Array.from({ length: count }, (_, at) => ({
    ...references,
    name: `${word} ${at + 1}`,
    base_price: '3.20',
  }));
  return (await api('POST', '/api/secure/plu', { json })).entities;
}

const rowNamed = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const grid = (page: Page) => page.getByRole('grid', { name: 'Products' });

/** Waits until the list shows `count` records, and puts the cursor on the first one. */
async function focusFirstRow(page: Page, word: string, count: number): Promise<void> {
  await expect(rowNamed(page, word)).toHaveCount(count);
  await grid(page).focus();
  await page.keyboard.press('Home');
  await expect(grid(page)).toHaveAttribute('aria-activedescendant', /-row-0$/);
}

test('of several records one cannot be changed: the others are, it is named, tried again, and all is undone', async ({
  context,
  signIn,
  wire,
}) => {
  const api = await wire();
  const word = unique();
  const products = await newProducts(api, word, 3);
  const active = async () =>
    (await api('GET', `/api/secure/plu?q=${word}&sort=name`)).entities.map((one) => one.active);
  await disableLiveChanges(context);
  const page = await signIn(`/products?sort=name&active=all&q=${word}`);
  await focusFirstRow(page, word, 3);
  // Somebody else changes the second record after the list was read.
  await api('PUT', `/api/secure/plu/${products[1]?.id}`, { json: { memo: 'theirs' } });
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(page.getByText('1 not changed')).toBeVisible();
  await page.getByRole('button', { name: 'Show which' }).click();
  await expect(page.getByRole('dialog')).toContainText(`${word} 2`);
  await expect(page.getByRole('dialog')).toContainText('Somebody has changed it since');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await active()).toEqual([false, true, false]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(active).toEqual([false, false, false]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(active).toEqual([true, true, true]);
  expect((await api('GET', `/api/secure/plu/${products[1]?.id}`)).entity['memo']).toBe('theirs');
});

test('cells marked by keyboard are copied as tab-separated text', async ({ signIn, wire, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const api = await wire();
  const word = unique();
  await newProducts(api, word, 2);
  const page = await signIn(`/products?sort=name&q=${word}`);
  await focusFirstRow(page, word, 2);
  await expect(rowNamed(page, `${word} 2`)).toContainText('Bakery');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(6);
  await page.keyboard.press('Control+c');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${word} 1\tBakery\t3.20\n${word} 2\tBakery\t3.20`);
});

test('a department says where it is used, in its form and before it is deactivated', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const word = unique();
  const { tax_id } = await ids(api);
  const dpt = (await api('POST', '/api/secure/dpt', { json: { name: word, dpt_num: 987, tax_id } })).entity;
  await api('POST', '/api/secure/plu', { json: { name: `${word} loaf`, dpt_id: dpt.id, tax_id } });
  const page = await signIn(`/departments?q=${word}`);
  await rowNamed(page, word).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Deactivate 1 record?' });
  await expect(dialog.getByRole('link', { name: '1 active' })).toBeVisible();
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await api('GET', `/api/secure/dpt/${dpt.id}`)).entity.active).toBe(true);

  await rowNamed(page, word).getByRole('link', { name: word }).click();
  await expect(page.getByRole('heading', { name: word, level: 1 })).toBeVisible();
  await page.getByRole('complementary').getByRole('link', { name: '1 active' }).click();
  await expect(page).toHaveURL(new RegExp(`/products\\?dpt_id=${dpt.id}`));
  await expect(rowNamed(page, `${word} loaf`)).toBeVisible();
});

test("a parent's record is found by its owner, opens read-only, and becomes ours as a copy", async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const [theirs] = (await api('GET', '/api/secure/plu?q=Lunch%20buffet%2C%20weekday')).entities;
  const page = await signIn('/products?q=Lunch%20buffet%2C%20weekday');
  await expect(rowNamed(page, 'Lunch buffet, weekday').first()).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Owner' }).click();
  await expect(page.getByLabel('Rantakulma Group')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Rantakulma Group').click();
  await expect(page).toHaveURL(new RegExp(`company_id=${theirs?.company_id}`));
  await page.keyboard.press('Escape');
  await page.goto(`/products/${theirs?.id}`);
  await page.getByRole('link', { name: 'Make our own copy' }).click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue(String(theirs?.name));
  const word = unique();
  await name.fill(word);
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page).toHaveURL(/\/products\/(?!new)[0-9a-f-]{36}$/);
  const ours = (await api('GET', `/api/secure/plu/${page.url().split('/').at(-1)}`)).entity;
  const { modified_at: _, ...data } = theirs?.data ?? {};
  expect(ours).toMatchObject({ name: word, base_price: theirs?.['base_price'], data });
  expect(ours.company_id).not.toBe(theirs?.company_id);
});

test('a view keeps search, order and columns under a name, and is there after a reload', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const word = unique();
  await newProducts(api, word, 1);
  const page = await signIn(`/products?q=${word}&sort=name`);
  await expect(rowNamed(page, word)).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  await page.getByRole('textbox', { name: 'Name of the view' }).fill(`My ${word}`);
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: `My ${word}` })).toBeVisible();

  await page.goto('/products');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: `My ${word}` }).click();
  await expect(page).toHaveURL(new RegExp(`q=${word}&sort=name`));
  await expect(rowNamed(page, word)).toBeVisible();
});
