import { violations } from './support/axe';
import { expect, test } from './support/fixtures';
import { openShopOfDays } from './support/shop-days';

test('an accountant follows a VAT figure to its day, states why a day is missing, locks the month, and an administrator unlocks it', async ({
  signIn,
  wire,
}) => {
  const send = await wire();
  const shop = await openShopOfDays(send);
  // Mondays, of which one is missing.
  for (const date of ['2026-05-04', '2026-05-18', '2026-05-25']) await shop.day(date, { close: true });
  const page = await signIn('/months', 'Accountant');
  // The list says what it waits for, and leads to it.
  const row = page.getByRole('row', { name: /^May 2026/ });
  await row.getByRole('link', { name: '1 to settle: 1 missing' }).click();
  await expect(page).toHaveURL(/\/months\/2026-05#settle$/);
  await expect(page.getByRole('list', { name: 'To settle' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Equal, to the cent' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'To settle' })).toContainText('Mon 11 May');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('region', { name: 'Locations and rates' }).getByRole('link').first().click();
  const days = page.getByRole('dialog', { name: /^VAT / });
  await expect(days.getByRole('row')).toHaveCount(5);
  await days.getByRole('link', { name: 'Mon 4 May' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('4 May 2026');
  await page.goto('/months/2026-05');

  await page.getByRole('button', { name: 'Lock the month' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lock May 2026?' });
  await dialog.getByRole('button', { name: 'Lock the month' }).click();
  await expect(dialog).toContainText('Say why');
  await dialog.getByRole('textbox').fill('Closed for a funeral');
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Lock the month' }).click();
  await expect(
    page
      .getByRole('banner')
      .or(page.locator('header'))
      .getByText(/^Locked /),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Vouchers of the month' })).toBeVisible();
  // The button is gone.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Files' })).toContainText('No file for bookkeeping');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/\/months\/2026-04$/);

  const admin = await signIn('/months/2026-05', 'Administrator');
  await admin.getByRole('button', { name: 'Unlock' }).click();
  await admin.getByRole('textbox', { name: 'Reason' }).fill('A receipt was wrong');
  await admin.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click();
  await expect(admin.getByRole('button', { name: 'Lock the month' })).toBeEnabled();
  await expect(admin.getByRole('region', { name: 'Seal of the month' })).toContainText('A receipt was wrong');
});

test('a month lies beside the one before, weekday by weekday, in a chart and in a table that adds up to both', async ({
  signIn,
  wire,
}) => {
  const send = await wire();
  const shop = await openShopOfDays(send);
  // Mondays: the second of June and of July, and the fifth of June.
  for (const date of ['2026-06-08', '2026-06-29']) await shop.day(date, { close: true });
  await shop.day('2026-07-13', { close: true, more: 2 });
  const page = await signIn(`/months/2026-07?location_id=${shop.location_id}`, 'Accountant');
  const compared = page.getByRole('region', { name: 'Compared' });
  await expect(compared.getByRole('figure', { name: /July 2026, beside June 2026/ })).toBeVisible();
  await compared.getByText('Days as a table').press('Enter');
  const days = compared.getByRole('table', { name: 'Days as a table' });
  await expect(days.getByRole('row', { name: /^Mon 13 Jul .* 8 Jun .*\+\d/ })).toBeVisible();
  await expect(days.getByRole('row', { name: /^Fifth Mon – 29 Jun/ })).toBeVisible();
  const totals = compared.getByRole('table', { name: 'Compared' });
  const june = await totals
    .getByRole('row', { name: /June 2026/ })
    .getByRole('cell')
    .nth(3)
    .textContent();
  await expect(days.getByRole('row', { name: /^All / })).toContainText(june ?? 'a sum');
  await expect(compared.getByRole('table', { name: 'Discounts by cashier' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('a month is printed with its margin and comparisons, which are not read before they come into view', async ({
  signIn,
  wire,
}) => {
  const shop = await openShopOfDays(await wire());
  await shop.day('2026-03-09', { close: true });
  const page = await signIn('/', 'Accountant');
  await page.setViewportSize({ width: 1440, height: 400 });
  await page.addInitScript(() => {
    window.print = () => {
      const there = ['Margin', 'Compared'].filter((name) => document.querySelector(`[aria-label=${name}]`));
      document.body.dataset['printed'] = there.join(' ');
    };
  });
  await page.goto(`/months/2026-03?location_id=${shop.location_id}`);
  await expect(page.getByRole('heading', { name: 'Equal, to the cent' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Compared' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Print' }).press('Enter');
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'Margin Compared');
});
