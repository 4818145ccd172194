import { expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { openShop } from '@/testing/shop';
import { reportSchema } from '../report/report';

const on = stage();
const read = async (day: string) => (await on.send('GET', `/api/secure/businessday/${day}`)).entity;
const put = (path: string, json: object) => on.send('PUT', `/api/secure/${path}`, { json: { ...json } });
const report = async (day: string) =>
  reportSchema.parse((await on.send('GET', `/api/secure/report/businessdaytx/${day}`)).json);

it('a day keeps time zone, currency, cutover and names as they were when it was opened', async () => {
  const shop = await openShop(on.send, on.samples);
  await put(`location/${shop.location_id}`, {
    name: 'Ginza',
    data: { timezone: 'Asia/Tokyo', currency: 'JPY', day_cutover: '05:00' },
  });
  await put(`pos/${shop.pos_id}`, { name: 'Till 1', pos_num: 1 });
  const day = await shop.openDay();
  const taken = {
    timezone: 'Asia/Tokyo',
    currency: 'JPY',
    cutover_hour: 5,
    location_name: 'Ginza',
    registers: [{ id: shop.pos_id, name: 'Till 1', pos_num: 1 }],
  };
  expect((await read(day))['snapshot']).toEqual(taken);
  const receipt = shop.receipt(day, { currency: 'JPY', total: '450' });
  expect((await on.send('POST', '/api/secure/sales', { json: receipt })).status).toBe(201);
  const before = await report(day);

  await put(`location/${shop.location_id}`, {
    name: 'Moved',
    data: { timezone: 'Europe/Helsinki', currency: 'EUR', day_cutover: '00:00' },
  });
  await put(`pos/${shop.pos_id}`, { name: 'Renamed', pos_num: 9 });
  expect((await read(day))['snapshot']).toEqual(taken);
  const { businessday, ...rest } = await report(day);
  expect({ ...rest, location: businessday.location }).toEqual({
    ...before,
    businessday: undefined,
    location: { id: shop.location_id, name: 'Ginza' },
  });
  expect(rest.registers[0]).toMatchObject({ name: 'Till 1', pos_num: 1 });
  // A day that is opened now gets the current values.
  expect((await read(await shop.openDay('2026-03-02')))['snapshot']).toMatchObject({
    currency: 'EUR',
    location_name: 'Moved',
    registers: [{ name: 'Renamed', pos_num: 9 }],
  });
});

it('a register that comes later joins the day by a receipt or a z report, as it is then named', async () => {
  const shop = await openShop(on.send, on.samples);
  const day = await shop.openDay();
  const till = async (name: string) =>
    (await on.send('POST', '/api/secure/pos', { json: { name, location_id: shop.location_id } })).entity.id;
  const [second, third] = [await till('Second'), await till('Third')];
  expect(
    (await on.send('POST', '/api/secure/sales', { json: shop.receipt(day, { pos_id: second }) })).status,
  ).toBe(201);
  const answer = await put(`businessday/${day}`, {
    data: { z_reports: [{ pos_id: third, opening_float: '1.00' }] },
  });
  await put(`pos/${second}`, { name: 'Renamed' });
  const names = { registers: [{ name: 'Till' }, { name: 'Third' }, { name: 'Second' }] };
  expect(answer.entity['snapshot']).toMatchObject(names);
  expect((await read(day))['snapshot']).toMatchObject(names);
});

it('what was read can be sent back, and another snapshot in a body is refused by name', async () => {
  const shop = await openShop(on.send, on.samples);
  const day = await shop.openDay();
  const before = await read(day);
  expect((await put(`businessday/${day}`, before)).status).toBe(200);
  const other = await put(`businessday/${day}`, { ...before, snapshot: { currency: 'USD' } });
  expect([other.status, other.pointers]).toEqual([422, ['/snapshot']]);
  const totals = await put(`businessday/${day}`, { totals: { gross: '1.00' } });
  expect([totals.status, totals.pointers]).toEqual([422, ['/totals']]);
  expect((await read(day))['snapshot']).toEqual(before['snapshot']);
});

it('an open day that moves to another location takes what that one says', async () => {
  const [shop, other] = [await openShop(on.send, on.samples), await openShop(on.send, on.samples)];
  await put(`location/${other.location_id}`, { name: 'Elsewhere', data: { currency: 'SEK' } });
  const day = await shop.openDay();
  const moved = await put(`businessday/${day}`, { location_id: other.location_id });
  expect(moved.entity['snapshot']).toMatchObject({
    location_name: 'Elsewhere',
    currency: 'SEK',
    registers: [{ id: other.pos_id }],
  });
});
