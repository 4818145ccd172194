import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Entity } from '@/testing/answer';
import { startApplication, type TestApplication } from '@/testing/app/application';
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
    await screen.findByText('Somebody else has changed it meanwhile. It is now 9.90');
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
