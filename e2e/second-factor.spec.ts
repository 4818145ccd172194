import type { Locator, Route } from '@playwright/test';
import { encode } from 'uqr';
import { z } from 'zod';
import { violations } from './support/axe';
import { press, reach, type } from './support/by-keyboard';
import { expect, test } from './support/fixtures';
import {
  bySender,
  cells,
  codeOf,
  headers,
  joined,
  password,
  post,
  protect,
  signInTo,
  signOut,
  typePassword,
  unique,
  withId,
} from './support/persons';

/** Returns which modules of a picture of a QR code are dark on the screen, read from its pixels. */
async function modulesOf(picture: Locator, size: number): Promise<boolean[][]> {
  const { width = 0 } = (await picture.boundingBox()) ?? {};
  const image = (await picture.screenshot()).toString('base64');
  const blank = await picture.page().context().newPage();
  const dark = await blank.evaluate(
    async ([source, across, count]) => {
      const shot = new Image();
      shot.src = `data:image/png;base64,${source}`;
      await shot.decode();
      const paper = new OffscreenCanvas(shot.width, shot.height).getContext('2d');
      paper?.drawImage(shot, 0, 0);
      // The picture has a border of one pixel.
      const step = (across - 2) / count;
      const at = (module: number) => Math.floor(1 + (module + 0.5) * step);
      const lightness = (x: number, y: number) =>
        paper
          ?.getImageData(at(x), at(y), 1, 1)
          .data.slice(0, 3)
          .reduce((sum, part) => sum + part, 0) ?? 0;
      return Array.from({ length: count }, (_, y) =>
        Array.from({ length: count }, (__, x) => lightness(x, y) < 384),
      );
    },
    [image, width, size] as const,
  );
  await blank.close();
  return dark;
}

