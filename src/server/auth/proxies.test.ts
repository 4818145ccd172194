import { afterAll, beforeAll, expect, it } from 'vitest';
import { tables } from '@/resources/tables';
import { password, people } from '@/testing/people';
import { sender, startTestService, type TestService } from '@/testing/service';
import { createKey } from '../ops/companies';
import { networkSet } from './client-address';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(tables, 6000, networkSet(['10.0.0.0/8']));
});
afterAll(() => service.close());
const { browser, person } = people({
  get service() {
    return service;
  },
});

const proxy = '10.0.0.1';
const through = (client: string, by = proxy) =>
  browser({ 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': client }, by);
const flood = (from: ReturnType<typeof through>) =>
  Promise.all(
    Array.from({ length: 15 }, (_, n) =>
      from.send('POST', '/api/session', { email: `stranger${n}@example.org`, password }),
    ),
  );

it('behind a trusted proxy each client has tries of its own, whatever it writes into the chain itself', async () => {
  const { email } = await person();
  const tries = await flood(through('203.0.113.66'));
  expect(tries.filter(({ status }) => status === 429).length).toBe(5);
  const right = (client: string) => through(client).send('POST', '/api/session', { email, password });
  // The same client with a forged entry in front.
  expect((await right('198.51.100.9, 203.0.113.66')).status).toBe(429);
  expect((await right('10.0.0.9, 203.0.113.66')).status).toBe(429);
  expect((await right('203.0.113.67')).status).toBe(200);
  // The session records its address.
  const other = through('203.0.113.68');
  await other.send('POST', '/api/session', { email, password });
  expect((await other.send('GET', '/api/secure/session')).text).toContain('203.0.113.68');
});

it('a header of whoever is no trusted proxy changes nothing', async () => {
  const { email } = await person();
  for (let n = 0; n < 15; n += 1)
    await through(`203.0.113.${n}`, '192.0.2.50').send('POST', '/api/session', {
      email: 'x@example.org',
      password,
    });
  const answer = await through('203.0.113.99', '192.0.2.50').send('POST', '/api/session', {
    email,
    password,
  });
  expect(answer.status).toBe(429);
});

it('during a flood from one address everybody who was right from there before signs in, with a password or a key', async () => {
  const regulars = [await person(), await person(), await person()];
  const key = await createKey(service.db, service.companies.helsinki, 'Till', 'terminal');
  const shared = browser(undefined, '192.0.2.77');
  const signIns = () =>
    Promise.all([
      ...regulars.map(({ email }) => shared.send('POST', '/api/session', { email, password })),
      shared.send('POST', '/api/session', { key }),
    ]);
  expect((await signIns()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const late = await person();
  expect((await flood(shared)).some(({ status }) => status === 429)).toBe(true);
  expect((await signIns()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  // A person who never signed in from this address is limited with the strangers, for a minute and no longer.
  const stranger = await shared.send('POST', '/api/session', { email: late.email, password });
  expect(stranger.status).toBe(429);
  // Guesses for a known pair of address and e-mail are limited too: ten of its own.
  const guesses = await Promise.all(
    Array.from({ length: 12 }, () =>
      shared.send('POST', '/api/session', { email: regulars[0]?.email, password: 'a guess' }),
    ),
  );
  expect(guesses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...guesses.slice(2).map(() => 401),
    429,
    429,
  ]);
  expect((await signIns()).map(({ status }) => status)).toEqual([429, 200, 200, 200]);
});

it('wrong API keys of one client behind a proxy shut out nobody else there', async () => {
  const key = await createKey(service.db, service.companies.helsinki, 'Till', 'terminal');
  const from = (client: string, credentials: string) =>
    sender((request) => {
      request.headers.set('X-Forwarded-For', client);
      return service.fetch(request, { incoming: { socket: { remoteAddress: proxy } } });
    }, credentials)('GET', '/api/secure/grp');
  for (let n = 0; n < 12; n += 1) await from('203.0.113.150', `th_${String(n).padStart(10, '0')}_wrong`);
  expect((await from('203.0.113.150', key)).status).toBe(429);
  expect((await from('203.0.113.151', key)).status).toBe(200);
  // A key that was right once is checked from any address.
  expect((await from('203.0.113.150', key)).status).toBe(200);
});
