import type { Page } from '@playwright/test';
import { expect, holdRequests, test } from './support/fixtures';

/** Requests for the names of records that others refer to. */
const names = /\/api\/secure\/\w+\?(?:.*&)?id=/;
/** A GUID or its first part, as a page shows it when it has no name; a bare part is told by the ids that are asked for. */
const guid = /\b[\da-f]{8}(?:-[\da-f]{4}|…)/;

/** Stands for the part of an id that was found alone. */
const guidLike = '00000000…';

/** Returns the texts of a page with spaces between them: figures of neighbouring elements must not read as an id. */
const textsOf = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const texts: (string | null)[] = [];
    const nodes = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) texts.push(nodes.currentNode.nodeValue);
    // The facts of a record have its own id, to be copied.
    return texts.join(' ').replaceAll(/[\da-f]{8}…[\da-f]{4}/g, '');
  });

test('while names are on their way, no page shows the ids that they belong to', async ({
  signIn,
  wire,
  page,
}) => {
  const api = await wire('Administrator');
  const [product] = (await api('GET', '/api/secure/plu?q=rye')).entities;
  const [day] = (await api('GET', '/api/secure/businessday?pageSize=1')).entities;
  const release = await holdRequests(page, names);
  const parts = new Set<string>();
  page.on('request', (request) => {
    if (!names.test(request.url())) return;
    for (const id of (new URL(request.url()).searchParams.get('id') ?? '').split(','))
      parts.add(id.slice(0, 8));
  });
  const textOf = async (shown: Page) => {
    const text = await textsOf(shown);
    return [...parts].some((part) => text.split(' ').includes(part)) ? `an id: ${guidLike}` : text;
  };
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
