import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, Link, RouterProvider, useParams } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { AppContext } from '@/core/app/app-context';
import { createI18n } from '@/core/app/i18n';
import { pagedSource } from '@/core/app/paged-source';
import { createQueryClient } from '@/core/app/query-client';
import { createSession } from '@/core/app/session';
import { createKey } from '@/core/server/companies';
import { UiProvider } from '@/core/ui/provider';
import { testWords } from '@/core/ui/testing';
import { sender, startTestService, type TestService } from '@/testing/service';
import { Form } from './form';
import { customerScreen } from './screen';

// The real service behind a real HTTP server: what happens in a form is what happens in the product.
let service: TestService;
let http: Server;
let port: number;
let key: string;
let send: ReturnType<typeof sender>;
let id: string;

const listen = (on: number) => new Promise<void>((done) => http.listen(on, '127.0.0.1', done));
const hangUp = async () => {
  http.closeAllConnections();
  await new Promise((done) => http.close(done));
};

beforeAll(async () => {
  service = await startTestService();
  key = await createKey(service.db, service.companies.helsinki, 'a manager', 'manager');
  send = sender(service.fetch, key);
  const listener = getRequestListener((request) => service.fetch(request));
  http = createServer((request, response) => void listener(request, response));
  await listen(0);
  port = (http.address() as AddressInfo).port;
});

afterAll(async () => {
  await hangUp();
  await service.close();
});

beforeEach(async () => {
  const body = `{"name":"Maija Virtanen","customer_num":1001,"data":{"email":"maija@posti.example","ext":{"n":1.00000000000000000000001}}}`;
  id = entity.parse((await send('POST', '/api/secure/customer', { body })).json).id;
});

afterEach(cleanup);

const entity = z.looseObject({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  active: z.boolean(),
  data: z.record(z.string(), z.unknown()),
});
const stored = async () => entity.parse((await send('GET', `/api/secure/customer/${id}`)).json);

/** Opens the form at an address, signed in, in what the application puts around it. */
async function open(path: string) {
  const session = createSession();
  await session.signIn({ baseUrl: `http://127.0.0.1:${port}`, key });
  const state = session.get();
  if (state.status !== 'in') throw new Error('Not signed in');
  const { current } = state;
  const screens = { customer: customerScreen };
  const source = pagedSource(current.client);
  const router = createMemoryRouter(
    [
      { path: '/customers', element: <p>The list</p> },
      { path: '/customers/new', element: <Form screen={customerScreen} id={null} /> },
      { path: '/customers/:id', element: <Opened /> },
    ],
    { initialEntries: [path] },
  );
  render(
    <I18nextProvider i18n={createI18n(screens, 'en')}>
      <UiProvider words={testWords} link={RouterAnchor} env="test">
        <QueryClientProvider client={createQueryClient()}>
          <AppContext value={{ session, current, source, screens, memory: new Map() }}>
            <RouterProvider router={router} />
          </AppContext>
        </QueryClientProvider>
      </UiProvider>
    </I18nextProvider>,
  );
  await screen.findByRole('textbox', { name: 'Name' });
  return router;
}

function Opened() {
  const { id: opened = null } = useParams();
  return <Form key={opened} screen={customerScreen} id={opened} />;
}

const RouterAnchor = ({ href = '', ...rest }: ComponentProps<'a'>) => <Link to={href} {...rest} />;

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
  expect(await screen.findByText('Maija Virtanen saved')).toBeTruthy();
  expect(screen.queryByText('1 change')).toBeNull();
  const answer = await send('GET', `/api/secure/customer/${id}`);
  expect(answer.json).toMatchObject({ version: 2, data: { phone: '+358 40 1' } });
  expect(answer.text).toContain('"n":1.00000000000000000000001');
  expect(Object.keys((await stored()).data).toSorted()).toEqual(['email', 'ext', 'modified_at', 'phone']);
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
  await hangUp();
  save();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Your typing is kept');
  expect(box('Phone').value).toBe('+358 40 2');
  expect(screen.queryByText('Maija Virtanen saved')).toBeNull();
  await listen(port);
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Maija Virtanen saved')).toBeTruthy();
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
  const dialog = await screen.findByRole('dialog', { name: 'Maija Virtanen was saved by someone else' });
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
  fireEvent.click(await screen.findByRole('button', { name: 'Leave and lose them' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/customers'));
  expect((await stored()).version).toBe(1);
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
  expect(await screen.findByText('Maija Virtanen saved')).toBeTruthy();
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
  expect(await screen.findByText('Maija Virtanen saved')).toBeTruthy();
  const answer = await send('GET', `/api/secure/customer/${id}`);
  expect(answer.text).toContain('"n":2.50');
  expect((await stored()).data).toMatchObject({ more: true, email: 'maija@posti.example' });
});
