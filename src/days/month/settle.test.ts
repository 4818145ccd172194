import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { people } from '@/testing/people';
import { openShop, soundReceipt, type Shop } from '@/testing/shop';
import { monthSchema, monthSettleSchema, monthsSchema } from './schema';

const on = stage();
const report = '/api/secure/report';
const settle = async (of: string, send = on.send) =>
  monthSettleSchema.parse((await send('GET', `${report}/month/settle?month=${of}`)).json);
const month = async (of: string) =>
  monthSchema.parse((await on.send('GET', `${report}/month?month=${of}`)).json);
const listed = async (of: string, send = on.send) =>
  monthsSchema.parse((await send('GET', `${report}/months`)).json).find((one) => one.month === of);

let shop: Shop;
beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
});

let receipts = 0;
async function soldDay(date: string, { close = true, total = '4.50' } = {}): Promise<string> {
  const day = await shop.openDay(date);
  receipts += 1;
  const receipt = soundReceipt(shop, day, String(receipts), { total });
  expect((await on.send('POST', '/api/secure/sales', { json: receipt })).status).toBe(201);
  if (close) expect((await shop.setStatus(day, 'closed')).status).toBe(200);
  return day;
}

describe('what a month waits for', () => {
  it('is what its own page names: days at fault, open and missing, and open questions', async () => {
    // Tuesdays, of which one is missing.
    await soldDay('2024-04-02');
    await soldDay('2024-04-16', { total: '4.51' });
    const open = await soldDay('2024-04-23', { close: false });
    await soldDay('2024-04-30');
    const { person } = people(on);
    const manager = await person('manager');
    const asked = await on.send('POST', '/api/secure/question', {
      json: { businessday_id: open, text: 'Why is it open?', asked_of: manager.id },
    });
    expect(asked.status).toBe(201);
    const waits = await settle('2024-04');
    const whole = await month('2024-04');
    expect(waits.settle.map(({ kind, date }) => [kind, date])).toEqual([
      ['not_adding_up', '2024-04-16'],
      ['missing', '2024-04-09'],
      ['open', '2024-04-23'],
    ]);
    expect([waits.settle, waits.questions]).toEqual([whole.settle, whole.questions]);
    expect(waits).toMatchObject({ month: '2024-04', days: 4, locked: false, over: true });
    expect(await listed('2024-04')).toMatchObject({ locked: false, lock: null, over: true });
  });

  it('is nothing once the month is ready, and once it is locked, by whom and when the list says', async () => {
    await soldDay('2023-02-01');
    expect(await settle('2023-02')).toMatchObject({ locked: false, over: true, settle: [], questions: [] });
    const accountant = await on.service.as('helsinki', 'accountant');
    const locked = await accountant('POST', `${report}/month/2023-02/lock`, { json: {} });
    expect(locked.status).toBe(201);
    expect(await settle('2023-02')).toMatchObject({ locked: true, settle: [], questions: [] });
    const { at, by, hash } = Object(locked.json);
    expect(by).not.toBe('');
    expect(await listed('2023-02')).toMatchObject({ locked: true, lock: { at, by, hash } });
    await on.send('POST', `${report}/month/2023-02/unlock`, { json: { reason: 'A receipt was wrong' } });
    expect(await listed('2023-02')).toMatchObject({ locked: false, lock: null });
  });

  it('names a day whose kept sums are not what it was sealed with', async () => {
    const day = await soldDay('2022-03-01');
    expect((await settle('2022-03')).settle).toEqual([]);
    await on.service.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update businessday_totals set gross = gross + 0.01 where businessday_id = ${day}`.execute(tx);
      await sql`update revision set revision = revision + 1`.execute(tx);
    });
    expect((await settle('2022-03')).settle.map(({ kind, date }) => [kind, date])).toEqual([
      ['differs', '2022-03-01'],
    ]);
  });

  it('of a month that is not over is said by the list too', async () => {
    // That of tomorrow: in no time zone it is over now.
    const running = new Date(Date.now() + 86_400_000).toISOString().slice(0, 7);
    await soldDay(`${running}-01`, { close: false });
    expect(await listed(running)).toMatchObject({ over: false });
    expect((await settle(running)).over).toBe(false);
  });

  it('is of the own company, for those who read reports', async () => {
    await soldDay('2021-05-04', { close: false });
    expect((await settle('2021-05')).settle).toHaveLength(1);
    const tampere = await on.service.as('tampere');
    expect(await settle('2021-05', tampere)).toMatchObject({ settle: [], questions: [] });
    expect(await listed('2021-05', tampere)).toBeUndefined();
    const terminal = await on.service.as('helsinki', 'terminal');
    expect((await terminal('GET', `${report}/month/settle?month=2021-05`)).status).toBe(403);
  });

  it.each([
    ['', '?month'],
    ['month=2021', '?month'],
    [`month=2021-05&location_id=${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`, '?location_id'],
    ['month=2021-05&month=2021-06', '?month'],
  ])('is refused %j by name', async (query, pointer) => {
    const answer = await on.send('GET', `${report}/month/settle?${query}`);
    expect([answer.status, answer.pointers]).toEqual([400, [pointer]]);
  });
});
