import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BareBehaviour, BareRequest, Interference } from '../../../e2e/generic-server/behaviour';
import { startBareServer, type BareServer } from '../../../e2e/generic-server/server';
import { createClient } from '../data/client';
import type { Me } from '@/contract/session';
import { serverOf } from './capabilities';
import { endIfRefused, identify } from './identify';

const someone: Me = {
  company: {
    id: 'c',
    name: 'Rantakulma',
    parent: null,
    ancestors: [],
    currency: 'EUR',
    locale: 'fi-FI',
    timezone: 'Europe/Helsinki',
  },
  role: 'admin',
  user: null,
  key: null,
  memberships: [],
};

let server: BareServer;
beforeEach(async () => {
  server = await startBareServer({ products: 1 });
});
afterEach(() => server.close());

const identifyWith = (key = server.key) => identify(createClient({ baseUrl: server.url, key }), 300);
const respondAt =
  (path: RegExp, answer: Interference | Promise<never>) =>
  (request: BareRequest): Interference | null | Promise<never> =>
    path.test(request.path) ? answer : null;
const noResponse = new Promise<never>(() => {});
const capabilitiesPath = /^\/api\/capabilities$/;

describe('who answers', () => {
  const genericServers: readonly [says: string, does: Partial<BareBehaviour>][] = [
    ['404', {}],
    [
      '404 with a page',
      { intercept: respondAt(capabilitiesPath, { status: 404, text: '<h1>Not found</h1>' }) },
    ],
    [
      'a page of its own application',
      { intercept: respondAt(capabilitiesPath, { status: 200, text: '<html></html>' }) },
    ],
    ['500', { intercept: respondAt(capabilitiesPath, { status: 500 }) }],
    ['that a key is needed', { intercept: respondAt(capabilitiesPath, { status: 401 }) }],
    [
      'JSON of somebody else',
      { intercept: respondAt(capabilitiesPath, { status: 200, text: '{"product":"Else"}' }) },
    ],
    ['null', { intercept: respondAt(capabilitiesPath, { status: 200, text: 'null' }) }],
    ['nothing, and breaks off', { intercept: respondAt(capabilitiesPath, 'breaks off') }],
    ['nothing, for ever', { intercept: respondAt(capabilitiesPath, noResponse) }],
  ];
  for (const [description, behaviour] of genericServers)
    it(`is the bare interface where the question for capabilities is answered by ${description}`, async () => {
      server.behave(behaviour);
      expect(await identifyWith()).toBeNull();
    });

  it('is let in by any list of the interface that the key may read', async () => {
    server.behave({ intercept: respondAt(/\/(plu|customer)$/, { status: 403 }) });
    expect(await identifyWith()).toBeNull();
    server.behave({ intercept: respondAt(/./, { status: 404 }) });
    await expect(identifyWith()).rejects.toMatchObject({ status: 404 });
  });

  it('refuses a key that is not right, and is not there where nobody answers', async () => {
    await expect(identifyWith('wrong')).rejects.toMatchObject({ status: 401 });
    server.behave({ intercept: respondAt(/./, 'breaks off') });
    await expect(identifyWith()).rejects.toMatchObject({ kind: 'offline' });
  });
});

it('what a server can do follows from whether it says who the caller is: everything, or the interface alone', () => {
  expect(new Set(Object.values(serverOf(null).can))).toEqual(new Set([false]));
  expect(new Set(Object.values(serverOf(someone).can))).toEqual(new Set([true]));
  // What a role may is asked by its rights.
  expect(serverOf({ ...someone, rights: [] })).toEqual(serverOf(someone));
});

describe('a 401 of the bare interface', () => {
  it('ends nothing where it is about one list, and ends the session where the key is refused', async () => {
    const onEnd = vi.fn();
    const onUnauthorized = endIfRefused({ baseUrl: server.url, key: server.key }, onEnd);
    let requestCount = 0;
    const countRequests = (answer: Interference | null) => ({
      intercept: () => {
        requestCount += 1;
        return answer;
      },
    });
    server.behave(countRequests(null));
    onUnauthorized();
    onUnauthorized();
    await expect.poll(() => requestCount).toBe(1);
    server.behave(countRequests({ status: 401 }));
    await expect
      .poll(() => {
        onUnauthorized();
        return onEnd.mock.calls.length;
      })
      .toBeGreaterThan(0);
    expect(requestCount).toBeGreaterThan(1);
  });
});
