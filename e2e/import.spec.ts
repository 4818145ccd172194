import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violations } from './support/axe';
import { press, reach } from './support/by-keyboard';
import { expect, speakEnglish, test } from './support/fixtures';
import { onEmpty } from './support/service';

const chip = (page: Page, name: string) => page.getByRole('button', { name });
const count = (page: Page, name: string) =>
  page
    .getByRole('complementary')
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${name}`) });

/** Chooses a file that is made here. */
const choose = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a manager takes the file of a supplier from the list to a previewed set, by keyboard alone', async ({
  signIn,
  wire,
}) => {
  const page = await signIn('/products');
  await press(page, page.getByRole('link', { name: 'Import' }));
  await expect(page).toHaveURL(/\/products\/import$/);
  await press(page, page.getByRole('button', { name: 'Try with a supplier’s file of the demo' }));
  for (const found of [
    'Separator Semicolon',
    'Decimal sign Comma',
    'Encoding Windows-1252',
    'Dates Day.month.year',
    'Supplier Pohjolan Tukku Oy',
  ])
    await expect(chip(page, found)).toBeVisible();
  await expect(page.getByText('Found in the file, no other reading fits all 412 lines.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Barcode', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(count(page, 'Refused')).toContainText('8');
  await expect(page.getByText('3 barcodes lack zeros in front')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Take with the zeros' }));
  await expect(count(page, 'New')).toContainText('6');
  await expect(count(page, 'Changed')).toContainText('93');
  await expect(count(page, 'Unchanged')).toContainText('308');
  await expect(count(page, 'Refused')).toContainText('5');
  await expect(count(page, 'Lines').first()).toContainText('412');
  const side = page.getByRole('complementary');
  await expect(side.getByText('Line 17')).toBeVisible();
  await expect(side.getByText('Damaged by a spreadsheet: the digits are gone')).toBeVisible();
  await expect(side.getByText('Lines 140, 301')).toBeVisible();
  await expect(page.getByRole('row', { name: /OSTOHINTA/ })).toContainText('1 refused');
  await expect(page.getByRole('row', { name: /NIMI/ })).toContainText('Ours stays');
  expect(await violations(page)).toEqual([]);

  const preview = page.getByRole('button', { name: 'Preview 99 changes' });
  await press(page, preview);
  await expect(page).toHaveURL(/\/changes\/[\da-f-]{36}$/);
  const id = new URL(page.url()).pathname.split('/')[2] ?? '';
  const send = await wire();
  const set = JSON.parse((await send('GET', `/api/secure/changeset/${id}`)).text);
  expect(set).toMatchObject({
    name: 'Import of pohjolan-tukku-2026-04.csv',
    origin: 'import',
    counts: { items: 99, refused: 0, conflict: 0 },
    data: { file: { name: 'pohjolan-tukku-2026-04.csv', lines: 412, refused: 5 } },
  });
  const { items } = JSON.parse((await send('GET', `/api/secure/changeset/${id}/items?limit=200`)).text);
  expect(items).toHaveLength(99);
  expect(items.every(({ line }: { line: number | null }) => line !== null && line > 1)).toBe(true);

  // What was refused stays with the set: in a table, and as a file.
  const refused = page.getByRole('region', { name: 'Refused lines of the file' });
  const open = refused.getByRole('button', { name: '5 lines of the file were refused' });
  await expect(open).toHaveAttribute('aria-expanded', 'false');
  await press(page, open);
  const table = refused.getByRole('table', { name: 'Refused lines of the file' });
  await expect(table.getByRole('row')).toHaveCount(6);
  await expect(table.getByRole('row', { name: /^17 / })).toContainText(
    'EAN: Damaged by a spreadsheet: the digits are gone',
  );
  expect(await violations(page)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await press(page, refused.getByRole('button', { name: 'As a file with reasons' }));
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('pohjolan-tukku-2026-04-refused.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(6);
  expect(lines[0]).toMatch(/EAN,TUOTENRO,.*,VOIMASSA,Reason$/);
  expect(lines[1]).toMatch(/^"=""6\.4E\+12""",.*,Damaged by a spreadsheet: the digits are gone$/);

  // The next file with these columns is understood as this one was.
  await page.goto('/products/import');
  await page.getByRole('button', { name: 'Try with a supplier’s file of the demo' }).click();
  await expect(page.getByText(/Remembered for Pohjolan Tukku Oy from/)).toBeVisible();
});

test('refused lines come back as a file of the same columns, with the reason at the end', async ({
  signIn,
}) => {
  const page = await signIn('/products/import');
  await page.getByRole('button', { name: 'Try with a supplier’s file of the demo' }).click();
  await page.getByRole('button', { name: 'Take with the zeros' }).click();
  await expect(count(page, 'Refused')).toContainText('5');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'As a file' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('pohjolan-tukku-2026-04-Refused.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(6);
  expect(lines[0]).toMatch(/EAN;TUOTENRO;.*;VOIMASSA;Reason$/);
  expect(lines[1]).toMatch(/^6\.4E\+12;.*;Damaged by a spreadsheet: the digits are gone$/);
  expect(lines[3]).toMatch(/;"?Twice in the file, with two contents \(lines 140, 301\)"?$/);
});

test('where two readings fit, the page asks and nothing can be previewed', async ({ signIn }) => {
  const page = await signIn('/products/import');
  await choose(page, 'prices.csv', 'EAN;OVH\n6430014310064;1,234\n');
  await expect(page.getByText('Its numbers can be read with a point and with a comma.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Preview/ })).toBeDisabled();
  await press(page, chip(page, 'Decimal sign choose'));
  // The menu takes the focus once it is drawn.
  const comma = page.locator('[role^="menuitem"]', { hasText: 'Comma' });
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(comma).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(chip(page, 'Decimal sign Comma')).toBeVisible();
  await expect(page.getByText('Its numbers can be read')).toHaveCount(0);
  await expect(page.getByRole('row', { name: /OVH/ })).toContainText('1.234');
});

test('a department that is not there is made before the products that name it', async ({ signIn, wire }) => {
  const page = await signIn('/products/import');
  await choose(
    page,
    'new.csv',
    'EAN;NIMI;OVH;OSASTO;ALV\n6430098199982;Porkkana;1,20;Hevi uusi;13,5\n6430098199999;Nauris;1,40;Hevi uusi;13,5\n',
  );
  const side = page.getByRole('complementary');
  await expect(side.getByText('Hevi uusi').first()).toBeVisible();
  await expect(count(page, 'New')).toContainText('0');
  await press(page, side.getByRole('button', { name: 'Make', exact: true }));
  await expect(count(page, 'New')).toContainText('2');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Preview 2 changes' }).click();
  await expect(page).toHaveURL(/\/changes\/[\da-f-]{36}$/);
  const id = new URL(page.url()).pathname.split('/')[2] ?? '';
  const send = await wire();
  const itemsNow = async () =>
    JSON.parse((await send('GET', `/api/secure/changeset/${id}/items`)).text).items;
  await expect
    .poll(async () => (await itemsNow()).map(({ state }: { state: string }) => state))
    .toEqual(['ready', 'ready', 'ready']);
  const items = await itemsNow();
  const made = items.find((item: { resource: string }) => item.resource === 'dpt');
  expect(made).toMatchObject({ n: 1, is_new: true, label: { name: 'Hevi uusi' } });
  expect(items).toHaveLength(3);
});

test('everything of the customers goes out, and comes in again with nothing to change', async ({
  signIn,
}) => {
  for (const format of ['CSV', 'Excel']) {
    const page = await signIn('/customers');
    await page.getByRole('button', { name: 'Export' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: format }).last().click();
    const file = await downloading;
    await page.getByRole('link', { name: 'Import' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: file.suggestedFilename(),
      mimeType: 'text/csv',
      buffer: await readFile(await file.path()),
    });
    await expect(page.getByRole('button', { name: 'Nothing to change' })).toBeVisible();
    await expect(count(page, 'Refused')).toContainText('0');
    await expect(count(page, 'Unchanged')).toContainText(/[1-9]/);
  }
});

test('the list as it stands goes out with its filter and its columns', async ({ signIn }) => {
  const page = await signIn('/products?q=Cinnamon%20bun');
  await page.getByRole('button', { name: 'Export' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).first().click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  const [head = '', ...lines] = text.trim().split('\r\n');
  expect(head).toMatch(/^\uFEFF?Code,Name,Department,Price/);
  const bun = lines.find((line) => line.includes(',Cinnamon bun,'));
  expect(bun).toMatch(/^"=""2104""",Cinnamon bun,Bakery,4\.10,/);
});

test('the first step has no accessibility faults in English and Finnish, and a template', async ({
  signIn,
  context,
}) => {
  const page = await signIn('/price-lists/import');
  expect(await violations(page)).toEqual([]);
  await reach(page, page.getByRole('button', { name: 'Choose a file' }));
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Template' }).click();
  expect((await downloading).suggestedFilename()).toBe('pricelist-template.xlsx');
  await context.request.put('/api/session/language', {
    data: { language: 'fi' },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Valitse tiedosto' })).toBeVisible();
  await choose(page, 'hinnastot.csv', 'Nimi;Voimassa alkaen\nKesä 2027;1.6.2027\n');
  await expect(page.getByText('Miten tiedosto luetaan')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await speakEnglish(context);
});

test('an accountant neither sees the import nor opens it', async ({ signIn }) => {
  const page = await signIn('/products', 'Accountant');
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Import' })).toHaveCount(0);
  await page.goto('/products/import');
  await expect(page.getByText('Find a record by')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Choose a file' })).toHaveCount(0);
});

test('a company that has no department and no supplier yet names them while it imports its first file', async ({
  browser,
}) => {
  await onEmpty(async (service) => {
    const context = await browser.newContext({ locale: 'en-GB', baseURL: service.address });
    const page = await context.newPage();
    await page.goto('/');
    const send = (path: string, body: unknown) =>
      page.evaluate(
        async ([to, text]) => {
          const headers = { 'Content-Type': 'application/json' };
          const answer = await fetch(to, text === '' ? {} : { method: 'POST', headers, body: text });
          return answer.json();
        },
        [path, body === null ? '' : JSON.stringify(body)] as const,
      );
    await send('/api/first_company', {
      token: new URL(service.firstLink).hash.slice(3),
      language: 'en',
      company: { name: 'Leipomo Aalto', ident: '', place: { country: 'FI' } },
      person: { name: 'Ida Aalto', email: 'ida@leipomoaalto.example' },
      password: 'rye dough at four',
    });
    await page.goto('/products/import');
    await choose(
      page,
      'first.csv',
      'Barcode,Name,Supplier number,Price\n6410405082657,Rye loaf,A1,4.50\n6411401015090,Bun,A2,1.20\n',
    );
    const side = page.getByRole('complementary');
    const from = page.getByRole('combobox', { name: 'Supplier', exact: true });
    await reach(page, from);
    await page.keyboard.type('Mylly Oy');
    await page.keyboard.press('Enter');
    await expect(chip(page, 'Supplier Mylly Oy')).toBeVisible();
    await expect(count(page, 'Refused')).toContainText('2');
    const department = side.getByRole('combobox', { name: 'Department of all new ones' });
    await expect(side.getByText('There is none yet. Type a name: it is made with the lines.')).toBeVisible();
    await reach(page, department);
    await page.keyboard.type('Bread');
    await page.keyboard.press('Enter');
    await expect(department).toHaveValue('Bread');
    const tax = side.getByRole('combobox', { name: 'Tax of all new ones' });
    await reach(page, tax);
    await page.keyboard.type('13,5');
    await page.keyboard.press('Enter');
    await expect(count(page, 'New')).toContainText('2');
    expect(await violations(page)).toEqual([]);
    // Nothing is made before the set is applied.
    expect([await send('/api/secure/dpt', null), await send('/api/secure/supplier', null)]).toEqual([[], []]);
    await press(page, page.getByRole('button', { name: 'Preview 2 changes' }));
    // What the set makes is called by its name where its lines refer to it.
    await expect(page.getByText(/Department Bread/)).toHaveCount(2);
    await press(page, page.getByRole('button', { name: /^Apply 4 now/ }));
    await expect
      .poll(async () =>
        (await send('/api/secure/plu?sort=name', null)).map(({ name }: { name: string }) => name),
      )
      .toEqual(['Bun', 'Rye loaf']);
    const [bread] = await send('/api/secure/dpt', null);
    const [mylly] = await send('/api/secure/supplier', null);
    expect([bread.name, mylly.name]).toEqual(['Bread', 'Mylly Oy']);
    const [bun] = await send('/api/secure/plu?sort=name', null);
    expect([bun.dpt_id, bun.data.supply[0].supplier]).toEqual([bread.id, mylly.id]);
    await context.close();
  });
});
