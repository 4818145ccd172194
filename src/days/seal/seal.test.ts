import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { verify } from '@/server/ops/backup/verify/verify';
import { tables } from '@/resources/tables';
import { stage } from '@/testing/api/start';
import { openShop, soundReceipt, type Shop } from '@/testing/shop';
import { reportSchema, type Report } from '../report/report';
import { reportHash, sealHash } from './contents';
import { newHasher } from './hasher.server';

const on = stage();
let shop: Shop;
let vouchers = 0;

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
});

const report = async (day: string) => {
  const { text, json } = await on.send('GET', `/api/secure/report/businessdaytx/${day}`);
  return { text, ...reportSchema.parse(json) };
};
const sealed = async (own = shop, date?: string) => {
  const day = await own.openDay(date);
  await on.send('POST', '/api/secure/sales', {
    json: ['1', '2', '3'].map((num) => soundReceipt(own, day, num)),
  });
  expect((await own.setStatus(day, 'closed')).status).toBe(200);
  return day;
};
/** Whether the newest seal matches the text of the report and its own hash. */
const holds = ({ text, seals }: Report & { text: string }) => {
  const last = seals.at(-1);
  return (
    last !== undefined &&
    reportHash(newHasher(), text) === last.content &&
    sealHash(newHasher(), last) === last.hash
  );
};
const verified = async () => {
  const found = await verify(on.service.db, Object.values(tables));
  return found.find(({ name }) => name === 'seals of business days')?.examples ?? ['no such check'];
};

it('closing a day seals it: its own report gives the same hash, and the seal follows from the one before', async () => {
  const own = await openShop(on.send, on.samples);
  const [one, two] = [
    await report(await sealed(own, '2026-03-01')),
    await report(await sealed(own, '2026-03-02')),
  ];
  expect(one.seals).toMatchObject([
    { number: 1, previous: null, reason: 'close', by: 'helsinki admin', contents: 1 },
  ]);
  expect(one.seals[0]?.at).toBe(one.businessday['modified_at']);
  expect(two.seals).toMatchObject([{ number: 2, previous: one.seals[0]?.hash }]);
  expect([holds(one), holds(two)]).toEqual([true, true]);
  expect(await verified()).toEqual([]);
});

it('an open day has no seal; reopening keeps it, and closing again makes another', async () => {
  const day = await shop.openDay();
  expect((await report(day)).seals).toEqual([]);
  await shop.setStatus(day, 'closed');
  const [first] = (await report(day)).seals;
  await shop.setStatus(day, 'open', { note: 'A receipt was missing' });
  expect((await report(day)).seals).toEqual([first]);
  await on.send('POST', '/api/secure/sales', { json: soundReceipt(shop, day, '9') });
  await shop.setStatus(day, 'closed');
  const again = await report(day);
  expect(again.seals).toHaveLength(2);
  expect(again.seals[0]).toEqual(first);
  expect(again.seals[1]?.content).not.toBe(first?.content);
  expect(holds(again)).toBe(true);
  expect(await verified()).toEqual([]);
});

it('later states, notes, other days and changed master data leave a seal as it is', async () => {
  const own = await openShop(on.send, on.samples);
  const day = await sealed(own);
  const before = await report(day);
  await on.send('PUT', `/api/secure/businessday/${day}`, { json: { data: { note: 'Looked at' } } });
  vouchers += 1;
  expect((await own.setStatus(day, 'exported', { voucher_num: `S-${vouchers}` })).status).toBe(200);
  await on.send('PUT', `/api/secure/location/${own.location_id}`, {
    json: { name: 'Moved', data: { timezone: 'Asia/Tokyo', currency: 'JPY' } },
  });
  await on.send('PUT', `/api/secure/pos/${own.pos_id}`, { json: { name: 'Renamed' } });
  const late = await own.openDay('2026-03-02');
  const { data } = own.receipt(late);
  await on.send('POST', '/api/secure/sales', {
    json: own.receipt(late, { data: { ...Object(data), late_for: day } }),
  });
  const after = await report(day);
  expect(after.seals).toEqual(before.seals);
  expect(holds(after)).toBe(true);
  expect(await verified()).toEqual([]);
});

it('closes of two days of one location at the same time follow one another', async () => {
  const own = await openShop(on.send, on.samples);
  const days = [];
  for (let n = 1; n <= 6; n += 1) days.push(await own.openDay(`2026-03-0${n}`));
  const closed = await Promise.all(days.map((day) => own.setStatus(day, 'closed')));
  expect(closed.map(({ status }) => status)).toEqual(days.map(() => 200));
  const seals = (await Promise.all(days.map(async (day) => (await report(day)).seals))).flat();
  expect(seals.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await verified()).toEqual([]);
});

it('a close that is refused leaves no seal', async () => {
  const day = await shop.openDay();
  const refused = await on.send('POST', '/api/secure/businessday', {
    json: ['closed', 'exported', 'open'].map((status) => ({ id: day, status })),
  });
  expect(refused.status).toBe(409);
  expect((await report(day)).seals).toEqual([]);
});

