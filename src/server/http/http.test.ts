import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { networkSet } from '../auth/client-address';
import { applicationRoutes } from './site/static';
import { withTransportHeaders } from './site/site';

let folder: string;
let routes: ReturnType<typeof applicationRoutes>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-app-'));
  await writeFile(path.join(folder, 'index.html'), '<html><head></head><body>The application</body></html>');
  routes = applicationRoutes(folder, 'own', 'mailto:security@example.org');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const get = async (address: string, headers: Record<string, string> = {}) =>
  routes.request(`http://till.example${address}`, { headers });

describe('an address', () => {
  it('of a page is answered with the application', async () => {
    for (const address of [
      '/',
      '/products',
      '/products/018f',
      '/business-days/summary?from=x.y',
      '/invitation',
      '/users/',
    ]) {
      const answer = await get(address);
      expect([address, answer.status, (await answer.text()).includes('The application')]).toEqual([
        address,
        200,
        true,
      ]);
    }
  });

  it('of no page is 404, and the application says so to whoever reads it', async () => {
    for (const address of [
      '/admin',
      '/%2e%2e/secret',
      '/wp-admin/setup',
      '/productsx',
      '/%70roducts2',
      '/api-key',
    ]) {
      const answer = await get(address);
      expect([address, answer.status, (await answer.text()).includes('The application')]).toEqual([
        address,
        404,
        true,
      ]);
    }
  });

  it('of a file that is none of ours is 404, without the application', async () => {
    for (const address of [
      '/.env',
      '/%2eenv',
      '/.git/config',
      '/wp-login.php',
      '/foo.php',
      '/index.html',
      '/products/.env',
      '/products/backup.sql',
      '/.well-known/other',
      '/products%5c..%5cx',
      '/%00',
      '/%zz',
      '/assets/none.js',
    ]) {
      const answer = await get(address);
      expect([address, answer.status, (await answer.text()).includes('The application')]).toEqual([
        address,
        404,
        false,
      ]);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('security.txt', () => {
  it('names the contact of the configuration, and is valid for less than a year', async () => {
    const answer = await get('/.well-known/security.txt');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8$/i);
    const text = await answer.text();
    expect(text).toMatch(/^Contact: mailto:security@example\.org$/m);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
  });

  it('is there without a contact, too: it names the address of the service', async () => {
    const without = applicationRoutes(folder, 'upstream');
    const answer = await without.request('http://till.example/.well-known/security.txt');
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringMatching(/^Contact: http:\/\/till\.example\/$/m),
    ]);
  });
});

describe('over https', () => {
  const serve = withTransportHeaders((request) => routes.fetch(request), networkSet(['10.0.0.1']));
  const headersOf = async (url: string, remoteAddress: string, proto?: string) => {
    const request = new Request(url, { headers: proto === undefined ? {} : { 'X-Forwarded-Proto': proto } });
    const { headers } = await serve(request, { incoming: { socket: { remoteAddress } } });
    return ['strict-transport-security', 'cross-origin-opener-policy', 'cross-origin-resource-policy'].map(
      (name) => headers.get(name),
    );
  };
  const all = ['max-age=31536000', 'same-origin', 'same-origin'];

  it('each answer asks for https from now on, and keeps other origins away', async () => {
    for (const address of [
      '/',
      '/products',
      '/.env',
      '/none',
      '/.well-known/security.txt',
      '/assets/none.js',
    ])
      expect([address, ...(await headersOf(`http://till.example${address}`, '10.0.0.1', 'https'))]).toEqual([
        address,
        ...all,
      ]);
    expect(await headersOf('https://till.example/', '198.51.100.1')).toEqual(all);
  });

  it('only if the connection is, or a trusted proxy says so', async () => {
    for (const [remote, proto] of [
      ['10.0.0.1', undefined],
      ['10.0.0.1', 'http'],
      ['198.51.100.1', 'https'],
    ] as const)
      expect(await headersOf('http://till.example/', remote, proto)).toEqual([null, null, null]);
  });
});
