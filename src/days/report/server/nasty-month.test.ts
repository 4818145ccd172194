import { expect, it } from 'vitest';
import { contracts } from '@/resources/contracts';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { recompute } from '../../checks/recompute';
import { reportSchema, type Report } from '../report';
import type { CheckCode } from '../schema/check-codes';
import { summarySchema } from '../schema/summary';

const on = stage();
const make = async (path: string, json: Json) => {
  const answer = await on.send('POST', `/api/secure/${path}`, { json });
  expect([path, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([path, 201, '']);
  return answer.entity.id;
};

const amounts = { gross: '12.55', net: '10.00', tax: '2.55' };
const minus = ([key, value]: [string, string]) => [key, `-${value}`];
const line = (more: Json = {}): Json => ({
  name: 'Candle',
  qty: '5',
  unit_price: '2.51',
  total: '12.55',
  net: '10.00',
  tax: '2.55',
  tax_rate: '25.5',
  ...more,
});

/** The data of a day's three receipts: a cash sale, a card sale, and a return. */
interface Day {
  readonly receipts: [Json, Json, Json];
  readonly z: Json;
  readonly ids: [string, string, string];
}

interface Plant {
  readonly code: CheckCode;
  /** Checks that fail too, since they use the same figures. */
  readonly besides?: readonly CheckCode[];
  readonly plant: (day: Day, other: { pos_id: string; location_id: string; up: string }) => void;
  /** The indexes of the receipts that the fault names. */
  readonly at: readonly number[];
  /** How many receipt numbers the register skips. */
  readonly skips?: number;
}

const dataOf = (receipt: Json): Record<string, Json[]> => Object(receipt['data']);
const first = (receipt: Json, list: string): Json => dataOf(receipt)[list]?.[0] ?? {};
/** Changes the total and everything that follows from it, so that only the intended fault remains. */
const retotal = (receipt: Json, gross: string, net: string, tax: string, more: Json = {}) => {
  Object.assign(receipt, { total: gross, total_net: net, total_tax: tax });
  Object.assign(first(receipt, 'lines'), { total: gross, net, tax, ...more });
  Object.assign(first(receipt, 'taxes'), { gross, net, tax });
  Object.assign(first(receipt, 'tenders'), { amount: gross });
};

const deposit: Json = {
  name: 'Bottle',
  kind: 'deposit',
  qty: '1',
  unit_price: '0.50',
  total: '0.50',
  net: '0.40',
  tax: '0.10',
  tax_rate: '25.5',
};

const plants: Record<string, Plant> = {
  'lines that are not the total': {
    code: 'receipt_lines',
    besides: ['receipt_tax', 'receipt_prices', 'day_dpt'],
    plant: ({ receipts: [, sale] }) => Object.assign(first(sale, 'lines'), { total: '12.54' }),
    at: [1],
  },
  'a tax row that is not its lines': {
    code: 'receipt_tax',
    besides: ['day_tax'],
    plant: ({ receipts: [, sale] }) => Object.assign(first(sale, 'taxes'), { net: '10.01', tax: '2.54' }),
    at: [1],
  },
  'a tender that is not the total': {
    code: 'receipt_tenders',
    besides: ['day_tender'],
    plant: ({ receipts: [, sale] }) => Object.assign(first(sale, 'tenders'), { amount: '12.50' }),
    at: [1],
  },
  'a receipt of another currency': {
    code: 'receipt_belongs',
    plant: ({ receipts: [, sale] }) => Object.assign(sale, { currency: 'SEK' }),
    at: [1],
  },
  'a receipt of another location': {
    code: 'receipt_belongs',
    plant: ({ receipts: [, sale] }, { location_id }) => Object.assign(sale, { location_id }),
    at: [1],
  },
  'a register of another location': {
    code: 'receipt_belongs',
    plant: ({ receipts: [, , back], z }, { pos_id }) => {
      Object.assign(back, { pos_id, receipt_num: '1' });
      z['last_receipt_num'] = String(Number(z['last_receipt_num']) - 1);
    },
    at: [2],
    skips: -1,
  },
  'a number that is missing': {
    code: 'receipt_sequence',
    plant: ({ receipts: [, sale, back], z }) => {
      sale['receipt_num'] = back['receipt_num'];
      back['receipt_num'] = String(Number(back['receipt_num']) + 1);
      z['last_receipt_num'] = back['receipt_num'];
    },
    at: [0, 1],
    skips: 1,
  },
  'a number that came twice': {
    code: 'receipt_sequence',
    plant: ({ receipts: [, sale, back], z }) => {
      back['receipt_num'] = sale['receipt_num'];
      z['last_receipt_num'] = sale['receipt_num'];
    },
    at: [1, 2],
    skips: -1,
  },
  'paid out that the z report does not know': {
    code: 'cash',
    plant: ({ z }) => Object.assign(z, { paid_out: '5.00' }),
    at: [],
  },
  'a float that nobody counted': {
    code: 'opening',
    plant: ({ z }) => Object.assign(z, { opening_float: '90.00' }),
    at: [],
  },
  'a line of 3 × 5.00 that says 10.00': {
    code: 'receipt_prices',
    plant: ({ receipts: [, sale] }) =>
      retotal(sale, '10.00', '7.97', '2.03', { qty: '3', unit_price: '5.00' }),
    at: [1],
  },
  'a price without tax that is not the net': {
    code: 'receipt_prices',
    plant: ({ receipts: [, sale] }) => Object.assign(first(sale, 'lines'), { unit_price: '2.01' }),
    at: [1],
  },
  '125.50 at 25.5 % with a tax of 5.00': {
    code: 'receipt_rates',
    plant: ({ receipts: [, sale] }) => retotal(sale, '125.50', '120.50', '5.00', { qty: '50' }),
    at: [1],
  },
  'a rate of 99 %': {
    code: 'receipt_rates',
    plant: ({ receipts: [, sale] }) => {
      retotal(sale, '12.55', '6.31', '6.24', { tax_rate: '99' });
      first(sale, 'taxes')['rate'] = '99';
    },
    at: [1],
  },
  'a rate that is not valid any more': {
    code: 'receipt_rates',
    plant: ({ receipts: [, sale] }) => {
      retotal(sale, '12.55', '10.12', '2.43', { tax_rate: '24' });
      first(sale, 'taxes')['rate'] = '24';
    },
    at: [1],
  },
  'a deposit whose tax is in no tax row': {
    code: 'receipt_kinds',
    plant: ({ receipts: [, sale] }) => {
      dataOf(sale)['lines']?.push(deposit);
      Object.assign(sale, { total: '13.05' });
      Object.assign(first(sale, 'tenders'), { amount: '13.05' });
    },
    at: [1],
  },
  'a tip that is taxed although the company says that none is': {
    code: 'receipt_kinds',
    plant: ({ receipts: [, sale] }) => {
      dataOf(sale)['lines']?.push({ ...deposit, kind: 'tip' });
      Object.assign(sale, { total: '13.05', total_net: '10.40', total_tax: '2.65' });
      Object.assign(first(sale, 'taxes'), { gross: '13.05', net: '10.40', tax: '2.65' });
      Object.assign(first(sale, 'tenders'), { amount: '13.05' });
    },
    at: [1],
  },
  'a receipt rounded down although its tender rounds up': {
    code: 'receipt_rounding',
    plant: ({ receipts: [, sale] }, { up }) => {
      sale['rounding'] = '-0.02';
      Object.assign(first(sale, 'tenders'), { tender_id: up, amount: '12.53' });
    },
    at: [1],
  },
  'a receipt rounded by 5.00': {
    code: 'receipt_rounding',
    plant: ({ receipts: [cash], z }) => {
      cash['rounding'] = '5.00';
      first(cash, 'tenders')['amount'] = '17.55';
      Object.assign(z, { counted: '117.55' });
    },
    at: [0],
  },
  'a rounding where no tender rounds': {
    code: 'receipt_rounding',
    plant: ({ receipts: [, sale] }) => {
      sale['rounding'] = '0.01';
      first(sale, 'tenders')['amount'] = '12.56';
    },
    at: [1],
  },
  'a receipt of a year earlier': {
    code: 'receipt_time',
    plant: ({ receipts: [cash] }) => Object.assign(cash, { completed_at: '2025-03-01T10:00:00Z' }),
    at: [0],
  },
  'a receipt from before the cutover': {
    code: 'receipt_time',
    plant: ({ receipts: [cash] }) =>
      Object.assign(cash, { completed_at: `${String(cash['completed_at']).slice(0, 11)}01:59:59.999Z` }),
    at: [0],
  },
  'an amount of 10.005': {
    code: 'receipt_scale',
    plant: ({ receipts: [, sale] }) =>
      retotal(sale, '10.005', '7.97', '2.035', { qty: '1', unit_price: '10.005' }),
    at: [1],
  },
  'a count with more decimals than the currency': {
    code: 'receipt_scale',
    plant: ({ z }) => Object.assign(z, { counted: 0.1 + 0.2 }),
    at: [],
  },
  'a return that is not negative': {
    code: 'receipt_type',
    plant: ({ receipts: [, sale] }) => Object.assign(sale, { type: 'return' }),
    at: [1],
  },
  'a type that is not known': {
    code: 'receipt_type',
    plant: ({ receipts: [, sale] }) => Object.assign(sale, { type: 'refund' }),
    at: [1],
  },
  'a receipt that was removed without a reason': {
    code: 'receipt_removed',
    plant: ({ receipts: [, sale] }) => Object.assign(sale, { active: false }),
    at: [1],
  },
};

const cleanDays = 4;

it('finds each fault of a month once, names it and points at it; the other days add up', async () => {
  const me = await on.send('GET', '/api/secure/me');
  const company: unknown = Object(me.json)['company']['id'];
  const kinds = { data: { line_kinds: { tip: 'untaxed' } } };
  expect((await on.send('PUT', `/api/secure/company/${String(company)}`, { json: kinds })).status).toBe(200);
  const sample = await on.samples.minimal(contracts.location);
  const data = { currency: 'EUR', timezone: 'Europe/Helsinki', day_cutover: '04:00' };
  const location_id = await make('location', { ...sample, data });
  const pos_id = await make('pos', { name: 'Till', location_id });
  const elsewhere = await make('location', { ...sample, data });
  const rounding = { unit: '0.05', mode: 'up' };
  const other = {
    up: await make('tender', { name: 'Bill', type: 'bill', data: { rounding } }),
    location_id: elsewhere,
    pos_id: await make('pos', { name: 'Far', location_id: elsewhere }),
  };
  await make('tax', { name: 'VAT', rate: '25.5' });
  await make('tax', { name: 'VAT', rate: '24', data: { valid_until: '2024-08-31' } });
  const cash = await make('tender', {
    name: 'Cash',
    type: 'cash',
    data: { rounding: { unit: '0.05', mode: 'half_up' } },
  });
  const card = await make('tender', { name: 'Card', type: 'card' });

  let next = 1;
  const planted = [
    ...Array.from({ length: cleanDays }, () => null),
    ...Object.entries(plants).flatMap((plant) => [plant, null]),
  ];
  const days: { id: string; found: Plant | null; name: string; ids: string[] }[] = [];
  for (const [index, plant] of planted.entries()) {
    const date = new Date(Date.UTC(2026, 1, 1 + index)).toISOString().slice(0, 10);
    const ids: [string, string, string] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const receipt = (at: 0 | 1 | 2, tender: Json, more: Json = {}): Json => ({
      id: ids[at],
      location_id,
      pos_id,
      currency: 'EUR',
      type: 'sale',
      total: '12.55',
      receipt_num: String(next + at),
      completed_at: `${date}T${10 + at}:00:00.000Z`,
      total_net: '10.00',
      total_tax: '2.55',
      rounding: '0.00',
      data: { lines: [line()], tenders: [tender], taxes: [{ rate: '25.5', ...amounts }] },
      ...more,
    });
    const back = Object.fromEntries(Object.entries(amounts).map(minus));
    const day: Day = {
      ids,
      receipts: [
        receipt(0, { tender_id: cash, name: 'Cash', type: 'cash', amount: '12.55' }),
        receipt(1, { tender_id: card, name: 'Card', type: 'card', amount: '12.55' }),
        receipt(
          2,
          {},
          {
            type: 'return',
            total: '-12.55',
            total_net: '-10.00',
            total_tax: '-2.55',
            data: {
              lines: [line({ qty: '-5', total: '-12.55', net: '-10.00', tax: '-2.55' })],
              tenders: [{ tender_id: card, name: 'Card', type: 'card', amount: '-12.55' }],
              taxes: [{ rate: '25.5', ...back }],
            },
          },
        ),
      ],
      z: {
        pos_id,
        z_number: index + 1,
        opening_float: '100.00',
        counted: '112.55',
        first_receipt_num: String(next),
        last_receipt_num: String(next + 2),
        opening_note: 'The float is made up each morning',
      },
    };
    next += 3;
    if (plant?.[1].code === 'opening') delete day.z['opening_note'];
    plant?.[1].plant(day, other);
    next += plant?.[1].skips ?? 0;
    const id = await make('businessday', { location_id, date, data: { z_reports: [day.z] } });
    const answer = await on.send('POST', '/api/secure/sales', {
      json: day.receipts.map((one) => ({ ...one, businessday_id: id })),
    });
    expect([date, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([date, 200, '']);
    days.push({ id, found: plant?.[1] ?? null, name: plant?.[0] ?? 'nothing', ids });
  }

  for (const { id, found, name, ids } of days) {
    const answer = await on.send('GET', `/api/secure/report/businessdaytx/${id}`);
    const report: Report = reportSchema.parse(answer.json);
    for (const checks of [report.checks, recompute(report).checks]) {
      const failing = checks.filter(({ ok }) => !ok).map(({ code }) => code);
      const expected = found ? [found.code, ...(found.besides ?? [])].toSorted() : [];
      expect([name, failing.toSorted()]).toEqual([name, expected]);
      const check = checks.find(({ code }) => code === found?.code);
      expect([name, check?.transaction_ids ?? []]).toEqual([name, (found?.at ?? []).map((at) => ids[at])]);
      if (found?.at.length === 0) expect([name, check?.faults[0]?.pos_id]).toEqual([name, pos_id]);
    }
    expect(recompute(report).totals.removed).toEqual(report.totals.removed);
    expect(recompute(report).totals.unknown_types).toEqual(report.totals.unknown_types);
  }

  const query = `from=2026-02-01&to=2026-06-01&location_id=${location_id}`;
  const summary = summarySchema.parse((await on.send('GET', `/api/secure/report/summary?${query}`)).json);
  const off = summary.days.filter(({ at_fault, failing }) => at_fault > 0 || failing.length > 0);
  expect(off.map(({ id }) => id)).toEqual(days.filter(({ found }) => found).map(({ id }) => id));
}, 120_000);
