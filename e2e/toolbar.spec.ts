import type { Page } from '@playwright/test';
import { violations } from './support/axe';
import { expect, test } from './support/fixtures';

/** Returns the height of the toolbar and whether anything in it sticks out. */
const toolbarOf = async (page: Page) =>
  page
    .getByRole('search')
    .first()
    .evaluate((search) => {
      const bar = search.parentElement!;
      const { bottom, right: edge } = bar.getBoundingClientRect();
      const right = edge - parseFloat(getComputedStyle(bar).paddingRight);
      const inside = [...bar.querySelectorAll('button, input')].every((one) => {
        const box = one.getBoundingClientRect();
        return box.width === 0 || (box.right <= right + 1 && box.bottom <= bottom + 1);
      });
      return {
        height: bar.getBoundingClientRect().height,
        inside,
        overflow: bar.scrollWidth - bar.clientWidth,
      };
    });

test('the tools of a list are one line at every width, in both languages, whatever is set', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const ids = async (path: string) =>
    (await api('GET', `/api/secure/${path}`)).entities.map(({ id }) => id).join(',');
  const dpts = await ids('dpt?pageSize=4');
  const taxes = await ids('tax?pageSize=2');
  const suppliers = await ids('supplier?pageSize=3');
  const page = await signIn(
    `/products?active=all&dpt_id=${dpts}&tax_id=${taxes}&supplier=${suppliers}`,
    'Manager',
  );
  const count = page.getByText(/of 1,|\/ 1/);
  await expect(page.getByRole('button', { name: /^(Clear|Tyhjennä)$/ })).toBeVisible();
  for (const language of ['English', 'Suomi']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: /Aino/ }).click();
    await page.getByRole('menuitem', { name: language }).click();
    for (const width of [1440, 1280, 1100, 1024, 900, 768, 600]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => toolbarOf(page)).toMatchObject({ inside: true, overflow: 0 });
      const { height } = await toolbarOf(page);
      expect(height, `${language} at ${width}`).toBeLessThanOrEqual(50);
    }
  }
  await expect(count.first()).toBeVisible();
  // What has no chip any more is said by the number, and set in the menu.
  await page.getByRole('button', { name: /muuta? suodatin/ }).click();
  await expect(page.getByRole('button', { name: /^Toimittaja/ })).toBeVisible();
});

test('the menu of filters counts what each value finds, goes one step back with the arrow key, closes at once with Escape, and "Clear" keeps the search', async ({
  signIn,
}) => {
  const page = await signIn('/products?q=bun', 'Manager');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Filter by…' })).toBeFocused();
  await page.keyboard.type('dep');
  await page.keyboard.press('Enter');
  const values = page.getByRole('group', { name: 'Department' });
  await values.getByRole('searchbox').fill('Bakery');
  await expect(values.getByRole('listitem').filter({ hasText: 'Bakery' }).first()).toContainText(/\d/);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(values).toBeHidden();
  const menu = page.getByRole('dialog', { name: 'Filter' });
  await expect(menu.getByRole('button', { name: 'Department' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await values.getByRole('searchbox').fill('Bak');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await menu.getByRole('button', { name: 'Department' }).click();
  await values.getByRole('searchbox').fill('Bakery');
  await values
    .getByRole('checkbox', { name: /^Bakery/ })
    .first()
    .check();
  await expect(page).toHaveURL(/dpt_id=/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear', exact: true }).filter({ hasText: 'Clear' }).click();
  await expect(page).toHaveURL(/\/products\?q=bun$/);
});

test('"Is not these" shows the other records, says so on its chip, in a link, and in a sheet on a phone', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const count = async (query: string) =>
    Number((await api('GET', `/api/secure/plu?active=true&pageSize=1&${query}`)).header('x-total-count'));
  const [bakery] = (await api('GET', '/api/secure/dpt?q=Bakery')).entities;
  const [all, others] = [await count(''), await count(`not.dpt_id=${bakery?.id}`)];
  expect([others > 0, others < all]).toEqual([true, true]);
  const page = await signIn('/products', 'Manager');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Department' }).click();
  const values = page.getByRole('group', { name: 'Department' });
  // Chosen before any value, it changes nothing yet.
  await values.getByRole('checkbox', { name: 'Is not these' }).check();
  await expect(page).toHaveURL(/\/products$/);
  await values.getByRole('searchbox').fill('Bakery');
  await values
    .getByRole('checkbox', { name: /^Bakery/ })
    .first()
    .check();
  await expect(page).toHaveURL(new RegExp(`not\\.dpt_id=${bakery?.id}$`));
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(others + 1));
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Department not Bakery', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(others + 1));
  await page.getByRole('button', { name: 'Department not Bakery', exact: true }).click();
  const chip = page.getByRole('dialog', { name: /^Department/ });
  await chip.getByRole('checkbox', { name: 'Is not these' }).uncheck();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(all - others + 1));
  await page.keyboard.press('Escape');
  await expect(chip).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: '1 filter set' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('button', { name: /^Department Bakery/ }).click();
  await page
    .getByRole('dialog', { name: 'Department' })
    .getByRole('checkbox', { name: 'Is not these' })
    .check();
  await page.getByRole('button', { name: /^Show [\d,]+ results$/ }).click();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(others + 1));
  await expect(page.getByRole('button', { name: '1 filter set' })).toBeVisible();
});

test('products that are filtered by a price list show its prices and their margins', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const [list] = (await api('GET', '/api/secure/pricelist?q=Coffee%20hour')).entities;
  const page = await signIn(`/products?sort=name&q=Americano&pricelist=${list?.id}`, 'Manager');
  await expect(page.getByRole('columnheader', { name: 'List price €' })).toBeVisible();
  const [product] = (await api('GET', '/api/secure/plu?q=Americano')).entities;
  const prices = Object.entries((product?.data['prices'] ?? {}) as Record<string, { amount?: unknown }>);
  const amount = prices.find(([id]) => id.toLowerCase() === list?.id)?.[1].amount;
  const row = page.locator('[role=row][data-index]').first();
  await expect(row).toContainText(Number(amount).toFixed(2));
  await expect(row).not.toContainText(Number(product?.['base_price']).toFixed(2));
});

test('every menu that writes tables offers Excel, then CSV', async ({ signIn }) => {
  const page = await signIn('/products', 'Manager', 'en');
  const offered = async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const names = await page.getByRole('menuitem').allInnerTexts();
    await page.keyboard.press('Escape');
    return names;
  };
  expect(await offered()).toEqual(['Excel', 'CSV', 'Excel', 'CSV']);
  for (const path of ['/receipts', '/sales?by=day']) {
    await page.goto(path);
    expect(await offered()).toEqual(['Excel', 'CSV']);
  }
});
