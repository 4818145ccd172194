import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { samplesFor } from '@/testing/samples';
import { openShop, type Shop } from '@/testing/shop';

const on = stage();
let shop: Shop;
const path = '/api/secure/businessday';

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
});
const post = (json: Json | Json[]) => on.send('POST', path, { json });
const put = (day: string, json: Json) => on.send('PUT', `${path}/${day}`, { json });

describe('a second day of a location and date', () => {
  const bare = (own: Shop, date = '2026-03-01') => ({ location_id: own.location_id, date });
  const refused = async (answer: Awaited<ReturnType<typeof post>>, other: string, pointer = '/date') => {
    expect([answer.status, answer.problem.code, answer.pointers]).toEqual([
      409,
      'business_day_exists',
      [pointer],
    ]);
    expect(answer.problem.detail).toContain(other);
  };

  it('is refused, naming the first, unless the request says that it is a second', async () => {
    const own = await openShop(on.send, on.samples);
    const first = (await post(bare(own))).entity.id;
    await refused(await post(bare(own)), first);
    await refused(await post({ ...bare(own), second: false }), first);
    await put(first, { status: 'closed' });
    await refused(await post(bare(own)), first);
    const second = await post({ ...bare(own), second: true });
    expect([second.status, 'second' in second.entity]).toEqual([201, false]);
    expect((await post(bare(own, '2026-03-02'))).status).toBe(201);
  });

  it('is refused within one array, too, unless the later one says so', async () => {
    const own = await openShop(on.send, on.samples);
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
    await refused(
      await post([
        { id: one, ...bare(own) },
        { id: two, ...bare(own) },
      ]),
      one,
      '/1/date',
    );
    expect((await on.send('GET', `${path}/${one}`)).status).toBe(404);
    const both = await post([
      { id: one, ...bare(own) },
      { id: two, ...bare(own), second: true },
    ]);
    expect(both.status).toBe(200);
  });

  it('does not come about by a new date, another location or reactivation', async () => {
    const [own, other] = [await openShop(on.send, on.samples), await openShop(on.send, on.samples)];
    const first = (await post(bare(own))).entity.id;
    const later = (await post(bare(own, '2026-03-02'))).entity.id;
    await refused(await put(later, { date: '2026-03-01' }), first);
    const elsewhere = (await post(bare(other))).entity.id;
    await refused(await put(elsewhere, { location_id: own.location_id }), first);
    const off = (await post({ ...bare(own), second: true })).entity.id;
    await put(off, { active: false });
    await refused(await put(off, { active: true }), first);
    expect((await put(off, { active: true, second: true })).status).toBe(200);
    // A second day that exists already may be sent again unchanged.
    expect((await put(off, { ...(await on.send('GET', `${path}/${off}`)).entity })).status).toBe(200);
    await put(off, { active: false });
    await put(first, { active: false });
    expect((await post(bare(own))).status).toBe(201);
  });

  it('is opened by one of many who ask at once', async () => {
    const own = await openShop(on.send, on.samples);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(bare(own))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...answers.slice(1).map(() => 409),
    ]);
  });
});

