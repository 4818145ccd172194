import { expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { openShop } from '@/testing/shop';

const on = stage();
const path = '/api/secure/report/sales?by=location&from=2026-03-01&to=2026-03-31';

it('sales are answered 304 until a receipt, a day or a name of them changes', async () => {
  const shop = await openShop(on.send, on.samples);
  const day = await shop.openDay();
  await on.send('POST', '/api/secure/sales', { json: shop.receipt(day) });
  const ask = (tag: string | null, address = path) =>
    on.send('GET', address, { headers: tag === null ? {} : { 'If-None-Match': tag } });
  let known = (await ask(null)).header('etag');
  expect(known).toMatch(/^"[\w-]{22}"$/);
  expect(await ask(known)).toMatchObject({ status: 304, text: '' });
  expect((await ask(known, path.replace('03-31', '03-30'))).status).toBe(200);
  expect((await ask(known, path.replace('location', 'register'))).status).toBe(200);

  const changes = [
    ['POST', 'sales', shop.receipt(day)],
    ['PUT', `location/${shop.location_id}`, { name: 'Renamed' }],
    ['PUT', `businessday/${day}`, { status: 'closed' }],
  ] as const;
  for (const [method, address, json] of changes) {
    expect((await on.send(method, `/api/secure/${address}`, { json })).status).toBeLessThan(300);
    const answer = await ask(known);
    expect([address, answer.status]).toEqual([address, 200]);
    known = answer.header('etag');
    expect((await ask(known)).status).toBe(304);
  }
  expect((await ask(known)).status).toBe(304);

  await on.send('PUT', `/api/secure/dpt/${(await on.send('GET', '/api/secure/dpt')).entities[0]?.id}`, {
    json: { name: 'No part of it' },
  });
  expect((await ask(known)).status).toBe(304);
});

it('an ETag of one company is none of another', async () => {
  const other = await on.service.as('tampere');
  const known = (await on.send('GET', path)).header('etag');
  expect((await other('GET', path, { headers: { 'If-None-Match': known } })).status).toBe(200);
});
