import { randomUUID } from 'node:crypto';
import { violations } from './support/axe';
import { expect, holdRequests, test } from './support/fixtures';
import { scan } from './support/scan';

/** Returns a unique EAN-13; a scanner does not verify its check digit. */
const newCode = () =>
  `29${String(parseInt(randomUUID().slice(0, 9).replace('-', ''), 16))
    .padStart(11, '0')
    .slice(-11)}`;

test('a scanned barcode opens its product, on any page; one that nobody has is searched for', async ({
  signIn,
  wire,
}) => {
  const send = await wire();
  const [dpt] = (await send('GET', '/api/secure/dpt?pageSize=1')).entities;
  const code = newCode();
  const { entity } = await send('POST', '/api/secure/plu', {
    json: { name: `Scanned ${code}`, dpt_id: dpt?.id, tax_id: dpt?.['tax_id'], data: { barcodes: [code] } },
  });
  const page = await signIn('/customers');
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
  await scan(page, code);
  await expect(page).toHaveURL(new RegExp(`/products/${entity.id}$`));
  await expect(page.getByRole('heading', { name: `Scanned ${code}` })).toBeVisible();

  const unknown = newCode();
  await scan(page, unknown);
  const find = page.getByRole('dialog', { name: 'Search' });
  await expect(find.getByRole('combobox')).toHaveValue(unknown);
  await expect(find.getByText(`Nothing matches “${unknown}”`)).toBeVisible();
  expect(await violations(page, 'dialog[open]')).toEqual([]);
  await find.getByRole('option', { name: 'New product with this code' }).click();
  await expect(page).toHaveURL(/\/products\/new/);
  await expect(page.getByRole('textbox', { name: 'Code' }).last()).toHaveValue(unknown);
});