describe('a voucher number', () => {
  const closed = async () => {
    const day = await shop.openDay();
    await shop.setStatus(day, 'closed');
    return day;
  };

  it('is used once in a company, whatever its case and spaces', async () => {
    const [one, two] = [await closed(), await closed()];
    expect((await shop.setStatus(one, 'exported', { voucher_num: 'C 1' })).status).toBe(200);
    for (const voucher_num of ['C 1', 'c 1', ' c   1 ']) {
      const answer = await shop.setStatus(two, 'exported', { voucher_num });
      expect([answer.status, answer.problem.code, answer.pointers]).toEqual([
        409,
        'voucher_number_used',
        ['/data/voucher_num'],
      ]);
      expect(answer.problem.detail).toContain(one);
    }
    const made = await post({
      location_id: shop.location_id,
      date: '2026-03-01',
      second: true,
      data: { voucher_num: 'C 1' },
    });
    expect([made.status, made.problem.code]).toEqual([409, 'voucher_number_used']);
    expect((await shop.setStatus(two, 'exported', { voucher_num: 'C 2' })).status).toBe(200);
  });

  it('is used once in an array, and by one of many who export at once', async () => {
    const days = await Promise.all(Array.from({ length: 5 }, closed));
    const array = days.map((id) => ({ id, status: 'exported', data: { voucher_num: 'C 3' } }));
    expect((await post(array)).problem.code).toBe('voucher_number_used');
    const answers = await Promise.all(
      days.map((day) => shop.setStatus(day, 'exported', { voucher_num: 'C 3' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  });

  it('of another company is no obstacle', async () => {
    const send = await on.service.as('tampere', 'admin');
    const theirs = await openShop(send, samplesFor(send));
    const day = await theirs.openDay();
    await theirs.setStatus(day, 'closed');
    expect((await theirs.setStatus(day, 'exported', { voucher_num: 'C 1' })).status).toBe(200);
  });
});

describe('a location that asks for counting', () => {
  it('has its day closed once each register with cash is counted', async () => {
    const own = await openShop(on.send, on.samples);
    await on.send('PUT', `/api/secure/location/${own.location_id}`, {
      json: { data: { count_at_close: 'required' } },
    });
    const day = await own.openDay();
    const second = (
      await on.send('POST', '/api/secure/pos', { json: { name: 'Second', location_id: own.location_id } })
    ).entity.id;
    await on.send('POST', '/api/secure/sales', { json: own.receipt(day) });
    const z_reports = [{ pos_id: second, opening_float: '10.00' }];
    for (const json of [{ status: 'closed' }, { status: 'closed', data: { z_reports } }]) {
      const answer = await put(day, json);
      expect([answer.status, answer.problem.errors?.[0]?.code]).toEqual([422, 'not_counted']);
    }
    const half = await put(day, { status: 'closed', data: { z_reports } });
    expect(half.pointers.toSorted()).toEqual(['/data/z_reports', '/data/z_reports/0/counted']);
    expect(half.text).toContain('Till');
    const counted = [
      { pos_id: second, opening_float: '10.00', counted: '0' },
      { pos_id: own.pos_id, counted: '4.50' },
    ];
    expect((await put(day, { status: 'closed', data: { z_reports: counted } })).status).toBe(200);
  });

  it('says nothing of a day without cash, and others ask for nothing', async () => {
    const own = await openShop(on.send, on.samples);
    const open = await own.openDay();
    await on.send('POST', '/api/secure/sales', { json: own.receipt(open) });
    expect((await put(open, { status: 'closed' })).status).toBe(200);
    await on.send('PUT', `/api/secure/location/${own.location_id}`, {
      json: { data: { count_at_close: 'required' } },
    });
    expect((await put(await own.openDay(), { status: 'closed' })).status).toBe(200);
  });
});

describe('the times of a day', () => {
  it('are those of the service where the request says none, and are emptied by reopening', async () => {
    const opened = await post({ location_id: shop.location_id, date: '2026-03-01', second: true });
    expect(opened.entity['opened_at']).toBe(opened.entity['created_at']);
    expect(opened.entity['closed_at']).toBeNull();
    const closed = await put(opened.entity.id, { status: 'closed' });
    expect(closed.entity['closed_at']).toBe(closed.entity['modified_at']);
    const reopened = await put(opened.entity.id, { status: 'open', data: { note: 'Why' } });
    expect(reopened.entity['closed_at']).toBeNull();
  });

  it('are those of the request where it says them', async () => {
    const day = await shop.openDay();
    const closed = await put(day, { status: 'closed', closed_at: '2026-03-01T22:00:00Z' });
    expect(closed.entity['closed_at']).toBe('2026-03-01T22:00:00.000Z');
  });
});

describe('a day with receipts', () => {
  it('is never deactivated, also when they were removed; one without is', async () => {
    const day = await shop.openDay();
    expect((await put(day, { active: false })).status).toBe(200);
    await put(day, { active: true, second: true });
    const receipt = shop.receipt(day);
    await on.send('POST', '/api/secure/sales', { json: receipt });
    await on.send('PUT', `/api/secure/sales/${String(receipt['id'])}`, { json: { active: false } });
    for (const answer of [
      await put(day, { active: false }),
      await post({ id: day, active: false }),
      await put(day, { active: false, status: 'closed' }),
    ]) {
      expect([answer.status, answer.problem.code, answer.pointers]).toEqual([
        409,
        'businessday_has_sales',
        ['/active'],
      ]);
    }
  });
});
