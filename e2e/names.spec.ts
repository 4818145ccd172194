import type { Page } from '@playwright/test';
import { expect, holdRequests, test } from './support/fixtures';

/** Requests for the names of records that others refer to. */
const names = /\/api\/secure\/\w+\?(?:.*&)?id=/;
/** A GUID, or the first part of one, as a page shows it when it has no name. */
const guid = /\b[\da-f]{8}(?:-[\da-f]{4}|…|\b)/;

const textOf = (page: Page) => page.locator('main').textContent();

test('while names are on their way, no page shows the ids that they belong to', async ({
  signIn,
  wire,
  page,
}) => {
  const api = await wire('Administrator');
  const [product] = (await api('GET', '/api/secure/plu?q=rye')).entities;
  const [day] = (await api('GET', '/api/secure/businessday?pageSize=1')).entities;
  const release = await holdRequests(page, names);
  await signIn('/products?q=rye', 'Administrator');
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: product?.name ?? '' })
      .first(),
  ).toBeVisible();
  expect(await textOf(page)).not.toMatch(guid);

  await page.goto(`/products?dpt_id=${String(product?.['dpt_id'])}`);
  await expect(page.locator('[aria-rowindex="2"]')).toBeVisible();
  expect(await textOf(page)).not.toMatch(guid);

  await page.goto(`/products/${String(product?.id)}`);
  await expect(page.getByRole('heading', { name: product?.name ?? '', level: 1 })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Prices' })).toContainText('…');
  expect(await textOf(page)).not.toMatch(guid);

  await page.goto('/audit?entity=plu');
  await expect(
    page.getByRole('table', { name: 'Events, newest first' }).getByRole('link').first(),
  ).toBeVisible();
  expect(await textOf(page)).not.toMatch(guid);

  await page.goto(`/business-days/${String(day?.id)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await textOf(page)).not.toMatch(guid);
  release();
});
