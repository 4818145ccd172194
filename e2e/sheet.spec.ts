import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Entity } from '@/testing/answer';
import type { Sender } from '@/testing/service';
import { violations } from './support/axe';
import { expect, test } from './support/fixtures';
import { newProducts } from './support/prices-page';
import { signInAlone } from './support/prices-page';

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Products' });
const columns = { Name: 1, Department: 2, Price: 3, Cost: 4, Margin: 5 } as const;
const cellOf = (page: Page, row: number, column: keyof typeof columns): Locator =>
  page.locator(`[data-index="${row}"] [data-column="${columns[column]}"]`);
const strip = (page: Page) => page.getByRole('status', { name: 'What came of it' });
const foot = (page: Page) => page.getByRole('region', { name: 'Collected changes' });

/** Opens the list of those products, when its sheet has been loaded. */
async function openList(page: Page): Promise<void> {
  await expect(gridOf(page)).toHaveAttribute('aria-busy', 'false');
  await cellOf(page, 0, 'Price').click();
  await expect(page.locator('[data-fill-handle]')).toBeVisible();
}

/** Puts what a spreadsheet puts there on the clipboard. */
async function copyToClipboard(
  { context, page }: { context: BrowserContext; page: Page },
  content: { text: string; html?: string },
): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async ({ text, html }) => {
    const item: Record<string, Blob> = { 'text/plain': new Blob([text], { type: 'text/plain' }) };
    if (html !== undefined) item['text/html'] = new Blob([html], { type: 'text/html' });
    await navigator.clipboard.write([new ClipboardItem(item)]);
  }, content);
}

const pricesOf = async (api: Sender, products: readonly Entity[]) =>
  Promise.all(
    products.map(async ({ id }) => {
      const { entity } = await api('GET', `/api/secure/plu/${id}`);
      return [entity['base_price'], (entity.data as { cost_price?: unknown }).cost_price];
    }),
  );

test('two columns of LibreOffice are pasted at once, as one change set that Ctrl Z takes back', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 'Sheet', 4);
  await signInAlone(context, page, await wire('Administrator'), `/products?sort=name&q=${word}`);
  await openList(page);
  const html = `<table cellspacing="0" border="0"><colgroup width="85"></colgroup>
    <tr><td height="17" sdval="3.69" sdnum="1035;">3,69</td><td sdval="2.05" sdnum="1035;">2,05</td></tr>
    <tr><td height="17" sdval="4.5" sdnum="1035;1035;#,##0.00">4,50&nbsp;€</td><td sdval="2.0866" sdnum="1035;">2,09</td></tr>
    <tr><td height="17" align="left">many</td><td sdval="1.44" sdnum="1035;">1,44</td></tr></table>`;
  await copyToClipboard({ context, page }, { text: '3,69\t2,05\n4,50 €\t2,09\nmany\t1,44\n', html });
  await page.keyboard.press('Control+v');
  await expect(strip(page)).toContainText('5 of 6 pasted');
  await expect(strip(page)).toContainText('1 is not a number');
  // One thing says so, and has the one Undo.
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(1);
  await expect(strip(page).getByRole('button', { name: /^Undo/ })).toBeEnabled();
  await expect(page.getByText('3 rows changed')).toHaveCount(0);
  expect(await pricesOf(api, products)).toEqual([
    ['3.69', 2.05],
    ['4.50', 2.09],
    ['3.20', 1.44],
    ['3.20', 1.1],
  ]);
  // The refused cell keeps its old value and says why; the others went on.
  await expect(cellOf(page, 2, 'Price')).toContainText('3.20');
  await expect(cellOf(page, 2, 'Price')).toContainText('“many” is not a number. Left as it was.');
  expect(await violations(page)).toEqual([]);
  const sets = (await api('GET', '/api/secure/changeset?origin=grid&status=applied&sort=-modified_at'))
    .entities;
  expect(sets[0]).toMatchObject({ name: 'Products: 3 rows', counts: { items: 3, applied: 3 } });

  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('3 rows taken back')).toBeVisible();
  expect(await pricesOf(api, products)).toEqual(products.map(() => ['3.20', 1.1]));
  await page.keyboard.press('Control+y');
  await expect(page.getByText('3 rows changed')).toBeVisible();
  expect((await pricesOf(api, products))[0]).toEqual(['3.69', 2.05]);

  // What somebody else has made of all of them since stays.
  const theirs = { base_price: '9.00', data: { cost_price: 5 } };
  for (const { id } of products) await api('PUT', `/api/secure/plu/${id}`, { json: theirs });
  await page.keyboard.press('Control+z');
  await expect(page.getByText('3 were changed by somebody since and stay')).toBeVisible();
  await expect(page.getByText(/0 rows taken back/)).toHaveCount(0);
  expect(await pricesOf(api, products)).toEqual(products.map(() => ['9.00', 5]));
});

