import { differences, expect, snapshot, test, unique } from './fixtures';

test('change sets are kept by the browser until the tab is closed: made, listed and discarded, with no schedule and no approval', async ({
  signIn,
  bare,
}) => {
  const before = snapshot(bare);
  const name = `Kept here ${unique()}`;
  const page = await signIn('/changes');
  await expect(page.getByText('Kept until this tab is closed')).toBeVisible();
  await page.getByRole('button', { name: 'New change set' }).first().click();
  await page.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByText('Kept until this tab is closed')).toBeVisible();
  const foot = page.getByRole('region', { name: 'What to do with this set' });
  await expect(foot.getByRole('button', { name: /Schedule|approval/ })).toHaveCount(0);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Changes', exact: true })
    .click();
  await page.getByRole('table', { name: 'Change sets' }).getByRole('link', { name }).click();
  await foot.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Discarded', { exact: true })).toBeVisible();
  expect(differences(before, bare).size).toBe(0);
});
