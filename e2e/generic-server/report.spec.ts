import { expect, onPath, test, unique } from './fixtures';

/** A receipt in our format of 10.00 at 25 %, paid by card. */
const receipt = (businessday_id: string, receipt_num: string) => ({
  businessday_id,
  receipt_num,
  type: 'sale',
  completed_at: '2026-03-02T10:15:00.000Z',
  currency: 'EUR',
  total: '10.00',
  data: { lines: [{ name: 'Loaf', qty: '1', total: '10.00' }], tenders: [{ name: 'Card', amount: '10.00' }] },
});

const reports = /\/report\//;

test('a report of any shape is readable beside its day, and leads to the receipts of the day', async ({
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
    ['true', 'yes'],
    ['', 'The report, as it came'],
    ['<html><h1>Please sign in</h1></html>', '<h1>Please sign in</h1>'],
  ];
  const page = await signIn(`/business-days/${day.id}`, 'kept');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  for (const [text, shown] of shapes) {
    bare.behave({ intercept: onPath({ path: reports }, { status: 200, text }) });
    await page.reload();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(shown);
    await expect(page.getByRole('region', { name: 'As it came', exact: true })).toContainText('snow');
    for (const action of ['Mark exported', 'Count and close', 'Reopen'])
      await expect(page.getByRole('button', { name: action })).toHaveCount(0);
  }
});

test('without a report the day stands there, with what the server answered and a retry; its receipts are a list', async ({
  signIn,
  bare,
  make,
}) => {
  const name = `Day ${unique()}`;
  const day = await make('businessday', { name, weather: 'rain' });
  const [one, other] = [`R${unique()}`, `R${unique()}`];
  await make('sales', receipt(day.id, one));
  await make('sales', receipt(bare.records('businessday')[0]?.id ?? '', other));
  bare.behave({ intercept: onPath({ path: reports }, { status: 500 }) });
  const page = await signIn('/business-days');
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText('The service answered 500.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'As it came', exact: true })).toContainText('rain');
  bare.behave({ intercept: onPath({ path: reports }, { status: 200, text: '{"gross":"3.00"}' }) });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'The report, as it came' })).toContainText('3.00');

  await page.getByRole('main').getByRole('link', { name: 'Receipts', exact: true }).click();
  const list = page.getByRole('grid', { name: 'Receipts' });
  await expect(list.getByRole('row').filter({ hasText: one })).toBeVisible();
  await expect(list.getByRole('row')).toHaveCount(2);
  await expect(page.getByText(other)).toHaveCount(0);
  await list.getByRole('link', { name: one }).click();
  await expect(page.getByRole('heading', { name: one, level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'As it came', exact: true })).toContainText('Loaf');
});

test('days and receipts of other shapes are listed and readable; what only our own service does is not offered', async ({
  signIn,
  bare,
  make,
}) => {
  const shop = `Shop ${unique()}`;
  const when = unique();
  await make('businessday', { shop, when });
  await make('businessday', { date: { odd: true }, name: 7, status: ['x'], totals: 'many', opened_at: 5 });
  await make('businessday', { date: '2026-99-99', location_id: 12 });
  const page = await signIn('/business-days');
  const days = page.getByRole('grid', { name: 'Business days' });
  await expect(days.getByRole('link', { name: '2026-99-99' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sum up days' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Open a day' })).toHaveCount(0);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const absent of ['Months', 'Changes', 'Sales', 'Questions'])
    await expect(navigation.getByRole('link', { name: absent, exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: `${shop} · ${when}`, exact: true }).click();
  await expect(page.getByRole('region', { name: 'As it came', exact: true })).toContainText(shop);

  // Receipts with a cursor walk, without ids, and with field names of the server's own.
  bare.behave({
    listBody: (rows) => ({ data: rows, next_cursor: null, has_more: false }),
    shown: (entity) => ('total' in entity ? { sum: entity['total'], bought: ['milk'] } : entity),
  });
  await signIn('/receipts');
  const receipts = page.getByRole('grid', { name: 'Receipts' });
  await expect(receipts).toBeVisible();
  expect(await receipts.getByRole('row').count()).toBeGreaterThan(1);
  bare.behave({});

  for (const [path, what] of [
    ['/business-days/summary', 'Summing up days'],
    ['/business-days/open', 'Opening and closing days'],
    ['/business-days/vouchers', 'Vouchers'],
    ['/months', 'Months'],
    ['/changes', 'Change sets'],
    ['/products/import', 'Import'],
    ['/sales', 'Sales over years'],
    ['/questions', 'Questions'],
  ] as const) {
    await signIn(path);
    await expect(page.getByText(`${what}: not on this server`)).toBeVisible();
  }
  await signIn('/business-days?as_of=2026-01-01T00:00:00.000Z');
  await expect(page.getByText('This server does not tell how a list was at another time.')).toBeVisible();
  await expect(days.getByRole('link', { name: '2026-99-99' }).first()).toBeVisible();
});
