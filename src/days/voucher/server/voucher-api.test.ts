import { assert, asyncProperty, constantFrom } from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Json } from '@/testing/answer';
import { stage, unknownId } from '@/testing/api/start';
import { openShop, openTwoRegisters, soundReceipt } from '@/testing/shop';
import { computeReceipt, daySpec, receiptJson } from '@/testing/sold-day';
import { reportSchema } from '../../report/report';
import { sumOf } from '../../report/amounts';
import { vouchersSchema, type SentVoucher } from '../schema';

const on = stage();
const path = '/api/secure/report/voucher';

async function vouchersOf(query: string): Promise<SentVoucher[]> {
  const answer = await on.send('GET', `${path}?${query}`);
  expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([200, '']);
  return vouchersSchema.parse(answer.json).vouchers;
}
const voucherOf = async (...days: string[]): Promise<SentVoucher> => {
  const [voucher] = await vouchersOf(`businessday_id=${days.join(',')}&by=all`);
  if (!voucher) throw new Error('No voucher came');
  return voucher;
};
const make = async (resource: string, json: Json) => {
  const answer = await on.send('POST', `/api/secure/${resource}`, { json });
  expect([resource, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([resource, 201, '']);
  return answer.entity.id;
};
const take = (businessday_ids: readonly string[], by?: string, send = on.send) =>
  send('POST', path, { json: { businessday_ids, ...(by !== undefined && { by }) } });
const sumBy = (voucher: SentVoucher, use: string): string => {
  const rows = voucher.rows.filter((row) => row.use === use && row.against === null);
  return sumOf(rows.map(({ debit }) => debit))
    .minus(sumOf(rows.map(({ credit }) => credit)))
    .toFixed();
};
const negative = (...values: unknown[]) => sumOf(values).times(-1).toFixed();

/** Opens days of a shop, sells one bun on each, or on those that `sold` says, and closes them. */
async function closedDays(count: number, location?: Json, sold: (at: number) => boolean = () => true) {
  const shop = await openShop(on.send, on.samples);
  if (location) await on.send('PUT', `/api/secure/location/${shop.location_id}`, { json: location });
  const days: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const day = await shop.openDay(`2027-05-${String(at + 1).padStart(2, '0')}`);
    if (sold(at)) await on.send('POST', '/api/secure/sales', { json: soundReceipt(shop, day, '1') });
    expect((await shop.setStatus(day, 'closed')).status).toBe(200);
    days.push(day);
  }
  return { shop, days };
}

describe('the voucher of a day', () => {
  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
  ])('in %s balances and has what the report has, whatever was sold', async (currency, scale) => {
    await assert(
      asyncProperty(daySpec, constantFrom(true, false), async (specs, isCounted) => {
        const { location_id, registers } = await openTwoRegisters(on.send, on.samples, { currency });
        const z_reports = registers.map((pos_id) => ({
          pos_id,
          opening_float: '100',
          ...(isCounted && { counted: '321' }),
        }));
        const businessday_id = await make('businessday', {
          location_id,
          date: '2026-03-01',
          data: { z_reports },
        });
        const json = specs.map((spec, at) =>
          receiptJson(computeReceipt(spec), scale, {
            id: crypto.randomUUID(),
            businessday_id,
            location_id,
            pos_id: registers[spec.register],
            receipt_num: String(at + 1),
            currency,
          }),
        );
        expect((await on.send('POST', '/api/secure/sales', { json })).status).toBe(200);
        const report = await on.send('GET', `/api/secure/report/businessdaytx/${businessday_id}`);
        const { totals } = reportSchema.parse(report.json);
        const voucher = await voucherOf(businessday_id);
        expect(voucher.debit).toBe(voucher.credit);
        expect(voucher.differences).toEqual([]);
        expect(voucher.debit.split('.')[1]?.length ?? 0).toBe(scale);
        expect(sumBy(voucher, 'tender')).toBe(sumOf(totals.by_tender.map(({ amount }) => amount)).toFixed());
        expect(sumBy(voucher, 'revenue')).toBe(negative(totals.net));
        expect(sumBy(voucher, 'vat')).toBe(negative(totals.tax));
        expect(sumBy(voucher, 'rounding')).toBe(negative(totals.rounding));
        for (const { kind, amount } of totals.non_turnover) {
          const uses = { gift_card: ['gift_card_sold'], deposit: ['deposit_taken', 'deposit_returned'] };
          const of = kind === 'gift_card' || kind === 'deposit' ? uses[kind] : [kind];
          expect(sumOf(of.map((use) => sumBy(voucher, use))).toFixed()).toBe(negative(amount));
        }
        const { paid_in, paid_out, over_short } = totals.cash_total;
        expect(sumBy(voucher, 'paid_in')).toBe(negative(paid_in));
        expect(sumBy(voucher, 'paid_out')).toBe(sumOf([paid_out]).toFixed());
        expect(sumOf([sumBy(voucher, 'over'), sumBy(voucher, 'short')]).toFixed()).toBe(
          negative(over_short ?? '0'),
        );
        for (const { rate, tax } of totals.by_tax) {
          const row = voucher.rows.filter((one) => one.use === 'vat' && one.rate === rate);
          expect(sumOf(row.map(({ debit, credit }) => credit ?? `-${debit}`)).toFixed()).toBe(
            sumOf([tax]).toFixed(),
          );
        }
      }),
      { numRuns: 12 },
    );
  });

  it('has a short drawer, the drop to the bank and the sales at their accounts, and lacks nothing', async () => {
    const dpt_id = await make('dpt', { name: 'Bakery' });
    const own = await make('dpt', { name: 'Drinks', data: { account_code: ' 3555 ' } });
    const cash = await make('tender', { name: 'Cash', type: 'cash' });
    const table: Json[] = [
      { name: 'Cash', use: 'tender', tender_type: 'cash', code: '1900' },
      {
        name: 'Bakery 13.5',
        use: 'revenue',
        dpt_id,
        tax_rate: '13.50',
        code: '3110',
        data: { vat_code: 'A' },
      },
      { name: 'Sales', use: 'revenue', code: '3000' },
      { name: 'VAT', use: 'vat', tax_rate: '13.5', code: '2939' },
      { name: 'Bank', use: 'bank_drop', kind: 'to  THE bank', code: '1940' },
      { name: 'Short', use: 'short', code: '8680' },
      { name: 'Old', use: 'short', code: '9999', active: false },
    ];
    for (const json of table) await make('account', json);
    const shop = await openShop(on.send, on.samples);
    await on.send('PUT', `/api/secure/location/${shop.location_id}`, {
      json: { data: { cost_centre: 'HKI' } },
    });
    const day = await shop.openDay('2026-04-01');
    const line = { qty: '1', total: '4.50', net: '3.96', tax: '0.54', tax_rate: '13.5' };
    const sold = (receipt_num: string, dpt: string) =>
      soundReceipt(shop, day, receipt_num, {
        data: {
          lines: [{ ...line, dpt_id: dpt.toUpperCase(), dpt_name: 'As then' }],
          tenders: [{ type: 'cash', tender_id: cash, name: 'Cash', amount: '4.50' }],
          taxes: [{ rate: '13.5', gross: '4.50', net: '3.96', tax: '0.54' }],
        },
      });
    const drop = shop.receipt(day, {
      receipt_num: '3',
      type: 'paid_out',
      total: '-5.00',
      data: { reason: 'To the bank', tenders: [{ type: 'cash', amount: '-5.00' }] },
    });
    await on.send('POST', '/api/secure/sales', { json: [sold('1', dpt_id), sold('2', own), drop] });
    const z_reports = [{ pos_id: shop.pos_id, opening_float: '100.00', counted: '103.80' }];
    await on.send('PUT', `/api/secure/businessday/${day}`, { json: { data: { z_reports } } });
    const voucher = await voucherOf(day);
    const { rows } = voucher;
    expect(
      rows.map(({ account, account_owner, use, debit, credit }) => [
        account,
        account_owner,
        use,
        debit,
        credit,
      ]),
    ).toEqual([
      ['1900', 'table', 'tender', '9.00', null],
      ['1900', 'table', 'tender', null, '5.00'],
      ['1900', 'table', 'tender', null, '0.20'],
      ['1940', 'table', 'bank_drop', '5.00', null],
      ['2939', 'table', 'vat', null, '1.08'],
      ['3110', 'table', 'revenue', null, '3.96'],
      ['3555', 'department', 'revenue', null, '3.96'],
      ['8680', 'table', 'short', '0.20', null],
    ]);
    expect(rows.map(({ vat_code }) => vat_code)).toEqual([null, null, null, null, null, 'A', null, null]);
    expect([voucher.lacks, voucher.differences, voucher.debit, voucher.credit]).toEqual([
      [],
      [],
      '14.20',
      '14.20',
    ]);
    expect(voucher.notes).toEqual([{ code: 'open', count: 1 }]);
    expect(new Set(rows.map(({ cost_centre }) => cost_centre))).toEqual(new Set(['HKI']));
    const other = await on.service.as('tampere');
    const theirs = await other('GET', `${path}?businessday_id=${day}`);
    expect([theirs.status, theirs.pointers]).toEqual([400, ['?businessday_id']]);
  });

  it('names what has no account, once each, and what has several', async () => {
    const send = await on.service.as('tampere');
    const shop = await openShop(send, on.samples).catch(() => null);
    expect(shop).not.toBeNull();
    if (!shop) return;
    const day = await shop.openDay('2026-04-02');
    await send('POST', '/api/secure/sales', { json: soundReceipt(shop, day, '1') });
    const read = async () =>
      vouchersSchema.parse((await send('GET', `${path}?businessday_id=${day}`)).json).vouchers[0]?.lacks;
    expect((await read())?.map(({ use, rate, reason }) => [use, rate, reason])).toEqual([
      ['tender', null, 'none'],
      ['revenue', '13.5', 'none'],
      ['vat', '13.5', 'none'],
    ]);
    for (const code of ['3000', '3001'])
      await send('POST', '/api/secure/account', { json: { name: 'Sales', use: 'revenue', code } });
    expect((await read())?.map(({ use, reason }) => [use, reason])).toEqual([
      ['tender', 'none'],
      ['revenue', 'several'],
      ['vat', 'none'],
    ]);
  });

  it('of a day that does not add up balances by a row of its own, and says why', async () => {
    const shop = await openShop(on.send, on.samples);
    const day = await shop.openDay('2026-04-03');
    const short = soundReceipt(shop, day, '1');
    const data = { ...Object(short['data']), tenders: [{ type: 'cash', amount: '4.45' }] };
    await on.send('POST', '/api/secure/sales', { json: { ...short, data } });
    const voucher = await voucherOf(day);
    expect([voucher.debit, voucher.credit]).toEqual(['4.50', '4.50']);
    expect(voucher.differences).toEqual([
      { code: 'tenders', expected: '4.45', actual: '4.50', difference: '0.05' },
    ]);
    expect(sumBy(voucher, 'difference')).toBe('0.05');
  });
});

