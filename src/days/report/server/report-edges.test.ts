import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { roles } from '@/contract/role';
import { createKey } from '@/server/ops/companies';
import { Answer, type Json } from '@/testing/answer';
import { stage, unknownId } from '@/testing/api/start';
import { openShop, soundReceipt, type Shop } from '@/testing/shop';
import { recompute } from '../../checks/recompute';
import { reportSchema, type Report } from '../report';
import type { CheckCode } from '../schema/check-codes';

const on = stage();
const path = '/api/secure/report/businessdaytx';
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
});

/** The report's schema with unchecked receipts, since these tests store receipts that violate the contract. */
const lenient = reportSchema.extend({ transactions: z.array(z.record(z.string(), z.unknown())) });

/** Sends a request without validating the response against the OpenAPI document, which such receipts violate. */
const askUnchecked = async (at: string): Promise<Answer> => {
  const { db, companies, fetch } = on.service;
  const key = await createKey(db, companies.helsinki, 'Reader', 'accountant');
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(new Request(`http://test${at}`, { headers }));
  return new Answer(response.status, response.headers, await response.text());
};

const read = async (
  day: string,
  schema: typeof reportSchema | typeof lenient = reportSchema,
): Promise<Report> => {
  const answer =
    schema === lenient ? await askUnchecked(`${path}/${day}`) : await on.send('GET', `${path}/${day}`);
  expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([200, '']);
  const report = schema.parse(answer.json);
  const checks = report.checks.map(({ code, ok, transaction_ids }) => ({ code, ok, transaction_ids }));
  expect(
    recompute(report).checks.map(({ code, ok, transaction_ids }) => ({ code, ok, transaction_ids })),
  ).toEqual(checks);
  return report;
};
const check = (report: Report, code: CheckCode) => report.checks.find((one) => one.code === code);
const failing = (report: Report) => report.checks.filter(({ ok }) => !ok).map(({ code }) => code);

const receipt = (day: string, num: string, more: Json = {}, from = shop) =>
  soundReceipt(from, day, num, more);
const post = async (...receipts: Json[]) => {
  const answer = await on.send('POST', '/api/secure/sales', { json: receipts });
  expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([200, '']);
  return receipts.map(({ id }) => String(id));
};
const put = (day: string, json: Json) => on.send('PUT', `/api/secure/businessday/${day}`, { json });

