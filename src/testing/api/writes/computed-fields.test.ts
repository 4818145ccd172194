import { expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { openShop } from '@/testing/shop';

const on = stage();
const path = '/api/secure/businessday';

it('computed fields may be sent back as they were answered; another value is refused at its item, and nothing of the array is stored', async () => {
  const shop = await openShop(on.send, on.samples);
  const days = [await shop.openDay('2026-03-01'), await shop.openDay('2026-03-02')];
  const answered = async (id = '') => (await on.send('GET', `${path}/${id}`)).entity;
  const kept = await Promise.all(
    days.map(async (id) => ({ id, data: { note: 'sent back' }, totals: (await answered(id))['totals'] })),
  );
  expect((await on.send('POST', path, { json: kept })).status).toBe(200);
  const changed = kept.map((item, at) =>
    at === 0
      ? item
      : { ...item, data: { note: 'changed' }, totals: { ...Object(item.totals), gross: '1.00' } },
  );
  const refused = await on.send('POST', path, { json: changed });
  expect(refused.status).toBe(422);
  expect(refused.problem.errors).toMatchObject([{ pointer: '/1/totals', code: 'read_only' }]);
  const alone = await on.send('PUT', `${path}/${days[1]}`, { json: { snapshot: { currency: 'SEK' } } });
  expect(alone.problem.errors).toMatchObject([{ pointer: '/snapshot', code: 'read_only' }]);
  expect((await answered(days[1])).data['note']).toBe('sent back');
});
