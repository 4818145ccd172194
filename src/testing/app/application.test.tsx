import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { sql } from 'kysely';
import { createBrowserRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import '@/testing/app/ui';
import { Application } from '@/app/shell/application';
import { createI18n } from '@/app/i18n/i18n';
import { createRouteData } from '@/app/shell/route-data';
import { routesOf } from '@/app/shell/routes';
import { createSession } from '@/app/session/session';
import { createKey } from '@/server/ops/companies';
import { screens } from '@/resources/screens';
import { applicationOverHttp, type OverHttp } from '@/testing/over-http';
import { startTestService, type TestService } from '@/testing/service';

/**
 * The application in jsdom against the real service: 130 customers, three of them deactivated, and a group's
 * suppliers.
 */
let service: TestService;
let http: OverHttp;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  http = await applicationOverHttp(service);
  key = await createKey(service.db, service.companies.helsinki, 'Aino Lehtonen', 'manager');
  const [own, group] = [await service.as('helsinki'), await service.as('group')];
  const name = (index: number) => `Customer ${String(index).padStart(3, '0')}`;
  const customers = Array.from({ length: 130 }, (_, index) => ({
    name: name(index),
    active: index % 50 !== 49 || index > 100,
  }));
  await own('POST', '/api/secure/customer', { json: customers });
  await group('POST', '/api/secure/supplier', { json: { name: 'Pohjolan Tukku' } });
  await own('POST', '/api/secure/supplier', { json: { name: 'Kallion Leipomo' } });
});
afterAll(async () => {
  await http.hangUp();
  await service.close();
});
afterEach(cleanup);

async function open(address: string) {
  const session = createSession();
  history.replaceState(null, '', address);
  const i18n = await createI18n(screens, 'en');
  const routeData = createRouteData();
  const router = createBrowserRouter(routesOf(screens, i18n, routeData));
  render(
    <Application session={session} i18n={i18n} screens={screens} router={router} routeData={routeData} />,
  );
  await act(() => session.signIn({ baseUrl: http.url, key }));
  const grid = await screen.findByRole('grid');
  return { router, grid, session };
}

const rowsOf = (grid: HTMLElement) => within(grid).getAllByRole('row').slice(1);
const namesOf = (grid: HTMLElement) => rowsOf(grid).map((row) => row.querySelector('a')?.textContent ?? '');
const press = (grid: HTMLElement, name: string, more = {}) =>
  act(async () => void fireEvent.keyDown(grid, { key: name, ...more }));
const activeName = (grid: HTMLElement) =>
  document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.querySelector('a')?.textContent;

