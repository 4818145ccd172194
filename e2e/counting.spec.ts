import { readFile } from 'node:fs/promises';
import readXlsxFile from 'read-excel-file/node';
import { violations } from './support/axe';
import { disableLiveChanges, expect, test } from './support/fixtures';
import { openLocation } from './support/open-location';
import { openShopOfDays } from './support/shop-days';

/** Opens a day with 162.35 to be expected in the first drawer and nothing in the second. */
async function openDay(place: Awaited<ReturnType<typeof openLocation>>): Promise<string> {
  const id = await place.make('businessday', {
    location_id: place.location_id,
    date: '2031-05-06',
    data: {
      z_reports: [
        { pos_id: place.first, opening_float: '150.00' },
        { pos_id: place.second, opening_float: '0.00' },
      ],
    },
  });
  await place.sell(id, place.first, 'cash', '12.35');
  await place.sell(id, place.second, 'card', '4.50');
  return id;
}

test('a till that expects nothing is filled with 0, one that expects cash is not, and what is typed counts', async ({
  context,
  signIn,
  wire,
}) => {
  const send = await wire('Manager');
  const place = await openLocation(send);
  const id = await openDay(place);
  await disableLiveChanges(context);
  const page = await signIn(`/business-days/${id}`, 'Manager');
  await page.getByRole('button', { name: 'Count and close' }).click();
  const dialog = page.getByRole('dialog', { name: 'Count and close' });
  const counted = (till: string) => dialog.getByRole('textbox', { name: `Counted, ${till}` });
  await expect(counted('Till B')).toHaveValue('0.00');
  await expect(counted('Till A')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Close the day' }).click();
  await expect(counted('Till A')).toHaveAttribute('aria-invalid', 'true');
  await expect(counted('Till B')).not.toHaveAttribute('aria-invalid', 'true');
  await counted('Till A').fill('162.35');
  await dialog.getByRole('button', { name: 'Close the day' }).click();
  await expect(dialog).toBeHidden();
  const day = (await send('GET', `/api/secure/businessday/${id}`)).entity;
  expect(day).toMatchObject({ status: 'closed', totals: { over_short: '0.00' } });
  expect(day.data['z_reports']).toMatchObject([{ counted: '162.35' }, { counted: '0.00' }]);
});

test('on a phone each register is a card, with the count in sight, what it should be, and what is short of it', async ({
  context,
  signIn,
  wire,
}) => {
  const place = await openLocation(await wire('Manager'));
  const id = await openDay(place);
  await disableLiveChanges(context);
  const page = await signIn('/', 'Manager');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/business-days/${id}`);
  await page.getByRole('button', { name: 'Count and close' }).click();
  const dialog = page.getByRole('dialog', { name: 'Count and close' });
  const card = dialog.getByRole('region', { name: 'Till A' });
  const counted = card.getByRole('textbox', { name: 'Counted' });
  await expect(counted).toBeInViewport({ ratio: 1 });
  await expect(card).toContainText('should be 162.35');
  await expect(dialog).toContainText('1 of 2 counted');

  // What is left to count has the focus, from its link and from the button that does not close the day yet.
  for (const name of ['Till A is still to count', 'Close the day']) {
    await dialog.getByRole('button', { name }).click();
    await expect(counted).toBeFocused();
    await counted.blur();
  }
  await expect(counted).toHaveAttribute('aria-invalid', 'true');
  await counted.fill('160.00');
  await expect(card).toContainText('2.35 short');
  expect(await violations(page)).toEqual([]);

  // Notes and coins are its count at once; a sum that is typed takes their place. Escape closes their sheet alone.
  await card.getByRole('button', { name: 'Count notes and coins of Till A' }).click();
  const sheet = page.getByRole('dialog', { name: 'Notes and coins, Till A' });
  const hundreds = sheet.getByRole('textbox', { name: 'Pieces of 100.00 €, Till A' });
  await hundreds.fill('2');
  await sheet.getByRole('button', { name: 'One 100 less' }).click();
  await expect(hundreds).toHaveValue('1');
  await sheet.getByRole('button', { name: 'One 50 more' }).click();
  await expect(sheet).toContainText('12.35 short');
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(counted).toHaveValue('150.00');
  await counted.fill('162.35');
  await expect(card).toContainText('Adds up');
  await card.getByRole('button', { name: 'Count notes and coins of Till A' }).click();
  await expect(hundreds).toHaveValue('');
  await sheet.getByRole('button', { name: 'Close' }).click();
});

test('who counts blind sees nothing of what is expected until the count is given, and then has to explain a difference', async ({
  context,
  signIn,
  wire,
}) => {
  const send = await wire('Manager');
  const place = await openLocation(send);
  const id = await openDay(place);
  await disableLiveChanges(context);
  const page = await signIn(`/business-days/${id}`, 'Manager');
  await page.getByRole('button', { name: 'Count and close' }).click();
  const dialog = page.getByRole('dialog', { name: 'Count and close' });
  const expected = dialog.getByRole('columnheader', { name: /^Expected/ });
  await expect(expected).toBeVisible();
  await dialog.getByRole('switch', { name: /Count blind/ }).click();
  await expect(expected).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'Counted, Till A' }).fill('162.00');
  await expect(dialog).not.toContainText('162.35');
  await expect(dialog).not.toContainText('0.35');
  // Not even the label of the note tells that something is missing.
  await expect(dialog.getByRole('textbox', { name: 'Why it is over or short' })).toHaveCount(0);
  expect(await violations(page, '[role=dialog]')).toEqual([]);

  await dialog.getByRole('button', { name: 'Close the day' }).click();
  await expect(expected).toBeVisible();
  await expect(dialog.getByRole('row', { name: /Till A/ })).toContainText('162.35');
  await expect(dialog.getByRole('row', { name: /Till A/ })).toContainText('−0.35');
  await expect(dialog.getByRole('textbox', { name: 'Counted, Till A' })).toHaveValue('162.00');
  await expect(dialog.getByText('Say why it is over or short')).toBeVisible();
  expect((await send('GET', `/api/secure/businessday/${id}`)).entity['status']).toBe('open');
  await dialog.getByRole('textbox', { name: 'Why it is over or short' }).fill('A coin rolled away');
  await dialog.getByRole('button', { name: 'Close the day' }).click();
  await expect(dialog).toBeHidden();
  expect((await send('GET', `/api/secure/businessday/${id}`)).entity).toMatchObject({
    status: 'closed',
    totals: { over_short: '-0.35' },
  });
});

for (const of of ['a day', 'a month'] as const)
  test(`the workbook of ${of} says of which company, location, days and currency it is`, async ({
    signIn,
    wire,
  }) => {
    const shop = await openShopOfDays(await wire());
    const { id } = await shop.day('2031-08-05', { close: true });
    await shop.day('2031-08-06', { close: true });
    const months = `/business-days/summary?location_id=${shop.location_id}&from=2031-08-01&to=2031-08-31`;
    const page = await signIn(of === 'a day' ? `/business-days/${id}` : months, 'Accountant');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Excel, all tables (.xlsx)' }).click();
    const sheets = await readXlsxFile(await readFile(await (await download).path()));
    const about = Object.fromEntries(sheets.find(({ sheet }) => sheet === 'About')?.data.slice(1) ?? []);
    expect(about).toMatchObject({
      Company: 'Rantakulma Helsinki',
      Location: shop.name,
      Dates: of === 'a day' ? '2031-08-05' : '2031-08-01 – 2031-08-31',
      Currency: 'EUR',
    });
  });
