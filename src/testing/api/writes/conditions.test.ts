import { describe, expect, it } from 'vitest';
import { pathOf, unknownId, resources, stage, updatable } from '../start';

const on = stage();

describe.each(updatable)('conditional requests for a %s', (_, resource) => {
  const create = async () => on.send('POST', pathOf(resource), { json: await on.samples.minimal(resource) });
  const put = (id: string, ifMatch: string, json: unknown = { name: 'Changed' }) =>
    on.send('PUT', pathOf(resource, id), { json, headers: { 'If-Match': ifMatch } });

  it('sends a strong ETag with GET, PUT and POST of one, another one after a change, and none with lists', async () => {
    const created = await create();
    const { id } = created.entity;
    expect(created.header('etag')).toMatch(/^"[^"]+"$/);
    const changed = await on.send('PUT', pathOf(resource, id), { json: { name: 'Changed' } });
    expect(changed.header('etag')).not.toBe(created.header('etag'));
    expect((await on.send('GET', pathOf(resource, id))).header('etag')).toBe(changed.header('etag'));
    expect((await on.send('POST', pathOf(resource), { json: [{ id }] })).headers.has('etag')).toBe(false);
  });

  it('answers 304 without a body while the ETag holds, and 200 when it does not', async () => {
    const created = await create();
    const etag = created.header('etag');
    const get = (tag: string) =>
      on.send('GET', pathOf(resource, created.entity.id), { headers: { 'If-None-Match': tag } });
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await get(tag);
      expect([tag, answer.status, answer.text, answer.header('etag')]).toEqual([tag, 304, '', etag]);
      expect(answer.header('vary')).toBe('Authorization, Cookie, Accept-Encoding');
    }
    expect((await get('"x"')).text).toBe(created.text);
    await put(created.entity.id, etag);
    expect((await get(etag)).status).toBe(200);
  });

  it('writes on the version that If-Match names, and not on another: 412 with the entity as it is', async () => {
    const created = await create();
    const { id } = created.entity;
    const changed = await put(id, created.header('etag'));
    expect([changed.status, changed.entity.version]).toEqual([200, 2]);
    for (const tag of [
      created.header('etag'),
      '"999999999"',
      '"99999999999999999999"',
      '"other"',
      `W/${changed.header('etag')}`,
    ]) {
      const late = await put(id, tag, { name: 'Late' });
      expect([tag, late.status, late.problem.code]).toEqual([tag, 412, 'version_mismatch']);
      expect(late.problem.current).toEqual(changed.entity);
    }
    const post = { json: { id, name: 'Late' }, headers: { 'If-Match': created.header('etag') } };
    expect((await on.send('POST', pathOf(resource), post)).problem.current).toEqual(changed.entity);
    expect((await on.send('GET', pathOf(resource, id))).text).toBe(changed.text);
  });

  it('takes a list of ETags and *, and for * demands that there is a record', async () => {
    const created = await create();
    const { id } = created.entity;
    expect((await put(id, `"0", ${created.header('etag')}`)).status).toBe(200);
    expect((await put(id, '*', { name: 'Any' })).status).toBe(200);
    const fresh = { ...(await on.samples.minimal(resource)), id: unknownId };
    for (const tag of ['*', '"1"']) {
      const answer = await on.send('POST', pathOf(resource), { json: fresh, headers: { 'If-Match': tag } });
      expect([answer.status, answer.problem.current]).toEqual([412, null]);
    }
    expect((await on.send('GET', pathOf(resource, unknownId))).status).toBe(404);
  });

  it('refuses with 400 what is no ETag, and If-Match on an array; nothing is written', async () => {
    const created = await create();
    const { id } = created.entity;
    for (const tag of ['1', '"1', '', 'W/', '"1" "2"']) {
      const answer = await put(id, tag);
      expect([tag, answer.status, answer.problem.code]).toEqual([tag, 400, 'invalid_if_match']);
    }
    const array = { json: [{ id, name: 'Changed' }], headers: { 'If-Match': created.header('etag') } };
    expect((await on.send('POST', pathOf(resource), array)).problem.code).toBe('if_match_on_array');
    expect((await on.send('GET', pathOf(resource, id))).text).toBe(created.text);
  });

  it('lets one of eight writers through that read the same version; the other seven learn what it wrote', async () => {
    const created = await create();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        put(created.entity.id, created.header('etag'), { name: `Writer ${n}` }),
      ),
    );
    const [winner, ...more] = answers.filter((answer) => answer.status === 200);
    expect(more).toEqual([]);
    for (const late of answers.filter((answer) => answer !== winner)) {
      expect(late.problem.current).toEqual(winner?.entity);
    }
  });
});

describe.each(resources)('answers about %s', (_, resource) => {
  it('sends Vary and Cache-Control with everything under /api/secure', async () => {
    const created = await on.send('POST', pathOf(resource), { json: await on.samples.minimal(resource) });
    for (const answer of [
      created,
      await on.send('GET', pathOf(resource)),
      await on.send('GET', pathOf(resource, unknownId)),
      await on.send('DELETE', pathOf(resource)),
      await on.send('GET', pathOf(resource), { headers: { Authorization: 'Bearer wrong' } }),
    ]) {
      expect(answer.header('vary')).toBe('Authorization, Cookie, Accept-Encoding');
      expect(answer.header('cache-control')).toBe('private, no-cache');
      expect(answer.header('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
    }
  });
});
