import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { deleteExpired } from '@/server/ops/retention';
import { callerKey } from '@/server/write/scope-key';
import { pathOf, unknownId, pagesOf, resources, stage } from '../start';

const on = stage();
const withKey = (key: string, more: Record<string, string> = {}) => ({ 'Idempotency-Key': key, ...more });
const asRoot = (statement: string) => sql.raw<{ n: number }>(statement).execute(on.service.db);

describe.each(resources)('a POST of a %s with an Idempotency-Key', (name, resource) => {
  const total = async () => Number((await on.send('GET', pagesOf(resource))).header('x-total-count'));
  const post = (json: unknown, headers: Record<string, string>) =>
    on.send('POST', pathOf(resource), { json, headers });
  const events = async () =>
    (await asRoot(`select count(*) as n from event where entity = '${name}'`)).rows[0]?.n;

  it('gives the first answer again, to the byte, with status and headers; nothing is written twice', async () => {
    const json = await on.samples.full(resource);
    const first = await post(json, withKey(`${name}-one`));
    const before = [await total(), await events()];
    const changed = await on.send('PUT', pathOf(resource, first.entity.id), { json: { active: false } });
    for (let time = 0; time < 2; time += 1) {
      const again = await post(json, withKey(`${name}-one`));
      expect([again.status, again.text]).toEqual([201, first.text]);
      for (const header of ['location', 'etag', 'content-type'])
        expect(again.header(header)).toBe(first.header(header));
    }
    expect([await total(), Number(await events()) - 1]).toEqual(before);
    expect((await on.send('GET', pathOf(resource, first.entity.id))).text).toBe(changed.text);
  });

  it('does the same for an array and for an update', async () => {
    const array = [
      { ...(await on.samples.minimal(resource)), name: 'a' },
      { ...(await on.samples.minimal(resource)), name: 'b' },
    ];
    const first = await post(array, withKey(`${name}-array`));
    const again = await post(array, withKey(`${name}-array`));
    expect([again.status, again.text]).toEqual([200, first.text]);
    const [entity] = first.entities;
    const update = { id: entity?.id, active: false };
    const updated = await post(update, withKey(`${name}-update`, { 'If-Match': '"1"' }));
    expect([updated.status, updated.entity.version]).toEqual([200, 2]);
    expect((await post(update, withKey(`${name}-update`, { 'If-Match': '"1"' }))).text).toBe(updated.text);
  });

  it('with another body, or another condition, is 422; nothing is written', async () => {
    const json = await on.samples.minimal(resource);
    const first = await post(json, withKey(`${name}-other`));
    const before = await total();
    for (const [body, more] of [
      [{ ...json, name: 'Other' }, {}],
      [[json], {}],
      [json, { 'If-Match': '"1"' }],
    ] as const) {
      const answer = await post(body, withKey(`${name}-other`, more));
      expect([answer.status, answer.problem.code]).toEqual([422, 'idempotency_key_reused']);
    }
    expect(await total()).toBe(before);
    expect((await post(json, withKey(`${name}-other`))).text).toBe(first.text);
  });

  it('keeps no failure: the same key goes through once the fault is gone', async () => {
    const json = await on.samples.minimal(resource);
    expect((await post(json, withKey(`${name}-failed`, { 'If-Match': '*' }))).status).toBe(412);
    expect((await post({ ...json, nothing: 1 }, withKey(`${name}-failed`))).status).toBe(422);
    expect((await post(json, withKey(`${name}-failed`))).status).toBe(201);
  });
});

