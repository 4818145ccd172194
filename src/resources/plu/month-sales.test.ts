import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { contracts } from '@/resources/contracts';
import { stage } from '@/testing/api/start';
import { openShop } from '@/testing/shop';

const on = stage();

it('a month in several currencies has the total of each, and what was imported without receipts', async () => {
  const shop = await openShop(on.send, on.samples);
  const body = await on.samples.minimal(contracts.plu);
  const [mixed, plain] = (await on.send('POST', '/api/secure/plu', { json: [body, body] })).entities;
  const day = await shop.openDay('2026-03-01');
  const sold = (plu_id: string | undefined, currency: string, total: string) =>
    shop.receipt(day, { currency, data: { lines: [{ plu_id, qty: '1', total }] } });
  await on.send('POST', '/api/secure/sales', {
    json: [sold(mixed?.id, 'EUR', '4.50'), sold(mixed?.id, 'JPY', '720'), sold(plain?.id, 'EUR', '2.00')],
  });
  const { helsinki } = on.service.companies;
  await sql`
    insert into plu_month_sales (tenant_id, company_id, plu_id, month, currency, qty, total)
    values (${helsinki.tenantId}, ${helsinki.companyId}, ${mixed?.id}, '2026-02-01', 'EUR', 3, 13.50)`.execute(
    on.service.db,
  );
  const months = () =>
    Promise.all(
      [mixed, plain].map(
        async (one) => (await on.send('GET', `/api/secure/plu/${one?.id}`)).entity['sales_history'],
      ),
    );
  expect(await months()).toEqual([
    {
      month_sales: [
        { date: '2026-03-01', qty: '2', total: '4.50', other_totals: [{ currency: 'JPY', total: '720' }] },
        { date: '2026-02-01', qty: '3', total: '13.50' },
      ],
    },
    { month_sales: [{ date: '2026-03-01', qty: '1', total: '2.00' }] },
  ]);
});

it("a list shows sums in the company's currency at once when that changes", async () => {
  const shop = await openShop(on.send, on.samples);
  const { entity } = await on.send('POST', '/api/secure/plu', {
    json: await on.samples.minimal(contracts.plu),
  });
  const lines = [{ plu_id: entity.id, qty: '1', total: '720' }];
  const day = await shop.openDay('2026-04-01');
  await on.send('POST', '/api/secure/sales', {
    json: shop.receipt(day, { currency: 'JPY', data: { lines } }),
  });
  const listed = async () =>
    (await on.send('GET', '/api/secure/plu?pageSize=1000')).entities.find(({ id }) => id === entity.id);
  const { companyId } = on.service.companies.helsinki;
  const pay = (currency: string) =>
    on.send('PUT', `/api/secure/company/${companyId}`, { json: { data: { currency } } });
  expect(await listed()).toMatchObject({ sales_history: { month_sales: [{ total: '0', qty: '1' }] } });
  expect((await pay('JPY')).status).toBe(200);
  expect((await listed())?.['sales_history']).toEqual({
    month_sales: [{ date: '2026-04-01', qty: '1', total: '720' }],
  });
  expect((await pay('EUR')).status).toBe(200);
  expect(await listed()).toMatchObject({ sales_history: { month_sales: [{ total: '0' }] } });
});

it('a product sold in one currency and one sold in several have the last twelve months alike, newest first', async () => {
  const body = await on.samples.minimal(contracts.plu);
  const [plain, mixed, former] = (await on.send('POST', '/api/secure/plu', { json: [body, body, body] }))
    .entities;
  const { tenantId, companyId } = on.service.companies.helsinki;
  const sell = (plu_id: string | undefined, month: string, currency: string, qty: string, total: string) =>
    sql`insert into plu_month_sales (tenant_id, company_id, plu_id, month, currency, qty, total)
      values (${tenantId}, ${companyId}, ${plu_id}, ${month}, ${currency}, ${qty}, ${total})`.execute(
      on.service.db,
    );
  const months = Array.from({ length: 14 }, (_, n) =>
    new Date(Date.UTC(2026, 2 - n, 1)).toISOString().slice(0, 10),
  );
  for (const [n, month] of months.entries())
    for (const one of [plain, mixed, former]) await sell(one?.id, month, 'EUR', `${n}.500`, `${n}.10`);
  await sell(mixed?.id, '2026-01-01', 'JPY', '2', '300');
  // Older than the twelve months that are said.
  await sell(former?.id, '2024-11-01', 'JPY', '2', '300');
  const history = async (id: string | undefined) =>
    (await on.send('GET', `/api/secure/plu/${id}`)).entity['sales_history'];
  const expected: object[] = months
    .slice(0, 12)
    .map((date, n) => ({ date, qty: n === 0 ? '0.500' : `${n}.500`, total: `${n}.10` }));
  expect(await history(plain?.id)).toEqual({ month_sales: expected });
  expect(await history(former?.id)).toEqual({ month_sales: expected });
  expect(await history(mixed?.id)).toEqual({
    month_sales: expected.with(2, {
      date: '2026-01-01',
      qty: '4.500',
      total: '2.10',
      other_totals: [{ currency: 'JPY', total: '300' }],
    }),
  });
});
