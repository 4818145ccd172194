import { expect, rowNamed, save, test, unique } from './fixtures';

test('a key that is refused in the middle of a form: signed in again with another one, the typing is there and is saved', async ({
  signIn,
  bare,
  make,
}) => {
  const customer = await make('customer', { name: `Zz key ${unique()}`, customer_num: 11, data: {} });
  const page = await signIn(`/customers/${customer.id}`);
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await phone.fill('+358 50 6');
  bare.behave({ isAuthorized: () => false });
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/the key is no longer accepted/)).toBeVisible();
  bare.behave({ isAuthorized: (header) => header === 'Bearer bare-renewed-key' });
  await page.getByLabel('API key').fill('bare-renewed-key');
  await page.keyboard.press('Enter');
  await expect(phone).toHaveValue('+358 50 6');
  await page.keyboard.press('Control+s');
  await expect(save(page)).toBeDisabled();
  expect(bare.records('customer').find(({ id }) => id === customer.id)?.data).toEqual({ phone: '+358 50 6' });
});

test('without a connection each page says so, and goes on by itself when the line is back', async ({
  signIn,
  context,
  make,
}) => {
  const customer = await make('customer', { name: `Zz offline ${unique()}`, customer_num: 12, data: {} });
  const page = await signIn('/tenders');
  await expect(page.getByRole('link', { name: 'Cash', exact: true })).toBeVisible();
  await context.setOffline(true);
  // A list whose page brings nothing of its own.
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await expect(page.getByText('The products could not be read')).toBeVisible();
  await expect(page.getByText('No connection to the service.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await context.setOffline(false);
  await expect(rowNamed(page, 'Product 001').first()).toBeVisible();

  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('link', { name: 'New customer' }).click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toBeVisible();
  await context.setOffline(true);
  await name.fill(String(customer['name']));
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert').filter({ hasText: 'no connection' })).toBeVisible();
  await expect(page.getByText(/look for it in the list before you save it again/)).toBeVisible();
  await expect(name).toHaveValue(String(customer['name']));
  // A page whose chunk has not been loaded yet.
  await page.getByRole('link', { name: 'Discounts', exact: true }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByText('This part of the application could not be loaded')).toBeVisible();
  await context.setOffline(false);
});

test('the key is kept for the tab when that is asked for, and forgotten on signing out', async ({
  page,
  bare,
}) => {
  await page.goto('/customers');
  await page.getByLabel('API key').fill(bare.key);
  await page.getByRole('checkbox', { name: 'Keep the key in this tab until it is closed' }).check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(rowNamed(page, 'Customer 1').first()).toBeVisible();
  await page.reload();
  await expect(rowNamed(page, 'Customer 1').first()).toBeVisible();
  await page.getByRole('button', { name: /API key/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  // The menu, which is closing, is labelled by the key's button.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('API key')).toHaveValue('');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});