describe('vouchers of several days', () => {
  it('are one for each day, or one for all of a location and year, with the same sums', async () => {
    const shop = await openShop(on.send, on.samples);
    const dates = ['2025-12-30', '2025-12-31', '2026-01-01'];
    for (const [at, date] of dates.entries()) {
      const day = await shop.openDay(date);
      await on.send('POST', '/api/secure/sales', { json: soundReceipt(shop, day, String(at + 1)) });
    }
    const query = `from=2025-12-01&to=2026-01-31&location_id=${shop.location_id}`;
    const each = await vouchersOf(query);
    const all = await vouchersOf(`${query}&by=all`);
    expect(each.map(({ from, to, debit }) => [from, to, debit])).toEqual(
      dates.map((date) => [date, date, '4.50']),
    );
    expect(all.map(({ from, to, debit, days }) => [from, to, debit, days.length])).toEqual([
      ['2025-12-30', '2025-12-31', '9.00', 2],
      ['2026-01-01', '2026-01-01', '4.50', 1],
    ]);
  });

  it.each([
    ['', ['?from', '?to']],
    ['from=2026-03-02&to=2026-03-01', ['?to']],
    ['from=2026-01-01&to=2026-12-31', ['?to']],
    ['from=2026-03-01&to=2026-03-01&by=week', ['?by']],
    ['from=2026-03-01&to=2026-03-01&currency=euro', ['?currency']],
    [`from=2026-03-01&to=2026-03-01&location_id=${unknownId}`, ['?location_id']],
    [`businessday_id=${unknownId}`, ['?businessday_id']],
    ['businessday_id=', ['?businessday_id']],
    [`businessday_id=${unknownId}&from=2026-03-01`, ['?from']],
    ['from=2026-03-01&to=2026-03-01&page=1', ['?page']],
  ])('asked with %j are 400 that names the parameter', async (query, pointers) => {
    const answer = await on.send('GET', `${path}?${query}`);
    expect([answer.status, answer.problem.code, answer.pointers]).toEqual([400, 'invalid_query', pointers]);
  });

  it('are the same until something of them changes: an account does', async () => {
    const { days } = await closedDays(1);
    const first = await on.send('GET', `${path}?businessday_id=${days[0]}`);
    const again = () =>
      on.send('GET', `${path}?businessday_id=${days[0]}`, {
        headers: { 'If-None-Match': first.header('etag') },
      });
    expect((await again()).status).toBe(304);
    await make('account', { name: 'Tips', use: 'tip', code: '2890' });
    expect((await again()).status).toBe(200);
  });
});

