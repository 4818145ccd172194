import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Entity } from '@/testing/answer';
import type { Sender } from '@/testing/service';
import { violations } from './support/axe';
import { expect, test } from './support/fixtures';

/** Creates products for one test, found by a common part of their names: base price 4.00, cost 1.10, tax 13.5 %. */
async function newProducts(api: Sender, count: number, fields: Record<string, unknown> = {}) {
  const [dpt] = (await api('GET', '/api/secure/dpt?q=Bakery')).entities;
  const [tax] = (await api('GET', '/api/secure/tax?rate=13.5')).entities;
  const word = `Price${Math.random().toString(36).slice(2, 9)}`;
  const json = Array.from({ length: count }, (_, at) => ({
    name: `${word} ${String(at + 1).padStart(2, '0')}`,
    dpt_id: dpt?.id,
    tax_id: tax?.id,
    base_price: '4.00',
    data: { cost_price: 1.1 },
    ...fields,
  }));
  return { word, products: (await api('POST', '/api/secure/plu', { json })).entities };
}

/** Signs in with a key of its own: a draft is shown to whoever collected it, whatever is searched for. */
async function signInAlone(context: BrowserContext, page: Page, admin: Sender, path: string): Promise<void> {
  const name = `Prices ${Math.random().toString(36).slice(2, 7)}`;
  const made = await admin('POST', '/api/secure/apikey', { json: { name, role: 'manager' } });
  const answer = await context.request.post('/api/session', {
    data: { key: made.entity['key'] },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(answer.ok()).toBe(true);
  await page.goto(path);
  await expect(gridOf(page)).toHaveAttribute('aria-busy', 'false');
  await expect(formula(page)).toBeVisible();
}

const gridOf = (page: Page) => page.getByRole('grid', { name: /^(?:Prices|Hinnat)$/ });
const formula = (page: Page) =>
  page.getByRole('textbox', { name: /^(?:Formula for prices|Hintojen kaava)$/ });
const bar = (page: Page) => page.getByRole('region', { name: /^(?:Formula|Kaava)$/ });
const foot = (page: Page) => page.getByRole('region', { name: 'Collected changes' });
const ofSet = (page: Page) => page.getByRole('region', { name: 'What to do with this set' });

/** Returns a cell by the head of its column; margin and change are those next to the prices that a formula is for. */
async function cellOf(page: Page, row: number, head: string): Promise<Locator> {
  const heads = await page.getByRole('columnheader').allInnerTexts();
  return page.locator(`[data-index="${row}"] [data-column="${heads.lastIndexOf(head)}"]`);
}

/** Marks cells of a column downwards by keys, and goes on to the formula. */
async function mark(page: Page, head: string, rows: number): Promise<void> {
  await (await cellOf(page, 0, head)).click();
  await expect(page.locator('[data-fill-handle]')).toBeVisible();
  for (let row = 1; row < rows; row += 1) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('=');
  await expect(formula(page)).toBeFocused();
}

const basesOf = async (api: Sender, products: readonly Entity[]) =>
  Promise.all(
    products.map(async ({ id }) => (await api('GET', `/api/secure/plu/${id}`)).entity['base_price']),
  );

const listId = async (api: Sender, name: string): Promise<string> => {
  const [list] = (await api('GET', `/api/secure/pricelist?q=${encodeURIComponent(name)}`)).entities;
  if (!list) throw new Error(`There is no price list ${name}`);
  return list.id;
};

/** Returns the amounts of products on a list, without a price null. */
async function amountsOn(api: Sender, list: string, products: readonly Entity[]): Promise<unknown[]> {
  return Promise.all(
    products.map(async ({ id }) => {
      const { data } = (await api('GET', `/api/secure/plu/${id}`)).entity as Entity & {
        data: { prices?: Record<string, { amount?: unknown }> };
      };
      return data.prices?.[list]?.amount ?? null;
    }),
  );
}

test('a formula for all that is found becomes a draft, from the foot a previewed set, applied the prices, and undone', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 21);
  await signInAlone(context, page, await wire('Administrator'), `/prices?q=${word}`);
  await formula(page).fill('+15 %, end .90');
  await expect(bar(page)).toContainText('21 of 21 cells would change');
  await expect(bar(page).getByRole('list', { name: 'In this order' })).toContainText(
    /Take the price.*Percent × 1\.15.*Add –.*Floor –.*End \.90, nearest/,
  );
  const base = await cellOf(page, 0, 'Base €');
  await expect(base.locator('del')).toHaveText('4.00');
  await expect(base.locator('ins')).toHaveText('4.90');
  // 4.90 with 13.5 % of tax, and a cost of 1.10: the margin is the new one at once.
  await expect(await cellOf(page, 0, 'Margin %')).toHaveText('74.5');
  await expect(await cellOf(page, 0, 'Change %')).toHaveText('+22.5');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: /^Fill 21 cells/ }).click();
  await expect(foot(page)).toContainText('21 cells in 21 rows collected');
  await expect(foot(page)).toContainText(/Draft “Prices: \+15 %, end \.90”, kept \d\d:\d\d/);
  await expect(bar(page)).toContainText('21 cells filled');
  await expect(gridOf(page)).toBeFocused();
  expect(new Set(await basesOf(api, products))).toEqual(new Set(['4.00']));

  // The same again is no change: it begins with the prices as they are stored.
  await page.keyboard.press('=');
  await page.keyboard.press('ArrowUp');
  await expect(formula(page)).toHaveValue('+15 %, end .90');
  await expect(bar(page)).toContainText('0 of 21 cells would change');
  await expect(bar(page)).toContainText('21 stay the same');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: 'Prices: +15 %, end .90' })).toBeVisible();
  const apply = ofSet(page).getByRole('button', { name: /^Apply 21 now/ });
  await expect(apply).toBeVisible();
  expect(new Set(await basesOf(api, products))).toEqual(new Set(['4.00']));
  await apply.click();
  await expect(page.getByText(/^Applied today/)).toBeVisible();
  expect(new Set(await basesOf(api, products))).toEqual(new Set(['4.90']));
  const id = page.url().split('/').at(-1)?.split('?')[0] ?? '';
  expect((await api('GET', `/api/secure/changeset/${id}`)).entity).toMatchObject({
    origin: 'prices',
    data: { formula: '+15 %, end .90' },
  });

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('button', { name: 'Preview the undo' }).click();
  await ofSet(page)
    .getByRole('button', { name: /^Apply 21 now/ })
    .click();
  await expect(page.getByText(/^Applied today/)).toBeVisible();
  expect(new Set(await basesOf(api, products))).toEqual(new Set(['4.00']));
});

