import type { Page } from '@playwright/test';
import { z } from 'zod';
import { changeSets } from '@/testing/change-sets';
import type { Json } from '@/testing/answer';
import type { Sender } from '@/testing/service';
import { violations } from './support/axe';
import { expect, test } from './support/fixtures';

const unique = (name: string) => `${name} ${Math.random().toString(36).slice(2, 10)}`;

/** Makes products at 4.00, a thousand in each request. */
async function makeProducts(api: Sender, count: number): Promise<string[]> {
  const first = async (resource: string) => {
    const { json } = await api('GET', `/api/secure/${resource}?page=1&pageSize=1`);
    if (!Array.isArray(json) || typeof json[0] !== 'object' || json[0] === null || !('id' in json[0]))
      throw new Error(`There is no ${resource}`);
    return String(json[0].id);
  };
  const body = { dpt_id: await first('dpt'), tax_id: await first('tax'), base_price: '4.00' };
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1000) {
    const json = Array.from({ length: Math.min(1000, count - made) }, (_, n) => ({
      ...body,
      name: unique(`Changed ${made + n}`),
    }));
    const { entities } = await api('POST', '/api/secure/plu', { json });
    ids.push(...entities.map(({ id }) => id));
  }
  return ids;
}

const raised = (ids: readonly string[], base_price: string): Json[] =>
  ids.map((record_id, n) => ({ resource: 'plu', record_id, line: n + 2, patch: { base_price } }));

const priceOf = async (api: Sender, id: string) =>
  (await api('GET', `/api/secure/plu/${id}`)).entity['base_price'];

const table = (page: Page) => page.getByRole('table', { name: 'What changes' });
const foot = (page: Page) => page.getByRole('region', { name: 'What to do with this set' });

