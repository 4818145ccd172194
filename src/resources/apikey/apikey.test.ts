import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { entitySchema } from '@/contract/resource';
import { roles } from '@/contract/role';
import type { Answer } from '@/testing/answer';
import { unknownId, stage } from '@/testing/api/start';
import { sender } from '@/testing/service';
import { apikey } from './contract';

const on = stage();
const list = '/api/secure/apikey';
const keyIn = (answer: Answer) => z.looseObject({ key: z.string() }).parse(answer.json).key;
const make = (json: object = { name: 'Till 1', role: 'manager' }) => on.send('POST', list, { json });
const eventsOf = async (id: string) =>
  (
    await sql<{
      action: string;
      company_id: string;
      text: string;
      payload: object;
      before: object;
      after: object;
    }>`
      select *, e::text as text from event e where entity_id = ${id} order by seq`.execute(on.service.db)
  ).rows;

describe('API keys', () => {
  it('are shown once, when they are made, work at once, and are in no list, event or table', async () => {
    const answer = await make();
    const key = keyIn(answer);
    const { id } = answer.entity;
    expect([answer.status, answer.header('location')]).toEqual([201, `${list}/${id}`]);
    expect(key).toMatch(new RegExp(`^th_${String(answer.entity['prefix'])}_[\\w-]{43}$`));
    expect((await sender(on.service.fetch, key)('GET', '/api/secure/plu')).status).toBe(200);
    const secret = key.slice(-43);
    const read = await on.send('GET', `${list}/${id}`);
    expect(entitySchema(apikey).strict().safeParse(read.json).error).toBeUndefined();
    for (const path of [
      list,
      `${list}/${id}`,
      `${list}?q=till`,
      `${list}?limit=1000`,
      '/api/secure/event?sort=-at',
    ]) {
      const { text } = await on.send('GET', path);
      expect([path, text.includes(id), text.includes(secret), text.includes('hash')]).toEqual([
        path,
        true,
        false,
        false,
      ]);
    }
    const [event, ...more] = await eventsOf(id);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      action: 'create',
      payload: { name: 'Till 1', role: 'manager', key: '[redacted]' },
      after: { name: 'Till 1', role: 'manager', active: true, key: '[redacted]' },
    });
    const { rows } = await sql<{ row: string }>`select k::text as row from apikey k`.execute(on.service.db);
    expect([event?.text, ...rows.map((one) => one.row)].join(' ')).not.toContain(secret);
  });

  it('are made in arrays, each with its own key, all or none', async () => {
    const answer = await make([
      { name: 'a', role: 'terminal' },
      { name: 'b', role: 'accountant', expires_at: '2100-01-01T00:00:00+02:00' },
    ]);
    const made = z.array(z.looseObject({ key: z.string(), role: z.string() })).parse(answer.json);
    for (const { key, role } of made) {
      const me = await sender(on.service.fetch, key)('GET', '/api/secure/company');
      expect([role, me.status]).toEqual([role, 200]);
    }
    expect(answer.entities[1]?.['expires_at']).toBe('2099-12-31T22:00:00.000Z');
    const before = (await on.send('GET', list)).header('x-total-count');
    const refused = await make([
      { name: 'c', role: 'terminal' },
      { name: 'd', role: 'boss' },
    ]);
    expect([refused.status, refused.pointers]).toEqual([422, ['/1/role']]);
    expect((await on.send('GET', list)).header('x-total-count')).toBe(before);
  });

  it('are made once for one Idempotency-Key; its retry says that the key was shown, and not which', async () => {
    const retried = {
      json: { name: 'Once', role: 'admin' },
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    };
    const first = await on.send('POST', list, retried);
    const again = await on.send('POST', list, retried);
    expect([again.status, again.json]).toEqual([
      201,
      { ...first.entity, key: '[redacted]', secret_shown_once: true },
    ]);
    const { rows } = await sql<{ results: string }>`select results from retry`.execute(on.service.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.results).not.toContain(keyIn(first).slice(-43));
  });

  it('take a new name, with an event; role, end and prefix stay, whoever asks', async () => {
    const { entity, headers } = await make({
      name: 'Old',
      role: 'terminal',
      expires_at: '2100-01-01T00:00:00Z',
    });
    const renamed = await on.send('PUT', `${list}/${entity.id}`, {
      json: { name: 'New' },
      headers: { 'If-Match': headers.get('etag') ?? '' },
    });
    expect([renamed.status, renamed.entity.name, renamed.entity.version]).toEqual([200, 'New', 2]);
    expect(renamed.text).not.toContain('"key"');
    const again = await on.send('PUT', `${list}/${entity.id}`, { body: renamed.text });
    expect([again.status, again.text]).toEqual([200, renamed.text]);
    for (const [name, value] of [
      ['role', 'admin'],
      ['expires_at', null],
      ['expires_at', '2101-01-01T00:00:00Z'],
    ] as const) {
      const put = await on.send('PUT', `${list}/${entity.id}`, { json: { [name]: value } });
      expect([put.status, put.pointers]).toEqual([422, [`/${name}`]]);
      const post = await make([
        { name: 'x', role: 'admin' },
        { id: entity.id, [name]: value },
      ]);
      expect([post.status, post.pointers]).toEqual([422, [`/1/${name}`]]);
    }
    const hash = await on.send('PUT', `${list}/${entity.id}`, { json: { hash: 'x' } });
    expect([hash.status, hash.pointers]).toEqual([422, ['/hash']]);
    expect((await on.send('GET', `${list}/${entity.id}`)).text).toBe(renamed.text);
    expect((await eventsOf(entity.id)).map((event) => event.action)).toEqual(['create', 'update', 'update']);
  });

  it('end for good when they are revoked, from the next request on', async () => {
    const answer = await make();
    const { id } = answer.entity;
    const send = sender(on.service.fetch, keyIn(answer));
    expect((await send('GET', '/api/secure/plu')).status).toBe(200);
    const revoked = await on.send('PUT', `${list}/${id}`, { json: { active: false } });
    expect([revoked.status, revoked.entity.active]).toEqual([200, false]);
    expect((await send('GET', '/api/secure/plu')).status).toBe(401);
    const back = await on.send('PUT', `${list}/${id}`, { json: { active: true } });
    expect([back.status, back.problem.code, back.pointers]).toEqual([409, 'key_revoked', ['/active']]);
    const post = await make([
      { name: 'x', role: 'admin' },
      { id, active: true },
    ]);
    expect([post.status, post.pointers]).toEqual([409, ['/1/active']]);
    expect((await send('GET', '/api/secure/plu')).status).toBe(401);
    expect((await on.send('PUT', `${list}/${id}`, { json: { name: 'Was' } })).status).toBe(200);
  });

  it('end at the time that they were given', async () => {
    const soon = new Date(Date.now() + 2000).toISOString();
    const key = keyIn(await make({ name: 'x', role: 'admin', expires_at: soon }));
    await expect.poll(async () => (await sender(on.service.fetch, key)('GET', list)).status).toBe(401);
  });

  it('are not made with an end that has passed, alone or in an array', async () => {
    const past = { name: 'x', role: 'admin', expires_at: '2020-01-01T00:00:00Z' };
    for (const [json, pointer] of [
      [past, '/expires_at'],
      [[{ name: 'y', role: 'admin' }, past], '/1/expires_at'],
    ] as const) {
      const answer = await on.send('POST', list, { json });
      expect([answer.status, answer.pointers, answer.problem.errors?.[0]?.code]).toEqual([
        422,
        [pointer],
        'ends_before_it_begins',
      ]);
    }
  });

  it('tell when they were last used, to the minute, without a version or an event', async () => {
    const answer = await make();
    const { id } = answer.entity;
    expect(answer.entity['last_used_at']).toBeNull();
    const send = sender(on.service.fetch, keyIn(answer));
    await send('GET', '/api/secure/plu');
    const used = async () => (await on.send('GET', `${list}/${id}`)).entity;
    await expect.poll(async () => (await used())['last_used_at']).toMatch(/^\d{4}-.*Z$/);
    const first = await used();
    await send('GET', '/api/secure/plu');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await used()).toEqual(first);
    expect([first.version, (await eventsOf(id)).length]).toEqual([1, 1]);
  });

  it('are seen and written by administrators of their own company alone', async () => {
    const { entity } = await make();
    for (const role of roles.filter((one) => one !== 'admin')) {
      const send = await on.service.as('helsinki', role);
      const asked = [
        await send('GET', list),
        await send('GET', `${list}/${entity.id}`),
        await send('POST', list, { json: { name: 'Mine', role: 'admin' } }),
        await send('PUT', `${list}/${entity.id}`, { json: { name: 'Mine' } }),
      ];
      expect(asked.map((one) => [one.status, one.problem.code])).toEqual(asked.map(() => [403, 'forbidden']));
    }
    for (const company of ['group', 'tampere', 'other'] as const) {
      const send = await on.service.as(company);
      const absent = await send('GET', `${list}/${unknownId}`);
      const got = await send('GET', `${list}/${entity.id}`);
      expect({ ...got.problem, request_id: '' }).toEqual({ ...absent.problem, request_id: '' });
      for (const query of [
        '',
        `?id=${entity.id}`,
        '?limit=1000',
        `?company_id=${entity.company_id}`,
        '?q=till',
      ]) {
        expect((await send('GET', `${list}${query}`)).text).not.toContain(entity.id);
      }
      expect((await send('PUT', `${list}/${entity.id}`, { json: { active: false } })).status).toBe(404);
      const body = { id: entity.id, name: 'Mine', role: 'admin' };
      const post = await send('POST', list, { json: [body] });
      expect([company, post.status]).toEqual([company, 422]);
    }
    expect((await on.send('GET', `${list}/${entity.id}`)).entity).toMatchObject({
      name: 'Till 1',
      active: true,
    });
  });
});

it('one second before and after: a key that is revoked while it is used never works again', async () => {
  const answer = await make();
  const send = sender(on.service.fetch, keyIn(answer));
  const put = on.send('PUT', `${list}/${answer.entity.id}`, { json: { active: false } });
  await Promise.all([put, ...Array.from({ length: 20 }, () => send('GET', '/api/secure/plu'))]);
  const after = await Promise.all(Array.from({ length: 20 }, () => send('GET', '/api/secure/plu')));
  expect(after.map((one) => one.status)).toEqual(after.map(() => 401));
});
