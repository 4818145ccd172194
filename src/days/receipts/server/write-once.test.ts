import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '@/contract/resource';
import { contracts } from '@/resources/contracts';
import { stage } from '@/testing/api/start';
import { openShop, type Shop } from '@/testing/shop';

const on = stage();
const path = '/api/secure/sales';
let shop: Shop;
let day: string;

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  day = await shop.openDay();
});

const post = (json: unknown) => on.send('POST', path, { json });
const stored = async (id: unknown) => on.send('GET', `${path}/${String(id)}`);
const events = async (id: unknown) => {
  const { rows } = await sql<{ action: string; payload: unknown; before: unknown; after: unknown }>`
    select action, payload, before, after from event where entity_id = ${id} order by seq`.execute(
    on.service.db,
  );
  return rows;
};

describe('a receipt', () => {
  it('posted again as it was changes nothing, writes no event, and is answered as it is stored', async () => {
    const receipt = shop.receipt(day);
    const first = await post(receipt);
    expect(first.status).toBe(201);
    for (const body of [receipt, { ...receipt, id: String(receipt['id']).toUpperCase() }, first.json]) {
      const again = await post(body);
      expect([again.status, again.text]).toEqual([200, first.text]);
    }
    expect(
      (await post([receipt, shop.receipt(day), receipt])).entities.map(({ version }) => version),
    ).toEqual([1, 1, 1]);
    expect(await events(receipt['id'])).toHaveLength(1);
  });

  it('posted again by a terminal is accepted again, also when its day is closed by then', async () => {
    const terminal = await on.service.as('helsinki', 'terminal');
    const own = await shop.openDay();
    const receipts = [shop.receipt(own), shop.receipt(own)];
    const first = await terminal('POST', path, { json: receipts });
    expect(first.status).toBe(200);
    await shop.setStatus(own, 'closed');
    expect((await terminal('POST', path, { json: receipts })).text).toBe(first.text);
    const [one] = receipts;
    expect((await terminal('POST', path, { json: one })).status).toBe(200);
  });

  it.each([
    ['a top-level field', { total: '4.51' }],
    ['the same number written otherwise', { total: '4.500' }],
    ['its day', { businessday_id: 'another' }],
    ['a line', { data: { lines: [] } }],
    ['something more in data', { data: { reason: 'none' } }],
  ])('with %s changed is 409 that names it, and nothing of the array is written', async (_, change) => {
    const receipt = shop.receipt(day);
    const first = await post(receipt);
    const other = 'businessday_id' in change ? { businessday_id: await shop.openDay() } : change;
    const fresh = shop.receipt(day);
    const late = await post([fresh, { ...receipt, ...other }]);
    expect(late.problem).toMatchObject({ status: 409, code: 'accepted_once' });
    expect(late.pointers).toEqual(['/1']);
    expect(late.problem.detail).toContain(receipt['id']);
    const put = await on.send('PUT', `${path}/${String(receipt['id'])}`, { json: other });
    expect([put.status, put.problem.code]).toEqual([409, 'accepted_once']);
    expect((await stored(receipt['id'])).text).toBe(first.text);
    expect((await stored(fresh['id'])).status).toBe(404);
    expect(await events(receipt['id'])).toHaveLength(1);
  });

  it('twice in one array is accepted once; two that differ under one id refuse the array', async () => {
    const receipt = shop.receipt(day);
    const both = await post([receipt, receipt]);
    expect(both.entities.map(({ id, version }) => [id, version])).toEqual([
      [receipt['id'], 1],
      [receipt['id'], 1],
    ]);
    const other = shop.receipt(day);
    expect((await post([other, { ...other, total: '1.00' }])).problem.code).toBe('accepted_once');
    expect((await stored(other['id'])).status).toBe(404);
  });

  it('has events with the payload alone: what was sent is the receipt', async () => {
    const receipt = shop.receipt(day);
    await post(receipt);
    await on.send('PUT', `${path}/${String(receipt['id'])}`, { json: { active: false } });
    expect(await events(receipt['id'])).toEqual([
      { action: 'create', payload: receipt, before: null, after: null },
      { action: 'update', payload: { active: false }, before: null, after: null },
    ]);
  });

  it('keeps snapshots of what was never here, and names a wrong reference at the top', async () => {
    const gone = crypto.randomUUID();
    const data = {
      lines: [{ plu_id: gone, dpt_id: gone, qty: 2, total: 9.5 }],
      tenders: [{ tender_id: gone, amount: '9.50' }],
      ref_id: gone,
      late_for: gone,
    };
    const { entity } = await post(shop.receipt(day, { data }));
    expect(entity.data).toMatchObject(data);
    const wrong = await post(shop.receipt(day, { customer_id: gone }));
    expect([wrong.status, wrong.pointers]).toEqual([422, ['/customer_id']]);
  });

  it('keeps the moment it was completed at, in UTC, and a cashier, and refuses what is no moment', async () => {
    const cashier = { id: '7', name: 'Aino' };
    const { entity } = await post(
      shop.receipt(day, { completed_at: '2026-03-01T23:59:59.1239+02:00', cashier }),
    );
    expect(entity).toMatchObject({ completed_at: '2026-03-01T21:59:59.124Z', cashier });
    for (const completed_at of [
      '0000-01-01T00:00:00Z',
      '2026-01-01T00:00:00+23:00',
      '2026-02-30T00:00:00Z',
      '',
    ]) {
      const answer = await post(shop.receipt(day, { completed_at }));
      expect([completed_at, answer.status, answer.pointers]).toEqual([completed_at, 422, ['/completed_at']]);
    }
  });

  it('from eight terminals at once is accepted once', async () => {
    const receipt = shop.receipt(day);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(receipt)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 200, 200, 200, 201,
    ]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await events(receipt['id'])).toHaveLength(1);
  });
});

