import { expect, it } from 'vitest';
import { client, type Budget, type Fetch } from './client';

const budget = (part: Partial<Budget> = {}): Budget => ({
  requests: 0,
  most: 10,
  until: Number.POSITIVE_INFINITY,
  readOnly: false,
  ...part,
});

/** Returns a `fetch` that gives the answers in turn, and the requests that were sent. */
function answering(...answers: (() => Response)[]): { fetch: Fetch; sent: Request[] } {
  const sent: Request[] = [];
  const fetch: Fetch = (request) => {
    sent.push(request);
    return answers[sent.length - 1]?.() ?? new Response('[]');
  };
  return { fetch, sent };
}

it('waits as told where the server has had enough, and asks again', async () => {
  const busy = () => new Response(null, { status: 429, headers: { 'Retry-After': '0.2' } });
  const { fetch, sent } = answering(busy, busy);
  const began = performance.now();
  const answer = await client('http://test', 'key', budget(), fetch)('GET', '/x');
  expect(answer.status).toBe(200);
  expect(sent).toHaveLength(3);
  expect(performance.now() - began).toBeGreaterThan(390);
});

it('sends the key as Bearer, and the digits of a number as they are', async () => {
  const { fetch, sent } = answering(() => new Response('{"n":1.10}'));
  const { json } = await client('http://test', 'key', budget(), fetch)('POST', '/x', { body: { a: '4.50' } });
  expect(String(Object.values(json ?? {})[0])).toBe('1.10');
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer key');
  expect(sent[0]?.headers.get('content-type')).toBe('application/json');
});

it('asks a GET once more where the network failed, and no POST', async () => {
  const lost = () => {
    throw new TypeError('fetch failed');
  };
  const reading = answering(lost);
  await client('http://test', 'key', budget(), reading.fetch)('GET', '/x');
  expect(reading.sent).toHaveLength(2);
  const writing = answering(lost);
  const post = client('http://test', 'key', budget(), writing.fetch)('POST', '/x', { body: {} });
  await expect(post).rejects.toThrow('fetch failed');
  expect(writing.sent).toHaveLength(1);
});

it('sends nothing but GET where only reading is allowed, and nothing over its budget', async () => {
  const { fetch, sent } = answering();
  const reader = client('http://test', 'key', budget({ readOnly: true, most: 1 }), fetch);
  await expect(reader('PUT', '/x', { body: {} })).rejects.toThrow('only by writing');
  await reader('GET', '/x');
  await expect(reader('GET', '/x')).rejects.toThrow('had its 1 requests');
  expect(sent.map(({ method }) => method)).toEqual(['GET']);
});
