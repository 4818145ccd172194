import { Big } from 'big.js';
import { assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { openTwoRegisters } from '@/testing/shop';
import {
  daySpec,
  computeReceipt,
  rateText,
  tenders,
  unitText,
  receiptJson,
  type ComputedReceipt,
} from '@/testing/sold-day';
import { recomputation, recompute } from '../../checks/recompute';
import { reportSchema, type Report } from '../report';
import type { Check } from '../schema/checks';
import type { Totals } from '../schema/totals';

const on = stage();
const reportPath = '/api/secure/report/businessdaytx';

const make = async (path: string, json: Json) =>
  (await on.send('POST', `/api/secure/${path}`, { json })).entity.id;
/** Creates a location with two registers in a currency. */
const openPlace = (currency: string) =>
  openTwoRegisters(on.send, on.samples, { currency, timezone: 'Europe/Helsinki' });

async function reportOf(day: string): Promise<Report> {
  const answer = await on.send('GET', `${reportPath}/${day}`);
  expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([200, '']);
  return reportSchema.parse(answer.json);
}

/** Posts a generated day: receipts numbered per register, each drawer counted with three units too much. */
async function sell(drawn: readonly ComputedReceipt[], currency: string, scale: number) {
  const { location_id, registers } = await openPlace(currency);
  // Cash is rounded to five smallest units of the currency.
  await make('tender', {
    id: tenders[1].tender_id,
    name: 'Cash',
    type: 'cash',
    data: { rounding: { unit: unitText(5, scale) } },
  });
  const z_reports = registers.map((pos_id, index) => {
    const moved = (type: string) =>
      sumOf(drawn, ({ spec, payments }) =>
        spec.register === index && spec.active && spec.type === type ? (payments[0]?.amount ?? 0) : 0,
      );
    return {
      pos_id,
      opening_float: unitText(10_000, scale),
      paid_in: unitText(moved('paid_in'), scale),
      paid_out: unitText(moved('paid_out'), scale),
      counted: unitText(expectedCash(drawn, index) + 3, scale),
    };
  });
  const day = await make('businessday', { location_id, date: '2026-03-01', data: { z_reports } });
  const next = [1, 1];
  const receipts = drawn.map((one) => {
    const { register } = one.spec;
    const receipt_num = `R${register}-${String((next[register] = (next[register] ?? 0) + 1)).padStart(6, '0')}`;
    const pos_id = registers[register];
    return receiptJson(one, scale, {
      id: crypto.randomUUID(),
      businessday_id: day,
      location_id,
      pos_id,
      receipt_num,
      currency,
    });
  });
  return { day, location_id, registers, receipts };
}

async function post(receipts: readonly Json[]) {
  const answer = await on.send('POST', '/api/secure/sales', { json: receipts });
  expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([200, '']);
}

const sumOf = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((sum, one) => sum + of(one), 0);
const counts = ({ spec }: ComputedReceipt) => spec.active && ['sale', 'return'].includes(spec.type);
const cashOf = (drawn: readonly ComputedReceipt[], register: number) =>
  drawn
    .filter((one) => counts(one) && one.spec.register === register)
    .flatMap(({ payments }) =>
      payments.filter(({ tender }) => tender.type === 'cash').map(({ amount }) => amount),
    );
const movedOf = (drawn: readonly ComputedReceipt[], register: number, type: string) =>
  sumOf(drawn, ({ spec, payments }) =>
    spec.active && spec.register === register && spec.type === type ? (payments[0]?.amount ?? 0) : 0,
  );
const expectedCash = (drawn: readonly ComputedReceipt[], register: number) =>
  10_000 +
  sumOf(cashOf(drawn, register), (amount) => amount) +
  movedOf(drawn, register, 'paid_in') -
  movedOf(drawn, register, 'paid_out');

/** Computes the totals of the day in whole units, without any code of the report. */
function expectedTotals(drawn: readonly ComputedReceipt[], registers: readonly string[], scale: number) {
  const text = (units: number) => unitText(units, scale);
  const counted = drawn.filter(counts);
  const lines = counted.flatMap((one) => one.lines);
  const sold = lines.filter(({ isNonTurnover }) => !isNonTurnover);
  const grossOf = (of: readonly ComputedReceipt[]) =>
    sumOf(of, (one) => sumOf(one.lines, ({ isNonTurnover, total }) => (isNonTurnover ? 0 : total)));
  const group = <T>(list: readonly T[], key: (one: T) => string | number | null) =>
    [...new Set(list.map(key))].map((name) => ({ name, of: list.filter((one) => key(one) === name) }));
  const figures = (of: typeof sold) => {
    const [gross, tax] = [sumOf(of, ({ total }) => total), sumOf(of, (one) => one.tax)];
    return { gross: text(gross), net: text(gross - tax), tax: text(tax) };
  };
  const qty = (of: typeof sold) => new Big(sumOf(of, (one) => one.qty)).div(1000).toFixed();
  const apart = (type: string) => {
    const of = drawn.filter(({ spec }) => spec.active && spec.type === type);
    return { count: of.length, gross: text(grossOf(of)) };
  };
  const payments = counted.flatMap((one) => one.payments);
  const returns = counted.filter(({ spec }) => spec.type === 'return');
  const cash = registers.map((pos_id, index) => {
    const amounts = cashOf(drawn, index);
    return {
      pos_id,
      opening_float: 10_000,
      sales: sumOf(amounts, (amount) => Math.max(amount, 0)),
      refunds: -sumOf(amounts, (amount) => Math.min(amount, 0)) + 0,
      paid_in: movedOf(drawn, index, 'paid_in'),
      paid_out: movedOf(drawn, index, 'paid_out'),
      expected: expectedCash(drawn, index),
      counted: expectedCash(drawn, index) + 3,
      over_short: 3,
    };
  });
  const texts = (of: Record<string, number>) =>
    Object.fromEntries(Object.entries(of).map(([name, units]) => [name, text(units)]));
  const cashNames = [
    'opening_float',
    'sales',
    'refunds',
    'paid_in',
    'paid_out',
    'expected',
    'counted',
    'over_short',
  ] as const;
  return {
    count: counted.length,
    ...figures(sold),
    discount: text(sumOf(sold, ({ discount }) => discount)),
    rounding: text(sumOf(counted, ({ rounding }) => rounding)),
    by_tax: group(sold, ({ article }) => article.rate).map(({ name, of }) => ({
      rate: rateText(Number(name)),
      ...figures(of),
    })),
    by_tender: group(payments, ({ tender }) => tender.name).map(({ of }) => ({
      ...of[0]?.tender,
      count: of.length,
      amount: text(sumOf(of, ({ amount }) => amount)),
      refunded: text(-sumOf(of, ({ amount }) => Math.min(amount, 0)) + 0),
    })),
    by_dpt: group(sold, ({ article }) => article.dpt).map(({ name, of }) => ({
      dpt_id: name === null ? null : `0198c2f0-0000-7000-8000-0000000000d${name}`,
      name: name === null ? null : `Department ${name}`,
      qty: qty(of),
      ...figures(of),
    })),
    by_plu: group(sold, ({ article }) => article.name).map(({ of }) => ({
      plu_id: of[0]?.article.plu_id,
      productid: of[0]?.article.productid,
      name: of[0]?.article.name,
      qty: qty(of),
      gross: figures(of).gross,
    })),
    by_cashier: group(counted, ({ spec }) => spec.cashier).map(({ name, of }) => ({
      cashier: name === null ? null : { id: String(name), name: `Cashier ${name}` },
      count: of.length,
      gross: text(grossOf(of)),
    })),
    by_hour: group(counted, ({ spec }) => spec.hour).map(({ name, of }) => ({
      hour: name,
      count: of.length,
      gross: text(grossOf(of)),
    })),
    returns: { count: returns.length, gross: text(grossOf(returns)) },
    voids: apart('void'),
    training: apart('training'),
    unknown_types: [],
    removed: {
      count: drawn.filter(({ spec }) => !spec.active).length,
      gross: text(
        grossOf(drawn.filter(({ spec }) => !spec.active && ['sale', 'return'].includes(spec.type))),
      ),
    },
    non_turnover: group(
      lines.filter(({ isNonTurnover }) => isNonTurnover),
      ({ spec }) => spec.kind,
    ).map(({ name, of }) => ({
      kind: name,
      count: of.length,
      amount: text(sumOf(of, ({ total }) => total)),
    })),
    cash: cash
      .filter(({ pos_id }) => registers.includes(pos_id))
      .map(({ pos_id, ...row }) => ({ pos_id, ...texts(row) })),
    cash_total: texts(Object.fromEntries(cashNames.map((name) => [name, sumOf(cash, (row) => row[name])]))),
  };
}

/** Normalizes totals for comparison: sorts lists, removes trailing zeros of quantities and empty tax rows. */
function normal(totals: Totals | ReturnType<typeof expectedTotals>) {
  const plain = (row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, name === 'qty' ? new Big(value).toFixed() : value]),
    );
  const isNothing = (row: object) =>
    'rate' in row && 'gross' in row && new Big(String(row.gross)).eq(0) && row.rate === '0';
  return Object.fromEntries(
    Object.entries(totals).map(([name, value]) => [
      name,
      name === 'removed'
        ? { count: value.count, gross: value.gross }
        : Array.isArray(value)
          ? value
              .filter((row) => !isNothing(row))
              .map(plain)
              .map((row) => inOrder(row))
              .toSorted()
          : value,
    ]),
  );
}

