import { violations } from './support/axe';
import { expect, test } from './support/fixtures';
import { openLocation } from './support/open-location';
import { openShopOfDays } from './support/shop-days';

test('an accountant reads the trail of a day in words: its name, its drawers and what they should have held', async ({
  signIn,
  wire,
}) => {
  const send = await wire('Manager');
  const place = await openLocation(send);
  const id = await place.make('businessday', {
    location_id: place.location_id,
    date: '2031-05-06',
    data: { z_reports: [{ pos_id: place.first, opening_float: '150.00' }] },
  });
  await place.sell(id, place.first, 'cash', '12.35');
  await send('PUT', `/api/secure/businessday/${id}`, {
    json: {
      status: 'closed',
      data: { z_reports: [{ pos_id: place.first, opening_float: '150.00', counted: '162.00' }] },
    },
  });
  const page = await signIn(`/audit?entity=businessday&entity_id=${id}`, 'Accountant');
  const trail = page.getByRole('table', { name: 'Events, newest first' });
  await expect(trail.getByRole('link', { name: /^Opened business day 6 May 2031, / })).toBeVisible();
  await expect(trail.getByRole('link', { name: /^Closed business day 6 May 2031, / })).toBeVisible();
  await expect(trail).toContainText('Opened the drawer of Till A with 150.00');
  await expect(trail).toContainText('Counted 162.00 in the drawer of Till A, expected 162.35');
  expect(await violations(page)).toEqual([]);
});

test('sign-ins stand among the events of an administrator, and invitations and saves without a change are told as such', async ({
  signIn,
  wire,
}) => {
  const send = await wire('Administrator');
  const name = `Invited ${Math.random().toString(36).slice(2, 8)}`;
  const { id } = (
    await send('POST', '/api/secure/user', {
      json: { name, role: 'manager', email: `${name.slice(8)}@example.org` },
    })
  ).entity;
  await send('PUT', `/api/secure/user/${id}`, { json: { name } });
  const page = await signIn('/audit', 'Administrator');
  const trail = page.getByRole('table', { name: 'Events, newest first' });
  await expect(trail.getByRole('link', { name: /^Signed in/ }).first()).toBeVisible();
  await page.goto('/audit?entity=user');
  await expect(trail.getByRole('link', { name: `Invited user ${name}` })).toBeVisible();
  // What was saved without a change was not changed.
  await expect(
    trail.getByRole('row').filter({ has: page.getByRole('link', { name: `Saved user ${name}` }) }),
  ).toContainText('Nothing changed');
  await expect(trail.getByRole('link', { name: /^Signed in/ })).toHaveCount(0);
});

test('an erasure is told in words, and the events before it say that nothing of them is kept', async ({
  signIn,
  wire,
}) => {
  const send = await wire('Administrator');
  const number = Math.floor(Math.random() * 1_000_000) + 100_000;
  const json = { name: 'Maija Meikäläinen', customer_num: number, data: { phone: '040 1' } };
  const { id } = (await send('POST', '/api/secure/customer', { json })).entity;
  expect((await send('POST', `/api/secure/customer/${id}/erase`)).status).toBe(200);
  const page = await signIn(`/audit?entity=customer&entity_id=${id}`, 'Administrator');
  const trail = page.getByRole('table', { name: 'Events, newest first' });
  const erasure = trail.getByRole('link', { name: `Erased the personal data of customer ${number}` });
  await expect(erasure).toBeVisible();
  await expect(trail).toContainText('Name and data erased, also from all earlier events');
  await expect(trail).toContainText('Personal data erased since: nothing of it is kept');
  await expect(trail).not.toContainText('Maija');
  await erasure.click();
  const panel = page.getByRole('complementary', { name: 'Event' });
  await expect(panel).toContainText(`Erased the personal data of customer ${number}`);
  expect(await violations(page)).toEqual([]);
  // Among all events, too, and for who may read customers.
  await page.goto('/audit?action=erase');
  await expect(erasure).toBeVisible();
});

test('the trail calls a day by its date and place, a receipt by its number, and who is asked by their name', async ({
  signIn,
  wire,
}) => {
  const send = await wire();
  const shop = await openShopOfDays(send);
  const { id, receipts } = await shop.day('2034-04-03');
  const people: { id: string; name: string }[] = JSON.parse(
    (await send('GET', '/api/secure/question_person')).text,
  );
  const [asked] = people;
  const question = { businessday_id: id, sales_id: receipts.cash.id, text: shop.name, asked_of: asked?.id };
  const made = await send('POST', '/api/secure/question', { json: question });
  expect(made.status).toBe(201);
  const page = await signIn('/audit?entity=question', 'Manager');
  const trail = page.getByRole('table', { name: 'Events, newest first' });
  await trail.getByRole('link', { name: new RegExp(shop.name) }).click();
  const lines = page.getByRole('complementary', { name: 'Event' }).getByRole('list', { name: 'Difference' });
  await expect(lines).toContainText(`3 Apr 2034, ${shop.name}`);
  await expect(lines).toContainText(receipts.cash.number);
  await expect(lines).toContainText(String(asked?.name));
  await expect(lines).not.toContainText('…');
  await page.goto(`/audit?entity_id=${id}`);
  await expect(page.getByRole('button', { name: `Record 3 Apr 2034, ${shop.name}` })).toBeVisible();
});
