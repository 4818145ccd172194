import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { roles, type Role } from '@/contract/role';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import type { Sender } from '@/testing/service';
import { openShop, type Shop } from '@/testing/shop';
import { dayStates } from '@/resources/businessday/contract';

const on = stage();
let shop: Shop;
const as = new Map<Role, Sender>();

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  for (const role of roles) as.set(role, await on.service.as('helsinki', role));
});

/** The allowed changes of status, with their roles (docs/design.md#7-resources-and-fields). */
const allowed: Record<string, readonly Role[]> = {
  'open closed': ['terminal', 'manager', 'admin'],
  'closed open': ['accountant', 'admin'],
  'closed exported': ['accountant', 'admin'],
};

let vouchers = 0;
const newVoucher = () => `V-${(vouchers += 1)}`;
/** Returns the fields that a change to a state requires. */
const saidFor = (to: string): Json | undefined =>
  to === 'open'
    ? { note: 'A receipt was missing' }
    : to === 'exported'
      ? { voucher_num: newVoucher() }
      : undefined;

const dayIn = async (status: string): Promise<string> => {
  const day = await shop.openDay();
  if (status !== 'open') await shop.setStatus(day, 'closed');
  if (status === 'exported') await shop.setStatus(day, 'exported', saidFor('exported'));
  return day;
};
const put = (day: string, json: Json) => on.send('PUT', `/api/secure/businessday/${day}`, { json });
const read = async (day: string) => (await on.send('GET', `/api/secure/businessday/${day}`)).entity;

