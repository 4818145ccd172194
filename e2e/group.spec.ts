import { violations } from './support/axe';
import { press } from './support/by-keyboard';
import { expect, test } from './support/fixtures';

test('who works in several companies sees them together, and a row leads into its company', async ({
  signIn,
}) => {
  const page = await signIn('/', 'Administrator');
  await press(page, page.getByRole('button', { name: /^Rantakulma Helsinki/ }));
  await page.getByRole('menuitem', { name: 'All companies' }).click();
  await expect(page).toHaveURL(/\/group/);
  const table = page.getByRole('table', { name: 'Sales in EUR' });
  await expect(table.getByRole('button', { name: 'Open the days of Rantakulma Helsinki' })).toBeVisible();
  // The demo's other companies sell nothing.
  const tampere = page.getByRole('button', { name: 'Open the days of Rantakulma Tampere' });
  await expect(tampere).toBeVisible();
  await expect(page.getByRole('table', { name: 'Months' })).toContainText('Rantakulma Helsinki');
  await expect(page.getByRole('table', { name: 'Business days' })).toContainText('Hakaniemi');
  expect(await violations(page)).toEqual([]);
  const sums = await table.locator('tbody > tr, tfoot > tr').evaluateAll((rows) =>
    rows.map((row) => ({
      isCompany: row.querySelector('button')?.textContent?.startsWith('Rantakulma') ?? true,
      cents: Math.round(Number(row.children[2]?.textContent?.replaceAll(',', '')) * 100),
    })),
  );
  const all = sums.at(-1)?.cents;
  const companies = sums.slice(0, -1).filter(({ isCompany }) => isCompany);
  expect(companies.reduce((sum, { cents }) => sum + cents, 0)).toBe(all);

  await press(page, tampere);
  await expect(page).toHaveURL(/\/business-days\?.*date_from=/);
  await expect(page.getByRole('button', { name: /^Rantakulma Tampere/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Business days', level: 1 })).toBeVisible();
});