describe('the report', () => {
  it('of a day with cash that no z report counts says what the drawer should hold, as the browser does', async () => {
    const day = await shop.openDay();
    await post(receipt(day, '4001'));
    const report = await read(day);
    expect(report.totals.cash_total.expected).not.toBe('0.00');
    const { expected } = report.totals.cash_total;
    expect(check(report, 'cash')).toMatchObject({ ok: true, expected, actual: expected });
  });

  it('of a day without sales is one of zeros', async () => {
    const report = await read(await shop.openDay());
    expect(report.totals).toEqual({
      count: 0,
      gross: '0.00',
      net: '0.00',
      tax: '0.00',
      discount: '0.00',
      rounding: '0.00',
      by_tax: [],
      by_tender: [],
      by_dpt: [],
      by_plu: [],
      by_cashier: [],
      by_hour: [],
      returns: { count: 0, gross: '0.00' },
      voids: { count: 0, gross: '0.00' },
      training: { count: 0, gross: '0.00' },
      unknown_types: [],
      removed: { count: 0, gross: '0.00', receipts: [] },
      non_turnover: [],
      cash: [],
      cash_total: {
        opening_float: '0.00',
        sales: '0.00',
        refunds: '0.00',
        paid_in: '0.00',
        paid_out: '0.00',
        expected: '0.00',
        counted: null,
        over_short: null,
      },
    });
    expect([report.transactions, failing(report)]).toEqual([[], []]);
  });

  it('has the day, its location by name, and the receipts as `sales` answers them, in receipt order', async () => {
    const day = await shop.openDay('2026-01-31');
    const late = receipt(day, '2', { completed_at: '2026-01-31T12:00:00Z' });
    await post(late, receipt(day, '1', { completed_at: '2026-01-31T08:00:00Z' }));
    const report = await read(day);
    const { entity } = await on.send('GET', `/api/secure/businessday/${day}`);
    const location = await on.send('GET', `/api/secure/location/${shop.location_id}`);
    expect(report.businessday).toEqual({
      ...entity,
      location: { id: shop.location_id, name: location.entity.name },
    });
    expect(report.transactions.map((sale) => sale['receipt_num'])).toEqual(['1', '2']);
    expect(report.transactions[1]).toEqual(
      (await on.send('GET', `/api/secure/sales/${String(late['id'])}`)).entity,
    );
    expect(report.totals.by_plu).toEqual([
      { plu_id: null, productid: null, name: 'Bun', qty: '0.690', gross: '9.00' },
    ]);
  });

  it('has rows of the same amount in the order of their names, those without a name last, as the browser has them', async () => {
    const day = await shop.openDay();
    const sold = [
      { total: '1.00' },
      { total: '1.00', dpt_id: unknownId, name: 'Zed' },
      { total: '1.00', dpt_name: 'Tea', name: 'Tea' },
      { total: '1.00', dpt_name: 'Bakery', name: 'Bun' },
    ].map((line) => ({ qty: '1', ...line }));
    const paid = [{ type: 'a' }, { type: 'b', name: 'Till' }, { type: 'c', name: 'Card' }];
    const tenders = paid.map((one, at) => ({ ...one, amount: at === 0 ? '2.00' : '1.00' }));
    await post(
      receipt(day, '1', { total: '4.00', data: { lines: sold, tenders } }),
      receipt(day, '2', {
        total: '-1.00',
        type: 'return',
        data: { lines: [], tenders: [{ type: 'a', amount: '-1.00' }] },
      }),
    );
    const report = await read(day);
    const { by_dpt, by_plu, by_tender } = report.totals;
    expect(by_dpt.map(({ name, dpt_id }) => [name, dpt_id])).toEqual([
      ['Bakery', null],
      ['Tea', null],
      [null, unknownId],
      [null, null],
    ]);
    expect(by_plu.map(({ name }) => name)).toEqual(['Bun', 'Tea', 'Zed', null]);
    expect(by_tender.map(({ name }) => name)).toEqual(['Card', 'Till', null]);
    const own = recompute(report).totals;
    expect(own.by_dpt).toEqual(by_dpt);
    expect(own.by_plu).toEqual(by_plu);
    expect(own.by_tender).toEqual(by_tender);
  });

  it('has hours in the time zone of the location, from where its day begins', async () => {
    const { entity } = await on.send('POST', '/api/secure/location', {
      json: { name: 'Far', data: { timezone: 'Asia/Kolkata', day_cutover: '05:00' } },
    });
    const made = await on.send('POST', '/api/secure/businessday', {
      json: { location_id: entity.id, date: '2026-03-01' },
    });
    const at = (num: string, completed_at: string) =>
      receipt(made.entity.id, num, { location_id: entity.id, pos_id: null, completed_at });
    await post(
      at('1', '2026-03-01T02:45:00Z'),
      at('2', '2026-03-01T18:29:59.999Z'),
      at('3', '2026-03-01T18:30:00Z'),
    );
    const report = await read(made.entity.id);
    expect([report.timezone, report.cutover_hour]).toEqual(['Asia/Kolkata', 5]);
    expect(report.totals.by_hour.map(({ hour }) => hour)).toEqual([8, 23, 0]);
    expect(recompute(report).totals.by_hour).toEqual(report.totals.by_hour);
  });

  it.each(['', 'Nowhere/Land', 'abc3', "x'y", 'Europe'])(
    'knows no time zone %j and takes the company’s',
    async (timezone) => {
      const { entity } = await on.send('POST', '/api/secure/location', {
        json: { name: 'Lost', data: { timezone } },
      });
      const made = await on.send('POST', '/api/secure/businessday', {
        json: { location_id: entity.id, date: '2026-03-01' },
      });
      expect((await read(made.entity.id)).timezone).toBe('Europe/Helsinki');
    },
  );

  it('is answered with 304 while nothing that it is made of changed, and anew after a receipt', async () => {
    const day = await shop.openDay();
    const first = await on.send('GET', `${path}/${day}`);
    const again = () =>
      on.send('GET', `${path}/${day}`, { headers: { 'If-None-Match': first.header('etag') } });
    expect([(await again()).status, (await again()).text]).toEqual([304, '']);
    await post(receipt(day, '1'));
    const fresh = await again();
    expect([fresh.status, fresh.header('etag') === first.header('etag')]).toEqual([200, false]);
  });

  it('is read by administrators, managers and accountants, of their own company alone', async () => {
    const day = await shop.openDay();
    for (const role of roles) {
      const send = await on.service.as('helsinki', role);
      const { status } = await send('GET', `${path}/${day}`);
      expect([role, status]).toEqual([role, role === 'terminal' ? 403 : 200]);
    }
    const absent = await on.send('GET', `${path}/${unknownId}`);
    for (const company of ['group', 'tampere', 'other'] as const) {
      const answer = await (await on.service.as(company))('GET', `${path}/${day}`);
      const { request_id: _, ...problem } = answer.problem;
      expect(problem).toEqual({ ...absent.problem, request_id: undefined });
    }
    expect((await on.send('GET', `${path}/no-guid`)).problem.code).toBe('not_found');
    expect((await on.send('GET', `${path}/${day}?full=1`)).problem.code).toBe('invalid_query');
    expect((await on.send('POST', `${path}/${day}`, { json: {} })).status).toBe(405);
  });
});

