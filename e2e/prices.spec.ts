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

test('a formula for all that is found becomes a draft, from the foot a previewed set, applied the prices, and undone', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await pricedProducts(api, 21);
  await openPrices(context, page, await wire('Administrator'), `/prices?q=${word}`);
  await formula(page).fill('+15 %, end .90');
  await expect(bar(page)).toContainText('21 of 21 cells would change');
  await expect(bar(page).getByRole('list', { name: 'In this order' })).toContainText(
    /Take the price.*Percent × 1\.15.*Add –.*Floor –.*End \.90, nearest/,
  );
  const base = await cellOf(page, 0, 'Base €');
  await expect(base.locator('del')).toHaveText('4.00');
  await expect(base.locator('ins')).toHaveText('4.90');
  // 4.90 with 13.5 % of tax, and a cost of 1.10: the margin is the new one at once.
  await expect(await cellOf(page, 0, 'Margin Base %')).toHaveText('74.5');
  await expect(await cellOf(page, 0, 'Change %')).toHaveText('+22.5');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: /^Collect 21/ }).click();
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
  const { word, products } = await pricedProducts(api, 4);
  const takeAway = await listId(api, 'Take-away');
  await openPrices(context, page, await wire('Administrator'), `/prices?q=${word}&sort=name`);
  await mark(page, 'Take-away €', 3);
  await page.keyboard.type('base × 0.9');
  await expect(bar(page).getByRole('button', { name: /^Into/ })).toHaveText('Into the selection, Take-away');
  await expect(bar(page)).toContainText('3 of 3 cells would change');
  // Margin and change have come next to the prices; there was none, so it is no change in per cent.
  await expect(await cellOf(page, 1, 'Take-away €')).toHaveText('– 3.60');
  await expect(await cellOf(page, 1, 'Change %')).toHaveText('new');
  await expect(await cellOf(page, 1, 'Margin Take-away %')).toHaveText('65.3');
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
  // Which list is beside it depends on those that other tests made; a column says if its list is without tax.
  const heads = await page.getByRole('columnheader').allInnerTexts();
  const beside = (heads[heads.indexOf('Take-away €') + 1] ?? '').replace(/(, without tax)? €$/, '');
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
  const { word } = await pricedProducts(api, 5);
  await openPrices(context, page, await wire('Administrator'), `/prices?q=${word}&sort=name`);
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
  const { word } = await pricedProducts(api, 2);
  await openPrices(context, page, await wire('Administrator'), `/prices?q=${word}`);
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
    ['=', 'Nothing to compute'],
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
  await openPrices(context, page, await wire('Administrator'), `/prices?q=${encodeURIComponent(name)}`);
  await formula(page).fill('+5 %');
  await expect(bar(page)).toContainText('0 of 1 cells would change');
  await expect(bar(page)).toContainText('1 is the group’s');
  await expect(bar(page).getByRole('button', { name: /^Fill/ })).toBeDisabled();
  await formula(page).press('Enter');
  await expect((await cellOf(page, 0, 'Base €')).locator('del')).toHaveCount(0);
  const after = (await api('GET', `/api/secure/plu/${theirs?.id}`)).entity;
  expect(after['base_price']).toEqual(theirs?.['base_price']);
});

