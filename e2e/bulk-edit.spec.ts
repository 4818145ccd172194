import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { changeSets } from '@/testing/change-sets';
import type { Sender } from '@/testing/service';
import { violations } from './support/axe';
import { expect, test } from './support/fixtures';

// Wide enough for the actions beside each other; narrower they are one menu.
test.use({ viewport: { width: 1440, height: 900 } });

/** Makes products whose names share one word; returns that word, and their department and another one. */
async function makeProducts(api: Sender, count: number) {
  const word = `Bulk${Math.random().toString(36).slice(2, 10)}`;
  const [from, to] = (await api('GET', '/api/secure/dpt?active=true&pageSize=2')).entities;
  const [rate] = (await api('GET', '/api/secure/tax?pageSize=1')).entities;
  const json = Array.from({ length: count }, (_, n) => ({
    name: `${word} ${n}`,
    base_price: '4.00',
    dpt_id: from?.id,
    tax_id: rate?.id,
    data: n === 0 ? { tags: ['vegan'] } : {},
  }));
  const { entities } = await api('POST', '/api/secure/plu', { json });
  return { word, ids: entities.map(({ id }) => id), from, to };
}

const product = async (api: Sender, id = '') => (await api('GET', `/api/secure/plu/${id}`)).entity;

/** Opens the products that a search finds, and selects them all. */
async function selectAll(page: Page, q: string, count: number): Promise<void> {
  await page.goto(`/products?q=${q}`);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1));
  await page.getByRole('checkbox', { name: /^Select all/ }).check();
}

test('few records are moved to a department at once, and taken back from the toast', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Manager');
  const { word, ids, from, to } = await makeProducts(api, 3);
  const page = await signIn('/products');
  await selectAll(page, word, 3);
  await page.getByRole('button', { name: 'Move to a department…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 3 records to a department' });
  await dialog.getByRole('combobox', { name: 'Department' }).fill(to?.name ?? '');
  await page
    .getByRole('option', { name: to?.name ?? '' })
    .first()
    .click();
  await expect(dialog.getByText('3 will change')).toBeVisible();
  await expect(dialog.getByRole('status')).toBeEmpty();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Change 3' }).click();
  await expect(page.getByText('3 changed')).toBeVisible();
  for (const id of ids) expect((await product(api, id))['dpt_id']).toBe(to?.id);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('3 taken back')).toBeVisible();
  for (const id of ids) expect((await product(api, id))['dpt_id']).toBe(from?.id);
});

test('what somebody else has changed since is not taken back from the toast, which says so and leads to it', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Manager');
  const { word, ids } = await makeProducts(api, 2);
  const page = await signIn('/products');
  const setMemo = async (memo: string) => {
    await selectAll(page, word, 2);
    await page.getByRole('button', { name: 'Set a field…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set a field of 2 records' });
    await dialog.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Memo' }).click();
    await dialog.getByRole('textbox', { name: 'New value' }).fill(memo);
    await dialog.getByRole('button', { name: 'Change 2' }).click();
    await expect(page.getByText('2 changed')).toBeVisible();
  };
  const others = (id = '', memo = 'theirs') => api('PUT', `/api/secure/plu/${id}`, { json: { memo } });
  const memos = () => Promise.all(ids.map(async (id) => (await product(api, id))['memo']));

  await setMemo('ours');
  await others(ids[0]);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('1 taken back, 1 was changed by somebody since and stays')).toBeVisible();
  expect(await memos()).toEqual(['theirs', '']);

  await setMemo('ours again');
  await Promise.all(ids.map((id) => others(id, 'also theirs')));
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('2 were changed by somebody since and stay')).toBeVisible();
  await expect(page.getByText('0 taken back')).toHaveCount(0);
  expect(await memos()).toEqual(['also theirs', 'also theirs']);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('heading', { name: /^Undo: / })).toBeVisible();
});