describe('the sequence of receipt numbers', () => {
  it('has no gap and no repeat within a register; both name the receipts beside them', async () => {
    const own = await openShop(on.send, on.samples);
    const day = await own.openDay();
    const [, second, fourth, again] = await post(
      receipt(day, 'A-001', {}, own),
      receipt(day, 'A-002', {}, own),
      receipt(day, 'A-004', { type: 'void' }, own),
      receipt(day, 'A-004', {}, own),
      receipt(day, 'A-003', { pos_id: null }, own),
    );
    const found = check(await read(day), 'receipt_sequence');
    expect(found?.transaction_ids).toEqual([second, fourth, again]);
    expect(
      found?.faults.map(({ kind, transaction_id, expected, actual }) => [
        kind,
        transaction_id,
        expected,
        actual,
      ]),
    ).toEqual([
      ['gap', fourth, '3', '4'],
      ['repeat', fourth, null, '4'],
      ['repeat', again, null, '4'],
    ]);
  });

  it('counts a deactivated receipt for its number, and none that has no digit', async () => {
    const own = await openShop(on.send, on.samples);
    const day = await own.openDay();
    await post(
      receipt(day, '1', {}, own),
      receipt(day, '2', { active: false, removed_reason: 'Rung up twice' }, own),
      receipt(day, '2', {}, own),
      receipt(day, '3', { active: false, removed_reason: 'Rung up twice' }, own),
      receipt(day, '4', {}, own),
    );
    expect(failing(await read(day))).toEqual([]);
    const [nameless] = await post(receipt(day, '', {}, own));
    const report = await read(day);
    expect(failing(report)).toEqual(['receipt_sequence']);
    expect(check(report, 'receipt_sequence')).toMatchObject({
      transaction_ids: [nameless],
      expected: '6',
      actual: '5',
      faults: [{ kind: 'unnumbered', actual: '' }],
    });
  });

  it('goes on from the register’s previous day, whichever day was made first', async () => {
    const own = await openShop(on.send, on.samples);
    const [third, first] = [await own.openDay('2026-03-03'), await own.openDay('2026-03-01')];
    const empty = await own.openDay('2026-03-02');
    await post(receipt(first, '10', {}, own), receipt(first, '11', {}, own));
    await post(receipt(third, '12', {}, own));
    const report = await read(third);
    expect(failing(report)).toEqual([]);
    expect(report.registers).toMatchObject([
      {
        pos_id: own.pos_id,
        name: 'Till',
        last_before: { receipt_num: '11', businessday_id: first, date: '2026-03-01' },
      },
    ]);
    expect(failing(await read(empty))).toEqual([]);
    const [skipped] = await post(receipt(empty, '13', {}, own));
    const gap = check(await read(empty), 'receipt_sequence');
    expect([gap?.transaction_ids, gap?.faults[0]]).toMatchObject([
      [skipped],
      { expected: '12', actual: '13' },
    ]);
    expect(check(await read(third), 'receipt_sequence')?.faults).toMatchObject([
      { kind: 'gap', expected: '14', actual: '12' },
    ]);
  });

  it('has a receipt that came late where it belongs, and its money where it lies', async () => {
    const own = await openShop(on.send, on.samples);
    const [first, second] = [await own.openDay('2026-03-01'), await own.openDay('2026-03-02')];
    await post(receipt(first, '1', {}, own), receipt(first, '3', {}, own), receipt(second, '5', {}, own));
    expect(failing(await read(first))).toEqual(['receipt_sequence']);
    expect(failing(await read(second))).toEqual(['receipt_sequence']);
    const { data } = receipt(second, '2', {}, own);
    const brought = (num: string) =>
      receipt(second, num, { data: { ...Object(data), late_for: first.toUpperCase() } }, own);
    const [two] = await post(brought('2'), brought('4'));
    const [one, other] = [await read(first), await read(second)];
    expect([failing(one), failing(other)]).toEqual([[], []]);
    expect([one.totals.count, other.totals.count]).toEqual([2, 3]);
    expect(one.registers[0]?.late[0]).toEqual({
      transaction_id: two,
      active: true,
      receipt_num: '2',
      businessday_id: second,
    });
    expect(other.registers[0]?.last_before?.receipt_num).toBe('4');
  });

  it('is compared with what the z reports say', async () => {
    const own = await openShop(on.send, on.samples);
    const day = await own.openDay();
    await post(receipt(day, '7', {}, own), receipt(day, '8', {}, own));
    const { pos_id } = own;
    await put(day, { data: { z_reports: [{ pos_id, first_receipt_num: '007', last_receipt_num: '009' }] } });
    expect(check(await read(day), 'receipt_sequence')?.faults).toMatchObject([
      { kind: 'last', pos_id, expected: '9', actual: '8' },
    ]);
  });
});

