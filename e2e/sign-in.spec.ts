import { expect, speakEnglish, test } from './support/fixtures';

test('the demo’s people sign in with one click and land where they meant to go', async ({ page }) => {
  await page.goto('/customers');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('button', { name: 'Manager' }).click();
  await expect(page).toHaveURL(/\/customers/);
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
  await expect(page.getByText('Aino Lehtonen')).toBeVisible();
});

test('a wrong key is refused at the field, keeps what was typed, and lets nobody in', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('tab', { name: 'API key' }).click();
  const field = page.getByLabel('API key');
  await field.fill('th_wrong_key');
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveValue('th_wrong_key');
  await expect(page.getByRole('navigation')).toHaveCount(0);
});

test('a reload finds the session again; no script and no web storage knows of it, and signing out ends it', async ({
  signIn,
}) => {
  const page = await signIn('/products');
  await expect(page.getByRole('grid', { name: 'Products' })).toBeVisible();
  const storageKeys = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
  ]);
  expect(storageKeys.filter((key) => !key.includes('color-scheme'))).toEqual([]);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await page.reload();
  await expect(page.getByRole('grid', { name: 'Products' })).toBeVisible();
  await page.getByRole('button', { name: 'Aino Lehtonen' }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto('/customers');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('the sign-in page and the application speak Finnish', async ({ page }) => {
  await page.goto('/products?q=Cinnamon%20bun');
  await page.getByText('Suomeksi').click();
  await page.getByRole('button', { name: 'Myymäläpäällikkö' }).click();
  await expect(page.getByRole('heading', { name: 'Tuotteet', level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: /Cinnamon bun 4,10|Cinnamon bun.*4,10/ }).first()).toBeVisible();
  await speakEnglish(page.context());
});
