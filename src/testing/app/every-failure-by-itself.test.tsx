import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startFaultyService, refusal, writes, type FaultyService } from '@/testing/app/faulty-service';

// Failures of writes outside of record forms: bulk actions, and dialogs and pages of their own.

let service: FaultyService;
beforeAll(async () => {
  service = await startFaultyService();
});
afterAll(() => service.close());
afterEach(() => {
  cleanup();
  service.heal();
});

const failures = [
  ['breaks off', 'No connection to the service.'],
  [refusal(500), 'The service answered 500.'],
  [{ status: 502, text: '<h1>Bad gateway</h1>', type: 'text/html' }, 'The service answered 502.'],
] as const;

const make = async (resource: string, json: Record<string, unknown>) => {
  const answer = await service.send('POST', `/api/secure/${resource}`, { json });
  expect(answer.status).toBe(201);
  return answer.entity;
};
const stored = async (resource: string, id: string) =>
  (await service.send('GET', `/api/secure/${resource}/${id}`)).entity;
const button = (name: string, inside: HTMLElement = document.body) =>
  within(inside)
    .getAllByText(name)
    .find((one) => one.closest('button'))
    ?.closest('button') ?? document.body;
const alerted = (text: string) => waitFor(() => expect(service.alerts()).toContain(text));

test('many at once: each that could not be changed is named with why, stays as it is, and is tried again', async () => {
  const ids = [
    (await make('customer', { name: 'Many 1' })).id,
    (await make('customer', { name: 'Many 2' })).id,
  ];
  const active = () => Promise.all(ids.map(async (id) => (await stored('customer', id)).active));
  await service.open('/customers?q=Many');
  const grid = await screen.findByRole('grid');
  await waitFor(() => expect(grid.textContent).toContain('Many 2'));
  grid.focus();
  fireEvent.keyDown(grid, { key: 'a', ctrlKey: true });
  await screen.findByText('2 selected');
  service.fault = writes('breaks off');
  fireEvent.click(button('Deactivate'));
  await screen.findByText('2 not changed');
  expect(screen.queryByText('2 deactivated')).toBeNull();
  fireEvent.click(button('Show which'));
  const dialog = await screen.findByRole('dialog', { name: 'Not changed' });
  for (const text of ['Many 1', 'Many 2', 'No connection to the service.'])
    expect(dialog.textContent).toContain(text);
  expect(await active()).toEqual([true, true]);
  service.heal();
  fireEvent.click(button('Try again'));
  await screen.findByText('2 deactivated');
  expect(await active()).toEqual([false, false]);
});

test('where a record is used is being counted, and then said to be unknown if it could not be', async () => {
  const shelf = await make('dpt', { name: 'Shelf' });
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', async (...[to, init]: Parameters<typeof fetch>) => {
    if (new Request(to, init).url.includes('/api/secure/plu?')) await held;
    return send(to, init);
  });
  try {
    service.fault = (_, path) => (path === '/api/secure/plu' ? refusal(500) : null);
    await service.open(`/departments/${shelf.id}`);
    const fact = async () =>
      (await screen.findByText('Products', { selector: 'dt' })).nextElementSibling?.textContent;
    expect(await fact()).toBe('Counting');
    answer();
    await waitFor(async () => expect(await fact()).toBe('Could not be counted'));
  } finally {
    vi.unstubAllGlobals();
  }
});

