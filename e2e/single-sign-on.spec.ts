import type { Page } from '@playwright/test';
import { violations } from './support/axe';
import { press } from './support/by-keyboard';
import { expect, testByName as test } from './support/fixtures';
import { unique, withId } from './support/persons';
import { provide } from './support/provider';

const isCut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('somebody joins by their invitation through a real provider, comes in by it again, and is out when it says so; whom nobody knows is linked', async ({
  page,
  baseURL,
  wire,
  browser,
  signIn,
}) => {
  const api = await wire('Administrator');
  const { id, name: provided, domain, provider, end } = await provide(api, baseURL, 'Entra');
  try {
    const name = unique('Liisa');
    const email = `liisa@${domain}`;
    const people = { liisa: { name, email }, stranger: { name: unique('Outi'), email: `outi@${domain}` } };
    await provider.tell({ sub: 'liisa', people });
    const { id: user } = withId.parse(
      (await api('POST', '/api/secure/user', { json: { name, email, role: 'manager' } })).json,
    );
    const link = (await api('POST', `/api/secure/user/${user}/invitation`)).json as { token: string };

    // By the invitation.
    await page.goto(`/invitation#${link.token}`);
    await press(page, page.getByRole('button', { name: `Continue with ${provided}` }));
    await expect(page.getByRole('button', { name })).toBeVisible();
    await page.goto('/sessions');
    await expect(page.getByText(/You came in by single sign-on/)).toBeVisible();
    await expect(page.getByText('Single sign-on', { exact: true })).toBeVisible();

    // It ends what it began.
    const jti = unique('jti');
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const token = await provider.sign({
      aud: 'tillhouse',
      iat: Math.floor(Date.now() / 1000),
      jti,
      events,
      sub: 'liisa',
    });
    const ended = await page.request.post(`/api/sign-in/${id}/logout`, { form: { logout_token: token } });
    expect(ended.status()).toBe(200);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();

    // By the domain of the e-mail, at 390.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    const next = page.getByRole('button', { name: 'Continue', exact: true });
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveCount(0);
    await press(page, next);
    await expect(page.getByText('Enter your e-mail')).toBeVisible();
    await page.getByLabel('E-mail').fill('anybody@nowhere.example');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
    await expect(page.getByRole('button', { name: /^Continue/ })).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    await press(page, page.getByRole('button', { name: 'Change' }));
    await expect(page.getByLabel('E-mail')).toHaveValue('anybody@nowhere.example');
    await page.getByLabel('E-mail').fill(email);
    await page.keyboard.press('Enter');
    const through = page.getByRole('button', { name: `Continue with ${provided}` });
    await expect(through).toBeFocused();
    expect(await violations(page)).toEqual([]);
    expect(await isCut(page)).toBe(false);
    await press(page, page.getByRole('button', { name: 'Password' }));
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
    await press(page, page.getByRole('button', { name: 'Change' }));
    await press(page, next);
    await through.click();
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();

    // What asks for a password again asks the provider to, and what is typed is there on the way back.
    await page.setViewportSize({ width: 1440, height: 900 });
    await api('PUT', `/api/secure/user/${user}`, { json: { role: 'admin' } });
    await page.goto('/users/new');
    const invited = unique('Pekka');
    await page.getByLabel('Name', { exact: true }).fill(invited);
    await page.getByLabel('E-mail').fill(`pekka@${domain}`);
    await page.getByLabel('Role').click();
    await page.getByRole('option', { name: 'Manager' }).click();
    await page.getByRole('button', { name: /Invite/ }).click();
    const again = page.getByRole('dialog', { name: 'Show your provider that it is you' });
    await expect(again).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await press(page, again.getByRole('button', { name: 'Continue with single sign-on' }));
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(invited);
    await page.getByRole('button', { name: /Invite/ }).click();
    await expect(page.getByText('One-time link', { exact: true })).toBeVisible();

    // Somebody whom nobody here knows waits for an administrator.
    await provider.tell({ sub: 'stranger' });
    const other = await browser.newContext({ baseURL: baseURL ?? '' });
    const stranger = await other.newPage();
    await stranger.goto('/');
    await stranger.getByLabel('E-mail').fill(people.stranger.email);
    await stranger.getByRole('button', { name: 'Continue', exact: true }).click();
    await stranger.getByRole('button', { name: `Continue with ${provided}` }).click();
    await expect(stranger.getByText(/The provider knows you, but nobody here does yet/)).toBeVisible();

    const admin = await signIn(`/sign-in-providers/${id}`, 'Administrator', 'en');
    await expect(admin.getByText('Waits for you')).toBeVisible();
    await admin.getByRole('button', { name: `Link ${people.stranger.name}` }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Person' }).fill(name);
    await admin.getByRole('option', { name }).click();
    await dialog.getByRole('button', { name: 'Link' }).click();
    await expect(admin.getByText('Waits for you')).toHaveCount(0);
    expect(await violations(admin)).toEqual([]);
    await stranger.getByLabel('E-mail').fill(people.stranger.email);
    await stranger.getByRole('button', { name: 'Continue', exact: true }).click();
    await stranger.getByRole('button', { name: `Continue with ${provided}` }).click();
    await expect(stranger.getByRole('button', { name })).toBeVisible();
    await other.close();
  } finally {
    await end();
  }
});
