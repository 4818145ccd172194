import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { roles, type Role } from '@/contract/role';
import { verify } from '@/server/ops/backup/verify/verify';
import { tables } from '@/resources/tables';
import type { Answer, Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { asApp } from '@/testing/database/as-app';
import type { Sender } from '@/testing/service';
import { people } from '@/testing/people';
import { openShop, soundReceipt, type Shop } from '@/testing/shop';
import { monthSchema, monthEntry } from './schema';

const on = stage();
const as = new Map<Role, Sender>();
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  for (const role of roles) as.set(role, await on.service.as('helsinki', role));
});

const days = '/api/secure/businessday';
const month = async (of: string) =>
  monthSchema.parse((await on.send('GET', `/api/secure/report/month?month=${of}`)).json);
const lock = (of: string, json: Json = {}, send = on.send) =>
  send('POST', `/api/secure/report/month/${of}/lock`, { json });
const unlock = (of: string, json: Json, send = on.send) =>
  send('POST', `/api/secure/report/month/${of}/unlock`, { json });

let receipts = 0;
/** A day with a receipt, closed. */
async function closedDay(date: string, own = shop) {
  const day = await own.openDay(date);
  receipts += 1;
  const receipt = soundReceipt(own, day, String(receipts));
  expect((await on.send('POST', '/api/secure/sales', { json: receipt })).status).toBe(201);
  expect((await own.setStatus(day, 'closed', { note: 'As it was' })).status).toBe(200);
  return { day, receipt };
}

/** The messages of `npm run verify` about days and months. */
async function wrong(): Promise<readonly string[]> {
  const found = await verify(on.service.db, Object.values(tables));
  const seals = found.filter(({ name }) => ['seals of business days', 'seals of months'].includes(name));
  expect(seals).toHaveLength(2);
  return seals.flatMap(({ examples }) => examples);
}

