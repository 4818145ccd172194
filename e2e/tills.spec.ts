import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { z } from 'zod';
import { pairedSchema } from '@/contract/tills';
import type { Sender } from '@/testing/service';
import { violations } from './support/axe';
import { press, reach } from './support/by-keyboard';
import { expect, speakEnglish, test } from './support/fixtures';
import { bySender, joined, password, requireReauthentication, unique } from './support/persons';
import { unreachable } from './support/reach';

/** Makes a register of its own at the first location. */
async function makeRegister(api: Sender): Promise<{ id: string; name: string; place: string }> {
  const [location] = (await api('GET', '/api/secure/location?pageSize=1&sort=name')).entities;
  const name = unique('Register');
  const { id } = (await api('POST', '/api/secure/pos', { json: { name, location_id: location?.id } })).entity;
  return { id, name, place: String(location?.['name']) };
}

/** Types a code at the till, and returns what the till gets. */
async function typeAtTill(till: APIRequestContext, code: string, version = 'Nordpos 4.2') {
  const answer = await till.post('/api/pair', { data: { code, version } });
  expect(answer.status(), await answer.text()).toBe(201);
  return pairedSchema.parse(await answer.json());
}

/** Returns how the service answers a till. */
const answered = async (till: APIRequestContext, key: string): Promise<number> =>
  (
    await till.get('/api/secure/me', {
      headers: { Authorization: `Bearer ${key}`, 'Till-Version': 'Nordpos 4.2' },
    })
  ).status();

const tillOf = (page: Page) => page.getByRole('region', { name: 'Till', exact: true });

/** The code that a dialog shows, as people read it. */
async function codeShown(page: Page): Promise<string> {
  const code = page
    .getByRole('dialog')
    .getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    .first();
  await expect(code).toBeVisible();
  return (await code.textContent()) ?? '';
}

const codeSchema = z.looseObject({ code: z.string() });

/** Pairs a till by the wire alone, which is heard from then. */
async function pairedByWire(api: Sender, request: APIRequestContext, id: string) {
  const made = await api('POST', `/api/secure/pos/${id}/pairing`, { json: {} });
  const till = await typeAtTill(request, codeSchema.parse(made.json).code);
  expect(await answered(request, till.key)).toBe(200);
  await expect
    .poll(async () => JSON.stringify((await api('GET', '/api/secure/till')).json))
    .toMatch(new RegExp(`"id":"${till.key_id}"[^}]*"last_used_at":"`));
  return till;
}