test('marked cells are what a formula is for, in one list or several; the active cell shows its steps, and Undo takes it back', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 4);
  const takeAway = await listId(api, 'Take-away');
  await signInAlone(context, page, await wire('Administrator'), `/prices?q=${word}&sort=name`);
  await mark(page, 'Take-away €', 3);
  await page.keyboard.type('base × 0.9');
  await expect(bar(page).getByRole('button', { name: /^Into/ })).toHaveText('Into the selection, Take-away');
  await expect(bar(page)).toContainText('3 of 3 cells would change');
  // Margin and change have come next to the prices; there was none, so it is no change in per cent.
  await expect(await cellOf(page, 1, 'Take-away €')).toHaveText('– 3.60');
  await expect(await cellOf(page, 1, 'Change %')).toHaveText('new');
  await expect(await cellOf(page, 1, 'Margin %')).toHaveText('65.3');
  await expect(await cellOf(page, 3, 'Take-away €')).toHaveText('–');
  await expect(page.getByText('4.00 × 0.9 = 3.60')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('3 rows changed')).toBeVisible();
  expect(await amountsOn(api, takeAway, products)).toEqual([3.6, 3.6, 3.6, null]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('3 rows taken back')).toBeVisible();
  expect(await amountsOn(api, takeAway, products)).toEqual([null, null, null, null]);

  // Two lists beside each other.
  await page.reload();
  await expect(gridOf(page)).toHaveAttribute('aria-busy', 'false');
  await expect(formula(page)).toBeVisible();
  // Which list is beside it depends on those that other tests made.
  const heads = await page.getByRole('columnheader').allInnerTexts();
  const beside = (heads[heads.indexOf('Take-away €') + 1] ?? '').replace(/ €$/, '');
  await (await cellOf(page, 0, 'Take-away €')).click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('=');
  await page.keyboard.type('2.50');
  await expect(bar(page).getByRole('button', { name: /^Into/ })).toHaveText('Into the selection, 2 prices');
  await expect(bar(page)).toContainText('4 of 4 cells would change');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 rows changed')).toBeVisible();
  expect(await amountsOn(api, takeAway, products)).toEqual([2.5, 2.5, null, null]);
  expect(await amountsOn(api, await listId(api, beside), products)).toEqual([2.5, 2.5, null, null]);
});

