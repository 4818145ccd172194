import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonText, parseRecord } from '@/record/json';
import { startApplication, type TestApplication } from '@/testing/app/application';
import { samplesFor } from '@/testing/samples';
import { contracts } from '../contracts';
import { nameAt, newTaxOf } from './rate-from-date';

const changedItems = z.object({
  items: z.array(z.object({ resource: z.string(), record_id: z.guid(), patch: z.unknown() })),
});
let application: TestApplication;
beforeAll(async () => {
  application = await startApplication();
});
afterAll(() => application.close());
afterEach(cleanup);

it('a rate is asked about where products have it, with what the edit does; a rate that nothing has is not', async () => {
  const send = await application.service.as('helsinki');
  const product = await samplesFor(send).minimal(contracts.plu);
  const address = `/api/secure/tax/${String(product['tax_id'])}`;
  expect((await send('PUT', address, { json: { rate: '13.5' } })).status).toBe(200);
  const stored = async () => (await send('GET', address)).entity['rate'];
  expect((await send('POST', '/api/secure/plu', { json: product })).status).toBe(201);

  const rate = (value: string) => {
    fireEvent.change(screen.getByLabelText('Rate'), { target: { value } });
    fireEvent.click(screen.getByRole('button', { name: /^Save/ }));
  };
  await application.open(`/taxes/${String(product['tax_id'])}`);
  await screen.findByLabelText('Rate');
  rate('14');
  expect(await screen.findByText(/sold at 14 % once this is saved; days before keep 13\.5 %/)).toBeTruthy();
  expect(await stored()).toBe('13.5');
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(async () => expect(await stored()).toBe('14'));
  cleanup();

  const minimal = await samplesFor(send).minimal(contracts.tax);
  const unused = (await send('POST', '/api/secure/tax', { json: { ...minimal, rate: '9' } })).entity.id;
  await application.open(`/taxes/${unused}`);
  await screen.findByLabelText('Rate');
  rate('10');
  await waitFor(async () =>
    expect((await send('GET', `/api/secure/tax/${unused}`)).entity['rate']).toBe('10'),
  );
});

it('a new tax is offered its rate as code where those of the others are theirs, and else the next number', async () => {
  const send = await application.service.as('helsinki');
  const { entities } = await send('GET', '/api/secure/tax');
  for (const { id, rate } of entities) await send('PUT', `/api/secure/tax/${id}`, { json: { code: rate } });
  await application.open('/taxes/new');
  const rate = await screen.findByLabelText('Rate');
  // The codes are read first.
  await new Promise((resolve) => setTimeout(resolve, 500));
  fireEvent.change(rate, { target: { value: '19' } });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('19'));
  cleanup();
  for (const [at, { id }] of entities.entries())
    await send('PUT', `/api/secure/tax/${id}`, { json: { code: `${at + 101}` } });
  await application.open('/taxes/new');
  await screen.findByLabelText('Rate');
  const next = String(entities.length + 101);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe(next));
});

