import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { violations } from './support/axe';
import { expect, test, type Person } from './support/fixtures';
import { typePassword } from './support/persons';

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
  await expect(history.filter({ hasText: 'Password changed' })).toHaveText(/Password changed$/);
  await expect(history.filter({ hasText: 'Nothing changed' })).toHaveCount(0);
  await page.getByRole('switch', { name: 'Active' }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect.poll(() => ask(invited, 'GET', '/api/secure/plu')).toBe(401);
  await context.close();
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