test('by keyboard alone a manager pairs a till, and the dialog says when it has come', async ({
  signIn,
  wire,
  request,
}) => {
  const { id, name, place } = await makeRegister(await wire());
  const page = await signIn(`/registers/${id}`);
  await press(page, page.getByRole('button', { name: 'Pair a till' }));
  const dialog = page.getByRole('dialog', { name: `Pair a till with ${name}` });
  const code = await codeShown(page);
  await expect(dialog.getByRole('timer')).toHaveText(/^Valid for (?:10:00|9:\d\d), once$/);
  await expect(dialog.getByRole('status')).toHaveText(/^Waiting for the till/);
  await expect(dialog.getByText(`key of its own for ${name} in ${place}`)).toBeVisible();
  // Its time goes down.
  const before = (await dialog.getByRole('timer').textContent()) ?? '';
  await expect(dialog.getByRole('timer')).not.toHaveText(before);
  await press(page, dialog.getByRole('button', { name: 'It does not answer' }));
  await expect(dialog.getByText('Is it online?')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // A till takes it as it is typed there.
  const till = await typeAtTill(request, code.toLowerCase().replace('-', ''));
  expect(till.pos.id).toBe(id);
  await expect(dialog.getByRole('status')).toHaveText(`${name} is pairedVersion Nordpos 4.2`);
  expect(await violations(page)).toEqual([]);
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Replace the till of ${name}` })).toBeFocused();
  await expect(tillOf(page).getByText('Paired, not heard from yet')).toBeVisible();
  await expect(tillOf(page).getByText(/^Paired today .* by Aino Lehtonen$/)).toBeVisible();
  expect(await answered(request, till.key)).toBe(200);
  await expect(async () => {
    await page.reload();
    await expect(tillOf(page).getByText('Heard from: just now')).toBeVisible({ timeout: 1000 });
  }).toPass();

  // The list says it, too; the version where there is room for it.
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(`/registers?q=${encodeURIComponent(name)}`);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByText('Just now')).toBeVisible();
  await expect(row.getByText('Nordpos 4.2')).toBeVisible();
});

test('another till takes the place of the one before, which goes on for the hours that are chosen', async ({
  signIn,
  wire,
  request,
}) => {
  const api = await wire();
  const { id, name } = await makeRegister(api);
  const first = await pairedByWire(api, request, id);
  const page = await signIn(`/registers/${id}`);
  await page.getByRole('button', { name: 'Replace' }).click();
  const dialog = page.getByRole('dialog', { name: `Replace the till of ${name}` });
  await expect(dialog.getByRole('combobox', { name: 'The till before goes on for' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make the code' }).click();
  const second = await typeAtTill(request, await codeShown(page), 'Nordpos 5.0');
  await expect(dialog.getByText(/The till before ends tomorrow at \d\d:\d\d\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(tillOf(page).getByRole('listitem')).toHaveCount(2);
  await expect(tillOf(page).getByText(/^Ends tomorrow at/)).toBeVisible();
  expect([await answered(request, first.key), await answered(request, second.key)]).toEqual([200, 200]);

  // Not at all: both end with the third.
  await page.getByRole('button', { name: 'Replace' }).click();
  await dialog.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Not at all' }).click();
  await dialog.getByRole('button', { name: 'Make the code' }).click();
  const third = await typeAtTill(request, await codeShown(page));
  await expect(dialog.getByText('Its sales arrive from here on.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(tillOf(page).getByRole('listitem')).toHaveCount(1);
  const keys = [first.key, second.key, third.key];
  expect(await Promise.all(keys.map((key) => answered(request, key)))).toEqual([401, 401, 200]);
});

test('a till is unlinked after a question, and is refused from its next request on', async ({
  signIn,
  wire,
  request,
}) => {
  const api = await wire();
  const { id, name } = await makeRegister(api);
  const till = await pairedByWire(api, request, id);
  const page = await signIn(`/registers/${id}`);
  await page.getByRole('button', { name: 'Unlink' }).click();
  const dialog = page.getByRole('dialog', { name: `Unlink the till of ${name}?` });
  await expect(dialog.getByText('refused from its next request on')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  expect(await answered(request, till.key)).toBe(200);
  await page.getByRole('button', { name: 'Unlink' }).click();
  await dialog.getByRole('button', { name: 'Unlink the till' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(tillOf(page).getByText('No till is paired with it.')).toBeVisible();
  expect(await answered(request, till.key)).toBe(401);
});

test('a code that is over, or has a newer one, says so, and makes place for another', async ({
  signIn,
  wire,
  request,
}) => {
  const api = await wire();
  const { id } = await makeRegister(api);
  const page = await signIn('/registers');
  await page.clock.install();
  await page.goto(`/registers/${id}`);
  await page.getByRole('button', { name: 'Pair a till' }).click();
  const dialog = page.getByRole('dialog');
  const first = await codeShown(page);
  // Somebody else makes one for the same register.
  const newer = codeSchema.parse((await api('POST', `/api/secure/pos/${id}/pairing`, { json: {} })).json);
  await page.clock.runFor(8000);
  await expect(dialog.getByRole('status')).toHaveText(/^A newer code was made/);
  expect((await request.post('/api/pair', { data: { code: first } })).status()).toBe(422);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'New code' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^Waiting for the till/);
  const second = await codeShown(page);
  expect([first, newer.code]).not.toContain(second);
  await page.clock.runFor('10:01');
  await expect(dialog.getByRole('status')).toHaveText(/^The code is over/);
  await expect(dialog.getByRole('timer')).toHaveText('Pairs nothing any more');
  await dialog.getByRole('button', { name: 'New code' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^Waiting for the till/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(tillOf(page).getByText(/^A code waits for its till until/)).toBeVisible();
});

test('the password is asked for again over the dialog: the code that is shown stays, and the next one comes with it', async ({
  page,
  wire,
}) => {
  const api = await wire('Administrator');
  await joined(page.context(), bySender(api));
  const { id } = await makeRegister(api);
  await page.goto(`/registers/${id}`);
  await requireReauthentication(page, /\/pairing$/);
  await page.getByRole('button', { name: 'Pair a till' }).click();
  const asked = page.getByRole('dialog', { name: 'Enter your password again' });
  const field = asked.getByLabel('Password', { exact: true });
  await expect(field).toBeFocused();
  // Whoever does not type it has no dialog left, and no code was made.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(tillOf(page).getByText('No till is paired with it.')).toBeVisible();
  await page.getByRole('button', { name: 'Pair a till' }).click();
  const first = await codeShown(page);
  await requireReauthentication(page, /\/pairing$/);
  await page.getByRole('button', { name: 'New code' }).click();
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  expect(await codeShown(page)).toBe(first);
  await requireReauthentication(page, /\/pairing$/);
  await page.getByRole('button', { name: 'New code' }).click();
  await field.fill(password);
  await page.keyboard.press('Enter');
  await expect(asked).toHaveCount(0);
  await expect.poll(() => codeShown(page)).not.toBe(first);
});

test('who may not pair tills sees nothing of them', async ({ signIn, wire }) => {
  const { id, name } = await makeRegister(await wire());
  const page = await signIn(`/registers/${id}`, 'Accountant');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(tillOf(page)).toHaveCount(0);
  await page.goto('/registers');
  await expect(page.getByRole('columnheader', { name: 'Location' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Till' })).toHaveCount(0);
});

test('the dialog that waits says when another one made a code, and when the register was deactivated', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const { id } = await makeRegister(api);
  const page = await signIn(`/registers/${id}`);
  await page.getByRole('button', { name: 'Pair a till' }).click();
  const status = page.getByRole('dialog').getByRole('status');
  await expect(status).toHaveText(/^Waiting for the till/);
  await api('POST', `/api/secure/pos/${id}/pairing`, { json: {} });
  await expect(status).toHaveText(/^A newer code was made/);
  await api('PUT', `/api/secure/pos/${id}`, { json: { active: false } });
  await expect(status).toHaveText(
    'The code has endedThe register was deactivated, or the till that typed it was unlinked.',
  );
  await expect(page.getByRole('dialog').getByRole('timer')).toHaveText('Pairs nothing any more');
  expect(await violations(page)).toEqual([]);
});

const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a till is paired on a phone and in Finnish, in forced colours', async ({ signIn, wire, request }) => {
    const api = await wire();
    const { id } = await makeRegister(api);
    const page = await signIn(`/registers/${id}`, 'Manager', 'fi');
    const context: BrowserContext = page.context();
    await page.getByRole('button', { name: 'Yhdistä kassapääte' }).click();
    const dialog = page.getByRole('dialog');
    const code = await codeShown(page);
    expect(await unreachable(page, 'a')).toEqual([]);
    expect(await isTooWide(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ forcedColors: 'none' });
    await typeAtTill(request, code);
    await expect(dialog.getByRole('status')).toHaveText(/on yhdistetty/);
    await reach(page, dialog.getByRole('button', { name: 'Valmis' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Yhdistetty, ei vielä kuultu')).toBeVisible();
    expect(await isTooWide(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await speakEnglish(context);
  });

  test('the list says of each register whether a till is paired', async ({ signIn, wire, request }) => {
    const api = await wire();
    const [one, none] = [await makeRegister(api), await makeRegister(api)];
    await pairedByWire(api, request, one.id);
    const page = await signIn(`/registers?q=${encodeURIComponent(one.name)}`);
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await expect(row(one.name)).toContainText('Just now');
    await expect(row(one.name)).toContainText(one.place);
    await page.goto(`/registers?q=${encodeURIComponent(none.name)}`);
    await expect(row(none.name)).toContainText('Not paired');
    expect(await unreachable(page, 'a')).toEqual([]);
    expect(await isTooWide(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
  });

  test('two actions without an icon share the foot of a page', async ({ signIn, wire }) => {
    const api = await wire('Administrator');
    const json = { name: unique('Foot'), role: 'accountant' };
    const { id } = (await api('POST', '/api/secure/apikey', { json })).entity;
    const page = await signIn(`/api-keys/${id}`, 'Administrator');
    const revoke = page.getByRole('button', { name: 'Revoke' });
    await expect(revoke).toBeVisible();
    // No page has two of them now.
    await revoke.evaluate((button) => button.before(button.cloneNode(true)));
    await expect(revoke).toHaveCount(2);
    expect(await unreachable(page, 'a')).toEqual([]);
    expect(await isTooWide(page)).toBeLessThanOrEqual(0);
  });
});
