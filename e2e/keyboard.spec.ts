import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { changeSets } from '@/testing/change-sets';
import { press, reach, signOutByKeyboard, type } from './support/by-keyboard';
import { expect, expectSaved, disableLiveChanges, test, type Person } from './support/fixtures';
import { newProducts } from './support/prices-page';
import { openShopOfDays } from './support/shop-days';

// Everything here is done by keyboard. Lists, forms, cells, discounts and generic servers have their own tests;
// this file covers the rest of a day's work, one person at a time.

const unique = (what: string) => `${what} ${Math.random().toString(36).slice(2, 10)}`;

async function signInByKeyboard(page: Page, path: string, person: Person): Promise<void> {
  await page.goto(path);
  await press(page, page.getByRole('button', { name: person }));
  await expect(page.getByRole('heading', { name: 'Sign in' })).toHaveCount(0);
}

test('a manager’s day by keyboard: a new customer, a version put back, a day opened, counted and closed', async ({
  page,
  context,
  wire,
}) => {
  const api = await wire();
  const shop = await openShopOfDays(api);
  const name = unique('Keyed');
  await disableLiveChanges(context);
  await signInByKeyboard(page, '/customers', 'Manager');

  await press(page, page.getByRole('link', { name: 'New customer' }).first());
  await type(page, page.getByRole('textbox', { name: 'Name', exact: true }), name);
  await type(page, page.getByRole('textbox', { name: 'Phone' }), '040 1');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/customers\/[\da-f-]{36}$/);
  const customer = async () => {
    const { id } = (await api('GET', `/api/secure/customer?q=${encodeURIComponent(name)}`)).entities[0] ?? {};
    return (await api('GET', `/api/secure/customer/${id}`)).entity;
  };
  expect(await customer()).toMatchObject({ name, data: { phone: '040 1' }, version: 1 });

  // Changed, and restored from the versions.
  await type(page, page.getByRole('textbox', { name: 'Phone' }), '040 2');
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  await press(page, page.getByRole('button', { name: 'All versions' }));
  await press(page, page.getByRole('button', { name: 'Put back version 1' }));
  await expect.poll(customer).toMatchObject({ data: { phone: '040 1' }, version: 3 });
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('040 1');

  // The change in the audit trail.
  await press(page, page.getByRole('link', { name: 'Administration', exact: true }));
  await press(page, page.getByRole('link', { name: 'Audit trail', exact: true }));
  const event = page.getByRole('table').getByRole('link', { name: new RegExp(`customer ${name}$`) });
  await press(page, event.first());
  await expect(page.getByRole('complementary', { name: 'Event', exact: true })).toContainText(name);
  await page.keyboard.press('Escape');

  // A day: opened with a float in each drawer, counted, closed. The trail is too long for Tab, so the search leads
  // on.
  await page.keyboard.press('Control+k');
  const find = page.getByRole('dialog', { name: 'Search' });
  await expect(find.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Business days');
  await expect(find.getByRole('option').first()).toContainText('Business days');
  await expect(find.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Business days', level: 1 })).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Open a day' }));
  await type(page, page.getByRole('combobox', { name: 'Location' }), shop.name);
  await expect(page.getByRole('option', { name: shop.name })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(shop.name);
  for (const register of ['Register 1', 'Register 2'])
    await type(page, page.getByRole('textbox', { name: `Opening float, ${register}` }), '100');
  await press(page, page.getByRole('button', { name: 'Open the day' }));
  await expect(page).toHaveURL(/\/business-days\/[\da-f-]{36}$/);
  const opened = async () =>
    (await api('GET', `/api/secure/businessday/${new URL(page.url()).pathname.split('/').at(-1)}`)).entity;
  expect(await opened()).toMatchObject({ status: 'open', location_id: shop.location_id });

  await press(page, page.getByRole('button', { name: 'Count and close' }));
  const dialog = page.getByRole('dialog', { name: 'Count and close' });
  // What is counted first is typed at once.
  await expect(dialog.getByRole('textbox', { name: 'Counted, Register 1' })).toBeFocused();
  await page.keyboard.type('100');
  await type(page, dialog.getByRole('textbox', { name: 'Counted, Register 2' }), '99.50');
  await type(page, dialog.getByRole('textbox', { name: 'Why it is over or short' }), 'A coin rolled away');
  await press(page, dialog.getByRole('button', { name: 'Close the day' }));
  await expect(dialog).toBeHidden();
  await expect.poll(opened).toMatchObject({ status: 'closed', totals: { over_short: '-0.50' } });
  await signOutByKeyboard(page, /Aino Lehtonen/);
});

