import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { entitySchema } from '@/contract/resource';
import { roles } from '@/contract/role';
import { createKey, serviceCaller } from '@/server/ops/companies';
import { unknownId, stage } from '@/testing/api/start';
import { sender } from '@/testing/service';
import { company } from './contract';

const on = stage();
const list = '/api/secure/company';
const ids = () => {
  const { group, helsinki, tampere, other } = on.service.companies;
  return {
    group: group.companyId,
    helsinki: helsinki.companyId,
    tampere: tampere.companyId,
    other: other.companyId,
  };
};
const everything = async () =>
  (await sql`select to_jsonb(c) as row from company c order by id`.execute(on.service.db)).rows;

describe('companies', () => {
  it('are the own one and its ancestors, of which no more is told than what is worked by', async () => {
    const group = await on.service.as('group');
    const data = {
      vat_secret: 'of the group',
      additional_fields: { plu: [{ id: unknownId, name: 'Shelf' }] },
    };
    const put = await group('PUT', `${list}/${ids().group}`, { json: { ident: '0100000-1', data } });
    expect(put.status).toBe(200);
    const own = await on.send('GET', `${list}/${ids().helsinki}`);
    expect(own.entity).toMatchObject({ name: 'Helsinki', parent_id: ids().group, active: true });
    expect(entitySchema(company).strict().safeParse(own.json).error).toBeUndefined();
    const parent = await on.send('GET', `${list}/${ids().group}`);
    expect(parent.entity).toMatchObject({
      name: 'Group',
      ident: '',
      parent_id: null,
      data: {
        currency: 'EUR',
        locale: 'fi-FI',
        timezone: 'Europe/Helsinki',
        additional_fields: data.additional_fields,
      },
    });
    for (const query of [
      '',
      '?limit=10',
      '?sort=-name',
      '?q=group',
      '?ident=0100000-1',
      `?id=${ids().group}`,
    ]) {
      const { text } = await on.send('GET', `${list}${query}`);
      expect([query, text.includes('vat_secret'), text.includes('0100000-1')]).toEqual([query, false, false]);
    }
    const all = await on.send('GET', list);
    expect([all.header('x-total-count'), all.entities.map((one) => one.name)]).toEqual([
      '2',
      ['Group', 'Helsinki'],
    ]);
  });

  it('are readable by every role, and of children, siblings and other tenants only children, by administrators', async () => {
    for (const role of roles) {
      const group = await on.service.as('group', role);
      const isAdmin = role === 'admin';
      const names = (await group('GET', list)).entities.map((one) => one.name);
      expect([role, names.includes('Helsinki'), names.includes('Group')]).toEqual([role, isAdmin, true]);
      expect((await group('GET', `${list}/${ids().helsinki}`)).status).toBe(isAdmin ? 200 : 404);
      const walked = (await group('GET', `${list}?limit=100`)).text;
      expect(walked.includes(ids().helsinki)).toBe(isAdmin);
      expect(walked).not.toContain(ids().other);
    }
    for (const id of [ids().tampere, ids().other]) {
      expect((await on.send('GET', `${list}/${id}`)).problem.code).toBe('not_found');
      for (const query of [`id=${id}`, `company_id=${id}`, 'limit=1000', 'q=t']) {
        expect((await on.send('GET', `${list}?${query}`)).text).not.toContain(id);
      }
    }
  });

  it('change by the hand of their own administrators alone; the parent never changes', async () => {
    const path = `${list}/${ids().helsinki}`;
    const read = await on.send('GET', path);
    const put = await on.send('PUT', path, {
      json: { ident: '1234567-8', data: { note: 'kept' } },
      headers: { 'If-Match': read.header('etag') },
    });
    expect([put.status, put.entity.version]).toEqual([200, read.entity.version + 1]);
    expect(put.entity).toMatchObject({
      ident: '1234567-8',
      data: { ...read.entity.data, note: 'kept', modified_at: put.entity.modified_at },
    });
    expect((await on.send('GET', path)).text).toBe(put.text);
    expect((await on.send('PUT', path, { body: put.text })).text).toBe(put.text);
    const stale = await on.send('PUT', path, {
      json: { name: 'x' },
      headers: { 'If-Match': read.header('etag') },
    });
    expect(stale.status).toBe(412);
    const before = await everything();
    expect((await on.send('PUT', path, { json: { parent_id: ids().other } })).pointers).toEqual([
      '/parent_id',
    ]);
    expect((await on.send('PUT', path, { json: { parent_id: ids().group } })).status).toBe(200);
    expect((await on.send('PUT', path, { json: { lineage: [] } })).pointers).toEqual(['/lineage']);
    expect((await on.send('PUT', path, { json: { active: false } })).pointers).toEqual(['/active']);
    for (const role of roles.filter((one) => one !== 'admin')) {
      const send = await on.service.as('helsinki', role);
      expect((await send('PUT', path, { json: { name: 'x' } })).problem.code).toBe('forbidden');
      expect((await send('POST', list, { json: { name: 'x' } })).problem.code).toBe('forbidden');
    }
    const group = await on.service.as('group');
    for (const [send, id, status, code] of [
      [on.send, ids().group, 403, 'owned_by_parent'],
      [on.send, ids().tampere, 404, 'not_found'],
      [on.send, ids().other, 404, 'not_found'],
      [group, ids().helsinki, 403, 'owned_by_child'],
    ] as const) {
      const answer = await send('PUT', `${list}/${id}`, { json: { name: 'Taken' } });
      expect([answer.status, answer.problem.code]).toEqual([status, code]);
      const post = await send('POST', list, { json: [{ id, name: 'Taken' }] });
      // An id of no visible company creates none: the service generates the ids.
      expect([id, post.status]).toEqual([id, status === 404 ? 422 : 403]);
    }
    expect(await everything()).toEqual(before);
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from event where entity = 'company' and entity_id = ${ids().helsinki} and action = 'update'`.execute(
      on.service.db,
    );
    expect(rows[0]?.n).toBe(3);
  });

  it('gain a direct child, with an event; it inherits, and its own keys work in it alone', async () => {
    const answer = await on.send('POST', list, {
      json: { name: 'Kallio', ident: '7654321-0', data: { locale: 'sv-FI' } },
    });
    const { id, company_id } = answer.entity;
    expect([answer.status, answer.header('location'), company_id]).toEqual([201, `${list}/${id}`, id]);
    expect(answer.entity).toMatchObject({ parent_id: ids().helsinki, ident: '7654321-0', active: true });
    expect((await on.send('GET', `${list}/${id}`)).text).toBe(answer.text);
    const { rows } = await sql`
      select company_id, action, who, payload->>'name' as name, after->>'id' as id from event where entity_id = ${id}`.execute(
      on.service.db,
    );
    expect(rows).toEqual([
      { company_id: ids().helsinki, action: 'create', who: 'helsinki admin', name: 'Kallio', id },
    ]);
    // Its parent can read it; its grandparent and its parent's sibling cannot.
    for (const name of ['group', 'tampere', 'other'] as const) {
      const send = await on.service.as(name);
      expect((await send('GET', `${list}/${id}`)).status).toBe(404);
    }
    const caller = serviceCaller([id, ids().helsinki, ids().group]);
    const child = sender(on.service.fetch, await createKey(on.service.db, caller, 'Kallio', 'admin'));
    expect((await child('GET', list)).entities.map((one) => one.name)).toEqual([
      'Group',
      'Helsinki',
      'Kallio',
    ]);
    const grp = (await on.send('POST', '/api/secure/grp', { json: { name: 'Shared' } })).entity;
    expect((await child('GET', `/api/secure/grp/${grp.id}`)).status).toBe(200);
    expect((await child('PUT', `${list}/${id}`, { json: { name: 'Kallio 2' } })).status).toBe(200);
    const refused = await on.send('POST', list, { json: [{ name: 'Ended', active: false }, { name: '' }] });
    expect(refused.status).toBe(422);
    expect((await on.send('GET', `${list}?q=ended`)).text).toBe('[]');
  });

  it('keep definitions of additional fields, and refuse what could not be one', async () => {
    const path = `${list}/${ids().helsinki}`;
    const fields = {
      plu: [{ id: unknownId, name: 'Shelf', type: 'text', choices: [1.5, null], more: { a: 1 } }],
      customer: [],
    };
    const put = await on.send('PUT', path, { json: { data: { additional_fields: fields } } });
    expect(put.entity.data['additional_fields']).toEqual(fields);
    const other = await on.send('PUT', path, {
      json: { data: { additional_fields: { customer: [{ id: unknownId }] } } },
    });
    expect(other.entity.data['additional_fields']).toEqual({ ...fields, customer: [{ id: unknownId }] });
    for (const [bad, pointer] of [
      [[], ''],
      [{ plu: {} }, '/plu'],
      [{ plu: [{ name: 'no id' }] }, '/plu/0/id'],
      [{ plu: [{ id: 'x' }] }, '/plu/0/id'],
      [{ plu: [{ id: unknownId, name: 1 }] }, '/plu/0/name'],
      [{ plu: [{ id: unknownId, type: [] }] }, '/plu/0/type'],
    ] as const) {
      const answer = await on.send('PUT', path, { json: { data: { additional_fields: bad } } });
      expect([answer.status, answer.pointers]).toEqual([422, [`/data/additional_fields${pointer}`]]);
    }
    expect((await on.send('GET', path)).text).toBe(other.text);
  });

  it('say of DATEV only what its file can hold', async () => {
    const put = (books: Record<string, unknown>) =>
      on.send('PUT', `${list}/${ids().helsinki}`, { json: { data: { books } } });
    const wrong = await put({ datev_consultant: 'abc', datev_client: '123456', datev_clearing: '12x' });
    expect([wrong.status, wrong.pointers.toSorted()]).toEqual([
      422,
      ['datev_clearing', 'datev_client', 'datev_consultant'].map((name) => `/data/books/${name}`),
    ]);
    const right = { datev_consultant: '29098', datev_client: '7', datev_clearing: '01360' };
    expect((await put(right)).status).toBe(200);
    expect((await put({ datev_consultant: '', datev_client: '', datev_clearing: '' })).status).toBe(200);
  });
});

it('without a scope, the role of requests sees no company, by the table or by the view', async () => {
  await on.service.db.connection().execute(async (db) => {
    await sql.raw('begin; set local role tillhouse_app').execute(db);
    const { rows } = await sql`select id from company union all select id from company_seen`.execute(db);
    expect(rows).toEqual([]);
    await sql.raw('rollback').execute(db);
  });
});

it('the role of requests cannot move a company in the tree, nor write one that is not its own', async () => {
  const { helsinki, group } = on.service.companies;
  for (const change of [
    `update company set parent_id = '${ids().tampere}'`,
    `update company set lineage = array['${ids().helsinki}'::uuid]`,
    `update company set company_id = '${ids().group}'`,
    `delete from company`,
  ]) {
    await on.service.db.connection().execute(async (db) => {
      await sql
        .raw(`begin; set local role tillhouse_app; set local app.tenant = '${group.tenantId}';
          set local app.company = '${helsinki.companyId}'; set local app.lineage = '${helsinki.lineage.join(',')}'`)
        .execute(db);
      await expect(sql.raw(change).execute(db)).rejects.toMatchObject({ code: '42501' });
      await sql.raw('rollback').execute(db);
    });
  }
});
