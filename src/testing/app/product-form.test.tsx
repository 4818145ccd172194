import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { changesBetween, sameText } from '@/record/diff';
import { parseJson, parseRecord, valueAt } from '@/record/json';
import type { Entity } from '@/testing/answer';
import { startApplication, type TestApplication } from '@/testing/app/application';
import type { Sender } from '@/testing/service';

// The product form has every kind of list: rows of objects, of texts, and a map.

let application: TestApplication;
let send: Sender;
let path: string;
let lists: readonly Entity[];

/** Expects a part of `data` to be stored exactly as this JSON text. */
async function expectStored(key: string, json: string): Promise<void> {
  const stored = valueAt(parseRecord((await send('GET', path)).text), ['data', key]);
  expect(changesBetween(parseJson(json), stored, [], sameText)).toEqual([]);
}
const version = async () => (await send('GET', path)).entity.version;

const prices = (amount: string) =>
  `{"${lists[0]?.id}":{"type":"price","amount":"${amount}","until.then":1.10}}`;

beforeAll(async () => {
  application = await startApplication();
  send = await application.service.as('helsinki');
  const make = async (resource: string, json: Record<string, unknown>) =>
    (await send('POST', `/api/secure/${resource}`, { json })).entity;
  lists = [await make('pricelist', { name: 'Eat in' }), await make('pricelist', { name: 'Take away' })];
});
afterAll(() => application.close());
afterEach(cleanup);

beforeEach(async () => {
  const tax = (await send('POST', '/api/secure/tax', { json: { name: 'None', rate: '0' } })).entity;
  const dpt = (await send('POST', '/api/secure/dpt', { json: { name: 'Shelf', tax_id: tax.id } })).entity;
  const body = `{"name":"Bun","dpt_id":"${dpt.id}","tax_id":"${tax.id}","base_price":"4.00","data":{
    "barcodes":["6408180000017","x"],
    "prices":${prices('3.90')},
    "stock_units":[{"id":"1","name":"Piece","value":1.00,"multiplier":1,"balance_unit":true,"odd.key":2.50},
      {"id":"2","name":"Box","value":12,"multiplier":1.0}],
    "supply":[{"sku":"S-1","batch_size":12.00,"batch_value":7.10}]}}`;
  const { entity } = await send('POST', '/api/secure/plu', { body });
  path = `/api/secure/plu/${entity.id}`;
  await application.open(`/products/${entity.id}`);
  await screen.findByRole('table', { name: 'Stock units' });
});

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => {
  const typed = box(name);
  fireEvent.change(typed, { target: { value } });
  fireEvent.blur(typed);
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const save = () => fireEvent.keyDown(window, { key: 's', ctrlKey: true });
test('Alt P leads to the price, whose value the next key replaces', () => {
  box('Name').focus();
  fireEvent.keyDown(box('Name'), { key: 'p', code: 'KeyP', ctrlKey: true, altKey: true });
  expect(document.activeElement).toBe(box('Name'));
  fireEvent.keyDown(box('Name'), { key: 'π', code: 'KeyP', altKey: true });
  const price = box('Base price');
  expect(document.activeElement).toBe(price);
  expect([price.selectionStart, price.selectionEnd]).toEqual([0, price.value.length]);
});

const isSaved = (at: number) => waitFor(async () => expect(await version()).toBe(at));

test('rows are removed, added and typed, and what nobody touched keeps its digits and keys', async () => {
  press('Remove Piece');
  type('Box, Value', '6.50');
  press('Add a unit');
  type('Unit without a name, Name', 'Pallet');
  type('Pallet, Value', '480.0');
  // Rows that were added and left empty are not stored.
  press('Add a supplier');
  press('Add a unit');
  save();
  await isSaved(2);
  await expectStored(
    'stock_units',
    `[{"id":"2","name":"Box","value":6.50,"multiplier":1.0},
      {"name":"Pallet","value":480.0,"multiplier":1,"balance_unit":false,"wastage_unit":false,"inventory_unit":false}]`,
  );
  await expectStored('supply', '[{"sku":"S-1","batch_size":12.00,"batch_value":7.10}]');
  await expectStored('prices', prices('3.90'));
});

test('one unit keeps the balance, and rows that say nothing of it are left alone', async () => {
  fireEvent.click(screen.getByRole('radio', { name: /^Box, / }));
  save();
  await isSaved(2);
  await expectStored(
    'stock_units',
    `[{"id":"1","name":"Piece","value":1.00,"multiplier":1,"balance_unit":false,"odd.key":2.50},
      {"id":"2","name":"Box","value":12,"multiplier":1.0,"balance_unit":true}]`,
  );
  fireEvent.click(screen.getByRole('radio', { name: /^Piece, / }));
  expect(screen.getByText('1 change')).toBeTruthy();
});

test('codes are typed, corrected and left empty, and the list stays in its order', async () => {
  const codes = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Code' }).slice(1);
  press('Add a barcode');
  const added = codes().at(-1) ?? document.body;
  await waitFor(() => expect(document.activeElement).toBe(added));
  fireEvent.change(added, { target: { value: '4006381333931' } });
  fireEvent.blur(added);
  const [, odd] = codes();
  fireEvent.change(odd ?? document.body, { target: { value: '' } });
  fireEvent.blur(odd ?? document.body);
  await waitFor(() => expect(codes()).toHaveLength(2));
  save();
  await isSaved(2);
  await expectStored('barcodes', '["6408180000017","4006381333931"]');
});

test('a price is removed, and another one with the same list begins anew', async () => {
  await screen.findByRole('button', { name: 'Remove Eat in' });
  press('Remove Eat in');
  expect(screen.getByText('1 change')).toBeTruthy();
  expect(screen.queryByRole('table', { name: 'Prices' })).toBeNull();
  press('Discard');
  type('Eat in, Amount', '4.5');
  expect(box('Eat in, Amount').value).toBe('4.50');
  save();
  await isSaved(2);
  await expectStored('prices', prices('4.50'));
});

test('what is typed while a save is under way stays, and is saved with the next one', async () => {
  const held = application.hold(({ method }) => method === 'PUT');
  type('Receipt name', 'BUN');
  save();
  await waitFor(() => expect(held.count()).toBe(1));
  type('Box, Name', 'Crate');
  press('Add a unit');
  type('Unit without a name, Name', 'Pallet');
  held.release();
  await isSaved(2);
  await screen.findByText('1 change');
  expect([box('Crate, Name').value, box('Pallet, Name').value]).toEqual(['Crate', 'Pallet']);
  expect((await send('GET', path)).text).not.toContain('Crate');
  save();
  await isSaved(3);
  expect((await send('GET', path)).text).toMatch(/Crate.*Pallet|Pallet.*Crate/);
});

test('what the service refuses in a row is said at its box, and goes with the typing that corrects it', async () => {
  type('Box, Name', 'a\u0000b');
  save();
  const refused = () => within(screen.getByRole('table', { name: 'Stock units' })).getAllByRole('textbox')[3];
  await waitFor(() => expect(refused()?.getAttribute('aria-invalid')).toBe('true'));
  expect(await version()).toBe(1);
  fireEvent.change(refused() ?? document.body, { target: { value: 'Crate' } });
  await waitFor(() => expect(box('Crate, Name').getAttribute('aria-invalid')).toBeNull());
  save();
  await isSaved(2);
});

test('a unit without a name and a supply line without a supplier are refused at their boxes, and typing stays', async () => {
  press('Add a unit');
  type('Unit without a name, Value', '480');
  press('Add a supplier');
  const supply = screen.getByRole('table', { name: 'Supply' });
  const [, sku] = within(supply).getAllByRole('textbox', { name: /, SKU$/ });
  fireEvent.change(sku ?? supply, { target: { value: 'S-2' } });
  save();
  await screen.findByText('2 to correct');
  expect(box('Unit without a name, Name').getAttribute('aria-invalid')).toBe('true');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await version()).toBe(1);
  type('Unit without a name, Name', 'Pallet');
  fireEvent.click(
    within(supply)
      .getAllByRole('button', { name: /^Remove/ })
      .at(-1) ?? supply,
  );
  save();
  await isSaved(2);
});

