import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { addAuthenticator } from './support/authenticator';
import { violations } from './support/axe';
import { press, signOutByKeyboard, type } from './support/by-keyboard';
import { expect, testByName as test } from './support/fixtures';
import {
  bySender,
  cells,
  codeOf,
  headers,
  joined,
  post,
  protect,
  requireReauthentication,
  signInTo,
  signOut,
  unique,
  withId,
} from './support/persons';

const useAPasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' });

/** Adds a passkey on the page of the own sign-in, with a code where one is asked for. */
async function addPasskey(page: Page, name: string, code?: string): Promise<void> {
  await page.goto('/sessions');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await (code === undefined ? dialog.getByRole('button', { name: 'Add' }).click() : cells(dialog).fill(code));
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
}

/** A name of one word, as long as one may be. */
const longName = 'W'.repeat(60);

test('a name of one long word is cut off by neither the message nor the question', async ({ page, wire }) => {
  await addAuthenticator(page);
  await joined(page.context(), bySender(await wire('Administrator')));
  await page.setViewportSize({ width: 390, height: 844 });
  await addPasskey(page, longName);
  const isInside = (part: Locator) => part.evaluate((element) => element.scrollWidth <= element.clientWidth);
  expect(await isInside(page.locator('[data-toasts]'))).toBe(true);
  await page.getByRole('button', { name: `Remove ${longName}` }).click();
  expect(await isInside(page.getByRole('dialog').getByRole('heading'))).toBe(true);
});

