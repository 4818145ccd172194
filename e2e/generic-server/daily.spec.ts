import { stringify } from 'lossless-json';
import { differences, snapshot, expect, test, unique, wholeListTimeout } from './fixtures';

/** Prefix of eleven of the 20,000 products, by name and barcode; two of them are inactive. */
const word = 'Product 1734';

test('20,000 products: a price in its cell, and many products at once, by keyboard and taken back; nothing else differs by a digit', async ({
  signIn,
  bare,
}) => {
  const before = snapshot(bare);
  const products = bare.records().filter((record) => String(record['name']).startsWith(word));
  const product = products.find((record) => record['name'] === word);
  if (!product || products.length !== 11) throw new Error('The products are not there');
  const page = await signIn(`/products?sort=name&active=all&q=640000001734`);
  const grid = page.getByRole('grid', { name: 'Products' });
  await expect(grid.getByRole('row')).toHaveCount(12, wholeListTimeout);
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  await grid.focus();
  await page.keyboard.press('Home');
  await expect(grid).toHaveAttribute('aria-activedescendant', /-row-0$/);

  // A price, edited in its cell.
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: `Price, ${word}`, exact: true })).toBeFocused();
  await page.keyboard.type('4000.75');
  await page.keyboard.press('Enter');
  await expect(grid).toBeFocused();
  await expect
    .poll(() => differences(before, bare))
    .toEqual(new Map([[`plu/${product.id}`, stringify({ ...product, base_price: '4000.75' })]]));
  await page.keyboard.press('Control+z');
  await expect.poll(() => differences(before, bare).size).toBe(0);

  // All of them in one bulk action.
  await page.keyboard.press('Control+a');
  await expect(page.getByText('11 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Deactivate', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  const deactivated = products.filter(({ active }) => active);
  expect(deactivated.length).toBeLessThan(products.length);
  expect(differences(before, bare)).toEqual(
    new Map(deactivated.map((one) => [`plu/${one.id}`, stringify({ ...one, active: false })])),
  );
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => differences(before, bare).size).toBe(0);
});

test('a server that changes more than it is asked to is told of, in the cell and for many at once', async ({
  signIn,
  bare,
  make,
}) => {
  const name = `Zz forgets ${Math.random().toString(36).slice(2, 10)}`;
  const made = await make('plu', { name, memo: 'kept?', base_price: '1.00', data: { tags: ['a'] } });
  const page = await signIn(`/products?q=${encodeURIComponent(name)}`);
  const grid = page.getByRole('grid', { name: 'Products' });
  await expect(grid.getByRole('row')).toHaveCount(2, wholeListTimeout);
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  bare.behave({ merged: (was, sent) => ({ id: was.id, active: true, name, data: was.data, ...sent }) });
  await grid.focus();
  await page.keyboard.press('Home');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: `Price, ${name}`, exact: true })).toBeFocused();
  await page.keyboard.type('2.50');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${name} saved, but the server has changed what nobody touched`)).toBeVisible();
  await expect(page.getByText('Memo', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();

  await grid.focus();
  await expect(grid).toBeFocused();
  await page.keyboard.press('Control+a');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await page.getByRole('button', { name: 'Show which' }).click();
  await expect(page.getByRole('dialog')).toContainText('the server has changed more than that: base_price');
  expect(bare.records().find(({ id }) => id === made.id)).toMatchObject({ active: false });
});

test('a field is set in many records, one by one: what was refused is named with why, tried again, and all is taken back', async ({
  signIn,
  bare,
  make,
}) => {
  const word = `Grouped ${unique()}`;
  const first = await make('customer', { name: `${word} 1`, data: { customer_group: 'New' } });
  for (const n of [2, 3]) await make('customer', { name: `${word} ${n}`, data: { customer_group: 'New' } });
  const before = snapshot(bare);
  const page = await signIn(`/customers?q=${encodeURIComponent(word)}`);
  const grid = page.getByRole('grid', { name: 'Customers' });
  await expect(grid.getByRole('row')).toHaveCount(4, wholeListTimeout);
  await grid.focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Change…' }).click();
  await page.getByRole('menuitem', { name: 'Set a field…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Group' }).click();
  await dialog.getByRole('textbox', { name: 'New value' }).fill('Regulars');
  bare.behave({
    intercept: ({ method, path }) => (method === 'PUT' && path.endsWith(first.id) ? { status: 500 } : null),
  });
  await dialog.getByRole('button', { name: 'Change 3' }).click();
  await expect(page.getByText('2 changed')).toBeVisible();
  await page.getByRole('button', { name: 'Show which' }).click();
  await expect(page.getByRole('dialog')).toContainText(`${word} 1`);
  await page.keyboard.press('Escape');
  expect(differences(before, bare).size).toBe(2);
  bare.behave({});
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('3 changed')).toBeVisible();
  for (const record of differences(before, bare).values())
    expect(record).toContain('"customer_group":"Regulars"');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => differences(before, bare).size).toBe(0);
});