/** Returns JSON text with sorted keys. */
const inOrder = (row: object): string =>
  JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Returns the checks in one order, without acknowledgements, which only the service knows. */
const sorted = (checks: readonly (Check & { acknowledged?: unknown })[]) =>
  checks.map((check) => ({
    ...check,
    acknowledged: undefined,
    faults: check.faults.map((fault) => inOrder(fault)).toSorted(),
  }));

/** Recomputes as the page's worker does: batches of cloned receipts, and finally the report without them. */
function inTurns({ transactions, ...rest }: Report) {
  const own = recomputation();
  for (let at = 0; at < transactions.length; at += 3)
    own.add(structuredClone(transactions.slice(at, at + 3)));
  return own.finish(structuredClone(rest));
}

const failing = (report: Report) => report.checks.filter(({ ok }) => !ok).map(({ code }) => code);

it('a report equals what its receipts come to, worked out by hand, and the browser finds the same', async () => {
  const currencies = constantFrom<(readonly [string, number])[]>(['EUR', 2], ['JPY', 0], ['KWD', 3]);
  await assert(
    asyncProperty(
      record({ day: daySpec, money: currencies }),
      async ({ day: specs, money: [currency, scale] }) => {
        const drawn = specs.map(computeReceipt);
        const { day, registers, receipts } = await sell(drawn, currency, scale);
        await post(receipts);
        const report = await reportOf(day);
        expect(normal(report.totals)).toEqual(normal(expectedTotals(drawn, registers, scale)));
        expect(failing(report)).toEqual([]);
        const recomputed = recompute(report);
        expect(normal(recomputed.totals)).toEqual(normal(report.totals));
        expect(sorted(recomputed.checks)).toEqual(sorted(report.checks));
        expect(inTurns(report)).toEqual(recomputed);
        const stored = (await on.send('GET', `/api/secure/businessday/${day}`)).entity['totals'];
        const { count, gross, cash_total } = report.totals;
        expect([Object(stored).count, new Big(Object(stored).gross).eq(gross)]).toEqual([count, true]);
        expect(new Big(Object(stored).over_short).eq(cash_total.over_short ?? '')).toBe(true);
      },
    ),
    { numRuns: 30 },
  );
}, 120_000);