test('a fill and a copy take what a cell shows, also where it was not saved', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 'Sheet', 3);
  await signInAlone(context, page, await wire('Administrator'), `/products?sort=name&q=${word}`);
  await openList(page);
  const bases = async () => (await pricesOf(api, products)).map(([price]) => price);
  await cellOf(page, 0, 'Price').click();
  await page.keyboard.type('abc');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: /^Not saved: / })).toBeVisible();
  await cellOf(page, 1, 'Cost').click();
  await cellOf(page, 0, 'Price').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  await expect(strip(page)).toContainText('0 of 2 filled');
  await expect(strip(page)).toContainText('2 are not numbers');
  await expect(cellOf(page, 1, 'Price')).toContainText('“abc” is not a number. Left as it was.');
  expect(await bases()).toEqual(['3.20', '3.20', '3.20']);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.keyboard.press('Control+c');
  await expect(page.getByText('3 rows copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('abc\n3.20\n3.20');

  // A number that is refused by a rule is asked about where it is put, too.
  await cellOf(page, 0, 'Price').click();
  await page.keyboard.type('0.50');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: /^Not saved: / })).toContainText(/Below cost/);
  await cellOf(page, 1, 'Cost').click();
  await cellOf(page, 0, 'Price').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  await expect(page.getByRole('region', { name: 'Collected changes' })).toContainText('1 cell');
  await expect(cellOf(page, 1, 'Price')).toContainText('0.50');
  expect(await bases()).toEqual(['3.20', '3.20', '3.20']);
});

test('what is pasted over a cell that was not saved takes the place of what was typed there', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 'Sheet', 2);
  await signInAlone(context, page, await wire('Administrator'), `/products?sort=name&q=${word}`);
  await openList(page);
  await cellOf(page, 0, 'Price').click();
  await page.keyboard.type('abc');
  await page.keyboard.press('Tab');
  const notSaved = page.getByRole('region', { name: /^Not saved: / });
  await expect(notSaved).toBeVisible();
  // The hint of the open cell lies over the next row, which is clicked all the same.
  await cellOf(page, 1, 'Cost').click();
  await copyToClipboard({ context, page }, { text: '5.55\n6.66\n' });
  await cellOf(page, 0, 'Price').click();
  await page.keyboard.press('Control+v');
  await expect(strip(page).getByRole('button', { name: /^Undo/ })).toBeEnabled();
  await expect(cellOf(page, 0, 'Price')).toHaveText(/5\.55/);
  await expect(notSaved).toBeHidden();
  expect((await pricesOf(api, products)).map(([price]) => price)).toEqual(['5.55', '6.66']);
});

test('text of Excel is read in the language of the user, and refused where it could mean two numbers', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 'Sheet', 3);
  await signInAlone(context, page, await wire('Administrator'), `/products?sort=name&q=${word}`);
  await openList(page);
  await copyToClipboard({ context, page }, { text: '4.75\r\n1,234\r\n5,10\r\n' });
  await page.keyboard.press('Control+v');
  await expect(strip(page)).toContainText('2 of 3 pasted');
  await expect(strip(page)).toContainText('1 could mean two numbers');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(gridOf(page)).toHaveAttribute(
    'aria-activedescendant',
    (await cellOf(page, 1, 'Price').getAttribute('id')) ?? '',
  );
  await expect
    .poll(async () => (await pricesOf(api, products)).map(([price]) => price))
    .toEqual(['4.75', '3.20', '5.10']);
  // With its exact value beside it, as Excel writes HTML, the same text means one thing.
  await page.keyboard.press('Escape');
  const html =
    '<table><tr><td class=xl65 align=right x:num="4.234">4,234</td></tr><tr><td x:num="2.5">2.5</td></tr></table>';
  await copyToClipboard({ context, page }, { text: '4,234\r\n2.5', html });
  await page.keyboard.press('Control+v');
  await expect
    .poll(async () => (await pricesOf(api, products)).map(([price]) => price))
    .toEqual(['4.75', '4.234', '2.5']);
});

