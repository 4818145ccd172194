import { violations } from './support/axe';
import { expect, disableLiveChanges, test } from './support/fixtures';
import { openShopOfDays } from './support/shop-days';

/** Makes the tenders of a receipt twenty cents less than its total. */
const short = (receipt: Record<string, unknown>) => {
  const { data } = receipt as { data: { tenders: Record<string, unknown>[] } };
  return { ...receipt, data: { ...data, tenders: [{ ...data.tenders[0], amount: '21.60' }] } };
};

test('an accountant acknowledges the fault of a closed day by keyboard, with a reason, and withdraws it', async ({
  context,
  signIn,
  wire,
}) => {
  const shop = await openShopOfDays(await wire());
  const { id } = await shop.day('2032-04-02', { close: true, fault: { rates: short } });
  await disableLiveChanges(context);
  const page = await signIn(`/business-days?location_id=${shop.location_id}`, 'Accountant');
  // In a narrow window the list hides which days do not add up.
  await page.setViewportSize({ width: 1440, height: 900 });
  const list = page.getByRole('grid', { name: 'Business days' });
  await expect(list.getByRole('row').filter({ hasText: '2 Apr 2032' })).toContainText('1 receipt at fault');
  await page.goto(`/business-days/${id}`);
  const checks = page.getByRole('region', { name: 'Checks' });
  await expect(checks.getByRole('heading').first()).toContainText('Does not add up');

  // The check of the receipt, and that of the day which follows from it.
  const acknowledge = checks.getByRole('button', { name: 'Acknowledge', exact: true });
  await expect(acknowledge).toHaveCount(2);
  await acknowledge.first().focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabel('Reason');
  await expect(reason).toBeFocused();
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  // An acknowledgement requires a reason.
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(dialog).toContainText('Say why');
  await reason.fill('The till was swapped at noon');
  await dialog.getByRole('button', { name: 'Acknowledge' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(checks).toContainText('The till was swapped at noon');
  await expect(acknowledge).toHaveCount(1);
  await acknowledge.click();
  await reason.fill('It follows from that');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(checks).toContainText('Adds up, but for what is acknowledged');

  await checks.getByRole('button', { name: 'Withdraw' }).first().click();
  await reason.fill('It was another till');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(checks.getByRole('heading').first()).toContainText('Does not add up');

  // One receipt fails many checks: one reason is enough for all of them.
  await checks.getByRole('button', { name: 'Withdraw' }).click();
  await reason.fill('It was another till');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await checks.getByRole('button', { name: 'Acknowledge all 2' }).click();
  await reason.fill('The first till after all');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(checks).toContainText('Adds up, but for what is acknowledged');
});

test('a manager removes a receipt of an open day with a reason: it is listed, struck through, and counts nowhere', async ({
  signIn,
  wire,
}) => {
  const shop = await openShopOfDays(await wire());
  const { id, receipts } = await shop.day('2032-04-03');
  const page = await signIn(`/business-days/${id}`, 'Manager');
  const table = page.getByRole('region', { name: 'Receipts' }).getByRole('grid');
  await table.scrollIntoViewIfNeeded();
  await table.getByRole('row').filter({ hasText: receipts.rates.number }).click({ timeout: 20_000 });
  const panel = page.getByRole('complementary', { name: `Receipt ${receipts.rates.number}` });
  await panel.getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: `Remove receipt ${receipts.rates.number}` });
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Rung up twice');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('table', { name: 'Removed receipts' })).toContainText('Rung up twice');
  // The table of removed receipts has pushed the rows out of view.
  await table.scrollIntoViewIfNeeded();
  const cell = table
    .getByRole('row')
    .filter({ hasText: receipts.rates.number })
    .getByRole('gridcell')
    .first();
  await expect(cell).toHaveCSS('text-decoration-line', 'line-through');
});

test('a second day of a date is opened only by whoever was asked', async ({ signIn, wire }) => {
  const shop = await openShopOfDays(await wire());
  await shop.day('2032-04-04', { close: true });
  const page = await signIn(`/business-days/open?location_id=${shop.location_id}`, 'Manager');
  await page.getByLabel('Date', { exact: true }).fill('2032-04-04');
  for (const name of ['Register 1', 'Register 2'])
    await page.getByRole('textbox', { name: `Opening float, ${name}` }).fill('100');
  const open = page.getByRole('button', { name: 'Open the day' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Open a second day?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/business-days\/open/);
  await expect(page.getByRole('textbox', { name: 'Opening float, Register 1' })).toHaveValue('100');
  await open.click();
  await dialog.getByRole('button', { name: 'Open a second day' }).click();
  await expect(page).toHaveURL(/\/business-days\/[\da-f-]{36}$/);
});
