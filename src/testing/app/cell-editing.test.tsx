import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import type { Entity } from '@/testing/answer';
import { startApplication, type TestApplication } from '@/testing/app/application';
import { changeSets } from '@/testing/change-sets';
import type { Sender } from '@/testing/service';

// In-place editing of list cells against the real service, including concurrent changes by two people.

let application: TestApplication;
let send: Sender;
let dpt: Entity;
let tax: Entity;
let count = 0;
let word = '';

beforeAll(async () => {
  application = await startApplication();
  send = await application.service.as('helsinki');
  const make = async (resource: string, json: object) =>
    (await send('POST', `/api/secure/${resource}`, { json })).entity;
  tax = await make('tax', { name: 'Food', rate: '13.5' });
  dpt = await make('dpt', { name: 'Bakery', tax_id: tax.id });
  await make('dpt', { name: 'Confectionery', tax_id: tax.id });
});
afterAll(() => application.close());
afterEach(() => {
  cleanup();
  localStorage.clear();
});
beforeEach(() => {
  count += 1;
  word = `Cellmate${count}`;
});

/** Creates products for one test; lists show them in the order of their names. */
async function products(names: readonly string[], more: object = {}, by = send): Promise<Entity[]> {
  const created: Entity[] = [];
  for (const name of names) {
    const json = { name: `${word} ${name}`, dpt_id: dpt.id, tax_id: tax.id, base_price: '3.20', ...more };
    created.push((await by('POST', '/api/secure/plu', { json })).entity);
  }
  return created;
}
const stored = async (product: Entity | undefined) =>
  (await send('GET', `/api/secure/plu/${product?.id}`)).entity;

const grid = () => screen.getByRole('grid');
const key = (name: string, more = {}) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? grid(), { key: name, ...more }));

/** Opens the list of those products with the cursor on its first row. */
async function openProductList(as: Parameters<TestApplication['open']>[1] = {}, more = '') {
  await application.open(`/products?sort=name&q=${word}${more}`, as);
  await screen.findByRole('link', { name: `${word} 1` });
  act(() => grid().focus());
  await key('Home');
}

const places = { name: 1, dpt: 2, price: 3 };

/** Moves the cursor to a cell of the row and opens it. */
async function openCell(at: keyof typeof places, label: string): Promise<HTMLInputElement> {
  for (let step = 0; step <= places[at]; step += 1) await key('ArrowRight');
  await key('F2');
  const role = at === 'dpt' ? 'combobox' : 'textbox';
  return screen.findByRole<HTMLInputElement>(role, { name: `${label}, ${word} 1` });
}
const type = (box: HTMLInputElement, value: string) => fireEvent.change(box, { target: { value } });
const closed = () => waitFor(() => expect(document.activeElement).toBe(grid()));

describe('two people change one product', () => {
  test('another field was changed by somebody: both changes stand', async () => {
    const [product] = await products(['1']);
    await openProductList();
    const box = await openCell('price', 'Price');
    await send('PUT', `/api/secure/plu/${product?.id}`, { json: { memo: 'theirs' } });
    type(box, '4.75');
    await key('Enter');
    await closed();
    expect(await stored(product)).toMatchObject({ base_price: '4.75', memo: 'theirs', version: 3 });
    expect(screen.queryByText(/Somebody else/)).toBeNull();
  });

  test('the same field was: both values are shown, nothing is stored until the person decides', async () => {
    const [product] = await products(['1']);
    await openProductList();
    const box = await openCell('price', 'Price');
    await send('PUT', `/api/secure/plu/${product?.id}`, { json: { base_price: '3.90' } });
    type(box, '4.75');
    await key('Enter');
    await screen.findByText('Somebody else has changed it meanwhile. It is now 3.90');
    expect(box.value).toBe('4.75');
    expect(await stored(product)).toMatchObject({ base_price: '3.90', version: 2 });
    await key('Enter');
    await closed();
    expect(await stored(product)).toMatchObject({ base_price: '4.75', version: 3 });
  });

  test('undo after somebody else changed the field does not overwrite it, and says so', async () => {
    const [product] = await products(['1']);
    await openProductList();
    type(await openCell('price', 'Price'), '4.75');
    await key('Enter');
    await closed();
    await send('PUT', `/api/secure/plu/${product?.id}`, { json: { base_price: '9.90' } });
    await key('z', { ctrlKey: true });
    await screen.findByText('Somebody else has changed it meanwhile');
    expect(await stored(product)).toMatchObject({ base_price: '9.90', version: 3 });
    fireEvent.click(screen.getByRole('button', { name: 'Save 3.20 all the same' }));
    await waitFor(async () => expect((await stored(product))['base_price']).toBe('3.20'));
  });

  test('undo after somebody changed another field takes back the one alone', async () => {
    const [product] = await products(['1']);
    await openProductList();
    type(await openCell('price', 'Price'), '4.75');
    await key('Enter');
    await closed();
    await send('PUT', `/api/secure/plu/${product?.id}`, { json: { memo: 'theirs' } });
    await key('z', { ctrlKey: true });
    await waitFor(async () => expect((await stored(product)).version).toBe(4));
    expect(await stored(product)).toMatchObject({ base_price: '3.20', memo: 'theirs' });
  });
});

