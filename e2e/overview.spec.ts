import { violations } from './support/axe';
import { expect, test } from './support/fixtures';

test('a manager lands on what waits and on the sales; each line leads to what it counts', async ({
  signIn,
}) => {
  const page = await signIn('/', 'Manager');
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible();

  // The sum of the locations is that of all.
  const table = page.getByRole('table', { name: 'Sales by location' });
  // Each row has a chart of its own, which is a table too. A location without sales in the month has a dash.
  const months = await table
    .locator(':scope > :is(tbody, tfoot) > tr')
    .evaluateAll((rows) =>
      rows.map((row) => Number([...row.children].at(-2)?.textContent?.replaceAll(/[,–]/g, ''))),
    );
  const [all = Number.NaN] = months.slice(-1);
  const locations = months.slice(0, -1).reduce((sum, one) => sum + one, 0);
  expect(locations).toBeGreaterThan(0);
  expect(all).toBeCloseTo(locations, 2);
  expect(await violations(page)).toEqual([]);

  await page
    .getByRole('link', { name: /^Open day/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/business-days\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Close: Not closed' }).click();
  await expect(page).toHaveURL(/\/business-days/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the overview is narrowed to a location, in its address', async ({ signIn }) => {
  const page = await signIn('/', 'Manager');
  await page.getByRole('button', { name: 'Location' }).click();
  await page.getByRole('checkbox', { name: 'Kallio' }).click();
  await expect(page).toHaveURL(/location_id=/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: 'Sales by location' })).toHaveCount(0);
  await expect(page.getByRole('figure', { name: /^Sales by day/ })).toBeVisible();
});

test('the overview, the sales, the month, its days summed up and all companies say the same of the month', async ({
  signIn,
}) => {
  const page = await signIn('/', 'Manager');
  const main = page.getByRole('main');
  const span = /1 (\w{3})\w* (\d{4})(?: – \d+ \w+ \d{4})? against the same weekdays of \w+ \d{4}\./;
  const sentenceOf = async () => {
    const said = main.getByText(span).first();
    await expect(said).toBeVisible();
    return span.exec(await said.innerText())?.[0];
  };
  const counted = 'Open days are counted as they stand.';
  const sentence = await sentenceOf();
  await expect(main.getByText(counted).first()).toBeVisible();
  const sums = page.getByRole('table', { name: 'Sales by location' }).locator('tfoot td');
  const change = await sums.last().innerText();
  expect(change).toMatch(/^[+−]?\d+\.\d%$/);
  const [, name = '', year = ''] = span.exec(sentence ?? '') ?? [];
  const first = new Date(`1 ${name} ${year} UTC`);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  const [from = '', until = ''] = [first, last].map((date) => date.toISOString().slice(0, 10));

  await page.goto(`/sales?by=location&from=${from}&to=${until}`);
  expect(await sentenceOf()).toBe(sentence);
  await expect(main.getByText(change, { exact: true }).first()).toBeVisible();
  await expect(main.getByText(counted).first()).toBeVisible();

  for (const path of [`/months/${from.slice(0, 7)}`, `/business-days/summary?from=${from}&to=${until}`]) {
    await page.goto(path);
    const compared = page.getByRole('region', { name: 'Compared' });
    await expect(async () => {
      const body = main.locator('[tabindex="0"]').filter({ has: page.getByRole('table') });
      await body
        .first()
        .evaluate((element) => element.scrollTo(0, element.scrollHeight), null, { timeout: 1000 });
      await expect(compared.getByText(counted)).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 30_000 });
    expect(await sentenceOf()).toBe(sentence);
    await expect(compared.getByRole('table', { name: 'Compared' })).toContainText(change);
  }
  await page.goto('/months');
  await expect(main.getByText('Closed days only.')).toBeVisible();

  const owner = await signIn(`/group?from=${from}&to=${until}`, 'Administrator');
  expect(await sentenceOf()).toBe(sentence);
  await expect(owner.getByRole('table', { name: 'Sales in EUR' }).locator('tfoot')).toContainText(change);
});

test('an accountant lands on the month: its faults, its days, its tax, what is ready', async ({ signIn }) => {
  const page = await signIn('/', 'Accountant');
  for (const name of ['Days that do not add up', 'VAT so far', 'Ready to export'])
    await expect(page.getByRole('heading', { name })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // Each day is a mark with its state in words, and leads to its report.
  await page
    .getByRole('link', { name: /^Hakaniemi, .*: (?:Does not add up|Closed, adds up)$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/business-days\/[0-9a-f-]{36}$/);
});

test('on a phone the sales come first, and nothing is wider than the page', async ({ signIn }) => {
  const page = await signIn('/', 'Manager');
  await page.setViewportSize({ width: 390, height: 844 });
  const sales = await page.getByRole('heading', { name: 'Sales' }).boundingBox();
  const todo = await page.getByRole('heading', { name: 'To do' }).boundingBox();
  expect(sales?.y ?? 0).toBeLessThan(todo?.y ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await violations(page)).toEqual([]);
});

test('a manager sees their own drafts and what others changed; each leads to the set and to the history', async ({
  signIn,
  wire,
}) => {
  const name = `Draft ${crypto.randomUUID()}`;
  const page = await signIn('/changes', 'Manager');
  await page.getByRole('button', { name: 'New change set' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Make the draft' }).click();
  await expect(page).toHaveURL(/\/changes\/[0-9a-f-]{36}$/);
  const admin = await wire('Administrator');
  const supplier = `Supplier ${crypto.randomUUID()}`;
  const made = await admin('POST', '/api/secure/supplier', { json: { name: supplier } });
  expect(made.status).toBe(201);

  await page.goto('/');
  const week = page.getByRole('region', { name: 'Changes this week' });
  const others = page.getByRole('region', { name: 'Changed by others' });
  await expect(others.getByRole('listitem').first()).toContainText(supplier);
  await expect(others.getByRole('listitem')).toHaveCount(5);
  expect(await violations(page)).toEqual([]);
  await week.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goBack();
  await others.getByRole('link', { name: new RegExp(supplier) }).click();
  await expect(page).toHaveURL(new RegExp(`/audit\\?entity_id=${made.entity.id}`));
  await expect(page.getByRole('table', { name: 'Events' }).getByText(supplier).first()).toBeVisible();
});

test('all of one’s own drafts are one click from the overview, without those of others', async ({
  signIn,
  wire,
}) => {
  const mark = crypto.randomUUID();
  const admin = await wire('Administrator');
  const page = await signIn('/', 'Manager');
  // Their own are those of the person, and not of a key.
  const statuses = await page.evaluate(
    (names) =>
      Promise.all(
        names.map(async (name) => {
          const headers = { 'Content-Type': 'application/json' };
          const body = JSON.stringify({ name });
          return (await fetch('/api/secure/changeset', { method: 'POST', headers, body })).status;
        }),
      ),
    Array.from({ length: 6 }, (_, n) => `Mine ${n + 1} ${mark}`),
  );
  expect(new Set(statuses)).toEqual(new Set([201]));
  const others = await admin('POST', '/api/secure/changeset', { json: { name: `Not mine ${mark}` } });
  expect(others.status).toBe(201);
  await page.reload();
  const week = page.getByRole('region', { name: 'Changes this week' });
  await expect(week.getByRole('link', { name: new RegExp(mark) }).first()).toBeVisible();
  await week.locator('a[href$="?made_by=me"]').click();
  await expect(page).toHaveURL(/\/changes\?made_by=me$/);
  const link = (name: string) => page.getByRole('link', { name: `${name} ${mark}` });
  await expect(link('Mine 1')).toBeVisible();
  await expect(link('Not mine')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove Made by' }).click();
  await expect(link('Not mine')).toBeVisible();
});
