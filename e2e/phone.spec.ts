import { violations } from './support/axe';
import { expect, test } from './support/fixtures';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('a list on a phone has rows of two lines, the first one high up, and nothing off the screen', async ({
  signIn,
}) => {
  const page = await signIn('/products', 'Manager');
  const first = page.locator('[aria-rowindex="2"]:not([aria-busy])');
  await expect(first).toContainText(/\d\.\d\d/);
  const box = await first.boundingBox();
  expect(box?.y).toBeLessThanOrEqual(148);
  expect(box?.height).toBeGreaterThanOrEqual(58);
  for (const path of [
    '/products',
    '/customers',
    '/receipts',
    '/business-days',
    '/discounts',
    '/price-lists',
  ]) {
    await page.goto(path);
    await expect(page.locator('[data-index]').first()).toBeVisible();
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('[data-index]')].flatMap((row) => {
        const { right } = row.lastElementChild!.getBoundingClientRect();
        return right > innerWidth ? [row.textContent] : [];
      }),
    );
    expect(cut, path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
});

test('filters and order are chosen in a sheet, and nothing changes before its button', async ({ signIn }) => {
  const page = await signIn('/products', 'Manager');
  await page.getByRole('button', { name: 'Filters' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('button', { name: /^Department/ }).tap();
  const values = page.getByRole('dialog', { name: 'Department' });
  await values.getByRole('searchbox').fill('Bakery');
  await values
    .getByRole('checkbox', { name: /^Bakery/ })
    .first()
    .check();
  await expect(page).toHaveURL(/\/products$/);
  const counted = values.getByRole('button', { name: /^Show \d+ results$/ });
  await expect(counted).toBeVisible();
  await values.getByRole('button', { name: 'Filters' }).tap();
  await sheet.getByRole('button', { name: /^Sort by/ }).tap();
  await page
    .getByRole('dialog', { name: 'Sort by' })
    .getByRole('button', { name: /^Price/ })
    .tap();
  const show = page.getByRole('button', { name: /^Show \d+ results$/ });
  const count = /\d+/.exec((await show.textContent()) ?? '')?.[0];
  expect(await violations(page)).toEqual([]);
  await show.tap();
  await expect(page).toHaveURL(/sort=base_price/);
  await expect(page).toHaveURL(/dpt_id=/);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(Number(count) + 1));
  await expect(page.getByRole('button', { name: '1 filter set' })).toBeVisible();
});

test('a long press selects a row, the next tap another one, and a tap without a selection opens', async ({
  signIn,
}) => {
  const page = await signIn('/products?q=bun&sort=name', 'Manager');
  const rows = page.locator('[role=row][data-index]');
  await expect(rows.first()).toBeVisible();
  const at = await rows.first().boundingBox();
  await page.mouse.move((at?.x ?? 0) + 60, (at?.y ?? 0) + 20);
  await page.mouse.down();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.mouse.up();
  await rows.nth(1).tap();
  await expect(page.getByText('2 selected')).toBeVisible();
  await rows.nth(1).tap();
  await rows.nth(0).tap();
  await expect(page.getByText(/selected/)).toHaveCount(0);
  await rows.first().tap();
  await expect(page).toHaveURL(/\/products\/[\da-f-]{36}/);
});

test('what is touched is 44 pixels high and wide, and what is typed into has 16-pixel letters', async ({
  signIn,
}) => {
  const page = await signIn('/products', 'Manager');
  await expect(page.locator('[data-index]').first()).toBeVisible();
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, input, select, textarea, [role=row][data-index]')]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0)
        .flatMap((one) => {
          const target = one.closest('label') ?? one;
          const { width, height } = target.getBoundingClientRect();
          const isText = one.matches('input:not([type=checkbox], [type=radio]), textarea');
          const isSmall = width < 43.5 || height < 43.5;
          const letters = isText && parseFloat(getComputedStyle(one).fontSize) < 16;
          return isSmall || letters
            ? [`${one.getAttribute('aria-label') ?? one.textContent} ${width}×${height}`]
            : [];
        }),
    );
  expect(await small()).toEqual([]);
  await page.getByRole('button', { name: 'More', exact: true }).tap();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Customers' })).toBeVisible();
  expect(await small()).toEqual([]);
});

test('a report on a phone begins with its verdict, and its action stands at the foot', async ({ signIn }) => {
  const page = await signIn('/business-days?status=closed', 'Accountant');
  await page.locator('[data-index]').first().tap();
  const verdict = page.getByRole('region', { name: 'Checks' });
  await expect(verdict).toBeVisible();
  const gross = page.getByText(/^Gross/).last();
  const top = async (one: typeof gross) => (await one.boundingBox())?.y ?? 0;
  expect(await top(verdict)).toBeLessThan(await top(page.getByText('Receipts', { exact: true }).first()));
  const mark = await page.getByRole('button', { name: 'Mark exported' }).boundingBox();
  const tabs = await page.getByRole('navigation', { name: 'Daily' }).boundingBox();
  expect((tabs?.y ?? 0) - (mark?.y ?? 0)).toBeLessThan(60);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

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

for (const language of ['en', 'fi'] as const)
  test(`the button of a record's details lies over no text of its form, in ${language}`, async ({
    signIn,
    wire,
  }) => {
    const send = await wire('Administrator');
    const page = await signIn('/', 'Administrator', language);
    for (const [list, path] of [
      ['user', '/users'],
      ['customer', '/customers'],
      ['location', '/locations'],
    ] as const) {
      const [record] = (await send('GET', `/api/secure/${list}?page=1&pageSize=1`)).entities;
      await page.goto(`${path}/${record?.id}`);
      await expect(page.locator('form[data-record] section').first()).toBeVisible();
      const button = page.getByRole('button', {
        name: language === 'fi' ? 'Tiedot' : 'Details',
        exact: true,
      });
      await expect(button).toBeVisible();
      const over = await button.evaluate((node) => {
        const under = node.getBoundingClientRect();
        const texts = document.createTreeWalker(
          document.querySelector('form[data-record]')!,
          NodeFilter.SHOW_TEXT,
        );
        const found: string[] = [];
        while (texts.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(texts.currentNode);
          const isOver = [...range.getClientRects()].some(
            ({ left, right, top, bottom }) =>
              left < under.right && right > under.left && top < under.bottom && bottom > under.top,
          );
          if (isOver) found.push(texts.currentNode.textContent ?? '');
        }
        return found;
      });
      expect([path, over]).toEqual([path, []]);
    }
  });

for (const path of ['/business-days/vouchers', '/business-days/summary'])
  test(`on ${path} the filters but the days are folded until they are asked for`, async ({ signIn }) => {
    const page = await signIn(path, 'Accountant');
    const location = page.getByRole('button', { name: 'Location', exact: true });
    const filters = page.getByRole('button', { name: 'Filters', exact: true });
    await expect(page.getByRole('button', { name: /^Days/ })).toBeVisible();
    await expect(location).toHaveCount(0);
    await filters.click();
    await location.click();
    const choice = page.getByRole('checkbox').first();
    await choice.check();
    await expect(page).toHaveURL(/location_id=/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: '1 filter set' })).toHaveAttribute('aria-expanded', 'true');
  });
