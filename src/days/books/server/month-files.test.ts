import { expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { openShop, soundReceipt } from '@/testing/shop';
import { monthFilesSchema } from '../../month/schema';

const on = stage();
const report = '/api/secure/report';
const filesOf = async (month: string, send = on.send) =>
  monthFilesSchema.parse((await send('GET', `${report}/month/files?month=${month}`)).json);
const write = async (query: string, send = on.send) => {
  const answer = await send('GET', `${report}/books?${query}&format=csv`);
  expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([200, '']);
};

it('a month names the files that have its days, by whom, with their hash, and says of a second export what changed', async () => {
  for (const [use, code] of [
    ['tender', '1910'],
    ['revenue', '3000'],
    ['vat', '2939'],
  ])
    await on.send('POST', '/api/secure/account', { json: { name: use, use, code } });
  const shop = await openShop(on.send, on.samples);
  for (const [at, date] of ['2024-05-30', '2024-05-31', '2024-06-01'].entries()) {
    const day = await shop.openDay(date);
    await on.send('POST', '/api/secure/sales', { json: soundReceipt(shop, day, String(at + 1)) });
    expect((await shop.setStatus(day, 'closed')).status).toBe(200);
  }
  expect(await filesOf('2024-05')).toEqual([]);
  const may = `from=2024-05-01&to=2024-05-31&location_id=${shop.location_id}`;
  await write(may);
  await write(may);
  await write(`from=2024-05-31&to=2024-06-01&location_id=${shop.location_id}`);
  expect((await on.send('POST', `${report}/month/2024-05/lock`, { json: {} })).status).toBe(201);
  const accountant = await on.service.as('helsinki', 'accountant');
  await on.send('POST', '/api/secure/account', {
    json: { name: 'Rye', use: 'tender', code: '1911', tender_type: 'cash' },
  });
  await write(may, accountant);
  const files = await filesOf('2024-05', accountant);
  expect(files.map(({ days, of_month, again, same_bytes }) => [days, of_month, again, same_bytes])).toEqual([
    [2, 2, 2, false],
    [2, 1, 0, null],
    [2, 2, 1, true],
    [2, 2, 0, null],
  ]);
  expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(3);
  expect(files[0]).toMatchObject({ format: 'csv', from: '2024-05-30', to: '2024-05-31' });
  expect(files[0]?.by).not.toBe(files[2]?.by);
  expect((await filesOf('2024-06')).map(({ of_month }) => of_month)).toEqual([1]);

  const tampere = await on.service.as('tampere');
  expect(await filesOf('2024-05', tampere)).toEqual([]);
  const terminal = await on.service.as('helsinki', 'terminal');
  expect((await terminal('GET', `${report}/month/files?month=2024-05`)).status).toBe(403);
});