it('a rate from a day is a new tax, and a draft that moves to it what has the old one when that day begins', async () => {
  const send = await application.service.as('helsinki');
  const made = async (path: string, json: object) => {
    const answer = await send('POST', `/api/secure/${path}`, { json: { ...json } });
    expect([path, answer.status]).toEqual([path, 201]);
    return answer.entity.id;
  };
  const { tax_id: _other, ...product } = await samplesFor(send).minimal(contracts.plu);
  const was = { rate: '13.5', code: 'B', data: { type: 'vat', included: true, valid_until: '2039-12-31' } };
  const tax_id = await made('tax', { name: 'Food 13,5 %', ...was });
  const dpt_id = await made('dpt', { name: 'Food', tax_id });
  const products = [
    await made('plu', { ...product, name: 'Bread', tax_id }),
    await made('plu', { ...product, name: 'Old bread', tax_id, active: false }),
  ];
  const parent = await application.service.as('group');
  const theirTax = (await parent('POST', '/api/secure/tax', { json: { name: 'Theirs', rate: '13.5' } }))
    .entity.id;
  await made('plu', { ...product, name: 'Other', tax_id: theirTax });

  const router = await application.open(`/taxes/${tax_id}`);
  fireEvent.change(await screen.findByLabelText('Rate'), { target: { value: '14' } });
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'New rate from a day…' }));
  const dialog = await screen.findByRole('dialog', { name: 'New rate from a day' });
  const name = within(dialog).getByLabelText<HTMLInputElement>('Name of the new tax');
  expect(name.value).toBe('Food 14 %');
  const day = within(dialog).getByLabelText('From');
  const make = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Make tax and draft' }));
  fireEvent.change(day, { target: { value: '1.1.2020' } });
  fireEvent.blur(day);
  make();
  expect(await within(dialog).findByText('A day to come')).toBeTruthy();
  fireEvent.change(day, { target: { value: '1.3.2040' } });
  fireEvent.blur(day);
  make();

  const found = await waitFor(async () => {
    const { entities } = await send('GET', '/api/secure/tax?q=Food%2014');
    const sets = (await send('GET', '/api/secure/changeset?status=draft')).entities;
    expect([entities.length, sets.length, sets[0]?.['previewed_at']]).toEqual([1, 1, expect.any(String)]);
    return { tax: entities[0], set: sets[0] };
  });
  expect(found.tax).toMatchObject({
    name: 'Food 14 %',
    rate: '14',
    code: '',
    active: true,
    data: { type: 'vat', included: true, valid_from: '2040-03-01' },
  });
  expect('valid_until' in (found.tax?.data ?? {})).toBe(false);
  expect(found.set).toMatchObject({ status: 'draft', apply_at: '2040-03-01T00:00' });
  const { json } = await send('GET', `/api/secure/changeset/${found.set?.id}/items`);
  const items = changedItems
    .parse(json)
    .items.map(({ resource, record_id, patch }) => [record_id, { resource, patch }] as const);
  expect(items).toHaveLength(3);
  const moved = { tax_id: found.tax?.id };
  expect(new Map(items)).toEqual(
    new Map(
      [dpt_id, ...products].map((id) => [id, { resource: id === dpt_id ? 'dpt' : 'plu', patch: moved }]),
    ),
  );
  // The page of the draft is opened without a question: nothing of the form is unsaved.
  await waitFor(() => expect(router.state.location.pathname).toBe(`/changes/${found.set?.id}`));
  // The old tax is as it was.
  expect((await send('GET', `/api/secure/tax/${tax_id}`)).entity).toMatchObject({
    name: 'Food 13,5 %',
    ...was,
  });
});

it.each([
  ['VAT 25.5 %', '25.5', '26', 'VAT 26 %'],
  ['ALV 25,5 %', '25.5', '25.7', 'ALV 25,7 %'],
  ['VAT 14', '14', '13.5', 'VAT 13.5'],
  ['VAT 14', '4', '5', 'VAT 14 5 %'],
  ['Food 2.14', '14', '15', 'Food 2.14 15 %'],
  ['', '14', '15', '15 %'],
])('the name %j at %s is at %s %j', (name, was, rate, expected) => {
  expect(nameAt(name, was, rate)).toBe(expected);
});

it('a new tax of another rate keeps what the contract does not know, and nothing that is only of the old one', () => {
  const base = parseRecord(
    '{"id":"a","version":3,"active":false,"name":"A","code":"7","rate":"24","created_at":"x","data":{"own":1.10,"modified_at":"y","valid_from":"2020-01-01","valid_until":"2021-01-01"}}',
  );
  const made = newTaxOf(base, { name: 'B', from: '2040-01-01', rate: '25.5' });
  expect(jsonText(made)).toBe(
    '{"name":"B","code":"","rate":"25.5","data":{"own":1.10,"valid_from":"2040-01-01"}}',
  );
});
