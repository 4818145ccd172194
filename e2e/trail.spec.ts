import { readFile } from 'node:fs/promises';

import { violations } from './support/axe';
import { expect, disableLiveChanges, test } from './support/fixtures';

const unique = (name: string) => `${name} ${Math.random().toString(36).slice(2, 10)}`;

test('the trail is narrowed by record and action, an event is read to the letter, and its address shared', async ({
  signIn,
  wire,
  browser,
}) => {
  const api = await wire('Administrator');
  const name = unique('Followed');
  const made = await api('POST', '/api/secure/customer', { json: { name, data: { phone: '040 1' } } });
  const { id } = made.entity;
  await api('PUT', `/api/secure/customer/${id}`, { json: { data: { phone: '040 2' } } });

  const page = await signIn('/audit', 'Administrator');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('searchbox', { name: /: Record$/ }).fill(name);
  await page.getByRole('checkbox', { name: new RegExp(name) }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`entity_id=${id}`));
  const trail = page.getByRole('table', { name: 'Events, newest first' });
  const created = trail.getByRole('link', { name: `Created customer ${name}` });
  const changed = trail.getByRole('link', { name: `Changed customer ${name}` });
  await expect(created).toBeVisible();
  await expect(trail.getByRole('row').filter({ hasText: 'Changed customer' })).toContainText(
    /Phone\s*040 1\s*040 2/,
  );

  await page.getByRole('button', { name: 'Action', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Changed' }).check();
  await page.keyboard.press('Escape');
  await expect(created).toBeHidden();
  await expect(page).toHaveURL(/action=update/);

  await changed.click();
  const event = page.getByRole('complementary', { name: 'Event', exact: true });
  await expect(event.getByRole('list', { name: 'Difference' })).toHaveText(/Phone\s*040 1\s*040 2/);
  await event.getByText('As sent').click();
  await expect(event.getByRole('region', { name: 'As sent' })).toHaveText(/"phone": "040 2"/);
  await expect(page).toHaveURL(/event=[\da-f-]{36}/);
  expect(await violations(page)).toEqual([]);

  const other = await browser.newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Administrator' }).click();
  await expect(other.getByRole('complementary', { name: 'Event', exact: true })).toContainText(
    `Changed customer ${name}`,
  );
  await expect(other.getByRole('button', { name: 'Remove Action' })).toBeVisible();
  await other.close();
});

test('the trail is narrowed to what changed a field of a record type, and goes into a file with every value', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Administrator');
  const name = unique('Field');
  const made = await api('POST', '/api/secure/customer', { json: { name, data: { phone: '0401' } } });
  const { id } = made.entity;
  await api('PUT', `/api/secure/customer/${id}`, { json: { data: { phone: '0402' } } });
  await api('PUT', `/api/secure/customer/${id}`, { json: { data: { note: 'Calls on Mondays' } } });

  const page = await signIn(`/audit?entity=customer&entity_id=${id}`, 'Administrator');
  const trail = page.getByRole('table', { name: 'Events, newest first' });
  await expect(trail.getByRole('link')).toHaveCount(3);
  await page.getByRole('button', { name: 'Field', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Phone', exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/field=(?:%2F|\/)data(?:%2F|\/)phone/);
  await expect(trail.getByRole('link')).toHaveCount(2);

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text).toContain('/data/phone');
  expect(text).toMatch(/0401.*0402/);
  expect(text).not.toContain('Mondays');
  await expect(page.getByText('2 entries are in the file')).toBeVisible();
});

test('the security log goes into a file as its filters find it', async ({ signIn }) => {
  const page = await signIn('/security?kind=sign_in', 'Administrator');
  await expect(page.getByRole('table', { name: 'Security log, newest first' })).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.slice(1).every((line) => line.includes('Signed in'))).toBe(true);
});

