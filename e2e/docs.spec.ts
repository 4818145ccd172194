import { expect, test } from './support/fixtures';

test('the documentation shows every resource and its operations, with nothing from elsewhere', async ({
  page,
  baseURL,
}) => {
  const outside: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '') && !request.url().startsWith('data:'))
      outside.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: /^Tillhouse/ })).toBeVisible();
  await page.getByRole('link', { name: 'customer', exact: true }).click();
  await page
    .getByRole('button', { name: /List customer/ })
    .first()
    .click();
  await expect(page.getByText('modified_since').first()).toBeVisible();
  await expect(page.getByText('Not modified.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByText('unauthenticated').first()).toBeVisible();
  expect(outside).toEqual([]);
  // The response to the request that was tried without a key.
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});
