import { z } from 'zod';
import { changeSets } from '@/testing/change-sets';
import type { Json } from '@/testing/answer';
import { violations } from './support/axe';
import { expect, test } from './support/fixtures';
import { newProducts, ofSet as foot, signInAlone } from './support/prices-page';

const unique = (name: string) => `${name} ${Math.random().toString(36).slice(2, 10)}`;

const raised = (ids: readonly string[], base_price: string): Json[] =>
  ids.map((record_id, n) => ({ resource: 'plu', record_id, line: n + 2, patch: { base_price } }));

test('what waited for a choice in a set waits no longer once the set was undone', async ({
  context,
  page,
  wire,
}) => {
  const admin = await wire('Administrator');
  await signInAlone(context, page, admin, '/changes');
  const session = async (path: string, data: unknown) => {
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    const answer = await page.request.post(`/api/secure/changeset${path}`, { data, headers });
    expect(answer.ok()).toBe(true);
    return z.looseObject({ id: z.string() }).parse(await answer.json());
  };
  const [a = '', b = ''] = (await newProducts(admin, 'Waits', 2)).products.map(({ id: made }) => made);
  const name = unique('Waits');
  const { id } = await session('', { name });
  await changeSets(admin).add(id, raised([a, b], '4.40'));
  await admin('PUT', `/api/secure/plu/${a}`, { json: { base_price: '4.10' } });
  await changeSets(admin).move(id, 'preview');
  await changeSets(admin).move(id, 'apply');
  await page.goto('/');
  const toDo = page.getByRole('region', { name: 'To do' });
  const waits = toDo.getByRole('listitem').filter({ hasText: 'Waits for a choice' });
  await expect(waits).toContainText(name);
  await waits.getByRole('link').click();
  await expect(foot(page)).toContainText('1 left to choose');

  const undo = await changeSets(admin).move(id, 'undo');
  await changeSets(admin).move(undo.id, 'preview');
  await changeSets(admin).move(undo.id, 'apply');
  await page.goto(`/changes/${id}`);
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  const items = page.getByRole('table', { name: 'What changes' });
  await expect(items.getByRole('cell', { name: '4.40' })).toHaveCount(2);
  await expect(items.getByRole('cell', { name: 'choose', exact: true })).toHaveCount(0);
  await expect(page.getByText('left to choose')).toHaveCount(0);
  await page.goto('/');
  await expect(toDo.getByRole('heading', { name: 'To do' })).toBeVisible();
  await expect(toDo).toContainText(/\S+ 2026|Nothing waits|Margin/);
  await expect(waits).toHaveCount(0);
});

test('a set whose person was deactivated waits on the overview of an administrator, who takes it over', async ({
  browser,
  signIn,
  wire,
  service,
}) => {
  const admin = await wire('Administrator');
  const email = `${unique('left').replace(' ', '.')}@example.org`;
  const { id: person } = (
    await admin('POST', '/api/secure/user', { json: { name: unique('Left'), email, role: 'manager' } })
  ).entity;
  const link = await admin('POST', `/api/secure/user/${person}/invitation`);
  const theirs = await browser.newContext({ baseURL: service.address });
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  const { token } = z.looseObject({ token: z.string() }).parse(link.json);
  const data = { token, password: 'harbour petrol copper' };
  expect((await theirs.request.post('/api/invitation/accept', { data, headers })).ok()).toBe(true);
  const name = unique('Weekend');
  const at = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const times = { apply_at: `${at}T06:00` };
  const id = await changeSets(admin).draft(
    raised(
      (await newProducts(admin, 'Left', 1)).products.map((one) => one.id),
      '4.40',
    ),
    { name, ...times },
  );
  await changeSets(admin).move(id, 'preview');
  const scheduled = await theirs.request.post(`/api/secure/changeset/${id}/schedule`, { data: {}, headers });
  expect(scheduled.ok()).toBe(true);
  await admin('PUT', `/api/secure/user/${person}`, { json: { active: false } });
  await theirs.close();

  const sets = changeSets(admin);
  await expect.poll(async () => (await sets.get(id))['problem'], { timeout: 30_000 }).toBe('nobody_may');
  const page = await signIn('/', 'Administrator');
  const toDo = page.getByRole('region', { name: 'To do' });
  await expect(toDo.getByRole('listitem').filter({ hasText: 'Waits to be taken over' })).toContainText(name);
  const week = page.getByRole('region', { name: 'Changes this week' });
  const row = week.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Whoever scheduled it may act no more');
  await expect(row).not.toContainText(/In \d/);
  expect(await violations(page, '[aria-labelledby=todo]')).toEqual([]);
  await row.getByRole('link', { name }).click();
  await foot(page).getByRole('button', { name: 'Take over' }).click();
  await expect(foot(page)).toContainText('Will be applied');
  await page.goto('/');
  await expect(row).toContainText(/In \d/);
});
