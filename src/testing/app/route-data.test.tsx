import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startApplication, type TestApplication } from '@/testing/app/application';

let application: TestApplication;
let id = '';
beforeAll(async () => {
  application = await startApplication();
  const send = await application.service.as('helsinki');
  ({ id } = (await send('POST', '/api/secure/customer', { json: { name: 'Ada Lovelace' } })).entity);
});
afterAll(() => application.close());
afterEach(cleanup);

const recordsOf = (resource: string) =>
  application.hold(({ url }) => url.includes(`/api/secure/${resource}/`) && !url.includes('/history'));

it('the loader and the form of a record read it once', async () => {
  const reads = recordsOf('customer');
  await application.open(`/customers/${id}`);
  await expect.poll(reads.count).toBe(1);
  reads.release();
  await screen.findByRole('heading', { name: 'Ada Lovelace', level: 1 });
  expect(reads.count()).toBe(1);
});

it('a record is read as it was at the moment that its address names, and not as it stands', async () => {
  const moment = new Date().toISOString();
  const then = application.hold(({ url }) =>
    url.endsWith(`/customer/${id}?as_of=${encodeURIComponent(moment)}`),
  );
  const now = application.hold(({ url }) => url.endsWith(`/customer/${id}`));
  await application.open(`/customers/${id}?as_of=${encodeURIComponent(moment)}`);
  await expect.poll(then.count).toBe(1);
  then.release();
  await screen.findByRole('heading', { name: 'Ada Lovelace', level: 1 });
  expect([then.count(), now.count()]).toEqual([1, 0]);
  now.release();
});

it('a copy reads the record that it begins from, once', async () => {
  const reads = recordsOf('customer');
  await application.open(`/customers/new?copy=${id}`);
  await expect.poll(reads.count).toBe(1);
  reads.release();
  await screen.findByDisplayValue('Ada Lovelace');
  expect(reads.count()).toBe(1);
});

it('nothing is read of a record that the role may not open', async () => {
  const reads = recordsOf('user');
  await application.open(`/users/${id}`, { role: 'accountant' });
  await screen.findByText(/accountant/i, { selector: 'p, p *' });
  expect(reads.count()).toBe(0);
  reads.release();
});

it('while unsaved work keeps a record from being opened it is not read either', async () => {
  const send = await application.service.as('helsinki');
  const other = (await send('POST', '/api/secure/customer', { json: { name: 'Grace Hopper' } })).entity.id;
  const router = await application.open(`/customers/${id}`);
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Ada King' } });
  const reads = application.hold(({ url }) => url.endsWith(`/customer/${other}`));
  await act(() => router.navigate(`/customers/${other}`));
  const leave = await screen.findByRole('button', { name: 'Leave without saving' });
  expect(reads.count()).toBe(0);
  fireEvent.click(leave);
  await expect.poll(reads.count).toBe(1);
  reads.release();
  await screen.findByRole('heading', { name: 'Grace Hopper', level: 1 });
  expect(reads.count()).toBe(1);
});
