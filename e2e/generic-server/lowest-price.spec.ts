import { expect, test, unique } from './fixtures';

test('a server that knows no earlier prices is not asked for them, and nothing is said of reductions', async ({
  signIn,
  make,
}) => {
  const name = `Fallen ${unique()}`;
  const { id } = await make('plu', { name, base_price: '4.10' });
  const page = await signIn(`/products/${id}`, 'kept');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const price = page.getByRole('textbox', { name: 'Base price' });
  await price.fill('3.60');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved').first()).toBeVisible();
  await expect(price).toHaveValue('3.60');
  await expect(page.getByText(/30 days before|No reduction/)).toHaveCount(0);
  await page.goto('/prices/lowest');
  await expect(page.getByText('Earlier prices: not on this server')).toBeVisible();
  expect(asked.filter((url) => url.includes('lowest-price'))).toEqual([]);
});
