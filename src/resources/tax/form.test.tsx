import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startApplication, type TestApplication } from '@/testing/app/application';
import { samplesFor } from '@/testing/samples';
import { contracts } from '../contracts';

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
