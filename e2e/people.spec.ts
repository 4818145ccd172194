import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { violations } from './support/axe';
import { expect, test, type Person } from './support/fixtures';
import { typePassword } from './support/persons';
import { unreachable } from './support/reach';

const unique = (what: string) => `${what} ${randomUUID().slice(0, 8)}`;
const password = 'harbour petrol copper';

/** Sends a request as the page itself could: with the browser's cookie and nothing else. */
const ask = (page: Page, method: string, path: string, json?: unknown) =>
  page.evaluate(
    async ([verb, address, body]) => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(address, { method: verb, headers, ...(body !== null && { body }) })).status;
    },
    [method, path, json === undefined ? null : JSON.stringify(json)] as const,
  );

const offers: Record<
  Person,
  {
    sees: string[];
    administers: string[];
    not: string[];
    creates: boolean;
    reads: string[];
    refused: string[];
  }
> = {
  Administrator: {
    sees: ['Products', 'Customers'],
    administers: ['Users', 'API keys', 'Company', 'Audit trail'],
    not: [],
    creates: true,
    reads: ['plu', 'user', 'apikey', 'event'],
    refused: [],
  },
  Manager: {
    sees: ['Products', 'Customers'],
    administers: ['Audit trail'],
    not: ['Users', 'API keys', 'Company'],
    creates: true,
    reads: ['plu', 'event'],
    refused: ['user', 'apikey'],
  },
  Accountant: {
    sees: ['Products', 'Customers'],
    administers: ['Audit trail'],
    not: ['Users', 'API keys', 'Company'],
    creates: false,
    // Of the trail those entries of business days and receipts.
    reads: ['plu', 'event'],
    refused: ['user', 'apikey'],
  },
};

for (const person of ['Administrator', 'Manager', 'Accountant'] as const) {
  const { sees, administers, not, creates, reads, refused } = offers[person];
  test(`the ${person.toLowerCase()} is offered what the role may do, and refused the rest also by direct requests`, async ({
    signIn,
    wire,
  }) => {
    const name = unique('Offered');
    const { id } = (await (await wire())('POST', '/api/secure/customer', { json: { name } })).entity;
    const page = await signIn('/customers', person);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
    for (const link of sees)
      await expect(navigation.getByRole('link', { name: link, exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'New customer' })).toHaveCount(creates ? 1 : 0);

    await navigation.getByRole('link', { name: 'Administration', exact: true }).click();
    const named = page.getByRole('main');
    for (const link of administers)
      await expect(named.getByRole('link', { name: link, exact: true })).toBeVisible();
    for (const link of not) await expect(page.getByRole('link', { name: link, exact: true })).toHaveCount(0);

    await page.goto(`/customers/${id}`);
    const field = page.getByRole('textbox', { name: 'Name', exact: true });
    // Who may not change it reads it as text.
    if (creates) await expect(field).toHaveValue(name);
    else await expect(page.getByRole('group', { name: 'Name', exact: true })).toContainText(name);
    await expect(page.getByText(/Your role can view this record/)).toHaveCount(creates ? 0 : 1);
    await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(creates ? 1 : 0);
    if (!creates) {
      await expect(field).toHaveCount(0);
      await page.goto('/customers/new');
      await expect(page.getByText('Not for your role')).toBeVisible();
    }
    for (const path of ['/users', '/api-keys', '/company', '/users/new']) {
      await page.goto(path);
      await expect(page.getByText('Not for your role')).toHaveCount(not.length > 0 ? 1 : 0);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    }
    for (const resource of reads) expect(await ask(page, 'GET', `/api/secure/${resource}`)).toBe(200);
    for (const resource of refused) {
      expect(await ask(page, 'GET', `/api/secure/${resource}`)).toBe(403);
      // Nobody writes the audit trail, so its path has no such method.
      const made = await ask(page, 'POST', `/api/secure/${resource}`, {});
      expect(made).toBe(resource === 'event' ? 405 : 403);
    }
    const changed = await ask(page, 'PUT', `/api/secure/customer/${id}`, {
      data: { note: 'asked directly' },
    });
    expect(changed).toBe(creates ? 200 : 403);
    const invited = await ask(page, 'POST', `/api/secure/user/${id}/invitation`);
    expect(invited).toBe(person === 'Administrator' ? 404 : 403);
  });
}

