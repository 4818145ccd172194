import type { BrowserContext, Locator, Page } from '@playwright/test';
import { rightsOf } from '@/resources/rights';
import { withoutShown } from '@/resources/role/rights-table';
import { violations } from './support/axe';
import { press, reach, type } from './support/by-keyboard';
import { expect, test } from './support/fixtures';
import { bySender, password, post, unique, withId } from './support/persons';
import { newProducts } from './support/prices-page';
import { unreachable } from './support/reach';

/** Ticks a box by keyboard. */
async function tick(page: Page, box: Locator, isOn = true): Promise<void> {
  await reach(page, box);
  await page.keyboard.press('Space');
  await expect(box).toBeChecked({ checked: isOn });
}

/** Chooses one of the options of a group by keyboard: Tab leads to the one that is chosen, arrows to the others. */
async function choose(page: Page, group: string, option: string): Promise<void> {
  const radios = page.getByRole('group', { name: group });
  await reach(page, radios.getByRole('radio', { checked: true }));
  const wanted = radios.getByRole('radio', { name: option, exact: true });
  for (let presses = 0; presses < 3 && !(await wanted.isChecked()); presses += 1)
    await page.keyboard.press('ArrowDown');
  await expect(wanted).toBeChecked();
}

/** Makes a role and a person who has it by the wire, who is signed in in this browser from then on. */
async function signInAs(
  context: BrowserContext,
  api: ReturnType<typeof bySender>,
  data: Readonly<Record<string, unknown>>,
): Promise<string> {
  const name = unique('Buyer');
  const role = withId.parse(await api('/api/secure/role', { name, counts_as: 'manager', data }));
  const email = `${name.toLowerCase().replace(' ', '.')}@example.org`;
  const person = { name: unique('Liisa'), email, role: 'manager', role_id: role.id };
  const { id } = withId.parse(await api('/api/secure/user', person));
  const link = Object(await api(`/api/secure/user/${id}/invitation`));
  await context.clearCookies();
  await post(context, '/api/invitation/accept', { token: link.token, password });
  return name;
}

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('an administrator makes a role by keyboard alone and invites somebody with it, who sees what it says', async ({
  signIn,
  browser,
  service,
  wire,
}) => {
  test.slow();
  const name = unique('Shift leader');
  const page = await signIn('/roles', 'Administrator');
  await expect(page.getByRole('heading', { name: 'Built in' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await press(page, page.getByRole('button', { name: 'See its rights: Manager' }));
  const shown = page.getByRole('dialog', { name: 'Rights: Manager' });
  await expect(shown.getByRole('checkbox', { name: 'Change: Products' })).toBeChecked();
  await expect(shown.getByRole('checkbox', { name: 'Change: Products' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await press(page, page.getByRole('link', { name: 'Make one like this: Manager' }));

  await type(page, page.getByRole('textbox', { name: 'Name', exact: true }), name);
  await expect(page.getByRole('combobox', { name: 'Counts as' })).toHaveValue('Manager');
  const box = (label: string) => page.getByRole('checkbox', { name: label, exact: true });
  await expect(box('Change: Products')).toBeChecked();
  // What needs a right goes with it, and comes with it.
  await tick(page, box('Read: Suppliers'), false);
  await expect(box('Change: Suppliers')).not.toBeChecked();
  await tick(page, box('Change: Accounts'));
  await expect(box('Read: Accounts')).toBeChecked();
  await tick(page, box('Read: Questions'), false);
  await choose(page, 'What goods cost', 'Not seen');
  await expect(box('See margins')).not.toBeChecked();
  await expect(box('See margins')).toBeDisabled();
  await expect(page.getByText('Shows what is not seen: What goods cost').first()).toBeVisible();
  await choose(page, 'What goods are sold for', 'Seen');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/roles\/[\w-]{36}$/);
  await expect(page.getByText('Fixed since the role was made')).toBeVisible();
  await expect(page.getByRole('complementary').getByText('Nobody yet.')).toBeVisible();
  const api = await wire('Administrator');
  const id = page.url().split('/').at(-1) ?? '';
  const stored = (await api('GET', `/api/secure/role/${id}`)).entity;
  expect(stored).toMatchObject({
    name,
    counts_as: 'manager',
    data: { hidden: ['cost'], read_only: ['prices'] },
  });

  // Whoever has the role stands beside it; the list of users names it.
  await page.goto('/users/new');
  const person = unique('Liisa');
  const email = `${person.toLowerCase().replace(' ', '.')}@example.org`;
  await type(page, page.getByRole('textbox', { name: 'Name', exact: true }), person);
  await type(page, page.getByRole('textbox', { name: 'E-mail', exact: true }), email);
  const choice = page.getByRole('combobox', { name: 'Role' });
  await reach(page, choice);
  await page.keyboard.press('ArrowDown');
  const option = page.getByRole('option', { name });
  await expect(option).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    const active = await choice.getAttribute('aria-activedescendant');
    if (active !== null && active === (await option.getAttribute('id'))) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(choice).toHaveValue(name);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: `${person} is invited as ${name}` })).toBeVisible();
  const link = page.getByLabel('One-time link');
  await expect(link).toHaveValue(/\/invitation#[\w-]{43}$/);
  const address = await link.inputValue();
  await page.goto(`/roles/${id}`);
  await expect(page.getByRole('complementary').getByRole('link', { name: person })).toBeVisible();
  await page.getByRole('link', { name: 'Show 1 person' }).click();
  await expect(page.locator('[data-index]')).toHaveCount(1);
  await expect(page.locator('[data-index]')).toContainText(name);

  const context = await browser.newContext({ baseURL: service.address });
  const invited = await context.newPage();
  await invited.goto(address);
  const field = invited.getByLabel('Password', { exact: true });
  await field.fill(password);
  await field.press('Enter');
  await expect(invited.getByRole('button', { name: person })).toContainText(name);
  for (const gone of ['Questions', 'Changes'])
    await expect(main(invited).getByRole('link', { name: gone })).toHaveCount(0);
  await invited.goto('/suppliers');
  await expect(invited.getByText(`The role ${name} does not open Suppliers.`)).toBeVisible();
  await context.close();
});

test('what a role does not see is nowhere, and what it only sees cannot be edited', async ({
  page,
  wire,
}) => {
  const api = await wire('Administrator');
  const rights = withoutShown(rightsOf('manager'), ['cost']);
  await signInAs(page.context(), bySender(api), { rights, hidden: ['cost'], read_only: ['prices'] });
  await page.goto('/products');
  await expect(page.locator('[data-index]').first()).toBeVisible();
  const heads = page.getByRole('columnheader');
  await expect(heads.filter({ hasText: 'Price' })).toHaveCount(1);
  for (const gone of ['Cost', 'Margin']) await expect(heads.filter({ hasText: gone })).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog').last();
  await expect(columns.getByText('Barcode')).toBeVisible();
  await expect(columns.getByText('Margin')).toHaveCount(0);
  await page.keyboard.press('Escape');
  // An address that sorts and filters by it shows the list as it is otherwise.
  await page.goto('/products?sort=margin&below_cost=true');
  await expect(page.locator('[data-index]').first()).toBeVisible();

  await page.goto('/products');
  await page.locator('[data-index]').first().getByRole('link').first().click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toBeVisible();
  await expect(page.getByText('Cost price')).toHaveCount(0);
  await expect(page.getByText('Margin', { exact: true })).toHaveCount(0);
  const price = page.getByRole('group', { name: 'Base price' });
  await expect(price).toContainText(/\d/);
  await expect(price).toContainText('Your role may not change this.');
  await expect(page.getByRole('textbox', { name: 'Base price' })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  // The rest is saved, and nothing else is sent.
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  const memo = unique('Memo');
  await page.getByRole('textbox', { name: 'Memo' }).fill(memo);
  await page.keyboard.press('Control+s');
  expect((await sent).postDataJSON()).toEqual({ memo });
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(price).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('who makes no change sets is offered no change of many records, and edits one cell after the other', async ({
  signIn,
  wire,
}) => {
  test.slow();
  const page = await signIn('/accounts', 'Accountant');
  // Wide enough for each action to be a button of its own.
  await page.setViewportSize({ width: 1440, height: 900 });
  const firstRow = page.getByRole('row').nth(1).getByRole('checkbox');
  await firstRow.check();
  const foot = page.getByRole('region', { name: '1 selected' });
  await expect(foot.getByRole('button', { name: 'Deactivate' })).toBeVisible();
  await expect(foot.getByText('each record is changed by itself')).toBeVisible();
  await expect(foot.getByRole('button', { name: 'Set a field…' })).toHaveCount(0);

  const api = await wire('Administrator');
  const others = rightsOf('manager').filter((right) => !right.startsWith('changeset'));
  const inPart = ['changeset.read', 'changeset.create'];
  for (const own of [[], inPart.slice(0, 1), inPart]) {
    const { word, products } = await newProducts(await wire('Manager'), 'Single', 2);
    await signInAs(page.context(), bySender(api), { rights: [...others, ...own] });
    await page.goto(`/products?sort=name&q=${word}`);
    const prices = page.getByRole('gridcell', { name: '3.20' });
    await prices.first().click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+d');
    await expect(page.getByRole('switch', { name: 'Collect changes' })).toHaveCount(0);
    await expect(page.getByText(/Fill or paste/)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await prices.first().click();
    await page.keyboard.type('4.10');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${word} 01 saved`)).toBeVisible();
    expect((await api('GET', `/api/secure/plu/${products[0]?.id}`)).entity['base_price']).toBe('4.10');
    await firstRow.check();
    await expect(foot.getByText('each record is changed by itself')).toBeVisible();
    await expect(foot.getByRole('button', { name: 'Set a field…' })).toHaveCount(0);
    await foot.getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByText(`${word} 01 deactivated`)).toBeVisible();
  }
});

test('a new record of a role that may not give a price, or a customer’s details, is saved without them', async ({
  page,
  wire,
}) => {
  const api = await wire('Administrator');
  const rights = withoutShown(rightsOf('manager'), ['prices', 'customer_details']);
  await signInAs(page.context(), bySender(api), { rights, hidden: ['prices', 'customer_details'] });
  await page.goto('/customers/new');
  const customer = unique('Kaisa');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(customer);
  for (const gone of ['E-mail', 'Phone', 'Note'])
    await expect(page.getByRole('textbox', { name: gone })).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/customers\/[\w-]{36}$/);
  await page.goto('/customers');
  await expect(page.locator('[data-index]').first()).toBeVisible();
  await expect(page.getByRole('columnheader').filter({ hasText: 'E-mail' })).toHaveCount(0);
  for (const path of ['/prices', '/months', '/sales', '/receipts']) {
    await page.goto(path);
    await expect(page.getByText('Not for your role')).toBeVisible();
  }
});

test('a price that changes by more than the role may is said at its field, before it is saved', async ({
  page,
  wire,
}) => {
  const api = await wire('Administrator');
  await signInAs(page.context(), bySender(api), {
    rights: rightsOf('manager'),
    largest_price_change: 10,
  });
  const [product] = Object((await api('GET', '/api/secure/plu?productid=1001&limit=1')).json).data as {
    id: string;
  }[];
  await page.goto(`/products/${product?.id}`);
  const price = page.getByRole('textbox', { name: 'Base price' });
  const before = await price.inputValue();
  await price.fill(String(Number(before) * 2));
  await price.blur();
  await expect(
    page.getByText(/Your role changes a price by at most 10 %: from [\d.]+ to [\d.]+ here\./),
  ).toBeVisible();
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  await price.fill(String(Number(before) * 1.05));
  await price.blur();
  await expect(page.getByText(/Your role changes a price/)).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('roles are read on a phone and in Finnish, in forced colours and on paper', async ({ signIn }) => {
    const page = await signIn('/roles/new?like=accountant', 'Administrator', 'fi');
    await expect(page.getByRole('checkbox', { name: 'Luku: Tuotteet' })).toBeChecked();
    expect(await unreachable(page, 'a')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ forcedColors: 'none', media: 'print' });
    await expect(page.getByRole('button', { name: 'Aloita kirjanpitäjästä' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.goto('/roles');
    await expect(page.getByRole('heading', { name: 'Valmiit roolit' })).toBeVisible();
    expect(await unreachable(page, 'a')).toEqual([]);
    await signIn('/', 'Administrator');
  });
});

test('changes of who makes sets and applies none wait for somebody else: few, many, and pasted', async ({
  page,
  wire,
}) => {
  test.slow();
  const api = await wire('Administrator');
  const { word, products } = await newProducts(await wire('Manager'), 'Buyer', 3);
  const rights = rightsOf('manager').filter((right) => !/^changeset\.(apply|approve)$/.test(right));
  await signInAs(page.context(), bySender(api), { rights });
  const prices = async () =>
    Promise.all(
      products.map(async ({ id }) => (await api('GET', `/api/secure/plu/${id}`)).entity['base_price']),
    );
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });

  await page.setViewportSize({ width: 1440, height: 900 });
  // Selected records: what is said before, the preview, and no way to apply.
  await page.goto(`/products?sort=name&q=${word}`);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '4');
  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  await page.getByRole('button', { name: 'Set a field…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set a field of 3 records' });
  await dialog.getByRole('combobox', { name: 'Field' }).fill('Price');
  await page
    .getByRole('option', { name: /^Price/ })
    .first()
    .click();
  await dialog.getByRole('textbox', { name: 'New value' }).fill('4.20');
  await expect(dialog.getByText('It goes to approval')).toBeVisible();
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Preview 3 changes' }).click();
  await expect(page).toHaveURL(/\/changes\/[\da-f-]{36}/);
  const foot = page.getByRole('region', { name: 'What to do with this set' });
  await expect(foot.getByText('Somebody else approves it')).toBeVisible();
  await expect(foot.getByRole('button', { name: /^(Apply|Schedule)/ })).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await expect(foot.getByText('Somebody else than its maker approves it.')).toBeVisible();
  expect(await prices()).toEqual(Array(3).fill('3.20'));

  // Somebody else approves and applies it; its maker sees that it is approved, and no button that would be refused.
  const set = page.url().slice(page.url().lastIndexOf('/') + 1);
  await api('POST', `/api/secure/changeset/${set}/approve`);
  await expect(foot.getByText(/^Previewed .* Approved by .* Somebody whose role applies/)).toBeVisible();
  await expect(foot.getByRole('button', { name: /^(Apply|Schedule)/ })).toHaveCount(0);
  await api('POST', `/api/secure/changeset/${set}/apply`);
  await expect.poll(prices).toEqual(Array(3).fill('4.20'));

  // Cells: a fill is kept in a draft, and the foot says so before.
  await page.goto(`/products?sort=name&q=${word}`);
  await page.getByRole('gridcell', { name: '4.20' }).first().click();
  await expect(page.locator('[data-fill-handle]')).toBeVisible();
  await page.keyboard.type('4.50');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${word} 01 saved`)).toBeVisible();
  await page.getByRole('gridcell', { name: '4.50' }).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('Fill or paste: Collect 3 for approval')).toBeVisible();
  await page.keyboard.press('Control+d');
  const collected = page.getByRole('region', { name: 'Collected changes' });
  await expect(collected.getByText('2 cells')).toBeVisible();
  await expect(page.getByRole('gridcell', { name: '4.50' })).toHaveCount(3);
  expect(await prices()).toEqual(['4.50', '4.20', '4.20']);
  await collected.getByRole('button', { name: 'Preview' }).click();
  await expect(foot.getByRole('button', { name: 'Ask for approval' })).toBeVisible();

  expect(refused).toEqual([]);
});
