import type { Locator, Page } from '@playwright/test';
import type { Entity } from '@/testing/answer';
import type { Sender } from '@/testing/service';
import { violations } from './support/axe';
import { expect, expectSaved, holdRequests, test } from './support/fixtures';

const saved = (page: Page) => page.getByText(/ saved$/);
const basePrice = (page: Page) => page.getByRole('textbox', { name: 'Base price', exact: true });

/** Creates a product for one test, so that no other test sees its changes. */
async function newProduct(api: Sender, fields: Record<string, unknown> = {}): Promise<Entity> {
  const [dpt] = (await api('GET', '/api/secure/dpt?q=Bakery')).entities;
  const [tax] = (await api('GET', '/api/secure/tax?rate=13.5')).entities;
  const name = `Trial loaf ${Math.random().toString(36).slice(2, 8)}`;
  const body = { name, dpt_id: dpt?.id, tax_id: tax?.id, base_price: '3.20', ...fields };
  const answer = await api('POST', '/api/secure/plu', { json: body });
  expect(answer.status).toBe(201);
  return answer.entity;
}

test('a manager finds a product and changes its price with the keyboard alone; it is still there after a reload', async ({
  page,
  wire,
}) => {
  const api = await wire();
  const { name, id } = await newProduct(api, { data: { barcodes: ['6430098120405'] } });
  await page.goto('/products');
  await page.getByRole('button', { name: 'Manager' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Products' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('6430098120405');
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const price = basePrice(page);
  for (
    let presses = 0;
    presses < 60 && !(await price.evaluate((field) => field === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Control+a');
  await page.keyboard.type('4.75');
  await page.keyboard.press('Control+s');
  await expectSaved(page);

  await page.reload();
  await expect(basePrice(page)).toHaveValue('4.75');
  const record = (await api('GET', `/api/secure/plu/${id}`)).entity;
  expect(record).toMatchObject({ base_price: '4.75', version: 2 });
});

test('a price changed through the form changes nothing else of a rich record, not a digit', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const lists = (await api('GET', '/api/secure/pricelist?pageSize=2')).entities;
  const suppliers = (await api('GET', '/api/secure/supplier?pageSize=2')).entities;
  const [dpt] = (await api('GET', '/api/secure/dpt?q=Bakery')).entities;
  const [tax] = (await api('GET', '/api/secure/tax?rate=13.5')).entities;
  // Written as text, because JavaScript numbers cannot hold these.
  const body = `{"name":"Rich loaf","dpt_id":"${dpt?.id}","tax_id":"${tax?.id}","image_id":"0f0e0d0c-0b0a-0908-0706-050403020100",
    "type":3,"productid":"0042","receipt_name":"RICH LOAF","base_price":"3.20","memo":"line one\\nline two","active":true,
    "data":{"tags":["a","b"],"flags":{"kitchenprinter":true,"future_flag":false},
      "prices":{"${lists[0]?.id}":{"type":"baseprice","amount":3.2,"since":{"deep":[1.50,null]}},"${lists[1]?.id}":{"type":"price","amount":"2.90"}},
      "supply":[{"ean":"6430098120412","sku":"A-1","active":true,"supplier":"${suppliers[0]?.id}","batch_name":"Tray","batch_size":24,"batch_value":26.880,"x":1e-30},
        {"ean":"","sku":"","active":false,"supplier":"${suppliers[1]?.id}","batch_name":"Box","batch_size":60.0,"batch_value":58.2}],
      "barcodes":["2000000021041","6430098120412"],"pricetag":{"line1":"Fresh","line9":"kept"},"stk_type":"counted",
      "allergies":["gluten","unheard_of"],"unit_type":"piece","cost_price":1.1234567890123456,"sales_unit":1,
      "stock_units":[{"name":"Piece","value":1,"multiplier":1,"balance_unit":true,"wastage_unit":true,"inventory_unit":false},
        {"name":"Tray","value":24,"multiplier":1.00,"balance_unit":false,"wastage_unit":false,"inventory_unit":true,"odd":{"k":12345678901234567890}}],
      "refprice_size":0.0850,"refprice_type":"weight","stock_qty_warning":48,"menu_items":[{"plu":"x","qty":2.50}],
      "ext_id":[{"id":"KL-204","data":{"account":"3010","big":123456789012345678901234567890.12345},"system":"netvisor"}],
      "additional_fields":{"6f1c2a8e-4b1d-4c35-9a0e-2f7d5a1b9c44":"Baked on site"},"nothing":null}}`;
  const posted = await api('POST', '/api/secure/plu', { body });
  expect(posted.status).toBe(201);
  const { id } = posted.entity;

  const page = await signIn(`/products/${id}`);
  await basePrice(page).fill('4.75');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectSaved(page);

  const after = await api('GET', `/api/secure/plu/${id}`);
  const times = /"\d{4}-\d\d-\d\dT[\d:.]+Z"/g;
  const masked = (text: string) => text.replace(times, '"…"').replace(/"version":\d+/, '"version":N');
  expect(masked(after.text)).toBe(masked(posted.text).replace('"base_price":"3.20"', '"base_price":"4.75"'));
});

test('two windows on one product: the second save merges, asks about what both changed, and loses nothing', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const { id, name } = await newProduct(api, { memo: 'before', receipt_name: 'LOAF' });
  const page = await signIn(`/products/${id}`);
  await basePrice(page).fill('3.90');
  await page.getByLabel('Memo').fill('mine alone');
  await api('PUT', `/api/secure/plu/${id}`, { json: { base_price: '4.10', receipt_name: 'THEIRS ALONE' } });
  await page.getByRole('button', { name: 'Save' }).click();

  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${name} was saved by someone else`);
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  const unsaved = (await api('GET', `/api/secure/plu/${id}`)).entity;
  expect(unsaved.base_price).toBe('4.10');
  const save = dialog.getByRole('button', { name: /Save version 3/ });
  await expect(save).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Take yours: Base price' }).click();
  await save.click();
  await expect(dialog).toBeHidden();
  await expectSaved(page);

  const merged = (await api('GET', `/api/secure/plu/${id}`)).entity;
  expect(merged).toMatchObject({
    base_price: '3.90',
    memo: 'mine alone',
    receipt_name: 'THEIRS ALONE',
    version: 3,
  });
});

test('a save without a connection keeps every keystroke, never says saved, and the message goes when the line is back', async ({
  signIn,
  wire,
  context,
}) => {
  const api = await wire();
  const { id } = await newProduct(api);
  const page = await signIn(`/products/${id}`);
  await basePrice(page).fill('5.55');
  await page.getByLabel('Memo').fill('typed in a tunnel');
  await context.setOffline(true);
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/Not saved/)).toBeVisible();
  await expect(saved(page)).toHaveCount(0);
  await expect(page.getByLabel('Memo')).toHaveValue('typed in a tunnel');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/Not saved/)).toHaveCount(0);
  await expect(page.getByText('2 changes')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  expect((await api('GET', `/api/secure/plu/${id}`)).entity).toMatchObject({
    base_price: '5.55',
    memo: 'typed in a tunnel',
  });
});

test('what is wrong is said at the field, nothing is sent, and the header leads there', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const { id } = await newProduct(api);
  const page = await signIn(`/products/${id}`);
  await basePrice(page).fill('four');
  await page.getByLabel('Sales unit').fill('0');
  await page.keyboard.press('Control+s');
  await expect(basePrice(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Must be more than 0')).toBeVisible();
  await page.getByText('2 to correct').click();
  await expect(basePrice(page)).toBeFocused();
  await expect(basePrice(page)).toHaveValue('four');
  expect((await api('GET', `/api/secure/plu/${id}`)).entity).toMatchObject({
    base_price: '3.20',
    version: 1,
  });
});

test('a new product is created from an empty form, and a second one is not made by a second Save', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const name = `New roll ${Math.random().toString(36).slice(2, 8)}`;
  const page = await signIn('/products/new');
  await expect(page.getByRole('heading', { name: 'New product', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^\d+ to correct/)).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('combobox', { name: 'Department' }).fill('Bakery');
  await page
    .getByRole('option', { name: /Bakery/ })
    .first()
    .click();
  await page.getByRole('combobox', { name: 'Tax' }).fill('13.5');
  await page.getByRole('option', { name: /13\.5/ }).first().click();
  await basePrice(page).fill('1.90');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/created$/)).toBeVisible();
  await page.keyboard.press('Control+s');
  const found = (await api('GET', `/api/secure/plu?q=${encodeURIComponent(name)}`)).entities;
  expect(found).toHaveLength(1);
});

test('the tax that a department brings is replaced by what is typed, also if it comes when the field has the focus', async ({
  signIn,
}) => {
  const page = await signIn('/products/new');
  const release = await holdRequests(page, /\/api\/secure\/tax\b/);
  await page.getByRole('combobox', { name: 'Department' }).fill('Bakery');
  await page
    .getByRole('option', { name: /Bakery/ })
    .first()
    .click();
  const tax = page.getByRole('combobox', { name: 'Tax' });
  await tax.focus();
  release();
  await expect(tax).toHaveValue(/13\.5 %/);
  await page.keyboard.type('25.5');
  await expect(tax).toHaveValue('25.5');
});

test('leaving with unsaved changes asks, and staying keeps them', async ({ signIn, wire }) => {
  const api = await wire();
  const { id } = await newProduct(api);
  const page = await signIn(`/products/${id}`);
  await page.getByLabel('Memo').fill('not yet saved');
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Memo')).toHaveValue('not yet saved');
});

const typed: Readonly<
  Record<string, (memo: Locator, link: Locator, requested: () => Promise<unknown>) => Promise<void>>
> = {
  'what is typed while the next page is still being loaded is asked about as well': async (
    memo,
    link,
    requested,
  ) => {
    const asked = requested();
    await link.click();
    await asked;
    await memo.fill('typed meanwhile');
  },
  // In one task: the router shows its navigation in a transition, what is typed is drawn before it.
  'what is typed before the page shows that the next one is being loaded is asked about as well': async (
    memo,
    link,
  ) =>
    memo.evaluate(
      (field: HTMLTextAreaElement, days) => {
        (days as HTMLElement).click();
        field.focus();
        document.execCommand('insertText', false, 'typed meanwhile');
      },
      await link.elementHandle(),
    ),
};

for (const [sentence, type] of Object.entries(typed))
  test(sentence, async ({ signIn, wire }) => {
    const api = await wire();
    const { id } = await newProduct(api);
    const page = await signIn(`/products/${id}`);
    const memo = page.getByLabel('Memo');
    await expect(memo).toBeVisible();
    const release = await holdRequests(page, /days-page/);
    const days = page.getByRole('link', { name: 'Business days' });
    await type(memo, days, () => page.waitForRequest(/days-page/));
    await page.getByRole('button', { name: 'Stay' }).click();
    release();
    await expect(memo).toHaveValue('typed meanwhile');
    await days.click();
    await page.getByRole('button', { name: /^Leave/ }).click();
    await expect(page.getByRole('heading', { name: 'Business days', level: 1 })).toBeVisible();
  });

/** Waits until the form has reported its scroll position: it has before a second frame is painted. */
const drawnTwice = (page: Page) =>
  page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise((drawn) => requestAnimationFrame(drawn));
  });

test('the section that was chosen stays current where there is no room to bring it to the top', async ({
  signIn,
  wire,
}) => {
  const { id } = await newProduct(await wire());
  const page = await signIn(`/products/${id}`);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const kitchen = sections.getByRole('link', { name: 'Kitchen and receipt' });
  await kitchen.click();
  await drawnTwice(page);
  await expect(kitchen).toHaveAttribute('aria-current', 'true');
  await basePrice(page).scrollIntoViewIfNeeded();
  await expect(kitchen).not.toHaveAttribute('aria-current', 'true');
});

test('the section that was chosen stays current when what arrives late moves it', async ({
  signIn,
  wire,
}) => {
  const { id } = await newProduct(await wire(), { data: { cost_price: 1.1 } });
  const page = await signIn(`/products/${id}`);
  // The margin, which needs the tax, makes the form longer above the section that is jumped to.
  const release = await holdRequests(page, /\/api\/secure\/tax\b/);
  await page.reload();
  const kitchen = page.getByRole('link', { name: 'Kitchen and receipt' });
  await kitchen.click();
  const height = () =>
    kitchen.evaluate(() => document.getElementById('kitchen')?.closest('[data-scroll]')?.scrollHeight);
  const before = await height();
  release();
  await expect.poll(height).not.toBe(before);
  await drawnTwice(page);
  await expect(kitchen).toHaveAttribute('aria-current', 'true');
  await basePrice(page).scrollIntoViewIfNeeded();
  await expect(kitchen).not.toHaveAttribute('aria-current', 'true');
});

test('a record of the group opens read-only and says why', async ({ signIn }) => {
  const page = await signIn('/products?q=Lunch%20buffet%2C%20weekday');
  await page.getByRole('link', { name: 'Lunch buffet, weekday' }).click();
  await expect(page.getByText(/^Belongs to Rantakulma Group/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
});

test('an accountant reads products and is not offered to change them', async ({ signIn }) => {
  const page = await signIn('/products?q=Cinnamon%20bun', 'Accountant');
  await expect(page.getByRole('row').filter({ hasText: 'Cinnamon bun' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'New product' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Cinnamon bun', exact: true }).click();
  await expect(page.getByText(/Your role can view this record/)).toBeVisible();
});

test('the form tells who changed the record last, and what, with names for identifiers', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const [list] = (await api('GET', '/api/secure/pricelist?q=Take-away')).entities;
  const { id } = await newProduct(api, {
    data: { prices: { [String(list?.id)]: { type: 'price', amount: '3.00' } } },
  });
  const json = { base_price: '3.40', data: { prices: { [String(list?.id)]: { amount: '3.1000' } } } };
  expect((await api('PUT', `/api/secure/plu/${id}`, { json })).status).toBe(200);
  const page = await signIn(`/products/${id}`);
  const history = page.getByRole('list').filter({ hasText: 'Aino Lehtonen' });
  await expect(history).toContainText('Take-away, Amount');
  await expect(history).toContainText('Created');
  await expect(history.getByRole('listitem').first()).toContainText('3.40');
});

test('an accountant, for whom the audit trail is closed, sees the record without its history', async ({
  signIn,
}) => {
  const page = await signIn('/products?q=Cinnamon%20bun', 'Accountant');
  await page.getByRole('link', { name: 'Cinnamon bun', exact: true }).click();
  await expect(page.getByText('Version', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'History' })).toHaveCount(0);
});