test('a tag is added to those that do not have it, a field is set, and a wrong value is refused before', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Manager');
  const { word, ids } = await makeProducts(api, 3);
  const page = await signIn('/products');
  await selectAll(page, word, 3);
  await page.getByRole('button', { name: 'Add a tag…' }).click();
  const tagging = page.getByRole('dialog', { name: 'Add a tag to 3 records' });
  await tagging.getByRole('combobox', { name: 'Tag' }).fill('vegan');
  await page.getByRole('option', { name: 'vegan' }).click();
  await expect(tagging.getByText('1 has the tag already')).toBeVisible();
  await tagging.getByRole('button', { name: 'Change 2' }).click();
  await expect(page.getByText('2 changed')).toBeVisible();
  for (const id of ids) expect((await product(api, id)).data['tags']).toEqual(['vegan']);

  await selectAll(page, word, 3);
  await page.getByRole('button', { name: 'Set a field…' }).click();
  const setting = page.getByRole('dialog', { name: 'Set a field of 3 records' });
  await setting.getByRole('combobox', { name: 'Field' }).fill('Price');
  await page
    .getByRole('option', { name: /^Price/ })
    .first()
    .click();
  const value = setting.getByRole('textbox', { name: 'New value' });
  await value.fill('4.x');
  await expect(setting.getByRole('button', { name: 'Change' })).toBeDisabled();
  await value.fill('4.60');
  await setting.getByRole('button', { name: 'Change 3' }).click();
  await expect(page.getByText('3 changed')).toBeVisible();
  for (const id of ids) expect((await product(api, id))['base_price']).toBe('4.60');
});

test('what is asked about some of the records names them, and about all of them names none', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Manager');
  const { word, ids } = await makeProducts(api, 3);
  const [first = ''] = ids;
  const { name } = (await api('GET', `/api/secure/plu/${first}`)).entity as { name: string };
  await api('PUT', `/api/secure/plu/${first}`, { json: { data: { cost_price: 3.5 } } });
  const page = await signIn('/products');
  await selectAll(page, word, 3);
  await page.getByRole('button', { name: 'Set a field…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set a field of 3 records' });
  await dialog.getByRole('combobox', { name: 'Field' }).fill('Price');
  await page
    .getByRole('option', { name: /^Price/ })
    .first()
    .click();
  await dialog.getByRole('textbox', { name: 'New value' }).fill('3.90');
  await dialog.getByRole('button', { name: 'Change 3' }).click();
  await expect(dialog.getByText(/Below cost/)).toHaveText(new RegExp(`^${name}: Below cost`));
  await dialog.getByRole('textbox', { name: 'New value' }).fill('0.40');
  await dialog.getByRole('button', { name: 'Change 3' }).click();
  await expect(dialog.getByText(/A tenth of/)).toHaveText(/^A tenth of/);
});