test('ranges are marked by keys and mouse, with one ring, sum and average, and filled down and right', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 'Sheet', 6);
  await api('PUT', `/api/secure/plu/${products[0]?.id}`, { json: { base_price: '5.05' } });
  await api('PUT', `/api/secure/plu/${products[4]?.id}`, { json: { data: { cost_price: 1.5 } } });
  await signInAlone(context, page, await wire('Administrator'), `/products?sort=name&q=${word}`);
  await openList(page);
  const ring = page.locator('[data-range-ring]');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  const range = page.getByRole('region', { name: 'Selected cells' });
  await expect(range).toContainText('2 × 2 cells');
  await expect(range).toContainText('Sum 10.45');
  await expect(range).toContainText('Average 2.61');
  await expect(ring).toHaveCount(1);
  const first = await cellOf(page, 0, 'Price').boundingBox();
  const last = await cellOf(page, 1, 'Cost').boundingBox();
  const around = await ring.boundingBox();
  expect(Math.abs((around?.x ?? 0) - (first?.x ?? 0))).toBeLessThan(2);
  expect(
    Math.abs((around?.x ?? 0) + (around?.width ?? 0) - (last?.x ?? 0) - (last?.width ?? 0)),
  ).toBeLessThan(2);

  // To the end, back to one column, and filled from its first row.
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Control+Shift+ArrowDown');
  await expect(range).toContainText('6 × 1 cells');
  await page.keyboard.press('Control+d');
  await expect(strip(page)).toContainText('5 of 5 filled');
  await expect
    .poll(async () => (await pricesOf(api, products)).map(([price]) => price))
    .toEqual(Array(6).fill('5.05'));

  // Shift and a click; Ctrl R copies the price to the cost beside it, which is to be looked at before it is stored.
  await page.keyboard.press('Escape');
  await cellOf(page, 3, 'Price').click();
  await cellOf(page, 4, 'Cost').click({ modifiers: ['Shift'] });
  await expect(range).toContainText('2 × 2 cells');
  await page.keyboard.press('Control+r');
  await expect(strip(page)).toContainText('2 of 2 filled');
  await expect(foot(page)).toContainText('2 to look at');
  await page.keyboard.press('Control+z');
  await expect(foot(page)).toHaveCount(0);
  expect((await pricesOf(api, products))[4]).toEqual(['5.05', 1.5]);
  await page.getByRole('switch', { name: 'Collect changes' }).click();

  // The whole column, and the handle dragged over the row below.
  await cellOf(page, 2, 'Cost').click();
  await page.keyboard.press('Control+ ');
  await expect(range).toContainText('6 × 1 cells');
  await cellOf(page, 4, 'Cost').click();
  await page.locator('[data-fill-handle]').hover();
  await page.mouse.down();
  const below = await cellOf(page, 5, 'Cost').boundingBox();
  await page.mouse.move((below?.x ?? 0) + 20, (below?.y ?? 0) + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await pricesOf(api, products))[5]).toEqual(['5.05', 1.5]);

  // A double click on it fills to the last row.
  const costs = async () => (await pricesOf(api, products)).map(([, cost]) => cost);
  const before = await costs();
  const top = before[0];
  expect(before).not.toEqual(before.map(() => top));
  await cellOf(page, 0, 'Cost').click();
  await page.locator('[data-fill-handle]').dblclick();
  await expect(strip(page)).toContainText('5 of 5 filled');
  await expect.poll(costs).toEqual(before.map(() => top));
});