const isCut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('by keyboard alone a passkey is added, signs in without a password, is renamed and removed, and is refused in words then', async ({
  page,
  wire,
}) => {
  const device = await addAuthenticator(page);
  const { name, email } = await joined(page.context(), bySender(await wire('Administrator')));
  await page.goto('/sessions');
  await expect(page.getByText('None. One counts as both factors.')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Add a passkey' }));
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  const field = adding.getByRole('textbox', { name: 'Name' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/^(?:Chrome|Chromium), /);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  await expect(adding.getByText('Give it a name')).toBeVisible();
  expect(await device.count()).toBe(0);
  await type(page, field, 'MacBook Air');
  await page.keyboard.press('Enter');
  await expect(adding).toHaveCount(0);
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect(page.getByText('One. It counts as both factors.')).toBeVisible();
  await expect(page.getByText(/^Not used yet, added/)).toBeVisible();
  expect(await device.count()).toBe(1);

  // One authenticator holds one of a person.
  await press(page, page.getByRole('button', { name: 'Add a passkey' }));
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/^(?:Chrome|Chromium), /);
  await page.keyboard.press('Enter');
  await expect(adding.getByText('This device holds a passkey of yours already.')).toBeVisible();
  await page.keyboard.press('Escape');

  await press(page, page.getByRole('button', { name: 'Rename MacBook Air' }));
  const renaming = page.getByRole('dialog', { name: 'Rename the passkey' });
  await type(page, renaming.getByRole('textbox', { name: 'Name' }), 'The old Mac');
  await page.keyboard.press('Enter');
  await expect(renaming).toHaveCount(0);
  await expect(page.getByText('The old Mac', { exact: true }).first()).toBeVisible();

  await signOutByKeyboard(page, name);
  await press(page, useAPasskey(page));
  await expect(page.getByRole('button', { name })).toBeVisible();
  await page.goto('/sessions');
  await expect(page.getByText(/^Last used today \d\d:\d\d, added/)).toBeVisible();
  await expect(page.getByText(/^Passkey, Chrome/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await isCut(page)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await violations(page, 'main')).toEqual([]);

  await press(page, page.getByRole('button', { name: 'Remove The old Mac' }));
  const removing = page.getByRole('dialog', { name: 'Remove The old Mac?' });
  expect(await violations(page)).toEqual([]);
  await press(page, removing.getByRole('button', { name: 'Remove' }));
  await expect(page.getByText('Passkey removed')).toBeVisible();
  await expect(page.getByText('None. One counts as both factors.')).toBeVisible();

  // The device has it still, and the service does not.
  await signOut(page, name);
  await page.getByLabel('E-mail').fill(email);
  await press(page, useAPasskey(page));
  await expect(page.getByRole('alert').getByText(/^This passkey opens nothing here/)).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  expect(await violations(page)).toEqual([]);
  // Nothing to show is no failure.
  await device.forget();
  await press(page, useAPasskey(page));
  await expect(page.getByRole('status').getByText(/^No passkey was shown/)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await isCut(page)).toBe(false);
});

test('a code is shown once to add a passkey, also if the browser is told no at first; then a passkey does in place of a code', async ({
  page,
  wire,
}) => {
  const device = await addAuthenticator(page);
  const { name, email } = await joined(page.context(), bySender(await wire('Administrator')));
  const { secret } = await protect(page.context());
  await page.goto('/sessions');
  await page.evaluate(() => {
    const create = navigator.credentials.create.bind(navigator.credentials);
    navigator.credentials.create = async () => {
      navigator.credentials.create = create;
      throw new DOMException('Told no', 'NotAllowedError');
    };
  });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await cells(adding).fill('000000');
  await expect(adding.getByText('This is not the code')).toBeVisible();
  await cells(adding).fill(codeOf(secret, 1));
  await expect(adding.getByRole('status').getByText(/^No passkey was made/)).toBeVisible();
  await expect(cells(adding)).toHaveCount(0);
  await adding.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  expect(await device.count()).toBe(1);

  await signOut(page, name);
  await signInTo(page, email);
  await expect(page.getByRole('heading', { name: 'Six-digit code' })).toBeVisible();
  await expect(page.getByText('no code needed')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await useAPasskey(page).click();
  await expect(page.getByRole('button', { name })).toBeVisible();

  await page.goto('/sessions');
  await page.getByRole('button', { name: 'Make ten new ones' }).click();
  const renewing = page.getByRole('dialog', { name: 'Ten new recovery codes' });
  await useAPasskey(page).click();
  await expect(renewing.getByRole('listitem')).toHaveCount(10);
  await renewing.getByRole('checkbox', { name: 'I have kept them' }).check();
  await renewing.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn off the second factor?' });
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Set up', exact: true })).toBeVisible();
});

test('a passkey confirms a session as the password does', async ({ page, wire }) => {
  await addAuthenticator(page);
  await joined(page.context(), bySender(await wire('Administrator')));
  await addPasskey(page, 'MacBook Air');
  await requireReauthentication(page, /\/passkeys\/[^/]+\/remove$/);
  await page.getByRole('button', { name: 'Remove MacBook Air' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  const confirming = page.getByRole('dialog', { name: 'Enter your password again' });
  await confirming.getByRole('button', { name: 'Use a passkey' }).waitFor();
  expect(await violations(page)).toEqual([]);
  const confirmed = page.waitForResponse(/\/api\/session\/confirmation$/);
  await confirming.getByRole('button', { name: 'Use a passkey' }).click();
  expect((await confirmed).status()).toBe(204);
  await expect(page.getByText('Passkey removed')).toBeVisible();
});

test('a company that asks for a second factor is entered by a passkey, which is added there', async ({
  page,
  wire,
  browser,
  service,
}) => {
  await addAuthenticator(page);
  const theirs = await browser.newContext({ baseURL: service.address });
  await joined(theirs, bySender(await wire('Administrator')), 'admin');
  await protect(theirs);
  const company = unique('Asking');
  const { id } = withId.parse(await post(theirs, '/api/secure/company', { name: company, data: {} }));
  const { session } = z
    .looseObject({
      session: z.looseObject({
        memberships: z.array(
          z.looseObject({ acting_as: z.string(), company: z.looseObject({ id: z.string() }) }),
        ),
      }),
    })
    .parse(await (await theirs.request.get('/api/session')).json());
  const as = session.memberships.find((one) => one.company.id === id)?.acting_as;
  await theirs.request.put('/api/session', { data: { acting_as: as }, headers });
  const { name, email } = await joined(page.context(), (path, data) => post(theirs, path, data));
  const data = { data: { second_factor: { roles: ['manager'], from: '2026-01-01' } } };
  expect((await theirs.request.put(`/api/secure/company/${id}`, { data, headers })).status()).toBe(200);
  await theirs.close();

  await page.goto('/customers/new');
  await expect(page.getByRole('heading', { name: 'Set up a second factor to come in' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await isCut(page)).toBe(false);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });

  // With the password alone it is asked for, and shown it opens.
  await signOut(page, name);
  await signInTo(page, email);
  await expect(page.getByRole('heading', { name: 'Show your passkey to come in' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page.getByRole('button', { name })).toBeVisible();
  await page.goto('/sessions');
  await expect(page.getByText(`${company}: a second factor`)).toBeVisible();
  await expect(page.getByText(/You have it\.$/)).toBeVisible();
  // Without it there is no other way in: it is shown before it goes, and the company is named.
  await page.getByRole('button', { name: /^Remove / }).click();
  const removing = page.getByRole('dialog');
  await expect(removing.getByText(`${company} asks for a second factor`)).toBeVisible();
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'Set up a second factor to come in' })).toBeVisible();
});

test('at another address of the service it is said in words that passkeys do not work there', async ({
  page,
  service,
}) => {
  await addAuthenticator(page);
  await page.goto(service.address);
  await press(page, useAPasskey(page));
  await expect(page.getByText('Passkeys do not work at 127.0.0.1')).toBeVisible();
});
