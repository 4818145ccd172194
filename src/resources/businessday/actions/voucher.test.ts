import { Big } from 'big.js';
import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receiptOf, type Receipt } from '../../sales/receipts/receipt';
import { sumOf } from '../report/amounts';
import { recompute } from '../checks/recompute';
import type { Totals } from '../report/schema/totals';
import { differenceOf, voucherOf, voucherTable, type Accounts } from './voucher';

const accounts: Accounts = {
  tender: (id) => (id === 'cash' ? '1910' : '1920'),
  dpt: (id) => (id === 'lunch' ? '3010' : '3020'),
  tax: (rate) => (rate === '13.5' ? '2952' : '2951'),
  rounding: '3990',
};
const say = (key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`;

const money = (cents: number): string => new Big(cents).div(100).toFixed(2);

interface Sold {
  readonly dpt: 'lunch' | 'drinks';
  readonly rate: '13.5' | '25.5';
  readonly net: number;
  readonly tax: number;
  readonly back: boolean;
  readonly off: number;
  readonly tender: 'cash' | 'card';
}

/** Returns a receipt with one line and one tender; `off` is its rounding in cents. */
function sale({ dpt, rate, net, tax, back, off, tender }: Sold, index: number): Record<string, unknown> {
  const sign = back ? -1 : 1;
  const [gross, rest] = [sign * (net + tax), { net: money(sign * net), tax: money(sign * tax) }];
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    active: true,
    type: back ? 'return' : 'sale',
    receipt_num: String(index + 1),
    completed_at: '2031-03-20T10:00:00.000Z',
    currency: 'EUR',
    total: money(gross),
    total_net: rest.net,
    total_tax: rest.tax,
    rounding: money(off),
    data: {
      lines: [{ dpt_id: dpt, dpt_name: dpt, qty: '1', total: money(gross), ...rest, tax_rate: rate }],
      tenders: [{ tender_id: tender, name: tender, type: tender, amount: money(gross + off) }],
      taxes: [{ rate, gross: money(gross), ...rest }],
    },
  };
}

const solds = array(
  record({
    dpt: constantFrom('lunch', 'drinks'),
    rate: constantFrom('13.5', '25.5'),
    net: integer({ min: 1, max: 99_999 }),
    tax: integer({ min: 0, max: 20_000 }),
    back: boolean(),
    off: integer({ min: -2, max: 2 }),
    tender: constantFrom('cash', 'card'),
  }),
  { maxLength: 30 },
);

function dayOf(transactions: readonly Record<string, unknown>[]): { totals: Totals; receipts: Receipt[] } {
  const report = {
    currency: 'EUR',
    timezone: 'Europe/Helsinki',
    cutover_hour: 0,
    transactions,
    registers: [],
  };
  return { totals: recompute(report).totals, receipts: transactions.map(receiptOf) };
}

const rowsOf = (sold: readonly Sold[]) => {
  const { totals, receipts } = dayOf(sold.map(sale));
  return { totals, rows: voucherOf(totals, receipts, accounts) };
};

describe('the voucher of a day', () => {
  it('balances to the cent, by itself, whatever was sold, taken back and rounded', () => {
    assert(
      property(solds, (sold) => {
        const { rows, totals } = rowsOf(sold);
        expect(sumOf(rows.map((row) => row.amount.toFixed())).toFixed()).toBe('0');
        expect(rows.some((row) => row.kind === 'difference')).toBe(false);
        const paid = sumOf(rows.filter((row) => row.kind === 'tender').map((row) => row.amount.toFixed()));
        expect(paid.eq(new Big(totals.gross).plus(totals.rounding))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('debits tenders and credits revenue by department and rate, tax by rate, rounding by itself', () => {
    const { rows } = rowsOf([
      { dpt: 'lunch', rate: '13.5', net: 1000, tax: 135, back: false, off: 0, tender: 'card' },
      { dpt: 'lunch', rate: '25.5', net: 400, tax: 102, back: false, off: -2, tender: 'cash' },
      { dpt: 'drinks', rate: '25.5', net: 200, tax: 51, back: true, off: 0, tender: 'card' },
    ]);
    const table = voucherTable(rows, { number: '0007', date: '2031-03-20', say, scale: 2 });
    const found = table.rows.map((row) => [row[0], row[2], row[4], row[5]]);
    expect(found).toEqual([
      ['0007', '1920', '8.84', null],
      ['0007', '1910', '5.00', null],
      ['0007', '3010', null, '10.00'],
      ['0007', '3010', null, '4.00'],
      ['0007', '3020', '2.00', null],
      ['0007', '2952', null, '1.35'],
      ['0007', '2951', null, '0.51'],
      ['0007', '3990', '0.02', null],
    ]);
  });

  it('says in a row of its own what a day that does not add up is off by, and still balances', () => {
    const [first] = [
      sale({ dpt: 'lunch', rate: '13.5', net: 1000, tax: 135, back: false, off: 0, tender: 'cash' }, 0),
    ];
    const short = {
      ...first,
      data: { ...(first?.['data'] as object), tenders: [{ tender_id: 'cash', amount: '11.30' }] },
    };
    const { totals, receipts } = dayOf([short]);
    const rows = voucherOf(totals, receipts, accounts);
    expect(differenceOf(rows).toFixed(2)).toBe('0.05');
    expect(sumOf(rows.map((row) => row.amount.toFixed())).toFixed()).toBe('0');
  });

  it('credits by department alone where a line does not say its tax', () => {
    const whole = sale(
      { dpt: 'lunch', rate: '13.5', net: 1000, tax: 135, back: false, off: 0, tender: 'cash' },
      0,
    );
    const { totals, receipts } = dayOf([whole]);
    const [receipt] = receipts;
    const silent = receipt && { ...receipt, lines: receipt.lines.map((line) => ({ ...line, net: '' })) };
    const rows = voucherOf(totals, silent ? [silent] : [], accounts);
    expect(
      rows.filter((row) => row.kind === 'revenue').map((row) => [row.rate, row.amount.toFixed(2)]),
    ).toEqual([[null, '-10.00']]);
  });
});
