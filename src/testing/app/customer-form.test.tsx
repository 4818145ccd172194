import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
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
import { sender, startTestService, type TestService } from '@/testing/service';

// The application's form against the real service behind a real HTTP server.

let service: TestService;
let http: OverHttp;
let key: string;
let send: ReturnType<typeof sender>;
let id: string;
let name: string;
let count = 0;

beforeAll(async () => {
  service = await startTestService();
  key = await createKey(service.db, service.companies.helsinki, 'a manager', 'manager');
  send = sender(service.fetch, key);
  http = await applicationOverHttp(service);
});

afterAll(async () => {
  await http.hangUp();
  await service.close();
});

beforeEach(async () => {
  count += 1;
  // A unique name, because toasts of the previous test may still be shown.
  name = `Maija ${count}. Virtanen`;
  const body = `{"name":"${name}","customer_num":1001,"data":{"email":"maija@posti.example","ext":{"n":1.00000000000000000000001}}}`;
  id = entity.parse((await send('POST', '/api/secure/customer', { body })).json).id;
});

afterEach(async () => {
  cleanup();
  await http.listen();
});

const entity = z.looseObject({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  active: z.boolean(),
  data: z.record(z.string(), z.unknown()),
});
const stored = async () => entity.parse((await send('GET', `/api/secure/customer/${id}`)).json);

