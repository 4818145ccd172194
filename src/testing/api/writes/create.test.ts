import { describe, expect, it } from 'vitest';
import { pathOf, unknownId, resources, stage, updatable } from '../start';

const on = stage();

describe.each(resources)('creating a %s', (_, resource) => {
  const count = async () =>
    Number((await on.send('GET', `${pathOf(resource)}?pageSize=1`)).header('x-total-count'));

  it('answers 201 with the entity, its address and its ETag; it is there, and of the own company', async () => {
    const body = await on.samples.minimal(resource);
    const answer = await on.send('POST', pathOf(resource), { json: body });
    expect(answer.status).toBe(201);
    const { entity } = answer;
    const stored = Object.entries(body).filter(([name]) => !(name in resource.writeOnly));
    expect(entity).toMatchObject({
      ...Object.fromEntries(stored),
      active: true,
      version: 1,
      company_id: on.service.companies.helsinki.companyId,
    });
    expect(entity.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(answer.header('location')).toBe(pathOf(resource, entity.id));
    const read = await on.send('GET', pathOf(resource, entity.id));
    expect(read.text).toBe(answer.text);
    expect(read.header('etag')).toBe(answer.header('etag'));
  });

  it('keeps every field that the contract knows, and fills in the defaults of those not sent', async () => {
    const full = await on.samples.full(resource);
    const { entity } = await on.send('POST', pathOf(resource), { json: full });
    expect(entity).toMatchObject(full);
    const sent = await on.samples.minimal(resource);
    const bare = (await on.send('POST', pathOf(resource), { json: sent })).entity;
    for (const [name, field] of Object.entries(resource.fields)) {
      // The opening time of a business day defaults to its creation.
      const usual = name === 'opened_at' ? bare['created_at'] : field.default;
      if (field.default !== undefined) expect(bare[name]).toEqual(sent[name] ?? usual);
    }
    expect(Object.keys(bare.data)).toEqual([...resource.neededWhileActive, 'modified_at']);
  });

  // The service generates the ids of records that give access (generated-ids.test.ts).
  if (!resource.generatesIds) {
    it('creates with an unknown id, and with any GUID, in lower case', async () => {
      const id = `ABCDEF00-0000-0000-0000-${resource.name
        .padEnd(12, '0')
        .replaceAll(/[^a-f0-9]/g, '1')
        .slice(0, 12)}`;
      const body = { ...(await on.samples.minimal(resource)), id };
      const created = await on.send('POST', pathOf(resource), { json: body });
      expect(created.status).toBe(201);
      expect(created.entity.id).toBe(id.toLowerCase());
      const again = await on.send('POST', pathOf(resource), { json: { ...body, id: id.toLowerCase() } });
      expect([again.status, again.text]).toEqual([200, created.text]);
      expect((await on.send('GET', pathOf(resource, id))).text).toBe(created.text);
    });
  }

  it('writes all of an array or nothing of it', async () => {
    const { entity } = await on.send('POST', pathOf(resource), { json: await on.samples.minimal(resource) });
    const before = await count();
    const answer = await on.send('POST', pathOf(resource), {
      json: [{ id: entity.id, active: false }, await on.samples.minimal(resource), { name: 7 }],
    });
    expect(answer.status).toBe(422);
    expect(answer.pointers).toEqual(['/2/name']);
    expect((await on.send('GET', pathOf(resource, entity.id))).entity).toEqual(entity);
    expect(await count()).toBe(before);
  });

  it('answers an empty array with an empty array, and changes nothing', async () => {
    const before = await count();
    const answer = await on.send('POST', pathOf(resource), { json: [] });
    expect([answer.status, answer.text]).toEqual([200, '[]']);
    expect(await count()).toBe(before);
  });

  it('demands the fields that have no default, each by its pointer', async () => {
    const required = Object.entries(resource.fields)
      .filter(([, field]) => field.default === undefined && !field.readOnly)
      .map(([name]) => name)
      .concat(resource.neededWhileActive.map((key) => `data/${key}`));
    const answer = await on.send('POST', pathOf(resource), {
      json: [{}, resource.generatesIds ? {} : { id: unknownId }],
    });
    expect(answer.status).toBe(422);
    expect(answer.pointers.toSorted()).toEqual(
      required.flatMap((name) => [`/0/${name}`, `/1/${name}`]).toSorted(),
    );
    expect((await on.send('GET', pathOf(resource, unknownId))).status).toBe(404);
  });
});

describe.each(updatable)('creating and updating a %s by POST', (_, resource) => {
  const count = async () =>
    Number((await on.send('GET', `${pathOf(resource)}?pageSize=1`)).header('x-total-count'));

  it('updates a known id by the fields sent, and leaves the others', async () => {
    const { entity } = await on.send('POST', pathOf(resource), { json: await on.samples.full(resource) });
    const answer = await on.send('POST', pathOf(resource), { json: { id: entity.id, name: 'Renamed' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.has('location')).toBe(false);
    const { modified_at, ...data } = entity.data;
    expect(answer.entity).toMatchObject({
      ...entity,
      name: 'Renamed',
      version: 2,
      modified_at: expect.any(String),
      data,
    });
    expect(answer.entity.data['modified_at']).toBe(answer.entity.modified_at);
    expect(modified_at).toBe(entity.modified_at);
  });

  it('takes an array of creates and updates, and answers it in its order', async () => {
    const { entity } = await on.send('POST', pathOf(resource), { json: await on.samples.minimal(resource) });
    const fresh = await on.samples.minimal(resource);
    const third = await on.samples.minimal(resource);
    const before = await count();
    const answer = await on.send('POST', pathOf(resource), {
      json: [
        { ...fresh, name: 'first' },
        { id: entity.id, name: 'second' },
        { ...third, ...(!resource.generatesIds && { id: crypto.randomUUID() }), name: 'third' },
      ],
    });
    expect(answer.status).toBe(200);
    expect(answer.entities.map((item) => item.name)).toEqual(['first', 'second', 'third']);
    expect(answer.entities[1]?.id).toBe(entity.id);
    expect(answer.headers.has('etag')).toBe(false);
    expect(await count()).toBe(before + 2);
  });

  // The service generates the ids of records that give access (generated-ids.test.ts).
  if (!resource.generatesIds) {
    it('applies an id that comes twice in an array in its order, and counts it once', async () => {
      const id = crypto.randomUUID();
      const before = await count();
      const body = await on.samples.minimal(resource);
      const answer = await on.send('POST', pathOf(resource), {
        json: [
          { ...body, id, name: 'one' },
          { id, name: 'two' },
          { id: id.toUpperCase(), active: false },
        ],
      });
      expect(answer.entities.map(({ name, active, version }) => [name, active, version])).toEqual([
        ['one', true, 1],
        ['two', true, 2],
        ['two', false, 3],
      ]);
      expect((await on.send('GET', pathOf(resource, id))).entity).toEqual(answer.entities[2]);
      expect(await count()).toBe(before + 1);
    });
  }
});
