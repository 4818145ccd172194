import { expect, it } from 'vitest';
import { roles } from '@/contract/role';
import { unknownId, stage } from '@/testing/api/start';
import { openShop, soundReceipt } from '@/testing/shop';
import { reportSchema } from '../report/report';
import { summarySchema } from '../report/schema/summary';

const on = stage();
const path = '/api/secure/report/businessdaytx';
const gap = { code: 'receipt_sequence', reason: 'The till was swapped at noon' };

async function dayWithGap() {
  const shop = await openShop(on.send, on.samples);
  const day = await shop.openDay('2026-03-01');
  const post = (...nums: string[]) =>
    on.send('POST', '/api/secure/sales', { json: nums.map((num) => soundReceipt(shop, day, num)) });
  await post('1', '3');
  const report = async () => reportSchema.parse((await on.send('GET', `${path}/${day}`)).json);
  const sequence = async () => (await report()).checks.find(({ code }) => code === gap.code);
  const query = `from=2026-03-01&to=2026-03-01&location_id=${shop.location_id}`;
  const summary = async () =>
    summarySchema.parse((await on.send('GET', `/api/secure/report/summary?${query}`)).json).days[0];
  const verdict = async () =>
    Object((await on.send('GET', `/api/secure/report/verdicts?businessday_id=${day}`)).json)[0];
  const acknowledge = (json: object = gap, as = on.send) =>
    as('POST', `${path}/${day}/acknowledgement`, { json });
  return { shop, day, post, sequence, summary, verdict, acknowledge };
}

it('an acknowledged fault stays visible and does not colour the day, until another receipt joins it', async () => {
  const { day, post, sequence, summary, verdict, acknowledge } = await dayWithGap();
  expect((await summary())?.failing).toEqual([gap.code]);
  expect(await verdict()).toEqual({ id: day, at_fault: 0, failing: [gap.code], acknowledged: [] });
  const { status, json } = await acknowledge();
  expect([status, Object(json).reason, Object(json).withdrawn]).toEqual([201, gap.reason, false]);
  const known = await sequence();
  expect([known?.ok, known?.acknowledged?.reason]).toEqual([false, gap.reason]);
  expect(known?.transaction_ids.length).toBe(2);
  expect(await verdict()).toEqual({ id: day, at_fault: 0, failing: [], acknowledged: [gap.code] });
  const quiet = await summary();
  expect([quiet?.failing, quiet?.at_fault, quiet?.acknowledged]).toEqual([[], 0, [gap.code]]);
  await post('5');
  expect((await sequence())?.acknowledged).toBe(null);
  expect((await summary())?.failing).toEqual([gap.code]);
});

it('is taken on closed and exported days, and withdrawn by another entry; both are events', async () => {
  const { shop, day, sequence, acknowledge } = await dayWithGap();
  await shop.setStatus(day, 'closed', { z_reports: [{ pos_id: shop.pos_id, counted: '9.00' }] });
  const { json } = await acknowledge();
  await shop.setStatus(day, 'exported', { voucher_num: `A-${day}` });
  expect((await sequence())?.acknowledged?.reason).toBe(gap.reason);
  const taken = await acknowledge({ ...gap, reason: 'It was not the till', withdrawn: true });
  expect([taken.status, (await sequence())?.acknowledged]).toEqual([201, null]);
  for (const id of [Object(json).id, Object(taken.json).id]) {
    const events = await on.send('GET', `/api/secure/event?entity=acknowledgement&entity_id=${id}`);
    expect(Object(events.json).data.length).toBe(1);
  }
});

it('is for accountants and administrators, of their own company, with a reason, for what fails', async () => {
  const { acknowledge, sequence } = await dayWithGap();
  for (const role of roles.filter((one) => !['admin', 'accountant'].includes(one))) {
    const as = await on.service.as('helsinki', role);
    expect([role, (await acknowledge(gap, as)).status]).toEqual([role, 403]);
  }
  expect((await acknowledge(gap, await on.service.as('tampere'))).status).toBe(404);
  expect((await acknowledge({ ...gap, reason: ' ' })).status).toBe(422);
  expect((await acknowledge({ ...gap, code: 'nothing' })).status).toBe(422);
  expect((await acknowledge({ ...gap, code: 'cash' })).problem.code).toBe('nothing_to_acknowledge');
  const absent = await on.send('POST', `${path}/${unknownId}/acknowledgement`, { json: gap });
  expect(absent.status).toBe(404);
  expect((await sequence())?.acknowledged).toBe(null);
  const accountant = await on.service.as('helsinki', 'accountant');
  expect((await acknowledge(gap, accountant)).status).toBe(201);
});
