import type { Page } from '@playwright/test';
import { expect, onPath, test, unique } from './fixtures';

/** A receipt in our format of 10.00 at 25 %, paid by card. */
const receipt = (businessday_id: string, receipt_num: string, total = '10.00') => ({
  businessday_id,
  receipt_num,
  type: 'sale',
  completed_at: '2026-03-02T10:15:00.000Z',
  currency: 'EUR',
  total,
  total_net: '8.00',
  total_tax: '2.00',
  data: {
    lines: [{ name: 'Loaf', qty: '1', total: '10.00', net: '8.00', tax: '2.00', tax_rate: '25' }],
    tenders: [{ name: 'Card', type: 'card', amount: '10.00' }],
    taxes: [{ rate: '25', gross: '10.00', net: '8.00', tax: '2.00' }],
  },
});

const reports = /\/report\//;

/** Opens a day from the list by its name, and waits until its page has loaded. */
async function openDay(page: Page, called: string, title = called) {
  await page.getByRole('link', { name: called, exact: true }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

test('receipts of our shape in a report: this browser adds them up, says which is at fault, and has no service to agree with', async ({
  signIn,
  make,
}) => {
  const day = await make('businessday', { name: unique(), date: '2026-03-02', status: 'closed', till: 'A7' });
  await make('sales', receipt(day.id, '0001'));
  await make('sales', receipt(day.id, '0002'));
  const page = await signIn(`/business-days/${day.id}`);
  await expect(page.getByRole('heading', { name: 'Monday 2 March 2026', level: 1 })).toBeVisible();
  const checks = page.getByRole('region', { name: 'Checks' });
  await expect(checks).toContainText('Adds up, to the cent');
  await expect(checks).toContainText('15 checks over 2 receipts, recomputed in this browser.');
  await expect(checks).not.toContainText('service');
  await expect(checks).toContainText('20.00');
  const rawView = page.getByRole('region', { name: 'The business day, as it came' });
  await expect(rawView).toContainText('A7');
  for (const name of ['Mark exported', 'Count and close', 'Reopen'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);

  // One receipt is a cent off; the day is read again.
  await make('sales', receipt(day.id, '0003', '10.01'));
  await signIn(`/business-days/${day.id}`);
  await expect(checks).toContainText('Does not add up');
  await expect(checks).toContainText('Recomputed in this browser from 3 receipts.');
  await expect(checks).not.toContainText('service');
  await checks.getByRole('button', { name: '0003', exact: true }).first().click();
  await expect(page.getByText('The lines add up to another total.')).toBeVisible();
  await expect(page).toHaveURL(/receipt=/);
});

test('a report of any other shape is readable, and the day and the way to its receipts stand beside it', async ({
  signIn,
  bare,
  make,
}) => {
  const name = `Day ${unique()}`;
  const day = await make('businessday', { name, weather: 'snow', data: { note: { of: 'till' } } });
  const shapes: readonly (readonly [text: string, shown: string])[] = [
    ['{"summary":{"gross":12.50},"perHour":[{"hour":9,"sum":"12.50"}]}', 'Per hour'],
    ['{"exact":0.10000000000000000000123}', '0.10000000000000000000123'],
    ['[{"till":"North","sum":3.2},{"till":"South","sum":4}]', 'South'],
    ['[1,"second",{"third":[[1,2],[3]]},null]', 'second'],
    ['{"transactions":[{"id":"1","type":"sale","total":"1.00","data":{"lines":"none"}},5]}', 'Transactions'],
    ['"the day went well"', 'the day went well'],
    ['12.75', '12.75'],
    ['true', 'yes'],
    ['null', 'This server’s report of the day is empty.'],
    ['{}', 'This server’s report of the day is empty.'],
    ['[]', 'This server’s report of the day is empty.'],
    ['', 'This server’s report of the day is empty.'],
    ['<html><h1>Please sign in</h1></html>', '<h1>Please sign in</h1>'],
  ];
  const page = await signIn(`/business-days/${day.id}`, 'kept');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  for (const [text, shown] of shapes) {
    bare.behave({ intercept: onPath({ path: reports }, { status: 200, text }) });
    await page.reload();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(shown);
    await expect(page.getByRole('region', { name: 'The business day, as it came' })).toContainText('snow');
    await expect(page.getByRole('link', { name: 'Receipts of this day' })).toBeVisible();
  }
});

test('without a report the day stands there: what the server answered, a retry, and the way to its receipts', async ({
  signIn,
  bare,
  make,
}) => {
  const name = `Day ${unique()}`;
  const day = await make('businessday', { name, weather: 'rain' });
  const [one, other] = [`R${unique()}`, `R${unique()}`];
  await make('sales', receipt(day.id, one));
  await make('sales', receipt(bare.records('businessday')[0]?.id ?? '', other));
  bare.behave({ intercept: onPath({ path: reports }, { status: 404 }) });
  const page = await signIn('/business-days');
  await openDay(page, name);
  await expect(page.getByText('This server has no report of this day.')).toBeVisible();
  const rawView = page.getByRole('region', { name: 'The business day, as it came' });
  await expect(rawView).toContainText('rain');

  bare.behave({ intercept: onPath({ path: reports }, { status: 500 }) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The report could not be read')).toBeVisible();
  await expect(page.getByText('The service answered 500.')).toBeVisible();
  await expect(rawView).toContainText('rain');

  await page.getByRole('link', { name: 'Receipts of this day' }).click();
  const table = page.getByRole('grid', { name: 'Receipts' });
  await expect(table.getByRole('row').filter({ hasText: one })).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(page.getByText(other)).toHaveCount(0);
  await table.getByRole('row').filter({ hasText: one }).click();
  await expect(page.getByRole('region', { name: 'The whole receipt, as it came' })).toContainText(one);
});

test('days and receipts of other shapes are listed and readable; what only our own service does is not offered', async ({
  signIn,
  bare,
  make,
}) => {
  const shop = `Shop ${unique()}`;
  const when = unique();
  const day = await make('businessday', { shop, when });
  await make('businessday', { date: { odd: true }, name: 7, status: ['x'], totals: 'many', opened_at: 5 });
  await make('businessday', { date: '2026-99-99', location_id: 12 });
  const page = await signIn('/business-days');
  const days = page.getByRole('grid', { name: 'Business days' });
  await expect(days.getByRole('link', { name: '2026-99-99' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sum up days' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Open a day' })).toHaveCount(0);
  await openDay(page, `${shop} · ${when}`, day.id);
  await expect(page.getByRole('region', { name: 'The business day, as it came' })).toContainText(shop);

  // Receipts with a cursor walk, without ids, and with field names of the server's own.
  bare.behave({
    listBody: (rows) => ({ data: rows, next_cursor: null, has_more: false }),
    shown: (entity) => ('total' in entity ? { sum: entity['total'], bought: ['milk'] } : entity),
  });
  await signIn('/receipts');
  await expect(page.getByText('This server’s receipts have another shape than ours')).toBeVisible();
  const receipts = page.getByRole('table', { name: 'Receipts' });
  await expect(receipts).toContainText('Bought');
  await expect(receipts).toContainText('1.50');
  bare.behave({});

  await signIn('/business-days/summary');
  await expect(page.getByText('Summing up days: not on this server')).toBeVisible();
  await signIn('/business-days/open');
  await expect(page.getByText('Opening and closing days: not on this server')).toBeVisible();
  await signIn('/business-days?as_of=2026-01-01T00:00:00.000Z');
  await expect(page.getByText('This server does not tell how a list was at another time.')).toBeVisible();
  await expect(days.getByRole('link', { name: '2026-99-99' }).first()).toBeVisible();
});