test('a set is previewed, what others changed is chosen, applied by number and undone; the undo of the undo changes it again', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Manager');
  const others = await wire('Administrator');
  const [a = '', b = '', c = ''] = await makeProducts(api, 3);
  const name = unique('Prices');
  const id = await changeSets(api).draft(raised([a, b, c], '4.40'), { name });
  await others('PUT', `/api/secure/plu/${a}`, { json: { base_price: '4.10' } });

  const page = await signIn(`/changes/${id}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(foot(page)).toContainText('3 changes are not previewed');
  await page.keyboard.press('Control+Enter');
  await expect(foot(page)).toContainText('1 left to choose');
  await expect(foot(page).getByRole('button', { name: /^Apply 2 now/ })).toBeVisible();
  expect(await priceOf(api, b)).toBe('4.00');
  await expect(table(page).getByRole('cell', { name: 'choose', exact: true })).toBeVisible();
  const theirs = page.getByRole('radio', { name: /4\.10.*Helmi Korhonen/ });
  const shows = await theirs.evaluate((radio: HTMLInputElement) => {
    radio.click();
    return radio.checked;
  });
  expect(shows, 'a choice shows with the click').toBe(true);
  await expect(foot(page)).not.toContainText('left to choose');
  await page.getByRole('radio', { name: /4\.40.*this set/ }).check();
  await foot(page)
    .getByRole('button', { name: /^Apply 3 now/ })
    .click();
  await expect(page.getByText(/^Applied today/)).toBeVisible();
  expect([await priceOf(api, a), await priceOf(api, b)]).toEqual(['4.40', '4.40']);

  await others('PUT', `/api/secure/plu/${c}`, { json: { base_price: '5.00' } });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  const panel = page.getByRole('list', { name: 'What an undo would do' });
  await expect(panel).toContainText(/2\s*go back to what they were/);
  await expect(panel).toContainText(/1\s*stay, somebody changed them since/);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Preview the undo' }).click();
  await expect(page.getByRole('heading', { name: `Undo: ${name}` })).toBeVisible();
  await foot(page)
    .getByRole('button', { name: /^Apply 2 now/ })
    .click();
  await expect(page.getByText(/^Applied today/)).toBeVisible();
  expect([await priceOf(api, a), await priceOf(api, b), await priceOf(api, c)]).toEqual([
    '4.10',
    '4.00',
    '5.00',
  ]);

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('button', { name: 'Preview the undo' }).click();
  await expect(page.getByRole('heading', { name: `Undo: Undo: ${name}` })).toBeVisible();
  await foot(page)
    .getByRole('button', { name: /^Apply 2 now/ })
    .click();
  await expect(page.getByText(/^Applied today/)).toBeVisible();
  expect([await priceOf(api, a), await priceOf(api, b), await priceOf(api, c)]).toEqual([
    '4.40',
    '4.40',
    '5.00',
  ]);
});

test('sets that change the same cells say so in the preview, the schedule, the list and the product; their maker hears that nothing is left of one', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Manager');
  const page = await signIn('/changes');
  const own = changeSets(api);
  const ids = await makeProducts(api, 3);
  const [first, last] = [unique('First'), unique('Last')];
  const before = await own.draft(raised(ids, '4.40'), { name: first, apply_at: '2033-03-25T06:00' });
  await own.move(before, 'preview');
  await own.move(before, 'schedule');
  const id = await own.draft(raised(ids.slice(1), '4.60'), { name: last });
  await own.move(id, 'preview');

  await page.goto(`/changes/${id}`);
  await expect(page.getByText('2 cells are changed by other sets, too.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: first })).toContainText(
    'changes 2 of these cells after this set: it waits for a choice on 2',
  );
  await expect(page.getByText('In the end: 2 as this set makes them.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await foot(page).getByRole('button', { name: 'Schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'When is it applied?' });
  await expect(dialog).toContainText('changes 2 of these cells after this set');
  await dialog.getByRole('textbox', { name: 'Day' }).fill('26 Mar 2033');
  await dialog.getByRole('textbox', { name: 'Day' }).press('Tab');
  await expect(dialog).toContainText(
    'changes 2 of these cells before this set: this set waits for a choice on 2',
  );
  await expect(dialog).toContainText('In the end: 2 as other sets make them.');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(foot(page)).toContainText('Will be applied Sat 26 Mar 06:00');
  await expect(page.getByText('changes 2 of these cells before this set', { exact: false })).toBeVisible();

  await page.goto('/changes');
  await expect(page.getByRole('row').filter({ has: page.getByRole('link', { name: last }) })).toContainText(
    `2 cells also in ${first}, this set comes last`,
  );
  await expect(page.getByRole('row').filter({ has: page.getByRole('link', { name: first }) })).toContainText(
    `2 cells also in ${last}, which comes last`,
  );
  await page.goto(`/products/${ids[1]}`);
  await expect(
    page.getByText(`1 cell also in ${first}, this set comes last. In the end: 1 as other sets make it.`),
  ).toBeVisible();

  // The maker is a person, so the set is made in their session; then somebody else makes the prices so.
  const mine = unique('Mine');
  const session = async (path: string, data: unknown) => {
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    const answer = await page.request.post(`/api/secure/changeset${path}`, { data, headers });
    expect(answer.ok()).toBe(true);
    return z.object({ id: z.string() }).parse(await answer.json());
  };
  const { id: made } = await session('', { name: mine });
  const items = await page.request.post(`/api/secure/changeset/${made}/items`, {
    data: raised(await makeProducts(api, 2), '5.00'),
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  const changed = z.array(z.looseObject({ record_id: z.string() })).parse(await items.json());
  await session(`/${made}/preview`, {});
  await page.goto(`/changes/${made}`);
  await expect(foot(page).getByRole('button', { name: /^Apply 2 now/ })).toBeVisible();
  await expect(page.getByText('Nothing is left to change')).toBeHidden();
  for (const { record_id } of changed)
    await api('PUT', `/api/secure/plu/${record_id}`, { json: { base_price: '5.00' } });
  await page.goto(`/changes/${made}`);
  await expect(page.getByText('Nothing is left to change: all of it is so already.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Changes \d+ waits? for you$/ })).toBeVisible();
  await page.goto('/changes');
  await expect(page.getByRole('row').filter({ has: page.getByRole('link', { name: mine }) })).toContainText(
    'Nothing left to change',
  );
  await page.goto('/');
  await expect(page.getByText('Not as previewed')).toBeVisible();
});

test('a set is scheduled with an end on the clock of the company, stands so in the list, and is a draft again', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Manager');
  const name = unique('From Monday');
  const id = await changeSets(api).draft(raised(await makeProducts(api, 2), '4.20'), {
    name,
    apply_at: '2033-03-25T06:00',
    revert_at: '2033-03-27T22:00',
  });
  await changeSets(api).move(id, 'preview');
  const page = await signIn(`/changes/${id}`);
  await foot(page).getByRole('button', { name: 'Schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'When is it applied?' });
  await expect(dialog).toContainText('Europe/Helsinki');
  await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue('06:00');
  await dialog.getByLabel('Back at').fill('25:00');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog).toContainText('Must be a time of day');
  await dialog.getByLabel('Back at').fill('21:30');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText('Scheduled for Fri 25 Mar 06:00')).toBeVisible();
  await page.getByRole('link', { name: 'Changes' }).first().click();
  const row = page.getByRole('table', { name: 'Change sets' }).getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('back Sun 27 Mar 21:30');
  await row.getByRole('link', { name }).click();
  await foot(page).getByRole('button', { name: 'Back to draft' }).click();
  await expect(foot(page).getByRole('button', { name: /^Apply 2 now/ })).toBeVisible();
});

test('a company asks for approval: nobody approves their own, somebody else does, and then it is applied', async ({
  browser,
  signIn,
  wire,
  service,
}) => {
  const api = await wire('Manager');
  const admin = await wire('Administrator');
  const [product = ''] = await makeProducts(api, 1);
  const name = unique('To approve');
  const company = async () => {
    const me = await admin('GET', '/api/secure/me');
    return `/api/secure/company/${/"company":\{"id":"([^"]+)/.exec(me.text)?.[1]}`;
  };
  const other = await browser.newContext({ baseURL: service.address, locale: 'en-GB' });
  const { beginSession } = await import('./support/fixtures');
  await beginSession(other, 'Administrator');
  const approver = await other.newPage();
  try {
    await approver.goto('/company');
    await approver.locator('#approval').getByRole('button', { name: 'Managers' }).click();
    await approver.keyboard.press('Control+s');
    await expect(async () => {
      const stored = await admin('GET', await company());
      expect(stored.entity.data).toMatchObject({ approval: { roles: ['manager'] } });
    }).toPass();

    const page = await signIn('/changes');
    await page.getByRole('button', { name: 'New change set' }).click();
    await page.getByLabel('Name').fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name })).toBeVisible();
    const id = page.url().split('/').at(-1) ?? '';
    await changeSets(api).add(id, raised([product], '4.60'));
    await page.reload();
    await foot(page)
      .getByRole('button', { name: /^Preview/ })
      .click();
    await expect(foot(page)).toContainText('Somebody else approves it');
    await foot(page)
      .getByRole('button', { name: /^Ask for approval/ })
      .click();
    await expect(page.getByText('Waits for approval')).toBeVisible();
    await expect(foot(page).getByRole('button', { name: /Approve/ })).toBeHidden();

    await approver.goto('/changes');
    await expect(approver.getByRole('row', { name: /To approve, by you/ })).toBeVisible();
    await approver.getByRole('link', { name: `Look: ${name}` }).click();
    await foot(approver)
      .getByRole('button', { name: /^Approve/ })
      .click();
    await expect(foot(approver)).toContainText('Approved by Helmi Korhonen');

    await page.reload();
    await foot(page)
      .getByRole('button', { name: /^Apply 1 now/ })
      .click();
    await expect(page.getByText(/^Applied today/)).toBeVisible();
    expect(await priceOf(api, product)).toBe('4.60');
  } finally {
    await admin('PUT', await company(), { json: { data: { approval: null } } });
    await other.close();
  }
});

test('what a draft and a scheduled set would make of a product stands beside its form, and the list finds them by it', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Manager');
  const [id = ''] = await makeProducts(api, 1);
  const product = (await api('GET', `/api/secure/plu/${id}`)).entity.name;
  const [draft, due] = [unique('Draft'), unique('Due')];
  await changeSets(api).draft(raised([id], '4.40'), { name: draft });
  const scheduled = await changeSets(api).draft(raised([id], '4.90'), {
    name: due,
    apply_at: '2099-03-02T06:00',
  });
  await changeSets(api).move(scheduled, 'preview');
  await changeSets(api).move(scheduled, 'schedule');
  const done = await changeSets(api).draft(raised([id], '4.10'), { name: unique('Done') });
  await changeSets(api).move(done, 'apply');

  const page = await signIn(`/products/${id}`);
  const planned = page
    .getByRole('complementary')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Planned changes' }) });
  await expect(planned.getByRole('listitem')).toHaveCount(2);
  const of = (name: string) =>
    planned.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
  await expect(of(draft)).toContainText(/Draft, not applied.*Base price.*4\.00.*4\.40/s);
  await expect(of(due)).toContainText(/2 Mar 2099.*4\.00.*4\.90/s);
  // The price was 4.00 when it was previewed.
  await expect(of(due)).toContainText('1 cell other than previewed');
  await expect(of(draft)).toContainText(`1 cell also in ${due}, which comes last`);
  expect(await violations(page)).toEqual([]);
  await planned.getByRole('link', { name: due }).click();
  await expect(page.getByRole('heading', { name: due })).toBeVisible();

  await page.goto('/changes');
  await page.getByRole('searchbox', { name: 'Search change sets' }).fill(product);
  await expect(page.getByRole('link', { name: draft })).toBeVisible();
  await expect(page.getByRole('link', { name: due })).toBeVisible();
  await expect(page.getByText('3 change sets')).toBeVisible();
});

test('a large set shows how far it is, is stopped in the middle, and goes on with the rest', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Manager');
  const many = 10_000;
  const ids = await makeProducts(api, many);
  const id = await changeSets(api).draft(raised(ids, '4.50'), { name: unique('Large') });
  const page = await signIn(`/changes/${id}`);
  await expect(foot(page)).toContainText('10,000 changes are not previewed');
  const applying = api('POST', `/api/secure/changeset/${id}/apply`);
  await expect(foot(page).getByRole('progressbar', { name: 'Being applied' })).toBeAttached();
  await foot(page).getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(/^Stopped after [\d,]+$/)).toBeVisible();
  await applying;
  const stopped = await changeSets(api).get(id);
  expect(stopped.counts['applied']).toBeLessThan(many);
  await foot(page)
    .getByRole('button', { name: /^Preview/ })
    .click();
  await foot(page)
    .getByRole('button', { name: /^Apply [\d,]+ more/ })
    .click();
  await expect(page.getByText(/^Applied today/)).toBeVisible();
  expect((await changeSets(api).get(id)).counts['applied']).toBe(many);
  // The list is read again after the set; until then it is as long as what was applied before the stop.
  await expect(table(page).getByText('10,000 products, 10,000 cells')).toBeVisible();
  // Only what is in view is in the document, and the end of the list is read when it comes into view.
  expect(await table(page).getByRole('rowgroup').count()).toBeLessThan(120);
  await page.getByRole('region', { name: 'What changes' }).evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  await expect(table(page).getByRole('cell', { name: '10001', exact: true })).toBeVisible();
});

test('records are walked and taken out with the keyboard alone, filters and search narrow, a refusal is saved as a file', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Manager');
  const [a = '', b = '', c = ''] = await makeProducts(api, 3);
  const name = unique('By keys');
  const id = await changeSets(api).draft(
    [
      ...raised([a, b], '4.40'),
      { resource: 'plu', record_id: c, line: 98_765, patch: { base_price: 'four' } },
    ],
    { name },
  );
  await changeSets(api).move(id, 'preview');
  const page = await signIn(`/changes/${id}`);
  const rows = table(page).locator('[data-row-link]');
  await expect(rows).toHaveCount(3);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'As a file with reasons' }).press('Enter');
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
  await rows.nth(0).focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: /^Refused 1/ }).press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/show=refused/);
  await page.getByRole('button', { name: /^All 2/ }).press('Enter');
  await page.keyboard.press('/');
  // No random name has this number in it.
  await page.keyboard.type('98765');
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Rename' }).press('Enter');
  await page.getByLabel('Name', { exact: true }).fill(`${name} again`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `${name} again` })).toBeVisible();
  await foot(page).getByRole('button', { name: 'Discard' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(page.getByText('Discarded', { exact: true })).toBeVisible();
});

test('the trail and the history of a record name the import and its line, with a link to it', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Manager');
  const [product = ''] = await makeProducts(api, 1);
  const id = await changeSets(api).draft(raised([product], '4.80'), {
    name: unique('A file'),
    origin: 'import',
    data: { file: { name: 'prices.csv', lines: 1 } },
  });
  await changeSets(api).move(id, 'apply');
  const page = await signIn(`/audit?entity_id=${product}`);
  const link = page.getByRole('link', { name: /^import of \d+ \w+, line 2$/ });
  await expect(link).toBeVisible();
  await page.goto(`/products/${product}`);
  await expect(link).toBeVisible();
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/changes/${id}`));
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('link', { name: '1 entry' }).click();
  await expect(page.getByRole('button', { name: 'Remove Change set' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^import of/ })).toHaveCount(1);
});

