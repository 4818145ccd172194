import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Screen } from '@/app/shell/screen';
import type { Resource } from '@/contract/resource';
import { contracts } from '@/resources/contracts';
import { screens } from '@/resources/screens';
import { startApplication, type TestApplication } from '@/testing/app/application';
import { samplesFor, type Samples } from '@/testing/samples';
import type { Sender } from '@/testing/service';

// What holds for every form, looped over the registries: a resource that is added later needs no line here.

let application: TestApplication;
let send: Sender;
let samples: Samples;

beforeAll(async () => {
  application = await startApplication();
  send = await application.service.as('helsinki');
  samples = samplesFor(send);
});
afterAll(() => application.close());
afterEach(() => {
  cleanup();
  localStorage.clear();
});

/** Resources that a manager creates and changes in a form. */
const forms = Object.values<Resource>(contracts).flatMap((resource) => {
  const at = Object.values<Screen>(screens).find(({ contract }) => contract.name === resource.name);
  return at?.form && resource.access.create.roles.includes('manager') ? [{ resource, path: at.path }] : [];
});

async function openForm(address: string): Promise<void> {
  await application.open(address);
  await screen.findByRole('textbox', { name: 'Name' });
}

/** Returns the rows of each set of fields, as the number of columns, of twelve, that their fields take. */
function rowsOfFields(): number[][] {
  const sets = new Map<Element, number[]>();
  for (const field of document.querySelectorAll<HTMLElement>('[style*="--span"]')) {
    const set = field.parentElement ?? field;
    const rows = sets.get(set) ?? [];
    sets.set(set, rows);
    const span = Number(field.style.getPropertyValue('--span'));
    const row = rows.at(-1);
    if (row === undefined || row + span > 12) rows.push(span);
    else rows[rows.length - 1] = row + span;
  }
  return [...sets.values()];
}