test('a session that ends in the middle of a form is begun again in place, and what was typed is saved', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const name = unique('Interrupted');
  const { id } = (await api('POST', '/api/secure/customer', { json: { name } })).entity;
  const page = await signIn(`/customers/${id}`);
  const note = page.getByRole('textbox', { name: 'Note', exact: true });
  await expect(note).toBeVisible();
  await note.fill('typed before the end');
  await page.context().clearCookies();
  // By keys: what else the page asks for may have found out already, and stands over the button.
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/You were signed out/)).toBeVisible();
  expect((await api('GET', `/api/secure/customer/${id}`)).entity.version).toBe(1);
  await page.getByRole('button', { name: 'Manager' }).click();
  await expect(note).toHaveValue('typed before the end');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect
    .poll(async () => (await api('GET', `/api/secure/customer/${id}`)).entity.data['note'])
    .toBe('typed before the end');
});

test('an administrator invites a person, who sets a password by the link, once, and signs in with it', async ({
  signIn,
  browser,
  service,
}) => {
  const name = unique('Invited');
  const email = `${name.toLowerCase().replace(' ', '.')}@example.org`;
  const page = await signIn('/users', 'Administrator');
  await page.getByRole('link', { name: 'Invite a user' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email);
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Accountant' }).click();
  await page.getByRole('button', { name: /^Invite/ }).click();
  const shown = page.getByLabel('One-time link');
  await expect(shown).toHaveValue(/\/invitation#[\w-]{43}$/);
  const link = await shown.inputValue();
  expect(await violations(page, 'main')).toEqual([]);

  const context = await browser.newContext({ baseURL: service.address });
  const invited = await context.newPage();
  await invited.goto(link);
  await expect(invited.getByRole('heading', { name: 'Welcome to Rantakulma Helsinki' })).toBeVisible();
  const field = invited.getByLabel('Password', { exact: true });
  await field.fill('short');
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('password1234');
  await field.press('Enter');
  await expect(invited.getByText(/most common passwords/)).toBeVisible();
  expect(await violations(invited)).toEqual([]);
  await field.fill(password);
  await field.press('Enter');
  await expect(invited.getByRole('button', { name })).toBeVisible();
  await invited.goto(link);
  await expect(invited.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await invited.getByRole('button', { name: 'Back to sign-in' }).click();
  await invited.getByRole('button', { name }).click();
  await invited.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
  await invited.getByLabel('E-mail').fill(email);
  await typePassword(invited, `${password}!`);
  await expect(invited.getByText('The e-mail or the password is not right')).toBeVisible();
  await invited.getByLabel('Password', { exact: true }).fill(password);
  await invited.keyboard.press('Enter');
  await expect(invited.getByRole('button', { name })).toBeVisible();

  // Changing one's own password: errors are shown at their field before anything is sent.
  await invited.getByRole('button', { name }).click();
  await invited.getByRole('menuitem', { name: 'Change password' }).click();
  const dialog = invited.getByRole('dialog', { name: 'Change password' });
  const [current, fresh, repeated] = ['Current password', 'New password', 'New password again'].map((label) =>
    dialog.getByLabel(label, { exact: true }),
  );
  if (!current || !fresh || !repeated) throw new Error('There are three fields');
  await current.fill(`${password}?`);
  await fresh.fill('short');
  await repeated.fill('short');
  await repeated.press('Enter');
  await expect(fresh).toHaveAttribute('aria-invalid', 'true');
  await fresh.fill(`${password} anew`);
  await repeated.fill(`${password} anew`);
  await repeated.press('Enter');
  await expect(dialog.getByText('This is not your current password')).toBeVisible();
  await expect(current).toHaveAttribute('aria-invalid', 'true');
  expect(await violations(invited)).toEqual([]);
  await current.fill(password);
  await repeated.press('Enter');
  await expect(dialog).toHaveCount(0);
  const signsIn = (given: string) =>
    invited.evaluate(
      async (body) => {
        const headers = { 'Content-Type': 'application/json' };
        return (await fetch('/api/session', { method: 'POST', headers, body, credentials: 'omit' })).status;
      },
      JSON.stringify({ email, password: given }),
    );
  expect([await signsIn(password), await signsIn(`${password} anew`)]).toEqual([401, 200]);
  expect(await ask(invited, 'GET', '/api/secure/plu')).toBe(200);

  // A deactivated person is signed out with the next request, whatever page is open.
  await page.getByRole('link', { name: 'Done' }).click();
  await expect(page.getByText(/Joined/)).toBeVisible();
  const history = page.getByRole('complementary').getByRole('listitem');
  await expect(history.filter({ hasText: 'Invitation accepted' })).toHaveCount(1);
  await expect(history.filter({ hasText: 'Nothing changed' })).toHaveCount(0);
  await page.getByRole('switch', { name: 'Active' }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect.poll(() => ask(invited, 'GET', '/api/secure/plu')).toBe(401);
  await context.close();
});

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

test('a window writes nothing into the company that another window switched to, and goes on where it was', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const name = unique('Two windows');
  const { id } = (await api('POST', '/api/secure/customer', { json: { name } })).entity;
  const page = await signIn(`/customers/${id}`, 'Administrator');
  const note = page.getByRole('textbox', { name: 'Note', exact: true });
  await expect(note).toBeVisible();
  await note.fill('typed in Helsinki');
  const other = await page.context().newPage();
  await other.goto('/customers');
  await other.getByRole('button', { name: 'Rantakulma Helsinki' }).click();
  await other.getByRole('menuitem', { name: /Rantakulma Tampere/ }).click();
  await expect(other.getByRole('button', { name: 'Rantakulma Tampere' })).toBeVisible();

  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByRole('heading', { name: 'Another window has switched' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect((await api('GET', `/api/secure/customer/${id}`)).entity.version).toBe(1);
  await page.getByRole('button', { name: 'Go on here in Rantakulma Helsinki' }).click();
  await expect(note).toHaveValue('typed in Helsinki');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect
    .poll(async () => (await api('GET', `/api/secure/customer/${id}`)).entity.data['note'])
    .toBe('typed in Helsinki');
});

test('an administrator makes a child company, works in it, and defines a field of its own', async ({
  signIn,
}) => {
  const name = unique('Child');
  const field = unique('Shelf');
  const page = await signIn('/company', 'Administrator');
  await page.getByRole('button', { name: 'New child company' }).click();
  // The company's own form, which also has a name field, stays until the page has loaded.
  await expect(page.getByRole('heading', { name: 'New child company', level: 1 })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Work there' }).click();
  await expect(page.getByRole('button', { name })).toBeVisible();

  await page.goto('/company');
  const products = page.getByRole('region', { name: 'Fields of Products' });
  await products.getByRole('button', { name: 'Add a field' }).click();
  const box = products.getByRole('textbox', { name: /Name$/ });
  await box.fill(field);
  await box.press('Tab');
  await page.getByRole('button', { name: /^Save/ }).click();
  const stored = () =>
    page.evaluate(async () => {
      const me: { company: { id: string } } = await (await fetch('/api/secure/me')).json();
      const company: { data: Record<string, unknown> } = await (
        await fetch(`/api/secure/company/${me.company.id}`)
      ).json();
      return company.data['additional_fields'];
    });
  await expect
    .poll(stored)
    .toEqual({ plu: [{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: field, type: 'text' }] });
});

test('before a person is deactivated, their form names the change sets that are due in their name', async ({
  signIn,
  wire,
}) => {
  const admin = await wire('Administrator');
  const [product] = (await admin('GET', '/api/secure/plu?page=1&pageSize=1')).entities;
  const name = unique('Due');
  const page = await signIn('/', 'Manager');
  // Of the signed-in person: a key would be somebody else.
  const send = async (path: string, data: object) => {
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    const answer = await page.request.post(`/api/secure/changeset${path}`, { data, headers });
    return z.looseObject({ id: z.string(), status: z.string() }).parse(await answer.json());
  };
  const { id } = await send('', { name, apply_at: '2040-01-01T06:00' });
  await page.request.post(`/api/secure/changeset/${id}/items`, {
    data: [{ resource: 'plu', record_id: product?.id, patch: { memo: name } }],
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  await send(`/${id}/schedule`, {});
  const status = async () => (await admin('GET', `/api/secure/changeset/${id}`)).entity['status'];
  await expect.poll(status).toBe('scheduled');
  const { applied_by: who } = (await admin('GET', `/api/secure/changeset/${id}`)).entity;
  const people = (await admin('GET', '/api/secure/user?page=1')).entities;
  await signIn(`/users/${people.find((user) => user['name'] === who)?.id}`, 'Administrator');
  const active = page.getByRole('switch', { name: /^(Active|Deactivated)$/ });
  const warning = page.getByRole('link', { name });
  await expect(active).toBeChecked();
  await expect(warning).toHaveCount(0);
  await active.click();
  await expect(warning).toBeVisible();
  await expect(page.getByText(/an administrator to take (it|them) over/)).toBeVisible();
  expect(await violations(page, 'main')).toEqual([]);
  await active.click();
  await expect(warning).toHaveCount(0);
  expect((await admin('POST', `/api/secure/changeset/${id}/discard`)).status).toBe(200);
});