test('what is typed while the search loads is kept, and its Enter waits for the answer', async ({
  context,
  signIn,
  wire,
}) => {
  const send = await wire();
  const name = `Rapid ${randomUUID().slice(0, 8)}`;
  const [dpt] = (await send('GET', '/api/secure/dpt?pageSize=1')).entities;
  const { entity } = await send('POST', '/api/secure/plu', {
    json: { name, dpt_id: dpt?.id, tax_id: dpt?.['tax_id'] },
  });
  // Held from the start: whatever asks for it before the key does not bring it.
  const load = await holdRequests(context, /\/assets\/find-(?!query-)[^/]*\.js$/);
  const page = await signIn('/customers');
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
  const answer = await holdRequests(page, /\/api\/secure\/plu\?.*q=Rapid/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  const find = page.getByRole('dialog', { name: 'Search' });
  await expect(find).toHaveCount(0);
  load();
  await expect(find.getByRole('combobox')).toHaveValue(name);
  await expect(find.getByRole('combobox')).toBeFocused();
  await expect(page).toHaveURL(/\/customers$/);
  answer();
  await expect(page).toHaveURL(new RegExp(`/products/${entity.id}$`));
});

test('a fast Enter opens what is typed, and never what was found before', async ({ signIn, wire }) => {
  const send = await wire();
  const word = randomUUID().slice(0, 8);
  const [dpt] = (await send('GET', '/api/secure/dpt?pageSize=1')).entities;
  const common = { dpt_id: dpt?.id, tax_id: dpt?.['tax_id'] };
  const [, second] = (
    await send('POST', '/api/secure/plu', {
      json: [
        { ...common, name: `${word} one` },
        { ...common, name: `${word} two` },
      ],
    })
  ).entities;
  const page = await signIn('/customers');
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const find = page.getByRole('dialog', { name: 'Search' });
  await page.keyboard.type(word);
  await expect(find.getByRole('option').first()).toContainText(`${word} one`);
  await page.keyboard.type(' two');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/products/${second?.id}$`));
  // The search that is left gives the focus back, and opens empty.
  await page.keyboard.press('Control+k');
  await expect(find.getByRole('combobox')).toHaveValue('');
});

test('commands are found and run by keyboard, and a record by its code comes first', async ({
  signIn,
  wire,
}) => {
  const send = await wire();
  const code = `X${randomUUID().slice(0, 8)}`;
  const [dpt] = (await send('GET', '/api/secure/dpt?pageSize=1')).entities;
  const common = { dpt_id: dpt?.id, tax_id: dpt?.['tax_id'] };
  await send('POST', '/api/secure/plu', {
    json: [
      { ...common, name: `${code} first by name` },
      { ...common, name: `Zz ${code}`, productid: code },
    ],
  });
  const page = await signIn('/products');
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
  await expect(box).toBeFocused();
  await box.fill(code);
  const options = page.getByRole('dialog', { name: 'Search' }).getByRole('option');
  await expect(options.nth(0)).toContainText(`Zz ${code}`);
  await expect(options.nth(1)).toContainText(`${code} first by name`);
  expect(await violations(page, 'dialog[open]')).toEqual([]);

  await box.fill('new customer');
  await expect(options.filter({ hasText: 'New customer' })).toHaveAttribute('aria-selected', 'true');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/customers\/new$/);
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
});

test('fields that a company defines stand in the form, and are stored by their GUID', async ({
  signIn,
  wire,
}) => {
  const [admin, send] = [await wire('Administrator'), await wire()];
  const [shelf, checked] = [randomUUID(), randomUUID()];
  const me: { company: { id: string } } = JSON.parse((await admin('GET', '/api/secure/me')).text);
  const defined = await admin('PUT', `/api/secure/company/${me.company.id}`, {
    json: {
      data: {
        additional_fields: {
          supplier: [
            { id: shelf, name: 'Shelf mark', type: 'text', group: 'Warehouse' },
            { id: checked, name: 'Checked on', type: 'switch', group: 'Warehouse' },
          ],
        },
      },
    },
  });
  expect(defined.status).toBe(200);
  const { entity } = await send('POST', '/api/secure/supplier', {
    json: { name: `Supplier ${shelf}`, data: { additional_fields: { other: 'stays' } } },
  });
  const page = await signIn(`/suppliers/${entity.id}`);
  await page.getByRole('textbox', { name: 'Shelf mark' }).fill('B 12');
  await page.getByRole('switch', { name: 'Checked on' }).press('Space');
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => (await send('GET', `/api/secure/supplier/${entity.id}`)).entity.data)
    .toMatchObject({ additional_fields: { other: 'stays', [shelf]: 'B 12', [checked]: true } });
});

test('Ctrl K shows what was opened lately and the actions; the keys are shown by "?"', async ({
  signIn,
  wire,
}) => {
  const send = await wire();
  const [dpt] = (await send('GET', '/api/secure/dpt?pageSize=1')).entities;
  const name = `Lately ${randomUUID().slice(0, 8)}`;
  const { entity } = await send('POST', '/api/secure/plu', {
    json: { name, dpt_id: dpt?.id, tax_id: dpt?.['tax_id'] },
  });
  const page = await signIn(`/products/${entity.id}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const find = page.getByRole('dialog', { name: 'Search' });
  const lately = find.getByRole('group', { name: 'Opened lately' });
  await expect(lately.getByRole('option').first()).toContainText(name);
  const actions = find.getByRole('group', { name: 'Actions' }).getByRole('option');
  // The list that is open comes first; the last month is the one to sum up.
  await expect(actions.first()).toHaveText('New customer');
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });
  const now = new Date();
  const last = month.format(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)));
  await actions.filter({ hasText: `Sum up ${last}` }).click();
  await expect(page).toHaveURL(/\/business-days\/summary\?from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d$/);

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('Typing edits the cell');
  await expect(keys).toContainText('To the price of a product');
  // Of two layers Escape closes the upper one alone.
  await page.keyboard.press('Control+k');
  await expect(find).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(find).toBeHidden();
  await expect(keys).toBeVisible();
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
});