const cent = (value: unknown, scale = 2) => new Big(String(value)).plus('0.01').toFixed(scale);
const listOf = (receipt: Json, name: string): Json[] => Object(receipt['data'])[name];

interface Plant {
  /** The checks that must fail; no other may. */
  readonly codes: readonly string[];
  /** Whether the fault can be planted in a receipt. */
  readonly fits?: (receipt: Json) => boolean;
  readonly plant: (receipt: Json) => void;
}

const inList = (list: string, figure: string, codes: readonly string[]): Plant => ({
  codes,
  fits: (receipt) => listOf(receipt, list).some((row) => row[figure] !== undefined),
  plant: (receipt) => {
    const row = listOf(receipt, list).find((one) => one[figure] !== undefined);
    if (row) row[figure] = cent(row[figure]);
  },
});
const onTop = (name: string, codes: readonly string[]): Plant => ({
  codes,
  plant: (receipt) => {
    receipt[name] = cent(receipt[name]);
  },
});

const plants: Record<string, Plant> = {
  'the total of a line': inList('lines', 'total', ['receipt_lines', 'receipt_tax', 'day_dpt']),
  'the net of a line': inList('lines', 'net', ['receipt_tax', 'day_dpt']),
  'the tax of a line': inList('lines', 'tax', ['receipt_tax', 'day_dpt']),
  'the gross of a tax row': inList('taxes', 'gross', ['receipt_tax', 'day_tax']),
  'the net of a tax row': inList('taxes', 'net', ['receipt_tax', 'day_tax']),
  'the tax of a tax row': inList('taxes', 'tax', ['receipt_tax', 'day_tax']),
  'a tender': inList('tenders', 'amount', ['receipt_tenders', 'day_tender']),
  'the change': inList('tenders', 'change', ['receipt_tenders']),
  'what was handed over': inList('tenders', 'tendered', ['receipt_tenders']),
  'the total': onTop('total', [
    'receipt_lines',
    'receipt_tax',
    'receipt_tenders',
    'day_tax',
    'day_tender',
    'day_dpt',
  ]),
  'the net': onTop('total_net', ['receipt_tax', 'day_tax', 'day_dpt']),
  'the tax': onTop('total_tax', ['receipt_tax', 'day_tax', 'day_dpt']),
  'the rounding': onTop('rounding', ['receipt_tenders', 'day_tender']),
};

