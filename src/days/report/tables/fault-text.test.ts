import { expect, it } from 'vitest';
import type { Check, Fault } from '../schema/checks';
import { causesFirst, faultsOf } from './fault-text';

const fault = (transaction_id: string | null): Fault => ({
  transaction_id,
  pos_id: null,
  kind: 'gross',
  rate: null,
  line: null,
  expected: '1.00',
  actual: '2.00',
});
const check = (code: Check['code'], ...ids: (string | null)[]): Check => ({
  code,
  ok: false,
  expected: '1.00',
  actual: '2.00',
  transaction_ids: ids.filter((id) => id !== null),
  faults: ids.map(fault),
});

it('names what is wrong in a receipt before a register, and both before the sums of the day', () => {
  const codes = causesFirst([check('day_tax'), check('cash'), check('opening'), check('receipt_tax')]);
  expect(codes.map(({ code }) => code)).toEqual(['receipt_tax', 'opening', 'cash', 'day_tax']);
});

it('lists the faults of one receipt together, and each cause without the sums that follow from it', () => {
  const faults = faultsOf([
    check('receipt_lines', 'a', 'b'),
    check('receipt_tax', 'a', null),
    check('day_tax', 'b'),
  ]);
  expect(faults.map(({ check: { code }, fault: { transaction_id } }) => [code, transaction_id])).toEqual([
    ['receipt_lines', 'a'],
    ['receipt_tax', 'a'],
    ['receipt_lines', 'b'],
    ['receipt_tax', null],
  ]);
});