describe.each(forms)('the form of $resource.name', ({ resource, path }) => {
  test('has a control for every field of the contract, and leaves no hole beside one', async () => {
    const { entity } = await send('POST', `/api/secure/${resource.name}`, {
      json: await samples.full(resource),
    });
    await openForm(`${path}/${entity.id}`);
    // Keys without a control are listed as JSON: those that the interface names without a shape.
    const other = screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Other fields, as JSON' });
    const unedited: unknown = JSON.parse(other?.value ?? '{}');
    expect(unedited).toEqual(resource.name === 'plu' ? { menu_items: expect.anything() } : {});
    const own = Object.entries(resource.fields).filter(([name, field]) => !field.readOnly && name !== 'name');
    const controls = [...document.querySelectorAll('form [name]')].map((one) => one.getAttribute('name'));
    expect(own.map(([name]) => `/${name}`).filter((pointer) => !controls.includes(pointer))).toEqual([]);
    expect(rowsOfFields().filter((rows) => rows.some((row) => row !== 12))).toEqual([]);
  });

  test('lists its sections in the order in which they stand on the page', async () => {
    const { entity } = await send('POST', `/api/secure/${resource.name}`, {
      json: await samples.full(resource),
    });
    await openForm(`${path}/${entity.id}`);
    const nav = await screen.findByRole('navigation', { name: 'Sections' });
    const links = [...nav.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    const sections = [...document.querySelectorAll('form section[id]')].map(({ id }) => `#${id}`);
    expect(links).toEqual(sections);
  });

  test('begins without a change: leaving it asks nothing', async () => {
    await openForm(`${path}/new`);
    const elsewhere = path === '/customers' ? 'Products' : 'Customers';
    fireEvent.click(screen.getAllByRole('link', { name: elsewhere })[0] ?? document.body);
    await waitFor(() => expect(location.pathname).toBe(`/${elsewhere.toLowerCase()}`));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

const save = () => fireEvent.keyDown(window, { key: 's', ctrlKey: true });
const type = (name: string, value: string) => {
  const box = screen.getByRole('textbox', { name });
  fireEvent.change(box, { target: { value } });
  fireEvent.blur(box);
};
/** Returns the created record once its page is open. */
async function createdRecord(path: string, resource: string) {
  await waitFor(() => expect(location.pathname).toMatch(new RegExp(`^${path}/[0-9a-f-]{36}$`)));
  return (await send('GET', `/api/secure/${resource}/${location.pathname.split('/').at(-1)}`)).entity;
}

describe('a new record begins with what is nearly always so', () => {
  test('a department allows discounts, a tax is included in prices, a price list has taxed prices in our currency', async () => {
    await openForm('/departments/new');
    type('Name', 'Shelf');
    save();
    expect((await createdRecord('/departments', 'dpt')).data).toMatchObject({ discount_allowed: true });
    cleanup();
    await openForm('/taxes/new');
    type('Name', 'Food');
    type('Rate', '13.5');
    save();
    expect((await createdRecord('/taxes', 'tax')).data).toMatchObject({ included: true, type: 'vat' });
    cleanup();
    await openForm('/price-lists/new');
    type('Name', 'Summer');
    save();
    const list = await createdRecord('/price-lists', 'pricelist');
    expect(list).toMatchObject({ currency: 'EUR', data: { tax_included: true } });
  });

  test.each([
    { path: '/suppliers', resource: 'supplier' },
    { path: '/tenders', resource: 'tender' },
    { path: '/locations', resource: 'location' },
  ])("a $resource has the company's currency", async ({ path, resource }) => {
    await openForm(`${path}/new`);
    type('Name', 'New');
    save();
    expect((await createdRecord(path, resource)).data).toMatchObject({ currency: 'EUR' });
  });

  test('what is switched off is off', async () => {
    await openForm('/departments/new');
    type('Name', 'Tobacco');
    fireEvent.click(screen.getByRole('switch', { name: 'Discounts allowed' }));
    save();
    expect((await createdRecord('/departments', 'dpt')).data).toMatchObject({ discount_allowed: false });
  });
});

describe('days and times', () => {
  const newTax = async (data: object) =>
    (await send('POST', '/api/secure/tax', { json: { name: 'Food', rate: '14', data } })).entity;
  const stored = async (id: string) => (await send('GET', `/api/secure/tax/${id}`)).entity;

  test('are written as the language writes them, and go to the wire as they were there', async () => {
    const tax = await newTax({ valid_from: '2026-01-31' });
    await application.open(`/taxes/${tax.id}`, { language: 'fi' });
    const from = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Voimassa alkaen' });
    expect(from.value).toBe('31.1.2026');
    type('Voimassa asti', '31.12.26');
    save();
    await waitFor(async () => expect((await stored(tax.id)).version).toBe(2));
    expect((await stored(tax.id)).data).toMatchObject({
      valid_from: '2026-01-31',
      valid_until: '2026-12-31',
    });
  });

  test('what is no day is refused at its field with the rule, stays as typed, and nothing is sent', async () => {
    const tax = await newTax({ valid_from: '2026-01-31' });
    await openForm(`/taxes/${tax.id}`);
    type('Valid from', '31.2.2026');
    save();
    await screen.findByRole('button', { name: '1 to correct' });
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Valid from' });
    expect(box.value).toBe('31.2.2026');
    expect(screen.getByText('Must be a day, such as 31 Dec 2026')).toBeTruthy();
    expect((await stored(tax.id)).version).toBe(1);
  });

  test.each(
    forms.flatMap(({ resource, path }) => resource.inOrder.map((pair) => [resource, path, ...pair] as const)),
  )(
    '$name: the last day is not before the first, whichever of them is typed; the field is right again as soon as the other is',
    async (resource, path, first, last) => {
      const data = { [first]: '2026-03-01', [last]: '2026-03-31' };
      const { entity } = await send('POST', `/api/secure/${resource.name}`, {
        json: await samples.minimal(resource, data),
      });
      await openForm(`${path}/${entity.id}`);
      const says = () => screen.queryByText('Ends before it begins') !== null;
      type('Valid until', '28.2.2026');
      save();
      await screen.findByRole('button', { name: '1 to correct' });
      const until = screen.getByRole('textbox', { name: 'Valid until' });
      expect([until.getAttribute('aria-invalid'), says()]).toEqual(['true', true]);
      type('Valid from', '1.2.2026');
      await waitFor(() => expect(says()).toBe(false));
      save();
      await waitFor(async () =>
        expect((await send('GET', `/api/secure/${resource.name}/${entity.id}`)).entity.data).toMatchObject({
          [first]: '2026-02-01',
          [last]: '2026-02-28',
        }),
      );
    },
  );

  test('a time is typed with a full stop in Finnish', async () => {
    const { entity } = await send('POST', '/api/secure/pricelist', { json: { name: 'Evenings' } });
    await application.open(`/price-lists/${entity.id}`, { language: 'fi' });
    await screen.findByRole('textbox', { name: 'Klo alkaen' });
    type('Klo alkaen', '17.30');
    type('Klo asti', '21');
    save();
    await waitFor(async () =>
      expect((await send('GET', `/api/secure/pricelist/${entity.id}`)).entity.data).toMatchObject({
        time_from: '17:30',
        time_until: '21:00',
      }),
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Klo alkaen' }).value).toBe('17.30');
  });
});

describe('the base price of a product', () => {
  const newProduct = async () => {
    const list = (await send('POST', '/api/secure/pricelist', { json: { name: 'Our prices' } })).entity;
    const tax = (await send('POST', '/api/secure/tax', { json: { name: 'None', rate: '0' } })).entity;
    const dpt = (await send('POST', '/api/secure/dpt', { json: { name: 'Shelf', tax_id: tax.id } })).entity;
    const prices = { [list.id]: { type: 'baseprice', amount: '4.00' } };
    const data = { cost_price: 1, prices };
    const json = { name: 'Bun', dpt_id: dpt.id, tax_id: tax.id, base_price: '4.00', data };
    return (await send('POST', '/api/secure/plu', { json })).entity;
  };

  test('stands in its row of the prices as it is being typed, with its margin', async () => {
    const { id } = await newProduct();
    await openForm(`/products/${id}`);
    const prices = await screen.findByRole('table', { name: 'Prices' });
    const row = await within(prices).findByRole('row', { name: /^Our prices/ });
    const figures = () =>
      within(row)
        .getAllByRole('cell')
        .slice(3, 7)
        .map((cell) => cell.textContent);
    await waitFor(() => expect(figures()).toEqual(['4.00', '4.00', '3.00', '75.0']));
    type('Base price', '5.00');
    expect(figures()).toEqual(['5.00', '5.00', '4.00', '80.0']);
    type('Base price', 'four');
    expect(figures()).toEqual(['–', '–', '–', '–']);
  });

  test('is typed for a new product, and never nothing because nobody did', async () => {
    await openForm('/products/new');
    type('Name', 'Given away');
    save();
    const price = screen.getByRole<HTMLInputElement>('textbox', { name: 'Base price' });
    await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('true'));
    expect(price.value).toBe('');
  });
});

describe('the history of a record', () => {
  test('says of a one-time link that it was made', async () => {
    const json = { name: 'Sanna', email: 'sanna@rantakulma.example', role: 'manager' };
    const { entity } = await send('POST', '/api/secure/user', { json });
    expect((await send('POST', `/api/secure/user/${entity.id}/invitation`)).status).toBe(201);
    await application.open(`/users/${entity.id}`, { role: 'admin' });
    await screen.findByText('One-time link made');
  });
});

describe('saving', () => {
  test('where nothing has changed says so, and sends nothing', async () => {
    const { entity } = await send('POST', '/api/secure/grp', { json: { name: 'Food' } });
    await openForm(`/groups/${entity.id}`);
    save();
    await screen.findByText('Nothing has changed');
    type('Name', 'Foods');
    expect(screen.queryByText('Nothing has changed')).toBeNull();
    expect((await send('GET', `/api/secure/grp/${entity.id}`)).entity.version).toBe(1);
  });

  test('over a version of somebody else names who saved that', async () => {
    const { entity } = await send('POST', '/api/secure/grp', { json: { name: 'Food' } });
    await openForm(`/groups/${entity.id}`);
    await send('PUT', `/api/secure/grp/${entity.id}`, { json: { name: 'Theirs' } });
    type('Name', 'Mine');
    save();
    const dialog = await screen.findByRole('dialog', { name: 'Food was saved by someone else' });
    await within(dialog).findByText(/^helsinki admin saved version 2/);
  });

  test('deactivating what is in use says where, before it is saved', async () => {
    const tax = (await send('POST', '/api/secure/tax', { json: { name: 'Food', rate: '13.5' } })).entity;
    const shelf = (await send('POST', '/api/secure/dpt', { json: { name: 'Shelf', tax_id: tax.id } })).entity;
    await send('POST', '/api/secure/plu', { json: { name: 'Bun', dpt_id: shelf.id, tax_id: tax.id } });
    await openForm(`/departments/${shelf.id}`);
    act(() => screen.getByRole('switch', { name: 'Active' }).click());
    await screen.findByText(/Active records use this one/);
    const [link] = await screen.findAllByRole('link', { name: '1 active' });
    expect(link?.getAttribute('href')).toContain(shelf.id);
    expect((await send('GET', `/api/secure/dpt/${shelf.id}`)).entity.active).toBe(true);
  });
});