/** A day with every kind of sale, without non-turnover lines, so that every fault can be planted. */
const plainDay = daySpec.map((specs) =>
  specs.map((spec) => ({
    ...spec,
    active: true,
    numbers: false,
    type: spec.type === 'return' ? 'return' : 'sale',
    lines: spec.lines.map((one) => ({ ...one, kind: 'sale' })),
  })),
);

it.each(Object.entries(plants))(
  'a cent too much in %s is found by the right checks, at the right receipt',
  async (_, { codes, fits = () => true, plant }) => {
    await assert(
      asyncProperty(record({ specs: plainDay, at: integer({ min: 0, max: 11 }) }), async ({ specs, at }) => {
        const { day, receipts } = await sell(specs.map(computeReceipt), 'EUR', 2);
        const wrong = receipts.filter(fits)[at % Math.max(1, receipts.filter(fits).length)];
        if (wrong) plant(wrong);
        await post(receipts);
        const report = await reportOf(day);
        // One cent may be within the tolerance of a tax row's lines or of cash rounding, so these checks may fail too.
        const besides = ['receipt_rates', 'receipt_rounding'];
        expect(failing(report).filter((code) => !besides.includes(code))).toEqual(wrong ? codes : []);
        for (const { ok, transaction_ids } of report.checks)
          expect(transaction_ids).toEqual(ok ? [] : [wrong?.['id']]);
        expect(sorted(recompute(report).checks)).toEqual(sorted(report.checks));
      }),
      { numRuns: 4 },
    );
  },
  60_000,
);
