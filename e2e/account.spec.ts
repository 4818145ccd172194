import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { violations } from './support/axe';
import { expect, test } from './support/fixtures';
import { requireReauthentication } from './support/persons';

const password = 'harbour petrol copper';
const unique = (what: string) => `${what} ${randomUUID().slice(0, 8)}`;

/** Signs a browser in, by the wire, as a new administrator with a password. */
async function administrator(
  page: Page,
  wire: (person: 'Administrator') => Promise<import('@/testing/service').Sender>,
) {
  const api = await wire('Administrator');
  const name = unique('Admin');
  const email = `${name.toLowerCase().replace(' ', '.')}@example.org`;
  const { id } = (await api('POST', '/api/secure/user', { json: { name, email, role: 'admin' } })).entity;
  const link = await api('POST', `/api/secure/user/${id}/invitation`);
  const { token } = z.looseObject({ token: z.string() }).parse(link.json);
  const taken = await page.context().request.post('/api/invitation/accept', {
    data: { token, password },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(taken.ok()).toBe(true);
  return { name, email, id };
}

test('the password is asked for again by keyboard alone, what was typed behind it stays, and the key is made once', async ({
  page,
  wire,
}) => {
  await administrator(page, wire);
  const name = unique('Till');
  await page.goto('/api-keys/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Terminal' }).click();
  await requireReauthentication(page, /\/api\/secure\/apikey$/);
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Enter your password again' });
  const field = dialog.getByLabel('Password', { exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type('not this one');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your password')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel('API key', { exact: true })).toHaveValue(/^th_/);
  const api = await wire('Administrator');
  expect((await api('GET', `/api/secure/apikey?q=${encodeURIComponent(name)}`)).entities.length).toBe(1);
});

test('whoever does not type it has saved nothing and lost nothing', async ({ page, wire }) => {
  const { id } = await administrator(page, wire);
  await page.goto(`/users/${id}`);
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  await field.fill('Typed before it was asked');
  await requireReauthentication(page, /\/api\/secure\/user\//);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog', { name: 'Enter your password again' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field).toHaveValue('Typed before it was asked');
  const api = await wire('Administrator');
  expect((await api('GET', `/api/secure/user/${id}`)).entity['name']).not.toBe('Typed before it was asked');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('button', { name: /^Save/ })).toBeDisabled();
  expect((await api('GET', `/api/secure/user/${id}`)).entity['name']).toBe('Typed before it was asked');
});

test('over the question whether to erase a customer Escape closes the password alone', async ({
  page,
  wire,
}) => {
  await administrator(page, wire);
  const api = await wire('Administrator');
  const { id } = (await api('POST', '/api/secure/customer', { json: { name: unique('Erased') } })).entity;
  await page.goto(`/customers/${id}`);
  await page.getByRole('button', { name: /Erase/ }).click();
  const question = page.getByRole('dialog').first();
  await requireReauthentication(page, /\/erase$/);
  await question.getByRole('button', { name: /Erase/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter your password again' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(question).toBeVisible();
  expect((await api('GET', `/api/secure/customer/${id}`)).entity['name']).not.toBe('');
});

test('a person sees their sessions and ends them, by keyboard', async ({ page, wire, browser, service }) => {
  const { email, name } = await administrator(page, wire);
  const other = await browser.newContext({ baseURL: service.address });
  const signIn = await other.request.post('/api/session', {
    data: { email, password },
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:144.0) Gecko/20100101 Firefox/144.0',
    },
  });
  expect(signIn.ok()).toBe(true);
  await page.goto('/products');
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Sign-in and security' }).click();
  await expect(page).toHaveURL(/\/sessions$/);
  const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'This one' })).toHaveCount(1);
  const end = page.getByRole('button', { name: /End the session Firefox 144, Windows/ });
  await end.focus();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(2);
  expect((await other.request.get('/api/secure/plu')).status()).toBe(401);
  expect((await page.context().request.get('/api/secure/plu')).status()).toBe(200);
  await other.close();
});

test('the security log shows sign-ins that failed, narrows by what happened, and finds its way to the user', async ({
  page,
  wire,
}) => {
  const { email, name } = await administrator(page, wire);
  await page.context().request.post('/api/session', {
    data: { email, password: 'a wrong password' },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  await page.goto('/security');
  const table = page.getByRole('table', { name: /Security log/ });
  await expect(table.getByRole('columnheader')).toHaveText(['Time', 'Who', 'What happened', 'From']);
  await expect(
    table.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Sign-in failed' }),
  ).toHaveCount(1);
  await page.getByRole('button', { name: 'What happened' }).click();
  await page
    .getByRole('option', { name: 'User invited' })
    .or(page.getByRole('checkbox', { name: 'User invited' }))
    .first()
    .click();
  await expect(page).toHaveURL(/kind=user_created/);
  await page.keyboard.press('Escape');
  await expect(table.getByText('Sign-in failed')).toHaveCount(0);
  await table.getByRole('row').filter({ hasText: name }).getByRole('link').click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
});
