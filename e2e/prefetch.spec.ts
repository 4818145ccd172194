import type { Page } from '@playwright/test';
import { expect, holdRequests, test } from './support/fixtures';

/** Every script but those that the page's HTML names: what is loaded with a route. */
const lazyScripts = async (page: Page): Promise<RegExp> => {
  const html = await (await page.request.get('/')).text();
  const first = [...html.matchAll(/assets\/([\w.-]+\.js)/g)].map((match) => match[1]);
  return new RegExp(`/assets/(?!${first.join('|')})[\\w.-]+\\.js`);
};

const record = (resource: string, id: unknown) => (request: { url(): string }) =>
  request.url().endsWith(`/api/secure/${resource}/${String(id)}`);

test("a record is requested while its form's code is still on the way", async ({ signIn, wire, page }) => {
  const [product] = (await (await wire())('GET', '/api/secure/plu?q=rye')).entities;
  // Before the list, which loads the form's code ahead as soon as the page is idle.
  const release = await holdRequests(page, await lazyScripts(page));
  await signIn('/products?q=rye');
  const row = page.getByRole('row').filter({ hasText: product?.name ?? '' });
  await expect(row.first()).toBeVisible();
  const heading = page.getByRole('heading', { name: product?.name ?? '', level: 1 });
  const requested = page.waitForRequest(record('plu', product?.id));
  const requests: string[] = [];
  page.on('request', (request) => {
    if (record('plu', product?.id)(request)) requests.push(request.url());
  });
  await page.evaluate(
    (path) => {
      history.pushState({}, '', path);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    },
    `/products/${String(product?.id)}`,
  );
  await requested;
  await expect(heading).toBeHidden();
  release();
  await expect(heading).toBeVisible();
  expect(requests).toHaveLength(1);
});

test("at a record's own address the record is requested as soon as the session is known, before the form's code has come", async ({
  signIn,
  wire,
  page,
}) => {
  const [customer] = (await (await wire())('GET', '/api/secure/customer?pageSize=1')).entities;
  const release = await holdRequests(page, await lazyScripts(page));
  const requested = page.waitForRequest(record('customer', customer?.id));
  await signIn(`/customers/${String(customer?.id)}`);
  await requested;
  release();
  await expect(page.getByRole('heading', { name: customer?.name ?? '', level: 1 })).toBeVisible();
});

test("the report of a day is requested while its page's code is still on the way", async ({
  signIn,
  wire,
  page,
}) => {
  const [day] = (await (await wire())('GET', '/api/secure/businessday?pageSize=1')).entities;
  const scripts = /\/assets\/(?:report-page|day-report)[\w.-]*\.js/;
  const release = await holdRequests(page, scripts);
  const requested = page.waitForRequest(record('report/businessdaytx', day?.id));
  await signIn(`/business-days/${String(day?.id)}`);
  await requested;
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
