import { beforeAll, describe, expect, it } from 'vitest';
import { decompress } from '@/server/http/compression/compress';
import { compressions, type ContentCoding } from '@/server/http/compression/content-coding';
import { createKey } from '@/server/ops/companies';
import { pathOf, resources, stage } from './start';

const on = stage();
let key: string;
beforeAll(async () => {
  key = await createKey(on.service.db, on.service.companies.helsinki, 'compression', 'admin');
});

/** Asks in a coding, and reads the body that the client of it reads. */
async function ask(
  coding: ContentCoding,
  path: string,
  {
    method = 'GET',
    headers = {},
    json,
  }: { method?: string; headers?: Record<string, string>; json?: unknown } = {},
) {
  const response = await on.service.fetch(
    new Request(`http://test${path}`, {
      method,
      ...(json !== undefined && { body: JSON.stringify(json) }),
      headers: {
        Authorization: `Bearer ${key}`,
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        'Accept-Encoding': coding,
        ...headers,
      },
    }),
  );
  const sent = compressions.find((one) => one === response.headers.get('content-encoding')) ?? 'identity';
  const bytes = new Uint8Array(await response.arrayBuffer());
  const length = response.headers.get('content-length');
  const text = new TextDecoder().decode(bytes.byteLength > 0 ? await decompress(bytes, sent) : bytes);
  return { status: response.status, headers: response.headers, sent, size: bytes.byteLength, length, text };
}

const codings = [...compressions, 'identity'] as const;
const long = 'Archipelago rye bread, sliced. '.repeat(60);

describe.each(resources)('the answers about %s', (_, resource) => {
  it('are the same to the byte in each coding, each with a strong ETag of its own that answers 304', async () => {
    const body = await on.samples.minimal(resource, { note: long });
    const made = await on.send('POST', pathOf(resource), { json: body });
    for (const path of [pathOf(resource), `${pathOf(resource)}?limit=10`, pathOf(resource, made.entity.id)]) {
      const plain = await ask('identity', path);
      const tags = new Map<string, string>();
      for (const coding of [...codings, ...codings]) {
        const answer = await ask(coding, path);
        expect([answer.status, answer.sent, answer.text === plain.text]).toEqual([200, coding, true]);
        expect(Number(answer.length)).toBe(answer.size);
        expect(answer.headers.get('vary')).toBe('Authorization, Cookie, Accept-Encoding');
        expect(answer.headers.get('x-total-count')).toBe(plain.headers.get('x-total-count'));
        if (coding !== 'identity') expect(answer.size).toBeLessThan(plain.size / 2);
        tags.set(coding, answer.headers.get('etag') ?? '');
      }
      expect(new Set(tags.values()).size).toBe(codings.length);
      for (const tag of tags.values()) {
        const same = await ask('gzip', path, { headers: { 'If-None-Match': tag } });
        expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', tag]);
      }
      const head = await ask('gzip', path, { method: 'HEAD' });
      expect([head.status, head.size, head.sent]).toEqual([200, 0, 'gzip']);
      expect(head.headers.get('etag')).toBe(tags.get('gzip'));
    }
  });
});

it('a list kept in one coding is not stale in another after a write', async () => {
  const path = '/api/secure/customer';
  const { id } = (await on.send('POST', path, { json: { name: 'First', data: { note: long } } })).entity;
  for (let n = 0; n < 12; n += 1) {
    await Promise.all(codings.map((coding) => ask(coding, path)));
    await on.send('PUT', `${path}/${id}`, { json: { name: `Changed ${n}` } });
    for (const coding of codings) expect((await ask(coding, path)).text).toContain(`"Changed ${n}"`);
  }
});

it('a write with the ETag of a compressed answer is conditional on that version', async () => {
  const path = '/api/secure/customer';
  const { id } = (await on.send('POST', path, { json: { name: 'First', data: { note: long } } })).entity;
  const tag = (await ask('gzip', `${path}/${id}`)).headers.get('etag') ?? '';
  expect(tag).toMatch(/-gzip"$/);
  const put = (name: string) =>
    ask('gzip', `${path}/${id}`, { method: 'PUT', json: { name }, headers: { 'If-Match': tag } });
  const first = await put('Second');
  expect([first.status, first.sent]).toEqual([200, 'gzip']);
  const late = await put('Third');
  expect([late.status, late.sent]).toEqual([412, 'identity']);
});

it('a report is compressed while it is streamed, and is the same', async () => {
  const day = await on.send('POST', '/api/secure/businessday', {
    json: await on.samples.minimal(resourceNamed('businessday')),
  });
  const path = `/api/secure/report/businessdaytx/${day.entity.id}`;
  const plain = await ask('identity', path);
  expect(plain.status).toBe(200);
  for (const coding of compressions) {
    const answer = await ask(coding, path);
    expect([answer.sent, answer.length, answer.text === plain.text]).toEqual([coding, null, true]);
  }
});

it('an answer that holds a secret is never compressed, however long it is', async () => {
  const made = await ask('gzip', '/api/secure/apikey', {
    method: 'POST',
    json: { name: 'Key', role: 'manager', data: { note: long } },
  });
  expect([made.status, made.sent]).toEqual([201, 'identity']);
  expect(made.size).toBeGreaterThan(1000);
  const person = { name: 'Person', data: { note: long }, email: 'long@example.org', role: 'manager' };
  const user = await ask('gzip', '/api/secure/user', { method: 'POST', json: person });
  expect([user.status, user.text.includes('"token"')]).toEqual([201, false]);
  const invited = await ask('gzip', `/api/secure/user/${String(JSON.parse(user.text).id)}/invitation`, {
    method: 'POST',
  });
  expect([invited.status, invited.sent, invited.text.includes('"token"')]).toEqual([201, 'identity', true]);
});

it('live changes are not compressed: they would wait for more', async () => {
  const leave = new AbortController();
  const response = await on.service.fetch(
    new Request('http://test/api/secure/live', {
      headers: { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'gzip, br' },
      signal: leave.signal,
    }),
  );
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
  leave.abort();
  await response.body?.cancel().catch(() => undefined);
});

function resourceNamed(name: string) {
  const found = resources.find(([one]) => one === name);
  if (!found) throw new Error(`There is no ${name}`);
  return found[1];
}
