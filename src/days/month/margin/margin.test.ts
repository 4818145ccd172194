import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { backdate } from '@/testing/backdate';
import { openShop, type Shop } from '@/testing/shop';
import { marginFigures } from './margin.server';
import { marginSchema } from './schema';

const on = stage();
const path = '/api/secure/report/month/margin';
const margin = async (month: string, send = on.send, more = '') => {
  const answer = await send('GET', `${path}?month=${month}${more}`);
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return marginSchema.parse(answer.json);
};

let shop: Shop;
let dpt_id: string;
let tax_id: string;
beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  dpt_id = (await on.send('POST', '/api/secure/dpt', { json: { name: 'Bakery' } })).entity.id;
  tax_id = (await on.send('POST', '/api/secure/tax', { json: { name: 'Food', rate: '13.5' } })).entity.id;
});

/** Makes a product that has each of these costs in turn, from noon (UTC) of the days on. */
async function product(
  costs: readonly (number | null)[],
  days: readonly string[],
  send = on.send,
  of: Json = { dpt_id, tax_id },
) {
  const data = (cost: number | null) => ({ data: cost === null ? {} : { cost_price: cost } });
  const made = await send('POST', '/api/secure/plu', {
    json: { name: 'Bun', base_price: '4.50', ...of, ...data(costs[0] ?? null) },
  });
  expect([made.status, made.text]).toEqual([201, made.text]);
  const { id } = made.entity;
  for (const cost of costs.slice(1))
    expect(
      (await send('PUT', `/api/secure/plu/${id}`, { json: { data: { cost_price: cost } } })).status,
    ).toBe(200);
  await backdate(
    on.service.db,
    'plu',
    id,
    days.map((day) => `${day}T12:00:00Z`),
  );
  return id;
}

let receipts = 0;
interface Line {
  readonly plu_id?: string;
  readonly qty?: string;
  readonly net?: string | null;
}
/** A day with one receipt of these lines at 10:00 UTC, closed. */
async function sold(
  date: string,
  lines: readonly Line[],
  { own = shop, type = 'sale', close = true, currency = 'EUR' } = {},
) {
  const day = await own.openDay(date);
  receipts += 1;
  const nets = lines.map(({ net = '3.96' }) => Number(net ?? '3.96'));
  const net = nets.reduce((all, one) => all + one, 0).toFixed(2);
  const receipt = own.receipt(day, {
    receipt_num: String(receipts),
    type,
    currency,
    completed_at: `${date}T10:00:00Z`,
    total: net,
    total_net: net,
    total_tax: '0.00',
    data: {
      lines: lines.map(({ plu_id, qty = '1', net: of = '3.96' }) => ({
        name: 'Bun',
        qty,
        dpt_id,
        dpt_name: 'Bakery',
        total: of ?? '3.96',
        ...(plu_id !== undefined && { plu_id }),
        ...(of !== null && { net: of, tax: '0.00', tax_rate: '0' }),
      })),
      tenders: [{ type: 'cash', amount: net }],
      taxes: [{ rate: '0', gross: net, net, tax: '0.00' }],
    },
  });
  const answer = await on.send('POST', '/api/secure/sales', { json: receipt });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  if (close) expect((await own.setStatus(day, 'closed')).status).toBe(200);
}

