import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, holdRequests, test } from './support/fixtures';

const rowNamed = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('the whole catalogue is reachable by scrolling, and the total is shown', async ({ signIn }) => {
  const page = await signIn('/products?sort=name');
  const grid = page.getByRole('grid', { name: 'Products' });
  await expect(grid).not.toHaveAttribute('aria-busy', 'true');
  const rows = Number(await grid.getAttribute('aria-rowcount'));
  expect(rows).toBeGreaterThan(1200);
  await grid.focus();
  await page.keyboard.press('Control+End');
  await expect(page.locator(`[aria-rowindex="${rows}"]`)).toContainText(/\w/);
  await page.keyboard.press('Control+Home');
  await expect(page.locator('[aria-rowindex="2"]')).toContainText(/\w/);
});

test('a product is found by a part of its name and by its barcode, and the search is in the address', async ({
  signIn,
}) => {
  const page = await signIn('/products');
  const first = page.locator('[aria-rowindex="2"]');
  await expect(first.getByRole('link')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('namon bu');
  await expect(page).toHaveURL(/q=namon/);
  await expect(first).toContainText('namon bu');
  await expect(rowNamed(page, 'Cinnamon bun').first()).toBeVisible();
  await page.getByRole('searchbox').or(page.getByLabel('Search products')).first().fill('6430014310064');
  await expect(rowNamed(page, 'Filter coffee, light roast 500 g')).toBeVisible();
  await expect(rowNamed(page, 'Cinnamon bun')).toHaveCount(0);
});

test('a part of a name is found that begins and ends inside words', async ({ signIn }) => {
  const page = await signIn('/products?q=nk%2C%20gra');
  await expect(rowNamed(page, 'Long drink, grapefruit 0.33 L')).toBeVisible();
  await expect(rowNamed(page, 'Cinnamon bun')).toHaveCount(0);
});

test('what matches nothing says so, and one click shows everything again', async ({ signIn }) => {
  const page = await signIn('/products?q=kardemummaa');
  await expect(page.getByText('Nothing matches “kardemummaa”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(page.locator('[aria-rowindex="2"]').getByRole('link')).toBeVisible();
});

test('the breadcrumb of a record leads back to the list as it was searched, filtered and sorted', async ({
  signIn,
  wire,
}) => {
  const [bakery] = (await (await wire())('GET', '/api/secure/dpt?q=Bakery')).entities;
  const page = await signIn(`/products?sort=-name&dpt_id=${bakery?.id}`);
  await page.getByLabel('Search products').fill('bun');
  await expect(page).toHaveURL(/q=bun/);
  const list = page.url();
  await page.locator('[aria-rowindex="2"]').getByRole('link').click();
  const crumb = page.locator('[data-phone-head]').getByRole('link', { name: 'Products' });
  await crumb.click();
  await expect(page).toHaveURL(list);
  await expect(page.getByLabel('Search products')).toHaveValue('bun');
  // The navigation leads to the whole list, and the breadcrumb to the list that was seen last.
  await page.getByRole('navigation').getByRole('link', { name: 'Products', exact: true }).click();
  await expect(page).toHaveURL(/\/products$/);
  // Until the whole list is shown, the list that was searched is the one that was seen last.
  await expect(page.getByLabel('Search products')).toHaveValue('');
  await page.locator('[aria-rowindex="2"]').getByRole('link').click();
  await crumb.click();
  await expect(page).toHaveURL(/\/products$/);
});

test('deactivated records are hidden until asked for, and then marked', async ({ signIn }) => {
  const page = await signIn('/products?q=Runeberg%20torte');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(page.getByText('1 that is deactivated matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Show deactivated' }).click();
  await expect(rowNamed(page, 'Runeberg torte')).toContainText('Deactivated');
  await page.getByRole('button', { name: 'Remove Deactivated' }).click();
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Deactivated', exact: true }).click();
  await page.getByRole('radio', { name: 'Active and deactivated' }).click();
  await expect(rowNamed(page, 'Runeberg torte')).toContainText('Deactivated');
  await page.getByRole('radio', { name: 'Deactivated only' }).click();
  await expect(page).toHaveURL(/active=deactivated/);
  await expect(rowNamed(page, 'Runeberg torte')).toContainText('Deactivated');
});

test('selected customers are deactivated and brought back, each with its event', async ({ signIn, wire }) => {
  const api = await wire();
  const page = await signIn('/customers');
  // Skeleton rows have indices too.
  await expect(page.locator('[aria-rowindex="2"]:not([aria-busy])')).toBeVisible();
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByRole('grid').locator('[aria-selected="true"]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(page.getByText('2 deactivated')).toBeVisible();
  // Other tests deactivate more than a page of them.
  const deactivated = async () =>
    Number((await api('GET', '/api/secure/customer?active=false&pageSize=1')).header('x-total-count'));
  const before = await deactivated();
  await page.getByRole('button', { name: /Undo/ }).click();
  await expect(page.getByText(/undone|Undone|taken back/i)).toBeVisible();
  expect(before - (await deactivated())).toBe(2);
});

test('keys that are pressed while a list is still loading scroll nothing away', async ({ signIn }) => {
  const page = await signIn('/products');
  const release = await holdRequests(page, /\/api\/secure\/customer\?/);
  await page.getByRole('link', { name: 'Customers' }).click();
  const grid = page.getByRole('grid', { name: 'Customers' });
  await expect(grid.locator('[aria-busy="true"]').first()).toBeVisible();
  await grid.focus();
  for (const key of ['Space', 'PageDown', 'End', 'ArrowDown', 'Home', 'Space'])
    await page.keyboard.press(key);
  const scrolled = () =>
    grid.evaluate((list) => Math.max(list.scrollTop, list.parentElement?.scrollTop ?? 0));
  release();
  await expect(grid.locator('[aria-rowindex="2"]:not([aria-busy])')).toBeInViewport();
  expect(await scrolled()).toBe(0);
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect(grid.locator('[aria-selected="true"]')).toHaveCount(1);
});

test('a record of the group is not deactivated from a child, and the reason is said', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const page = await signIn('/products?q=Lunch%20buffet%2C%20weekday');
  await rowNamed(page, 'Lunch buffet, weekday').getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await page.getByRole('button', { name: 'Show which' }).click();
  await expect(page.getByRole('dialog')).toContainText('Rantakulma Group');
  const [still] = (await api('GET', '/api/secure/plu?q=Lunch%20buffet%2C%20weekday')).entities;
  expect(still?.active).toBe(true);
});

test('filters and order survive a reload and the way back', async ({ signIn }) => {
  const page = await signIn('/products');
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=base_price/);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Department' }).click();
  const values = page.getByRole('group', { name: 'Department' });
  await values.getByRole('searchbox').fill('Bakery');
  await values
    .getByRole('checkbox', { name: /^Bakery/ })
    .first()
    .click();
  await expect(page).toHaveURL(/dpt_id=/);
  await page.keyboard.press('Escape');
  const address = page.url();
  await page.reload();
  await expect(page.locator('[aria-rowindex="2"]')).toContainText('Bakery');
  expect(page.url()).toBe(address);
});

test('Enter pressed before the search has answered opens what it finds, not what stood there before', async ({
  signIn,
}) => {
  const page = await signIn('/products');
  await expect(page.locator('[aria-rowindex="2"]').getByRole('link')).toBeVisible();
  // A slow network, emulated by the browser.
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 700,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.keyboard.press('/');
  await page.keyboard.type('6430015203075');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Bilberries, frozen 500 g', level: 1 })).toBeVisible();
});

test('products are found by any of several tags, which are offered as most of the products have them', async ({
  signIn,
  wire,
}) => {
  const send = await wire();
  const mark = randomUUID().slice(0, 6);
  const [dpt] = (await send('GET', '/api/secure/dpt?pageSize=1')).entities;
  const common = { dpt_id: dpt?.id, tax_id: dpt?.['tax_id'] };
  const tags = [
    [`Rye ${mark}`],
    [`Rye ${mark}`],
    [`rye ${mark}`, `Oat, rolled ${mark}`],
    [`Oat, rolled ${mark}`],
  ];
  await send('POST', '/api/secure/plu', {
    json: tags.map((each, n) => ({ ...common, name: `${mark} ${n}`, data: { tags: each } })),
  });
  // An address of before, with one tag in lower case.
  const page = await signIn(`/products?tag=rye%20${mark}`, 'Manager', 'en');
  const grid = page.getByRole('grid', { name: 'Products' });
  await expect(grid).toHaveAttribute('aria-rowcount', '4');
  await page.getByRole('button', { name: `Tag rye ${mark}` }).click();
  const options = page.getByRole('dialog', { name: 'Tag' });
  await options.getByRole('searchbox').fill(mark);
  await expect(options.getByRole('checkbox', { name: `Rye ${mark}` })).toBeChecked();
  await options.getByRole('checkbox', { name: `Oat, rolled ${mark}` }).check();
  await expect(grid).toHaveAttribute('aria-rowcount', '5');
  await options.getByRole('checkbox', { name: `Rye ${mark}` }).uncheck();
  await expect(grid).toHaveAttribute('aria-rowcount', '3');
  await page.reload();
  await expect(grid).toHaveAttribute('aria-rowcount', '3');
});
