import { expect, it } from 'vitest';
import { z } from 'zod';
import { stage } from '@/testing/api/start';
import { backdateEvents } from '@/testing/backdate';
import { changeSets } from '@/testing/change-sets';
import { openShop, soundReceipt } from '@/testing/shop';
import { recompute } from '@/days/checks/recompute';
import { reportSchema } from '@/days/report/report';
import { summarySchema } from '@/days/report/schema/summary';
import { contracts } from '../contracts';

const on = stage();
const report = async (day: string) =>
  reportSchema.parse((await on.send('GET', `/api/secure/report/businessdaytx/${day}`)).json);
const failing = ({ checks }: { checks: readonly { code: string; ok: boolean }[] }) =>
  checks.filter(({ ok }) => !ok).map(({ code }) => code);

it('a day is judged by the rates that the taxes had on it, however a rate was edited since', async () => {
  const { send, service } = on;
  const path = '/api/secure/tax';
  const { id } = (
    await send('POST', path, { json: { ...(await on.samples.minimal(contracts.tax)), rate: '13.5' } })
  ).entity;
  const shop = await openShop(send, on.samples);
  const sold = async (date: string, more = {}) => {
    const day = await shop.openDay(date);
    const answer = await send('POST', '/api/secure/sales', { json: [soundReceipt(shop, day, '1', more)] });
    expect(answer.status).toBe(200);
    return day;
  };
  const march = await sold('2026-03-10');
  expect((await shop.setStatus(march, 'closed')).status).toBe(200);

  expect((await send('PUT', `${path}/${id}`, { json: { rate: '14' } })).status).toBe(200);
  expect((await send('POST', path, { json: [{ id, rate: '15' }] })).status).toBe(200);
  const sets = changeSets(send);
  const set = await sets.draft([{ resource: 'tax', record_id: id, patch: { rate: '16' } }]);
  await sets.move(set, 'preview');
  await sets.move(set, 'apply');
  expect((await send('GET', `${path}/${id}`)).entity['rate']).toBe('16');
  await backdateEvents(service.db, 'tax', id, [
    '2026-01-01T08:00:00Z',
    '2026-04-01T08:00:00Z',
    '2026-05-01T08:00:00Z',
    '2026-06-01T08:00:00Z',
  ]);

  const read = await report(march);
  expect(read.tax_rates).toEqual(['0', '13.5']);
  expect(failing(read)).toEqual([]);
  expect(failing({ checks: recompute(read).checks })).toEqual([]);
  const period = 'from=2026-03-10&to=2026-03-10';
  const summary = summarySchema.parse((await send('GET', `/api/secure/report/summary?${period}`)).json);
  expect(summary.days.map(({ at_fault, failing: codes }) => [at_fault, codes])).toEqual([[0, []]]);

  // Receipts may be older than the record; on the day of an edit both rates hold.
  for (const [date, rates] of [
    ['2024-02-29', ['0', '13.5']],
    ['2026-04-01', ['0', '13.5', '14']],
    ['2026-04-20', ['0', '14']],
    ['2026-05-20', ['0', '15']],
    ['2026-11-20', ['0', '16']],
  ] as const)
    expect((await report(await sold(date))).tax_rates, date).toEqual(rates);

  const wrong = await sold('2026-07-01');
  const judged = await report(wrong);
  expect(failing(judged)).toContain('receipt_rates');
  expect(failing({ checks: recompute(judged).checks })).toEqual(failing(judged));
});

it('a child company is judged by the rates that its parent’s taxes had, and by no sibling’s', async () => {
  const group = await on.service.as('group');
  const minimal = await on.samples.minimal(contracts.tax);
  const { id } = (await group('POST', '/api/secure/tax', { json: { ...minimal, rate: '21' } })).entity;
  expect((await group('PUT', `/api/secure/tax/${id}`, { json: { rate: '22' } })).status).toBe(200);
  const sibling = await on.service.as('tampere');
  expect((await sibling('POST', '/api/secure/tax', { json: { ...minimal, rate: '77' } })).status).toBe(201);
  await backdateEvents(on.service.db, 'tax', id, ['2026-01-01T08:00:00Z', '2026-04-01T08:00:00Z']);
  const shop = await openShop(on.send, on.samples);
  const rates = async (date: string) =>
    z.array(z.string()).parse((await report(await shop.openDay(date))).tax_rates);
  expect(await rates('2026-03-10')).toEqual(expect.arrayContaining(['21']));
  expect(await rates('2026-03-10')).not.toEqual(expect.arrayContaining(['22']));
  expect(await rates('2026-06-10')).toEqual(expect.arrayContaining(['22']));
  expect(await rates('2026-06-10')).not.toEqual(expect.arrayContaining(['77']));
});