describe('an Idempotency-Key', () => {
  const [[, resource] = []] = resources.filter(([name]) => name === 'customer');
  if (!resource) throw new Error('There are customers');
  const json = { name: 'Ada' };

  it('makes one record of many tries at once: the others are answered with it, or with 409', async () => {
    const tries = await Promise.all(
      Array.from({ length: 12 }, () =>
        on.send('POST', pathOf(resource), { json: { name: 'At once' }, headers: withKey('at-once') }),
      ),
    );
    const done = tries.filter((answer) => answer.status === 201);
    const inFlight = tries.filter((answer) => answer.status === 409);
    expect(done.length + inFlight.length).toBe(12);
    expect(new Set(done.map((answer) => answer.text)).size).toBe(1);
    for (const answer of inFlight) {
      expect([answer.problem.code, answer.header('retry-after')]).toEqual(['request_in_flight', '1']);
    }
    expect((await on.send('GET', `${pathOf(resource)}?q=At once`)).entities).toHaveLength(1);
  });

  it('is 409 at once, not after a wait, while the first try is under way', async () => {
    const { key_id } = (
      await sql<{ key_id: string }>`select id as key_id from apikey where name = 'helsinki admin'`.execute(
        on.service.db,
      )
    ).rows[0] ?? { key_id: '' };
    const key = callerKey({ ...on.service.companies.helsinki, keyId: key_id });
    await on.service.db.connection().execute(async (db) => {
      await sql.raw('begin').execute(db);
      const name = `retry ${key} slow`;
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
      const answer = await on.send('POST', pathOf(resource), { json, headers: withKey('slow') });
      expect([answer.status, answer.problem.code]).toEqual([409, 'request_in_flight']);
      await sql.raw('rollback').execute(db);
    });
    expect((await on.send('POST', pathOf(resource), { json, headers: withKey('slow') })).status).toBe(201);
  });

  it('belongs to one API key of one company: nobody else is answered with what it made', async () => {
    const first = await on.send('POST', pathOf(resource), { json, headers: withKey('mine') });
    for (const company of ['helsinki', 'tampere', 'group', 'other'] as const) {
      const theirs = await (
        await on.service.as(company)
      )('POST', pathOf(resource), { json, headers: withKey('mine') });
      expect([company, theirs.status]).toEqual([company, 201]);
      expect(theirs.entity.id).not.toBe(first.entity.id);
    }
  });

  it('names one request, not one of each resource', async () => {
    await on.send('POST', pathOf(resource), { json, headers: withKey('both') });
    const elsewhere = await on.send('POST', '/api/secure/grp', { json, headers: withKey('both') });
    expect(elsewhere.problem.code).toBe('idempotency_key_reused');
  });

  it('holds 24 hours', async () => {
    const first = await on.send('POST', pathOf(resource), { json, headers: withKey('old') });
    await asRoot(`update retry set at = at - interval '23 hours 59 minutes' where key = 'old'`);
    expect((await on.send('POST', pathOf(resource), { json, headers: withKey('old') })).text).toBe(
      first.text,
    );
    await asRoot(`update retry set at = at - interval '25 hours' where key = 'old'`);
    const later = await on.send('POST', pathOf(resource), { json, headers: withKey('old') });
    expect([later.status, later.entity.id === first.entity.id]).toEqual([201, false]);
  });

  it('past its time leaves nothing stored, of companies that ask no more either; others stay', async () => {
    const tenants = [on.send, await on.service.as('other')];
    for (const send of tenants) {
      for (const key of ['past', 'not-past'])
        await send('POST', pathOf(resource), { json, headers: withKey(key) });
    }
    await asRoot(`update retry set at = at - interval '24 hours' where key = 'past'`);
    await asRoot(`update retry set at = at - interval '23 hours 50 minutes' where key = 'not-past'`);
    await deleteExpired(on.service.db);
    const { rows } = await asRoot(
      `select key, count(*) as n from retry where key in ('past', 'not-past') group by key`,
    );
    expect(rows).toEqual([{ key: 'not-past', n: 2 }]);
  });

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('%j is 400; nothing is written', async (key) => {
    const answer = await on.send('POST', pathOf(resource), {
      json: { id: unknownId, ...json },
      headers: withKey(key),
    });
    expect([answer.status, answer.problem.code]).toEqual([400, 'invalid_idempotency_key']);
    expect((await on.send('GET', pathOf(resource, unknownId))).status).toBe(404);
  });

  it('rolls back with its write: a record whose answer cannot be kept is not made', async () => {
    await asRoot(`alter table retry add constraint refused check (key <> 'refused')`);
    const refused = on.send('POST', pathOf(resource), {
      json: { id: unknownId, ...json },
      headers: withKey('refused'),
    });
    await expect(refused).rejects.toThrow('answered with 500');
    await asRoot('alter table retry drop constraint refused');
    expect((await on.send('GET', pathOf(resource, unknownId))).status).toBe(404);
  });
});
