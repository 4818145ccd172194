import { violations } from './support/axe';
import { expect, test } from './support/fixtures';

test('a manager lands on what waits and on the sales; each line leads to what it counts', async ({
  signIn,
}) => {
  const page = await signIn('/', 'Manager');
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible();

  // The sum of the locations is that of all.
  const table = page.getByRole('table', { name: 'Sales by location' });
  // Each row has a chart of its own, which is a table too. A location without sales in the month has a dash.
  const months = await table
    .locator(':scope > :is(tbody, tfoot) > tr')
    .evaluateAll((rows) =>
      rows.map((row) => Number([...row.children].at(-2)?.textContent?.replaceAll(/[,–]/g, ''))),
    );
  const [all = Number.NaN] = months.slice(-1);
  const locations = months.slice(0, -1).reduce((sum, one) => sum + one, 0);
  expect(locations).toBeGreaterThan(0);
  expect(all).toBeCloseTo(locations, 2);
  expect(await violations(page)).toEqual([]);

  await page
    .getByRole('link', { name: /^Open day/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/business-days\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Close: Not closed' }).click();
  await expect(page).toHaveURL(/\/business-days/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the overview is narrowed to a location, in its address', async ({ signIn }) => {
  const page = await signIn('/', 'Manager');
  await page.getByRole('button', { name: 'Location' }).click();
  await page.getByRole('checkbox', { name: 'Kallio' }).click();
  await expect(page).toHaveURL(/location_id=/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: 'Sales by location' })).toHaveCount(0);
  await expect(page.getByRole('figure', { name: /^Sales by day/ })).toBeVisible();
});

test('an accountant lands on the month: its faults, its days, its tax, what is ready', async ({ signIn }) => {
  const page = await signIn('/', 'Accountant');
  for (const name of ['Days that do not add up', 'VAT so far', 'Ready to export'])
    await expect(page.getByRole('heading', { name })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // Each day is a mark with its state in words, and leads to its report.
  await page
    .getByRole('link', { name: /^Hakaniemi, .*: (?:Does not add up|Closed, adds up)$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/business-days\/[0-9a-f-]{36}$/);
});

test('on a phone the sales come first, and nothing is wider than the page', async ({ signIn }) => {
  const page = await signIn('/', 'Manager');
  await page.setViewportSize({ width: 390, height: 844 });
  const sales = await page.getByRole('heading', { name: 'Sales' }).boundingBox();
  const todo = await page.getByRole('heading', { name: 'To do' }).boundingBox();
  expect(sales?.y ?? 0).toBeLessThan(todo?.y ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await violations(page)).toEqual([]);
});