test('an accountant’s day by keyboard: from the list to the day that does not add up, its receipt, the export, the voucher', async ({
  page,
  wire,
}) => {
  const api = await wire();
  const shop = await openShopOfDays(api);
  const short = (receipt: Record<string, unknown>) => {
    const { data } = receipt as { data: { tenders: Record<string, unknown>[] } };
    return { ...receipt, data: { ...data, tenders: [{ ...data.tenders[0], amount: '21.60' }] } };
  };
  const { id, receipts } = await shop.day('2032-04-02', { close: true, fault: { rates: short } });
  await signInByKeyboard(page, `/business-days?location_id=${shop.location_id}`, 'Accountant');
  const list = page.getByRole('grid', { name: 'Business days' });
  await expect(list.getByRole('link')).toHaveText(['2 Apr 2032']);
  await reach(page, list);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');

  const checks = page.getByRole('region', { name: 'Checks' });
  await expect(checks.getByRole('heading')).toContainText('Does not add up');
  await press(page, checks.getByRole('button', { name: receipts.rates.number }).first());
  const panel = page.getByRole('complementary', { name: `Receipt ${receipts.rates.number}` });
  await expect(panel).toContainText('The tenders add up to another sum');
  await press(page, panel.getByRole('button', { name: 'Close' }));
  await expect(panel).toBeHidden();

  const downloadEvent = page.waitForEvent('download');
  await press(page, page.getByRole('button', { name: 'Export', exact: true }));
  const csv = page.getByRole('menuitem', { name: 'Receipts', exact: true });
  await expect(csv).toBeVisible();
  for (let presses = 0; presses < 20; presses += 1) {
    if (await csv.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  expect(await readFile(await (await downloadEvent).path(), 'utf8')).toContain(receipts.rates.number);

  await press(page, page.getByRole('button', { name: 'Mark exported' }));
  const dialog = page.getByRole('dialog', { name: 'Mark as exported' });
  await type(page, dialog.getByRole('textbox', { name: 'Voucher number' }), '0077');
  await press(page, dialog.getByRole('button', { name: 'Mark exported' }));
  await expect(dialog).toBeHidden();
  expect((await api('GET', `/api/secure/businessday/${id}`)).entity).toMatchObject({
    status: 'exported',
    data: { voucher_num: '0077' },
  });
});

test('an administrator’s day by keyboard: a person invited, a key made and revoked, another company', async ({
  page,
  wire,
}) => {
  const api = await wire('Administrator');
  const [person, key] = [unique('Keyed'), unique('Keyed till')];
  await signInByKeyboard(page, '/users', 'Administrator');
  const choose = async (option: string) => {
    await reach(page, page.getByRole('combobox', { name: 'Role' }));
    await page.keyboard.press('ArrowDown');
    const wanted = page.getByRole('option', { name: option });
    await expect(wanted).toBeVisible();
    for (let presses = 0; presses < 10; presses += 1) {
      if ((await wanted.getAttribute('data-combobox-selected')) !== null) break;
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue(option);
  };
  await press(page, page.getByRole('link', { name: 'Invite a user' }));
  await type(page, page.getByRole('textbox', { name: 'Name', exact: true }), person);
  await type(
    page,
    page.getByRole('textbox', { name: 'E-mail', exact: true }),
    `${person.replace(' ', '.').toLowerCase()}@example.org`,
  );
  await choose('Accountant');
  await page.keyboard.press('Control+s');
  await expect(page.getByLabel('One-time link')).toHaveValue(/\/invitation#/);
  await press(page, page.getByRole('link', { name: 'Done' }));
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(person);

  await press(page, page.getByRole('link', { name: 'Administration', exact: true }));
  await press(page, page.getByRole('link', { name: 'API keys', exact: true }));
  await press(page, page.getByRole('link', { name: 'New API key' }).first());
  await type(page, page.getByRole('textbox', { name: 'Name', exact: true }), key);
  await choose('Terminal');
  await page.keyboard.press('Control+s');
  await expect(page.getByLabel('API key', { exact: true })).toHaveValue(/^th_/);
  await press(page, page.getByRole('link', { name: 'Done' }));
  const keys = page.getByRole('grid', { name: 'API keys' });
  await expect(keys).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('/');
  await page.keyboard.type(key);
  await expect(keys.getByRole('row')).toHaveCount(2);
  await expect(keys.getByRole('link', { name: key, exact: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(keys).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: key, level: 1 })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Revoke', exact: true }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }));
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
  const made = (await api('GET', `/api/secure/apikey?pageSize=1000`)).entities.find(
    (one) => one.name === key,
  );
  expect(made).toMatchObject({ active: false });

  await press(page, page.getByRole('button', { name: 'Rantakulma Helsinki' }));
  const other = page.getByRole('menuitem', { name: /Rantakulma Tampere/ });
  await expect(other).toBeVisible();
  for (let presses = 0; presses < 20; presses += 1) {
    if (await other.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Rantakulma Tampere' })).toBeVisible();
});

test('the focus is never lost: a page that opens, and a button that goes with what it did, give it to the heading', async ({
  page,
  wire,
}) => {
  const api = await wire('Manager');
  const { word, products } = await newProducts(api, 'Keyed', 2);
  const items = products.map(({ id }) => ({ resource: 'plu', record_id: id, patch: { base_price: '3.30' } }));
  const set = await changeSets(api).draft(items, { name: word });
  await signInByKeyboard(page, '/', 'Administrator');

  // A link of the overview goes with its page.
  await press(page, page.getByRole('link', { name: 'All changes' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeFocused();

  // What previews and applies a set is not offered any more once it has.
  await page.goto(`/changes/${set}`);
  const heading = page.getByRole('heading', { level: 1, name: word });
  await press(page, page.getByRole('button', { name: /^Preview/ }));
  await press(page, page.getByRole('button', { name: /^Apply \d+ now/ }));
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(heading).toBeFocused();
});
