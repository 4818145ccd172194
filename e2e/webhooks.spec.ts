import type { Page } from '@playwright/test';
import { localDayAndTime } from '@/app/i18n/clock';
import { startReceiver, type Receiver } from '@/testing/receiver';
import type { Sender } from '@/testing/service';
import { violations } from './support/axe';
import { press, reach, type } from './support/by-keyboard';
import { expect, test as base } from './support/fixtures';
import { bySender, joined, password, requireReauthentication, unique } from './support/persons';
import { unreachable } from './support/reach';

/** With another system that is told, on this machine. */
const test = base.extend<{ receiver: Receiver }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.close();
  },
});

/** Makes a product of its own, as one of the demo. */
async function makeProduct(api: Sender): Promise<{ id: string; name: string }> {
  const [like] = (await api('GET', '/api/secure/plu?pageSize=1')).entities;
  const name = unique('Cinnamon bun');
  const made = await api('POST', '/api/secure/plu', {
    json: {
      id: crypto.randomUUID(),
      name,
      dpt_id: like?.['dpt_id'],
      tax_id: like?.['tax_id'],
      base_price: '4.10',
    },
  });
  return { id: made.entity.id, name };
}

const renoted = (api: Sender, id: string) =>
  api('PUT', `/api/secure/plu/${id}`, { json: { data: { note: unique('note') } } });

/** Makes a webhook with a secret by the wire. */
async function makeWebhook(api: Sender, url: string, kinds = ['plu.changed']) {
  const name = unique('Webshop');
  const made = await api('POST', '/api/secure/webhook', { json: { name, data: { url, kinds } } });
  expect(made.status).toBe(201);
  const { id } = made.entity;
  const { secret } = (await api('POST', `/api/secure/webhook/${id}/secret`, { json: {} })).json as {
    secret: string;
  };
  return { id, name, secret };
}

/** The panel of the webhook that is open. */
const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name });
const toldOf = ({ received }: Receiver, id: string) =>
  received.filter(({ body }) => body.data['id'] === id).map(({ body }) => body.type);

