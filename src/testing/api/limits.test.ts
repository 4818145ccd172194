import { afterAll, beforeAll, expect, it } from 'vitest';
import { tables } from '@/resources/tables';
import { createKey } from '@/server/ops/companies';
import { network } from '@/server/http/limits';
import { sender, startTestService, type Sender, type TestService } from '../service';

const limit = 30;
let service: TestService;
let send: Sender;
beforeAll(async () => {
  service = await startTestService(tables, limit);
  send = await service.as('helsinki');
});
afterAll(() => service.close());

/** Returns a sender with this remote address, which no `X-Forwarded-For` overrides. */
const from = (remoteAddress: string, key: string): Sender =>
  sender((request) => service.fetch(request, { incoming: { socket: { remoteAddress } } }), key);
const get = async (who: Sender) => (await who('GET', '/api/secure/grp')).status;
const wrongKey = (n: number) => `th_${String(n).padStart(10, '0')}_wrong`;

it('says with each answer what is left, and refuses what is beyond with 429 and when to come again', async () => {
  for (let n = 1; n <= limit; n += 1) {
    const answer = await send('GET', '/api/secure/grp');
    expect([answer.status, answer.header('ratelimit-policy')]).toEqual([200, `"caller";q=${limit};w=60`]);
    expect(answer.header('ratelimit')).toMatch(new RegExp(`^"caller";r=${limit - n};t=\\d+$`));
  }
  const refused = await send('POST', '/api/secure/grp', { json: { name: 'Too late' } });
  expect([refused.status, refused.problem.code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.header('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.header('retry-after'))).toBeLessThanOrEqual(60);
  expect(refused.header('ratelimit')).toContain('r=0');
  const other = await service.as('helsinki');
  expect((await other('GET', '/api/secure/grp')).entities).toEqual([]);
});

it('counts 404s and refusals too', async () => {
  const other = await service.as('tampere');
  await other('GET', '/api/secure/grp/none');
  const answer = await other('POST', '/api/secure/grp', { json: {} });
  expect([answer.status, answer.header('ratelimit')]).toEqual([
    422,
    expect.stringContaining(`r=${limit - 2}`),
  ]);
});

it('looks at ten wrong keys a minute from one address, and at no more, right or wrong; elsewhere nothing changes', async () => {
  const key = await createKey(service.db, service.companies.helsinki, 'late', 'admin');
  for (let n = 0; n < 10; n += 1) expect(await get(from('203.0.113.1', wrongKey(n)))).toBe(401);
  const refused = await from('203.0.113.1', wrongKey(11))('GET', '/api/secure/grp', {
    headers: { 'X-Forwarded-For': '198.51.100.7' },
  });
  expect([refused.status, refused.problem.code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.header('retry-after'))).toBeGreaterThan(0);
  expect(await get(from('203.0.113.1', key))).toBe(429);
  expect(await get(from('203.0.113.2', key))).toBe(200);
});

it('keeps answering a key that was right before, whatever else comes from its address', async () => {
  const key = await createKey(service.db, service.companies.helsinki, 'till', 'terminal');
  expect(await get(from('203.0.113.3', key))).toBe(200);
  for (let n = 0; n < 12; n += 1) await get(from('203.0.113.3', wrongKey(n)));
  expect(await get(from('203.0.113.3', wrongKey(0)))).toBe(429);
  expect(await get(from('203.0.113.3', key))).toBe(200);
});

it('counts guesses at one prefix together, wherever they come from', async () => {
  const statuses = [];
  for (let n = 0; n < 101; n += 1) statuses.push(await get(from(`192.0.2.${n}`, `th_abcdef0123_${n}`)));
  expect(statuses.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 401));
  expect(statuses[100]).toBe(429);
});

it('does not count a request without credentials as a guess', async () => {
  const nobody = sender(
    (request) => service.fetch(request, { incoming: { socket: { remoteAddress: '203.0.113.9' } } }),
    null,
  );
  for (let n = 0; n < 15; n += 1) expect(await get(nobody)).toBe(401);
});

it('takes all that one IPv6 network may call itself for one address', () => {
  expect(network('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(network('2001:db8:1:2::1')).toBe('2001:db8:1:2');
  expect(network('2001:db8::1')).toBe('2001:db8:0:0');
  expect(network('::1')).toBe('0:0:0:0');
  expect(network('::ffff:192.0.2.1')).toBe('192.0.2.1');
});
