import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sender } from '../service';
import { createKey } from '@/server/ops/companies';
import { pathOf, unknownId, pagesOf, resources, stage } from './start';

const on = stage();

describe.each(resources)('the addresses of %s', (_, resource) => {
  it.each(['DELETE', 'PATCH', 'OPTIONS'])(
    'answer %s with 405 and what is allowed; nothing changes',
    async (method) => {
      const { entity } = await on.send('POST', pathOf(resource), {
        json: await on.samples.minimal(resource),
      });
      const list = await on.send(method, pathOf(resource));
      expect([list.status, list.header('allow'), list.problem.code]).toEqual([
        405,
        'GET, POST',
        'method_not_allowed',
      ]);
      const one = await on.send(
        method,
        pathOf(resource, entity.id),
        method === 'PATCH' ? { json: { name: 'x' } } : {},
      );
      expect([one.status, one.header('allow')]).toEqual([405, 'GET, PUT']);
      expect((await on.send('PUT', pathOf(resource))).header('allow')).toBe('GET, POST');
      expect((await on.send('POST', pathOf(resource, entity.id))).header('allow')).toBe('GET, PUT');
      expect((await on.send('GET', pathOf(resource, entity.id))).entity).toEqual(entity);
    },
  );

  it('answer 404 for what is no id as for an id that is not there', async () => {
    const absent = (await on.send('GET', pathOf(resource, unknownId))).problem;
    for (const id of [
      'x',
      '1',
      `{${unknownId}}`,
      encodeURIComponent(`{${unknownId}}`),
      `${unknownId}%00`,
      '%ff',
      '..%2f',
      unknownId.replaceAll('-', ''),
      'null',
    ]) {
      for (const method of ['GET', 'PUT']) {
        const { problem } = await on.send(
          method,
          pathOf(resource, id),
          method === 'PUT' ? { json: { name: 'x' } } : {},
        );
        expect({ ...problem, request_id: '' }).toEqual({ ...absent, request_id: '' });
      }
    }
    expect((await on.send('GET', `${pathOf(resource, unknownId)}/more`)).status).toBe(404);
    expect((await on.send('GET', `${pathOf(resource)}/`)).status).toBe(404);
  });

  it('are read with percent-encoding', async () => {
    const { entity } = await on.send('POST', pathOf(resource), { json: await on.samples.minimal(resource) });
    const encoded = entity.id
      .split('')
      .map((letter) => `%${letter.charCodeAt(0).toString(16)}`)
      .join('');
    expect((await on.send('GET', pathOf(resource, encoded))).entity).toEqual(entity);
  });

  it('refuse an array where PUT takes one object, and an address of more than 8,192 characters', async () => {
    const { entity } = await on.send('POST', pathOf(resource), { json: await on.samples.minimal(resource) });
    expect((await on.send('PUT', pathOf(resource, entity.id), { json: [{ name: 'x' }] })).status).toBe(422);
    expect((await on.send('GET', `${pathOf(resource)}?q=${'a'.repeat(8200)}`)).problem.code).toBe(
      'uri_too_long',
    );
  });

  it('refuse a reference to what is not there, at its place, and write nothing', async () => {
    const body = await on.samples.minimal(resource);
    const total = async () => (await on.send('GET', pagesOf(resource))).header('x-total-count');
    const before = await total();
    for (const [name] of Object.entries(resource.fields).filter(([, field]) => field.references)) {
      const one = await on.send('POST', pathOf(resource), { json: { ...body, [name]: unknownId } });
      expect(one.problem.errors).toMatchObject([{ pointer: `/${name}`, code: 'reference_not_found' }]);
      const many = await on.send('POST', pathOf(resource), { json: [body, { ...body, [name]: unknownId }] });
      expect([many.status, many.pointers]).toEqual([422, [`/1/${name}`]]);
    }
    const full = await on.samples.full(resource);
    for (const { id, pointer } of resource.dataReferences(resource.data.parse(full['data']))) {
      const text = JSON.stringify([body, full]).replaceAll(id, unknownId);
      const answer = await on.send('POST', pathOf(resource), { body: text });
      expect([answer.status, answer.pointers]).toEqual([
        422,
        [`/1/data${pointer.replaceAll(id, unknownId)}`],
      ]);
    }
    expect(await total()).toBe(before);
  });

  it('let stand in data a reference that was stored, and refuse the same where it is new', async () => {
    const full = await on.samples.full(resource);
    const named = resource.dataReferences(resource.data.parse(full['data']));
    const { id } = (await on.send('POST', pathOf(resource), { json: full })).entity;
    // As imported from another system: it refers to records that were never imported.
    for (const reference of named) {
      await sql`update ${sql.table(resource.name)} set data = replace(data::text, ${reference.id}, ${unknownId})::jsonb
        where id = ${id}`.execute(on.service.db);
    }
    const read = await on.send('GET', pathOf(resource, id));
    expect(read.text.includes(unknownId)).toBe(named.length > 0);
    const again = await on.send('PUT', pathOf(resource, id), { body: read.text });
    expect([again.status, again.text]).toEqual([200, read.text]);
    // A voucher number is unique.
    const { voucher_num: _, ...data } = read.entity.data;
    const other = await on.samples.full(resource);
    const fresh = await on.send('POST', pathOf(resource), { json: { ...other, data } });
    expect(fresh.status).toBe(named.length > 0 ? 422 : 201);
  });
});

