import { expect, it } from 'vitest';
import { fieldRight } from './field-rights';
import { someone } from '@/testing/someone';

it('a built-in role, and a server without roles, change everything', () => {
  for (const me of [null, someone({}), someone({ hidden: null, read_only: [] })])
    for (const path of ['base_price', 'data.cost_price', 'data.supply.0.batch_value', 'margin'])
      expect(fieldRight(me, 'plu', path), path).toBe('change');
});

it('what a group holds is hidden with what is within it, and with what tells it', () => {
  const me = someone({ hidden: ['cost'] });
  for (const path of ['data.cost_price', 'cost_price', 'margin', 'low_margin', 'data.supply.batch_value'])
    expect(fieldRight(me, 'plu', path), path).toBe('none');
  expect(fieldRight(me, 'plu', ['data', 'supply', '2', 'batch_value'])).toBe('none');
});

it('what only holds something hidden, or is of another resource, is not', () => {
  const me = someone({ hidden: ['cost', 'customer_details'] });
  for (const path of ['data', 'data.supply', 'data.supply.0.ean', 'base_price', ''])
    expect(fieldRight(me, 'plu', path), path).toBe('change');
  for (const path of ['name', 'customer_num']) expect(fieldRight(me, 'customer', path)).toBe('change');
  for (const path of ['data', 'data.email', 'data.address.city'])
    expect(fieldRight(me, 'customer', path), path).toBe('none');
  expect(fieldRight(me, 'supplier', 'data.email')).toBe('change');
});

it('what is only read is neither hidden nor changed', () => {
  const me = someone({ read_only: ['prices'], hidden: ['cost'] });
  for (const path of ['base_price', 'data.prices', 'data.prices.list.amount'])
    expect(fieldRight(me, 'plu', path), path).toBe('read');
  // It tells the cost, too.
  expect(fieldRight(me, 'plu', 'margin')).toBe('none');
});
