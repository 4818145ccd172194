import { beforeAll, describe, expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { openShop, type Shop } from '@/testing/shop';

const on = stage();
const path = '/api/secure/sales';
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
});

const post = (json: unknown) => on.send('POST', path, { json });
const salesOf = async (day: string) =>
  (await on.send('GET', `${path}?businessday_id=${day}&limit=1000`)).step.data;
const totals = async (day: string) =>
  (await on.send('GET', `/api/secure/businessday/${day}`)).entity['totals'];

describe('a day that is not open', () => {
  it('refuses a receipt with 409, and every other of its array; a late one goes into the open day', async () => {
    const closed = await shop.openDay();
    await shop.setStatus(closed, 'closed');
    const open = await shop.openDay('2026-03-02');
    const late = shop.receipt(closed);
    const answer = await post([shop.receipt(open), late, shop.receipt(open), shop.receipt(closed)]);
    expect(answer.problem).toMatchObject({ status: 409, code: 'business_day_closed' });
    expect(answer.pointers).toEqual(['/1/businessday_id', '/3/businessday_id']);
    expect((await post(late)).pointers).toEqual(['/businessday_id']);
    expect([await salesOf(open), await salesOf(closed)]).toEqual([[], []]);
    expect(await totals(open)).toEqual({ count: 0, gross: '0.00', over_short: null });

    const brought = { ...late, businessday_id: open, data: { late_for: closed } };
    expect((await post(brought)).entity.data['late_for']).toBe(closed);
    expect((await salesOf(open)).map(({ id }) => id)).toEqual([late['id']]);
  });

  it('lets no receipt be deactivated or reactivated, be it closed or exported', async () => {
    const day = await shop.openDay();
    const { entity } = await post(shop.receipt(day));
    const turn = (active: boolean) => on.send('PUT', `${path}/${entity.id}`, { json: { active } });
    expect((await turn(false)).entity).toMatchObject({ active: false, version: 2 });
    expect((await turn(true)).entity).toMatchObject({ active: true, version: 3 });
    await on.send('PUT', `/api/secure/businessday/${day}`, { json: { status: 'closed' } });
    expect((await turn(false)).problem.code).toBe('business_day_closed');
    await shop.setStatus(day, 'exported', { voucher_num: 'V1' });
    expect((await turn(false)).problem.code).toBe('business_day_closed');
    expect((await on.send('GET', `${path}/${entity.id}`)).entity).toMatchObject({ active: true, version: 3 });
  });
});

describe('posting and closing at the same time', () => {
  it('puts no receipt into a closed day, and loses none that was accepted', async () => {
    for (let round = 0; round < 4; round += 1) {
      const day = await shop.openDay();
      const accepted: string[] = [];
      let seenClosed = 0;
      const terminals = Array.from({ length: 7 }, async () => {
        for (let n = 0; n < 6; n += 1) {
          const receipt = shop.receipt(day);
          const { status, problem } = await post(receipt).then((answer) => ({
            status: answer.status,
            problem: answer.status < 300 ? null : answer.problem.code,
          }));
          if (status === 201) accepted.push(String(receipt['id']));
          else {
            expect([status, problem]).toEqual([409, 'business_day_closed']);
            seenClosed += 1;
          }
        }
      });
      const closing = (async () => {
        await new Promise((resolve) => setTimeout(resolve, 5 + round * 15));
        expect((await shop.setStatus(day, 'closed')).status).toBe(200);
        return (await salesOf(day)).map(({ id }) => id);
      })();
      const [atClose] = await Promise.all([closing, ...terminals]);
      expect(accepted.length + seenClosed).toBe(42);
      expect(atClose.toSorted()).toEqual(accepted.toSorted());
      expect((await salesOf(day)).length).toBe(accepted.length);
      expect(await totals(day)).toMatchObject({ count: accepted.length });
    }
  });

  it('deadlocks nobody: arrays over two days in opposite orders while both are reopened and closed', async () => {
    const days = [await shop.openDay(), await shop.openDay('2026-04-01')];
    const statuses = await Promise.all([
      ...Array.from({ length: 6 }, async (_, n) => {
        const json = (n % 2 ? days : days.toReversed()).flatMap((day) => [
          shop.receipt(day),
          shop.receipt(day),
        ]);
        return (await post(json)).status;
      }),
      ...days.map(async (day) => (await shop.setStatus(day, 'closed')).status),
    ]);
    for (const status of statuses) expect([200, 409]).toContain(status);
  });
});

describe('a thousand receipts', () => {
  // Were this quadratic work, the test would end by its timeout, and not by a second more or less.
  it('are accepted in one array, and once', async () => {
    const day = await shop.openDay();
    const plus = Array.from({ length: 50 }, () => crypto.randomUUID());
    const json = Array.from({ length: 1000 }, (_, n) =>
      shop.receipt(day, {
        receipt_num: String(n),
        data: {
          lines: Array.from({ length: 5 }, (_, line) => ({
            plu_id: plus[(n + line) % 50],
            qty: '1',
            total: '0.90',
          })),
          tenders: [{ type: 'cash', amount: '4.50' }],
        },
      }),
    );
    const answer = await post(json);
    expect(answer.status).toBe(200);
    expect(await totals(day)).toEqual({ count: 1000, gross: '4500.00', over_short: null });
    expect((await post(json)).text).toBe(answer.text);
    expect(await totals(day)).toMatchObject({ count: 1000 });
  });
});
