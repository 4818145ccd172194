import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import type { Entity, Json } from '../../answer';
import { pathOf, resources, stage, updatable } from '../start';

const on = stage();

interface Event {
  action: string;
  entity: string;
  entity_id: string;
  company_id: string;
  who: string;
  key_id: string;
  request_id: string;
  payload: Json;
  before: Entity | null;
  after: Entity;
}

const events = async (id: string) => {
  const { rows } = await sql<Event>`select * from event where entity_id = ${id} order by seq`.execute(
    on.service.db,
  );
  return rows;
};
const count = async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from event`.execute(on.service.db);
  return rows[0]?.n ?? -1;
};

describe.each(updatable)('the audit trail of %s', (_, resource) => {
  it('has one event a write: who, what was sent, the entity before and after', async () => {
    const full = await on.samples.full(resource);
    const before = await count();
    const created = await on.send('POST', pathOf(resource), { json: full });
    const { id } = created.entity;
    const changed = await on.send('PUT', pathOf(resource, id), {
      json: { name: 'Changed', data: { x: null } },
    });
    expect(await count()).toBe(before + 2);
    const [create, update] = await events(id);
    const record = (entity: Entity) =>
      Object.fromEntries(Object.entries(entity).filter(([name]) => !resource.fields[name]?.readOnly));
    expect(create).toMatchObject({
      action: 'create',
      entity: resource.name,
      company_id: on.service.companies.helsinki.companyId,
      who: 'helsinki admin',
      key_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      request_id: created.header('x-request-id'),
      payload: full,
      before: null,
      after: record(created.entity),
    });
    expect(update).toMatchObject({
      action: 'update',
      payload: { name: 'Changed', data: { x: null } },
      before: record(created.entity),
      after: record(changed.entity),
      request_id: changed.header('x-request-id'),
    });
  });

  // The service generates the ids of records that give access (generated-ids.test.ts).
  if (!resource.generatesIds) {
    it('has one for each item of an array, also for one that comes twice, each with its own payload', async () => {
      const id = crypto.randomUUID();
      const body = { ...(await on.samples.minimal(resource)), id };
      const before = await count();
      const answer = await on.send('POST', pathOf(resource), {
        json: [body, { ...body, id: crypto.randomUUID() }, { id, active: false }],
      });
      expect(await count()).toBe(before + 3);
      const [first, second] = await events(id);
      expect([first?.payload, second?.payload]).toEqual([body, { id, active: false }]);
      expect(second?.before).toEqual(first?.after);
      expect(second?.after).toMatchObject({ version: answer.entities[2]?.version, active: false });
    });
  }

  it('has one for a write that changed nothing, which raised no version', async () => {
    const { entity } = await on.send('POST', pathOf(resource), { json: await on.samples.minimal(resource) });
    await on.send('PUT', pathOf(resource, entity.id), { json: {} });
    const [, second, ...more] = await events(entity.id);
    expect([second?.before, more]).toEqual([second?.after, []]);
    expect(second?.after.version).toBe(1);
  });
});

describe.each(resources)('the audit trail of %s', (_, resource) => {
  it('has none of what was refused or read', async () => {
    const body = await on.samples.minimal(resource);
    const { entity } = await on.send('POST', pathOf(resource), { json: body });
    const before = await count();
    await on.send('POST', pathOf(resource), { json: [body, { ...body, name: null }] });
    await on.send('POST', pathOf(resource), { json: [body, { ...body, version: 7 }] });
    await on.send('PUT', pathOf(resource, entity.id), {
      json: { name: 'x' },
      headers: { 'If-Match': '"9"' },
    });
    await on.send('GET', pathOf(resource, entity.id));
    await on.send('GET', pathOf(resource));
    expect(await count()).toBe(before);
  });
});

describe('the table of events', () => {
  it.each(['tillhouse_app', 'owner'])(
    'is append-only for %s: UPDATE, DELETE and TRUNCATE fail and change nothing',
    async (role) => {
      const client = new Client({ connectionString: on.service.url });
      await client.connect();
      try {
        const all = 'select md5(string_agg(e::text, null order by seq)) from event e';
        const before = (await client.query(all)).rows;
        const { tenantId, companyId } = on.service.companies.helsinki;
        await client.query(
          `set app.tenant = '${tenantId}'; set app.company = '${companyId}'; set app.lineage = '${companyId},${tenantId}'`,
        );
        if (role !== 'owner') await client.query(`set role ${role}`);
        for (const statement of [
          `update event set who = 'nobody'`,
          'delete from event',
          'truncate event',
          'truncate event cascade',
        ]) {
          await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
        }
        await client.query('reset role');
        expect((await client.query(all)).rows).toEqual(before);
      } finally {
        await client.end();
      }
    },
  );
});