test('20 at once: a change set that breaks off is said in its dialog, and is gone on with when it is tried again', async () => {
  const json = Array.from({ length: 20 }, (_, n) => ({ name: `Twenty ${n + 1}` }));
  await service.send('POST', '/api/secure/customer', { json });
  const active = async () =>
    (await service.send('GET', '/api/secure/customer?q=Twenty&active=true&pageSize=100')).entities.length;
  const sets = async () => (await service.send('GET', '/api/secure/changeset')).entities;
  await service.open('/customers?q=Twenty');
  const grid = await screen.findByRole('grid');
  await waitFor(() => expect(grid.textContent).toContain('Twenty 20'));
  grid.focus();
  fireEvent.keyDown(grid, { key: 'a', ctrlKey: true });
  await screen.findByText('20 selected');
  fireEvent.click(button('Deactivate'));
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate 20 records?' });
  for (const [what, says] of failures) {
    service.fault = writes(what);
    fireEvent.click(button('Preview 20 changes', dialog));
    await alerted(says);
    expect(await sets()).toEqual([]);
  }
  service.fault = (_method, path) => (path.endsWith('/items') ? refusal(403) : null);
  fireEvent.click(button('Preview 20 changes', dialog));
  await waitFor(async () => expect(await sets()).toHaveLength(1));
  await waitFor(() => expect(button('Preview 20 changes', dialog).closest('[aria-busy=true]')).toBeNull());
  service.fault = (_method, path) => (path.endsWith('/preview') ? 'breaks off' : null);
  fireEvent.click(button('Preview 20 changes', dialog));
  await alerted('No connection to the service.');
  service.heal();
  fireEvent.click(button('Preview 20 changes', dialog));
  await screen.findByText('Customers: deactivated', { selector: 'h1, h1 *' });
  await waitFor(async () => expect(await sets()).toMatchObject([{ counts: { ready: 20 } }]));
  expect(await active()).toBe(20);
});

test('a key is not called revoked before it is', async () => {
  const { id } = await make('apikey', { name: 'Till key', role: 'terminal' });
  await service.open(`/api-keys/${id}`);
  await screen.findByText('Till key', { selector: 'h1, h1 *' });
  fireEvent.click(button('Revoke'));
  const dialog = await screen.findByRole('dialog');
  for (const [what, says] of failures) {
    service.fault = writes(what);
    fireEvent.click(button('Revoke the key', dialog));
    await alerted(says);
    expect(screen.queryByText('Revoked')).toBeNull();
    expect((await stored('apikey', id)).active).toBe(true);
  }
  service.heal();
  fireEvent.click(button('Revoke the key', dialog));
  await screen.findByText('Revoked');
  expect((await stored('apikey', id)).active).toBe(false);
});

test('an invited person whose link is not made is told so, and it is made when it is tried again', async () => {
  const like = await make('user', { name: 'Like', email: 'like@example.org', role: 'manager' });
  await service.open(`/users/new?copy=${like.id}`);
  const email = await screen.findByLabelText('E-mail', { selector: 'input' });
  fireEvent.change(email, { target: { value: 'invited@example.org' } });
  fireEvent.blur(email);
  service.fault = (_method, path) => (path.endsWith('/invitation') ? 'breaks off' : null);
  fireEvent.keyDown(window, { key: 's', ctrlKey: true });
  await alerted('No connection to the service.');
  expect(screen.queryByLabelText('One-time link')).toBeNull();
  service.heal();
  fireEvent.click(button('Try again'));
  expect((await screen.findByLabelText<HTMLInputElement>('One-time link')).value).toContain('/invitation#');
});

test('a day that is not opened for certain keeps what was counted, and is opened once', async () => {
  const { id: location_id } = await make('location', { name: 'Pier' });
  await make('pos', { name: 'Till', location_id });
  const days = async () =>
    (await service.send('GET', `/api/secure/businessday?location_id=${location_id}`)).entities;
  await service.open(`/business-days/open?location_id=${location_id}`);
  const float = await screen.findByLabelText<HTMLInputElement>('Opening float, Till');
  fireEvent.change(float, { target: { value: '123.45' } });
  fireEvent.blur(float);
  for (const [what, says] of failures) {
    service.fault = writes(what);
    fireEvent.click(button('Open the day'));
    await alerted(says);
    expect(float.value).toBe('123.45');
    expect(await days()).toHaveLength(0);
  }
  service.fault = writes('lost');
  fireEvent.click(button('Open the day'));
  await alerted('No connection to the service.');
  expect(await days()).toHaveLength(1);
  service.heal();
  fireEvent.click(button('Open the day'));
  await waitFor(() => expect(screen.queryByText('Open a business day')).toBeNull());
  expect(await days()).toMatchObject([{ data: { z_reports: [{ opening_float: '123.45' }] } }]);
});