test('by keyboard alone an authenticator is set up by its key; a wrong code stays selected; nothing is on before the codes are kept', async ({
  page,
  wire,
}) => {
  const { email } = await joined(page.context(), bySender(await wire('Administrator')));
  await page.goto('/sessions');
  await press(page, page.getByRole('button', { name: 'Set up', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Set up the authenticator' });
  await expect(cells(dialog)).toBeFocused();
  const secret = ((await dialog.getByRole('group', { name: 'Key' }).textContent()) ?? '').replaceAll(
    /\s/g,
    '',
  );
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type('000000');
  await expect(dialog.getByText('This is not the code')).toBeVisible();
  await expect(cells(dialog)).toHaveValue('000000');
  // It is selected: the right one takes its place.
  await page.keyboard.type(codeOf(secret));
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expect(dialog.getByText('Keep ten recovery codes')).toBeFocused();
  const [first = ''] = await codes.allTextContents();
  expect(await violations(page)).toEqual([]);
  // Not on yet, as the wire says.
  const begins = { data: { email, password }, headers };
  const before = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  expect(await (await before?.request.post('/api/session', begins))?.json()).not.toHaveProperty('needs');
  await expect(dialog.getByRole('button', { name: 'Turn it on' })).toBeDisabled();
  const downloading = page.waitForEvent('download');
  await press(page, dialog.getByRole('button', { name: 'Download' }));
  expect((await downloading).suggestedFilename()).toMatch(/recovery-codes.*\.txt$/);
  await reach(page, dialog.getByRole('checkbox', { name: 'I have kept them' }));
  await page.keyboard.press('Space');
  await press(page, dialog.getByRole('button', { name: 'Turn it on' }));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^On since/)).toBeVisible();
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  expect(await violations(page, 'main')).toEqual([]);
  expect(await (await before?.request.post('/api/session', begins))?.json()).toEqual({
    session: null,
    needs: 'code',
  });
  await before?.close();

  // Ten new ones, by one of the old ones, which end.
  await press(page, page.getByRole('button', { name: 'Make ten new ones' }));
  const renewing = page.getByRole('dialog', { name: 'Ten new recovery codes' });
  await press(page, renewing.getByRole('button', { name: 'Use a recovery code' }));
  await type(page, renewing.getByRole('textbox', { name: 'Recovery code' }), first);
  await page.keyboard.press('Enter');
  await expect(renewing.getByRole('listitem')).toHaveCount(10);
  await expect(renewing.getByText(first)).toHaveCount(0);
  await reach(page, renewing.getByRole('checkbox', { name: 'I have kept them' }));
  await page.keyboard.press('Space');
  await press(page, renewing.getByRole('button', { name: 'Done' }));
  await expect(renewing).toHaveCount(0);
});

test('the picture is dark on light in the dark and in a contrast theme, and says what the key beside it says', async ({
  page,
  wire,
}) => {
  await joined(page.context(), bySender(await wire('Administrator')));
  await page.goto('/sessions');
  const answered = page.waitForResponse(/\/session\/authenticator$/);
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const { uri, secret } = z
    .looseObject({ uri: z.string(), secret: z.string() })
    .parse(await (await answered).json());
  expect(new URL(uri).searchParams.get('secret')).toBe(secret);
  const picture = page.getByRole('img', { name: 'QR code with the key' });
  const { data, size } = encode(uri, { ecc: 'M', border: 4 });
  for (const look of [
    { colorScheme: 'light', forcedColors: 'none' },
    { colorScheme: 'dark', forcedColors: 'none' },
    { colorScheme: 'dark', forcedColors: 'active' },
  ] as const) {
    await page.emulateMedia(look);
    await expect.poll(() => modulesOf(picture, size), JSON.stringify(look)).toEqual(data);
  }
});

test('a sign-in asks for the code, a wrong one says so and loses nothing, a device is remembered and forgotten, and it is turned off', async ({
  page,
  wire,
}) => {
  const { name, email } = await joined(page.context(), bySender(await wire('Administrator')));
  const { secret, codes } = await protect(page.context());
  await page.context().clearCookies();
  await signInTo(page, email);
  await expect(page.getByRole('heading', { name: 'Six-digit code' })).toBeVisible();
  await expect(cells(page)).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('checkbox', { name: /Ask for no code/ }).check();
  await cells(page).fill('000 000');
  await expect(page.getByText('This is not the code')).toBeVisible();
  await expect(cells(page)).toHaveValue('000000');
  await expect(page.getByRole('checkbox', { name: /Ask for no code/ })).toBeChecked();
  // Back to the password and here again: the e-mail is still there.
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await typePassword(page);
  await page.getByRole('checkbox', { name: /Ask for no code/ }).check();
  await cells(page).fill(codeOf(secret, 1));
  await expect(page.getByRole('button', { name })).toBeVisible();

  // Remembered: the password alone.
  await signOut(page, name);
  await signInTo(page, email);
  await expect(page.getByRole('button', { name })).toBeVisible();
  await page.goto('/sessions');
  await expect(page.getByText('Password, remembered').first()).toBeVisible();
  await expect(page.getByText('Refused: wrong code')).toBeVisible();
  await page.getByRole('button', { name: /^Ask for a code again/ }).click();
  await expect(page.getByRole('button', { name: /^Ask for a code again/ })).toHaveCount(0);
  await signOut(page, name);

  // Forgotten: a recovery code, which works once.
  await signInTo(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const field = page.getByRole('textbox', { name: 'Recovery code' });
  await field.fill('AAAA-AAAA-AAAA-AAAA');
  await field.press('Enter');
  await expect(page.getByText('This is no recovery code of yours')).toBeVisible();
  await expect(field).toHaveValue('AAAA-AAAA-AAAA-AAAA');
  expect(await violations(page)).toEqual([]);
  await field.fill(codes[0] ?? '');
  await field.press('Enter');
  await expect(page.getByRole('button', { name })).toBeVisible();
  await page.goto('/sessions');
  await expect(page.getByText('9 of 10 left')).toBeVisible();

  await page.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn off the second factor?' });
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByRole('textbox', { name: 'Recovery code' }).fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Set up', exact: true })).toBeVisible();
  await signOut(page, name);
  await signInTo(page, email);
  await expect(page.getByRole('button', { name })).toBeVisible();
});

test('another phone is set up by who shows a code of the old one, which opens nothing afterwards', async ({
  page,
  wire,
}) => {
  const { name, email } = await joined(page.context(), bySender(await wire('Administrator')));
  const { secret, codes } = await protect(page.context());
  await page.goto('/sessions');
  await page.getByRole('button', { name: 'Move to another phone' }).click();
  const asking = page.getByRole('dialog', { name: 'Move to another phone' });
  await cells(asking).fill('000000');
  await expect(asking.getByText('This is not the code')).toBeVisible();
  await asking.getByRole('button', { name: 'Use a recovery code' }).click();
  await asking.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Set up the authenticator' });
  const key = await dialog.getByRole('group', { name: 'Key' }).textContent();
  const moved = (key ?? '').replaceAll(/\s/g, '');
  expect(moved).not.toBe(secret);
  await cells(dialog).fill(codeOf(moved));
  await dialog.getByRole('checkbox', { name: 'I have kept them' }).check();
  await dialog.getByRole('button', { name: 'Turn it on' }).click();
  await expect(dialog).toHaveCount(0);
  await signOut(page, name);
  await signInTo(page, email);
  await cells(page).fill(codeOf(secret, 1));
  await expect(page.getByText('This is not the code')).toBeVisible();
  await cells(page).fill(codeOf(moved, 1));
  await expect(page.getByRole('button', { name })).toBeVisible();
});

test('a company that asks tells first, then stands before the work: what was typed is kept, and saved once a second factor is set up', async ({
  page,
  wire,
  browser,
  service,
}) => {
  const theirs = await browser.newContext({ baseURL: service.address });
  await joined(theirs, bySender(await wire('Administrator')), 'admin');
  await protect(theirs);
  const company = unique('Asking');
  const { id } = withId.parse(await post(theirs, '/api/secure/company', { name: company, data: {} }));
  const me: { session: { memberships: { acting_as: string; company: { id: string } }[] } } = await (
    await theirs.request.get('/api/session')
  ).json();
  const as = me.session.memberships.find((one) => one.company.id === id)?.acting_as;
  await theirs.request.put('/api/session', { data: { acting_as: as }, headers });
  const { name } = await joined(page.context(), (path, data) => post(theirs, path, data));
  const ask = async (days: number) => {
    const from = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const data = { data: { second_factor: { roles: ['manager'], from } } };
    expect((await theirs.request.put(`/api/secure/company/${id}`, { data, headers })).status()).toBe(200);
  };
  await ask(10);
  await page.goto('/');
  await expect(page.getByText('days left to set up a second factor')).toBeVisible();
  await page.getByRole('link', { name: /Set up/ }).click();
  await expect(page.getByText(/^A second factor by/)).toBeVisible();
  expect(await violations(page, 'main')).toEqual([]);

  await page.goto('/customers/new');
  const typed = unique('Typed before');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(typed);
  // What the page reads by itself is refused, too, and would stand before the work first: it waits until the save was sent.
  const reads: Route[] = [];
  await page.route('**/api/secure/**', (route) =>
    route.request().method() === 'GET' ? void reads.push(route) : route.continue(),
  );
  await ask(-1);
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.unroute('**/api/secure/**');
  for (const route of reads) await route.continue().catch(() => undefined);
  await expect(page.getByRole('heading', { name: 'Set up a second factor to come in' })).toBeVisible();
  await expect(page.getByText(`${company} asks for one since`)).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  // At 390 px nothing is cut off, neither there nor in the set-up.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Set up the authenticator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up the authenticator' });
  const secret = ((await dialog.getByRole('group', { name: 'Key' }).textContent()) ?? '').replaceAll(
    /\s/g,
    '',
  );
  const isCut = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(await isCut()).toBe(false);
  await expect(dialog.getByRole('button', { name: 'Next: recovery codes' })).toBeInViewport({ ratio: 1 });
  await cells(dialog).fill(codeOf(secret));
  await dialog.getByRole('checkbox', { name: 'I have kept them' }).check();
  expect(await isCut()).toBe(false);
  await dialog.getByRole('button', { name: 'Turn it on' }).click();
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(field).toHaveValue(typed);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('button', { name })).toBeVisible();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByRole('heading', { name: typed, level: 1 })).toBeVisible();
  await theirs.close();
});

test('an administrator who has shown a second factor turns off that of somebody who has lost theirs', async ({
  page,
  wire,
  browser,
  service,
}) => {
  const api = await wire('Administrator');
  const theirs = await browser.newContext({ baseURL: service.address });
  const other = await joined(theirs, bySender(api));
  await protect(theirs);
  await joined(page.context(), bySender(api), 'admin');
  await page.goto(`/users/${other.id}`);
  await page.getByRole('button', { name: 'Turn off second factor' }).click();
  const dialog = page.getByRole('dialog', { name: `Turn off the second factor of ${other.name}?` });
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog.getByText(/Only who has shown a second factor/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect((await api('GET', `/api/secure/user/${other.id}`)).entity['has_second_factor']).toBe(true);
  await protect(page.context());
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Turn off second factor' })).toHaveCount(0);
  const begun = await theirs.request.post('/api/session', {
    data: { email: other.email, password },
    headers,
  });
  expect(await begun.json()).not.toHaveProperty('needs');
  await page.goto('/security');
  await expect(page.getByText('Second factor of another one turned off').first()).toBeVisible();
  await theirs.close();
});
