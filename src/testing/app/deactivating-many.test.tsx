import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Entity } from '@/testing/answer';
import { startApplication, type TestApplication } from '@/testing/app/application';
import { changeSets } from '@/testing/change-sets';
import type { Sender } from '@/testing/service';

// Activating and deactivating 20 records of a list or more, against the real service.

let application: TestApplication;
let send: Sender;
let count = 0;
let word = '';

beforeAll(async () => {
  application = await startApplication();
  send = await application.service.as('helsinki');
});
afterAll(() => application.close());
afterEach(cleanup);
beforeEach(() => {
  count += 1;
  word = `Switchable${count}`;
});

const grid = () => screen.getByRole('grid');
/** Clicks a button by its words: by its role it is looked for among all rows of a page, which takes seconds in jsdom. */
const clickIn = async (inside: HTMLElement, name: string) => {
  const found = () =>
    within(inside)
      .getAllByText(name)
      .flatMap((one) => one.closest('button') ?? [])
      .find((one) => !one.disabled);
  await waitFor(() => expect(found()).toBeDefined(), { timeout: 10_000 });
  fireEvent.click(found() ?? document.body);
};
const click = async (name: string) => clickIn(document.body, name);
const openAndSelect = async (
  address: string,
  many: number,
  as: Parameters<TestApplication['open']>[1] = {},
) => {
  await application.open(address, as);
  await screen.findByRole('link', { name: `${word} 1` });
  act(() => grid().focus());
  fireEvent.keyDown(grid(), { key: 'a', ctrlKey: true });
  await screen.findByText(`${many} selected`);
};
/** Creates suppliers, some of the group, opens their list and selects them all; returns those of the company. */
const selectSuppliers = async (own: number, theirs = 0): Promise<Entity[]> => {
  const json = Array.from({ length: own + theirs }, (_, n) => ({ name: `${word} ${n + 1}` }));
  const group = await application.service.as('group');
  if (theirs > 0) await group('POST', '/api/secure/supplier', { json: json.slice(own) });
  const created = await send('POST', '/api/secure/supplier', { json: json.slice(0, own) });
  await openAndSelect(`/suppliers?sort=name&q=${word}`, own + theirs);
  return created.entities;
};
const suppliers = async () => (await send('GET', `/api/secure/supplier?q=${word}&pageSize=100`)).entities;
const countSets = async () => (await send('GET', '/api/secure/changeset?pageSize=100')).entities.length;
const previewed = async () => {
  await waitFor(() => expect(location.pathname).toMatch(/^\/changes\/[\da-f-]{36}$/));
  return location.pathname.slice('/changes/'.length);
};

test('20 records or more are one change set, previewed, and taken back later; what others did and the group’s stand', async () => {
  const created = await selectSuppliers(21, 1);
  await send('PUT', `/api/secure/supplier/${created[0]?.id}`, { json: { active: false } });
  await send('PUT', `/api/secure/supplier/${created[1]?.id}`, { json: { name: `${word} renamed` } });
  const puts = application.hold(({ method }) => method === 'PUT');
  await click('Deactivate');
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate 21 records?' });
  expect(dialog.textContent).toContain("1 is left alone: it is the group's");
  await within(dialog).findByText('No active record uses what you deactivate.');
  await clickIn(dialog, 'Preview 21 changes');
  const id = await previewed();
  await screen.findByText('Suppliers: deactivated', { selector: 'h1, h1 *' });
  expect((await suppliers()).filter(({ active }) => !active)).toHaveLength(1);
  await click('Apply 20 now');
  const sets = changeSets(send);
  await waitFor(async () =>
    expect(await sets.get(id)).toMatchObject({ status: 'applied', counts: { applied: 20, unchanged: 1 } }),
  );
  const off = (await suppliers()).filter(({ active }) => !active);
  expect(new Set(off.map((one) => one.id))).toEqual(new Set(created.map((one) => one.id)));
  expect(off.map(({ name }) => name)).toContain(`${word} renamed`);
  expect(puts.count()).toBe(0);
  const undo = (await send('POST', `/api/secure/changeset/${id}/undo`, { json: {} })).entity.id;
  await waitFor(async () => expect((await sets.get(undo)).status).toBe('draft'));
  await sets.move(undo, 'apply');
  expect((await suppliers()).filter(({ active }) => !active).map((one) => one.id)).toEqual([created[0]?.id]);
});

