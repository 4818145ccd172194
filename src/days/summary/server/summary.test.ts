import { describe, expect, it } from 'vitest';
import type { Json } from '@/testing/answer';
import { unknownId, stage } from '@/testing/api/start';
import { openShop, soundReceipt } from '@/testing/shop';
import { reportSchema } from '../../report/report';
import { summarySchema, type Summary } from '../../report/schema/summary';

const on = stage();

const post = async (...receipts: Json[]) => {
  const { status } = await on.send('POST', '/api/secure/sales', { json: receipts });
  expect(status).toBe(200);
};

describe('the summary', () => {
  const summaryPath = '/api/secure/report/summary';
  const get = (query: string) => on.send('GET', `${summaryPath}?${query}`);

  it('adds the days of some locations up, as their reports say', async () => {
    const [one, other] = [await openShop(on.send, on.samples), await openShop(on.send, on.samples)];
    const days = [
      await one.openDay('2025-01-30'),
      await one.openDay('2025-01-31'),
      await other.openDay('2025-01-31'),
    ];
    const beyond = await one.openDay('2025-02-01');
    const deactivated = await one.openDay('2025-01-31');
    await post(soundReceipt(one, days[0] ?? '', '1'), soundReceipt(one, days[1] ?? '', '2'));
    await post(soundReceipt(other, days[2] ?? '', '1', { type: 'return', total: '-4.50', data: {} }));
    await post(soundReceipt(one, beyond, '3'));
    await on.send('PUT', `/api/secure/businessday/${deactivated}`, { json: { active: false } });
    const query = `from=2025-01-30&to=2025-01-31&location_id=${one.location_id},${other.location_id}`;
    const answer = await get(query);
    const summary: Summary = summarySchema.parse(answer.json);
    expect(summary.days.map(({ id, date, count, gross }) => [days.indexOf(id), date, count, gross])).toEqual(
      expect.arrayContaining([
        [0, '2025-01-30', 1, '4.50'],
        [1, '2025-01-31', 1, '4.50'],
        [2, '2025-01-31', 1, '-4.50'],
      ]),
    );
    expect(summary.days).toHaveLength(3);
    expect([summary.currency, summary.locations.length]).toEqual(['EUR', 2]);
    const { count, gross, returns, by_tax } = summary.totals;
    expect({ count, gross, returns, by_tax }).toEqual({
      count: 3,
      gross: '4.50',
      returns: { count: 1, gross: '-4.50' },
      by_tax: [{ rate: '13.5', gross: '9.00', net: '7.92', tax: '1.08' }],
    });
    const again = await on.send('GET', `${summaryPath}?${query}`, {
      headers: { 'If-None-Match': answer.header('etag') },
    });
    expect(again.status).toBe(304);
    const single = summarySchema.parse(
      (await get(`from=2025-01-31&to=2025-01-31&location_id=${other.location_id}`)).json,
    );
    const report = await on.send('GET', `/api/secure/report/businessdaytx/${days[2]}`);
    expect([single.days.length, single.totals]).toEqual([1, reportSchema.parse(report.json).totals]);
  });

  it('says of each day how many receipts do not add up, whatever is wrong with them, and counts no void', async () => {
    const shop = await openShop(on.send, on.samples);
    const [sound, faulty] = [await shop.openDay('2025-03-01'), await shop.openDay('2025-03-02')];
    const lists = (more: Json) => ({ data: { ...Object(soundReceipt(shop, faulty, '1')['data']), ...more } });
    const wrong: Json[] = [
      { total: '4.51' },
      { total_tax: '0.55' },
      lists({ taxes: [{ rate: '13.5', gross: '4.50', net: '3.97', tax: '0.54' }] }),
      lists({ taxes: [{ rate: '25.5', gross: '4.50', net: '3.96', tax: '0.54' }] }),
      lists({ tenders: [{ type: 'cash', amount: '4.49' }] }),
      lists({ tenders: [{ type: 'cash', amount: '4.50', tendered: '5.00', change: '0.49' }] }),
    ];
    await post(soundReceipt(shop, sound, '1'));
    await post(
      ...wrong.map((more, at) => soundReceipt(shop, faulty, String(at + 2), more)),
      soundReceipt(shop, faulty, '20'),
      soundReceipt(shop, faulty, '21', { type: 'void', total: '9.99' }),
    );
    const summary = summarySchema.parse(
      (await get(`from=2025-03-01&to=2025-03-02&location_id=${shop.location_id}`)).json,
    );
    expect(summary.days.map(({ id, at_fault }) => [id, at_fault])).toEqual([
      [sound, 0],
      [faulty, wrong.length],
    ]);
    const report = reportSchema.parse(
      (await on.send('GET', `/api/secure/report/businessdaytx/${faulty}`)).json,
    );
    const named = report.checks
      .filter(({ code }) => code.startsWith('receipt_') && code !== 'receipt_sequence')
      .flatMap((check) => check.transaction_ids);
    expect(new Set(named).size).toBe(wrong.length);
  });

  it('says of each day which checks of its registers fail, as its report does, also from the days before the range', async () => {
    const [shop, other] = [await openShop(on.send, on.samples), await openShop(on.send, on.samples)];
    const drawer = (opening_float: string, more: Json = {}) => ({
      z_reports: [{ pos_id: shop.pos_id, opening_float, counted: '100.00', ...more }],
    });
    const dates = ['02-27', '02-28', '03-01', '03-02', '03-03', '03-04', '03-05'];
    const days: string[] = [];
    for (const date of dates) days.push(await shop.openDay(`2025-${date}`));
    const [before = '', sound = '', gap = '', unnumbered = '', paid = '', opening = '', late = ''] = days;
    const elsewhere = await other.openDay('2025-03-01');
    await post(
      soundReceipt(shop, before, '1'),
      soundReceipt(shop, sound, '2'),
      soundReceipt(shop, gap, '4'),
      soundReceipt(shop, gap, '5'),
      soundReceipt(shop, unnumbered, '6'),
      soundReceipt(shop, unnumbered, 'none'),
      soundReceipt(shop, paid, '7'),
      shop.receipt(paid, { receipt_num: '8', type: 'paid_out', total: '-20.00', data: {} }),
      soundReceipt(shop, opening, '9'),
      soundReceipt(shop, opening, '9'),
      soundReceipt(shop, late, '11'),
      // A register of another location is separate; receipts without a register belong to their location.
      soundReceipt(other, elsewhere, '30'),
      soundReceipt(other, elsewhere, '40', { pos_id: null }),
    );
    const brought = soundReceipt(shop, late, '10');
    await post({ ...Object(brought), data: { ...Object(Object(brought)['data']), late_for: opening } });
    const count = (day: string, data: Json) =>
      on.send('PUT', `/api/secure/businessday/${day}`, { json: { data } });
    await count(before, drawer('100.00', { counted: '90.00' }));
    await count(sound, drawer('90.00', { first_receipt_num: '2', last_receipt_num: '2' }));
    await count(gap, drawer('100.00'));
    await count(unnumbered, drawer('100.00', { counted: null, last_receipt_num: '7' }));
    await count(paid, drawer('77.00', { paid_out: '21.00' }));
    await count(opening, drawer('99.99'));
    await count(late, drawer('99.98', { opening_note: 'Two cents were lost' }));

    const found = async (query: string) =>
      summarySchema
        .parse((await get(query)).json)
        .days.map(({ id, failing }) => [days.indexOf(id), failing] as const)
        .toSorted(([one], [another]) => one - another);
    const expected = await Promise.all(
      days.map(async (day, at) => {
        const report = await on.send('GET', `/api/secure/report/businessdaytx/${day}`);
        const codes = reportSchema.parse(report.json).checks.flatMap(({ code, ok }) => (ok ? [] : [code]));
        return [at, codes] as const;
      }),
    );
    expect(expected.map(([, codes]) => codes)).toEqual([
      [],
      [],
      ['receipt_sequence'],
      ['receipt_sequence'],
      ['cash'],
      ['receipt_sequence', 'opening'],
      [],
    ]);
    const of = `location_id=${shop.location_id}`;
    expect(await found(`from=2025-02-27&to=2025-03-05&${of}`)).toEqual(expected);
    // A range that begins later still considers the days before it.
    for (const from of dates.keys())
      expect(await found(`from=2025-${dates[from]}&to=2025-03-05&${of}`)).toEqual(expected.slice(from));
    const both = await found(`from=2025-03-01&to=2025-03-01&${of},${other.location_id}`);
    expect(both).toEqual([[-1, []], expected[2]]);
  });

  it('of one location knows what its registers did at another within the range', async () => {
    const [shop, other] = [await openShop(on.send, on.samples), await openShop(on.send, on.samples)];
    const drawer = (opening_float: string) => ({
      z_reports: [{ pos_id: shop.pos_id, opening_float, counted: '100.00' }],
    });
    const ways = [
      { what: 'receipts alone', lent: true, counted: false, failing: [] },
      { what: 'its drawer alone', lent: false, counted: true, failing: ['opening'] },
    ];
    const found: unknown[] = [];
    for (const [at, { what, lent, counted }] of ways.entries()) {
      const month = `2025-0${at + 5}`;
      const day = await shop.openDay(`${month}-01`);
      const elsewhere = await other.openDay(`${month}-02`);
      const back = await shop.openDay(`${month}-03`);
      let number = at * 3;
      const next = () => String((number += 1));
      await post(
        soundReceipt(shop, day, next()),
        ...(lent ? [soundReceipt(other, elsewhere, next(), { pos_id: shop.pos_id })] : []),
        soundReceipt(shop, back, next()),
      );
      const note = (id: string, text: string) =>
        on.send('PUT', `/api/secure/businessday/${id}`, { json: { data: drawer(text) } });
      await note(day, '100.00');
      if (counted) {
        await on.send('PUT', `/api/secure/businessday/${elsewhere}`, {
          json: { data: { z_reports: [{ pos_id: shop.pos_id, opening_float: '100.00', counted: '80.00' }] } },
        });
        await note(back, '100.00');
      }
      const of = `from=${month}-01&to=${month}-03&location_id=${shop.location_id}`;
      const { days } = summarySchema.parse((await get(of)).json);
      const report = await on.send('GET', `/api/secure/report/businessdaytx/${back}`);
      const codes = reportSchema.parse(report.json).checks.flatMap(({ code, ok }) => (ok ? [] : [code]));
      found.push([what, days.find(({ id }) => id === back)?.failing, codes]);
    }
    expect(found).toEqual(ways.map(({ what, failing }) => [what, failing, failing]));
  });

  it('of no days is one of zeros, in the company’s currency', async () => {
    const summary = summarySchema.parse((await get('from=1999-01-01&to=1999-12-31')).json);
    expect([summary.currency, summary.days, summary.totals.count]).toEqual(['EUR', [], 0]);
  });

  it('is of one currency', async () => {
    const location = await on.send('POST', '/api/secure/location', {
      json: { name: 'Oslo', data: { currency: 'NOK' } },
    });
    await on.send('POST', '/api/secure/businessday', {
      json: { location_id: location.entity.id, date: '2024-05-01' },
    });
    await (await openShop(on.send, on.samples)).openDay('2024-05-01');
    const { problem } = await get('from=2024-05-01&to=2024-05-01');
    expect([problem.status, problem.errors?.[0]?.code]).toEqual([400, 'several_currencies']);
    expect(problem.errors?.map(({ detail }) => detail)).toEqual(['EUR', 'NOK']);
    const chosen = Object((await get('from=2024-05-01&to=2024-05-01&currency=NOK')).json);
    expect([chosen.currency, chosen.currencies, chosen.days.length]).toEqual(['NOK', ['EUR', 'NOK'], 1]);
    const own = await get(`from=2024-05-01&to=2024-05-01&location_id=${location.entity.id}`);
    expect(Object(own.json).currency).toBe('NOK');
  });

  it.each([
    ['', ['?from', '?to']],
    ['from=2026-02-30&to=2026-03-01', ['?from']],
    ['from=2026-03-02&to=2026-03-01', ['?to']],
    ['from=2024-01-01&to=2026-03-01', ['?to']],
    ['from=2026-03-01&to=2026-03-01&location_id=here', ['?location_id']],
    ['from=2026-03-01&to=2026-03-01&location_id=', ['?location_id']],
    [`from=2026-03-01&to=2026-03-01&location_id=${unknownId}`, ['?location_id']],
    ['from=2026-03-01&to=2026-03-01&from=2026-03-01', ['?from']],
    ['from=2026-03-01&to=2026-03-01&page=1', ['?page']],
    ['from=%00&to=2026-03-01', ['?from']],
  ])('asked with %j is 400 that names the parameter', async (query, pointers) => {
    const answer = await get(query);
    expect([answer.status, answer.problem.code, answer.pointers]).toEqual([400, 'invalid_query', pointers]);
  });

  it('is not for terminals', async () => {
    const terminal = await on.service.as('helsinki', 'terminal');
    expect((await terminal('GET', `${summaryPath}?from=2026-03-01&to=2026-03-01`)).status).toBe(403);
  });
});
