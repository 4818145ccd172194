import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { entitySchema } from '@/contract/resource';
import type { Answer } from '@/testing/answer';
import { unknownId, stage } from '@/testing/api/start';
import { document, parametersOf } from '@/testing/declared';
import { createTestDatabase } from '@/testing/service';
import type { Sender } from '@/testing/service';
import { event } from './contract';

const on = stage();

/** Returns the query parameters that the OpenAPI document lists for a GET. */
const queryOf = (path: string): string[] => {
  const { paths } = z
    .looseObject({ paths: z.record(z.string(), z.looseObject({ get: z.unknown() })) })
    .parse({
      paths: { [path]: z.record(z.string(), z.unknown()).parse(document['paths'])[path] },
    });
  return parametersOf(paths[path]?.get).flatMap((one) => (one.in === 'query' ? [one.name] : []));
};
const list = '/api/secure/event';
const row = z.looseObject({ id: z.guid(), entity: z.string(), entity_id: z.guid(), at: z.string() });
const walk = z.strictObject({ data: z.array(row), next_cursor: z.string(), has_more: z.boolean() });

const read = (answer: Answer) => {
  const result = walk.safeParse(answer.json);
  if (!result.success) throw new Error(`${answer.status}: ${answer.text}`);
  return result.data;
};
const ask = async (query: string, send: Sender = on.send) => read(await send('GET', `${list}?${query}`));
const create = async (resource: string, name: string, send: Sender = on.send) =>
  (await send('POST', `/api/secure/${resource}`, { json: { name } })).entity;