test('cells that are marked mean themselves, also after another price was chosen or a cell was left by Escape', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word } = await newProducts(api, 5);
  await signInAlone(context, page, await wire('Administrator'), `/prices?q=${word}&sort=name`);
  const into = bar(page).getByRole('button', { name: /^Into/ });
  await expect(into).toHaveText('Into 5 products, Base');
  await mark(page, 'Base €', 2);
  await expect(into).toHaveText('Into the selection, Base');
  await into.click();
  await page.getByRole('menuitem', { name: 'Take-away' }).click();
  await expect(into).toHaveText('Into 5 products, Take-away');

  await (await cellOf(page, 2, 'Base €')).click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /^Base, / })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(into).toHaveText('Into the selection, Base');
  // Escape leaves the cells for their row; rows are not selected here, so Shift marks cells again.
  await page.keyboard.press('Escape');
  await expect(into).toHaveText('Into 5 products, Take-away');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(into).toHaveText('Into the selection, Base');
  await expect(page.getByRole('region', { name: 'Selected cells' })).toContainText('2 × 1 cells');
});

test('floor and ending are chosen by menu, and what is not understood is named', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word } = await newProducts(api, 2);
  await signInAlone(context, page, await wire('Administrator'), `/prices?q=${word}`);
  await formula(page).fill('+5 %');
  await bar(page).getByRole('button', { name: 'Floor –' }).click();
  await page.getByRole('menuitem', { name: 'margin 25 %' }).click();
  await expect(formula(page)).toHaveValue('+5 %, margin at least 25 %');
  await bar(page).getByRole('button', { name: 'End –' }).click();
  await page.getByRole('menuitem', { name: '.95, nearest' }).click();
  await expect(formula(page)).toHaveValue('+5 %, margin at least 25 %, end .95');
  await bar(page)
    .getByRole('button', { name: /^End \.95/ })
    .click();
  await page.getByRole('menuitem', { name: 'up', exact: true }).click();
  await expect(formula(page)).toHaveValue('+5 %, margin at least 25 %, end .95 up');
  await expect(await cellOf(page, 0, 'Base €')).toHaveText('4.00 4.95');

  for (const [text, why] of [
    ['cots + 5 %', '“cots” is not understood: price, base, cost, or list "name"'],
    ['base × 1,234', '“1,234” could mean two numbers'],
    ['list "Winter" + 3 %', 'There is no price list "Winter"'],
    ['+5 %, end .42', '“end .42” is no ending'],
    ['+5 %, base', '“base” is a second formula'],
  ] as const) {
    await formula(page).fill(text);
    await expect(bar(page)).toContainText(why);
    await expect(formula(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(bar(page).getByRole('button', { name: /^Fill/ })).toBeDisabled();
  }
});

test("cells of the group's products are counted and left alone", async ({ context, page, wire }) => {
  const api = await wire();
  const { entities } = await api('GET', '/api/secure/plu?active=true&pageSize=1000');
  const { company }: { company: { id: string } } = JSON.parse((await api('GET', '/api/secure/me')).text);
  const theirs = entities.find(({ company_id: owner }) => owner !== company.id);
  const name = String(theirs?.['name']);
  await signInAlone(context, page, await wire('Administrator'), `/prices?q=${encodeURIComponent(name)}`);
  await formula(page).fill('+5 %');
  await expect(bar(page)).toContainText('0 of 1 cells would change');
  await expect(bar(page)).toContainText('1 is the group’s');
  await expect(bar(page).getByRole('button', { name: /^Fill/ })).toBeDisabled();
  await formula(page).press('Enter');
  await expect((await cellOf(page, 0, 'Base €')).locator('del')).toHaveCount(0);
  const after = (await api('GET', `/api/secure/plu/${theirs?.id}`)).entity;
  expect(after['base_price']).toEqual(theirs?.['base_price']);
});

