import { beforeAll, describe, expect, it } from 'vitest';
import { verify } from '@/server/ops/backup/verify/verify';
import { tables } from '@/resources/tables';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { changeSets } from '@/testing/change-sets';
import { openShop, soundReceipt, type Shop } from '@/testing/shop';
import { monthSchema } from './schema';

const on = stage();
const days = '/api/secure/businessday';
const month = async () => {
  const { lock, ...rest } = monthSchema.parse(
    (await on.send('GET', '/api/secure/report/month?month=2025-05')).json,
  );
  return { ...rest, seal: lock.entries.at(-1)?.hash, locked: lock.locked };
};

let shop: Shop;
let day = '';
let next = '';
let receipt: Json = {};
let tax_id = '';
/** A set that was applied before the lock: the name of the location, and of a tax. */
let applied = '';

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  tax_id = (await on.send('POST', '/api/secure/tax', { json: { name: 'Food', rate: '13.5' } })).entity.id;
  const sets = changeSets(on.send);
  applied = await sets.draft([
    { resource: 'location', record_id: shop.location_id, patch: { name: 'Harbour' } },
    { resource: 'tax', record_id: tax_id, patch: { name: 'Groceries' } },
  ]);
  expect(await sets.move(applied, 'apply')).toMatchObject({ status: 'applied' });
  day = await shop.openDay('2025-05-05');
  receipt = soundReceipt(shop, day, '1');
  expect((await on.send('POST', '/api/secure/sales', { json: receipt })).status).toBe(201);
  expect((await shop.setStatus(day, 'closed', { note: 'As it was' })).status).toBe(200);
  next = await shop.openDay('2025-06-02');
  expect((await on.send('POST', '/api/secure/report/month/2025-05/lock', { json: {} })).status).toBe(201);
});

describe('a locked month', () => {
  it('is no part of a change set, nor of an import, which is one: its days, receipts and questions are refused by name', async () => {
    const before = await month();
    for (const role of ['admin', 'manager'] as const) {
      const send = await on.service.as('helsinki', role);
      for (const origin of ['api', 'import']) {
        const made = await send('POST', '/api/secure/changeset', { json: { name: 'A set', origin } });
        const attempts: readonly [string, Json][] = [
          ['businessday', { record_id: day, patch: { status: 'open' } }],
          ['businessday', { record_id: null, patch: { location_id: shop.location_id, date: '2025-05-06' } }],
          ['sales', { record_id: receipt['id'], patch: { active: false } }],
          ['question', { record_id: null, patch: { businessday_id: day, text: 'Why?' } }],
        ];
        expect([origin, made.status]).toEqual([origin, 201]);
        const { id } = made.entity;
        for (const [resource, item] of attempts) {
          const answer = await send('POST', `/api/secure/changeset/${id}/items`, {
            json: [
              { resource: 'tax', record_id: tax_id, patch: { name: 'x' } },
              { resource, ...item },
            ],
          });
          expect([resource, answer.status, answer.pointers]).toEqual([resource, 422, ['/1/resource']]);
        }
        expect(await changeSets(send).items(id)).toEqual([]);
      }
    }
    expect(await month()).toEqual(before);
  });

  it('takes nothing from an array, as files and tills send it: it is named, and the others of the array are not stored', async () => {
    const before = await month();
    const good = soundReceipt(shop, next, '2');
    const ways: readonly [string, Json[]][] = [
      [
        days,
        [
          { location_id: shop.location_id, date: '2025-06-03' },
          { location_id: shop.location_id, date: '2025-05-07' },
        ],
      ],
      [
        days,
        [
          { location_id: shop.location_id, date: '2025-06-03' },
          {
            id: day,
            location_id: shop.location_id,
            date: '2025-05-05',
            status: 'open',
            data: { note: 'As it was, and wrong' },
          },
        ],
      ],
      ['/api/secure/sales', [good, soundReceipt(shop, day, '3')]],
      ['/api/secure/sales', [good, { ...receipt, active: false, removed_reason: 'Rung up twice' }]],
    ];
    for (const [path, json] of ways) {
      const answer = await on.send('POST', path, { json });
      expect([path, answer.status, answer.problem.code]).toEqual([path, 409, 'month_locked']);
      expect(answer.pointers.every((pointer) => pointer.startsWith('/1'))).toBe(true);
    }
    expect((await on.send('GET', `/api/secure/sales/${String(good['id'])}`)).status).toBe(404);
    const listed = await on.send('GET', `${days}?location_id=${shop.location_id}`);
    expect(new Set(listed.entities.map(({ date }) => date))).toEqual(new Set(['2025-05-05', '2025-06-02']));
    expect(await month()).toEqual(before);
  });

  it('stays as it is when a set from before the lock is undone: its days keep their names, and its seal is proven', async () => {
    const before = await month();
    const sets = changeSets(on.send);
    const undo = await sets.move(applied, 'undo');
    expect(await sets.move(undo.id, 'apply')).toMatchObject({ status: 'applied' });
    const place = (await on.send('GET', `/api/secure/location/${shop.location_id}`)).entity;
    expect(place['name']).not.toBe('Harbour');
    const after = await month();
    expect(after).toEqual(before);
    expect(after.locations.map(({ name }) => name)).toContain('Harbour');
    const found = await verify(on.service.db, Object.values(tables));
    const seals = found.filter(({ name }) => ['seals of business days', 'seals of months'].includes(name));
    expect(seals.map(({ examples }) => examples)).toEqual([[], []]);
  });

  it('does not let a version of a day from before be put back, by any role', async () => {
    for (const role of ['admin', 'manager', 'accountant', 'terminal'] as const) {
      const send = await on.service.as('helsinki', role);
      const answer = await send('PUT', `${days}/${day}`, {
        json: { status: 'open', closed_at: null, data: { note: 'As it was before' } },
      });
      expect([role, answer.status, answer.problem.code]).toEqual([role, 409, 'month_locked']);
    }
    expect((await on.send('GET', `${days}/${day}`)).entity['status']).toBe('closed');
  });
});