describe('the drawer', () => {
  it('opens with what was counted at the close before, or says why not', async () => {
    const own = await openShop(on.send, on.samples);
    const { pos_id } = own;
    const [first, second] = [await own.openDay('2026-03-01'), await own.openDay('2026-03-02')];
    const count = (day: string, ...reports: Json[]) =>
      put(day, { data: { z_reports: reports.map((report) => ({ pos_id, ...report })) } });
    await count(
      first,
      { z_number: 2, opening_float: '120.00', counted: 130 },
      { z_number: 1, opening_float: '100.00', counted: '120.00' },
    );
    expect(failing(await read(first))).toEqual([]);
    await count(second, { opening_float: '130.01' });
    const found = check(await read(second), 'opening');
    expect(found).toMatchObject({ ok: false, expected: '130.00', actual: '130.01', transaction_ids: [] });
    expect(found?.faults).toMatchObject([
      { kind: 'opening_float', pos_id, expected: '130.00', actual: '130.01' },
    ]);
    await count(second, { opening_float: '130.01', opening_note: ' ' });
    expect(failing(await read(second))).toEqual(['opening']);
    await count(second, { opening_float: '130.01', opening_note: 'A cent was found on the floor' });
    expect(failing(await read(second))).toEqual([]);
  });

  it('has paid in and paid out from the receipts, in either sign; what the z reports say is compared', async () => {
    const own = await openShop(on.send, on.samples);
    const { pos_id } = own;
    const day = await own.openDay();
    const move = (num: string, type: string, total: string, tenders: Json[] | null) =>
      own.receipt(day, { receipt_num: num, type, total, data: { lines: null, tenders } });
    const [, out] = await post(
      move('1', 'paid_in', '50.00', [{ type: 'cash', amount: '50.00' }]),
      move('2', 'paid_out', '-20.00', null),
      move('3', 'paid_in', '5.00', [{ type: 'cash', amount: '-5.00' }]),
    );
    await put(day, {
      data: {
        z_reports: [{ pos_id, opening_float: 10, paid_in: '55.00', paid_out: '-20.00', counted: '46' }],
      },
    });
    const report = await read(day);
    expect(failing(report)).toEqual([]);
    expect(report.totals.cash).toEqual([
      {
        pos_id,
        opening_float: '10.00',
        sales: '0.00',
        refunds: '0.00',
        paid_in: '55.00',
        paid_out: '20.00',
        expected: '45.00',
        counted: '46.00',
        over_short: '1.00',
      },
    ]);
    await put(day, {
      data: {
        z_reports: [{ pos_id, opening_float: 10, paid_in: '55.00', paid_out: '19.99', counted: '46' }],
      },
    });
    expect(check(await read(day), 'cash')).toMatchObject({
      ok: false,
      expected: '45.00',
      actual: '45.01',
      transaction_ids: [out],
      faults: [{ kind: 'paid_out', pos_id, expected: '20.00', actual: '19.99' }],
    });
  });
});