test('by keyboard alone an administrator makes a webhook, sees its secret once, tests it, and sees a change delivered', async ({
  signIn,
  wire,
  receiver,
}) => {
  const api = await wire();
  const { id: product, name: bun } = await makeProduct(api);
  const page = await signIn('/webhooks', 'Administrator');
  await press(page, page.getByRole('link', { name: 'Add a webhook' }));
  const name = unique('Webshop');
  await type(page, page.getByRole('textbox', { name: 'Name', exact: true }), name);
  await type(page, page.getByRole('textbox', { name: 'Address' }), receiver.url('/api/till'));
  await type(page, page.getByRole('searchbox', { name: 'Search events' }), 'product');
  const all = page.getByRole('checkbox', { name: 'All events of Products' });
  await reach(page, all);
  await page.keyboard.press('Space');
  await expect(page.getByText('3 chosen')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Products: changed' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'All events of Customers' })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  const secret = page.getByRole('textbox', { name: 'Signing secret' });
  await expect(secret).toHaveValue(/^whsec_/);
  const made = await secret.inputValue();
  await expect(page.getByText('Copy it now: it will not be shown again.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await press(page, page.getByRole('button', { name: 'Send a test' }));
  await expect(
    page.getByRole('status').filter({ hasText: /^The test was taken: 204 in \d+ ms\.$/ }),
  ).toBeVisible();
  expect(receiver.received.map(({ path, body }) => [path, body.type])).toEqual([
    ['/api/till', 'webhook.test'],
  ]);
  expect(receiver.received.every((one) => receiver.isSignedBy(one, made))).toBe(true);
  await press(page, page.getByRole('link', { name: 'Done' }));

  const panel = panelOf(page, name);
  await expect(panel.getByText('Fine.')).toBeVisible();
  await expect(page.getByText(made)).toHaveCount(0);
  await renoted(api, product);
  const delivery = panel.getByRole('button', { name: 'Product changed', exact: true });
  await expect(delivery).toHaveCount(1);
  expect(toldOf(receiver, product)).toEqual(['plu.changed']);
  await press(page, delivery);
  await expect(panel.getByText('"plu.changed"')).toBeVisible();
  await expect(panel.getByRole('link', { name: bun })).toHaveAttribute('href', `/products/${product}`);
  await press(page, panel.getByRole('button', { name: 'Headers' }));
  await expect(panel.getByText(`webhook-id: ${receiver.received.at(-1)?.id}`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(/3 kinds.*204 in \d+ ms.*Fine/);
});

test('while a receiver is ill its webhook retries and later events of a record wait; once it is well they go on in order, and one is sent again', async ({
  signIn,
  wire,
  receiver,
}) => {
  const api = await wire('Administrator');
  // As the shop's clock has it.
  const since = localDayAndTime(new Date(Date.now() - 60_000).toISOString(), 'Europe/Helsinki');
  receiver.answer(() => ({ status: 503, text: 'upstream is down' }));
  const { id: product } = await makeProduct(api);
  const { name } = await makeWebhook(api, receiver.url());
  await renoted(api, product);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  await renoted(api, product);
  const page = await signIn('/webhooks?state=retrying', 'Administrator');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(/Retrying.*2 wait, next \d\d:\d\d/);
  await row.getByRole('link', { name }).click();
  const panel = panelOf(page, name);
  await expect(panel.getByText(/2 events wait, the next attempt is at \d\d:\d\d\./)).toBeVisible();
  await expect(panel.getByText(/It is paused on \w+ at \d\d:\d\d if nothing changes\./)).toBeVisible();
  await expect(panel.getByRole('row').nth(1)).toContainText(/Waits for \d\d:\d\d:\d\d/);
  await expect(panel.getByRole('row').nth(2)).toContainText('503');
  await panel.getByRole('button', { name: 'Product changed', exact: true }).nth(1).click();
  await expect(panel.getByRole('list', { name: 'Attempts' })).toContainText('503 “upstream is down”');
  expect(await violations(page)).toEqual([]);

  // After the second attempt half a minute passes until the next: it is the button that tries.
  await expect.poll(() => receiver.received.length).toBeGreaterThan(1);
  receiver.answer(() => ({ status: 204 }));
  const failed = receiver.received.length;
  await panel.getByRole('button', { name: 'Try now' }).click();
  await expect(panel.getByText('Everything was delivered.')).toBeVisible();
  await expect.poll(() => receiver.received.length).toBe(failed + 2);
  const versions = receiver.received.slice(failed).map(({ body }) => body.data['version']);
  expect(versions).toEqual([2, 3]);
  // The filter of the list has none of this state any more.
  await page.getByRole('button', { name: /^Fine/ }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Fine');

  const again = receiver.received.at(-1)?.id;
  await panel
    .getByRole('button', { name: /^Resend Product changed/ })
    .first()
    .click();
  await expect.poll(() => receiver.received.length).toBe(failed + 3);
  expect(receiver.received.at(-1)?.id).toBe(again);
  await expect(panel.getByRole('row').nth(1)).toContainText('204');

  // What does not get through is skipped after a question, and what waits for it goes on.
  receiver.answer(({ body }) => ({ status: body.data['version'] === 4 ? 500 : 204 }));
  await renoted(api, product);
  await renoted(api, product);
  await panel.getByRole('button', { name: 'Waiting', exact: true }).click();
  await expect(panel.getByRole('row').nth(2)).toContainText('500');
  await panel.getByRole('button', { name: 'Product changed', exact: true }).nth(1).click();
  await panel.getByRole('button', { name: 'Skip', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Skip Product changed?' });
  await expect(question).toContainText('Later events of the same record, which wait for this one, go on.');
  expect(await violations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Skip it' }).click();
  await expect.poll(() => receiver.received.at(-1)?.body.data['version']).toBe(5);
  await panel.getByRole('button', { name: 'Skipped', exact: true }).click();
  await expect(panel.getByRole('row').nth(1)).toContainText('Skipped');

  // What happened is told once more, with the ids that it had; also of what other tests do, so from a minute before it began.
  receiver.answer(() => ({ status: 204 }));
  const ids = new Set(receiver.received.map((one) => one.id));
  const before = receiver.received.length;
  await panel.getByRole('button', { name: 'Replay from…' }).click();
  const replay = page.getByRole('dialog', { name: `Replay to ${name}` });
  const day = replay.getByRole('textbox', { name: 'Day' });
  await day.fill('1.1.2020');
  await replay.getByRole('button', { name: 'Send again' }).click();
  await expect(replay.getByText('Must be within the last 30 days')).toBeVisible();
  await day.fill(since.day);
  expect(await violations(page)).toEqual([]);
  await replay.getByRole('textbox', { name: 'Time' }).fill(since.time);
  await replay.getByRole('button', { name: 'Send again' }).click();
  await expect(replay).toHaveCount(0);
  // Those of other products are told as well.
  const replayed = () => receiver.received.slice(before).filter(({ body }) => body.data['id'] === product);
  await expect.poll(() => replayed().map(({ body }) => body.data['version'])).toEqual([2, 3, 4, 5]);
  expect(replayed().filter((one) => !ids.has(one.id))).toEqual([]);
});

test('a refused address is said at its field, and a password that is asked for again loses nothing that was typed', async ({
  page,
  wire,
  receiver,
}) => {
  const api = await wire('Administrator');
  await joined(page.context(), bySender(api), 'admin');
  await page.goto('/webhooks/new');
  const name = unique('Cash office');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  const address = page.getByRole('textbox', { name: 'Address' });
  const save = page.getByRole('button', { name: /^Save/ });
  await page.getByRole('checkbox', { name: 'Business days: closed' }).check();
  for (const [url, why] of [
    ['https://10.1.2.3/hooks', 'Leads into a private network, to which nothing is sent'],
    ['ftp://shop.example', 'Must begin with https://'],
    ['https://till:open@shop.example/', 'Must be without a name and password: each message is signed'],
  ] as const) {
    await address.fill(url);
    await save.click();
    await expect(address).toHaveAccessibleDescription(new RegExp(`^${why}`));
    await expect(address).toHaveAttribute('aria-invalid', 'true');
  }
  expect(await violations(page)).toEqual([]);

  await requireReauthentication(page, /\/api\/secure\/webhook$/);
  await address.fill(receiver.url());
  await save.click();
  const again = page.getByRole('dialog');
  await again.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Signing secret' })).toHaveValue(/^whsec_/);
  await page.getByRole('link', { name: 'Done' }).click();
  await expect(panelOf(page, name)).toBeVisible();

  // It is changed at an address of its own.
  await panelOf(page, name).getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/edit$/);
  await expect(page.getByRole('checkbox', { name: 'Business days: closed' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Business days: exported' }).check();
  await save.click();
  await expect(save).toBeDisabled();
  await page.getByRole('link', { name: 'Its deliveries' }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Business days2 kinds');
});

test('another secret signs beside the one before for the hours that are chosen; what is off is told of nothing', async ({
  signIn,
  wire,
  receiver,
}) => {
  const api = await wire('Administrator');
  const { id, name, secret } = await makeWebhook(api, receiver.url());
  const page = await signIn(`/webhooks/${id}`, 'Administrator');
  const panel = panelOf(page, name);
  await panel.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Rotate the secret' }).click();
  const dialog = page.getByRole('dialog', { name: `Rotate the secret of ${name}` });
  await expect(dialog.getByRole('combobox', { name: 'The one before goes on for' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Rotate the secret' }).click();
  const shown = dialog.getByRole('textbox', { name: 'Signing secret' });
  await expect(shown).toHaveValue(/^whsec_/);
  const next = await shown.inputValue();
  expect(next).not.toBe(secret);
  await expect(dialog.getByText(/^The secret before goes on until \w+ at \d\d:\d\d\.$/)).toBeVisible();
  // It is not lost by a key.
  await page.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await panel.getByRole('button', { name: 'Send a test' }).click();
  await expect(panel.getByText(/^The test was taken: 204/)).toBeVisible();
  for (const one of [secret, next])
    expect(receiver.received.every((told) => receiver.isSignedBy(told, one))).toBe(true);

  await panel.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await page
    .getByRole('dialog', { name: `Switch off ${name}?` })
    .getByRole('button', { name: 'Switch off' })
    .click();
  await expect(
    panel.getByText('Nothing is sent, and what happens meanwhile is not sent later.'),
  ).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Replay from…' })).toHaveCount(0);
  await panel.getByRole('button', { name: 'Switch on' }).click();
  await expect(panel.getByText('Fine.')).toBeVisible();

  // The history beside its form and the trail say what was done, without the secret.
  await page.goto(`/webhooks/${id}/edit`);
  const history = page.getByRole('complementary').getByRole('listitem');
  await expect(history.filter({ hasText: 'A signing secret was made' })).toHaveCount(2);
  await expect(history.filter({ hasText: 'Nothing changed' })).toHaveCount(0);
  await page.goto(`/audit?entity_id=${id}`);
  await expect(page.getByText('A signing secret was made')).toHaveCount(2);
  await expect(page.getByRole('row').filter({ hasText: 'Deactivated webhook' })).toContainText(name);
});

test('an event is found by its id, and who is no administrator is not offered webhooks', async ({
  signIn,
  wire,
  receiver,
}) => {
  const api = await wire('Administrator');
  const { id: product } = await makeProduct(api);
  const told = await makeWebhook(api, receiver.url());
  const other = await makeWebhook(api, receiver.url('/other'), ['month.locked']);
  await renoted(api, product);
  await expect.poll(() => toldOf(receiver, product)).toEqual(['plu.changed']);
  const page = await signIn('/webhooks', 'Administrator');
  await expect(page.getByRole('link', { name: other.name })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search webhooks' }).fill(receiver.received.at(-1)?.id ?? '');
  await expect(page.getByRole('link', { name: other.name })).toHaveCount(0);
  await page.getByRole('link', { name: told.name }).click();
  await expect(
    panelOf(page, told.name).getByRole('button', { name: 'Product changed', exact: true }),
  ).toHaveCount(1);
  await page.goto(`/webhooks/${crypto.randomUUID()}`);
  await expect(page.getByText('There is no such webhook, or it belongs to another company.')).toBeVisible();

  const manager = await signIn('/administration', 'Manager');
  await expect(manager.getByRole('link', { name: 'Audit trail' })).toBeVisible();
  await expect(manager.getByRole('link', { name: 'Webhooks' })).toHaveCount(0);
  await manager.goto('/webhooks');
  await expect(manager.getByText('Not for your role')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('and in Finnish, a webhook is a sheet over the list, every control can be hit, and a delivery opens in place', async ({
    signIn,
    wire,
    receiver,
  }) => {
    const api = await wire('Administrator');
    const { id: product } = await makeProduct(api);
    const { name } = await makeWebhook(api, receiver.url());
    await renoted(api, product);
    await expect.poll(() => toldOf(receiver, product)).toEqual(['plu.changed']);
    const page = await signIn('/webhooks', 'Administrator', 'fi');
    const row = page.getByRole('listitem').filter({ hasText: name });
    await expect(row).toContainText('Kunnossa');
    expect(await unreachable(page)).toEqual([]);
    await row.getByRole('link').tap();
    const sheet = page.getByRole('dialog', { name });
    await expect(sheet.getByText('Kaikki on toimitettu.')).toBeVisible();
    await sheet.getByRole('button', { name: /^Tuote muutettu/ }).tap();
    await expect(sheet.getByText('"plu.changed"')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await unreachable(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Sulje webhook' }).tap();
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/\/webhooks$/);
  });
});