describe('a reference', () => {
  for (const pressed of ['Enter', 'Tab'])
    test(`${pressed} before the search has answered waits for its answer, and takes what that found`, async () => {
      const [product] = await products(['1']);
      await openProductList();
      const box = await openCell('dpt', 'Department');
      const held = application.hold(({ url }) => url.includes('/api/secure/dpt?') && url.includes('Confec'));
      type(box, 'Confec');
      await key(pressed);
      await waitFor(() => expect(held.count()).toBeGreaterThan(0));
      expect(await stored(product)).toMatchObject({ dpt_id: dpt.id, version: 1 });
      expect(document.activeElement).toBe(box);
      held.release();
      await waitFor(async () => expect((await stored(product)).version).toBe(2));
      const found = (await send('GET', '/api/secure/dpt?q=Confectionery')).entities[0];
      expect((await stored(product))['dpt_id']).toBe(found?.id);
      if (pressed === 'Tab')
        await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Price/));
      else await closed();
    });
});

describe('typing', () => {
  test('a comma is a decimal separator in Finnish, and on the wire it is a full stop', async () => {
    const [product] = await products(['1']);
    await openProductList({ language: 'fi' });
    const box = await openCell('price', 'Hinta');
    expect(box.value).toBe('3,20');
    type(box, '4,75');
    await key('Enter');
    await closed();
    expect(await stored(product)).toMatchObject({ base_price: '4.75', version: 2 });
    const row = screen.getAllByRole('row')[1];
    expect(within(row ?? grid()).getByText('4,75')).toBeTruthy();
  });

  test('what is pasted on a cell opens it with that in it; Escape leaves the record as it was', async () => {
    const [product] = await products(['1']);
    await openProductList();
    for (let step = 0; step <= places.price; step += 1) await key('ArrowRight');
    const clipboard = { getData: (kind: string) => (kind === 'text/plain' ? '6,40\r\n' : '') };
    const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: `Price, ${word} 1` });
    // The sheet is loaded after the rows.
    await waitFor(() => {
      fireEvent.paste(grid(), { clipboardData: clipboard });
      expect(box().value).toBe('6,40');
    });
    await key('Escape');
    await closed();
    expect((await stored(product)).version).toBe(1);
    fireEvent.paste(grid(), { clipboardData: clipboard });
    expect(box().value).toBe('6,40');
    await key('Enter');
    await closed();
    expect(await stored(product)).toMatchObject({ base_price: '6.40', version: 2 });
  });

  test('Escape at once after opening leaves the cell closed and the record alone', async () => {
    const [product] = await products(['1']);
    await openProductList();
    await openCell('price', 'Price');
    await key('Escape');
    await closed();
    expect(screen.queryByRole('textbox', { name: /^Price/ })).toBeNull();
    await key('F2');
    await key('Escape');
    expect(screen.queryByRole('textbox', { name: /^Price/ })).toBeNull();
    expect((await stored(product)).version).toBe(1);
  });
});

describe('who may not', () => {
  const nothingOpens = async () => {
    for (let step = 0; step <= places.price; step += 1) {
      await key('ArrowRight');
      await key('F2');
      expect(document.activeElement).toBe(grid());
    }
    expect(within(grid()).queryByRole('textbox')).toBeNull();
  };

  test("cells of a parent company's record are not edited", async () => {
    const group = await application.service.as('group');
    const own = (await group('POST', '/api/secure/tax', { json: { name: 'Group tax', rate: '14' } })).entity;
    const shelf = (await group('POST', '/api/secure/dpt', { json: { name: 'Group shelf', tax_id: own.id } }))
      .entity;
    await products(['1'], { dpt_id: shelf.id, tax_id: own.id }, group);
    await openProductList();
    await nothingOpens();
  });

  test('an accountant reads, and edits no cell', async () => {
    await products(['1']);
    await openProductList({ role: 'accountant' });
    await nothingOpens();
  });

  test('a deactivated product is edited like another, and stays deactivated', async () => {
    const [product] = await products(['1'], { active: false });
    await openProductList({}, '&active=all');
    type(await openCell('price', 'Price'), '4.75');
    await key('Enter');
    await closed();
    expect(await stored(product)).toMatchObject({ base_price: '4.75', active: false, version: 2 });
  });
});

