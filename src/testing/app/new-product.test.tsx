import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Entity } from '@/testing/answer';
import { startApplication, type TestApplication } from '@/testing/app/application';
import type { Sender } from '@/testing/service';

let application: TestApplication;
let send: Sender;
let dpt: Entity;
let tax: Entity;

const make = async (resource: string, json: Record<string, unknown>) =>
  (await send('POST', `/api/secure/${resource}`, { json })).entity;

beforeAll(async () => {
  application = await startApplication();
  send = await application.service.as('helsinki');
  tax = await make('tax', { name: 'Food', rate: '13.5' });
  dpt = await make('dpt', { name: 'Bakery', tax_id: tax.id });
  const product = { dpt_id: dpt.id, tax_id: tax.id };
  for (const productid of ['999', '2104', '2106', 'A-9', '007'])
    await make('plu', { ...product, name: `Known ${productid}`, productid });
  const other = await make('dpt', { name: 'Dairy', tax_id: tax.id });
  await make('plu', { ...product, dpt_id: other.id, name: 'Taken elsewhere', productid: '2107' });
});
afterAll(() => application.close());
afterEach(cleanup);

const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
const valueOf = (name: string) => box(name).value;

async function chooseDepartment(name: string): Promise<void> {
  const field = box('Department');
  fireEvent.click(field);
  fireEvent.change(field, { target: { value: name } });
  fireEvent.click(await screen.findByRole('option', { name, hidden: true }));
}

test('a new product begins with what follows from its name and department, and saves it', async () => {
  await application.open('/products/new');
  await screen.findByRole('textbox', { name: 'Name' });
  type('Name', 'Rhubarb bun with vanilla cream');
  expect(valueOf('Receipt name')).toBe('RHUBARB BUN WITH VANILLA');
  await chooseDepartment('Bakery');
  await waitFor(() => expect(valueOf('Tax')).toBe('Food'));
  // The next one after the highest of the department that no product has, in any department.
  await waitFor(() => expect(valueOf('Code')).toBe('2108'));

  type('Cost price', '1.24');
  type('Base price', '4.20');
  expect(valueOf('Margin')).toBe('66.5');
  type('Margin', '70');
  expect(valueOf('Base price')).toBe('4.69');
  const label = screen.getByRole('heading', { name: 'Shelf label' }).closest('section');
  expect(label?.textContent).toContain('2108 · Bakery');
  expect(label?.textContent).toContain('469 €');

  fireEvent.keyDown(window, { key: 's', ctrlKey: true });
  await screen.findByRole('link', { name: 'Duplicate' });
  const [stored] = (await send('GET', '/api/secure/plu?productid=2108')).entities;
  expect(stored).toMatchObject({
    name: 'Rhubarb bun with vanilla cream',
    receipt_name: 'RHUBARB BUN WITH VANILLA',
    tax_id: tax.id,
    dpt_id: dpt.id,
    base_price: '4.69',
  });
});

test('what was typed, or cleared, is not replaced by a suggestion', async () => {
  await application.open('/products/new');
  await screen.findByRole('textbox', { name: 'Name' });
  type('Receipt name', 'BUN');
  type('Name', 'Rhubarb bun');
  type('Code', '77');
  await chooseDepartment('Bakery');
  await waitFor(() => expect(valueOf('Tax')).toBe('Food'));
  expect([valueOf('Receipt name'), valueOf('Code')]).toEqual(['BUN', '77']);
  type('Code', '78');
  type('Code', '');
  type('Name', 'Rhubarb bun, large');
  expect([valueOf('Receipt name'), valueOf('Code')]).toEqual(['BUN', '']);
});

test('the header names what is still needed, and leads there', async () => {
  await application.open('/products/new');
  await screen.findByRole('textbox', { name: 'Name' });
  const needed = () =>
    within(screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement)
      .queryAllByRole('button')
      .map(({ textContent }) => textContent)
      .filter((text) => ['Name', 'Department', 'Tax', 'Base price'].includes(text));
  expect(needed()).toEqual(['Name', 'Department', 'Tax', 'Base price']);
  type('Name', 'Bun');
  expect(needed()).toEqual(['Department', 'Tax', 'Base price']);
  fireEvent.click(screen.getByRole('button', { name: 'Base price' }));
  expect(document.activeElement).toBe(box('Base price'));
});

test('a product is duplicated without what only one product has; nothing is saved before it is asked for', async () => {
  const supplier = await make('supplier', { name: 'Mill' });
  const line = { supplier: supplier.id, batch_size: 6 };
  const { id } = await make('plu', {
    name: 'Oat roll',
    receipt_name: 'OAT',
    dpt_id: dpt.id,
    tax_id: tax.id,
    base_price: '2.50',
    productid: '3001',
    data: {
      barcodes: ['6408180000017'],
      supply: [{ ...line, ean: '16408180000014', sku: 'OAT-6' }],
      cost_price: 1,
      'odd.key': { deep: 1.1 },
    },
  });
  await application.open(`/products/new?copy=${id}`);
  await screen.findByText(/Like “Oat roll”/);
  await waitFor(() => expect(valueOf('Code')).toBe('3002'));
  expect([valueOf('Name'), valueOf('Receipt name'), valueOf('Base price')]).toEqual([
    'Oat roll',
    'OAT ROLL',
    '2.50',
  ]);
  fireEvent.keyDown(window, { key: 's', ctrlKey: true });
  await screen.findByText('Another product has this name already: is that meant?');
  type('Name', 'Rye roll');
  expect((await send('GET', '/api/secure/plu?q=Rye%20roll')).entities).toEqual([]);
  fireEvent.keyDown(window, { key: 's', ctrlKey: true });
  await screen.findByRole('link', { name: 'Duplicate' });
  const [stored] = (await send('GET', '/api/secure/plu?productid=3002')).entities;
  expect(stored).toMatchObject({ name: 'Rye roll', receipt_name: 'RYE ROLL', base_price: '2.50' });
  expect(stored?.data).toMatchObject({ cost_price: 1, 'odd.key': { deep: 1.1 } });
  expect(stored?.data?.['supply']).toEqual([line]);
  expect(stored?.data?.['barcodes']).toBeUndefined();
});

test('what can wait opens when it is asked for', async () => {
  await application.open('/products/new');
  await screen.findByRole('textbox', { name: 'Name' });
  expect(screen.queryByRole('button', { name: 'Add a unit' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Stock units' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Stock units' }));
  expect(screen.getByRole('button', { name: 'Add a unit' })).toBeTruthy();
});

test('a new product begins in its first field, a stored one at its heading, an added row in its first cell', async () => {
  await application.open('/products/new');
  await screen.findByRole('textbox', { name: 'Name' });
  expect(document.activeElement).toBe(box('Name'));

  const { id } = await make('plu', { name: 'Rye loaf', dpt_id: dpt.id, tax_id: tax.id, base_price: '2.50' });
  cleanup();
  await application.open(`/products/${id}`);
  const heading = await screen.findByRole('heading', { name: 'Rye loaf' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  fireEvent.click(screen.getByRole('button', { name: 'Add a unit' }));
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('/data/stock_units/0/name'));
  fireEvent.click(screen.getByRole('button', { name: 'Add a supplier' }));
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toMatch(/^\/data\/supply\/0\//));
});