test('versions of a record are compared; a field, then a whole version is put back; never over what others saved', async ({
  context,
  signIn,
  wire,
}) => {
  const api = await wire();
  const [first, second, third] = [unique('First'), unique('Second'), unique('Third')];
  const made = await api('POST', '/api/secure/customer', {
    json: { name: first, data: { phone: '1', note: 'a' } },
  });
  const path = `/api/secure/customer/${made.entity.id}`;
  await api('PUT', path, { json: { name: second, data: { phone: '2' } } });
  await api('PUT', path, { json: { name: third, data: { phone: '3', note: null } } });
  const stored = async () => (await api('GET', path)).entity;

  await disableLiveChanges(context);
  const page = await signIn(`/customers/${made.entity.id}`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const versions = page.getByRole('button', { name: 'All versions' });
  const differences = page.getByRole('table', { name: 'What differs' });
  await expect(name).toHaveValue(third);

  await versions.click();
  await expect(differences.getByRole('row').filter({ hasText: 'Name' })).toContainText(second);
  await expect(differences.getByRole('row').filter({ hasText: 'Note' })).toContainText('empty');
  expect(await violations(page)).toEqual([]);
  await differences.getByRole('checkbox', { name: 'Put back Phone' }).check();
  await page.getByRole('button', { name: 'Put back 1 field' }).click();
  await expect.poll(stored).toMatchObject({ name: third, version: 4, data: { phone: '2' } });
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('2');

  await versions.click();
  await page.getByRole('button', { name: 'Put back version 3' }).click();
  await expect.poll(stored).toMatchObject({ name: third, version: 5, data: { phone: '3' } });
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('3');

  await versions.click();
  await expect(differences).toBeVisible();
  await api('PUT', path, { json: { data: { phone: '6' } } });
  await page.getByRole('button', { name: 'Put back version 4' }).click();
  await expect(page.getByRole('dialog', { name: `${third} was saved by someone else` })).toBeVisible();
  expect(await stored()).toMatchObject({ version: 6, data: { phone: '6' } });
});

test('a list and a record are shown as they were, by their address, read-only, and back', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const [before, after] = [unique('Before'), unique('After')];
  const made = await api('POST', '/api/secure/grp', { json: { name: before } });
  const { id } = made.entity;
  const moment = made.entity['modified_at'];
  await expect
    .poll(
      async () =>
        (await api('PUT', `/api/secure/grp/${id}`, { json: { name: after } })).entity['modified_at'],
    )
    .not.toBe(moment);

  const page = await signIn(`/groups?q=${encodeURIComponent(before)}&as_of=${moment}`);
  const grid = page.getByRole('grid', { name: 'Groups' });
  await expect(page.getByText('Read-only.')).toBeVisible();
  await expect(grid.getByRole('link', { name: before })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New group' })).toBeHidden();
  expect(await violations(page)).toEqual([]);

  await grid.getByRole('link', { name: before }).click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(page.getByRole('group', { name: 'Name', exact: true })).toContainText(before);
  await expect(name).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(name).toHaveValue(after);
  await expect(name).toBeEditable();

  await page.goto(`/groups?q=${encodeURIComponent(after)}`);
  await expect(grid.getByRole('link', { name: after })).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Show as it was' }).click();
  await page.getByLabel('Day').fill('2001-01-01');
  // Defaults to the present time, which may be the day before in another time zone.
  await page.getByLabel('Time').fill('12:00');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/as_of=2001-01-01T/);
  await expect(grid.getByRole('link', { name: after })).toBeHidden();

  await page.goto(`/groups/${id}?as_of=2001-01-01T12:00:00Z`);
  await expect(page.getByText('It was not there yet at that time')).toBeVisible();
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(name).toHaveValue(after);
});

test('a customer is exported and erased by an administrator; a manager exports and is not offered the erasure', async ({
  signIn,
  wire,
  browser,
  service,
}) => {
  const api = await wire('Administrator');
  const name = unique('Erased');
  const made = await api('POST', '/api/secure/customer', { json: { name, data: { phone: '040 3' } } });
  const path = `/api/secure/customer/${made.entity.id}`;

  const manager = await browser.newPage();
  await manager.goto(`${service.address}/customers/${made.entity.id}`);
  await manager.getByRole('button', { name: 'Manager' }).click();
  const [file] = await Promise.all([
    manager.waitForEvent('download'),
    manager.getByRole('button', { name: 'Export everything' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain(name);
  await expect(manager.getByRole('button', { name: 'Erase…' })).toBeHidden();
  await manager.close();

  const page = await signIn(`/customers/${made.entity.id}`, 'Administrator');
  await page.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: `Erase ${name}?` });
  await expect(dialog).toContainText('cannot be undone');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('');
  expect((await api('GET', path)).entity).toMatchObject({ name: '', active: false, data: {} });

  await page.goto(`/audit?entity_id=${made.entity.id}`);
  const trail = page.getByRole('table', { name: 'Events, newest first' });
  await expect(
    trail.getByRole('row').filter({ hasText: 'Erased the personal data of customer' }),
  ).toBeVisible();
  await expect(trail.getByRole('row').filter({ hasText: 'nothing of it is kept' })).toBeVisible();
  await expect(page.getByText(name)).toBeHidden();
});
