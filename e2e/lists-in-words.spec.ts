import { violations } from './support/axe';
import { expect, test } from './support/fixtures';

test('products are narrowed to those below cost, at a low margin and without a barcode; the overview leads there', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const totalOf = async (filter: string) =>
    Number((await api('GET', `/api/secure/plu?${filter}=true&active=true&page=1`)).header('x-total-count'));
  const [like] = (await api('GET', '/api/secure/plu?active=true&pageSize=1')).entities;
  const made = await api('POST', '/api/secure/plu', {
    json: {
      name: 'Zz given away',
      dpt_id: like?.['dpt_id'],
      tax_id: like?.['tax_id'],
      base_price: '0.01',
      data: { cost_price: 5 },
    },
  });
  expect(made.status).toBe(201);
  const page = await signIn('/products', 'Manager');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Below cost' }).click();
  await expect(page).toHaveURL(/below_cost=true/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Zz given away' }).first()).toBeVisible();
  await page.goto('/');
  for (const filter of ['below_cost', 'low_margin']) {
    const row = page.locator(`a[href="/products?${filter}=true"]`).first();
    await expect(row).toBeVisible();
    await expect(row.locator('..')).toContainText(String(await totalOf(filter)));
  }
  await page.locator('a[href="/products?low_margin=true"]').first().click();
  await expect(page).toHaveURL(/\/products\?low_margin=true/);
  await expect(page.getByText('Low margin').first()).toBeVisible();
});

test('a discount is a sentence in its list, with its status in words', async ({ signIn, wire }) => {
  const api = await wire();
  const [bakery] = (await api('GET', '/api/secure/dpt?q=Bakery&pageSize=1')).entities;
  const make = async (name: string, data: object, more = {}) =>
    api('POST', '/api/secure/discount', {
      json: { name, type: 'percent', value: '30', data: { trigger: 'automatic', ...data }, ...more },
    });
  await make('Zz evening', { dpt_ids: [bakery?.id], time_from: '18:00' });
  await make('Zz later', { valid_from: '2999-01-02' });
  await make('Zz over', { valid_until: '2001-02-03' });
  const page = await signIn('/discounts?q=zz', 'Manager');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row('Zz evening')).toContainText('30 % off Bakery, from 18');
  await expect(row('Zz evening')).toContainText('Running');
  await expect(row('Zz evening')).toContainText('All locations');
  await expect(row('Zz later')).toContainText(/Planned, from .*2999/);
  await expect(row('Zz over')).toContainText(/Ended .*2001/);
  expect(await violations(page)).toEqual([]);
});

test('the form of a price list shows its prices; one is changed, added and removed, and a price set meanwhile is not overwritten', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const list = (await api('POST', '/api/secure/pricelist', { json: { name: 'Fair' } })).entity.id;
  const [one, two] = (await api('GET', '/api/secure/plu?active=true&q=bun&pageSize=50')).entities.filter(
    ({ company_id, name }, _, all) =>
      company_id === all[0]?.['company_id'] && all.filter((other) => other['name'] === name).length === 1,
  );
  if (!one || !two) throw new Error('The demo has two buns');
  const priceOf = async (id: string): Promise<unknown> =>
    Object((await api('GET', `/api/secure/plu/${id}`)).entity.data['prices'])[list];
  await api('PUT', `/api/secure/plu/${one.id}`, {
    json: { data: { prices: { [list]: { type: 'price', amount: '2.50' } } } },
  });
  const page = await signIn(`/price-lists/${list}`, 'Manager');
  const table = page.getByRole('table', { name: 'Prices' });
  const box = (name: unknown) => table.getByRole('textbox', { name: `${String(name)}, Price`, exact: true });
  await expect(box(one['name'])).toHaveValue('2.50');
  await box(one['name']).fill('2.8');
  await page.keyboard.press('Enter');
  await expect.poll(() => priceOf(one.id)).toEqual({ type: 'price', amount: '2.80' });
  await expect(box(one['name'])).toHaveValue('2.80');

  await page.getByRole('button', { name: 'Add a product' }).click();
  await page.getByRole('combobox', { name: 'Product that gets a price' }).fill(two.name);
  await page
    .getByRole('option', { name: new RegExp(two.name) })
    .first()
    .click();
  await expect(box(two['name'])).toBeFocused();
  await page.keyboard.type('1.20');
  await page.keyboard.press('Enter');
  await expect.poll(() => priceOf(two.id)).toEqual({ type: 'price', amount: '1.20' });

  await api('PUT', `/api/secure/plu/${two.id}`, {
    json: { data: { prices: { [list]: { amount: '9.99' } } } },
  });
  await expect(box(two['name'])).toHaveValue('9.99');
  await table.getByRole('button', { name: `Remove the price of ${one.name}`, exact: true }).click();
  await expect.poll(() => priceOf(one.id)).toBeUndefined();
  await expect(box(one['name'])).toHaveCount(0);
  await box(two['name']).fill('abc');
  await expect(table.getByText('Must be a number')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box(two['name'])).toHaveValue('9.99');
  expect(await violations(page)).toEqual([]);
  await page.goto('/price-lists?q=Fair');
  await expect(
    page.getByRole('row', { name: /Fair/ }).getByRole('link', { name: '1', exact: true }),
  ).toBeVisible();
});