test('collected changes wait in a draft that a reload shows again, and nothing is stored until it is applied', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 'Sheet', 3);
  await signInAlone(context, page, await wire('Administrator'), `/products?sort=name&q=${word}`);
  await openList(page);
  await page.getByRole('switch', { name: 'Collect changes' }).click();
  await gridOf(page).focus();
  await copyToClipboard({ context, page }, { text: '4.30\t2\n4.40\t2' });
  await page.keyboard.press('Control+v');
  await expect(foot(page)).toContainText('4 cells in 2 rows collected');
  await expect(foot(page)).toContainText('Kept as a draft of Alone');
  await expect(cellOf(page, 0, 'Price').locator('del')).toHaveText('3.20');
  await expect(cellOf(page, 0, 'Price').locator('ins')).toHaveText('4.30');
  // 4.30 with 13.5 % of tax, and a cost of 2: the margin is the new one at once.
  await expect(cellOf(page, 0, 'Margin')).toHaveText('47.2');
  expect(await violations(page)).toEqual([]);

  // A single cell is collected, too, also one beneath the strip; taken back it is no change.
  await cellOf(page, 2, 'Price').click();
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await expect(foot(page)).toContainText('5 cells in 3 rows collected');
  await page.keyboard.press('Control+z');
  await expect(foot(page)).toContainText('4 cells in 2 rows collected');
  expect(await pricesOf(api, products)).toEqual(products.map(() => ['3.20', 1.1]));
  await expect(foot(page)).toContainText('Kept as a draft');

  await page.reload();
  await expect(foot(page)).toContainText('4 cells in 2 rows collected');
  await expect(cellOf(page, 1, 'Price').locator('ins')).toHaveText('4.40');
  await expect(page.getByRole('switch', { name: 'Collect changes' })).toBeChecked();
  await gridOf(page).focus();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/changes\/[\da-f-]{36}/);
  // It is previewed already, and not applied.
  const apply = page.getByRole('button', { name: /^Apply 2 now/ });
  await expect(apply).toBeVisible();
  expect((await pricesOf(api, products))[1]).toEqual(['3.20', 1.1]);
  await apply.click();
  await expect.poll(async () => (await pricesOf(api, products))[1]).toEqual(['4.40', 2]);
});

test('a change of twenty products is collected, and discarding it leaves them as they are', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await newProducts(api, 'Sheet', 21);
  await signInAlone(context, page, await wire('Administrator'), `/products?sort=name&q=${word}`);
  await openList(page);
  await copyToClipboard({ context, page }, { text: '7' });
  await page.keyboard.press('Control+Shift+ArrowDown');
  await page.keyboard.press('Control+v');
  await expect(strip(page)).toContainText('21 of 21 pasted');
  await expect(foot(page)).toContainText('21 cells in 21 rows collected');
  await expect(page.getByRole('switch', { name: 'Collect changes' })).toBeChecked();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(foot(page)).toHaveCount(0);
  await expect(cellOf(page, 0, 'Price')).toHaveText('3.20');
  await page.reload();
  await expect(cellOf(page, 0, 'Price')).toHaveText('3.20');
  expect((await pricesOf(api, products))[20]).toEqual(['3.20', 1.1]);
});

test('cells of the group are left alone and counted, and a name that is not known is refused', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  await signInAlone(context, page, await wire('Administrator'), '/products?sort=name&owner=group');
  await expect(gridOf(page)).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('row').filter({ hasText: 'Group' }).first().locator('[data-column="3"]').click();
  await expect(page.locator('[data-fill-handle]')).toBeVisible();
  await copyToClipboard({ context, page }, { text: '1\t1' });
  await page.keyboard.press('Control+v');
  await expect(strip(page)).toContainText('0 of 2 pasted');
  await expect(strip(page)).toContainText("2 are the group's");

  const { word, products } = await newProducts(api, 'Sheet', 2);
  await page.goto(`/products?sort=name&q=${word}`);
  await openList(page);
  await cellOf(page, 0, 'Department').click();
  await copyToClipboard({ context, page }, { text: 'Dairy\nNothing of the kind' });
  await page.keyboard.press('Control+v');
  await expect(strip(page)).toContainText('1 of 2 pasted');
  await expect(strip(page)).toContainText('1 is not known');
  await expect(cellOf(page, 0, 'Department')).toHaveText('Dairy');
  const second = (await api('GET', `/api/secure/plu/${products[1]?.id}`)).entity;
  expect(second['dpt_id']).toBe(products[1]?.['dpt_id']);
});

test('copied cells carry the exact values that a spreadsheet reads', async ({ context, page, wire }) => {
  const api = await wire();
  const { word } = await newProducts(api, 'Sheet', 1);
  await signInAlone(context, page, await wire('Administrator'), `/products?sort=name&q=${word}`);
  await openList(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.keyboard.press('Control+c');
  await expect(page.getByText('1 row copied')).toBeVisible();
  const html = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return (await item?.getType('text/html'))?.text() ?? '';
  });
  expect(html).toContain('sdval="3.2"');
});
