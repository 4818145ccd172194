import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './support/fixtures';
import { password, typePassword } from './support/persons';

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
  await typePassword(page, password, inFinnish);
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

test('an English session loads no Finnish; once it is chosen the page is in Finnish, and keeps what was typed', async ({
  signIn,
  browser,
}) => {
  const email = await join(await signIn('/users', 'Administrator'), browser);
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  const finnish: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/fi[-.]/.test(request.url())) finnish.push(request.url());
  });
  await page.goto('/products');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await typePassword(page);
  await expect(heading(page)).toHaveText('Products');
  for (const [path, title] of [
    ['/business-days', 'Business days'],
    ['/sales', 'Sales'],
    ['/changes', 'Changes'],
    ['/months', 'Months'],
    ['/products/new', 'New product'],
  ] as const) {
    await page.goto(path);
    await expect(heading(page)).toHaveText(title);
  }
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Korvapuusti');
  expect(finnish).toEqual([]);

  await page.getByRole('button', { name: /Kielo/ }).click();
  await page.getByRole('menuitem', { name: 'Suomi' }).click();
  await expect(page.getByRole('textbox', { name: 'Nimi', exact: true })).toHaveValue('Korvapuusti');
  await expect(page.getByText('Mikä se on ja mihin se kuuluu.')).toBeVisible();
  expect(finnish).not.toEqual([]);
  await page.context().close();
});

test('what changed in a record is told in the language that is chosen while it is open, with its decimal sign', async ({
  signIn,
  browser,
  wire,
}) => {
  const email = await join(await signIn('/users', 'Administrator'), browser);
  const api = await wire();
  const [department] = (await api('GET', '/api/secure/dpt?active=true&pageSize=1')).entities;
  const [rate] = (await api('GET', '/api/secure/tax?pageSize=1')).entities;
  const json = { name: 'Korvapuusti', base_price: '4.10', dpt_id: department?.id, tax_id: rate?.id };
  const { id } = (await api('POST', '/api/secure/plu', { json })).entity;
  await api('PUT', `/api/secure/plu/${id}`, { json: { base_price: '4.35' } });
  const page = await signInElsewhere(browser, email);
  await expect(heading(page)).toHaveText('Products');
  await page.goto(`/products/${id}`);
  const change = page.getByRole('listitem').filter({ has: page.getByRole('deletion') });
  await expect(change).toContainText('Base price');
  await expect(change).toContainText('4.35');
  await page.getByRole('button', { name: /Kielo/ }).click();
  await page.getByRole('menuitem', { name: 'Suomi' }).click();
  await expect(change).toContainText('Perushinta');
  await expect(change).toContainText('4,35');
  await page.context().close();
});

test('a Finnish session shows no English on its way, also where a page brings texts of its own', async ({
  signIn,
  browser,
}) => {
  const email = await join(await signIn('/users', 'Administrator'), browser);
  const page = await signInElsewhere(browser, email, true);
  await expect(heading(page)).toHaveText('Tuotteet');
  await page.addInitScript(() => {
    const seen = ((window as unknown as { seen: string[] }).seen = []) as string[];
    const look = () => {
      const text = document.body?.innerText ?? '';
      for (const word of ['Products', 'General', 'Cancel', 'Save', 'Business days'])
        if (new RegExp(`\\b${word}\\b`).test(text)) seen.push(word);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('/products/new');
  await expect(page.getByText('Mikä se on ja mihin se kuuluu.')).toBeVisible();
  await page.getByRole('link', { name: 'Myyntipäivät' }).first().click();
  await expect(heading(page)).toHaveText('Myyntipäivät');
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
  await page.context().close();
});
