import { describe, expect, it } from 'vitest';
import { receiptOf } from '../../receipts/receipt';
import { filtered, sorted, type ReceiptFilter } from './receipt-filter';

const all = [
  {
    number: '0009',
    total: '9.90',
    type: 'sale',
    cashier: 'Ville',
    tenders: ['Card'],
    product: 'Salmon soup',
    code: '00042',
  },
  {
    number: '0010',
    total: '-7.90',
    type: 'return',
    cashier: 'Sanna',
    tenders: ['Cash'],
    product: 'Beer',
    code: '7',
  },
  {
    number: '0100',
    total: '10.00',
    type: 'sale',
    cashier: 'Sanna',
    tenders: ['Card', 'Lunch card'],
    product: 'Kahvi',
    code: '',
  },
].map(({ number, total, type, cashier, tenders, product, code }, index) =>
  receiptOf({
    id: String(index),
    receipt_num: number,
    total,
    type,
    completed_at: `2031-03-20T0${9 - index}:00:00.000Z`,
    cashier: { name: cashier },
    data: {
      lines: [{ name: product, productid: code, total }],
      tenders: tenders.map((name) => ({ name, amount: total })),
    },
  }),
);

const nothing: ReceiptFilter = {
  q: '',
  types: [],
  tenders: [],
  cashiers: [],
  min: '',
  max: '',
  faulty: false,
};
const numbers = (filter: Partial<ReceiptFilter>, faulty = new Set<string>()) =>
  filtered(all, { ...nothing, ...filter }, faulty).map((receipt) => receipt.receipt_num);

describe('the receipts of a report', () => {
  it('are all there until something narrows them', () => {
    expect(numbers({})).toEqual(['0009', '0010', '0100']);
  });

  it('are found by number, product, code and cashier, whatever the case, every word of them', () => {
    expect(numbers({ q: '010' })).toEqual(['0010', '0100']);
    expect(numbers({ q: 'SALMON' })).toEqual(['0009']);
    expect(numbers({ q: '00042' })).toEqual(['0009']);
    expect(numbers({ q: 'sanna kahvi' })).toEqual(['0100']);
    expect(numbers({ q: 'sanna salmon' })).toEqual([]);
  });

  it('are narrowed by any of the chosen types, tenders and cashiers, and by all of these at once', () => {
    expect(numbers({ types: ['return'] })).toEqual(['0010']);
    expect(numbers({ tenders: ['Lunch card', 'Cash'] })).toEqual(['0010', '0100']);
    expect(numbers({ tenders: ['Card'], cashiers: ['Sanna'] })).toEqual(['0100']);
  });

  it('are narrowed by amount, both ends counted in, as decimals and not as text', () => {
    expect(numbers({ min: '9.9' })).toEqual(['0009', '0100']);
    expect(numbers({ max: '9.90' })).toEqual(['0009', '0010']);
    expect(numbers({ min: '-7.90', max: '-7.90' })).toEqual(['0010']);
    // Text that is not a number yet does not filter.
    expect(numbers({ min: '10,' })).toHaveLength(3);
  });

  it('are narrowed to those at fault', () => {
    expect(numbers({ faulty: true }, new Set(['2']))).toEqual(['0100']);
  });

  it('are in the order of their digits, their time or their total', () => {
    const order = (sort: string) => sorted(all, sort).map((receipt) => receipt.receipt_num);
    expect(order('receipt_num')).toEqual(['0009', '0010', '0100']);
    expect(order('-receipt_num')).toEqual(['0100', '0010', '0009']);
    expect(order('completed_at')).toEqual(['0100', '0010', '0009']);
    expect(order('total')).toEqual(['0010', '0009', '0100']);
    expect(order('-total')).toEqual(['0100', '0009', '0010']);
  });
});