describe('locking a month', () => {
  it('takes closed days that add up, and names each that does not, is open, or is missing without a reason', async () => {
    const own = await openShop(on.send, on.samples);
    for (let date = 1; date <= 28; date += 1)
      if (date !== 14) await closedDay(`2025-02-${String(date).padStart(2, '0')}`, own);
    const open = await own.openDay('2025-02-14');
    expect((await lock('2025-02')).json).toMatchObject({
      code: 'month_to_settle',
      errors: [{ code: 'open' }],
    });
    await on.send('PUT', `${days}/${open}`, { json: { active: false } });
    const before = await month('2025-02');
    expect([
      before.states.missing,
      before.settle.map(({ kind, date }) => [kind, date]),
      before.lock.lockable,
    ]).toEqual([1, [['missing', '2025-02-14']], true]);
    expect((await lock('2025-02')).json).toMatchObject({
      code: 'month_to_settle',
      errors: [{ code: 'missing' }],
    });
    const reason = { location_id: own.location_id, date: '2025-02-14', reason: 'Closed for a funeral' };
    const locked = await lock('2025-02', { missing: [reason] });
    expect(locked.status).toBe(201);
    const after = await month('2025-02');
    expect(after.lock).toMatchObject({
      locked: true,
      lockable: false,
      entries: [monthEntry.parse(locked.json)],
    });
    expect(after.lock.entries[0]).toMatchObject({
      action: 'lock',
      days: 27,
      reason: null,
      missing: [reason],
      questions: null,
    });
    expect((await lock('2025-02', { missing: [reason] })).json).toMatchObject({ code: 'month_locked' });
    expect(await wrong()).toEqual([]);
  });

  it('names the questions about its days that are open, until they are closed or something is said about them', async () => {
    const { day } = await closedDay('2024-11-05');
    const { person } = people(on);
    const [petri, emma] = await Promise.all([person('accountant'), person('manager')]);
    const asked = await petri.send('POST', '/api/secure/question', {
      businessday_id: day,
      text: 'Where are the 20.00?',
      asked_of: emma.id,
    });
    expect(asked.status).toBe(201);
    const { questions, settle, lock: state } = await month('2024-11');
    expect([questions, settle, state.lockable]).toMatchObject([
      [{ id: asked.entity.id, businessday_id: day, date: '2024-11-05', text: 'Where are the 20.00?' }],
      [],
      true,
    ]);
    for (const json of [{}, { questions: ' ' }])
      expect([400, 409, 422]).toContain((await lock('2024-11', json)).status);
    expect((await lock('2024-11')).json).toMatchObject({
      code: 'month_questions',
      errors: [{ pointer: '/questions', code: 'open' }],
    });
    expect((await lock('2024-11', { questions: 'Asked of the till’s maker' })).status).toBe(201);
    const { rows } = await sql<{ questions: unknown }>`
      select contents::jsonb->'questions' as questions from businessday_month where month = '2024-11'`.execute(
      on.service.db,
    );
    const said = { ids: [asked.entity.id], reason: 'Asked of the till’s maker' };
    expect(rows).toEqual([{ questions: said }]);
    expect((await month('2024-11')).lock.entries[0]?.questions).toEqual(said);

    expect((await unlock('2024-11', { reason: 'Again' })).status).toBe(201);
    expect((await petri.send('POST', `/api/secure/question/${asked.entity.id}/close`, {})).status).toBe(200);
    expect((await month('2024-11')).questions).toEqual([]);
    expect((await lock('2024-11')).status).toBe(201);
    expect(await wrong()).toEqual([]);
  });

  it('is an accountant’s or administrator’s, and unlocking an administrator’s, with a reason that stays', async () => {
    await closedDay('2025-03-03');
    for (const role of ['manager', 'terminal'] as const)
      expect([role, (await lock('2025-03', {}, as.get(role))).status]).toEqual([role, 403]);
    expect((await lock('2025-03', {}, as.get('accountant'))).status).toBe(201);
    for (const role of ['manager', 'terminal', 'accountant'] as const)
      expect([role, (await unlock('2025-03', { reason: 'x' }, as.get(role))).status]).toEqual([role, 403]);
    for (const json of [{}, { reason: ' ' }]) expect((await unlock('2025-03', json)).status).toBe(422);
    expect((await unlock('2025-03', { reason: 'A receipt was wrong' })).status).toBe(201);
    expect((await unlock('2025-03', { reason: 'Again' })).json).toMatchObject({ code: 'month_not_locked' });
    expect((await lock('2025-03')).status).toBe(201);
    const { entries, locked } = (await month('2025-03')).lock;
    expect([locked, entries.map(({ action, reason }) => [action, reason])]).toEqual([
      true,
      [
        ['lock', null],
        ['unlock', 'A receipt was wrong'],
        ['lock', null],
      ],
    ]);
    expect(entries[2]?.previous).toBe(entries[1]?.hash);
    expect(entries[2]?.content).toBe(entries[0]?.content);
    const events = await on.send('GET', '/api/secure/event?entity=month&sort=-at');
    expect(events.text).toContain('A receipt was wrong');
    expect(await wrong()).toEqual([]);
  });

  it('is refused for a month that is not over, is empty, or is no month, and never touches another company', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const current = await openShop(on.send, on.samples);
    await closedDay(today, current);
    expect((await lock(today.slice(0, 7))).json).toMatchObject({ code: 'month_not_over' });
    expect((await lock('1999-01')).json).toMatchObject({ code: 'month_empty' });
    expect((await lock('2025-13')).status).toBe(404);
    await closedDay('2025-04-01');
    for (const company of ['tampere', 'group', 'other'] as const)
      expect((await lock('2025-04', {}, await on.service.as(company))).json).toMatchObject({
        code: 'month_empty',
      });
    expect((await month('2025-04')).lock.entries).toEqual([]);
  });
});