test('what is so already does not count: fewer than 20 that change are written one by one', async () => {
  const before = await countSets();
  const json = Array.from({ length: 25 }, (_, n) => ({ name: `${word} ${n + 1}`, active: n < 19 }));
  await send('POST', '/api/secure/customer', { json });
  await openAndSelect(`/customers?sort=name&active=all&q=${word}`, 25);
  await click('Deactivate');
  await screen.findByText('19 deactivated');
  expect(await countSets()).toBe(before);
  cleanup();
  await openAndSelect(`/customers?sort=name&active=all&q=${word}`, 25);
  await click('Activate');
  const dialog = await screen.findByRole('dialog', { name: 'Activate 25 records?' });
  expect(within(dialog).queryByText(/uses/)).toBeNull();
  await clickIn(dialog, 'Preview 25 changes');
  const id = await previewed();
  await screen.findByText('Customers: activated', { selector: 'h1, h1 *' });
  await waitFor(async () => expect((await changeSets(send).get(id)).counts).toMatchObject({ ready: 25 }));
});

test('a record that may not be activated as it is stays so, with why; the others go on', async () => {
  const json = Array.from({ length: 21 }, (_, n) => ({
    name: `${word} ${n + 1}`,
    active: false,
    frequency: 'daily',
    data: n === 0 ? {} : { recipients: ['office@example.org'] },
  }));
  expect((await send('POST', '/api/secure/reportmail', { json })).status).toBe(200);
  await openAndSelect(`/report-mails?sort=name&active=all&q=${word}`, 21, { role: 'admin' });
  await click('Activate');
  await clickIn(await screen.findByRole('dialog', { name: 'Activate 21 records?' }), 'Preview 21 changes');
  const id = await previewed();
  await click('Apply 20 now');
  const sets = changeSets(send);
  await waitFor(async () =>
    expect(await sets.get(id)).toMatchObject({ status: 'applied', counts: { applied: 20, refused: 1 } }),
  );
  expect(await sets.items(id, 'state=refused')).toMatchObject([
    { problems: [{ pointer: '/data/recipients' }] },
  ]);
  const { entities } = await send('GET', `/api/secure/reportmail?q=${word}&active=false`);
  expect(entities.map(({ name }) => name)).toEqual([`${word} 1`]);
});

test('where the company asks for approval, somebody else approves it first', async () => {
  const path = `/api/secure/company/${application.service.companies.helsinki.companyId}`;
  const ask = async (approval: object | null) =>
    expect((await send('PUT', path, { json: { data: { approval } } })).status).toBe(200);
  await ask({ above: 10 });
  onTestFinished(() => ask(null));
  await selectSuppliers(20);
  await click('Deactivate');
  await clickIn(await screen.findByRole('dialog'), 'Preview 20 changes');
  await previewed();
  await screen.findByText(/Somebody else approves it before it is applied/);
  expect(screen.queryByText(/^Apply/)).toBeNull();
  expect((await suppliers()).every(({ active }) => active)).toBe(true);
});

test('who may write the records and make no change sets changes them one by one', async () => {
  const before = await countSets();
  const json = Array.from({ length: 20 }, (_, n) => ({
    name: `${word} ${n + 1}`,
    use: 'tender',
    code: String(1000 + n),
  }));
  expect((await send('POST', '/api/secure/account', { json })).status).toBe(200);
  await openAndSelect(`/accounts?q=${word}`, 20, { role: 'accountant' });
  await click('Deactivate');
  await screen.findByText('20 deactivated');
  expect(await countSets()).toBe(before);
});

test('closing the dialog while it collects ends that, and leaves no draft behind', async () => {
  await selectSuppliers(20);
  const held = application.hold(({ url }) => url.endsWith('/items'));
  await click('Deactivate');
  const dialog = await screen.findByRole('dialog');
  await clickIn(dialog, 'Preview 20 changes');
  await waitFor(() => expect(held.count()).toBe(1));
  await clickIn(dialog, 'Cancel');
  held.release();
  const [set] = (await send('GET', '/api/secure/changeset?sort=-created_at&pageSize=1')).entities;
  await waitFor(async () => expect((await changeSets(send).get(set?.id ?? '')).status).toBe('discarded'));
  expect(location.pathname).toBe('/suppliers');
  expect((await suppliers()).every(({ active }) => active)).toBe(true);
});