describe('credentials', () => {
  const list = '/api/secure/plu';

  it('that are absent or wrong are 401 with WWW-Authenticate, the same for all', async () => {
    const anonymous = await sender(on.service.fetch, null)('GET', list);
    expect([anonymous.status, anonymous.header('www-authenticate')]).toEqual([401, 'Bearer']);
    for (const Authorization of [
      '',
      'Bearer',
      'Bearer ',
      'Bearer x',
      'Basic eDp5',
      `Bearer ${'x'.repeat(4000)}`,
      'Bearer a b',
      'Bearer ä',
    ]) {
      const answer = await sender(on.service.fetch, null)('GET', list, { headers: { Authorization } });
      expect([Authorization, answer.status, answer.header('www-authenticate')]).toEqual([
        Authorization,
        401,
        'Bearer',
      ]);
      expect({ ...answer.problem, request_id: '' }).toEqual({ ...anonymous.problem, request_id: '' });
    }
    expect((await sender(on.service.fetch, null)('DELETE', list)).status).toBe(401);
    expect((await sender(on.service.fetch, null)('GET', '/api/secure/nothing')).status).toBe(401);
  });

  it('that are revoked, expired, or of a company that is closed end with the next request', async () => {
    const { db, companies, fetch } = on.service;
    const key = await createKey(db, companies.tampere, 'short', 'admin');
    const send = sender(fetch, key);
    const refused = async (change: string, undo: string) => {
      expect((await send('GET', list)).status).toBe(200);
      await sql.raw(change).execute(db);
      expect((await send('GET', list)).status).toBe(401);
      expect((await send('POST', list, { json: [] })).status).toBe(401);
      await sql.raw(undo).execute(db);
    };
    const mine = `where name = 'short'`;
    await refused(`update apikey set active = false ${mine}`, `update apikey set active = true ${mine}`);
    // Cut off, not rounded: half a millisecond later it would still be valid.
    await refused(
      `update apikey set expires_at = date_trunc('milliseconds', clock_timestamp()) ${mine}`,
      `update apikey set expires_at = null ${mine}`,
    );
    for (const { companyId } of [companies.tampere, companies.group]) {
      const one = `where id = '${companyId}'`;
      await refused(`update company set active = false ${one}`, `update company set active = true ${one}`);
    }
    expect((await send('GET', list)).status).toBe(200);
  });

  it('do not open what is not there: an unknown resource is 404, and nothing outside the interface is', async () => {
    for (const path of [
      '/api/secure/nothing',
      '/api/secure',
      '/api/secure/',
      '/api/secure/constructor',
      '/api/secure/event_x/1',
      '/api/nothing',
    ]) {
      const answer = await on.send('GET', path);
      expect([path, answer.status, answer.problem.code]).toEqual([path, 404, 'not_found']);
    }
  });

  it('are in no table in clear', async () => {
    const key = await createKey(on.service.db, on.service.companies.group, 'look for me', 'admin');
    // A secret may itself contain what its parts are joined by.
    const secret = key.replace(/^th_[^_]+_/, '');
    const { rows } = await sql<{
      row: string;
    }>`select row_to_json(k)::text as row from apikey k where name = 'look for me'`.execute(on.service.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(secret);
  });
});