describe('a business day', () => {
  const cases = dayStates.flatMap((from) =>
    dayStates.flatMap((to) => roles.map((role) => ({ from, to, role }))),
  );

  it.each(cases)(
    'that is $from becomes $to for $role as the table of steps says',
    async ({ from, to, role }) => {
      const day = await dayIn(from);
      const before = await read(day);
      const answer = await shop.setStatus(day, to, from === to ? undefined : saidFor(to), as.get(role));
      const step = allowed[`${from} ${to}`];
      if (from === to || step?.includes(role)) {
        expect([answer.status, answer.entity['status']]).toEqual([200, to]);
      } else {
        expect([answer.status, answer.problem.code]).toEqual(
          step ? [403, 'forbidden'] : [409, 'status_not_next'],
        );
        expect(await read(day)).toEqual(before);
      }
    },
  );

  it('begins open, in whatever way it is made, and is opened and closed by a terminal', async () => {
    const { location_id } = shop;
    for (const status of ['closed', 'exported']) {
      const json = [
        { location_id, date: '2026-03-01', second: true },
        { location_id, date: '2026-03-01', second: true, status },
      ];
      const answer = await on.send('POST', '/api/secure/businessday', { json });
      expect([answer.status, answer.pointers, answer.problem.code]).toEqual([422, ['/1/status'], 'not_open']);
    }
    const terminal = await on.service.as('helsinki', 'terminal');
    const made = await terminal('POST', '/api/secure/businessday', {
      json: { location_id, date: '2026-03-01', second: true, opened_at: '2026-03-01T07:00:00+02:00' },
    });
    expect([made.status, made.entity['opened_at']]).toEqual([201, '2026-03-01T05:00:00.000Z']);
    const closed = await terminal('POST', '/api/secure/businessday', {
      json: [{ id: made.entity.id, status: 'closed', closed_at: '2026-03-01T22:00:00Z' }],
    });
    expect(closed.entities[0]).toMatchObject({ status: 'closed', closed_at: '2026-03-01T22:00:00.000Z' });
  });

  it('is reopened with a reason of this very time, and not with an old one or an empty one', async () => {
    const day = await dayIn('closed');
    await put(day, { data: { note: 'An old note' } });
    for (const data of [undefined, {}, { note: ' ' }, { note: null }]) {
      const answer = await shop.setStatus(day, 'open', data);
      expect([answer.status, answer.pointers]).toEqual([422, ['/data/note']]);
    }
    expect((await read(day))['status']).toBe('closed');
    const over = await shop.setStatus(day, 'open', { note: 'A reason' });
    expect([over.status, over.problem.code, over.pointers]).toEqual([
      409,
      'business_day_closed',
      ['/data/note'],
    ]);
    expect((await shop.setStatus(day, 'open', { note: 'An old note' })).pointers).toEqual(['/data/note']);
    expect((await shop.setStatus(day, 'open', { note: 'An old note\nA reason' })).status).toBe(200);
    expect((await on.send('POST', '/api/secure/sales', { json: shop.receipt(day) })).status).toBe(201);
  });

  it('is exported with its voucher number, sent now or before, and not while it takes it away', async () => {
    const openSold = async () => {
      const day = await shop.openDay();
      await on.send('POST', '/api/secure/sales', { json: shop.receipt(day) });
      return day;
    };
    const day = await openSold();
    await put(day, { status: 'closed' });
    for (const data of [undefined, { voucher_num: '' }, { note: 'x' }]) {
      const answer = await shop.setStatus(day, 'exported', data);
      expect([answer.status, answer.pointers]).toEqual([422, ['/data/voucher_num']]);
    }
    const early = await put(day, { data: { voucher_num: newVoucher() } });
    expect([early.status, early.pointers]).toEqual([409, ['/data/voucher_num']]);
    expect((await shop.setStatus(day, 'exported', saidFor('exported'))).status).toBe(200);

    const other = await openSold();
    await put(other, { data: { voucher_num: newVoucher() } });
    await put(other, { status: 'closed' });
    expect((await shop.setStatus(other, 'exported', { voucher_num: null })).status).toBe(422);
    expect((await shop.setStatus(other, 'exported')).entity).toMatchObject({
      status: 'exported',
      version: 4,
    });
  });

  it('keeps its voucher number from its export on; what was read can be sent back', async () => {
    const day = await dayIn('exported');
    const before = await read(day);
    const { voucher_num: mine } = z.object({ voucher_num: z.string() }).parse(before.data);
    for (const voucher_num of ['V 8', '', ' ', null]) {
      const answer = await put(day, { data: { voucher_num } });
      expect([answer.status, answer.problem.code, answer.pointers]).toEqual([
        409,
        'business_day_closed',
        ['/data/voucher_num'],
      ]);
    }
    const array = [
      { id: day, data: { note: 'Archived' } },
      { id: day, data: { voucher_num: newVoucher() } },
    ];
    const refused = await on.send('POST', '/api/secure/businessday', { json: array });
    expect([refused.status, refused.pointers]).toEqual([409, ['/1/data/voucher_num']]);
    expect(await read(day)).toEqual(before);
    expect((await put(day, { ...before })).status).toBe(200);
    const noted = await put(day, { data: { note: 'Archived', voucher_num: mine } });
    expect(noted.entity.data).toMatchObject({ note: 'Archived', voucher_num: mine });
  });

  it('goes through several states in one array as it would one by one, or not at all', async () => {
    const day = await shop.openDay();
    const path = '/api/secure/businessday';
    const wrong = [
      { id: day, status: 'closed' },
      { id: day, status: 'exported', data: { voucher_num: newVoucher() } },
      { id: day, status: 'open' },
    ];
    expect((await on.send('POST', path, { json: wrong })).pointers).toEqual(['/2/status']);
    expect((await read(day))['status']).toBe('open');
    const right = await on.send('POST', path, { json: wrong.slice(0, 2) });
    expect(right.entities.map((entity) => entity['status'])).toEqual(['closed', 'exported']);
  });

  it('knows no other state', async () => {
    const answer = await shop.setStatus(await shop.openDay(), 'counted');
    expect([answer.status, answer.pointers]).toEqual([422, ['/status']]);
  });

  it('keeps its date and location from the first receipt on; what was read can be sent back', async () => {
    const day = await shop.openDay('2026-05-31');
    expect((await put(day, { date: '2026-06-01' })).status).toBe(200);
    await on.send('POST', '/api/secure/sales', { json: shop.receipt(day) });
    const other = await openShop(on.send, on.samples);
    for (const [name, value] of [
      ['date', '2026-05-31'],
      ['location_id', other.location_id],
    ] as const) {
      const answer = await put(day, { [name]: value });
      expect([answer.status, answer.problem.code, answer.pointers]).toEqual([
        409,
        'businessday_has_sales',
        [`/${name}`],
      ]);
    }
    const entity = await read(day);
    expect(entity['totals']).toEqual({ count: 1, gross: '4.50', over_short: null });
    expect((await put(day, { ...entity, location_id: shop.location_id.toUpperCase() })).entity).toEqual(
      entity,
    );
  });
});

it('days are listed by location, date, range of dates and state', async () => {
  const own = await openShop(on.send, on.samples);
  const days = [
    await own.openDay('2024-02-28'),
    await own.openDay('2024-02-29'),
    await own.openDay('2024-03-01'),
  ];
  await own.setStatus(days[1] ?? '', 'closed');
  const found = async (query: string) =>
    (await on.send('GET', `/api/secure/businessday?location_id=${own.location_id}&${query}`)).entities.map(
      ({ id }) => days.indexOf(id),
    );
  expect(await found('sort=-date')).toEqual([2, 1, 0]);
  expect(await found('date=2024-02-29')).toEqual([1]);
  expect(await found('date_from=2024-02-29')).toEqual([1, 2]);
  expect(await found('date_from=2024-02-29&date_until=2024-02-29')).toEqual([1]);
  expect(await found('status=open,exported')).toEqual([0, 2]);
  expect(await found('q=2024-02')).toEqual([0, 1]);
});