describe('a role that may create a receipt and not read it', () => {
  const secretOf = (text: string) => expect(text).not.toContain('Not for the till');

  it('is shown nothing of one by its id, or by a part of it: in an object, an array, or on a condition', async () => {
    const terminal = await on.service.as('helsinki', 'terminal');
    const own = await shop.openDay();
    const receipt = shop.receipt(own, {
      name: 'Not for the till',
      data: { lines: [{ name: 'Not for the till' }] },
    });
    const { entity } = await post(receipt);
    const { data, name, ...rest } = receipt;
    for (const body of [
      { id: entity.id },
      { id: entity.id, active: true },
      rest,
      { ...rest, name },
      { ...rest, data },
      { ...rest, name, data: {} },
      { ...rest, name, data: { lines: [] } },
    ]) {
      for (const json of [body, [body], [body, shop.receipt(own)]]) {
        const answer = await terminal('POST', path, { json });
        expect([json, [403, 409].includes(answer.status)]).toEqual([json, true]);
        secretOf(answer.text.replaceAll(JSON.stringify(body), ''));
      }
    }
    const onCondition = await terminal('POST', path, {
      json: { id: entity.id },
      headers: { 'If-Match': '"99"' },
    });
    expect([onCondition.status, onCondition.problem.current]).toEqual([412, null]);
    expect((await terminal('PUT', `${path}/${entity.id}`, { json: {} })).status).toBe(403);
    expect((await terminal('GET', `${path}/${entity.id}`)).status).toBe(403);
    expect((await stored(entity.id)).text).toBe((await post(receipt)).text);
  });

  it('is answered an equal repeat: as it was sent, with defaults left out or written', async () => {
    const terminal = await on.service.as('helsinki', 'terminal');
    const receipt = shop.receipt(await shop.openDay());
    const first = await terminal('POST', path, { json: receipt });
    expect(first.status).toBe(201);
    for (const json of [receipt, first.json, { ...receipt, customer_id: null }]) {
      const again = await terminal('POST', path, { json });
      expect([again.status, again.text]).toEqual([200, first.text]);
    }
    const removal = { active: false, removed_reason: 'Not for the till' };
    const removed = await on.send('PUT', `${path}/${first.entity.id}`, { json: removal });
    expect(removed.entity['removed']).toMatchObject({ reason: 'Not for the till' });
    const later = await terminal('POST', path, { json: receipt });
    expect([later.status, later.entity.active, later.entity['removed']]).toEqual([200, false, null]);
    secretOf(later.text);
  });
});

it('no resource but this lets a role write that may not read', () => {
  const blind = Object.values<Resource>(contracts).filter(({ access: { read, create, update } }) =>
    [...create.roles, ...update.roles].some((role) => !read.roles.includes(role)),
  );
  expect(blind.map(({ name, acceptedOnce }) => [name, acceptedOnce])).toEqual([['sales', true]]);
});
