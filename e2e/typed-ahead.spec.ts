import type { Page } from '@playwright/test';
import { expect, holdRequests, test } from './support/fixtures';

/** Every script but those that the page's HTML names: what is loaded with a route. */
const lateScripts = async (page: Page): Promise<RegExp> => {
  const html = await (await page.request.get('/')).text();
  const first = [...html.matchAll(/assets\/([\w.-]+\.js)/g)].map((match) => match[1]);
  return new RegExp(`/assets/(?!${first.join('|')})[\\w.-]+\\.js`);
};

test('what is typed while the form of a new product loads lands in its name', async ({ signIn, page }) => {
  const release = await holdRequests(page, await lateScripts(page));
  await signIn('/products', 'Manager', 'en');
  await page.getByRole('link', { name: 'New product' }).click();
  await page.keyboard.type('Rye bread');
  release();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue('Rye bread');
  await expect(name).toBeFocused();
  await page.keyboard.type(' 500 g');
  await expect(name).toHaveValue('Rye bread 500 g');
  await expect(page.getByRole('textbox', { name: 'Receipt name' })).toHaveValue(/^RYE BREAD/);
});

test('who goes elsewhere while the form of a new product loads types nowhere', async ({ signIn, page }) => {
  const release = await holdRequests(page, await lateScripts(page));
  await signIn('/products', 'Manager', 'en');
  const link = page.getByRole('link', { name: 'New product' });
  await link.click();
  await page.keyboard.type('Rye');
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();
  await link.click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click();
  await expect(page.locator('body > textarea')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
});

test('a product on its way takes the keys for its form, however slow the processor is', async ({
  signIn,
}) => {
  const page = await signIn('/products', 'Manager', 'en');
  await expect(page.getByRole('grid', { name: 'Products' }).getByRole('row').nth(3)).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.getByRole('link', { name: 'New product' }).click();
  await page.keyboard.type('Rye bread', { delay: 40 });
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Rye bread');
});
