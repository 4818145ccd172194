import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import papaparse from 'papaparse';
import { violations } from './support/axe';
import { press, reach, type } from './support/by-keyboard';
import { expect, test } from './support/fixtures';
import { openShopOfDays } from './support/shop-days';

// A CommonJS module: in Node its functions are members of the default export.
const { parse } = papaparse;

/** Pays a receipt with a kind of tender that no account knows yet. */
const paidBy = (kind: string) => (receipt: Record<string, unknown>) => {
  const { data } = receipt as { data: { tenders: Record<string, unknown>[] } };
  const [tender] = data.tenders;
  return {
    ...receipt,
    data: { ...data, tenders: [{ ...tender, tender_id: null, name: 'Coupon', type: kind }] },
  };
};

test('an accountant gives a row the account that it lacks, then numbers and exports the days, and takes the rows along', async ({
  signIn,
  wire,
}) => {
  const send = await wire();
  const shop = await openShopOfDays(send);
  const kind = `coupon ${randomUUID().slice(0, 8)}`;
  const first = await shop.day('2033-03-01', { close: true, fault: { rates: paidBy(kind) } });
  const second = await shop.day('2033-03-02', { close: true });
  const address = `/business-days/vouchers?from=2033-03-01&to=2033-03-02&location_id=${shop.location_id}`;
  const page = await signIn(address, 'Accountant');
  const lacks = page.getByRole('region', { name: '1 row lacks an account' });
  await expect(lacks).toContainText('Coupon');
  const rows = page.getByRole('table', { name: `Rows of ${shop.name}, 1 Mar 2033` });
  await expect(rows.getByRole('row').last()).toContainText('Coupon');
  expect(await violations(page)).toEqual([]);

  await lacks.getByRole('link', { name: 'Give it one: Coupon' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Coupon');
  // What the row says of it is filled in: the first thing to type is its number.
  const code = page.getByRole('textbox', { name: 'Account', exact: true });
  await expect(code).toBeFocused();
  await code.fill('1799');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/accounts\/[0-9a-f-]{36}$/);
  await page.goto(address);
  await expect(rows.getByRole('row').filter({ hasText: '1799' })).toContainText('Coupon');
  await expect(page.getByRole('region', { name: /lacks? an account/ })).toBeHidden();

  await page.getByRole('button', { name: 'Number and export 2 days' }).click();
  const dialog = page.getByRole('dialog', { name: 'Number and export' });
  await expect(dialog).toContainText(/L\d+-2033-0001 – L\d+-2033-0002/);
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Number and export 2 days' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Number and export/ })).toBeHidden();
  const stored = await Promise.all(
    [first, second].map(async ({ id }) => (await send('GET', `/api/secure/businessday/${id}`)).entity),
  );
  const numbers = stored.map(({ data }) => String(data['voucher_num']));
  expect(stored.map(({ status }) => status)).toEqual(['exported', 'exported']);
  expect(numbers.map((number) => number.slice(-9))).toEqual(['2033-0001', '2033-0002']);

  const downloadEvent = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Vouchers', exact: true }).click();
  const csv = (await readFile(await (await downloadEvent).path(), 'utf8')).replace(/^\uFEFF/, '');
  const lines = parse<string[]>(csv, { skipEmptyLines: true }).data.slice(1);
  const cents = (column: number, number: string) =>
    lines
      .filter((row) => row[0] === number)
      .reduce((sum, row) => sum + BigInt((row[column] || '0.00').replace('.', '')), 0n);
  expect(new Set(lines.map((row) => row[0]))).toEqual(new Set(numbers));
  for (const number of numbers) expect(cents(4, number)).toBe(cents(5, number));
  expect(lines.every((row) => row[2] !== '' && row[9] === shop.name)).toBe(true);
});

test('the days of a month are one voucher together, and the day’s own dialog shows the number that it got', async ({
  signIn,
  wire,
}) => {
  const send = await wire();
  const shop = await openShopOfDays(send);
  const { id } = await shop.day('2033-04-01', { close: true });
  await shop.day('2033-04-02', { close: true });
  const page = await signIn(
    `/business-days/vouchers?from=2033-04-01&to=2033-04-30&location_id=${shop.location_id}`,
    'Accountant',
  );
  await expect(page.getByRole('heading', { name: '2 vouchers' })).toBeVisible();
  await page.getByRole('button', { name: 'All days together' }).click();
  await expect(
    page.getByRole('table', { name: `Rows of ${shop.name}, 1 Apr 2033 – 2 Apr 2033` }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: '2 vouchers' })).toBeHidden();

  await page.goto(`/business-days/${id}`);
  await page.getByRole('button', { name: 'Mark exported' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as exported' });
  await expect(dialog.getByText('Left empty, it gets the next one of its series.')).toBeVisible();
  await expect(dialog.getByRole('table', { name: 'Voucher' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Mark exported' }).click();
  const after = page.getByRole('dialog', { name: 'Voucher' });
  await expect(after.getByRole('status')).toHaveText(/^Exported as L\d+-2033-0001$/);
  await expect(after.getByRole('button', { name: 'Mark exported' })).toBeHidden();
});

test('a day without rows is exported without a number, with others and by itself, and both screens say so', async ({
  signIn,
  wire,
}) => {
  const send = await wire();
  const shop = await openShopOfDays(send);
  const { location_id } = shop;
  const rest = async (date: string) => {
    const made = await send('POST', '/api/secure/businessday', { json: { location_id, date } });
    await send('PUT', `/api/secure/businessday/${made.entity.id}`, { json: { status: 'closed' } });
    return made.entity.id;
  };
  await shop.day('2033-05-01', { close: true });
  await rest('2033-05-02');
  await shop.day('2033-05-03', { close: true });
  const alone = await rest('2033-06-01');
  const page = await signIn(
    `/business-days/vouchers?from=2033-05-01&to=2033-05-31&location_id=${location_id}`,
    'Accountant',
  );
  const empty = page.locator('summary', { hasText: '2 May 2033' });
  await expect(empty).toContainText('no rows, no number');
  await page.getByRole('button', { name: 'Number and export 3 days' }).click();
  const dialog = page.getByRole('dialog', { name: 'Number and export' });
  await expect(dialog).toContainText(/L\d+-2033-0001 – L\d+-2033-0002/);
  await expect(dialog).toContainText('1 day without rows is exported without a number');
  await dialog.getByRole('button', { name: 'Number and export 3 days' }).click();
  await expect(dialog).toBeHidden();
  await expect(empty).toContainText('exported');
  await expect(empty).toContainText('no rows, no number');

  await page.goto(`/business-days/${alone}`);
  await page.getByRole('button', { name: 'Mark exported' }).click();
  const mark = page.getByRole('dialog', { name: 'Mark as exported' });
  await expect(mark.getByRole('status')).toContainText('exported without a number');
  await expect(mark.getByRole('textbox')).toHaveCount(0);
  await mark.getByRole('button', { name: 'Mark exported' }).click();
  const after = page.getByRole('dialog', { name: 'Voucher' });
  await expect(after.getByRole('status')).toHaveText('Exported without a number: the voucher has no rows.');
  const { entity } = await send('GET', `/api/secure/businessday/${alone}`);
  expect([entity['status'], entity.data['voucher_num']]).toEqual(['exported', undefined]);
});

test('a chart to begin from adds what is missing, by keyboard alone', async ({ page, wire, signIn }) => {
  const api = await wire('Administrator');
  await signIn('/accounts', 'Accountant');
  await expect(page.getByRole('grid', { name: 'Accounts' })).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Begin from a chart' }));
  await press(page, page.getByRole('button', { name: 'Norway' }));
  const table = page.getByRole('table', { name: 'Begin from a chart' });
  await expect(table).toContainText('Salg, høy sats');
  const add = page.getByRole('button', { name: /^Add \d+ accounts$/ });
  await reach(page, add);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/accounts$/);
  const added = await api('GET', '/api/secure/account?use=revenue&code=3001');
  expect(added.entities.map((one) => [one['tax_rate'], one.data['vat_code']])).toEqual([['15', '31']]);
  // What other tests read stays the Finnish chart.
  for (const entity of (await api('GET', '/api/secure/account?pageSize=200')).entities)
    if (/sats|avgiftsfritt/.test(entity.name))
      await api('PUT', `/api/secure/account/${entity.id}`, { json: { active: false } });
  await type(page, page.getByRole('searchbox', { name: 'Search accounts' }), '29391');
  await expect(page.getByRole('grid', { name: 'Accounts' })).toContainText('Myynnin ALV 25,5 %');
});