test('a price below cost is marked and collected first, one at its floor has a triangle, and both are filters', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 3);
  await api('PUT', `/api/secure/plu/${products[1]?.id}`, { json: { data: { cost_price: 3 } } });
  await signInAlone(context, page, await wire('Administrator'), `/prices?q=${word}&sort=name`);
  await formula(page).fill('base × 0.6');
  await expect(bar(page)).toContainText('1 below cost');
  await page.keyboard.press('Enter');
  await expect(foot(page)).toContainText('3 cells in 3 rows collected');
  await expect((await cellOf(page, 1, 'Base €')).getByTitle('Below cost')).toBeVisible();
  await foot(page).getByRole('button', { name: '1 below cost' }).click();
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(await cellOf(page, 0, 'Name')).toContainText(`${word} 02`);
  await foot(page).getByRole('button', { name: '1 below cost' }).click();
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '4');
  expect(await basesOf(api, products)).toEqual(['4.00', '4.00', '4.00']);

  // With a floor: 3.00 × 1.135 / 0.75 is 4.54, rounded up; the ending does not go beneath it.
  await formula(page).fill('base × 0.6, margin at least 25 %, end .50');
  await expect(bar(page)).toContainText('“end .50” is no ending');
  await formula(page).fill('base × 0.6, margin at least 25 %, end .90');
  await (await cellOf(page, 1, 'Base €')).click();
  await expect(page.getByText('4.00 × 0.6 = 2.40')).toContainText('2.40');
  await expect(page.getByText('floor 4.54')).toBeVisible();
  await formula(page).press('Enter');
  await expect(foot(page)).toContainText('1 at the floor');
  await expect(foot(page)).not.toContainText('below cost');
  await foot(page).getByRole('button', { name: '1 at the floor' }).click();
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(await cellOf(page, 0, 'Base €')).toHaveText('4.00 4.90');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(gridOf(page)).toHaveAttribute('aria-rowcount', '4');
  expect(await basesOf(api, products)).toEqual(['4.00', '4.00', '4.00']);
});

test('formulas are read in Finnish with a decimal comma, and what was taken for a price in English is refused', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 2);
  await signInAlone(context, page, await wire('Administrator'), `/prices?q=${word}`);
  await page.getByRole('button', { name: /^Prices \w+/ }).click();
  await page.getByRole('menuitem', { name: 'Suomi' }).click();
  await expect(page.getByRole('heading', { name: 'Hinnat' })).toBeVisible();
  await formula(page).fill('perushinta × 0,95, kate vähintään 25 %, päättyy ,90');
  await expect(bar(page)).toContainText('2 / 2 solua muuttuisi');
  await expect(bar(page)).toContainText('Loppu ,90, lähimpään');
  await expect(await cellOf(page, 0, 'Perushinta €')).toHaveText('4,00 3,90');
  await formula(page).fill('+1.234');
  await expect(bar(page)).toContainText('”1.234” voi tarkoittaa kahta lukua');
  await formula(page).fill('+0,20');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 riviä muutettu')).toBeVisible();
  expect(await basesOf(api, products)).toEqual(['4.20', '4.20']);
});

test('prices are edited, pasted and filled down in the columns of lists, and stay where the list is scrolled', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 4);
  const takeAway = await listId(api, 'Take-away');
  await signInAlone(context, page, await wire('Administrator'), `/prices?q=${word}&sort=name`);
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
  const last = await cellOf(page, 3, 'Wholesale €');
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
  const { word, products } = await newProducts(api, 20);
  await signInAlone(context, page, await wire('Administrator'), `/prices?q=${word}&sort=name`);
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
  const { word } = await newProducts(api, 3);
  await signInAlone(context, page, await wire('Administrator'), `/prices?q=${word}&sort=name`);
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
  await expect(page.getByText('Wholesale € · Margin %')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await violations(page)).toEqual([]);
});

test('on paper the prices that are found stand under the head of the company, without what would change', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word } = await newProducts(api, 3);
  await signInAlone(context, page, await wire('Administrator'), `/prices?q=${word}&sort=name`);
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
  await signInAlone(context, page, admin, '/prices');
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
