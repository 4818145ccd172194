import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sales } from '@/resources/sales/contract';
import { changeSets } from '@/testing/change-sets';
import { unknownId, stage } from '@/testing/api/start';

const on = stage();
const list = '/api/secure/customer';
const secret = () => `planted-${crypto.randomUUID()}`;

const exported = z.strictObject({
  customer: z.looseObject({ id: z.guid(), name: z.string() }),
  events: z.array(z.looseObject({ action: z.string(), who: z.string(), payload: z.unknown() })),
  sales: z.array(z.looseObject({ id: z.guid(), customer_id: z.guid() })),
  discounts: z.array(z.looseObject({ id: z.guid() })),
});

/** Creates a customer with a history: created with an Idempotency-Key, then updated three times. */
async function customerWithPast() {
  const name = secret();
  const made = await on.send('POST', list, {
    json: {
      name,
      customer_num: 7,
      data: { phone: '040 1234', address: { street: `${name} 3`, city: 'Turku' } },
    },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  const { id } = made.entity;
  await on.send('PUT', `${list}/${id}`, { json: { data: { note: `Calls ${name}` } } });
  await on.send('POST', list, {
    json: [
      { id, data: { note: null } },
      { id, name: `${name} 2` },
    ],
  });
  return { id, name, made };
}

/** Counts the rows, over all tables, that contain this text. */
async function occurrences(text: string): Promise<number> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(on.service.db);
  let count = 0;
  for (const { name } of rows) {
    const found = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(name)} t where strpos(t::text, ${text}) > 0`.execute(
      on.service.db,
    );
    count += found.rows[0]?.n ?? 0;
  }
  return count;
}

describe('the export of a customer', () => {
  it('is the record, all its events, and the sales and discounts that name it', async () => {
    const { id, name } = await customerWithPast();
    const sold = await on.send('POST', '/api/secure/sales', {
      json: { ...(await on.samples.minimal(sales)), customer_id: id },
    });
    const discount = await on.send('POST', '/api/secure/discount', {
      json: { name: 'For one', data: { customer_ids: [id.toUpperCase()] } },
    });
    const answer = await on.send('GET', `${list}/${id}/export`);
    expect([answer.status, answer.header('content-disposition')]).toEqual([
      200,
      `attachment; filename="customer-${id}.json"`,
    ]);
    expect(answer.header('cache-control')).toBe('no-store');
    const everything = exported.parse(answer.json);
    expect(everything.customer).toEqual((await on.send('GET', `${list}/${id}`)).json);
    expect(everything.events.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'update']);
    expect(everything.events[0]?.payload).toMatchObject({ name });
    expect([everything.sales.map((one) => one.id), everything.discounts.map((one) => one.id)]).toEqual([
      [sold.entity.id],
      [discount.entity.id],
    ]);
  });

  it('is for administrators and managers of the company alone', async () => {
    const { id } = await customerWithPast();
    for (const [role, status] of [
      ['manager', 200],
      ['accountant', 403],
      ['terminal', 403],
    ] as const) {
      const send = await on.service.as('helsinki', role);
      expect([role, (await send('GET', `${list}/${id}/export`)).status]).toEqual([role, status]);
    }
    for (const company of ['other', 'tampere', 'group'] as const) {
      const send = await on.service.as(company);
      expect((await send('GET', `${list}/${id}/export`)).status).toBe(404);
    }
    expect((await on.send('GET', `${list}/${unknownId}/export`)).status).toBe(404);
    expect((await on.send('GET', `${list}/x/export`)).status).toBe(404);
    expect((await on.send('GET', `${list}/${id}/export?full=1`)).status).toBe(400);
    expect((await on.send('POST', `${list}/${id}/export`)).status).toBe(405);
  });
});

describe('change sets and the erasure of a customer', () => {
  const sets = () => changeSets(on.send);
  const item = (record_id: string, name: string) => ({ resource: 'customer', record_id, patch: { name } });

  it('has nothing to take back of the customer, and takes back the rest of the set', async () => {
    const { id } = await customerWithPast();
    const { name: before, id: other } = await customerWithPast();
    const applied = await sets().draft([
      item(id, secret()),
      item(other, secret()),
      { resource: 'customer', record_id: null, patch: { name: secret() } },
    ]);
    await sets().move(applied, 'apply');
    const made = (await sets().items(applied)).find(({ record_id }) => ![id, other].includes(record_id));
    for (const gone of [id, made?.record_id]) await on.send('POST', `${list}/${gone}/erase`);
    const undo = await sets().move(applied, 'undo');
    expect((await sets().items(undo.id)).map(({ record_id, state }) => [record_id, state])).toEqual([
      [other, 'ready'],
    ]);
    expect((await sets().move(undo.id, 'apply')).counts).toMatchObject({ applied: 1, items: 1 });
    expect((await on.send('GET', `${list}/${other}`)).entity).toMatchObject({
      name: `${before} 2`,
      active: true,
    });
    expect((await on.send('GET', `${list}/${id}`)).entity).toMatchObject({ name: '', active: false });
  });

  it('leaves nothing in drafts, discarded and applied sets, and none takes anything about the customer afterwards', async () => {
    const { id, name } = await customerWithPast();
    const planted = secret();
    const draft = await sets().draft([item(id, planted)]);
    const discarded = await sets().draft([item(id, planted)]);
    await sets().move(discarded, 'discard');
    const applied = await sets().draft([item(id, planted)]);
    await sets().move(applied, 'apply');
    const undo = await sets().move(applied, 'undo');
    expect(await occurrences(planted)).toBeGreaterThan(3);
    await on.send('POST', `${list}/${id}/erase`);
    expect([await occurrences(planted), await occurrences(name)]).toEqual([0, 0]);
    for (const set of [draft, await sets().draft([])]) {
      const answer = await on.send('POST', `/api/secure/changeset/${set}/items`, {
        json: [{ resource: 'dpt', record_id: null, patch: { name: 'New' } }, item(id, planted)],
      });
      expect([answer.status, answer.problem.code, answer.pointers]).toEqual([
        409,
        'erased',
        ['/1/record_id'],
      ]);
    }
    await sets().move(undo.id, 'apply');
    expect((await on.send('GET', `${list}/${id}`)).entity).toMatchObject({ name: '', active: false });
    const insert = sql`update changeset_item set patch = ${JSON.stringify({ name: planted })}::jsonb where changeset_id = ${draft}`;
    await expect(insert.execute(on.service.db)).rejects.toThrow('an erased record takes no content');
    expect(await occurrences(planted)).toBe(0);
  });

  it('at the same moment leaves nothing, whoever comes first', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { id } = await customerWithPast();
      const planted = secret();
      const set = await sets().draft([]);
      const adds = [1, 2].map(() =>
        on.send('POST', `/api/secure/changeset/${set}/items`, { json: [item(id, planted)] }),
      );
      await Promise.all([...adds, on.send('POST', `${list}/${id}/erase`)]);
      expect([round, await occurrences(planted)]).toEqual([round, 0]);
    }
  });

  it('of a customer that was never made: a draft and a discarded set are emptied by hand', async () => {
    const planted = secret();
    for (const isDiscarded of [false, true]) {
      const set = await sets().draft([
        { resource: 'customer', record_id: null, patch: { name: planted, data: { phone: planted } } },
      ]);
      if (isDiscarded) await sets().move(set, 'discard');
      const emptied = await sets().move(set, 'empty');
      expect(emptied).toMatchObject({
        status: isDiscarded ? 'discarded' : 'draft',
        counts: { items: 0, cells: 0, open: 0 },
      });
      expect(await occurrences(planted)).toBe(0);
    }
  });
});

describe('the report of an erasure', () => {
  it('names what stays and why, also what a till copied into a receipt, before and after', async () => {
    const { id } = await customerWithPast();
    const minimal = await on.samples.minimal(sales);
    const data = { ...(minimal['data'] as object), buyer: { name: 'Maija', phone: '040' } };
    await on.send('POST', '/api/secure/sales', { json: { ...minimal, name: '', customer_id: id } });
    await on.send('POST', '/api/secure/sales', {
      json: { ...minimal, name: 'Maija', customer_id: id, data },
    });
    await on.send('POST', '/api/secure/discount', {
      json: { name: 'For one', data: { customer_ids: [id] } },
    });
    // What the group has is for the group to tell.
    const group = await on.service.as('group');
    const theirs = { name: 'Of the group', data: { customer_ids: [id] } };
    expect((await group('POST', '/api/secure/discount', { json: theirs })).status).toBe(201);
    const report = async () => (await on.send('GET', `${list}/${id}/erasure`)).json;
    const stays = [
      { what: 'customer', records: 1, why: 'referred_to', copies: [] },
      { what: 'event', records: expect.any(Number), why: 'trail', copies: [] },
      {
        what: 'sales',
        records: 2,
        why: 'bookkeeping_law',
        copies: [
          { pointer: '/data/buyer', records: 1 },
          { pointer: '/name', records: 1 },
        ],
      },
      { what: 'discount', records: 1, why: 'referred_to', copies: [] },
    ];
    expect(await report()).toEqual({ id, erased_at: null, stays });
    await on.send('POST', `${list}/${id}/erase`);
    expect(await report()).toEqual({ id, erased_at: expect.stringMatching(/Z$/), stays });
    const manager = await on.service.as('helsinki', 'manager');
    expect((await manager('GET', `${list}/${id}/erasure`)).status).toBe(200);
    const terminal = await on.service.as('helsinki', 'terminal');
    expect((await terminal('GET', `${list}/${id}/erasure`)).status).toBe(403);
    for (const company of ['other', 'group'] as const)
      expect((await (await on.service.as(company))('GET', `${list}/${id}/erasure`)).status).toBe(404);
  });
});

describe('the erasure of a customer', () => {
  it('leaves nothing that was known, in the record, its events and stored answers, and says who did it', async () => {
    const { id, name, made } = await customerWithPast();
    const other = await customerWithPast();
    const deactivated = async () =>
      Number((await on.send('GET', `${list}?active=false&pageSize=1`)).header('x-total-count'));
    const before = await deactivated();
    expect(await occurrences(name)).toBeGreaterThan(3);
    const others = await occurrences(other.name);
    const answer = await on.send('POST', `${list}/${id}/erase`);
    expect(answer.status).toBe(200);
    expect(answer.entity).toMatchObject({
      id,
      name: '',
      data: {},
      active: false,
      customer_num: 7,
      created_at: made.entity['created_at'],
    });
    expect((await on.send('GET', `${list}/${id}`)).json).toEqual(answer.json);
    expect([await occurrences(name), await occurrences(other.name)]).toEqual([0, others]);
    expect(await deactivated()).toBe(before + 1);
    expect((await on.send('GET', `${list}?q=${name}`)).text).toBe('[]');
    const { events } = exported.parse((await on.send('GET', `${list}/${id}/export`)).json);
    expect(events.map((event) => [event.action, event.payload, event['before'], event['after']])).toEqual([
      ...['create', 'update', 'update', 'update'].map((action) => [action, null, null, null]),
      ['erase', null, null, answer.json],
    ]);
    expect(events.at(-1)?.who).toBe('helsinki admin');
  });

  it('makes earlier versions unseen: they are in no list and no record of the past', async () => {
    const { id, made } = await customerWithPast();
    await new Promise((done) => setTimeout(done, 3));
    await on.send('PUT', `${list}/${id}`, { json: { customer_num: 8 } });
    const moment = encodeURIComponent(made.entity['modified_at']);
    expect((await on.send('GET', `${list}/${id}?as_of=${moment}`)).status).toBe(200);
    await new Promise((done) => setTimeout(done, 3));
    const erased = await on.send('POST', `${list}/${id}/erase`);
    expect((await on.send('GET', `${list}/${id}?as_of=${moment}`)).status).toBe(404);
    expect((await on.send('GET', `${list}?id=${id}&as_of=${moment}`)).text).toBe('[]');
    const since = encodeURIComponent(erased.entity['modified_at']);
    await new Promise((done) => setTimeout(done, 3));
    await on.send('PUT', `${list}/${id}`, { json: { name: 'Somebody else' } });
    expect((await on.send('GET', `${list}/${id}?as_of=${since}`)).json).toEqual(erased.json);
  });

  it('is for administrators of the company alone, and changes nothing for anybody else', async () => {
    const { id, name } = await customerWithPast();
    const before = await occurrences(name);
    for (const role of ['manager', 'accountant', 'terminal'] as const) {
      const send = await on.service.as('helsinki', role);
      expect([role, (await send('POST', `${list}/${id}/erase`)).status]).toEqual([role, 403]);
    }
    for (const company of ['other', 'tampere', 'group'] as const) {
      const send = await on.service.as(company);
      expect((await send('POST', `${list}/${id}/erase`)).status).toBe(404);
    }
    expect((await on.send('GET', `${list}/${id}/erase`)).status).toBe(405);
    expect((await on.send('POST', `${list}/${unknownId}/erase`)).status).toBe(404);
    expect(await occurrences(name)).toBe(before);
  });

  it('is the only way through: its role can null three columns in its own scope, and no more', async () => {
    const { id, name } = await customerWithPast();
    const { helsinki, other } = on.service.companies;
    const before = await occurrences(name);
    const client = new Client({ connectionString: on.service.url });
    await client.connect();
    const attempt = async (role: string, { tenantId, companyId }: typeof helsinki, statement: string) => {
      await client.query(`begin; set local role ${role};
        set local app.tenant = '${tenantId}'; set local app.company = '${companyId}'`);
      const outcome = await client.query(statement).then(
        ({ rowCount }) => rowCount,
        (error: { code?: string }) => error.code,
      );
      await client.query('rollback');
      return outcome;
    };
    const of = `where entity = 'customer' and entity_id = '${id}'`;
    const nothing = 'update event set payload = null, before = null, after = null';
    try {
      for (const statement of [
        `update event set payload = '{}' ${of}`,
        `update event set who = 'nobody' ${of}`,
        `delete from event ${of}`,
        'truncate event',
        `update customer set name = 'x' where id = '${id}'`,
        `insert into event (tenant_id, company_id, at, action, entity, entity_id)
         values ('${helsinki.tenantId}', '${helsinki.companyId}', now(), 'update', 'customer', '${id}')`,
      ]) {
        expect([statement, await attempt('tillhouse_auth', helsinki, statement)]).toEqual([
          statement,
          '42501',
        ]);
      }
      expect(await attempt('tillhouse_auth', helsinki, `${nothing} ${of}`)).toBe(4);
      expect(await attempt('tillhouse_auth', other, `${nothing} ${of}`)).toBe(0);
      expect(await attempt('tillhouse_app', helsinki, `${nothing} ${of}`)).toBe('42501');
    } finally {
      await client.end();
    }
    expect(await occurrences(name)).toBe(before);
  });
});
