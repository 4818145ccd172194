import {
  differences,
  snapshot,
  expect,
  gate,
  onPath,
  rowNamed,
  test,
  unique,
  wholeListTimeout,
} from './fixtures';

test('the navigation offers what the interface names and what the server has shown; at any other address the server is quoted', async ({
  signIn,
}) => {
  const page = await signIn('/customers');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Products', 'Customers', 'Discounts'])
    await expect(navigation.getByRole('link', { name, exact: true })).toBeVisible();
  await navigation.getByRole('link', { name: 'Settings', exact: true }).click();
  for (const name of ['Tenders', 'Departments', 'Taxes'])
    await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toBeVisible();
  await page.goto('/suppliers');
  await page.getByLabel('API key').fill('bare-first-key');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Suppliers: this server has no such list')).toBeVisible();
  await navigation.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Tenders', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Suppliers', exact: true })).toHaveCount(0);
});

test('a list is stopped and gone on with, waits as it is told, and keeps what came when the server fails', async ({
  signIn,
  bare,
}) => {
  const held = gate();
  bare.behave({
    intercept: async ({ path, query }) => {
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

  // When the reading continues, the server is first too busy, then broken, then conforming again.
  let refusals = 2;
  bare.behave({
    intercept: ({ path, query }) => {
      if (path !== '/api/secure/plu' || query.get('page') === '1') return null;
      refusals -= 1;
      return refusals >= 0 ? { status: 429, headers: { 'Retry-After': '1' } } : { status: 500 };
    },
  });
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText(/The list could not be read again/)).toBeVisible();
  await expect(page.getByText(/answered 500/)).toBeVisible();
  expect(refusals).toBeLessThan(0);
  const requests: string[] = [];
  bare.behave({
    intercept: ({ path, query }) => {
      if (path === '/api/secure/plu') requests.push(query.get('page') ?? '');
      return null;
    },
  });
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText(/^16,\d{3} of 20,\d{3}$/)).toBeVisible(wholeListTimeout);
  await expect(page.getByText(/^Read today/)).toBeVisible();
  expect(requests).not.toContain('1');
});

test('a list that fails says what happened and is read when it is tried again', async ({ signIn, bare }) => {
  bare.behave({
    intercept: onPath({ path: /\/customer$/ }, { status: 200, text: '<html>Sorry</html>' }),
  });
  const page = await signIn('/customers');
  await expect(page.getByText('The customers could not be read')).toBeVisible();
  await expect(page.getByText('The answer could not be read.')).toBeVisible();
  bare.behave({ intercept: onPath({ path: /\/customer$/ }, { status: 500 }) });
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
    sendsPageHeaders: false,
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
  const before = snapshot(bare);
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
  const rawView = page.getByRole('region', { name: 'As it came' });
  await expect(rawView).toContainText('Rantakortti');
  await expect(rawView.getByRole('table', { name: 'Fees' })).toContainText('1 Jan 2026');
  await expect(rawView.getByRole('table', { name: 'Fees' })).toContainText('4.5');
  await expect(page.getByRole('textbox', { name: 'Other fields, as JSON' })).toHaveValue(/"colour": "red"/);

  bare.behave({
    shown: (entity) => (entity.id === odd.id ? { ...entity, data: ['seen', { deep: true }] } : entity),
  });
  await page.getByRole('link', { name: 'Tenders', exact: true }).first().click();
  await page.getByRole('link', { name: String(odd['name']), exact: true }).click();
  await expect(page.getByText(/so it is shown as it came/)).toBeVisible();
  await expect(page.getByText('seen', { exact: true })).toBeVisible();
});
