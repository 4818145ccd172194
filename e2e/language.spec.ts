import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './support/fixtures';

const password = 'harbour petrol copper';

/** Invites a person of their own for the test and returns their e-mail: the demo's people are everybody's. */
async function join(admin: Page, browser: Browser): Promise<string> {
  const email = `${randomUUID()}@example.org`;
  const token = await admin.evaluate(async (address) => {
    const send = async (path: string, json: unknown) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(json) });
      return answer.json();
    };
    const user = await send('/api/secure/user', { name: 'Kielo', email: address, role: 'manager' });
    return (await send(`/api/secure/user/${user.id}/invitation`, {})).token;
  }, email);
  const context = await browser.newContext({ locale: 'en-GB' });
  const accepted = await context.request.post('/api/invitation/accept', {
    data: { token, password },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(accepted.ok()).toBe(true);
  await context.close();
  return email;
}

/** Opens a browser of its own, as on another machine, and signs in there by e-mail. */
async function signInElsewhere(browser: Browser, email: string, inFinnish = false): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await page.goto('/products');
  if (inFinnish) await page.getByRole('button', { name: 'Suomeksi' }).click();
  await page.getByRole('textbox', { name: inFinnish ? 'Sähköposti' : 'E-mail' }).fill(email);
  await page.getByLabel(inFinnish ? 'Salasana' : 'Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  return page;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('the chosen language stays after a reload, and is there when the person signs in on another machine', async ({
  signIn,
  browser,
}) => {
  const email = await join(await signIn('/users', 'Administrator'), browser);
  const page = await signInElsewhere(browser, email);
  await expect(heading(page)).toHaveText('Products');
  const kept = page.waitForResponse('**/api/session/language');
  await page.getByRole('button', { name: /Kielo/ }).click();
  await page.getByRole('menuitem', { name: 'Suomi' }).click();
  await expect(heading(page)).toHaveText('Tuotteet');
  expect((await kept).status()).toBe(204);
  await page.reload();
  await expect(heading(page)).toHaveText('Tuotteet');
  const other = await signInElsewhere(browser, email);
  await expect(heading(other)).toHaveText('Tuotteet');
  await expect(other.locator('html')).toHaveAttribute('lang', 'fi');
  await page.context().close();
  await other.context().close();
});

test('the language that is chosen on the sign-in page is the choice of who signs in there', async ({
  signIn,
  browser,
}) => {
  const email = await join(await signIn('/users', 'Administrator'), browser);
  const kept = (page: Page) =>
    page.evaluate(async () => (await (await fetch('/api/secure/me')).json()).user.language);
  const page = await signInElsewhere(browser, email);
  await expect(heading(page)).toHaveText('Products');
  expect(await kept(page)).toBeNull();
  const other = await signInElsewhere(browser, email, true);
  await expect(heading(other)).toHaveText('Tuotteet');
  await expect.poll(() => kept(other)).toBe('fi');
  await page.context().close();
  await other.context().close();
});

test('a language that the service could not keep holds in this browser, and a toast says so', async ({
  signIn,
  browser,
}) => {
  const email = await join(await signIn('/users', 'Administrator'), browser);
  const page = await signInElsewhere(browser, email);
  await page.route('**/api/session/language', (route) => route.abort());
  await page.getByRole('button', { name: /Kielo/ }).click();
  await page.getByRole('menuitem', { name: 'Suomi' }).click();
  await expect(heading(page)).toHaveText('Tuotteet');
  await expect(page.getByText('Suomi on valittu vain tässä selaimessa')).toBeVisible();
  await page.context().close();
});