test('a raise that lowers prices says how many and is rounded up with a click; the button says whether it saves or collects, and the name of the draft follows', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word } = await pricedProducts(api, 21);
  await openPrices(context, page, await wire('Administrator'), `/prices?q=${word}&sort=name`);
  await formula(page).fill('+1 %, end .95');
  await expect(bar(page)).toContainText('21 would fall');
  await expect(bar(page).getByRole('button', { name: /^Collect 21/ })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Round up' }).click();
  await expect(formula(page)).toHaveValue('+1 %, end .95 up');
  await expect((await cellOf(page, 0, 'Base €')).locator('ins')).toHaveText('4.95');
  await expect(bar(page)).not.toContainText('would fall');
  await formula(page).fill('');

  // A range says in the foot what a fill or a paste would do, and a fill says it while it is dragged.
  await (await cellOf(page, 0, 'Base €')).click();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('Fill or paste: Save 2 now')).toBeVisible();
  for (let row = 2; row < 20; row += 1) await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('Fill or paste: Collect 20')).toBeVisible();
  await page.reload();
  await expect(gridOf(page)).toHaveAttribute('aria-busy', 'false');
  await expect(formula(page)).toBeVisible();
  await (await cellOf(page, 0, 'Base €')).click();
  const handle = await page.locator('[data-fill-handle]').boundingBox();
  const below = await (await cellOf(page, 2, 'Base €')).boundingBox();
  if (!handle || !below) throw new Error('The cells are on the screen');
  await page.mouse.move(handle.x + 3, handle.y + 3);
  await page.mouse.down();
  await page.mouse.move(below.x + 8, below.y + 8, { steps: 4 });
  await expect(page.locator('[data-fill]')).toHaveText('Save 2 now');
  await page.mouse.move(handle.x + 3, handle.y + 3, { steps: 4 });
  await page.mouse.up();

  // Few are saved at once: the button says so.
  await (await cellOf(page, 5, 'Base €')).click();
  await mark(page, 'Base €', 2);
  await page.keyboard.type('+10 %');
  await expect(bar(page).getByRole('button', { name: /^Save 2 now/ })).toBeVisible();
  await formula(page).fill('base × 0.2');
  await bar(page).getByRole('button', { name: /^Into/ }).click();
  await page.getByRole('menuitem', { name: /^All that are found/ }).click();
  await expect((await cellOf(page, 0, 'Base €')).getByTitle('Below cost: Base')).toBeVisible();
  await expect(await cellOf(page, 0, 'Margin Base %')).toHaveText('−56.1');
  await bar(page)
    .getByRole('button', { name: /^Collect 21/ })
    .click();
  await expect(foot(page)).toContainText('Draft “Prices: base × 0.2”');
  // A second formula is in the name, too; the prices that it changed are no more those of the first.
  await mark(page, 'Base €', 3);
  await page.keyboard.type('base × 0.3');
  await page.keyboard.press('Enter');
  await expect(foot(page)).toContainText('Draft “Prices: base × 0.3, base × 0.2”');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: 'Prices: base × 0.3, base × 0.2' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: `${word} 05` })).toContainText(
    'Below cost: Base price',
  );
});

test('the price that a formula is for is scrolled into view with its margin, which names the list', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word } = await pricedProducts(api, 2);
  await page.setViewportSize({ width: 1024, height: 800 });
  await openPrices(context, page, await wire('Administrator'), `/prices?q=${word}`);
  await bar(page).getByRole('button', { name: /^Into/ }).click();
  await page.getByRole('menuitem', { name: /^Wholesale/ }).click();
  await gridOf(page).evaluate((grid) => {
    if (grid.parentElement) grid.parentElement.scrollLeft = 0;
  });
  const head = page.getByRole('columnheader', { name: /^Wholesale/ });
  await expect(head).not.toBeInViewport({ ratio: 1 });
  await formula(page).fill('base × 0.9');
  await expect(head).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('columnheader', { name: /^Margin Wholesale/ })).toBeInViewport({ ratio: 0.9 });
});

test('a price below cost is marked and collected first, one at its floor has a triangle, and both are filters', async ({
  context,
  page,
  wire,
}) => {
  const api = await wire();
  const { word, products } = await pricedProducts(api, 3);
  await api('PUT', `/api/secure/plu/${products[1]?.id}`, { json: { data: { cost_price: 3 } } });
  await openPrices(context, page, await wire('Administrator'), `/prices?q=${word}&sort=name`);
  await formula(page).fill('base × 0.6');
  await expect(bar(page)).toContainText('1 below cost');
  await page.keyboard.press('Enter');
  await expect(foot(page)).toContainText('3 cells in 3 rows collected');
  await expect((await cellOf(page, 1, 'Base €')).getByTitle('Below cost: Base')).toBeVisible();
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
  const { word, products } = await pricedProducts(api, 2);
  await openPrices(context, page, await wire('Administrator'), `/prices?q=${word}`);
  await page.getByRole('button', { name: /^Alone \w+/ }).click();
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
