import type { Page } from '@playwright/test';
import { stringify } from 'lossless-json';
import { differences, everything, expect, gate, onPath, test } from './foreign-fixtures';

const rowNamed = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const basePrice = (page: Page) => page.getByRole('textbox', { name: 'Base price', exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Save/ });
const unique = () => Math.random().toString(36).slice(2, 10);

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, control: ReturnType<Page['getByRole']>) {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

test('20,000 products by keyboard: find, change a price, deactivate, reactivate, create; nothing else differs by a digit', async ({
  signIn,
  bare,
}) => {
  const before = everything(bare);
  const product = bare.records().find((record) => record['productid'] === '13346');
  if (!product) throw new Error('The product is not there');
  const page = await signIn('/products');
  const grid = page.getByRole('grid', { name: 'Products' });
  await expect(page.getByText(/^16,\d{3} of 20,\d{3}$/)).toBeVisible({ timeout: 60_000 });

  // Find.
  await page.keyboard.press('/');
  await page.keyboard.type('6400000012346');
  await expect(grid.getByRole('row')).toHaveCount(2);
  await expect(rowNamed(page, 'Product 12346')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(grid).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Product 12346', level: 1 })).toBeVisible();

  // Change its price.
  await tabTo(page, basePrice(page));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('4.75');
  await page.keyboard.press('Control+s');
  await expect(save(page)).toBeDisabled();
  await expect
    .poll(() => differences(before, bare))
    .toEqual(new Map([[`plu/${product.id}`, stringify({ ...product, base_price: '4.75' })]]));

  // Deactivate, and activate again.
  const active = page.getByRole('switch').first();
  await active.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+s');
  await expect(save(page)).toBeDisabled();
  await expect
    .poll(() => differences(before, bare).get(`plu/${product.id}`))
    .toBe(stringify({ ...product, base_price: '4.75', active: false }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+s');
  await expect(save(page)).toBeDisabled();
  await expect
    .poll(() => differences(before, bare).get(`plu/${product.id}`))
    .toBe(stringify({ ...product, base_price: '4.75' }));

  // Create.
  const name = `New loaf ${unique()}`;
  await page.getByRole('link', { name: 'Products', exact: true }).first().focus();
  await page.keyboard.press('Enter');
  await expect(grid).toBeVisible();
  await page.getByRole('link', { name: 'New product' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'New product', level: 1 })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
  await page.keyboard.type(name);
  await page.getByRole('combobox', { name: 'Department' }).focus();
  await page.keyboard.type('Department 2');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Tax' }).focus();
  await page.keyboard.type('General');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await basePrice(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('1.90');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page).not.toHaveURL(/\/new$/);
  const made = bare.records().filter((record) => record['name'] === name);
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({ base_price: '1.90', active: true });
  expect([...differences(before, bare).keys()].toSorted()).toEqual(
    [`plu/${product.id}`, `plu/${made[0]?.id}`].toSorted(),
  );
});

test('customers are paged through by keyboard, record by record, and nothing is written', async ({
  signIn,
  bare,
}) => {
  const page = await signIn('/customers');
  const grid = page.getByRole('grid', { name: 'Customers' });
  await expect(rowNamed(page, 'Customer 1').first()).toBeVisible();
  const before = everything(bare);
  await grid.focus();
  await page.keyboard.press('Control+End');
  await expect(page.locator(`[aria-rowindex="${bare.records('customer').length + 1}"]`)).toBeVisible();
  await page.keyboard.press('Control+Home');
  await expect(page.locator('[aria-rowindex="2"]')).toBeVisible();
  await page.keyboard.press('Enter');
  const title = page.getByRole('heading', { level: 1 });
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).not.toHaveValue('');
  const first = (await title.textContent()) ?? '';
  for (let step = 0; step < 3; step += 1) {
    const shown = (await title.textContent()) ?? '';
    await page.getByRole('link', { name: /^Next: / }).focus();
    await page.keyboard.press('Enter');
    await expect(title).not.toHaveText(shown);
  }
  await expect(title).not.toHaveText(first);
  expect(differences(before, bare).size).toBe(0);
});

test('the navigation offers what the interface names and what the server has shown; at any other address the server is quoted', async ({
  signIn,
}) => {
  const page = await signIn('/customers');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Products', 'Customers', 'Discounts', 'Tenders', 'Departments', 'Taxes'])
    await expect(navigation.getByRole('link', { name, exact: true })).toBeVisible();
  await page.goto('/suppliers');
  await page.getByLabel('API key').fill('bare-first-key');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Suppliers: this server has no such list')).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Suppliers', exact: true })).toHaveCount(0);
});

