import { readPdf } from '@/testing/outgoing/pdf-text';
import { expect, test } from './support/fixtures';

/** Whether a computed colour is light, by the sum of its channels. */
const isLight = (color: string) =>
  (color.match(/\d+(\.\d+)?/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) > 600;

for (const path of ['/products', '/business-days', '/customers', '/audit', '/products/new', '/locations'])
  test(`${path} is printed in dark ink on light paper although the dark theme is shown`, async ({
    signIn,
  }) => {
    const page = await signIn('/', 'Administrator');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const background = () =>
      page.locator('main').evaluate((main) => getComputedStyle(main).getPropertyValue('--surface'));
    const dark = await background();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect.poll(background).not.toBe(dark);
    const boxes = await page.locator('main').evaluate((main) =>
      [main, ...main.querySelectorAll('*')]
        // Marks and switches are smaller; they are dark in both themes.
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect();
          return element.checkVisibility() && width * height > 2000;
        })
        .flatMap((element) => {
          const { backgroundColor } = getComputedStyle(element);
          return /rgba\(.*, 0\)|transparent/.test(backgroundColor) ? [] : [backgroundColor];
        }),
    );
    expect(boxes.filter((color) => color.startsWith('rgb') && !isLight(color))).toEqual([]);
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await expect.poll(background).toBe(dark);
  });

test('Ctrl P prints all rows of a list as a table with company, title, filters in words and the moment', async ({
  signIn,
}) => {
  const page = await signIn('/products?active=all&q=a', 'Manager');
  const grid = page.getByRole('grid', { name: 'Products' });
  await expect(grid.getByRole('link').first()).toBeVisible();
  const total = Number(await grid.getAttribute('aria-rowcount')) - 1;
  // The print dialog cannot be answered here: the document keeps what would be printed.
  await page.evaluate(() => {
    window.print = () => {
      const list = document.querySelector('[data-printed-list]');
      document.documentElement.dataset['printed'] = String(list?.querySelectorAll('tbody tr').length);
    };
  });
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+p');
      return page.evaluate(() => document.documentElement.dataset['printed']);
    })
    .toBe(String(total));
  const printed = page.locator('[data-printed-list]');
  for (const text of ['Rantakulma', 'Products', 'Search: a', 'Deactivated ones included', `${total} rows`])
    await expect(printed).toContainText(text);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(printed).toHaveCount(0);
});

test('a list that is printed by the menu says how many of how many rows it shows', async ({ signIn }) => {
  const page = await signIn('/products', 'Manager');
  const grid = page.getByRole('grid', { name: 'Products' });
  await expect(grid.getByRole('link').first()).toBeVisible();
  const printed = page.locator('[data-printed-list]');
  await expect(async () => {
    await page.emulateMedia({ media: 'screen' });
    await page.emulateMedia({ media: 'print' });
    await expect(printed).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(printed).toContainText(/The first \d+ of [\d,]+ rows/);
  await expect(grid).toBeHidden();
  await expect(printed.getByRole('columnheader', { name: 'Name' })).toBeVisible();
});

test('sales of all products name their columns on each page of paper', async ({ signIn }) => {
  const page = await signIn('/sales');
  await expect(page.getByRole('button', { name: 'Sort by Gross €' })).toBeVisible();
  await page.evaluate(() => {
    window.print = () => (document.documentElement.dataset['printed'] = 'all');
  });
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'all');
  const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages.length).toBeGreaterThan(2);
  for (const head of ['Code', 'Product', 'Receipts', 'Gross €', 'Net €']) expect(pages[1]).toContain(head);
});