describe('voucher numbers', () => {
  it('go up by one in the series of the location and year, and export their days', async () => {
    const { days, shop } = await closedDays(3, { location_num: 4711 });
    expect((await vouchersOf(`businessday_id=${days.join(',')}`)).map((one) => one.next_number)).toEqual([
      '4711-2027-0001',
      '4711-2027-0002',
      '4711-2027-0003',
    ]);
    const [one = '', two = '', three = ''] = days;
    expect((await take([one])).json).toEqual([{ businessday_id: one, voucher_num: '4711-2027-0001' }]);
    const day = await on.send('GET', `/api/secure/businessday/${one}`);
    expect([day.entity['status'], day.entity.data['voucher_num']]).toEqual(['exported', '4711-2027-0001']);
    // Somebody gave the next one by hand: it is left out, so that no number is there twice.
    await shop.setStatus(three, 'exported', { voucher_num: '4711-2027-0002' });
    expect((await take([two])).json).toEqual([{ businessday_id: two, voucher_num: '4711-2027-0003' }]);
    const [read] = await vouchersOf(`businessday_id=${two}`);
    expect([read?.number, read?.next_number]).toEqual(['4711-2027-0003', null]);
  });

  it('are one for days together, which stay one voucher; sent again the answer is the same', async () => {
    const { days } = await closedDays(3, { data: { voucher_series: 'TRE' } });
    const answer = await take(days, 'all');
    expect(answer.json).toEqual(days.map((id) => ({ businessday_id: id, voucher_num: 'TRE-2027-0001' })));
    expect((await take(days, 'all')).json).toEqual(answer.json);
    const [voucher, ...others] = await vouchersOf(`businessday_id=${days[1]}`);
    expect(others).toEqual([]);
    expect([voucher?.number, voucher?.days.map(({ id }) => id)]).toEqual(['TRE-2027-0001', days]);
    const { days: next } = await closedDays(1);
    const used = await on.send('PUT', `/api/secure/businessday/${next[0]}`, {
      json: { status: 'exported', data: { voucher_num: 'tre-2027-0001' } },
    });
    expect(used.problem.code).toBe('voucher_number_used');
  });

  it('taken at the same time are all different, without a gap', async () => {
    const { days } = await closedDays(12, { data: { voucher_series: 'RUSH' } });
    const answers = await Promise.all(days.map((day) => take([day])));
    const numbers = answers.flatMap(({ json }) =>
      (json as { voucher_num: string }[]).map(({ voucher_num }) => voucher_num),
    );
    expect(numbers.toSorted()).toEqual(days.map((_, at) => `RUSH-2027-${String(at + 1).padStart(4, '0')}`));
  });

  it('leave no gap where a request is refused after they were drawn', async () => {
    const { days } = await closedDays(2, { data: { voucher_series: 'GAP' } });
    const [one = '', two = ''] = days;
    const gone = sql`
      create function no_export() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = 'TH409'; end $$;
      create trigger no_export before update on businessday for each row execute function no_export()`;
    await sql`${gone}`.execute(on.service.db);
    expect((await take([one])).status).toBe(409);
    await sql`drop trigger no_export on businessday; drop function no_export()`.execute(on.service.db);
    expect((await take([two])).json).toEqual([{ businessday_id: two, voucher_num: 'GAP-2027-0001' }]);
    expect((await take([one])).json).toEqual([{ businessday_id: one, voucher_num: 'GAP-2027-0002' }]);
  });

  it('go to closed days without one alone: a reopened day has none, and keeps nothing of the series', async () => {
    const { days, shop } = await closedDays(2, { data: { voucher_series: 'RE' } });
    const [one = '', two = ''] = days;
    expect((await shop.setStatus(one, 'open', { note: 'A receipt was missing' })).status).toBe(200);
    const refused = await take([two, one]);
    expect([refused.problem.code, refused.pointers]).toEqual(['day_not_closed', ['/businessday_ids/1']]);
    expect((await on.send('GET', `/api/secure/businessday/${two}`)).entity['status']).toBe('closed');
    expect((await shop.setStatus(one, 'closed')).status).toBe(200);
    expect((await take([one])).json).toEqual([{ businessday_id: one, voucher_num: 'RE-2027-0001' }]);
    // An exported day is never reopened: its number stays.
    expect((await shop.setStatus(one, 'open', { note: 'Again' })).status).toBe(409);
    await on.send('PUT', `/api/secure/businessday/${two}`, { json: { data: { voucher_num: 'MINE' } } });
    const third = (await closedDays(1)).days[0] ?? '';
    await shop.setStatus(third, 'exported', { voucher_num: 'OWN 1' });
    expect((await take([third])).problem.code).toBe('day_not_closed');
    expect((await take([unknownId])).pointers).toEqual(['/businessday_ids/0']);
    const empty = await take([]);
    expect([empty.status, empty.pointers]).toEqual([422, ['/businessday_ids']]);
  });

  it('are for accountants and administrators, who also keep the table; a manager reads it', async () => {
    const { days } = await closedDays(1);
    const manager = await on.service.as('helsinki', 'manager');
    const accountant = await on.service.as('helsinki', 'accountant');
    const json = { name: 'Rounding', use: 'rounding', code: '3590' };
    expect((await take(days, 'day', manager)).status).toBe(403);
    expect((await manager('POST', '/api/secure/account', { json })).status).toBe(403);
    expect((await manager('GET', '/api/secure/account')).status).toBe(200);
    expect((await manager('GET', `${path}?businessday_id=${days[0]}`)).status).toBe(200);
    expect((await accountant('POST', '/api/secure/account', { json })).status).toBe(201);
    expect((await take(days, 'day', accountant)).status).toBe(200);
    const terminal = await on.service.as('helsinki', 'terminal');
    expect((await terminal('GET', '/api/secure/account')).status).toBe(403);
  });

  it('are not used by days without rows, which are exported without one; sent again the answer is the same', async () => {
    const { days } = await closedDays(4, { data: { voucher_series: 'REST' } }, (at) => at % 2 === 0);
    const [first = '', rest = '', second = '', other = ''] = days;
    const query = `businessday_id=${days.join(',')}`;
    expect((await vouchersOf(query)).map(({ next_number }) => next_number)).toEqual([
      'REST-2027-0001',
      null,
      'REST-2027-0002',
      null,
    ]);
    const answer = await take([first, rest, second]);
    expect(answer.json).toEqual([
      { businessday_id: first, voucher_num: 'REST-2027-0001' },
      { businessday_id: rest, voucher_num: null },
      { businessday_id: second, voucher_num: 'REST-2027-0002' },
    ]);
    expect((await take([first, rest, second])).json).toEqual(answer.json);
    const { entity } = await on.send('GET', `/api/secure/businessday/${rest}`);
    expect([entity['status'], entity.data['voucher_num']]).toEqual(['exported', undefined]);
    const [read] = await vouchersOf(`businessday_id=${rest}`);
    expect([read?.number, read?.next_number, read?.rows]).toEqual([null, null, []]);
    // What is exported already is no part of the voucher that others of its year would have together.
    const together = async () =>
      (await vouchersOf(`${query}&by=all`)).map(({ number, days: own }) => [number, own.map(({ id }) => id)]);
    const numbered = (one: string, at: number) => [`REST-2027-000${at}`, [one]];
    expect(await together()).toEqual([
      numbered(first, 1),
      [null, [rest]],
      numbered(second, 2),
      [null, [other]],
    ]);
    expect((await take([other])).json).toEqual([{ businessday_id: other, voucher_num: null }]);
    expect(await together()).toEqual([numbered(first, 1), [null, [rest, other]], numbered(second, 2)]);
  });

  it('are one for days together of which some have no rows, and none if none of them has', async () => {
    const { days } = await closedDays(3, { data: { voucher_series: 'SOME' } }, (at) => at === 1);
    const answer = await take(days, 'all');
    expect(answer.json).toEqual(days.map((id) => ({ businessday_id: id, voucher_num: 'SOME-2027-0001' })));
    const empty = await closedDays(2, { data: { voucher_series: 'NIL' } }, () => false);
    expect((await take(empty.days, 'all')).json).toEqual(
      empty.days.map((id) => ({ businessday_id: id, voucher_num: null })),
    );
    const { rows } = await sql`select from businessday_voucher where series = 'NIL'`.execute(on.service.db);
    expect(rows).toHaveLength(0);
  });

  it('are not asked of a day without rows that changes its state; of one with rows they are, whatever it has', async () => {
    const businessday = '/api/secure/businessday';
    const { days, shop } = await closedDays(3, {}, () => false);
    const [one = '', two = '', three = ''] = days;
    const put = await on.send('PUT', `${businessday}/${one}`, { json: { status: 'exported' } });
    expect([put.status, put.entity['status'], put.entity.data['voucher_num']]).toEqual([
      200,
      'exported',
      undefined,
    ]);
    const json = [{ id: two, status: 'exported', data: { voucher_num: ' ' } }];
    expect((await on.send('POST', businessday, { json })).status).toBe(200);
    // A number of one's own stays possible.
    expect((await shop.setStatus(three, 'exported', { voucher_num: 'NONE 3' })).status).toBe(200);
    // No receipt, but money that is missing from a drawer, counted in the very request that exports the day.
    const short = await shop.openDay('2027-05-20');
    const z_reports = [{ pos_id: shop.pos_id, opening_float: '100.00', counted: '99.00' }];
    const both = [
      { id: short, status: 'closed', data: { z_reports } },
      { id: short, status: 'exported' },
    ];
    const refused = await on.send('POST', businessday, { json: both });
    expect([refused.status, refused.pointers, refused.problem.errors?.[0]?.code]).toEqual([
      422,
      ['/1/data/voucher_num'],
      'required',
    ]);
    expect((await on.send('GET', `${businessday}/${short}`)).entity['status']).toBe('open');
    expect((await shop.setStatus(short, 'closed', { z_reports })).status).toBe(200);
    expect((await shop.setStatus(short, 'exported')).status).toBe(422);
    expect((await take([short])).json).toEqual([
      { businessday_id: short, voucher_num: expect.stringMatching(/-2027-0001$/) },
    ]);
  });

  it.each(['', '30 00', '-3000', '3000-', 'x'.repeat(21), '３０００'])(
    'the account %j is refused at its field',
    async (code) => {
      const answer = await on.send('POST', '/api/secure/account', {
        json: { name: 'Sales', use: 'revenue', code },
      });
      expect([answer.status, answer.pointers]).toEqual([422, ['/code']]);
    },
  );

  it('are append-only, and of their own company', async () => {
    const count = await sql<{ n: number }>`select count(*)::int as n from businessday_voucher`.execute(
      on.service.db,
    );
    expect(count.rows[0]?.n).toBeGreaterThan(10);
    for (const statement of ['update businessday_voucher set number = 1', 'delete from businessday_voucher'])
      await expect(sql.raw(statement).execute(on.service.db)).rejects.toThrow('append-only');
  });
});