describe('the margin of a month', () => {
  it('has the cost that was in force when each line was sold, and no later one changes it', async () => {
    const id = await product([1, 1.5, 9], ['2024-01-01', '2024-03-10', '2024-04-01']);
    await sold('2024-03-05', [{ plu_id: id, qty: '2', net: '7.92' }]);
    await sold('2024-03-20', [{ plu_id: id, qty: '0.345', net: '1.37' }]);
    await sold('2024-03-21', [{ plu_id: id, qty: '-1', net: '-3.96' }], { type: 'return' });
    const before = await margin('2024-03');
    // 2 × 1 + 0.345 × 1.5 − 1 × 1.5 = 1.0175
    expect(before.all).toEqual({
      net: '5.33',
      known_net: '5.33',
      known_percent: '100.0',
      cost: '1.02',
      margin: '4.31',
      margin_percent: '80.9',
    });
    expect(before.locations).toEqual([
      { id: shop.location_id, name: before.locations[0]?.name, ...before.all },
    ]);
    expect(before.departments).toEqual([{ dpt_id, name: 'Bakery', ...before.all }]);
    await on.send('PUT', `/api/secure/plu/${id}`, { json: { data: { cost_price: 3.9 } } });
    expect(await margin('2024-03')).toEqual(before);
  });

  it('says which part of the net sales has a known cost', async () => {
    const known = await product([2], ['2024-01-01']);
    const late = await product([null, 2], ['2024-01-01', '2024-05-20']);
    await sold('2024-05-10', [
      { plu_id: known, net: '6.00' },
      // Without a product, without a cost then, without a stated tax, and of no product that there is.
      { net: '1.00' },
      { plu_id: late, net: '1.00' },
      { plu_id: known, net: null },
      { plu_id: crypto.randomUUID(), net: '1.00' },
    ]);
    await sold('2024-05-28', [{ plu_id: late, net: '4.00' }], { close: false });
    const { all } = await margin('2024-05');
    expect(all).toMatchObject({
      net: '12.96',
      known_net: '6.00',
      known_percent: '46.3',
      cost: '2.00',
      margin: '4.00',
    });
  });

  it('counts only products of a company in the currency of the sales, and never adds two', async () => {
    const swedish = await openShop(on.send, on.samples);
    await on.send('PUT', `/api/secure/location/${swedish.location_id}`, {
      json: { data: { currency: 'SEK' } },
    });
    const id = await product([2], ['2024-01-01']);
    await sold('2024-06-10', [{ plu_id: id, net: '30.00' }], { own: swedish, currency: 'SEK' });
    await sold('2024-06-10', [{ plu_id: id, net: '3.00' }]);
    const refused = await on.send('GET', `${path}?month=2024-06`);
    expect([refused.status, refused.problem.errors?.map(({ detail }) => detail)]).toEqual([
      400,
      ['EUR', 'SEK'],
    ]);
    expect((await margin('2024-06', on.send, '&currency=EUR')).all).toMatchObject({
      net: '3.00',
      cost: '2.00',
    });
    expect((await margin('2024-06', on.send, '&currency=SEK')).all).toMatchObject({
      net: '30.00',
      known_net: '0.00',
      known_percent: '0.0',
      cost: '0.00',
      margin_percent: null,
    });
  });

  it('reads the costs of the parent’s products, and nothing of another company', async () => {
    const group = await on.service.as('group', 'admin');
    const dpt = (await group('POST', '/api/secure/dpt', { json: { name: 'Shared' } })).entity.id;
    const tax = (await group('POST', '/api/secure/tax', { json: { name: 'Food', rate: '13.5' } })).entity.id;
    const id = await product([1, 2], ['2024-01-01', '2024-07-05'], group, { dpt_id: dpt, tax_id: tax });
    await sold('2024-07-10', [{ plu_id: id, net: '5.00' }]);
    expect((await margin('2024-07')).all).toMatchObject({ known_net: '5.00', cost: '2.00' });
    const tampere = await on.service.as('tampere');
    const theirs = await margin('2024-07', tampere);
    expect([theirs.all.net, theirs.locations]).toEqual(['0.00', []]);
    const foreign = await tampere('GET', `${path}?month=2024-07&location_id=${shop.location_id}`);
    expect([foreign.status, foreign.pointers]).toEqual([400, ['?location_id']]);
  });

  it('does not know a cost from before the horizon of the trail, unless the product has not changed since', async () => {
    const changed = await product([1, 2], ['2023-01-01', '2024-09-20']);
    const same = await product([1], ['2023-01-01']);
    await on.service.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update plu set modified_at = '2023-01-01' where id = ${same}`.execute(tx);
    });
    await sold('2024-08-10', [
      { plu_id: changed, net: '5.00' },
      { plu_id: same, net: '4.00' },
    ]);
    expect((await margin('2024-08')).all).toMatchObject({ known_net: '9.00', cost: '2.00' });
    await on.service.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`insert into event_horizon (tenant_id, company_id, horizon, years, set_at)
        select tenant_id, id, '2024-09-01', 1, now() from company where id = ${on.service.companies.helsinki.companyId}`.execute(
        tx,
      );
      await sql`update revision set revision = revision + 1`.execute(tx);
    });
    expect((await margin('2024-08')).all).toMatchObject({
      known_net: '4.00',
      known_percent: '44.4',
      cost: '1.00',
    });
    await on.service.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`delete from event_horizon`.execute(tx);
    });
  });

  it('is for those who read reports', async () => {
    for (const [role, status] of [
      ['manager', 200],
      ['accountant', 200],
      ['terminal', 403],
    ] as const) {
      const send = await on.service.as('helsinki', role);
      expect([role, (await send('GET', `${path}?month=2024-03`)).status]).toEqual([role, status]);
    }
  });
});

it('a margin has the decimals of its currency, and a part is never rounded to the whole', () => {
  const line = { net: '1000', known_net: '999.9', cost: '333.333' };
  expect(marginFigures([line], 2)).toMatchObject({ known_percent: '99.9', cost: '333.33', margin: '666.57' });
  expect(marginFigures([{ ...line, known_net: '999' }], 0)).toMatchObject({
    cost: '333',
    margin: '666',
    margin_percent: '66.7',
  });
  expect(marginFigures([line], 3)).toMatchObject({ cost: '333.333', margin: '666.567' });
  expect(marginFigures([], 2)).toMatchObject({ net: '0.00', known_percent: null, margin_percent: null });
});