for (const [width, height] of [
  [1440, 900],
  [390, 800],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the list and a set with choices, refusals and warnings are for everyone at ${width}, ${colorScheme}`, async ({
      page,
      signIn,
      wire,
    }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      const api = await wire('Manager');
      const others = await wire('Administrator');
      const [a = '', b = ''] = await makeProducts(api, 2);
      const id = await changeSets(api).draft([...raised([a, b], '6.40')], { name: unique('For everyone') });
      await others('PUT', `/api/secure/plu/${a}`, { json: { base_price: '4.10' } });
      await changeSets(api).move(id, 'preview');
      await signIn(`/changes/${id}`);
      await expect(page.getByText('More than 30 %')).toBeVisible();
      const isWider = () =>
        page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      expect(await violations(page)).toEqual([]);
      expect(await isWider()).toBe(false);
      if (width === 390) {
        for (const control of [
          foot(page).getByRole('button', { name: /^Apply/ }),
          page.getByRole('radio', { name: /this set/ }).locator('xpath=ancestor::label'),
        ])
          expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
      await page.goto('/changes');
      await expect(page.getByRole('link', { name: /^For everyone/ }).first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
      expect(await isWider()).toBe(false);
    });

test('an empty draft says once how changes come into it', async ({ signIn, wire }) => {
  const send = await wire();
  const made = await send('POST', '/api/secure/changeset', { json: { name: unique('Empty') } });
  const page = await signIn(`/changes/${made.entity.id}`, 'Manager', 'en');
  await expect(page.getByText('Nothing is collected yet')).toBeVisible();
  await expect(page.getByText('Changes come here from the lists')).toHaveCount(1);
});