/** Opens the application at an address, signed in. */
async function open(path: string) {
  const session = createSession();
  await session.signIn({ baseUrl: http.url, key });
  const i18n = await createI18n(screens, 'en');
  const routeData = createRouteData();
  const router = createMemoryRouter(routesOf(screens, i18n, routeData), { initialEntries: [path] });
  render(
    <Application session={session} i18n={i18n} screens={screens} router={router} routeData={routeData} />,
  );
  await screen.findByRole('textbox', { name: 'Name' });
  return router;
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => {
  fireEvent.change(box(name), { target: { value } });
  fireEvent.blur(box(name));
};
const save = () => fireEvent.keyDown(window, { key: 's', ctrlKey: true });

test('a change is shown, saved with the keyboard, and nothing else is sent', async () => {
  await open(`/customers/${id}`);
  type('Phone', '+358 40 1');
  expect(screen.getByText('1 change')).toBeTruthy();
  save();
  expect(await screen.findByText(`${name} saved`)).toBeTruthy();
  expect(screen.queryByText('1 change')).toBeNull();
  const answer = await send('GET', `/api/secure/customer/${id}`);
  expect(answer.json).toMatchObject({ version: 2, data: { phone: '+358 40 1' } });
  expect(answer.text).toMatch(/"n": ?1\.00000000000000000000001\b/);
  expect(Object.keys((await stored()).data).toSorted()).toEqual(['email', 'ext', 'modified_at', 'phone']);
});

/** The button of the toast with this title: those of earlier saves may still be there. */
const undoOf = (title: string) =>
  within(screen.getByText(title).closest<HTMLElement>('.raised') ?? document.body).getByRole('button', {
    name: 'Undo',
  });

test('a save is taken back by its toast, and what was typed or saved elsewhere since stays', async () => {
  await open(`/customers/${id}`);
  type('Phone', '+358 40 20');
  type('E-mail', 'other@posti.example');
  save();
  await screen.findByText(`${name} saved`);
  await send('PUT', `/api/secure/customer/${id}`, { json: { data: { address: { city: 'Turku' } } } });
  type('Note', 'typed since');
  fireEvent.click(undoOf(`${name} saved`));
  expect(await screen.findByText(`${name} is as before`)).toBeTruthy();
  const { data, version } = await stored();
  expect([version, data['email'], data['phone']]).toEqual([4, 'maija@posti.example', undefined]);
  expect(data['address']).toEqual({ city: 'Turku' });
  expect([box('E-mail').value, box('Phone').value, box('Note').value]).toEqual([
    'maija@posti.example',
    '',
    'typed since',
  ]);
  expect(screen.getByText('1 change')).toBeTruthy();
  expect((await send('GET', `/api/secure/customer/${id}`)).text).toMatch(
    /"n": ?1\.00000000000000000000001\b/,
  );
});

test('a save is not taken back if somebody has changed the same since, and the toast says so', async () => {
  await open(`/customers/${id}`);
  type('Phone', '+358 40 30');
  save();
  await screen.findByText(`${name} saved`);
  await send('PUT', `/api/secure/customer/${id}`, { json: { data: { phone: 'theirs' } } });
  fireEvent.click(undoOf(`${name} saved`));
  expect(await screen.findByText(`${name} was not put back`)).toBeTruthy();
  expect(await stored()).toMatchObject({ version: 3, data: { phone: 'theirs' } });
});

test('what the contract refuses is said at its field, and nothing is sent', async () => {
  await open(`/customers/${id}`);
  type('Number', 'twelve');
  expect(await screen.findByText('Must be a whole number')).toBeTruthy();
  save();
  expect(await screen.findByRole('button', { name: '1 to correct' })).toBeTruthy();
  expect(box('Number').getAttribute('aria-invalid')).toBe('true');
  expect((await stored()).version).toBe(1);
});

test('what only the service refuses is said at its field', async () => {
  await open(`/customers/${id}`);
  type('Phone', 'a\u0000b');
  save();
  await waitFor(() => expect(box('Phone').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect((await stored()).version).toBe(1);
});

test('a save that reaches nobody keeps every keystroke, says so, and can be tried again', async () => {
  await open(`/customers/${id}`);
  type('Phone', '+358 40 2');
  await http.hangUp();
  save();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Your typing is kept');
  expect(box('Phone').value).toBe('+358 40 2');
  expect(screen.queryByText(`${name} saved`)).toBeNull();
  await http.listen();
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(`${name} saved`)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect((await stored()).data.phone).toBe('+358 40 2');
});

test('two people change one record: what does not overlap is merged, what does is asked for', async () => {
  await open(`/customers/${id}`);
  type('Name', 'Maija V.');
  type('Phone', '+358 40 3');
  await send('PUT', `/api/secure/customer/${id}`, {
    json: { name: 'M. Virtanen', data: { email: 'new@posti.example' } },
  });
  save();
  const dialog = await screen.findByRole('dialog', { name: `${name} was saved by someone else` });
  const saveIt = within(dialog).getByRole<HTMLButtonElement>('button', { name: /Save version 3/ });
  expect(saveIt.disabled).toBe(true);
  expect(within(dialog).getByText('1 of 1 left to choose')).toBeTruthy();
  expect((await stored()).version).toBe(2);

  fireEvent.click(within(dialog).getByRole('button', { name: 'Back to editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(box('Name').value).toBe('Maija V.');
  fireEvent.click(screen.getByRole('button', { name: 'Put them together' }));

  const again = await screen.findByRole('dialog');
  fireEvent.click(within(again).getByRole('radio', { name: 'Take yours: Name' }));
  fireEvent.click(within(again).getByRole('button', { name: /Save version 3/ }));
  expect(await screen.findByText('Maija V. saved')).toBeTruthy();
  expect(await stored()).toMatchObject({
    version: 3,
    name: 'Maija V.',
    data: { phone: '+358 40 3', email: 'new@posti.example' },
  });
});

test('leaving with unsaved changes asks, and staying keeps them', async () => {
  const router = await open(`/customers/${id}`);
  type('Phone', '+358 40 4');
  fireEvent.click(screen.getAllByRole('link', { name: 'Customers' })[0] ?? document.body);
  fireEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(box('Phone').value).toBe('+358 40 4');
  fireEvent.click(screen.getAllByRole('link', { name: 'Customers' })[0] ?? document.body);
  fireEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/customers'));
  expect((await stored()).version).toBe(1);
});

test('what is unsaved can be saved on leaving: the page goes on once it is stored, and stays if it is refused', async () => {
  const router = await open(`/customers/${id}`);
  const leave = async () => {
    fireEvent.click(screen.getAllByRole('link', { name: 'Customers' })[0] ?? document.body);
    fireEvent.click(await screen.findByRole('button', { name: 'Save and leave' }));
  };
  type('Name', '');
  await leave();
  expect(await screen.findByText('Fill this in')).toBeTruthy();
  expect(router.state.location.pathname).toBe(`/customers/${id}`);
  type('Name', 'Maija L.');
  save();
  expect(await screen.findByText('Maija L. saved')).toBeTruthy();
  expect(router.state.location.pathname).toBe(`/customers/${id}`);
  type('Phone', '+358 40 5');
  await leave();
  await waitFor(() => expect(router.state.location.pathname).toBe('/customers'));
  expect(await stored()).toMatchObject({ version: 3, name: 'Maija L.', data: { phone: '+358 40 5' } });
  cleanup();
  const other = await open('/customers/new');
  type('Name', `Left ${count}`);
  await leave();
  const found = async () => (await send('GET', `/api/secure/customer?q=Left%20${count}`)).json;
  await waitFor(async () => expect(await found()).toHaveLength(1));
  await waitFor(() => expect(other.state.location.pathname).toBe('/customers'));
});

test('a new record is asked for its name, made once, and opened at its own address', async () => {
  const router = await open('/customers/new');
  save();
  expect(await screen.findByText('Fill this in')).toBeTruthy();
  type('Name', 'Kalle Kallio');
  type('Number', '77');
  save();
  expect(await screen.findByText('Kalle Kallio created')).toBeTruthy();
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/customers/new'));
  const found = z.array(entity).parse((await send('GET', '/api/secure/customer?customer_num=77')).json);
  expect(found).toHaveLength(1);
  expect(router.state.location.pathname).toBe(`/customers/${found[0]?.id}`);
});

test('deactivating is a change like any other, and is saved with Save', async () => {
  await open(`/customers/${id}`);
  fireEvent.click(screen.getByRole('switch', { name: 'Active' }));
  expect(screen.getByText('1 change')).toBeTruthy();
  expect((await stored()).active).toBe(true);
  save();
  expect(await screen.findByText(`${name} saved`)).toBeTruthy();
  expect((await stored()).active).toBe(false);
});

test('keys of data that no control covers are edited as JSON, and what is no JSON holds saving back', async () => {
  await open(`/customers/${id}`);
  const json = box('Other fields, as JSON');
  expect(json.value).toContain('"n": 1.00000000000000000000001');
  fireEvent.change(json, { target: { value: '{"ext":' } });
  save();
  expect(await screen.findByRole('button', { name: '1 to correct' })).toBeTruthy();
  expect((await stored()).version).toBe(1);
  fireEvent.change(json, { target: { value: '{"ext":{"n":2.50},"more":true}' } });
  save();
  expect(await screen.findByText(`${name} saved`)).toBeTruthy();
  const answer = await send('GET', `/api/secure/customer/${id}`);
  expect(answer.text).toMatch(/"n": ?2\.50\b/);
  expect((await stored()).data).toMatchObject({ more: true, email: 'maija@posti.example' });
});

test('an e-mail that is none is refused at its field; a number that somebody has is asked about once, by name', async () => {
  const other = { name: `Other ${count}`, customer_num: 7000 + count };
  await send('POST', '/api/secure/customer', { json: other });
  await open(`/customers/${id}`);
  type('E-mail', 'not-an-email');
  expect(await screen.findByText(/^Not an e-mail address/)).toBeTruthy();
  save();
  expect(await screen.findByRole('button', { name: '1 to correct' })).toBeTruthy();
  type('E-mail', 'maija@kauppa.example');
  type('Number', String(7000 + count));
  save();
  expect(await screen.findByText(`Other ${count} has this already: is that meant?`)).toBeTruthy();
  expect((await stored()).version).toBe(1);
  save();
  await waitFor(async () => expect((await stored()).version).toBe(2));
});

test('an e-mail and a phone number that another customer has are asked about once, however they are written', async () => {
  const data = { email: `Tupla.${count}@kauppa.example`, phone: `+358 50 123 ${1000 + count}` };
  await send('POST', '/api/secure/customer', { json: { name: `Twin ${count}`, data } });
  for (const [field, value] of [
    ['E-mail', `tupla.${count}@kauppa.example`],
    ['Phone', `050-123${1000 + count}`],
  ] as const) {
    await open(`/customers/${id}`);
    const { version } = await stored();
    type(field, value);
    save();
    expect(await screen.findByText(`Twin ${count} has this already: is that meant?`)).toBeTruthy();
    expect((await stored()).version).toBe(version);
    save();
    await waitFor(async () => expect((await stored()).version).toBe(version + 1));
    cleanup();
  }
});
