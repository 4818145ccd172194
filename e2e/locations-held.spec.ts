import { violations } from './support/axe';
import { press, reach } from './support/by-keyboard';
import { expect, test } from './support/fixtures';
import { bySender, joined } from './support/persons';

test('an administrator gives somebody one location, who then sees days of that one alone, and opens one there', async ({
  page,
  browser,
  wire,
  signIn,
  service,
}) => {
  const api = await wire('Administrator');
  const context = await browser.newContext({ baseURL: service.address });
  const one = await joined(context, bySender(api), 'manager');
  const theirs = await context.newPage();
  // By its filter: other tests open days that stand before it.
  const [hakaniemi] = (await api('GET', '/api/secure/location?q=Hakaniemi&page=1')).entities;
  await theirs.goto(`/business-days?location_id=${hakaniemi?.id}`);
  await expect(theirs.getByRole('row').filter({ hasText: 'Hakaniemi' }).first()).toBeVisible();

  // By keyboard.
  await signIn(`/users/${one.id}`, 'Administrator', 'en');
  const all = page.getByRole('switch', { name: 'All locations' });
  await expect(all).toBeChecked();
  await reach(page, all);
  await page.keyboard.press('Space');
  await press(page, page.getByRole('button', { name: 'Add a location' }));
  await page.keyboard.type('Kallio');
  await expect(page.getByRole('option', { name: 'Kallio' })).toBeVisible();
  await page.keyboard.press('Enter');
  const taken = page.getByRole('button', { name: 'Remove Kallio' });
  await expect(taken).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('version 2')).toBeVisible();

  await theirs.reload();
  await expect(theirs.getByRole('row').filter({ hasText: 'Hakaniemi' })).toHaveCount(0);
  await theirs.goto('/business-days');
  await expect(theirs.getByRole('row').filter({ hasText: 'Kallio' }).first()).toBeVisible();
  await expect(theirs.getByRole('row').filter({ hasText: 'Hakaniemi' })).toHaveCount(0);
  await expect(theirs.getByText('Manager · 1 location')).toBeVisible();
  // What all locations did together is not offered.
  await theirs.goto('/products');
  await theirs.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(
    theirs.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Department' }),
  ).toBeVisible();
  await expect(theirs.getByRole('button', { name: /Not sold/ })).toHaveCount(0);
  await theirs.keyboard.press('Escape');
  await theirs.goto('/business-days/open');
  await theirs.getByRole('combobox', { name: 'Location' }).click();
  await expect(theirs.getByRole('option')).toHaveText(['Kallio']);

  // The last one taken away gives none, not all.
  await taken.click();
  await expect(taken).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('version 3')).toBeVisible();
  await expect(all).not.toBeChecked();
  await theirs.goto('/business-days');
  await expect(theirs.getByRole('row').filter({ hasText: 'Kallio' })).toHaveCount(0);
  await context.close();
});