it('a receipt of another location or currency than its day’s is kept, counted and shown', async () => {
  const day = await shop.openDay('2026-06-01');
  const other = await openShop(on.send, on.samples);
  const [strayed, foreign] = await post(
    receipt(day, '1', { location_id: other.location_id, pos_id: other.pos_id }),
    receipt(day, '1', { currency: 'SEK', pos_id: null }),
  );
  const report = await read(day);
  const found = check(report, 'receipt_belongs');
  expect(found?.transaction_ids).toEqual([strayed, foreign]);
  expect(found?.faults.map(({ kind, expected, actual }) => [kind, expected, actual])).toEqual([
    ['location', shop.location_id, other.location_id],
    ['register', shop.location_id, other.location_id],
    ['currency', 'EUR', 'SEK'],
  ]);
  expect([report.totals.count, report.totals.gross]).toEqual([2, '9.00']);
});

describe('what no till should send', () => {
  it.each([
    ['no data at all', {}, '4.50'],
    ['no lists', { lines: null, tenders: null, taxes: null }, '4.50'],
    ['empty lists', { lines: [], tenders: [], taxes: [] }, '4.50'],
    ['lines of nothing', { lines: [{}, { total: null }], tenders: [{}], taxes: [{}] }, '4.50'],
    [
      'absurd values',
      {
        lines: [{ total: 1e39, qty: '-99999999999999999999999999.999999999999' }],
        tenders: [{ amount: 1e-39 }],
        taxes: [{ rate: 1e39, gross: -1e39 }],
      },
      '99999999999999999999999999.999999999999',
    ],
  ])('%s is accepted, and a failed check', async (_, data, total) => {
    const day = await shop.openDay();
    const [id] = await post(shop.receipt(day, { total, data, receipt_num: '9'.repeat(100) }));
    const report = await read(day);
    for (const code of ['receipt_lines', 'receipt_tenders'] as const)
      expect([code, check(report, code)?.transaction_ids]).toEqual([code, [id]]);
    expect(report.totals).toEqual({
      ...recompute(report).totals,
      by_plu: report.totals.by_plu,
      by_dpt: report.totals.by_dpt,
    });
  });

  it.each([
    ['lines', [{ total: 'four', net: true, tax: {}, tax_rate: [] }], 'receipt_lines'],
    ['lines', [{ total: '4.50', net: 'NaN', tax: 'Infinity' }], 'receipt_tax'],
    ['lines', 'none', 'receipt_lines'],
    ['lines', [null, 4.5, ['4.50'], 'line'], 'receipt_lines'],
    ['taxes', [{ rate: '13,5', gross: '4,50' }], 'receipt_tax'],
    ['tenders', [{ type: 5, amount: '4.50 €' }], 'receipt_tenders'],
    ['late_for', 'yesterday', null],
  ] as const)(
    '%s that came in past the service as %j are a failed check, not an error',
    async (key, value, code) => {
      const own = await openShop(on.send, on.samples);
      const day = await own.openDay();
      const [id = '', sound] = await post(receipt(day, '1', {}, own), receipt(day, '2', {}, own));
      await sql`update sales set data = jsonb_set(data, array[${key}::text], ${JSON.stringify(value)}::jsonb)
      where id = ${id}`.execute(on.service.db);
      const report = await read(day, lenient);
      if (code) expect(check(report, code)?.transaction_ids).toEqual([id]);
      expect(report.transactions.map((sale) => sale['id'])).toEqual([id, sound]);
      expect(report.totals.count).toBe(2);
    },
  );
});
