import { array, assert, asyncProperty, constantFrom, integer, record, sample } from 'fast-check';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { ofLines, salesBys, salesHistory, type SalesBy, type SalesRow } from '@/days/sales-history/answer';
import { stage } from '@/testing/api/start';
import { soldBy, type OracleRow, type Sold } from '@/testing/sales-oracle';
import { openShop, soundReceipt, type Shop } from '@/testing/shop';
import { articles, computeReceipt, daySpec, receiptJson } from '@/testing/sold-day';
import { openFigures } from '../../figures/figures-job.server';
import { summarySchema } from '../../report/schema/summary';

const on = stage();
const makeFigures = () =>
  openFigures({ db: on.service.db, log: pino({ level: 'silent' }), every: null, beside: 1 }).makeAll();

const dates = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02', '2026-02-03'];
const shops: { shop: Shop; currency: string; days: string[] }[] = [];

beforeAll(async () => {
  for (const currency of ['EUR', 'EUR', 'SEK']) {
    const shop = await openShop(on.send, on.samples);
    const { status } = await on.send('PUT', `/api/secure/location/${shop.location_id}`, {
      json: { data: { currency, timezone: 'Europe/Helsinki' } },
    });
    expect(status).toBe(200);
    const days: string[] = [];
    for (const date of dates) days.push(await shop.openDay(date));
    shops.push({ shop, currency, days });
  }
}, 60_000);

const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('The list is empty');
  return found;
};

let seed = 1;
let number = 0;
/** Sells random receipts: of every type, with several lines of a product, upper-case ids, gift cards and removed ones. */
async function sell(shopAt: number, dayAt: number): Promise<void> {
  const { shop, currency, days } = at(shops, shopAt);
  const [specs = []] = sample(daySpec, { seed: (seed += 1), numRuns: 1 });
  const json = specs.map((spec) =>
    shop.receipt(at(days, dayAt), {
      ...receiptJson(computeReceipt(spec), 2, { receipt_num: String((number += 1)) }),
      completed_at: `${at(dates, dayAt)}T${String(spec.hour - 2).padStart(2, '0')}:30:00.000Z`,
      currency,
      ...(spec.register === 1 && { pos_id: null }),
    }),
  );
  const { status, text } = await on.send('POST', '/api/secure/sales', { json });
  expect([status, text]).toEqual([200, expect.anything()]);
}

/** Returns all receipts with their days, as the service lists them. */
async function everySale(): Promise<(Sold & { currency: string })[]> {
  const sold: (Sold & { currency: string })[] = [];
  for (const { shop, currency, days } of shops)
    for (const [day, id] of days.entries()) {
      const list = await on.send('GET', `/api/secure/sales?page=1&pageSize=500&businessday_id=${id}`);
      expect(list.entities.length).toBeLessThan(500);
      for (const receipt of list.entities)
        sold.push({ receipt, day: { date: at(dates, day), location_id: shop.location_id }, currency });
    }
  return sold;
}

const plu = at(articles, 0).plu_id ?? '';
const dpt = '0198c2f0-0000-7000-8000-0000000000d2';
const periods = [
  ['2026-01-30', '2026-02-03'],
  ['2026-01-01', '2026-01-31'],
  ['2026-01-31', '2026-02-02'],
] as const;

/** The same rows in the same words, whatever their order. */
const shown = (rows: readonly OracleRow[]) =>
  rows
    .map(({ id, name, receipts, quantity, gross, net, tax, discount }) => [
      id,
      id === null ? name : null,
      receipts,
      ...[quantity, gross, net, tax, discount].map((figure) =>
        figure === null ? null : Number(figure.toFixed(6)),
      ),
    ])
    .map((row) => JSON.stringify(row))
    .toSorted();
const shownAnswer = (rows: readonly SalesRow[], isNamed: boolean) =>
  rows
    .map(({ id, name, receipts, quantity, gross, net, tax, discount }) =>
      JSON.stringify([
        id,
        id === null && isNamed ? name : null,
        receipts,
        ...[quantity, gross, net, tax, discount].map((figure) => (figure === null ? null : Number(figure))),
      ]),
    )
    .toSorted();