describe('a list', () => {
  it('renders what is in sight of all there is, active ones alone', async () => {
    const { grid } = await open('/customers');
    await waitFor(() => expect(namesOf(grid)[0]).toBe('Customer 000'));
    expect(grid.getAttribute('aria-rowcount')).toBe('129');
    expect(rowsOf(grid).length).toBeLessThan(30);
    expect(await screen.findByText('of 130')).toBeTruthy();
    expect(document.title).toBe('Customers · Tillhouse');
  });

  it('says on paper which filters are set, and nothing of those without a value', async () => {
    const send = await service.as('helsinki');
    const made = async (path: string, json: object) =>
      (await send('POST', `/api/secure/${path}`, { json: { ...json } })).entity.id;
    const tax_id = await made('tax', { name: 'Food', rate: '14' });
    const dpt_id = await made('dpt', { name: 'Leipomo', tax_id });
    await made('plu', { name: 'Ruisleipä', dpt_id, tax_id });
    const { grid } = await open(`/products?dpt_id=${dpt_id}`);
    await waitFor(() => expect(namesOf(grid)).toEqual(['Ruisleipä']));
    // What is printed is loaded when the list is there.
    await act(async () => {
      await import('@/app/print/printed-list');
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    act(() => void globalThis.dispatchEvent(new Event('beforeprint')));
    await screen.findByText('Department: Leipomo');
    const paper = document.querySelector('[data-printed-list] p');
    const said = [...(paper?.querySelectorAll('span') ?? [])].map((one) => one.textContent);
    expect(said.slice(0, -1)).toEqual(['Department: Leipomo']);
    act(() => void globalThis.dispatchEvent(new Event('afterprint')));
  });

  it('is walked by keyboard to its last row and opens it', async () => {
    const { grid, router } = await open('/customers');
    await waitFor(() => expect(namesOf(grid)[0]).toBe('Customer 000'));
    act(() => grid.focus());
    await press(grid, 'Home');
    expect(activeName(grid)).toBe('Customer 000');
    await press(grid, 'ArrowDown');
    expect(activeName(grid)).toBe('Customer 001');
    await press(grid, 'End');
    await waitFor(() => expect(activeName(grid)).toBe('Customer 129'));
    await press(grid, 'Enter');
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/customers\/[0-9a-f-]{36}$/));
  });

  it('sorts by a click on a head, and says so to everyone', async () => {
    const { grid, router } = await open('/customers');
    await waitFor(() => expect(namesOf(grid)[0]).toBe('Customer 000'));
    const head = () => within(grid).getByRole('columnheader', { name: /^Name/ });
    expect(head().getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(within(head()).getByRole('button'));
    await waitFor(() => expect(namesOf(grid)[0]).toBe('Customer 129'));
    expect(head().getAttribute('aria-sort')).toBe('descending');
    expect(router.state.location.search).toBe('?sort=-name');
    expect(within(grid).getByRole('columnheader', { name: 'Phone' }).getAttribute('aria-sort')).toBeNull();
  });

  it('says that nothing matches, and clears the search', async () => {
    const { grid } = await open('/customers?q=kardemumma');
    await screen.findByText('Nothing matches “kardemumma”');
    await screen.findByText('130 customers searched.');
    fireEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await waitFor(() => expect(namesOf(grid)[0]).toBe('Customer 000'));
  });

  it('says what is empty and what to do about it', async () => {
    await open('/groups');
    await screen.findByText('No groups yet');
    expect(screen.getAllByRole('link', { name: 'New group' })).toHaveLength(2);
  });

  it('deactivates what is selected, by keyboard, and takes it back', async () => {
    const { grid } = await open('/customers');
    await waitFor(() => expect(namesOf(grid)[0]).toBe('Customer 000'));
    act(() => grid.focus());
    await press(grid, 'Home');
    await press(grid, ' ');
    await press(grid, 'ArrowDown', { shiftKey: true });
    await screen.findByText('2 selected');
    fireEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
    await screen.findByText('2 deactivated');
    await waitFor(() => expect(namesOf(grid)[0]).toBe('Customer 002'));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone');
    await waitFor(() => expect(namesOf(grid)[0]).toBe('Customer 000'));
  });

  it("leaves a parent company's record as it is, and says why", async () => {
    const { grid } = await open('/suppliers');
    await waitFor(() => expect(namesOf(grid)).toEqual(['Kallion Leipomo', 'Pohjolan Tukku']));
    expect(within(grid).getByText('Group').getAttribute('title')).toContain('Group: read-only here');
    act(() => grid.focus());
    await press(grid, 'a', { ctrlKey: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Deactivate' }));
    // No product has either supplier: the dialog says so before anything is changed.
    const confirmation = await screen.findByRole('dialog', { name: 'Deactivate 1 record?' });
    within(confirmation).getByText('One belongs to Group and stays as it is.');
    await within(confirmation).findByText('No active record uses what you deactivate.');
    fireEvent.click(within(confirmation).getByRole('button', { name: 'Deactivate' }));
    await screen.findByText('Kallion Leipomo deactivated');
    fireEvent.click(screen.getByRole('button', { name: 'Show which' }));
    const dialog = await screen.findByRole('dialog', { name: 'Not changed' });
    expect(dialog.textContent).toContain('Pohjolan Tukku');
    expect(dialog.textContent).toContain('Only Group can change it');
  });

  it('does not overwrite what somebody else has changed since it was read', async () => {
    const { grid } = await open('/customers?q=Customer 060');
    await waitFor(() => expect(namesOf(grid)).toEqual(['Customer 060']));
    const own = await service.as('helsinki');
    const id = z
      .array(z.object({ id: z.string() }))
      .parse((await own('GET', '/api/secure/customer?q=Customer%20060')).json)[0]?.id;
    await own('PUT', `/api/secure/customer/${id}`, { json: { data: { note: 'Called' } } });
    act(() => grid.focus());
    await press(grid, 'a', { ctrlKey: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Deactivate' }));
    await screen.findByText('1 not changed');
    expect((await own('GET', `/api/secure/customer/${id}`)).json).toMatchObject({ active: true });
  });
});

describe('sign-in', () => {
  it('refuses a wrong key at its field', async () => {
    const i18n = await createI18n(screens, 'fi');
    const routeData = createRouteData();
    const router = createBrowserRouter(routesOf(screens, i18n, routeData));
    const session = createSession();
    render(
      <Application session={session} i18n={i18n} screens={screens} router={router} routeData={routeData} />,
    );
    fireEvent.change(await screen.findByLabelText('API-avain'), { target: { value: 'th_no_no' } });
    fireEvent.change(screen.getByLabelText('Palvelun osoite'), { target: { value: http.url } });
    fireEvent.click(screen.getByRole('button', { name: 'Kirjaudu' }));
    await screen.findByText('Palvelu ei hyväksy tätä avainta');
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('keeps the address, and says so when the key ends in the middle', async () => {
    const { session, router } = await open('/customers?sort=-name');
    const state = session.get();
    if (state.status !== 'in') throw new Error('Nobody is signed in');
    await sql`update apikey set active = false where name = 'Aino Lehtonen'`.execute(service.db);
    await act(() => state.current.client.json('/api/secure/me').catch(() => null));
    await screen.findByText(/You were signed out/);
    expect(router.state.location.search).toBe('?sort=-name');
  });
});
