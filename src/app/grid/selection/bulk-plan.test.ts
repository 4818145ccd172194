import { expect, it } from 'vitest';
import { jsonText, numberOf } from '@/record/json';
import { columns } from '@/resources/customer/list-page';
import { screens as declared } from '@/resources/screens';
import { tables } from '@/resources/tables';
import { collectable } from '@/server/changes/collectable';
import type { Row } from '../../data/row';
import { bulkFields, hasTags, isCollectable, planBulk, tagsOf, type BulkField } from './bulk-plan';

/** The list of customers brings its columns. */
const screens = { ...declared, customer: { ...declared.customer, columns } };

const row = (id: string, more: Partial<Row> = {}): Row => ({
  id,
  active: true,
  version: 3,
  data: {},
  ...more,
});
const isOwned = (one: Row) => one['company_id'] === 'parent';
const fieldNamed = (screen: keyof typeof screens, field: string): BulkField => {
  const found = bulkFields(screens[screen]).find((one) => one.field === field);
  if (!found) throw new Error(`${screen} has no ${field}`);
  return found;
};

it('offers what clients write, and nothing that tells records apart', () => {
  expect(bulkFields(screens.plu).map(({ field }) => field)).toEqual([
    'dpt_id',
    'base_price',
    'data.cost_price',
    'tax_id',
    'memo',
  ]);
  const customer = bulkFields(screens.customer).map(({ field }) => field);
  // Not an e-mail, a phone or a business id, which tell people apart.
  expect(customer).toEqual(['data.customer_group']);
  expect([hasTags(screens.plu.contract), hasTags(screens.tax.contract)]).toEqual([true, false]);
  expect([isCollectable(screens.plu.contract), isCollectable(screens.user.contract)]).toEqual([true, false]);
});

it('collects what the service collects, and nothing that it would refuse', () => {
  const collected = Object.values(screens).filter(({ contract }) => isCollectable(contract));
  expect(collected.map(({ contract }) => contract.name)).toEqual(
    Object.keys(screens).filter((name) => collectable(tables, name) !== null),
  );
});

it('offers no column that the list does not mark for it, as one that was added', () => {
  const [email] = screens.customer.columns.filter(({ key }) => key === 'data.email');
  if (!email) throw new Error('Customers have an e-mail');
  expect(bulkFields({ ...screens.customer, columns: [email] })).toEqual([]);
  expect(bulkFields({ ...screens.customer, columns: [{ ...email, bulk: true }] })).toMatchObject([
    { field: 'data.email' },
  ]);
});

it('changes the others, and counts those of the group and those that have the value already', () => {
  const field = fieldNamed('plu', 'base_price');
  const rows = [
    row('a', { base_price: '3.20' }),
    row('b', { base_price: '4.5' }),
    row('c', { base_price: '9', company_id: 'parent' }),
    row('d'),
  ];
  const plan = planBulk('plu', rows, { kind: 'set', field, value: '4.50' }, isOwned);
  expect([plan.owned, plan.unchanged]).toEqual([1, 1]);
  expect(plan.items).toEqual([
    { resource: 'plu', recordId: 'a', version: 3, patch: { base_price: '4.50' } },
    { resource: 'plu', recordId: 'd', version: 3, patch: { base_price: '4.50' } },
  ]);
});

it('sends numbers of data as numbers with their digits, and empties a field', () => {
  const cost = fieldNamed('plu', 'data.cost_price');
  expect(cost.isNumber).toBe(true);
  const set = planBulk(
    'plu',
    [row('a', { data: { cost_price: 1.5 } })],
    { kind: 'set', field: cost, value: numberOf('2.050') },
    isOwned,
  );
  expect(jsonText(set.items[0]?.patch ?? {})).toBe('{"data":{"cost_price":2.050}}');
  const same = planBulk(
    'plu',
    [row('a', { data: { cost_price: 2.05 } })],
    { kind: 'set', field: cost, value: numberOf('2.050') },
    isOwned,
  );
  expect(same.unchanged).toBe(1);
  const group = fieldNamed('customer', 'data.customer_group');
  const cleared = planBulk(
    'customer',
    [row('a', { data: { customer_group: 'x' } }), row('b')],
    { kind: 'set', field: group, value: null },
    isOwned,
  );
  expect([cleared.items.map(({ recordId }) => recordId), cleared.unchanged]).toEqual([['a'], 1]);
});

it('empties no field that is empty already, whether it is missing, null or without a letter', () => {
  const field = fieldNamed('plu', 'memo');
  const rows = [row('a', { memo: '' }), row('b', { memo: null }), row('c'), row('d', { memo: 'Old' })];
  const plan = planBulk('plu', rows, { kind: 'set', field, value: '' }, isOwned);
  expect([plan.unchanged, plan.items.map(({ recordId }) => recordId)]).toEqual([3, ['d']]);
  expect(planBulk('plu', rows, { kind: 'set', field, value: null }, isOwned).unchanged).toBe(3);
});

it('adds a tag to those without it, removes it from those that have it, and keeps the others', () => {
  const rows = [row('a', { data: { tags: ['new', 'x'] } }), row('b', { data: { tags: ['x'] } }), row('c')];
  const add = planBulk('plu', rows, { kind: 'addTag', tag: 'new' }, isOwned);
  expect(add.items.map(({ recordId, patch }) => [recordId, patch])).toEqual([
    ['b', { data: { tags: ['x', 'new'] } }],
    ['c', { data: { tags: ['new'] } }],
  ]);
  const remove = planBulk('plu', rows, { kind: 'removeTag', tag: 'x' }, isOwned);
  expect(remove.items.map(({ patch }) => patch)).toEqual([
    { data: { tags: ['new'] } },
    { data: { tags: [] } },
  ]);
  expect([remove.unchanged, tagsOf(rows)]).toEqual([1, ['x', 'new']]);
});

it('deactivates the active ones of the own company and activates the others, however many they are', () => {
  const rows = Array.from({ length: 3000 }, (_, n) =>
    row(String(n), { active: n % 3 !== 0, ...(n % 3 === 2 && { company_id: 'parent' }) }),
  );
  const off = planBulk('plu', rows, { kind: 'deactivate' }, isOwned);
  expect([off.items.length, off.unchanged, off.owned]).toEqual([1000, 1000, 1000]);
  expect(off.items[0]).toEqual({ resource: 'plu', recordId: '1', version: 3, patch: { active: false } });
  const on = planBulk('plu', rows, { kind: 'activate' }, isOwned);
  expect([on.items.length, on.unchanged, on.owned]).toEqual([1000, 1000, 1000]);
  expect(on.items[0]).toEqual({ resource: 'plu', recordId: '0', version: 3, patch: { active: true } });
});
