import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Answer } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { allRights, customRoles } from '@/testing/custom-roles';
import { people } from '@/testing/people';
import type { Sender } from '@/testing/service';

const on = stage();
const { signIn, person } = people(on);
const line = z.looseObject({ id: z.guid(), at: z.string() });

/** Asks for entries by line. */
const ask = (log: string, query = '', send: Sender = on.send) =>
  send('GET', `/api/secure/${log}?${query}`, { headers: { Accept: 'application/x-ndjson' } });
const linesOf = (answer: Answer) =>
  answer.text === ''
    ? []
    : answer.text
        .replace(/\n$/, '')
        .split('\n')
        .map((text) => line.parse(JSON.parse(text)));

/** Walks a log as a program that gathers logs does, until it has all; returns the ids, and from where it goes on. */
async function gather(log: string, from = '', limit = 3) {
  const ids: string[] = [];
  for (let cursor = from; ;) {
    const answer = await ask(log, `limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    expect([answer.status, answer.header('content-type')]).toEqual([200, 'application/x-ndjson']);
    ids.push(...linesOf(answer).map(({ id }) => id));
    cursor = answer.header('next-cursor') ?? '';
    if (answer.header('has-more') !== 'true') return { ids, cursor };
  }
}

describe.each(['event', 'securityevent'])('the log %s', (log) => {
  it('leaves as an entry on each line, oldest first, from where the last walk ended', async () => {
    const someone = await person('manager');
    for (let n = 0; n < 4; n += 1) {
      await on.send('POST', '/api/secure/grp', { json: { name: `Group ${n}` } });
      await signIn(someone.email, 'another password');
      await on.send('POST', '/api/secure/apikey', { json: { name: `Key ${n}`, role: 'terminal' } });
    }
    const all = await vi.waitFor(async () => {
      const walked = await gather(log);
      expect(walked.ids.length).toBeGreaterThanOrEqual(4);
      return walked;
    });
    expect(new Set(all.ids).size).toBe(all.ids.length);
    expect((await gather(log, all.cursor)).ids).toEqual([]);
    await on.send('POST', '/api/secure/apikey', { json: { name: 'One more', role: 'terminal' } });
    await vi.waitFor(async () => expect((await gather(log, all.cursor)).ids).toHaveLength(1));
    const json = z
      .looseObject({ data: z.array(line) })
      .parse((await on.send('GET', `/api/secure/${log}?limit=1000`)).json);
    expect(json.data.slice(0, all.ids.length).map(({ id }) => id)).toEqual(all.ids);
  });

  it('goes on by cursor alone: a page would be the first one again', async () => {
    for (const paged of ['page=2', 'page=1&pageSize=2', 'pageSize=2']) {
      const answer = await ask(log, paged);
      expect([answer.status, answer.pointers]).toEqual([400, ['?page']]);
    }
  });

  it('passes over nothing that is committed late', async () => {
    const { companyId, tenantId } = on.service.companies.helsinki;
    const row =
      log === 'event'
        ? sql`insert into event (tenant_id, company_id, at, action, entity, entity_id)
            values (${tenantId}, ${companyId}, now(), 'create', 'grp', gen_random_uuid()) returning id`
        : sql`insert into securityevent (tenant_id, company_id, kind) values (${tenantId}, ${companyId}, 'sign_in') returning id`;
    const scoped = sql`select set_config('app.tenant', ${tenantId}, true), set_config('app.company', ${companyId}, true),
      set_config('role', 'tillhouse_app', true)`;
    const before = await gather(log);
    const held: { late?: string; release?: () => void } = {};
    const began = new Promise<void>((resolve) => {
      held.release = resolve;
    });
    let wait: () => void = () => undefined;
    const inserted = new Promise<void>((resolve) => {
      wait = resolve;
    });
    const late = on.service.db.transaction().execute(async (tx) => {
      await scoped.execute(tx);
      const { rows } = await row.execute(tx);
      held.late = z.array(z.object({ id: z.guid() })).parse(rows)[0]?.id ?? '';
      wait();
      await began;
    });
    await inserted;
    await on.send('POST', '/api/secure/apikey', { json: { name: 'Meanwhile', role: 'terminal' } });
    const meanwhile = await gather(log, before.cursor);
    held.release?.();
    await late;
    await vi.waitFor(async () => {
      const after = await gather(log, meanwhile.cursor);
      expect([...meanwhile.ids, ...after.ids]).toContain(held.late);
      expect([...meanwhile.ids, ...after.ids]).toHaveLength(2);
    });
  });
});

it('the security log is walked by an index that is built beside those who write', async () => {
  const { rows } = await sql`select indexdef from pg_indexes where indexname = 'securityevent_order'`.execute(
    on.service.db,
  );
  expect(rows).toEqual([{ indexdef: expect.stringContaining('(tenant_id, company_id, place, seq)') }]);
});

it('the trail is narrowed to what changed a field, which a role that does not see it cannot ask', async () => {
  const made = await on.send('POST', '/api/secure/tax', { json: { name: 'Narrow', rate: '10' } });
  const at = `/api/secure/tax/${made.entity.id}`;
  await on.send('PUT', at, { json: { name: 'Narrower' } });
  await on.send('PUT', at, { json: { rate: '11' } });
  await on.send('PUT', at, { json: { data: { own: 1 } } });
  const of = async (field: string) =>
    z
      .looseObject({ data: z.array(z.looseObject({ payload: z.unknown() })) })
      .parse((await on.send('GET', `/api/secure/event?entity_id=${made.entity.id}&field=${field}`)).json)
      .data.map(({ payload }) => payload);
  await vi.waitFor(async () => expect(await of('/rate')).toHaveLength(2));
  expect(await of('/rate')).toMatchObject([{ rate: '10' }, { rate: '11' }]);
  expect(await of('/name')).toMatchObject([{ name: 'Narrow' }, { name: 'Narrower' }]);
  expect(await of('/data/own')).toEqual([{ data: { own: 1 } }]);
  expect((await on.send('GET', '/api/secure/event?field=rate')).pointers).toEqual(['?field']);
  const narrow = await customRoles(on).inRole({ rights: allRights(['prices']), hidden: ['prices'] });
  const refused = await narrow.send('GET', '/api/secure/event?field=/base_price');
  expect([refused.status, refused.problem.code]).toEqual([403, 'hidden_field']);
  expect((await narrow.send('GET', '/api/secure/event?field=/name')).status).toBe(200);
});