const question = (text: RegExp) => screen.findByText(text);

test('a price below nothing, ten times the old one, and a code that another product has are asked about once', async () => {
  const { entity } = await send('GET', path);
  const twin = {
    name: 'Cinnamon bun',
    dpt_id: entity['dpt_id'],
    tax_id: entity['tax_id'],
    productid: '4711',
  };
  await send('POST', '/api/secure/plu', { json: twin });
  type('Base price', '-5');
  const [code] = document.getElementsByName('/productid');
  if (!code) throw new Error('The form has a code');
  fireEvent.change(code, { target: { value: '4711' } });
  save();
  await question(/Less than nothing/);
  await question(/Cinnamon bun has this code already/);
  await screen.findByText('2 to confirm');
  expect(await version()).toBe(1);
  // Another value is another question; the same one is not asked again.
  type('Base price', '40.00');
  save();
  await question(/Ten times .?4\.00/);
  expect(screen.queryByText(/Less than nothing/)).toBeNull();
  expect(await version()).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: /^Save anyway/ }));
  await isSaved(2);
  expect((await send('GET', path)).entity).toMatchObject({ base_price: '40.00', productid: '4711' });
});

test('a price below cost is asked about with what is missing, after tax', async () => {
  type('Cost price', '4.50');
  save();
  await question(/Below cost by .?0\.50/);
  expect(await version()).toBe(1);
  save();
  await isSaved(2);
});

test('the history names the department that the product had before, which nothing else on the page shows', async () => {
  const tax = (await send('GET', path)).entity['tax_id'];
  const other = (await send('POST', '/api/secure/dpt', { json: { name: 'Bakery', tax_id: tax } })).entity;
  expect((await send('PUT', path, { json: { dpt_id: other.id } })).status).toBe(200);
  cleanup();
  await application.open(path.replace('/api/secure/plu', '/products'));
  await waitFor(() =>
    expect(document.querySelector('aside')?.textContent).toMatch(/DepartmentShelf.*Bakery/),
  );
});