/** Compares every breakdown with the sums of the receipts, added up by the test. */
async function requireRight(every_nth = 1): Promise<void> {
  const every = await everySale();
  const places = [
    [],
    [at(shops, 0).shop.location_id],
    [at(shops, 0).shop.location_id, at(shops, 1).shop.location_id],
  ];
  for (const [from, to] of periods)
    for (const currency of ['EUR', 'SEK'])
      for (const locations of currency === 'EUR' ? places : [[]])
        for (const article of [{}, { plu }, { dpt }] as { plu?: string; dpt?: string }[]) {
          const sold = every.filter(
            ({ day, currency: own }) =>
              own === currency &&
              day.date >= from &&
              day.date <= to &&
              (locations.length === 0 || locations.includes(day.location_id)),
          );
          const isOfLines = Object.keys(article).length > 0;
          const bys: readonly SalesBy[] = isOfLines ? ofLines : salesBys;
          for (const by of bys) {
            if ((asked += 1) % every_nth !== 0 || (by === 'together' && article.plu === undefined)) continue;
            const query = new URLSearchParams({
              by,
              from,
              to,
              currency,
              ...(locations.length > 0 && { location_id: locations.join(',') }),
              ...(article.plu !== undefined && { plu_id: article.plu }),
              ...(article.dpt !== undefined && { dpt_id: article.dpt }),
            }).toString();
            const answer = await on.send('GET', `/api/secure/report/sales?${query}`);
            expect([query, answer.status]).toEqual([query, 200]);
            const { rows, totals, latest_receipts } = salesHistory.parse(answer.json);
            const isNamed = !['location', 'register'].includes(by);
            expect([query, shownAnswer(rows, isNamed)]).toEqual([
              query,
              shown([...soldBy(by, sold, article).values()]),
            ]);
            const [total] = soldBy('total', sold, article).values();
            expect([
              query,
              shownAnswer([{ ...totals, id: null, productid: null, name: null }], false),
            ]).toEqual([query, shown(total ? [total] : [nothing])]);
            expect(latest_receipts).toBeNull();
          }
        }
}

let asked = 0;

const [nothing] = [
  ...soldBy('total', [
    { receipt: { active: true, type: 'sale', total: '0', data: {} }, day: { date: '', location_id: '' } },
  ]).values(),
].map((row) => ({ ...row, receipts: 0 })) as [OracleRow];

const step = record({
  what: constantFrom('sell', 'sell', 'close', 'close', 'close', 'reopen', 'remove', 'figures', 'figures'),
  shop: integer({ min: 0, max: 2 }),
  day: integer({ min: 0, max: dates.length - 1 }),
});

async function take({
  what,
  shop: shopAt,
  day: dayAt,
}: {
  what: string;
  shop: number;
  day: number;
}): Promise<void> {
  const { shop, days } = at(shops, shopAt);
  const day = at(days, dayAt);
  const { entity } = await on.send('GET', `/api/secure/businessday/${day}`);
  const isOpen = entity['status'] === 'open';
  if (what === 'sell' && isOpen) await sell(shopAt, dayAt);
  if (what === 'close' && isOpen) await shop.setStatus(day, 'closed');
  // A note is added to, not changed.
  const { note } = { note: '', ...(entity['data'] as { note?: string }) };
  if (what === 'reopen' && !isOpen)
    expect((await shop.setStatus(day, 'open', { note: `${note} Because.` })).status).toBe(200);
  if (what === 'remove' && isOpen) {
    const [one] = (await on.send('GET', `/api/secure/sales?page=1&businessday_id=${day}&active=true`))
      .entities;
    if (one)
      await on.send('PUT', `/api/secure/sales/${one.id}`, {
        json: { active: false, removed_reason: 'Rung up twice' },
      });
  }
  if (what === 'figures') await makeFigures();
}

