import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startApplication, type TestApplication } from '@/testing/app/application';

/** A company whose prices are without tax, as it sees them. */
let application: TestApplication;
let admin: Awaited<ReturnType<TestApplication['service']['as']>>;
let productId: string;

beforeAll(async () => {
  application = await startApplication();
  admin = await application.service.as('helsinki', 'admin');
  const { companyId } = application.service.companies.helsinki;
  const json = { data: { price_tax: 'excluded' } };
  expect((await admin('PUT', `/api/secure/company/${companyId}`, { json })).status).toBe(200);
  const make = async (name: string, body: object) =>
    (await admin('POST', `/api/secure/${name}`, { json: body })).entity;
  const tax = await make('tax', { name: 'General', rate: '25.5', data: { included: true } });
  const dpt = await make('dpt', { name: 'Grocery', tax_id: tax.id });
  const product = await make('plu', {
    name: 'Net coffee',
    productid: '77',
    dpt_id: dpt.id,
    tax_id: tax.id,
    base_price: '10.00',
    data: { cost_price: 9 },
  });
  productId = product.id;
});
afterAll(() => application.close());
afterEach(cleanup);

const valueOf = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;

test('the form and the list of products take a price without tax as it is', async () => {
  await application.open(`/products/${productId}`);
  await screen.findByRole('textbox', { name: 'Name' });
  // (10 − 9) / 10; with tax it would be below its cost.
  await waitFor(() => expect(valueOf('Margin')).toBe('10.0'));
  expect(screen.getByText('Without tax')).toBeDefined();
  await waitFor(() => expect(document.body.textContent?.includes('With tax 12.55')).toBe(true));
  expect(screen.queryByText(/Below cost/)).toBeNull();
  cleanup();
  await application.open('/products');
  const row = (await screen.findByText('Net coffee')).closest('[role="row"]');
  await waitFor(() => expect(row?.textContent).toContain('10.0'));
});

test('a shelf label says what a customer pays, and the price without tax beside it', async () => {
  await application.open('/products/new');
  await screen.findByRole('textbox', { name: 'Name' });
  const field = screen.getByLabelText('Department');
  fireEvent.click(field);
  fireEvent.change(field, { target: { value: 'Grocery' } });
  fireEvent.click(await screen.findByRole('option', { name: 'Grocery', hidden: true }));
  await waitFor(() => expect(valueOf('Tax')).toBe('General'));
  fireEvent.change(screen.getByLabelText('Base price'), { target: { value: '4.00' } });
  const label = screen.getByRole('heading', { name: 'Shelf label' }).closest('section');
  await waitFor(() => expect(label?.textContent).toContain('502 €'));
  expect(label?.textContent).toContain('4.00 without tax');
});

test('a new price list begins as the company’s prices are', async () => {
  await application.open('/price-lists/new');
  const flag = await screen.findByRole('switch', { name: /Tax included/ });
  expect(flag).toHaveProperty('checked', false);
});

test('the matrix of prices marks the columns whose prices are without tax, and no other', async () => {
  const list = (name: string, data: object) =>
    admin('POST', '/api/secure/pricelist', { json: { name, currency: 'EUR', data } });
  await list('Trade', {});
  await list('Street', { tax_included: true });
  await application.open('/prices');
  const heads = async () => (await screen.findAllByRole('columnheader')).map((head) => head.textContent);
  await waitFor(async () => expect(await heads()).toContain('Base, without tax €'));
  expect(await heads()).toEqual(expect.arrayContaining(['Trade, without tax €', 'Street €']));
});

test('changing what the company says of its prices says that none is converted, and is stored when it is meant', async () => {
  await application.open('/company', { role: 'admin' });
  const region = (await screen.findByRole('heading', { name: 'Region' })).closest('section');
  if (!region) throw new Error('The region is a section');
  const field = within(region).getByLabelText('Prices');
  fireEvent.click(field);
  fireEvent.click(await screen.findByRole('option', { name: /^With tax/, hidden: true }));
  fireEvent.keyDown(window, { key: 's', ctrlKey: true });
  expect(await screen.findByText(/Prices are not converted/)).toBeDefined();
  const stored = async () => {
    const { companyId } = application.service.companies.helsinki;
    return Object((await admin('GET', `/api/secure/company/${companyId}`)).json).data.price_tax;
  };
  expect(await stored()).toBe('excluded');
  fireEvent.keyDown(window, { key: 's', ctrlKey: true });
  await waitFor(async () => expect(await stored()).toBe('included'));
});
