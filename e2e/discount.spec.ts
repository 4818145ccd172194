import { expect, test } from './support/fixtures';

test('a discount is made by keyboard alone, and its sentence follows the typing', async ({
  signIn,
  wire,
}) => {
  const page = await signIn('/discounts/new');
  const says = page.getByRole('region', { name: 'What it does' });
  await expect(says).toContainText('It takes nothing off yet');

  await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
  await page.keyboard.type('Buns at dusk');
  await page.getByRole('textbox', { name: 'Value' }).focus();
  await page.keyboard.type('25');
  await expect(says).toContainText('25 % off everything.');

  await page.getByRole('button', { name: 'Add a department' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Bakery' })).toBeVisible();
  await page.keyboard.type('bak');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(says).toContainText('25 % off Bakery.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add a department' })).toBeFocused();

  await page.getByRole('textbox', { name: 'Maximum per receipt' }).focus();
  await page.keyboard.type('5');
  await expect(says).toContainText('25 % off Bakery, at most 5.00 € a receipt.');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/discounts\/(?!new)/);

  const api = await wire();
  const { entity } = await api('GET', `/api/secure/discount/${page.url().split('/').at(-1)}`);
  const departments = [entity.data['dpt_ids']].flat();
  const bakery = await api('GET', `/api/secure/dpt/${String(departments[0])}`);
  expect([entity['value'], entity.data['max_amount'], departments.length, bakery.entity['name']]).toEqual([
    '25',
    '5.00',
    1,
    'Bakery',
  ]);
});
