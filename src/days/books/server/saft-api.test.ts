import { assert, asyncProperty } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contracts } from '@/resources/contracts';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { elementsAt, readXml, saftFaults, textsAt, type Element } from '@/testing/books/saft-reader';
import { openShop, soundReceipt } from '@/testing/shop';
import { computeReceipt, daySpec, receiptJson } from '@/testing/sold-day';
import { sumOf } from '../../report/amounts';
import { reportSchema } from '../../report/report';

const on = stage();
const path = '/api/secure/report/books';
const make = async (resource: string, json: Json) => {
  const answer = await on.send('POST', `/api/secure/${resource}`, { json });
  expect([resource, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([resource, 201, '']);
  return answer.entity.id;
};
/** The rates of the test's receipts are none of Norway's: the accounts have their codes. */
const giveCodes = async () => {
  for (const [tax_rate, vat_code] of [
    ['13.5', '31'],
    ['25.5', '3'],
    ['10', '33'],
  ])
    await make('account', {
      name: `VAT ${tax_rate}`,
      use: 'vat',
      tax_rate,
      code: '2700',
      data: { vat_code },
    });
};
const saftOf = async (query: string): Promise<Element> => {
  const answer = await on.send('GET', `${path}?${query}&format=saft`);
  expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([200, '']);
  const file = readXml(answer.text);
  expect(saftFaults(file)).toEqual([]);
  return file;
};
const register = (file: Element) => elementsAt(file, 'company', 'location', 'cashregister');
const counted = (transactions: Element[]) =>
  transactions.filter((one) => {
    const [type] = textsAt(one, 'transType');
    return ['SALE', 'RETURN'].includes(type ?? '') && textsAt(one, 'voidTransaction')[0] === 'false';
  });
const business_id = '999 999 999 MVA';

async function shopWithDay(data: Json = {}) {
  const body = await on.samples.minimal(contracts.location);
  const location_id = await make('location', { ...body, data: { currency: 'NOK', business_id, ...data } });
  const registers = [
    await make('pos', { name: 'One', location_id }),
    await make('pos', { name: 'Two', location_id }),
  ];
  const z_reports = registers.map((pos_id, at) => ({
    pos_id,
    z_number: 41 + at,
    opening_float: '100',
    counted: '321',
  }));
  const businessday_id = await make('businessday', { location_id, date: '2026-03-01', data: { z_reports } });
  return { location_id, registers, businessday_id };
}

describe('a SAF-T file', () => {
  it('has every receipt of any day, its events and its z reports, with the figures of the report', async () => {
    await giveCodes();
    await assert(
      asyncProperty(daySpec, async (specs) => {
        const { location_id, registers, businessday_id } = await shopWithDay();
        const json = specs.map((spec, at) =>
          receiptJson(computeReceipt(spec), 2, {
            id: crypto.randomUUID(),
            businessday_id,
            location_id,
            pos_id: registers[spec.register],
            receipt_num: String(at + 1),
            currency: 'NOK',
          }),
        );
        expect((await on.send('POST', '/api/secure/sales', { json })).status).toBe(200);
        await on.send('PUT', `/api/secure/businessday/${businessday_id}`, { json: { status: 'closed' } });
        const file = await saftOf(`businessday_id=${businessday_id}`);
        const report = reportSchema.parse(
          (await on.send('GET', `/api/secure/report/businessdaytx/${businessday_id}`)).json,
        );
        const transactions = register(file).flatMap((one) => elementsAt(one, 'cashtransaction'));
        expect(transactions).toHaveLength(specs.length);
        const sale = counted(transactions);
        const asides = sumOf(report.totals.non_turnover.map(({ amount }) => amount));
        expect(sumOf(sale.flatMap((one) => textsAt(one, 'transAmntIn'))).toFixed(2)).toBe(
          sumOf([report.totals.gross]).plus(asides).toFixed(2),
        );
        expect(sumOf(sale.flatMap((one) => textsAt(one, 'payment', 'paidAmnt'))).toFixed(2)).toBe(
          sumOf(report.totals.by_tender.map(({ amount }) => amount)).toFixed(2),
        );
        const reports = register(file).flatMap((one) => elementsAt(one, 'event', 'eventReport'));
        expect(reports).toHaveLength(2);
        expect(
          sumOf(reports.flatMap((one) => textsAt(one, 'reportTotalCashSales', 'totalCashSaleAmnt'))).toFixed(
            2,
          ),
        ).toBe(sumOf([report.totals.gross]).toFixed(2));
        expect(
          reports.reduce((sum, one) => sum + Number(textsAt(one, 'reportVoidTransNum')[0]), 0),
        ).toBeGreaterThanOrEqual(report.totals.voids.count);
        expect(reports.reduce((sum, one) => sum + Number(textsAt(one, 'reportTrainingNum')[0]), 0)).toBe(
          specs.filter(({ type, active }) => type === 'training' && active).length,
        );
        const events = register(file).flatMap((one) => elementsAt(one, 'event'));
        expect(events).toHaveLength(specs.length + 2);
      }),
      { numRuns: 10 },
    );
  });

  it('of a day without receipts is whole, with a z report of zeros', async () => {
    const { businessday_id } = await shopWithDay();
    await on.send('PUT', `/api/secure/businessday/${businessday_id}`, { json: { status: 'closed' } });
    const file = await saftOf(`businessday_id=${businessday_id}`);
    const reports = register(file).flatMap((one) => elementsAt(one, 'event', 'eventReport'));
    expect(reports.flatMap((one) => textsAt(one, 'reportGrandTotalSales'))).toEqual(['0.00', '0.00']);
    expect(register(file).flatMap((one) => elementsAt(one, 'cashtransaction'))).toEqual([]);
  });

  it('has names with every character of XML, a signature where the till has one, and the same bytes each time', async () => {
    const { location_id, registers, businessday_id } = await shopWithDay({
      address: { street: 'Storgata 1 & <2>', city: 'Tromsø', postal_code: '9008', country: 'NO' },
    });
    const shop = { ...(await openShop(on.send, on.samples)), location_id, pos_id: registers[0] ?? '' };
    const name = 'Brød & <"kaffe">\r\n\u0001 漢字 😀';
    const receipt = {
      ...soundReceipt(shop, businessday_id, '1'),
      location_id,
      pos_id: registers[0],
      currency: 'NOK',
      completed_at: '2026-03-01T10:00:00.000Z',
      cashier: { id: 'ola & kari', name },
    };
    const data = {
      ...Object(soundReceipt(shop, businessday_id, '1')['data']),
      signature: 'c2ln',
      key_version: '7',
    };
    const line = {
      name,
      qty: '1',
      total: '4.50',
      net: '3.96',
      tax: '0.54',
      tax_rate: '13.5',
      dpt_name: name,
    };
    const sent = await on.send('POST', '/api/secure/sales', {
      json: { ...receipt, data: { ...data, lines: [line] } },
    });
    expect(sent.status).toBeLessThan(300);
    await on.send('PUT', `/api/secure/businessday/${businessday_id}`, { json: { status: 'closed' } });
    const first = await on.send('GET', `${path}?businessday_id=${businessday_id}&format=saft`);
    const again = await on.send('GET', `${path}?businessday_id=${businessday_id}&format=saft`);
    expect(again.text).toBe(first.text);
    expect(first.header('content-disposition')).toMatch(
      /filename="SAF-T_Cash_Register_999999999_\d{14}\.xml"/,
    );
    const file = readXml(first.text);
    expect(saftFaults(file)).toEqual([]);
    expect(textsAt(file, 'company', 'employees', 'employee', 'surName')).toEqual([
      'Brød & <"kaffe"> ? 漢字 😀',
    ]);
    expect(textsAt(file, 'company', 'location', 'streetAddress', 'streetname')).toEqual(['Storgata 1 & <2>']);
    const [one] = register(file).flatMap((each) => elementsAt(each, 'cashtransaction'));
    expect(one && [...textsAt(one, 'signature'), ...textsAt(one, 'keyVersion')]).toEqual(['c2ln', '7']);
    expect(one && textsAt(one, 'ctLine', 'cashTransLineDescr')).toEqual(['Brød & <"kaffe"> ? 漢字 😀']);
  });

  it('of a month has days of returns alone, and late receipts on the day that has them', async () => {
    await giveCodes();
    const { location_id, registers, businessday_id: march } = await shopWithDay();
    const shop = { ...(await openShop(on.send, on.samples)), location_id, pos_id: registers[0] ?? '' };
    const days = [march];
    for (const date of ['2026-04-01', '2026-04-02'])
      days.push(await make('businessday', { location_id, date, data: {} }));
    const [, returns = '', late = ''] = days;
    const of = (day: string, number: string, at: string, more: Json = {}): Json => ({
      ...soundReceipt(shop, day, number, { location_id, pos_id: shop.pos_id, currency: 'NOK' }),
      completed_at: at,
      ...more,
    });
    const negative = {
      type: 'return',
      total: '-4.50',
      total_net: '-3.96',
      total_tax: '-0.54',
      data: {
        lines: [{ name: 'Bun', qty: '-0.345', total: '-4.50', net: '-3.96', tax: '-0.54', tax_rate: '13.5' }],
        tenders: [{ type: 'cash', amount: '-4.50' }],
        taxes: [{ rate: '13.5', gross: '-4.50', net: '-3.96', tax: '-0.54' }],
      },
    };
    const lateOne = of(late, '3', '2026-03-01T11:00:00.000Z');
    const sent = await on.send('POST', '/api/secure/sales', {
      json: [
        of(march, '1', '2026-03-01T10:00:00.000Z'),
        of(returns, '2', '2026-04-01T10:00:00.000Z', negative),
        { ...lateOne, data: { ...Object(lateOne['data']), late_for: march } },
      ],
    });
    expect(sent.status).toBe(200);
    for (const day of days)
      await on.send('PUT', `/api/secure/businessday/${day}`, { json: { status: 'closed' } });

    const transactions = async (query: string) =>
      register(await saftOf(query)).flatMap((one) => elementsAt(one, 'cashtransaction'));
    const figures = (all: Element[]) =>
      all.map((one) =>
        ['transType', 'transAmntIn', 'amntTp', 'transDate'].map((name) => textsAt(one, name)[0]),
      );
    const refund = figures(await transactions(`businessday_id=${returns}`));
    expect(refund.map(([, amount, side, date]) => [amount, side, date])).toEqual([
      ['-4.50', 'D', '2026-04-01'],
    ]);
    // A late receipt keeps its own date, and is in the file of the day that it is stored in, once.
    expect(figures(await transactions(`businessday_id=${late}`)).map((one) => one[3])).toEqual([
      '2026-03-01',
    ]);
    expect(await transactions(`businessday_id=${march}`)).toHaveLength(1);
    const month = await transactions(`from=2026-03-01&to=2026-04-30&location_id=${location_id}`);
    expect(sumOf(month.flatMap((one) => textsAt(one, 'transAmntIn'))).toFixed(2)).toBe('4.50');
  });

  it('lacks an organisation number, and a code for a rate that Norway does not have', async () => {
    const send = await on.service.as('tampere');
    const shop = await openShop(send, on.samples);
    const day = await shop.openDay('2026-03-01');
    await send('POST', '/api/secure/sales', { json: soundReceipt(shop, day, '1') });
    await shop.setStatus(day, 'closed');
    const refused = await send('GET', `${path}?businessday_id=${day}&format=saft`);
    expect([refused.status, refused.problem.errors?.map(({ code }) => code)]).toEqual([
      409,
      ['business_id', 'vat_code'],
    ]);
  });
});
