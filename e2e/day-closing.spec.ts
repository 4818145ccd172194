import type { Sender } from '@/testing/service';
import { violations } from './support/axe';
import { expect, disableLiveChanges, test } from './support/fixtures';
import { openLocation } from './support/open-location';

const read = (send: Sender, id: string) => async () =>
  (await send('GET', `/api/secure/businessday/${id}`)).entity;

test('a day is opened with the floats counted last, counted and closed with a reason, and reopened with another', async ({
  context,
  signIn,
  wire,
}) => {
  const send = await wire('Manager');
  const place = await openLocation(send);
  await disableLiveChanges(context);
  const page = await signIn(`/business-days/open?location_id=${place.location_id}`, 'Manager');
  await expect(page.getByRole('heading', { level: 1, name: 'Open a business day' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(place.name);
  await expect(page.getByRole('textbox', { name: 'Opening float, Till A' })).toHaveValue('150.00');
  await page.getByLabel('Date', { exact: true }).fill('2031-05-06');

  // The second drawer was never counted, so the day cannot be opened without its float.
  const second = page.getByRole('textbox', { name: 'Opening float, Till B' });
  await expect(second).toHaveValue('');
  await page.getByRole('button', { name: 'Open the day' }).click();
  await expect(second).toHaveAttribute('aria-invalid', 'true');
  expect(await violations(page)).toEqual([]);
  await second.fill('20');
  await page.getByRole('button', { name: 'Open the day' }).click();
  await expect(page).toHaveURL(/\/business-days\/[\da-f-]{36}$/);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const day = read(send, id);
  expect(await day()).toMatchObject({
    location_id: place.location_id,
    date: '2031-05-06',
    status: 'open',
    version: 1,
    data: {
      z_reports: [
        { pos_id: place.first, opening_float: '150.00' },
        { pos_id: place.second, opening_float: '20' },
      ],
    },
  });

  // Receipts arrive while the drawers are counted: the day is not closed on differences that nobody has seen.
  await page.getByRole('button', { name: 'Count and close' }).click();
  const dialog = page.getByRole('dialog', { name: 'Count and close' });
  await dialog.getByRole('textbox', { name: 'Counted, Till A' }).fill('169.50');
  await dialog.getByRole('textbox', { name: 'Counted, Till B' }).fill('20.00');
  await place.sell(id, place.first, 'cash', '20.00');
  await place.sell(id, place.second, 'card', '4.50');
  await dialog.getByRole('textbox', { name: 'Why it is over or short' }).fill('A coin rolled away');
  await dialog.getByRole('button', { name: 'Close the day' }).click();
  await expect(dialog.getByText('The day has gone on while you counted')).toBeVisible();
  const till = dialog.getByRole('row', { name: /Till A/ });
  await expect(till).toContainText('170.00');
  await expect(till).toContainText('−0.50');
  await expect(dialog.getByRole('textbox', { name: 'Counted, Till A' })).toHaveValue('169.50');

  const reason = dialog.getByRole('textbox', { name: 'Why it is over or short' });
  await reason.fill('');
  await dialog.getByRole('button', { name: 'Close the day' }).click();
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  expect(await day()).toMatchObject({ status: 'open', version: 1 });
  await reason.fill('Fifty cents rolled under the counter');
  await dialog.getByRole('button', { name: 'Close the day' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Count and close' })).toBeHidden();
  expect(await day()).toMatchObject({
    status: 'closed',
    version: 2,
    totals: { count: 2, gross: '24.50', over_short: '-0.50' },
    data: {
      note: 'Fifty cents rolled under the counter',
      z_reports: [
        { pos_id: place.first, opening_float: '150.00', counted: '169.50' },
        { pos_id: place.second, opening_float: '20', counted: '20.00' },
      ],
    },
  });
  // A manager closes days and cannot reopen them.
  await expect(page.getByRole('button', { name: 'Reopen' })).toHaveCount(0);

  await signIn(`/business-days/${id}`, 'Accountant');
  await page.getByRole('button', { name: 'Reopen' }).click();
  const reopen = page.getByRole('dialog', { name: 'Reopen the day' });
  await reopen.getByRole('button', { name: 'Reopen' }).click();
  await expect(reopen.getByRole('textbox', { name: 'Reason' })).toHaveAttribute('aria-invalid', 'true');
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  await reopen.getByRole('textbox', { name: 'Reason' }).fill('A receipt is missing');
  await reopen.getByRole('button', { name: 'Reopen' }).click();
  await expect(reopen).toBeHidden();
  expect(await day()).toMatchObject({
    status: 'open',
    closed_at: null,
    version: 3,
    data: { note: 'Fifty cents rolled under the counter\nA receipt is missing' },
  });
});

test('what was counted by notes and coins outlasts a lost connection, another hand on the day and the end of the session', async ({
  context,
  signIn,
  wire,
}) => {
  const send = await wire('Manager');
  const place = await openLocation(send);
  const id = await place.make('businessday', {
    location_id: place.location_id,
    date: '2031-05-06',
    data: { z_reports: [{ pos_id: place.first, opening_float: '150.00' }] },
  });
  await place.sell(id, place.first, 'cash', '12.35');
  await disableLiveChanges(context);
  const page = await signIn(`/business-days/${id}`, 'Manager');
  await page.getByRole('button', { name: 'Count and close' }).click();
  const dialog = page.getByRole('dialog', { name: 'Count and close' });
  await dialog.getByRole('button', { name: 'Count notes and coins of Till A' }).click();
  const pieces = dialog.getByRole('region', { name: 'Notes and coins, Till A' });
  const piecesOf = (worth: string) => pieces.getByRole('textbox', { name: `Pieces of ${worth} €, Till A` });
  await piecesOf('50.00').fill('3');
  await piecesOf('2.00').fill('6');
  await piecesOf('0.05').fill('7');
  const till = dialog.getByRole('row', { name: /Till A/ }).first();
  await expect(till).toContainText('162.35');
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  await expect(till).toContainText('0.00');

  const address = `**/api/secure/businessday/${id}`;
  await page.route(address, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await dialog.getByRole('button', { name: 'Close the day' }).click();
  await expect(dialog.getByRole('alert')).toContainText('No connection to the service');
  await page.unroute(address);
  const other = await send('PUT', `/api/secure/businessday/${id}`, {
    json: { data: { note: 'Rain all day' } },
  });
  expect(other.status).toBe(200);
  await dialog.getByRole('button', { name: 'Close the day' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Somebody has changed the day');
  await expect(piecesOf('0.05')).toHaveValue('7');
  expect((await read(send, id)()).version).toBe(2);

  // The session ends while the drawers are counted; the user signs in again in place.
  await context.clearCookies();
  await dialog.getByRole('button', { name: 'Close the day' }).click();
  await expect(page.getByText(/You were signed out/)).toBeVisible();
  await page.getByRole('button', { name: 'Manager' }).click();
  await expect(piecesOf('0.05')).toHaveValue('7');
  expect((await read(send, id)()).version).toBe(2);

  await dialog.getByRole('button', { name: 'Close the day' }).click();
  await expect(dialog).toBeHidden();
  expect(await read(send, id)()).toMatchObject({
    status: 'closed',
    version: 3,
    totals: { over_short: '0.00' },
    data: {
      note: 'Rain all day',
      z_reports: [{ pos_id: place.first, opening_float: '150.00', counted: '162.35' }],
    },
  });
});
