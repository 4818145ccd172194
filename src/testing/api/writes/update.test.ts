import { describe, expect, it } from 'vitest';
import type { Json } from '../../answer';
import { pathOf, unknownId, pagesOf, stage, updatable } from '../start';

const on = stage();

describe.each(updatable)('updating a %s', (_, resource) => {
  const create = async (data: Json = {}) =>
    (await on.send('POST', pathOf(resource), { json: await on.samples.minimal(resource, data) })).entity;
  /** What is in `data` besides what an active record needs there. */
  const besides = (data: Json): Json =>
    Object.fromEntries(Object.entries(data).filter(([key]) => !resource.neededWhileActive.includes(key)));
  const put = (id: string, json: unknown) => on.send('PUT', pathOf(resource, id), { json });
  const merged = async (data: Json, patch: Json) => {
    const { id } = await create(data);
    const { modified_at: _, ...rest } = (await put(id, { data: patch })).entity.data;
    return besides(rest);
  };

  it('changes only the fields that are sent', async () => {
    const { entity } = await on.send('POST', pathOf(resource), { json: await on.samples.full(resource) });
    const other = await on.samples.full(resource);
    for (const name of Object.keys(other).filter((key) => key !== 'data')) {
      const before = (await on.send('GET', pathOf(resource, entity.id))).entity;
      const { entity: after } = await put(entity.id, { [name]: other[name] });
      const { modified_at: _1, version: _2, data: before_data, ...others } = before;
      // What the service computes may follow from the write: who changed a change set.
      const rest = Object.fromEntries(
        Object.entries(others).filter(([key]) => resource.fields[key]?.readOnly !== true),
      );
      expect(after).toMatchObject({ ...rest, [name]: other[name] });
      expect({ ...after.data, modified_at: 0 }).toEqual({ ...before_data, modified_at: 0 });
    }
  });

  it('changes nothing with an empty object: no version, no time', async () => {
    const entity = await create({ kept: [1] });
    for (const body of [{}, { data: {} }, { data: { kept: [1] } }, { active: true }]) {
      expect((await put(entity.id, body)).entity).toEqual(entity);
    }
  });

  it('merges data: siblings stay, at every depth', async () => {
    const data = { a: 1, deep: { er: { x: 1, y: [1, { z: null }] }, kept: true } };
    expect(await merged(data, { b: 2, deep: { er: { x: 2 } } })).toEqual({
      a: 1,
      b: 2,
      deep: { er: { x: 2, y: [1, { z: null }] }, kept: true },
    });
  });

  it('replaces arrays whole, and an object by a value and back', async () => {
    expect(await merged({ list: [{ a: 1, b: 2 }, 2] }, { list: [{ a: 3 }] })).toEqual({ list: [{ a: 3 }] });
    expect(await merged({ list: [1] }, { list: [] })).toEqual({ list: [] });
    expect(await merged({ x: { a: 1 } }, { x: 5 })).toEqual({ x: 5 });
    expect(await merged({ x: 5 }, { x: { a: 1 } })).toEqual({ x: { a: 1 } });
    expect(await merged({ x: [1] }, { x: { a: 1 } })).toEqual({ x: { a: 1 } });
  });

  it('removes a key with null over a value, and keeps null over null and under a new key', async () => {
    expect(await merged({ a: 1, b: 2 }, { a: null })).toEqual({ b: 2 });
    expect(await merged({ a: { b: 1, c: 2 } }, { a: { b: null } })).toEqual({ a: { c: 2 } });
    expect(await merged({ a: { b: 1 } }, { a: null })).toEqual({});
    expect(await merged({ a: null }, { a: null })).toEqual({ a: null });
    expect(await merged({}, { a: null, b: { c: null } })).toEqual({ a: null, b: { c: null } });
    expect(await merged({ a: false, b: 0, c: '' }, { a: null, b: null, c: null })).toEqual({});
  });

  it('merges keys of any characters', async () => {
    const data = { '': 1, 'a.b': 1, '{}': 1, '0': 1, 'ä/~"': { '1': 1, '-1': 2 } };
    expect(await merged(data, { '': 2, 'a.b': null, '{}': { x: 1 }, 'ä/~"': { '1': 3 } })).toEqual({
      '': 2,
      '{}': { x: 1 },
      '0': 1,
      'ä/~"': { '1': 3, '-1': 2 },
    });
  });

  // The service generates the ids of records that give access (generated-ids.test.ts).
  if (!resource.generatesIds) {
    it('merges in a POST as in a PUT, also for an id that one array creates and then changes', async () => {
      const id = crypto.randomUUID();
      const body = await on.samples.minimal(resource, { a: 1, b: { c: 1 } });
      const answer = await on.send('POST', pathOf(resource), {
        json: [
          { ...body, id },
          { id, data: { a: null, b: { d: 2 } } },
        ],
      });
      const [, { data } = { data: {} }] = answer.entities;
      expect({ ...besides(data), modified_at: 0 }).toEqual({ b: { c: 1, d: 2 }, modified_at: 0 });
    });
  }

  it('ignores data.modified_at and modified_at: the service writes both, the same', async () => {
    const body = {
      ...(await on.samples.minimal(resource, { modified_at: 'once' })),
      modified_at: 'then',
    };
    const { entity } = await on.send('POST', pathOf(resource), { json: body });
    expect(entity.data['modified_at']).toBe(entity.modified_at);
    const same = await put(entity.id, { modified_at: '1999', data: { modified_at: null } });
    expect(same.entity).toEqual(entity);
  });

  it('deactivates and reactivates; a deactivated one is still listed and read', async () => {
    const { id } = await create();
    const off = await put(id, { active: false });
    expect(off.entity).toMatchObject({ active: false, version: 2 });
    expect((await on.send('GET', pathOf(resource, id))).text).toBe(off.text);
    expect((await on.send('GET', pagesOf(resource, `id=${id}`))).entities).toEqual([off.entity]);
    expect((await put(id, { active: true })).entity).toMatchObject({ active: true, version: 3 });
  });

  it('accepts a server-owned field that equals what is stored, and refuses another', async () => {
    const entity = await create();
    const { company_id, created_at, version } = entity;
    expect((await put(entity.id, { company_id, created_at, version })).entity).toEqual(entity);
    expect((await put(entity.id, { company_id: company_id.toUpperCase() })).entity).toEqual(entity);
    for (const [name, value] of Object.entries({
      company_id: on.service.companies.group.companyId,
      created_at: '2020-01-01T00:00:00.000Z',
      version: 2,
    })) {
      const answer = await put(entity.id, { name: 'changed', [name]: value });
      expect([answer.status, answer.pointers]).toEqual([422, [`/${name}`]]);
    }
    expect((await on.send('GET', pathOf(resource, entity.id))).entity).toEqual(entity);
  });

  it('refuses a create that names its version, its time, or another company', async () => {
    const body = await on.samples.minimal(resource);
    const { tampere, other, group } = on.service.companies;
    for (const owned of [
      { version: 1 },
      { created_at: '2020-01-01T00:00:00.000Z' },
      ...[group, tampere, other].map(({ companyId }) => ({ company_id: companyId })),
    ]) {
      const answer = await on.send('POST', pathOf(resource), {
        json: [{ ...body, ...owned, ...(!resource.generatesIds && { id: unknownId }) }],
      });
      expect([answer.status, answer.pointers]).toEqual([422, [`/0/${Object.keys(owned)[0]}`]]);
    }
    expect((await on.send('GET', pathOf(resource, unknownId))).status).toBe(404);
  });

  it('refuses an id in the body that is not that of the path, and accepts the same in capitals', async () => {
    const entity = await create();
    const answer = await put(entity.id, { id: unknownId, name: 'changed' });
    expect([answer.status, answer.pointers]).toEqual([422, ['/id']]);
    expect((await put(entity.id.toUpperCase(), { id: entity.id.toUpperCase() })).entity).toEqual(entity);
  });
});
