import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BareBehaviour, BareRequest, Interference } from '../../../../e2e/generic-server/behaviour';
import { startBareServer, type BareServer } from '../../../../e2e/generic-server/server';
import { createClient } from '../data/client';
import { endIfRefused, identify } from './identify';

let server: BareServer;
beforeEach(async () => {
  server = await startBareServer({ products: 1 });
});
afterEach(() => server.close());

const ask = (key = server.key) => identify(createClient({ baseUrl: server.url, key }), 300);
const at =
  (path: RegExp, answer: Interference | Promise<never>) =>
  (request: BareRequest): Interference | null | Promise<never> =>
    path.test(request.path) ? answer : null;
const silence = new Promise<never>(() => {});
const capabilities = /^\/api\/capabilities$/;

describe('who answers', () => {
  const bare: readonly [says: string, does: Partial<BareBehaviour>][] = [
    ['404', {}],
    ['404 with a page', { intercept: at(capabilities, { status: 404, text: '<h1>Not found</h1>' }) }],
    [
      'a page of its own application',
      { intercept: at(capabilities, { status: 200, text: '<html></html>' }) },
    ],
    ['500', { intercept: at(capabilities, { status: 500 }) }],
    ['that a key is needed', { intercept: at(capabilities, { status: 401 }) }],
    ['JSON of somebody else', { intercept: at(capabilities, { status: 200, text: '{"product":"Else"}' }) }],
    ['null', { intercept: at(capabilities, { status: 200, text: 'null' }) }],
    ['nothing, and breaks off', { intercept: at(capabilities, 'breaks off') }],
    ['nothing, for ever', { intercept: at(capabilities, silence) }],
  ];
  for (const [says, does] of bare)
    it(`is the bare interface where the question for capabilities is answered by ${says}`, async () => {
      server.behave(does);
      expect(await ask()).toBeNull();
    });

  it('is let in by any list of the interface that the key may read', async () => {
    server.behave({ intercept: at(/\/(plu|customer)$/, { status: 403 }) });
    expect(await ask()).toBeNull();
    server.behave({ intercept: at(/./, { status: 404 }) });
    await expect(ask()).rejects.toMatchObject({ status: 404 });
  });

  it('refuses a key that is not right, and is not there where nobody answers', async () => {
    await expect(ask('wrong')).rejects.toMatchObject({ status: 401 });
    server.behave({ intercept: at(/./, 'breaks off') });
    await expect(ask()).rejects.toMatchObject({ kind: 'offline' });
  });
});

describe('a 401 of the bare interface', () => {
  it('ends nothing where it is about one list, and ends the session where the key is refused', async () => {
    const end = vi.fn();
    const refused = endIfRefused({ baseUrl: server.url, key: server.key }, end);
    let asked = 0;
    const counted = (answer: Interference | null) => ({
      intercept: () => {
        asked += 1;
        return answer;
      },
    });
    server.behave(counted(null));
    refused();
    refused();
    await expect.poll(() => asked).toBe(1);
    server.behave(counted({ status: 401 }));
    await expect
      .poll(() => {
        refused();
        return end.mock.calls.length;
      })
      .toBeGreaterThan(0);
    expect(asked).toBeGreaterThan(1);
  });
});
