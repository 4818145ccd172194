import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import type { BareBehaviour } from './behaviour';
import { startBareServer, type BareServer } from './server';

/** `dist/app` as static files on one server, and a generic server at another address. */
const test = base.extend<object, { files: string; bare: BareServer }>({
  files: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const server = await serveFiles('dist/app');
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  bare: [
    // oxlint-disable-next-line no-empty-pattern -- the same
    async ({}, use) => {
      const server = await startBareServer({ products: 3, customers: 120 });
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ files }, use) => use(files),
});

const kinds: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

async function serveFiles(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://files');
    const file = path.extname(pathname) === '' ? '/index.html' : pathname;
    readFile(path.join(folder, file)).then(
      (bytes) =>
        response
          .writeHead(200, { 'Content-Type': kinds[path.extname(file)] ?? 'application/octet-stream' })
          .end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

/** CORS headers for what the interface names and nothing else; pages cannot read other response headers. */
const corsFor = (methods: string): Partial<BareBehaviour> => ({
  intercept: ({ method }) => (method === 'OPTIONS' ? { status: 204 } : null),
  headersFor: ({ path: asked, headers }) =>
    asked.startsWith('/api/secure/')
      ? {
          'Access-Control-Allow-Origin': String(headers['origin'] ?? '*'),
          'Access-Control-Allow-Methods': methods,
          'Access-Control-Allow-Headers': 'Authorization, Content-Type',
          // Every request has its own preflight.
          'Access-Control-Max-Age': '0',
        }
      : {},
});

test('the files alone work on a server at another address, which allows what the interface names and no more', async ({
  page,
  bare,
}) => {
  await page.goto('/customers');
  await page.getByLabel('Address of the service').fill(bare.url);
  await page.getByLabel('API key').fill(bare.key);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/does not let pages of other addresses ask it \(CORS\)/)).toBeVisible();
  await expect(page.getByLabel('API key')).toHaveValue(bare.key);

  bare.behave(corsFor('GET, POST, PUT'));
  await page.getByRole('checkbox', { name: 'Keep the key in this tab until it is closed' }).check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('120', { exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Customer 7', exact: true }).click();
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await phone.fill('+358 50 7');
  await page.keyboard.press('Control+s');
  const stored = () => bare.records('customer').find(({ name }) => name === 'Customer 7')?.data;
  await expect.poll(stored).toEqual({ email: 'customer7@example.com', phone: '+358 50 7' });
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();

  await page.goto('/customers/new');
  const name = `Made from files ${Math.random().toString(36).slice(2)}`;
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/customers\/[\da-f-]{36}$/);
  expect(bare.records('customer').filter((one) => one['name'] === name)).toHaveLength(1);

  // A write that CORS forbids is reported, and the typed text stays. Of a page that was loaded as that of a record: while the one of
  // the new record is still there, its saves are POSTs, which CORS never forbids.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  bare.behave(corsFor('GET'));
  await page.getByRole('textbox', { name: 'Phone' }).fill('1');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert')).toContainText('Not saved');
  await expect(page.getByRole('alert')).toContainText('(CORS)');
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('1');
});