test('a list is stopped and gone on with, waits as it is told, and keeps what came when the server fails', async ({
  signIn,
  bare,
}) => {
  const held = gate();
  bare.behave({
    instead: async ({ path, query }) => {
      if (path !== '/api/secure/plu' || Number(query.get('page')) < 3) return null;
      held.reach();
      await held.opened;
      return null;
    },
  });
  const page = await signIn('/products');
  await held.reached;
  const progress = page.getByRole('progressbar', { name: 'Reading the whole list' });
  await expect(progress).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(/^Stopped: [1-9],000 of 20,\d{3} have been read/)).toBeVisible();
  await expect(rowNamed(page, 'Product 001')).toBeVisible();
  held.open();

  // Going on, the server is first too busy, then broken, then itself again.
  let refusals = 2;
  bare.behave({
    instead: ({ path, query }) => {
      if (path !== '/api/secure/plu' || query.get('page') === '1') return null;
      refusals -= 1;
      return refusals >= 0 ? { status: 429, headers: { 'Retry-After': '1' } } : { status: 500 };
    },
  });
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText(/The list could not be read again/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/answered 500/)).toBeVisible();
  expect(refusals).toBeLessThan(0);
  const asked: string[] = [];
  bare.behave({
    instead: ({ path, query }) => {
      if (path === '/api/secure/plu') asked.push(query.get('page') ?? '');
      return null;
    },
  });
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText(/^16,\d{3} of 20,\d{3}$/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^Read today/)).toBeVisible();
  expect(asked).not.toContain('1');
});

test('a list that fails says what happened and is read when it is tried again', async ({ signIn, bare }) => {
  bare.behave({
    instead: onPath({ path: /\/customer$/ }, { status: 200, text: '<html>Sorry</html>' }),
  });
  const page = await signIn('/customers');
  await expect(page.getByText('The customers could not be read')).toBeVisible();
  await expect(page.getByText('The answer could not be read.')).toBeVisible();
  bare.behave({ instead: onPath({ path: /\/customer$/ }, { status: 500 }) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The service answered 500.')).toBeVisible();
  bare.behave({});
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowNamed(page, 'Customer 1').first()).toBeVisible();
});

test('lists without headers, wrapped in an object, with rows of any shape, are readable', async ({
  signIn,
  bare,
}) => {
  bare.behave({
    saysPages: false,
    listBody: (rows) => ({ status: 'ok', items: rows, total: null }),
    shown: (entity) =>
      entity['customer_num'] === undefined
        ? entity
        : String(entity['name']).endsWith('7')
          ? { id: entity.id, active: true, data: null }
          : { ...entity, data: JSON.stringify(entity.data) },
  });
  const page = await signIn('/customers');
  const count = bare.records('customer').filter(({ active }) => active).length;
  await expect(page.getByText(String(count), { exact: true })).toBeVisible();
  await expect(page.getByText('customer1@example.com')).toBeVisible();
  const before = everything(bare);
  await rowNamed(page, 'Customer 1').first().getByRole('link').click();
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await expect(phone).not.toHaveValue('');
  expect(differences(before, bare).size).toBe(0);
});

test('records of shapes never seen before are readable: fields no form knows, and a record no form understands', async ({
  signIn,
  bare,
  make,
}) => {
  const name = `Lunch card ${unique()}`;
  const fees = [{ from: '2026-01-01', percent: 4.5 }];
  await make('tender', {
    name,
    short: 'LC',
    provider: { name: 'Rantakortti', fees },
    data: { colour: 'red' },
  });
  const odd = await make('tender', { name: `Odd ${unique()}`, data: {} });
  const page = await signIn('/tenders');
  await page.getByRole('link', { name, exact: true }).click();
  const came = page.getByRole('region', { name: 'As it came' });
  await expect(came).toContainText('Rantakortti');
  await expect(came.getByRole('table', { name: 'Fees' })).toContainText('1 Jan 2026');
  await expect(came.getByRole('table', { name: 'Fees' })).toContainText('4.5');
  await expect(page.getByRole('textbox', { name: 'Other fields, as JSON' })).toHaveValue(/"colour": "red"/);

  bare.behave({
    shown: (entity) => (entity.id === odd.id ? { ...entity, data: ['seen', { deep: true }] } : entity),
  });
  await page.getByRole('link', { name: 'Tenders', exact: true }).first().click();
  await page.getByRole('link', { name: String(odd['name']), exact: true }).click();
  await expect(page.getByText(/so it is shown as it came/)).toBeVisible();
  await expect(page.getByText('seen', { exact: true })).toBeVisible();
});

for (const [says, answer] of [
  ['limits (429)', { status: 429, headers: { 'Retry-After': '60' } }],
  ['answers 500', { status: 500, text: 'out of order' }],
  ['answers something that is not JSON', { status: 503, text: '<html>busy</html>' }],
  ['breaks off', 'breaks off'],
] as const) {
  test(`a save on a server that ${says} says so, keeps the typing, never says saved, and is tried again`, async ({
    signIn,
    bare,
    make,
  }) => {
    const customer = await make('customer', {
      name: `Zz busy ${unique()}`,
      customer_num: 7,
      data: { ext: { n: 1 } },
    });
    const page = await signIn(`/customers/${customer.id}`);
    const phone = page.getByRole('textbox', { name: 'Phone' });
    await phone.fill('+358 50 1');
    const before = everything(bare);
    bare.behave({ instead: onPath({ method: 'PUT', path: /./ }, answer) });
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('alert').filter({ hasText: /[Nn]ot saved|not certain/ })).toBeVisible();
    await expect(phone).toHaveValue('+358 50 1');
    await expect(save(page)).toBeEnabled();
    expect(differences(before, bare).size).toBe(0);
    bare.behave({});
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(save(page)).toBeDisabled();
    expect([...differences(before, bare).values()]).toEqual([
      stringify({ ...customer, data: { ...customer.data, phone: '+358 50 1' } }),
    ]);
  });
}

