import { randomUUID } from 'node:crypto';
import { violations } from './support/axe';
import { expect, test } from './support/fixtures';
import { unreachable } from './support/reach';

const unique = (what: string) => `${what} ${randomUUID().slice(0, 8)}`;

test('a key is shown once, works until it is revoked, and is refused from the next request', async ({
  signIn,
  request,
}) => {
  const name = unique('Till');
  const page = await signIn('/api-keys', 'Administrator');
  await page.getByRole('link', { name: 'New API key' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Terminal' }).click();
  await page.getByLabel('Expires on').fill('2099-06-15');
  await page.getByRole('button', { name: /^Save/ }).click();
  const shown = page.getByLabel('API key', { exact: true });
  await expect(shown).toHaveValue(/^th_[0-9a-f]{10}_[\w-]{43}$/);
  const key = await shown.inputValue();
  expect(await violations(page, 'main')).toEqual([]);
  const used = async () =>
    (await request.get('/api/secure/plu', { headers: { Authorization: `Bearer ${key}` } })).status();
  expect(await used()).toBe(200);
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText('15 Jun 2099')).toBeVisible();
  expect(await page.content()).not.toContain(key.slice(-43));
  // The name of a key can be changed and does not affect what the key may do.
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  const called = page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true });
  await called.fill('');
  await called.press('Enter');
  await expect(called).toHaveAttribute('aria-invalid', 'true');
  await called.fill(`${name} by the door`);
  await called.press('Enter');
  await expect(page.getByRole('heading', { name: `${name} by the door`, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Keep it' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  expect(await used()).toBe(200);
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
  expect(await used()).toBe(401);
  await page.goto('/api-keys');
  await expect(page.getByRole('link', { name: `${name} by the door` })).toHaveCount(0);
});

test('a key is rotated: the new one is shown once, and both work for the hours that are chosen', async ({
  signIn,
  request,
}) => {
  const name = unique('Webshop');
  const page = await signIn('/api-keys/new', 'Administrator');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Accountant' }).click();
  await page.getByLabel('Expires on').fill('2099-06-15');
  await page.getByRole('button', { name: /^Save/ }).click();
  const shown = page.getByLabel('API key', { exact: true });
  const used = async (key: string) =>
    (await request.get('/api/secure/plu', { headers: { Authorization: `Bearer ${key}` } })).status();
  const rotated = async (before: string) => {
    await expect(shown).toHaveValue(/^th_/);
    await expect(shown).not.toHaveValue(before);
    return shown.inputValue();
  };
  const first = await rotated('');
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Rotate ${name}` });
  await expect(dialog.getByRole('combobox', { name: 'This one goes on for' })).toBeFocused();
  const end = dialog.getByLabel('The new one expires on');
  await expect(end).toHaveValue(/2099/);
  expect(await violations(page)).toEqual([]);
  // A day that is over says so at its field, and nothing typed is lost.
  await end.fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Rotate the key' }).click();
  await expect(dialog.getByText('This day is over')).toBeVisible();
  await expect(end).toHaveAttribute('aria-invalid', 'true');
  await end.fill('2099-07-01');
  await dialog.getByRole('button', { name: 'Rotate the key' }).click();
  const second = await rotated(first);
  await expect(page.getByText(/^The key before goes on until /)).toBeVisible();
  expect([await used(first), await used(second)]).toEqual([200, 200]);
  await page.getByRole('link', { name: 'Done' }).click();
  const ofName = page.getByRole('row').filter({ hasText: name });
  await expect(ofName).toHaveCount(2);

  // The new one, at once.
  await ofName.filter({ hasText: '1 Jul 2099' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await dialog.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Not at all' }).click();
  await dialog.getByRole('button', { name: 'Rotate the key' }).click();
  const third = await rotated(second);
  await expect(page.getByText('The key before has ended.')).toBeVisible();
  expect([await used(first), await used(second), await used(third)]).toEqual([200, 401, 200]);
});

test('a key is held to networks, and a text that is none is said at its field', async ({
  signIn,
  request,
}) => {
  const name = unique('Books');
  const page = await signIn('/api-keys/new', 'Administrator');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Accountant' }).click();
  const field = page.getByRole('textbox', { name: 'Networks' });
  // The service alone knows that this is none.
  await field.fill('192.0.2.0/24, 300.1.1.1');
  await page.getByRole('button', { name: /^Save/ }).click();
  const wrong = page.getByText('“300.1.1.1” is no address and no network');
  await expect(wrong).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('192.0.2.0/24\n2001:db8::/32');
  await page.getByRole('button', { name: /^Save/ }).click();
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  const used = async () =>
    (await request.get('/api/secure/plu', { headers: { Authorization: `Bearer ${key}` } })).status();
  expect(await used()).toBe(403);
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByText('192.0.2.0/24, 2001:db8::/32')).toBeVisible();
  await page.getByRole('button', { name: 'Change the networks' }).click();
  const dialog = page.getByRole('dialog', { name: `Networks of ${name}` });
  const box = dialog.getByRole('textbox', { name: 'Networks' });
  await expect(box).toHaveValue('192.0.2.0/24\n2001:db8::/32');
  await box.fill('192.0.2.0/24\n300.1.1.1');
  await dialog.getByRole('button', { name: 'Save the networks' }).click();
  await expect(dialog.getByText('“300.1.1.1” is no address and no network')).toBeVisible();
  await expect(box).toHaveValue('192.0.2.0/24\n300.1.1.1');
  expect(await violations(page)).toEqual([]);
  await box.fill('');
  await dialog.getByRole('button', { name: 'Save the networks' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Any', { exact: true })).toBeVisible();
  expect(await used()).toBe(200);
});

test('a key has a role that the company made, and its page and the list say which', async ({
  signIn,
  wire,
}) => {
  const role = unique('Price reader');
  const made = { name: role, counts_as: 'accountant', data: { rights: ['plu.read'] } };
  const added = await (await wire('Administrator'))('POST', '/api/secure/role', { json: made });
  expect(added.status).toBe(201);
  const name = unique('Shelf labels');
  const page = await signIn('/api-keys/new', 'Administrator');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: role }).click();
  await expect(page.getByText('it counts as: Accountant.')).toBeVisible();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByLabel('API key', { exact: true })).toHaveValue(/^th_/);
  await page.getByRole('link', { name: 'Done' }).click();
  await expect(page.getByRole('row').filter({ hasText: name }).getByText(role)).toBeVisible();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('definition').filter({ hasText: role })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a key is renamed, rotated, held to networks and revoked on a phone, too', async ({
    signIn,
    wire,
  }) => {
    const api = await wire('Administrator');
    const json = { name: unique('Phone'), role: 'accountant' };
    const { id } = (await api('POST', '/api/secure/apikey', { json })).entity;
    const page = await signIn(`/api-keys/${id}`, 'Administrator');
    for (const act of ['Rename', 'Rotate', 'Change the networks', 'Revoke']) {
      await page.getByRole('button', { name: act, exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await unreachable(page, 'a')).toEqual([]);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    expect(await unreachable(page, 'a')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  });
});
