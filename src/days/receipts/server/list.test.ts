import { beforeAll, describe, expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { openShop, type Shop } from '@/testing/shop';

const on = stage();
const path = '/api/secure/sales';
let shop: Shop;
let day: string;
const product = crypto.randomUUID();

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  day = await shop.openDay();
  const other = await shop.openDay('2026-03-02');
  const json = Array.from({ length: 130 }, (_, n) =>
    shop.receipt(n < 120 ? day : other, {
      receipt_num: `A-${String(n).padStart(4, '0')}`,
      type: n % 10 === 0 ? 'return' : 'sale',
      completed_at: new Date(Date.UTC(2026, 2, 1, 8, n)).toISOString(),
      pos_id: n % 2 ? shop.pos_id : null,
      data: { lines: n % 3 ? [] : [{ qty: '1' }, { plu_id: n % 2 ? product.toUpperCase() : product }] },
    }),
  );
  await on.send('POST', path, { json });
});

const numbers = async (query: string) =>
  (await on.send('GET', `${path}?limit=1000&${query}`)).step.data.map((sale) =>
    Number(String(sale['receipt_num']).slice(2)),
  );
const all = Array.from({ length: 130 }, (_, n) => n);

describe('the list of receipts', () => {
  it('is a walk by cursor when nothing is asked, 100 a step, and pages when a page is asked for', async () => {
    const { step } = await on.send('GET', path);
    expect([step.data.length, step.has_more]).toEqual([100, true]);
    const rest = await on.send('GET', `${path}?cursor=${step.next_cursor}`);
    expect([rest.step.data.length, rest.step.has_more]).toEqual([30, false]);
    const page = await on.send('GET', `${path}?pageSize=7`);
    expect([page.entities.length, page.header('x-total-count')]).toEqual([7, '130']);
    expect((await on.send('GET', `${path}?type=return`)).step.data).toHaveLength(13);
  });

  it('is filtered by day, register, type and number, and found by its number', async () => {
    expect(await numbers(`businessday_id=${day}`)).toEqual(all.slice(0, 120));
    expect(await numbers(`pos_id=${shop.pos_id}`)).toEqual(all.filter((n) => n % 2));
    expect(await numbers('type=return')).toEqual(all.filter((n) => n % 10 === 0));
    expect(await numbers('receipt_num=A-0042')).toEqual([42]);
    expect(await numbers('q=a-012')).toEqual(all.slice(120));
  });

  it('is filtered by a product in any of its lines, in either case of its GUID', async () => {
    const wanted = all.filter((n) => n % 3 === 0);
    expect(await numbers(`plu_id=${product}`)).toEqual(wanted);
    expect(await numbers(`plu_id=${product.toUpperCase()}`)).toEqual(wanted);
    expect(await numbers(`plu_id=${crypto.randomUUID()}`)).toEqual([]);
  });

  it('is filtered by time: from a moment on, until before another', async () => {
    const from = 'completed_from=2026-03-01T08:10:00Z';
    expect(await numbers(from)).toEqual(all.slice(10));
    expect(
      await numbers(`${from}&completed_until=${encodeURIComponent('2026-03-01T10:20:00+02:00')}`),
    ).toEqual(all.slice(10, 20));
  });

  it('is in order of completion when that is asked', async () => {
    expect(await numbers('sort=-completed_at')).toEqual(all.toReversed());
  });
});