test('a save whose answer got lost is looked for before it is sent again, and is saved once', async ({
  signIn,
  bare,
  make,
}) => {
  const customer = await make('customer', { name: `Zz lost ${unique()}`, customer_num: 8, data: {} });
  const page = await signIn(`/customers/${customer.id}`);
  await page.getByRole('textbox', { name: 'Phone' }).fill('+358 50 2');
  bare.behave({ afterwards: onPath({ method: 'PUT', path: /./ }, 'breaks off') });
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  let writes = 0;
  bare.behave({
    instead: ({ method }) => {
      if (method === 'PUT') writes += 1;
      return null;
    },
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(save(page)).toBeDisabled();
  expect(writes).toBe(0);
  expect(bare.records('customer').find(({ id }) => id === customer.id)?.data).toEqual({ phone: '+358 50 2' });
});

test('a server whose PUT answers nothing is read again; what it stored otherwise is shown field by field', async ({
  signIn,
  bare,
  make,
}) => {
  const customer = await make('customer', {
    name: `Zz quiet ${unique()}`,
    customer_num: 9,
    data: { note: 'old' },
  });
  const page = await signIn(`/customers/${customer.id}`);
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await phone.fill('+358 50 3');
  bare.behave({ putAnswer: () => undefined });
  await page.keyboard.press('Control+s');
  await expect(save(page)).toBeDisabled();
  expect(bare.records('customer').find(({ id }) => id === customer.id)?.data).toEqual({
    note: 'old',
    phone: '+358 50 3',
  });

  // It keeps its own idea of a phone number, and forgets the note.
  bare.behave({
    putAnswer: () => ({ ok: true }),
    merged: (stored) => ({ ...stored, data: { phone: '0' } }),
  });
  await phone.fill('+358 50 4');
  await page.keyboard.press('Control+s');
  const said = page.getByText(/stored something else/);
  await expect(said).toBeVisible();
  await expect(page.getByText('Phone: 0 instead of +358 50 4')).toBeVisible();
  await expect(page.getByText('Note: empty instead of old')).toBeVisible();
  await expect(phone).toHaveValue('0');
});

test('what somebody else changed meanwhile is put together, and nothing of theirs is written over', async ({
  signIn,
  bare,
  make,
}) => {
  const customer = await make('customer', {
    name: `Zz both ${unique()}`,
    customer_num: 10,
    data: { note: 'old' },
  });
  const page = await signIn(`/customers/${customer.id}`);
  await page.getByRole('textbox', { name: 'Phone' }).fill('+358 50 5');
  await make('customer', { id: customer.id, data: { note: 'theirs', unheard_of: { deep: [1.5] } } });
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('was saved by someone else');
  await dialog.getByRole('button', { name: 'Save the result' }).click();
  await expect(dialog).toBeHidden();
  await expect(save(page)).toBeDisabled();
  const stored = bare.records('customer').find(({ id }) => id === customer.id);
  expect(stringify(stored?.data)).toBe('{"note":"theirs","unheard_of":{"deep":[1.5]},"phone":"+358 50 5"}');
});

test('a key that is refused in the middle of a form: signed in again with another one, the typing is there and is saved', async ({
  signIn,
  bare,
  make,
}) => {
  const customer = await make('customer', { name: `Zz key ${unique()}`, customer_num: 11, data: {} });
  const page = await signIn(`/customers/${customer.id}`);
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await phone.fill('+358 50 6');
  bare.behave({ letsIn: () => false });
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/the key is no longer accepted/)).toBeVisible();
  bare.behave({ letsIn: (header) => header === 'Bearer bare-renewed-key' });
  await page.getByLabel('API key').fill('bare-renewed-key');
  await page.keyboard.press('Enter');
  await expect(phone).toHaveValue('+358 50 6');
  await page.keyboard.press('Control+s');
  await expect(save(page)).toBeDisabled();
  expect(bare.records('customer').find(({ id }) => id === customer.id)?.data).toEqual({ phone: '+358 50 6' });
});