describe('a locked month', () => {
  let day = '';
  let other = '';
  let receipt: Json = {};
  const put = (send: Sender, json: Json): Promise<Answer> => send('PUT', `${days}/${day}`, { json });

  beforeAll(async () => {
    const own = await openShop(on.send, on.samples);
    ({ day, receipt } = await closedDay('2025-05-05', own));
    // The number of the receipt that comes late.
    receipts += 1;
    ({ day: other } = await closedDay('2025-06-05', own));
    expect((await lock('2025-05')).status).toBe(201);
    shop = own;
  });

  const attempts: Record<string, () => Json> = {
    'is reopened': () => ({ status: 'open', data: { note: 'As it was, and wrong' } }),
    'moves out': () => ({ date: '2025-06-06' }),
    'moves within it': () => ({ date: '2025-05-06' }),
    'is deactivated': () => ({ active: false }),
    'has another name': () => ({ name: 'x' }),
    'gets a first late z report': () => ({ data: { z_reports: [{ pos_id: shop.pos_id, counted: '4.50' }] } }),
    'is closed at another time': () => ({ closed_at: '2025-05-06T00:00:00.000Z' }),
  };

  it.each(Object.keys(attempts))('refuses that a day %s, for every role and every way in', async (name) => {
    const before = (await on.send('GET', `${days}/${day}`)).entity;
    const json = attempts[name]?.() ?? {};
    for (const role of roles) {
      const send = as.get(role) ?? on.send;
      const ways: Answer[] = [
        await put(send, json),
        await send('POST', days, {
          json: { id: day, location_id: shop.location_id, date: '2025-05-05', ...json },
        }),
        await send('POST', days, {
          json: [{ id: day, location_id: shop.location_id, date: '2025-05-05', ...json }],
        }),
      ];
      for (const [at, answer] of ways.entries()) {
        // Accountants create nothing, so that a POST is refused before it is read.
        const code = role === 'accountant' && at > 0 ? ['forbidden', 'month_locked'] : ['month_locked'];
        expect(code, `${name}, ${role}, ${at}`).toContain(Object(answer.json).code);
      }
    }
    expect((await on.send('GET', `${days}/${day}`)).entity).toEqual(before);
  });

  it('takes no new day, no day of another month, and no receipt', async () => {
    const made = { location_id: shop.location_id, date: '2025-05-20' };
    for (const role of ['admin', 'manager', 'terminal'] as const) {
      const send = as.get(role) ?? on.send;
      expect((await send('POST', days, { json: made })).json).toMatchObject({ code: 'month_locked' });
      expect(
        (await send('POST', '/api/secure/sales', { json: shop.receipt(day, { receipt_num: '900' }) })).json,
      ).toMatchObject({
        code: 'month_locked',
      });
    }
    const reopened = { status: 'open', data: { note: 'As it was, and wrong' } };
    expect((await on.send('PUT', `${days}/${other}`, { json: reopened })).status).toBe(200);
    const id = String(receipt['id']);
    expect((await on.send('PUT', `/api/secure/sales/${id}`, { json: { active: false } })).json).toMatchObject(
      { code: 'month_locked' },
    );
    const empty = await shop.openDay('2025-06-07');
    expect((await on.send('PUT', `${days}/${empty}`, { json: { date: '2025-05-07' } })).json).toMatchObject({
      code: 'month_locked',
    });
    // A late receipt of the month is taken by the next open day.
    const late = soundReceipt(shop, empty, String(Number(receipt['receipt_num']) + 1), {
      completed_at: '2025-05-05T10:00:00.000Z',
    });
    const data = { ...Object(late['data']), late_for: day };
    expect((await on.send('POST', '/api/secure/sales', { json: { ...late, data } })).status).toBe(201);
    expect((await month('2025-05')).late.elsewhere).toEqual([
      { month: '2025-06', count: 1, gross: '4.50', tax: '0.54' },
    ]);
    expect((await month('2025-06')).late.of).toEqual([
      { month: '2025-05', count: 1, gross: '4.50', tax: '0.54' },
    ]);
  });

  it('takes a note that goes on, and the export with a voucher number', async () => {
    expect((await put(on.send, { data: { note: 'As it was, and goes on' } })).status).toBe(200);
    expect(
      (await put(as.get('accountant') ?? on.send, { status: 'exported', data: { voucher_num: 'L-1' } }))
        .status,
    ).toBe(200);
    expect((await month('2025-05')).states.exported).toBe(1);
    expect(await wrong()).toEqual([]);
  });

  it('is held by the database itself against SQL as the service’s role', async () => {
    const copy = `insert into businessday (tenant_id, company_id, id, active, name, data, created_at, modified_at, location_id, date, status)
      select tenant_id, company_id, gen_random_uuid(), active, name, '{}', created_at, modified_at, location_id, '2025-05-21', 'open'
      from businessday where id = '${day}'`;
    for (const statement of [
      `update businessday set status = 'open' where id = '${day}'`,
      `update businessday set date = '2025-06-09' where id = '${day}'`,
      `update businessday set active = false where id = '${day}'`,
      `update businessday set data = data || '{"z_reports": [{"pos_id": "${shop.pos_id}"}]}' where id = '${day}'`,
      `update businessday set date = '2025-05-09' where id = '${other}'`,
      copy,
      `insert into businessday_acknowledgement (tenant_id, company_id, id, businessday_id, code, subjects, reason, withdrawn, by)
       select tenant_id, company_id, gen_random_uuid(), id, 'cash', '{}', 'x', false, 'x' from businessday where id = '${day}'`,
    ])
      expect([statement, await asApp(on.service, statement)]).toEqual([statement, 'TH410']);
    for (const statement of [
      `update sales set active = false where businessday_id = '${day}'`,
      `update businessday_totals set gross = 0 where businessday_id = '${day}'`,
      `insert into businessday_month (tenant_id, company_id, number, id, month, action, at, by, contents, content, previous, hash)
       select tenant_id, company_id, number + 1, id, '2025-05', 'lock', at, by, '{}', 'x', hash, 'x'
       from businessday_month order by number desc limit 1`,
      `insert into businessday_month (tenant_id, company_id, number, id, month, action, at, by, contents, content, previous, hash)
       select tenant_id, company_id, number + 1, id, '2025-06', 'lock', at, by, '{}', 'x', hash, 'x'
       from businessday_month order by number desc limit 1`,
    ])
      expect([statement, await asApp(on.service, statement)]).toEqual([statement, 'TH409']);
    for (const statement of [
      `update businessday_month set reason = 'x'`,
      `delete from businessday_month`,
      `truncate businessday_month`,
      `update businessday_seal_figures set figures = '{}'`,
    ])
      expect([statement, await asApp(on.service, statement)]).toEqual([statement, '42501']);
    expect(await wrong()).toEqual([]);
  });
});

it.each([
  ['what it covers', `update businessday_month set contents = replace(contents, '2025-02-01', '2025-02-02')`],
  ['who made it', `update businessday_month set by = 'Nobody'`],
  ['a day of it that is open again', `update businessday set status = 'open' where date = '2025-02-01'`],
  ['a day that came to it', `update businessday set date = '2025-02-14' where date = '2025-06-07'`],
])('verify finds %s that was changed behind the triggers of a locked month', async (_, statement) => {
  const names = ['businessday', 'businessday_month'];
  const rollback = new Error('Put back');
  await on.service.db
    .transaction()
    .execute(async (tx) => {
      for (const name of names) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
      await sql.raw(statement).execute(tx);
      const check = tables.businessday.rules.storedFigures?.find(({ name }) => name === 'seals of months');
      if (typeof check?.wrong !== 'function') throw new Error('There is no such check');
      const found = await check.wrong(async (asked) => (await asked.execute(tx)).rows);
      expect(found.length).toBeGreaterThan(0);
      throw rollback;
    })
    .catch((error: unknown) => expect(error).toBe(rollback));
  expect(await wrong()).toEqual([]);
});