test('from 20 records on the preview of a change set opens, and what is the group’s is said to be left alone', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Manager');
  const me = (await api('GET', '/api/secure/me')).json as { company: { id: string } };
  const owned = (await api('GET', '/api/secure/plu?active=true&pageSize=1000')).entities.filter(
    (one) => one.company_id !== me.company.id,
  );
  const [theirs] = owned;
  if (!theirs) throw new Error('The group has no products');
  const { word, ids } = await makeProducts(api, 20);
  const page = await signIn('/products');
  await selectAll(page, word, 20);
  await page.getByRole('button', { name: 'Set a field…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set a field of 20 records' });
  await dialog.getByRole('combobox', { name: 'Field' }).fill('Price');
  await page
    .getByRole('option', { name: /^Price/ })
    .first()
    .click();
  await dialog.getByRole('textbox', { name: 'New value' }).fill('4.20');
  await dialog.getByRole('button', { name: 'Preview 20 changes' }).click();
  await expect(page).toHaveURL(/\/changes\/[\da-f-]{36}/);
  await expect(page.getByRole('button', { name: /^Apply 20 now/ })).toBeVisible();
  for (const id of ids) expect((await product(api, id))['base_price']).toBe('4.00');

  await page.goto(`/products?q=${encodeURIComponent(theirs.name)}`);
  await expect(page.locator('[role=row][data-index]').filter({ hasText: theirs.name }).first()).toBeVisible();
  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  await page.getByRole('button', { name: 'Add a tag…' }).click();
  // What is asked for is typed at once.
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Tag' })).toBeFocused();
  await page.keyboard.type('bulk');
  await page.getByRole('option', { name: /bulk/ }).click();
  await expect(page.getByRole('dialog').getByText(/left alone: (it is|they are) the group's/)).toBeVisible();
});

test('what a list finds, more than a thousand, is deactivated as one change set, with progress, and taken back after leaving', async ({
  signIn,
  wire,
}) => {
  test.slow();
  const api = await wire('Manager');
  const word = `Bulk${Math.random().toString(36).slice(2, 10)}`;
  const count = 1200;
  const ids: string[] = [];
  for (const half of [0, 600]) {
    const json = Array.from({ length: 600 }, (_, n) => ({ name: `${word} ${half + n}` }));
    ids.push(...(await api('POST', '/api/secure/customer', { json })).entities.map(({ id }) => id));
  }
  const countActive = async () => {
    const { json } = await api('GET', `/api/secure/customer?q=${word}&active=true&pageSize=1000`);
    return Array.isArray(json) ? json.length : -1;
  };
  const page = await signIn(`/customers?q=${word}`);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1));
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Select all 1,200' }).click();
  await expect(page.getByText('1,200 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Deactivate 1,200 records?' });
  await expect(dialog.getByText('They are previewed first')).toBeVisible();
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  // The second request waits, so that the progress can be read.
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  let requests = 0;
  await page.route(/\/changeset\/[^/]+\/items$/, async (route) => {
    if ((requests += 1) === 2) await held;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Preview 1,200 changes' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1,000 of 1,200 collected');
  release();
  await expect(page).toHaveURL(/\/changes\/[\da-f-]{36}/);
  await expect(page.getByRole('heading', { name: 'Customers: deactivated' })).toBeVisible();
  await page.getByRole('button', { name: /^Apply 1,200 now/ }).click();
  await expect(page.getByText(/^Applied today/)).toBeVisible();
  expect(await countActive()).toBe(0);

  const set = page.url();
  await page.goto(`/customers?q=${word}`);
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.goto(set);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('button', { name: 'Preview the undo' }).click();
  await page.getByRole('button', { name: /^Apply 1,200 now/ }).click();
  await expect(page.getByText(/^Applied today/)).toBeVisible();
  await expect.poll(countActive).toBe(1000);
  // Other tests look at lists without them.
  const sets = changeSets(api);
  const off = ids.map((record_id) => ({ resource: 'customer', record_id, patch: { active: false } }));
  await sets.move(await sets.draft(off), 'apply');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the records that a long press selects are changed from the one menu of the foot', async ({
    signIn,
    wire,
  }) => {
    const api = await wire('Manager');
    const { word, ids } = await makeProducts(api, 2);
    const page = await signIn(`/products?q=${word}`);
    const rows = page.locator('[role=row][data-index]');
    await expect(rows).toHaveCount(2);
    const at = await rows.first().boundingBox();
    await page.mouse.move((at?.x ?? 0) + 60, (at?.y ?? 0) + 20);
    await page.mouse.down();
    await expect(page.getByText('1 selected')).toBeVisible();
    await page.mouse.up();
    await rows.nth(1).tap();
    await page.getByRole('button', { name: 'Change…' }).tap();
    await page.getByRole('menuitem', { name: 'Add a tag…' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Add a tag to 2 records' });
    await dialog.getByRole('combobox', { name: 'Tag' }).fill('thumb');
    await page.getByRole('option', { name: /thumb/ }).tap();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Change 2' }).tap();
    await expect(page.getByText('2 changed')).toBeVisible();
    for (const id of ids) expect((await product(api, id)).data['tags']).toContain('thumb');
  });
});

test('price lists are asked about as in the form before their prices count tax otherwise', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Manager');
  const word = `Trade ${randomUUID().slice(0, 8)}`;
  const json = [1, 2].map((n) => ({ name: `${word} ${n}`, currency: 'EUR', data: { tax_included: true } }));
  const ids = (await api('POST', '/api/secure/pricelist', { json })).entities.map(({ id }) => id);
  const stored = () =>
    Promise.all(
      ids.map(async (id) => (await api('GET', `/api/secure/pricelist/${id}`)).entity.data['tax_included']),
    );
  const page = await signIn(`/price-lists?q=${encodeURIComponent(word)}`);
  await expect(page.locator('[role=row][data-index]')).toHaveCount(2);
  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  await page.getByRole('button', { name: 'Set a field…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set a field of 2 records' });
  await dialog.getByRole('combobox', { name: 'Field' }).fill('Tax');
  await page.getByRole('option', { name: /^Tax/ }).first().click();
  await dialog.getByRole('combobox', { name: 'New value' }).click();
  await page.getByRole('option', { name: 'No', exact: true }).click();
  await dialog.getByRole('button', { name: 'Change 2' }).click();
  await expect(dialog.getByText(/^Prices are not converted/)).toHaveCount(1);
  expect(await violations(page, '[role=dialog]')).toEqual([]);
  expect(await stored()).toEqual([true, true]);
  await dialog.getByRole('button', { name: 'Change 2 anyway' }).click();
  await expect(page.getByText('2 changed')).toBeVisible();
  expect(await stored()).toEqual([false, false]);
});