describe('the first z report of a register that comes after its day was closed', () => {
  async function closedWithout(own: Shop) {
    const day = await own.openDay();
    const second = await on.send('POST', '/api/secure/pos', {
      json: { name: 'Second', location_id: own.location_id },
    });
    const z = { pos_id: own.pos_id, opening_float: '100.00', counted: '100.00' };
    await own.setStatus(day, 'closed', { z_reports: [z] });
    return {
      day,
      z,
      late: { pos_id: second.entity.id, z_number: 7, counted: '5.00', opening_float: '5.00' },
    };
  }

  it('does not come with the export of its day, whose seal would not have it', async () => {
    const own = await openShop(on.send, on.samples);
    const { day, z, late } = await closedWithout(own);
    const refused = await own.setStatus(day, 'exported', { voucher_num: `V-${day}`, z_reports: [z, late] });
    expect([refused.status, refused.problem.code, refused.pointers]).toEqual([
      409,
      'business_day_closed',
      ['/data/z_reports'],
    ]);
    expect((await report(day)).seals).toHaveLength(1);
  });

  it('is kept, makes another seal, and the day says that it came late; the next one is refused', async () => {
    const own = await openShop(on.send, on.samples);
    const { day, z, late } = await closedWithout(own);
    const terminal = await on.service.as('helsinki', 'terminal');
    const path = `/api/secure/businessday/${day}`;
    const kept = await terminal('PUT', path, { json: { data: { z_reports: [z, late] } } });
    expect([kept.status, kept.entity['late_z_reports']]).toEqual([
      200,
      [{ pos_id: late.pos_id, at: kept.entity['modified_at'] }],
    ]);
    expect(kept.entity['snapshot']).toMatchObject({ registers: [{ name: 'Till' }, { name: 'Second' }] });
    const after = await report(day);
    expect(after.seals.map(({ number, reason }) => [number, reason])).toEqual([
      [1, 'close'],
      [2, 'late_z_report'],
    ]);
    expect(holds(after)).toBe(true);
    for (const z_reports of [
      [z, { ...late, counted: '6.00' }],
      [z, late, { ...late, z_number: 8 }],
      [late, z],
      [z],
      [z, late, { counted: '1.00' }],
    ]) {
      const refused = await terminal('PUT', path, { json: { data: { z_reports } } });
      expect([refused.status, refused.problem.code, refused.pointers]).toEqual([
        409,
        'business_day_closed',
        ['/data/z_reports'],
      ]);
    }
    expect((await report(day)).seals).toEqual(after.seals);
    expect(await verified()).toEqual([]);
  });

  it('is refused once the day is exported', async () => {
    const own = await openShop(on.send, on.samples);
    const { day, z, late } = await closedWithout(own);
    vouchers += 1;
    await own.setStatus(day, 'exported', { voucher_num: `S-${vouchers}` });
    const answer = await on.send('PUT', `/api/secure/businessday/${day}`, {
      json: { data: { z_reports: [z, late] } },
    });
    expect([answer.status, answer.pointers]).toEqual([409, ['/data/z_reports']]);
  });
});

it.each([
  ['a receipt', (day: string) => `update sales set total = total + 1 where businessday_id = '${day}'`],
  [
    'a receipt that is gone from the sums',
    (day: string) => `update sales set active = false where businessday_id = '${day}'`,
  ],
  [
    'a count',
    (day: string) =>
      `update businessday set data = data || '{"z_reports": [{"counted": "1.00"}]}' where id = '${day}'`,
  ],
  ['a date', (day: string) => `update businessday set date = date + 1 where id = '${day}'`],
  ['a seal', (day: string) => `update businessday_seal set by = 'Nobody' where businessday_id = '${day}'`],
  [
    'a seal and its hash',
    (day: string) =>
      `update businessday_seal set content = repeat('0', 64), hash = repeat('0', 64) where businessday_id = '${day}'`,
  ],
  ['a missing seal', (day: string) => `delete from businessday_seal where businessday_id = '${day}'`],
])('verify finds %s that was changed behind the triggers', async (_, statement) => {
  const own = await openShop(on.send, on.samples);
  const day = await sealed(own, '2026-03-01');
  await sealed(own, '2026-03-02');
  expect(await verified()).toEqual([]);
  const names = ['businessday', 'sales', 'businessday_seal'];
  const rollback = new Error('Put back');
  await on.service.db
    .transaction()
    .execute(async (tx) => {
      for (const name of names) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
      await sql.raw(statement(day)).execute(tx);
      // `verify` uses a transaction of its own; its query runs here instead, since nothing is committed.
      const check = tables.businessday.rules.storedFigures?.find(
        ({ name }) => name === 'seals of business days',
      );
      if (typeof check?.wrong !== 'function') throw new Error('There is no such check');
      const wrong = await check.wrong(async (asked) => (await asked.execute(tx)).rows);
      expect(wrong.map(({ what }) => what).join('\n')).toContain(day);
      throw rollback;
    })
    .catch((error: unknown) => expect(error).toBe(rollback));
  expect(await verified()).toEqual([]);
});