test('a new record whose answer cannot be read is never called saved, and the typing stays', async ({
  signIn,
  bare,
}) => {
  const name = `Zz unread ${unique()}`;
  const page = await signIn('/customers/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  bare.behave({ afterwards: onPath({ method: 'POST', path: /./ }, { status: 200, text: 'thanks' }) });
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/Look for it in the list before you save it again/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
  await expect(page).toHaveURL(/\/new$/);
});

test('without a connection each page says so, and goes on when it is tried again', async ({
  signIn,
  context,
  make,
}) => {
  const customer = await make('customer', { name: `Zz offline ${unique()}`, customer_num: 12, data: {} });
  const page = await signIn('/tenders');
  await expect(page.getByRole('link', { name: 'Cash', exact: true })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await expect(page.getByText('The customers could not be read')).toBeVisible();
  await expect(page.getByText('No connection to the service.')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowNamed(page, 'Customer 1').first()).toBeVisible();

  await page.getByRole('link', { name: 'New customer' }).click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toBeVisible();
  await context.setOffline(true);
  await name.fill(String(customer['name']));
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert').filter({ hasText: 'no connection' })).toBeVisible();
  await expect(page.getByText(/look for it in the list before you save it again/)).toBeVisible();
  await expect(name).toHaveValue(String(customer['name']));
  // A part of the application that has not been loaded yet.
  await page.getByRole('link', { name: 'Locations', exact: true }).click();
  await page.getByRole('button', { name: 'Leave and lose them' }).click();
  await page.getByRole('link', { name: 'New location' }).click();
  await expect(page.getByText('This part of the application could not be loaded')).toBeVisible();
  await context.setOffline(false);
});

test('the key is kept for the tab when that is asked for, and forgotten on signing out', async ({
  page,
  bare,
}) => {
  await page.goto('/customers');
  await page.getByLabel('API key').fill(bare.key);
  await page.getByRole('checkbox', { name: 'Keep the key in this tab until it is closed' }).check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(rowNamed(page, 'Customer 1').first()).toBeVisible();
  await page.reload();
  await expect(rowNamed(page, 'Customer 1').first()).toBeVisible();
  await page.getByRole('button', { name: /API key/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByLabel('API key')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('API key')).toHaveValue('');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});