describe('the sales of a period', () => {
  it('are what their receipts come to, by everything, at each step of their days', async () => {
    for (const [shopAt] of shops.entries()) for (const [dayAt] of dates.entries()) await sell(shopAt, dayAt);
    await requireRight(5);
    await assert(
      asyncProperty(array(step, { minLength: 12, maxLength: 20 }), async (steps) => {
        for (const one of steps) await take(one);
        await requireRight(7);
      }),
      { numRuns: 3, endOnFailure: true, seed: 140 },
    );
    // All days closed, with figures and their sums; and one opened again, of which the receipts are read.
    for (const [shopAt] of shops.entries())
      for (const [dayAt] of dates.entries()) await take({ what: 'close', shop: shopAt, day: dayAt });
    await makeFigures();
    await requireRight();
    await take({ what: 'reopen', shop: 0, day: 2 });
    await sell(0, 2);
    await requireRight(5);
  }, 240_000);

  it('are those of the summary, to the cent, with the same names in the same order', async () => {
    const period = 'from=2026-01-30&to=2026-02-03&currency=EUR';
    const { totals } = summarySchema.parse(
      (await on.send('GET', `/api/secure/report/summary?${period}`)).json,
    );
    const sales = async (by: SalesBy) =>
      salesHistory.parse((await on.send('GET', `/api/secure/report/sales?by=${by}&${period}`)).json);
    expect((await sales('location')).totals).toMatchObject({
      receipts: totals.count,
      gross: totals.gross,
      net: totals.net,
      tax: totals.tax,
      discount: totals.discount,
    });
    expect(
      (await sales('department')).rows.map(({ id, name, quantity, gross, net, tax }) => [
        id,
        name,
        Number(quantity),
        gross,
        net,
        tax,
      ]),
    ).toEqual(
      totals.by_dpt.map(({ dpt_id, name, qty, gross, net, tax }) => [
        dpt_id,
        name,
        Number(qty),
        gross,
        net,
        tax,
      ]),
    );
    expect(
      (await sales('product')).rows.map(({ id, productid, name, quantity, gross }) => [
        id,
        productid,
        name,
        Number(quantity),
        gross,
      ]),
    ).toEqual(
      totals.by_plu.map(({ plu_id, productid, name, qty, gross }) => [
        plu_id,
        productid,
        name,
        Number(qty),
        gross,
      ]),
    );
    expect(
      (await sales('tender')).rows.map(({ id, name, productid, receipts, gross, discount }) => [
        id,
        name,
        productid,
        receipts,
        gross,
        discount,
      ]),
    ).toEqual(
      totals.by_tender.map(({ tender_id, name, type, count, amount, refunded }) => [
        tender_id,
        name,
        type,
        count,
        amount,
        refunded,
      ]),
    );
    expect(
      (await sales('cashier')).rows.map(({ id, name, receipts, gross }) => [id, name, receipts, gross]),
    ).toEqual(
      totals.by_cashier.map(({ cashier, count, gross }) => [
        cashier?.id ?? null,
        cashier?.name ?? null,
        count,
        gross,
      ]),
    );
    expect(
      (await sales('hour')).rows.map(({ id, receipts, gross }) => [Number(id), receipts, gross]),
    ).toEqual(
      totals.by_hour
        .map(({ hour, count, gross }) => [hour, count, gross])
        .toSorted(([a], [b]) => Number(a) - Number(b)),
    );
    expect((await sales('location')).rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([expect.any(String)]),
    );
  });
});

describe('a question about sales', () => {
  it.each([
    ['from=2026-03-01&to=2026-03-02', '?by', 'required'],
    ['by=colour&from=2026-03-01&to=2026-03-02', '?by', 'invalid_parameter'],
    ['by=basket&from=2026-03-01&to=2026-03-02', '?by', 'invalid_parameter'],
    ['by=day&from=2026-03-01', '?to', 'required'],
    ['by=day&from=2026-02-30&to=2026-03-02', '?from', 'invalid_parameter'],
    ['by=day&from=2026-03-02&to=2026-03-01', '?to', 'invalid_parameter'],
    ['by=day&from=2006-03-02&to=2026-03-01', '?to', 'too_large'],
    ['by=day&from=2026-03-01&to=2026-03-02&location_id=x', '?location_id', 'invalid_parameter'],
    ['by=day&from=2026-03-01&to=2026-03-02&currency=euro', '?currency', 'invalid_parameter'],
    ['by=together&from=2026-03-01&to=2026-03-02', '?plu_id', 'required'],
    [
      'by=cashier&from=2026-03-01&to=2026-03-02&plu_id=0198c2f0-0000-7000-8000-000000000001',
      '?by',
      'invalid_parameter',
    ],
    ['by=day&from=2026-03-01&to=2026-03-02&colour=red', '?colour', 'unknown_parameter'],
    ['by=day&by=day&from=2026-03-01&to=2026-03-02', '?by', 'repeated_parameter'],
  ])('%s is refused at %s with %s', async (query, pointer, code) => {
    const answer = await on.send('GET', `/api/secure/report/sales?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ errors: [{ pointer, code }] });
  });

  it('over days in two currencies is refused, naming both', async () => {
    const refused = await on.send('GET', '/api/secure/report/sales?by=day&from=2026-01-30&to=2026-02-03');
    expect([refused.status, refused.json]).toMatchObject([
      400,
      {
        errors: [
          { code: 'several_currencies', detail: 'EUR' },
          { code: 'several_currencies', detail: 'SEK' },
        ],
      },
    ]);
  });

  it('of a company shows nothing of another, and takes none of its locations', async () => {
    const send = await on.service.as('other');
    const shop = await openShop(send, on.samples);
    const day = await shop.openDay('2026-01-31');
    await send('POST', '/api/secure/sales', { json: soundReceipt(shop, day, '1') });
    const sales = (more: string) =>
      send('GET', `/api/secure/report/sales?by=location&from=2026-01-30&to=2026-02-03${more}`);
    const { rows, totals } = salesHistory.parse((await sales('')).json);
    expect(rows.map(({ id }) => id)).toEqual([shop.location_id]);
    expect(totals).toMatchObject({ receipts: 1, gross: '4.50', net: '3.96', tax: '0.54' });
    const refused = await sales(`&location_id=${at(shops, 0).shop.location_id}`);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('reference_not_found')]);
  });
});
