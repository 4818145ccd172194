import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { deleteExpired } from '@/server/ops/retention';
import { stage } from '@/testing/api/start';

const on = stage();
const list = '/api/secure/customer';

/** Creates and erases a customer; also returns what a client may still hold of it. */
async function erasedCustomer(more: Record<string, unknown> = {}) {
  const body = { name: `Ada ${crypto.randomUUID()}`, customer_num: 7, data: { phone: '040 1234' }, ...more };
  const key = crypto.randomUUID();
  const made = await on.send('POST', list, { json: body, headers: { 'Idempotency-Key': key } });
  const { id } = made.entity;
  const left = await on.send('POST', `${list}/${id}/erase`);
  expect(left.status).toBe(200);
  return { id, key, body, made: made.entity, left };
}

/** Counts the rows of customers, events and stored retries that contain this text. */
async function holding(text: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from customer t where strpos(t::text, ${text}) > 0)
      + (select count(*) from event t where strpos(t::text, ${text}) > 0)
      + (select count(*) from retry t where strpos(t::text, ${text}) > 0) as n`.execute(on.service.db);
  return rows[0]?.n ?? 0;
}

describe('an erased customer', () => {
  it.each([
    ['a name', { name: 'Ada' }],
    ['data', { data: { phone: '1' } }],
    ['a key of data that is null', { data: { note: null } }],
    ['its number', { customer_num: 8 }],
    ['being active', { active: true }],
  ])('takes no content by PUT, POST or an array: %s', async (_, change) => {
    const { id, left, body } = await erasedCustomer();
    const manager = await on.service.as('helsinki', 'manager');
    for (const send of [on.send, manager]) {
      for (const [method, path, json, pointers] of [
        ['PUT', `${list}/${id}`, change, ['']],
        ['POST', list, { id, ...change }, ['']],
        ['POST', list, { ...body, id: id.toUpperCase(), ...change }, ['']],
        ['POST', list, [{ name: 'Not written' }, { id, ...change }], ['/1']],
      ] as const) {
        const answer = await send(method, path, { json });
        expect([method, answer.status, answer.problem.code, answer.pointers]).toEqual([
          method,
          409,
          'erased',
          pointers,
        ]);
      }
    }
    expect((await on.send('GET', `${list}/${id}`)).text).toBe(left.text);
    expect([await holding(body.name), await holding('Not written')]).toEqual([0, 0]);
  });

  it('is read, and sent back as it was read', async () => {
    const { id, left } = await erasedCustomer();
    for (const [method, path, json] of [
      ['PUT', `${list}/${id}`, left.json],
      ['POST', list, left.json],
      ['POST', list, [left.json]],
      ['PUT', `${list}/${id}`, { active: false }],
      ['PUT', `${list}/${id}`, {}],
    ] as const) {
      expect((await on.send(method, path, { json })).status).toBe(200);
    }
    expect((await on.send('GET', `${list}/${id}`)).text).toBe(left.text);
    expect((await on.send('POST', `${list}/${id}/erase`)).status).toBe(200);
  });

  it('does not come back by a retry, the same day or later, alone or among others', async () => {
    const { id, key, body } = await erasedCustomer();
    const headers = { 'Idempotency-Key': key };
    const other = { name: `Grace ${crypto.randomUUID()}` };
    const many = { 'Idempotency-Key': crypto.randomUUID() };
    const array = [other, body];
    const made = await on.send('POST', list, { json: array, headers: many });
    await on.send('POST', `${list}/${made.entities[1]?.id}/erase`);
    const again = async () => {
      for (const [json, sent] of [
        [body, headers],
        [{ ...body, id }, headers],
        [array, many],
      ] as const) {
        const answer = await on.send('POST', list, { json, headers: sent });
        expect([answer.status, answer.problem.code]).toEqual([409, 'erased']);
      }
    };
    await again();
    await sql`update retry set at = at - interval '25 hours'`.execute(on.service.db);
    await deleteExpired(on.service.db);
    await again();
    expect(await holding(body.name)).toBe(0);
  });

  it('does not come back by a retry whose stored answer was past its time before the erasure', async () => {
    const body = { name: `Ada ${crypto.randomUUID()}` };
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const { id } = (await on.send('POST', list, { json: body, headers })).entity;
    await sql`update retry set at = at - interval '25 hours'`.execute(on.service.db);
    await deleteExpired(on.service.db);
    await on.send('POST', `${list}/${id}/erase`);
    expect((await on.send('POST', list, { json: body, headers })).problem.code).toBe('erased');
    expect(await holding(body.name)).toBe(0);
  });

  it('leaves others alone: the same key of another caller, and the same words under another key', async () => {
    const { key, body } = await erasedCustomer();
    for (const company of ['tampere', 'other'] as const) {
      const send = await on.service.as(company);
      const theirs = await send('POST', list, { json: body, headers: { 'Idempotency-Key': key } });
      expect(theirs.status).toBe(201);
    }
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    expect((await on.send('POST', list, { json: body, headers })).status).toBe(201);
  });

  it('may not be nameless while it is not erased', async () => {
    const { entity } = await on.send('POST', list, { json: { name: 'Ada' } });
    for (const [method, path, json, pointer] of [
      ['PUT', `${list}/${entity.id}`, { name: '' }, '/name'],
      ['PUT', `${list}/${entity.id}`, { name: ' ' }, '/name'],
      ['POST', list, { id: entity.id, name: '' }, '/name'],
      ['POST', list, [{ name: 'x' }, { name: '' }], '/1/name'],
    ] as const) {
      const answer = await on.send(method, path, { json });
      expect([answer.status, answer.pointers]).toEqual([422, [pointer]]);
    }
  });

  it('is kept so by the database, whatever the service forgets', async () => {
    const { id } = await erasedCustomer();
    const { tenantId, companyId } = on.service.companies.helsinki;
    for (const change of [
      sql`update customer set name = 'Ada' where id = ${id}`,
      sql`update customer set active = true where id = ${id}`,
      sql`update customer set customer_num = 9 where id = ${id}`,
      sql`update customer set data = '{"phone":"1"}' where id = ${id}`,
      sql`delete from erased where entity_id = ${id}`,
    ]) {
      const outcome = await on.service.db.connection().execute(async (db) => {
        await sql
          .raw(`begin; set local role tillhouse_app; set local app.tenant = '${tenantId}';
            set local app.company = '${companyId}'; set local app.lineage = '${companyId}'`)
          .execute(db);
        const code = await change.execute(db).then(
          () => 'done',
          (error: { code?: string }) => error.code,
        );
        await sql.raw('rollback').execute(db);
        return code;
      });
      expect(['TH003', '42501']).toContain(outcome);
    }
  });
});