test('a view is shared with the company, opened by somebody else, and ended by its maker', async ({
  signIn,
}) => {
  const page = await signIn('/customers?sort=-name', 'Manager');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name of the view' }).fill('Backwards');
  await dialog.getByRole('checkbox', { name: 'Share with the company' }).check();
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog).toHaveCount(0);

  const other = await signIn('/customers', 'Accountant');
  await other.getByRole('button', { name: 'Views' }).click();
  await other.getByRole('menuitem', { name: /Backwards/ }).click();
  await expect(other).toHaveURL(/sort=-name/);
  await other.getByRole('button', { name: 'Backwards' }).click();
  await expect(other.getByRole('menuitem', { name: /Stop sharing/ })).toHaveCount(0);
  await other.getByRole('menuitem', { name: 'Save this view…' }).click();
  const again = other.getByRole('dialog');
  await again.getByRole('textbox', { name: 'Name of the view' }).fill('Backwards');
  await again.getByRole('checkbox', { name: 'Share with the company' }).check();
  await again.getByRole('button', { name: 'Save view' }).click();
  await expect(again.getByText('The company has a view of this name.')).toBeVisible();

  await signIn('/customers?sort=-name', 'Manager');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Stop sharing “Backwards”' }).click();
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('menuitem', { name: 'None yet' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Backwards/ })).toHaveCount(0);
});

test('the group of a customer offers those there are, and takes a new one', async ({ signIn, wire }) => {
  const api = await wire();
  await api('POST', '/api/secure/customer', {
    json: { name: 'One', data: { customer_group: 'Harbour crew' } },
  });
  const page = await signIn('/customers/new', 'Manager');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Another');
  const group = page.getByRole('combobox', { name: 'Customer group' });
  await group.click();
  await expect(page.getByRole('option', { name: 'Harbour crew' })).toBeVisible();
  await group.fill('Night shift');
  await page.getByRole('option', { name: /Night shift/ }).click();
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/customers\/(?!new)/);
  const { entity } = await api('GET', `/api/secure/customer/${page.url().split('/').at(-1)}`);
  expect(entity.data['customer_group']).toBe('Night shift');
});

test('products sort by department, cost and margin from their heads', async ({ signIn, wire }) => {
  const api = await wire();
  const page = await signIn('/products', 'Manager');
  for (const [head, sort] of [
    ['Department', 'dpt_id'],
    ['Cost €', 'cost_price'],
    ['Margin %', 'margin'],
  ] as const) {
    await page.getByRole('columnheader', { name: head }).getByRole('button').click();
    await expect(page).toHaveURL(new RegExp(`sort=${sort}`));
    const [first] = (await api('GET', `/api/secure/plu?active=true&sort=${sort}&pageSize=1`)).entities;
    await expect(page.getByRole('row').nth(1)).toContainText(String(first?.['name']));
    await expect(page.getByRole('columnheader', { name: head })).toHaveAttribute('aria-sort', 'ascending');
  }
});