describe('a bulk action', () => {
  test('leaving the page while it runs is asked about; staying lets it end', async () => {
    const created = await products(['1', '2', '3']);
    await openProductList();
    await key('a', { ctrlKey: true });
    const held = application.hold(({ method }) => method === 'PUT');
    fireEvent.click(await screen.findByRole('button', { name: 'Deactivate' }));
    await waitFor(() => expect(held.count()).toBeGreaterThan(0));
    fireEvent.click(screen.getAllByRole('link', { name: 'Customers' })[0] ?? document.body);
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(location.pathname).toBe('/products');
    held.release();
    await screen.findByText('3 deactivated');
    for (const product of created) expect((await stored(product)).active).toBe(false);
  });

  test('leaving at the moment of its first request is asked about as well', async () => {
    const created = await products(['1', '2']);
    await openProductList();
    await key('a', { ctrlKey: true });
    const customers = screen.getAllByRole('link', { name: 'Customers' })[0] ?? document.body;
    const send = globalThis.fetch;
    let isFirst = true;
    const watched = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      if (init?.method === 'PUT' && isFirst) {
        isFirst = false;
        fireEvent.click(customers);
      }
      return send(input, init);
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Deactivate' }));
    const dialog = await screen.findByRole('dialog', undefined, { timeout: 20_000 });
    watched.mockRestore();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stay' }));
    await screen.findByText('2 deactivated');
    for (const product of created) expect((await stored(product)).active).toBe(false);
  });

  test('leaving stops it: what was not sent yet is left as it was', async () => {
    const created = await products(Array.from({ length: 9 }, (_, index) => String(index + 1)));
    await openProductList();
    await key('a', { ctrlKey: true });
    const held = application.hold(({ method }) => method === 'PUT');
    fireEvent.click(await screen.findByRole('button', { name: 'Deactivate' }));
    // Six requests run at a time; the others wait for one of these.
    await waitFor(() => expect(held.count()).toBe(6));
    fireEvent.click(screen.getAllByRole('link', { name: 'Customers' })[0] ?? document.body);
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: /^Leave/ }));
    await waitFor(() => expect(location.pathname).toBe('/customers'));
    held.release();
    await waitFor(async () => {
      const active = await Promise.all(created.map(async (product) => (await stored(product)).active));
      expect(active.filter(Boolean)).toHaveLength(3);
    });
    expect(held.count()).toBe(6);
  });
});

describe('activating and deactivating 20 records or more', () => {
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
    await key('a', { ctrlKey: true });
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

  test('is one change set, previewed, and taken back later; what others did meanwhile and the group’s stand', async () => {
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
    expect((await suppliers()).filter(({ active }) => !active).map((one) => one.id)).toEqual([
      created[0]?.id,
    ]);
  });

  test('what is active already does not count: fewer than 20 that change are written one by one', async () => {
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

  test('waits for somebody else where the company asks for approval', async () => {
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

  test('is done one by one by who may write the records and make no change sets', async () => {
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

  test('ends when its dialog is closed while it collects, and leaves no draft behind', async () => {
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
});

describe('a key that is held', () => {
  test('leads as far as it was pressed, and the rows stand in their order once the list rests', async () => {
    const created = Array.from({ length: 45 }, (_, index) => ({
      name: `${word} ${index + 1}`,
      dpt_id: dpt.id,
      tax_id: tax.id,
    }));
    await send('POST', '/api/secure/plu', { json: created });
    await openProductList();
    const activeRow = () => grid().getAttribute('aria-activedescendant');
    await key('PageDown');
    expect(activeRow()).toMatch(/-row-10$/);
    fireEvent.keyDown(grid(), { key: 'PageDown', repeat: true });
    fireEvent.keyDown(grid(), { key: 'PageDown', repeat: true });
    await waitFor(() => expect(activeRow()).toMatch(/-row-30$/));
    await waitFor(() => {
      const places = screen.getAllByRole('row').map((row) => Number(row.getAttribute('aria-rowindex')));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places).toContain(32);
    });
    // Another key continues from the row that the held key has reached, rendered or not.
    fireEvent.keyDown(grid(), { key: 'ArrowUp', repeat: true });
    await key('ArrowDown');
    expect(activeRow()).toMatch(/-row-30$/);
  });
});

describe('how dense a list is', () => {
  test('is chosen once, and kept for the next time', async () => {
    await products(['1']);
    await openProductList();
    const dense = () => grid().parentElement?.dataset['density'];
    expect(dense()).toBeUndefined();
    fireEvent.click(screen.getByRole('button', { name: 'Views' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Compact' }));
    await waitFor(() => expect(dense()).toBe('compact'));
    cleanup();
    await openProductList();
    expect(dense()).toBe('compact');
  });
});

describe('a price that is hardly meant', () => {
  test('is asked about in the cell, is stored by Enter again, and undone without a question', async () => {
    const [product] = await products(['1'], { data: { cost_price: 2.5 } });
    await openProductList();
    const box = await openCell('price', 'Price');
    type(box, '-1');
    await key('Enter');
    await screen.findByText(/Less than nothing.* Enter again saves it/);
    expect(await stored(product)).toMatchObject({ base_price: '3.20', version: 1 });
    type(box, '2.10');
    await key('Enter');
    await screen.findByText(/Below cost by .* Enter again saves it/);
    type(box, '32');
    await key('Enter');
    await screen.findByText(/Ten times/);
    expect(await stored(product)).toMatchObject({ base_price: '3.20', version: 1 });
    await key('Enter');
    await closed();
    expect(await stored(product)).toMatchObject({ base_price: '32', version: 2 });
    await key('z', { ctrlKey: true });
    await waitFor(async () =>
      expect(await stored(product)).toMatchObject({ base_price: '3.20', version: 3 }),
    );
  });
});
