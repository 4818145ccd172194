import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { violations } from './support/axe';
import { expect, holdRequests, test } from './support/fixtures';
import { openShopOfDays } from './support/shop-days';

test('the trail calls a day by its date and place, a receipt by its number, and who is asked by their name', async ({
  signIn,
  wire,
}) => {
  const send = await wire();
  const shop = await openShopOfDays(send);
  const { id, receipts } = await shop.day('2034-04-03');
  const people: { id: string; name: string }[] = JSON.parse(
    (await send('GET', '/api/secure/question_person')).text,
  );
  const [asked] = people;
  const question = { businessday_id: id, sales_id: receipts.cash.id, text: shop.name, asked_of: asked?.id };
  const made = await send('POST', '/api/secure/question', { json: question });
  expect(made.status).toBe(201);
  const page = await signIn('/audit?entity=question', 'Manager');
  const trail = page.getByRole('table', { name: 'Events, newest first' });
  await trail.getByRole('link', { name: new RegExp(shop.name) }).click();
  const lines = page.getByRole('complementary', { name: 'Event' }).getByRole('list', { name: 'Difference' });
  await expect(lines).toContainText(`3 Apr 2034, ${shop.name}`);
  await expect(lines).toContainText(receipts.cash.number);
  await expect(lines).toContainText(String(asked?.name));
  await expect(lines).not.toContainText('…');
  await page.goto(`/audit?entity_id=${id}`);
  await expect(page.getByRole('button', { name: `Record 3 Apr 2034, ${shop.name}` })).toBeVisible();
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

test('an empty draft says once how changes come into it', async ({ signIn, wire }) => {
  const send = await wire();
  const made = await send('POST', '/api/secure/changeset', { json: { name: `Empty ${randomUUID()}` } });
  const page = await signIn(`/changes/${made.entity.id}`, 'Manager', 'en');
  await expect(page.getByText('Nothing is collected yet')).toBeVisible();
  await expect(page.getByText('Changes come here from the lists')).toHaveCount(1);
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

test('an empty page of sales begins at the edge of its filters', async ({ signIn }) => {
  const page = await signIn('/sales?from=2001-01-01&to=2001-01-02', 'Manager', 'en');
  const left = async (text: string) => (await page.getByText(text).first().boundingBox())?.x;
  await expect(page.getByText('No sales in this period')).toBeVisible();
  const filters = (await page.getByRole('button', { name: /^Period/ }).boundingBox())?.x;
  expect(await left('No sales in this period')).toBe(filters);
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

/** Every script but those that the page's HTML names: what is loaded with a route. */
const lateScripts = async (page: Page): Promise<RegExp> => {
  const html = await (await page.request.get('/')).text();
  const first = [...html.matchAll(/assets\/([\w.-]+\.js)/g)].map((match) => match[1]);
  return new RegExp(`/assets/(?!${first.join('|')})[\\w.-]+\\.js`);
};

test('what is typed while the form of a new product loads lands in its name', async ({ signIn, page }) => {
  const release = await holdRequests(page, await lateScripts(page));
  await signIn('/products', 'Manager', 'en');
  await page.getByRole('link', { name: 'New product' }).click();
  await page.keyboard.type('Rye bread');
  release();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue('Rye bread');
  await expect(name).toBeFocused();
  await page.keyboard.type(' 500 g');
  await expect(name).toHaveValue('Rye bread 500 g');
  await expect(page.getByRole('textbox', { name: 'Receipt name' })).toHaveValue(/^RYE BREAD/);
});

test('who goes elsewhere while the form of a new product loads types nowhere', async ({ signIn, page }) => {
  const release = await holdRequests(page, await lateScripts(page));
  await signIn('/products', 'Manager', 'en');
  const link = page.getByRole('link', { name: 'New product' });
  await link.click();
  await page.keyboard.type('Rye');
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();
  await link.click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click();
  await expect(page.locator('body > textarea')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
});

test('a product on its way takes the keys for its form, however slow the processor is', async ({
  signIn,
}) => {
  const page = await signIn('/products', 'Manager', 'en');
  await expect(page.getByRole('grid', { name: 'Products' }).getByRole('row').nth(3)).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.getByRole('link', { name: 'New product' }).click();
  await page.keyboard.type('Rye bread', { delay: 40 });
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Rye bread');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('sales show their figures first, and their filters when they are asked for', async ({ signIn }) => {
    const page = await signIn('/sales', 'Manager', 'en');
    const figures = page.getByRole('definition').first();
    await expect(figures).toBeVisible();
    expect((await figures.boundingBox())?.y).toBeLessThan(260);
    const filters = page.getByRole('button', { name: 'Filters' });
    await expect(filters).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByRole('button', { name: 'Location' })).toHaveCount(0);
    await filters.tap();
    await page.getByRole('button', { name: 'Location' }).tap();
    await page.getByRole('dialog', { name: 'Location' }).getByRole('checkbox').first().tap();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: '1 filter set' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await violations(page)).toEqual([]);
  });

  for (const width of [390, 320])
    test(`the name of a price list stays while its row is scrolled, at ${width} pixels`, async ({
      signIn,
      wire,
    }) => {
      const send = await wire();
      const found = (await send('GET', '/api/secure/plu?active=true&q=Cinnamon%20bun')).entities;
      const product = found.find(({ name }) => name === 'Cinnamon bun');
      const page = await signIn(`/products/${product?.id}`, 'Manager', 'en');
      await page.setViewportSize({ width, height: 844 });
      const prices = page.getByRole('table', { name: 'Prices' });
      const name = prices.getByText('Take-away', { exact: true });
      await name.scrollIntoViewIfNeeded();
      const before = await name.boundingBox();
      await prices.evaluate((table) => table.parentElement?.scrollTo({ left: 400 }));
      await expect(prices.getByRole('columnheader', { name: /^Margin %/ })).toBeInViewport();
      const after = await name.boundingBox();
      expect(Math.abs((after?.x ?? -1) - (before?.x ?? 0))).toBeLessThan(4);
      // Nothing of what is scrolled lies above it.
      const above = await name.evaluate((element) => {
        const cell = element.closest('td');
        const { left, top, width, height } = element.getBoundingClientRect();
        const places = Array.from({ length: Math.floor(width / 3) }, (_, n) => left + 3 * n);
        return places.filter((x) => !cell?.contains(document.elementFromPoint(x, top + height / 2)));
      });
      expect(above).toEqual([]);
    });
});
