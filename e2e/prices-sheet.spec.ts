import { violations } from './support/axe';
import { expect, test } from './support/fixtures';
import {
  amountsOn,
  bar,
  basesOf,
  cellOf,
  foot,
  formula,
  gridOf,
  listId,
  mark,
  ofSet,
  openPrices,
  pricedProducts,
} from './support/prices-page';

test('prices are edited, pasted and filled down in the columns of lists, and stay where the list is scrolled', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await pricedProducts(api, 4);
  const takeAway = await listId(api, 'Take-away');
  await openPrices(context, page, await wire('Administrator'), `/prices?q=${word}&sort=name`);
  await (await cellOf(page, 0, 'Take-away €')).click();
  await expect(page.locator('[data-fill-handle]')).toBeVisible();
  await page.keyboard.type('3.7');
  await expect(page.getByRole('textbox', { name: /^Take-away, / })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(async () => amountsOn(api, takeAway, products)).toEqual([3.7, null, null, null]);

  await (await cellOf(page, 0, 'Take-away €')).click();
  await page.keyboard.press('Control+Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  await expect(page.getByRole('status', { name: 'What came of it' })).toContainText('3 of 3 filled');
  await expect.poll(async () => amountsOn(api, takeAway, products)).toEqual([3.7, 3.7, 3.7, 3.7]);
  await page.keyboard.press('Escape');

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async () => navigator.clipboard.writeText('3.10\n3.20\nmany\n3.40'));
  await (await cellOf(page, 0, 'Take-away €')).click();
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('status', { name: 'What came of it' })).toContainText('3 of 4 pasted');
  await expect.poll(async () => amountsOn(api, takeAway, products)).toEqual([3.1, 3.2, 3.7, 3.4]);

  // Code and name stand; a cell that the keys go to comes out from beneath them.
  await page.setViewportSize({ width: 900, height: 800 });
  const name = await cellOf(page, 0, 'Name');
  const before = await name.boundingBox();
  await page.keyboard.press('End');
  const last = await cellOf(page, 3, 'Wholesale, without tax €');
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(await name.boundingBox()).toEqual(before);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const right = (before?.x ?? 0) + (before?.width ?? 0);
  await expect
    .poll(async () => ((await (await cellOf(page, 3, 'Department')).boundingBox())?.x ?? 0) - right)
    .toBeGreaterThanOrEqual(-1);
});

test('by keyboard alone: to the formula, filled, back on the rows, taken back, filled again and previewed', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await pricedProducts(api, 20);
  await openPrices(context, page, await wire('Administrator'), `/prices?q=${word}&sort=name`);
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await expect(gridOf(page)).toBeFocused();
  await page.keyboard.press('=');
  await page.keyboard.type('+0.20');
  // Whoever is faster than the computation has pressed Enter all the same.
  await page.keyboard.press('Enter');
  await expect(foot(page)).toContainText('20 cells in 20 rows collected');
  await expect(gridOf(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(foot(page)).toHaveCount(0);
  await page.keyboard.press('Control+y');
  await expect(foot(page)).toContainText('20 cells in 20 rows collected');
  await page.keyboard.press('Control+Enter');
  await expect(ofSet(page).getByRole('button', { name: /^Apply 20 now/ })).toBeVisible();
  expect(new Set(await basesOf(api, products))).toEqual(new Set(['4.00']));
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Applied today/)).toBeVisible();
  expect(new Set(await basesOf(api, products))).toEqual(new Set(['4.20']));
});

test('axe finds nothing while a formula is typed into marked cells, wide and narrow; a phone has one price a row, chosen by menu', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word } = await pricedProducts(api, 3);
  await openPrices(context, page, await wire('Administrator'), `/prices?q=${word}&sort=name`);
  await mark(page, 'Take-away €', 2);
  await page.keyboard.type('cost × 1.1, end .90');
  await expect(page.getByText('cells would change')).toBeVisible();
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violations(page)).toEqual([]);
  }
  // No head is cut off without saying what it is.
  for (const head of await page.getByRole('columnheader').all()) {
    await head.locator('span').first().hover();
    const cut = await head.evaluate((element) =>
      [...element.querySelectorAll('span')].some(
        (span) => span.scrollWidth > span.clientWidth + 1 && !span.title,
      ),
    );
    expect(cut).toBe(false);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(formula(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Price shown' }).click();
  await expect(page.getByText('Formulas need a wider screen')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Wholesale' }).click();
  await expect(page.getByText('Wholesale, without tax € · Margin %')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await violations(page)).toEqual([]);
});

test('on paper the prices that are found stand under the head of the company, without what would change', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word } = await pricedProducts(api, 3);
  await openPrices(context, page, await wire('Administrator'), `/prices?q=${word}&sort=name`);
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset['printed'] = 'yes';
    };
  });
  await gridOf(page).focus();
  await page.keyboard.press('Control+p');
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('.print-head:visible')).toContainText('Rantakulma');
  const table = page.getByRole('table', { name: 'Prices' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByRole('columnheader', { name: 'Take-away €' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Change %' })).toHaveCount(0);
  await expect(bar(page)).toBeHidden();
  await expect(gridOf(page)).toBeHidden();
});

test('the trial: 5 % on Bakery and Lunch, ending .90, floor 25 %, from Monday 06:00; and all of it taken back', async ({
  context,
  page,
  wire,
}) => {
  const admin = await wire('Administrator');
  const api = await wire();
  const dpts = (await api('GET', '/api/secure/dpt')).entities.filter(
    ({ name }) => name === 'Bakery' || name === 'Lunch',
  );
  const ids = dpts.map(({ id }) => id).join(',');
  const stored = async () =>
    (
      await api('GET', `/api/secure/plu?dpt_id=${ids}&active=true&sort=productid&page=1&pageSize=1000`)
    ).entities.map(({ id, base_price: price, data }) => ({
      id,
      price,
      data: { ...data, modified_at: null },
    }));
  const before = await stored();
  await openPrices(context, page, admin, '/prices');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await filter.getByRole('button', { name: 'Department' }).click();
  await filter.getByRole('checkbox', { name: 'Bakery' }).click();
  await filter.getByRole('checkbox', { name: 'Lunch' }).click();
  await page.keyboard.press('Escape');
  await formula(page).click();
  await page.keyboard.type('+5 %, end .90, margin at least 25 %');
  await page.keyboard.press('Enter');
  await expect(foot(page)).toContainText('cells in');
  await page.keyboard.press('Control+Enter');
  const apply = ofSet(page).getByRole('button', { name: /^Apply \d+ now/ });
  await expect(apply).toBeVisible();
  await ofSet(page).getByRole('button', { name: 'Schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'When is it applied?' });
  await dialog.getByRole('button', { name: /^Mon \d+ \w+ 06:00/ }).click();
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText(/^Scheduled for Mon \d+ \w+ 06:00/)).toBeVisible();
  expect(await stored()).toEqual(before);

  // Monday comes by hand: the schedule itself is proven on the wire (src/resources/changeset/schedule.test.ts).
  await ofSet(page).getByRole('button', { name: 'Back to draft' }).click();
  await apply.click();
  await expect(page.getByText(/^Applied today/)).toBeVisible();
  expect(await stored()).not.toEqual(before);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('button', { name: 'Preview the undo' }).click();
  await expect(page.getByRole('heading', { name: /^Undo: Prices/ })).toBeVisible();
  await apply.click();
  await expect(page.getByText(/^Applied today/)).toBeVisible();
  expect(await stored()).toEqual(before);
});