/** Waits: events that were written while another transaction is open become visible a moment later. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

describe('the audit trail on the wire', () => {
  it('tells who did what, when, with what was sent and the record before and after', async () => {
    const made = await create('grp', 'Drinks');
    await on.send('PUT', `/api/secure/grp/${made.id}`, { json: { name: 'Cold drinks' } });
    const { data } = await ask(`entity_id=${made.id}&sort=-at`);
    expect(data).toMatchObject([
      {
        action: 'update',
        entity: 'grp',
        who: 'helsinki admin',
        user_id: null,
        payload: { name: 'Cold drinks' },
        before: { name: 'Drinks', version: 1 },
        after: { name: 'Cold drinks', version: 2 },
      },
      { action: 'create', entity_id: made.id, before: null, payload: { name: 'Drinks' } },
    ]);
    for (const one of data) {
      const alone = await on.send('GET', `${list}/${one.id}`);
      expect(alone.json).toEqual(one);
      expect(entitySchema(event).safeParse(alone.json).error).toBeUndefined();
      const again = await on.send('GET', `${list}/${one.id}`, {
        headers: { 'If-None-Match': alone.header('etag') },
      });
      expect([again.status, again.text]).toEqual([304, '']);
    }
  });

  it('answers with a walk when nothing is asked, oldest first, and with pages when they are', async () => {
    for (const name of ['a', 'b', 'c']) await create('grp', name);
    const pages = z.array(row).parse((await on.send('GET', `${list}?page=1&pageSize=1000`)).json);
    await eventually(async () => {
      const seen: string[] = [];
      for (let query = 'limit=2'; ;) {
        const { data, next_cursor, has_more } = await ask(query);
        seen.push(...data.map((one) => one.id));
        if (!has_more) break;
        query = `limit=2&cursor=${next_cursor}`;
      }
      expect(seen).toEqual(pages.map((one) => one.id));
    });
    expect((await ask('')).data.map((one) => one.id)).toEqual(pages.slice(0, 100).map((one) => one.id));
    const newest = await ask('sort=-at&limit=2');
    expect(newest.data.map((one) => one.id)).toEqual(
      pages
        .slice(-2)
        .map((one) => one.id)
        .toReversed(),
    );
    const older = await ask(`sort=-at&limit=1000&cursor=${newest.next_cursor}`);
    expect(older.data.map((one) => one.id)).toEqual(
      pages
        .slice(0, -2)
        .map((one) => one.id)
        .toReversed(),
    );
    const total = await on.send('GET', `${list}?page=2&pageSize=1`);
    expect([total.header('x-total-count'), total.header('x-page')]).toEqual([String(pages.length), '2']);
  });

  it('filters by entity, record, key, action and time', async () => {
    const grp = await create('grp', 'Filtered');
    await on.send('PUT', `/api/secure/grp/${grp.id}`, { json: { active: false } });
    const [update, first] = (await ask(`entity_id=${grp.id}&sort=-at`)).data;
    const ids = async (query: string) => (await ask(`sort=-at&${query}`)).data.map((one) => one.id);
    expect(await ids(`entity=grp&entity_id=${grp.id}`)).toEqual([update?.id, first?.id]);
    expect(await ids(`entity=plu&entity_id=${grp.id}`)).toEqual([]);
    expect(await ids(`action=create&entity_id=${grp.id}`)).toEqual([first?.id]);
    expect(await ids(`key_id=${String(first?.['key_id'])}&entity_id=${grp.id}`)).toHaveLength(2);
    expect(await ids(`key_id=${unknownId}`)).toEqual([]);
    expect(await ids(`user_id=${unknownId}`)).toEqual([]);
    expect(await ids(`id=${first?.id}`)).toEqual([first?.id]);
    expect(await ids(`from=${first?.at}&entity_id=${grp.id}`)).toHaveLength(2);
    expect(await ids(`until=${first?.at}&entity_id=${grp.id}`)).toEqual([]);
    expect(await ids(`from=2100-01-01T00:00:00Z`)).toEqual([]);
    expect(await ids(`from=2000-01-01T00:00:00%2B02:00&until=2100-01-01T00:00:00Z&limit=1`)).toHaveLength(1);
  });

  it('takes each parameter that the document lists, and no other', async () => {
    const listed = queryOf(list).filter((name) => name !== 'page' && name !== 'pageSize');
    expect(listed.toSorted()).toEqual([
      'action',
      'changeset_id',
      'company_id',
      'cursor',
      'entity',
      'entity_id',
      'field',
      'from',
      'id',
      'key_id',
      'limit',
      'sort',
      'until',
      'user_id',
    ]);
    for (const name of listed) {
      const answer = await on.send('GET', `${list}?${name}=!`);
      expect([name, answer.text.includes('unknown_parameter')]).toEqual([name, false]);
    }
  });

  it('refuses what it does not know, each by its name, and cursors of another question', async () => {
    for (const query of [
      'q=x',
      'active=true',
      'modified_since=2020-01-01T00:00:00Z',
      'sort=name',
      'entity_id=x',
      'from=yesterday',
      'from=0000-01-01T00:00:00Z',
      'action=delete',
      'colour=red',
      'limit=0',
      'cursor=x',
    ]) {
      const answer = await on.send('GET', `${list}?${query}`);
      expect([query, answer.status, answer.pointers]).toEqual([query, 400, [`?${query.split('=')[0]}`]]);
    }
    const { next_cursor } = await ask('limit=1');
    expect((await on.send('GET', `${list}?cursor=${next_cursor}&entity=grp`)).status).toBe(400);
    const tampere = await on.service.as('tampere');
    expect((await tampere('GET', `${list}?cursor=${next_cursor}`)).status).toBe(400);
  });

  it('is written by nobody: POST, PUT and DELETE are 405 and leave it as it was', async () => {
    const count = async () =>
      (await sql<{ n: number }>`select count(*) as n from event`.execute(on.service.db)).rows[0]?.n;
    const [one] = (await ask('limit=1')).data;
    const before = await count();
    for (const [method, path] of [
      ['POST', list],
      ['PUT', list],
      ['DELETE', `${list}/${one?.id}`],
      ['PUT', `${list}/${one?.id}`],
      ['POST', `${list}/${one?.id}`],
    ] as const) {
      const answer = await on.send(method, path, { json: { action: 'create' } });
      expect([method, answer.status, answer.header('allow')]).toEqual([method, 405, 'GET']);
    }
    expect(await count()).toBe(before);
  });
});

describe('the walls around the audit trail', () => {
  it('shows a company its own events alone: not those of parent, child, sibling or another tenant', async () => {
    const made = await create('grp', 'Seen by Helsinki');
    const [one] = (await ask(`entity_id=${made.id}&sort=-at`)).data;
    for (const company of ['group', 'tampere', 'other'] as const) {
      const send = await on.service.as(company);
      expect((await send('GET', `${list}/${one?.id}`)).problem.code).toBe('not_found');
      for (const query of [
        `entity_id=${made.id}`,
        `id=${one?.id}`,
        `entity_id=${made.id}&page=1`,
        'sort=-at&limit=1000',
      ]) {
        expect((await send('GET', `${list}?${query}`)).text).not.toContain(made.id);
      }
    }
    const company = `company_id=${on.service.companies.group.companyId}`;
    expect((await ask(`${company}&sort=-at`)).data).toEqual([]);
  });

  it('shows a manager the history of what managers keep, and terminals nothing', async () => {
    const made = await create('customer', 'Matti');
    const [one] = (await ask(`entity_id=${made.id}&sort=-at`)).data;
    const manager = await on.service.as('helsinki', 'manager');
    expect((await ask(`entity_id=${made.id}&sort=-at`, manager)).data).toEqual([one]);
    const keys = (await ask('entity=apikey&sort=-at')).data;
    expect((await ask('entity=apikey&sort=-at', manager)).data).toEqual([]);
    for (const key of keys) expect((await manager('GET', `${list}/${key.id}`)).status).toBe(404);
    const terminal = await on.service.as('helsinki', 'terminal');
    for (const path of [list, `${list}/${one?.id}`])
      expect((await terminal('GET', path)).problem.code).toBe('forbidden');
  });

  it('shows an accountant the history of business days and receipts, and of nothing else', async () => {
    const location = await create('location', 'Books');
    const day = (
      await on.send('POST', '/api/secure/businessday', {
        json: { location_id: location.id, date: '2031-02-03' },
      })
    ).entity;
    const accountant = await on.service.as('helsinki', 'accountant');
    const seen = (await ask('sort=-at&limit=1000', accountant)).data;
    expect(seen.map((one) => one.entity_id)).toContain(day.id);
    expect(seen.filter((one) => !['businessday', 'sales'].includes(one.entity))).toEqual([]);
    const [hidden] = (await ask(`entity_id=${location.id}&sort=-at`)).data;
    for (const query of [
      `id=${hidden?.id}`,
      'entity=location',
      'entity=user,apikey',
      `entity_id=${location.id}`,
    ])
      expect((await ask(`${query}&sort=-at`, accountant)).data).toEqual([]);
    expect((await accountant('GET', `${list}/${hidden?.id}`)).status).toBe(404);
    const [visible] = (await ask(`entity_id=${day.id}&sort=-at`)).data;
    expect((await accountant('GET', `${list}/${visible?.id}`)).json).toEqual(visible);
  });
});

describe('a walk towards what is new', () => {
  it('waits for a transaction under way, and misses nothing that it commits late', async () => {
    const send = await on.service.as('tampere');
    const { tenantId, companyId } = on.service.companies.tampere;
    await create('grp', 'Before', send);
    let cursor = '';
    await eventually(async () => {
      const { data, next_cursor } = await ask('limit=1000', send);
      expect(data.at(-1)).toMatchObject({ payload: { name: 'Before' } });
      cursor = next_cursor;
    });
    const late = crypto.randomUUID();
    await on.service.db.connection().execute(async (db) => {
      // Its event has a number but is not visible yet, while events of other resources are written.
      await sql.raw('begin').execute(db);
      await sql
        .raw(`set local role tillhouse_app; set local app.tenant = '${tenantId}';
        set local app.company = '${companyId}'`)
        .execute(db);
      await sql`insert into event (tenant_id, company_id, at, action, entity, entity_id)
        values (${tenantId}, ${companyId}, clock_timestamp(), 'create', 'grp', ${late})`.execute(db);
      const after = await create('customer', 'After', send);
      expect((await ask(`limit=1000&cursor=${cursor}`, send)).data).toEqual([]);
      const newest = (await ask('sort=-at&limit=1', send)).data;
      expect(newest.map((one) => one.entity_id)).toEqual([after.id]);
      await sql.raw('commit').execute(db);
      await eventually(async () => {
        const { data } = await ask(`limit=1000&cursor=${cursor}`, send);
        expect(data.map((one) => one.entity_id).toSorted()).toEqual([late, after.id].toSorted());
      });
    });
  });

  it('does not wait for what is under way in another database of the same server', async () => {
    const elsewhere = await createTestDatabase({ bare: true });
    const client = new Client({ connectionString: elsewhere.url });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select pg_current_xact_id()');
      const made = await create('grp', 'Written meanwhile');
      await eventually(async () => {
        const { data } = await ask(`entity_id=${made.id}`);
        expect(data.map((one) => one.entity_id)).toEqual([made.id]);
      });
    } finally {
      await client.end();
      await elsewhere.drop();
    }
  });

  it('meets each event once, and those of a record in order, while resources are written at once', async () => {
    const send = await on.service.as('group');
    const made = await create('grp', 'Busy', send);
    const seen: { id: string; entity_id: string; version: unknown }[] = [];
    let cursor = '';
    const poll = async () => {
      const { data, next_cursor, has_more } = await ask(`limit=7${cursor && `&cursor=${cursor}`}`, send);
      cursor = next_cursor;
      const after = z.looseObject({ version: z.int() });
      seen.push(
        ...data.map((one) => ({
          id: one.id,
          entity_id: one.entity_id,
          version: after.safeParse(one['after']).data?.version,
        })),
      );
      return has_more;
    };
    const work = { goesOn: true };
    const poller = (async () => {
      while (work.goesOn) await poll();
    })();
    const writers = ['customer', 'tender', 'supplier', 'grp', 'grp', 'grp'].map(async (resource, n) => {
      for (let turn = 0; turn < 25; turn += 1) {
        if (resource !== 'grp') await create(resource, `${n} ${turn}`, send).catch(() => null);
        else {
          await send('POST', '/api/secure/grp', {
            json: [{ name: `New ${n} ${turn}` }, { id: made.id, name: `Busy ${n} ${turn}` }],
          });
        }
      }
    });
    await Promise.all(writers);
    work.goesOn = false;
    await poller;
    const { rows } = await sql<{ id: string }>`
      select id from event where company_id = ${on.service.companies.group.companyId}`.execute(on.service.db);
    await eventually(async () => {
      while (await poll());
      expect(seen.map((one) => one.id).toSorted()).toEqual(rows.map((one) => one.id).toSorted());
    });
    const versions = seen.filter((one) => one.entity_id === made.id).map((one) => one.version);
    expect(versions).toEqual(versions.map((_, n) => n + 1));
    expect(versions).toHaveLength(76);
  });
});
