import { beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '@/server/ops/companies';
import { stage } from '@/testing/api/start';
import { readPdf } from '@/testing/outgoing/pdf-text';
import { people } from '@/testing/people';
import { openShop, soundReceipt, type Shop } from '@/testing/shop';
import { monthSchema, type Month } from '../schema';

const on = stage();
let shop: Shop;
let keys: Record<string, string> = {};

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  const { helsinki, tampere } = on.service.companies;
  const make = (company: typeof helsinki) => createKey(on.service.db, company, 'accountant', 'accountant');
  keys = { helsinki: await make(helsinki), tampere: await make(tampere) };
});

async function get(query: string, headers: Record<string, string> = {}, key = keys['helsinki']) {
  const response = await on.service.fetch(
    new Request(`http://test/api/secure/report/month.pdf?${query}`, {
      headers: { Authorization: `Bearer ${key}`, ...headers },
    }),
  );
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}
const bytesOf = async (query: string): Promise<Uint8Array> => (await get(query)).bytes;
const monthOf = async (month: string): Promise<Month> =>
  monthSchema.parse((await on.send('GET', `/api/secure/report/month?month=${month}`)).json);

let number = 0;
/** A closed day of a month with one receipt, and what it was. */
async function closedDay(date: string, own = shop) {
  const day = await own.openDay(date);
  number += 1;
  const receipt = soundReceipt(own, day, String(number));
  expect((await on.send('POST', '/api/secure/sales', { json: receipt })).status).toBe(201);
  expect((await own.setStatus(day, 'closed')).status).toBe(200);
  return { day, receipt };
}

/** Locks a month; each missing day has the same reason. */
async function lock(month: string) {
  const { settle } = await monthOf(month);
  const missing = settle.map(({ location_id, date }) => ({ location_id, date, reason: 'Closed' }));
  const answer = await on.send('POST', `/api/secure/report/month/${month}/lock`, { json: { missing } });
  expect(answer.status).toBe(201);
}

describe('the paper of a month', () => {
  it('has the figures of the month, its days and its VAT return, and says that it is not locked', async () => {
    await closedDay('2025-01-07');
    await closedDay('2025-01-08');
    const { totals, days } = await monthOf('2025-01');
    const { response, bytes } = await get('month=2025-01');
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const { pages, solid } = await readPdf(bytes);
    expect(pages[0]).toContain('Month January 2025');
    expect(pages[0]).toContain('Not locked: these figures may still change');
    expect(pages[0]).toContain('Equal, to the cent');
    for (const figure of [totals.gross, totals.net, totals.tax]) expect(solid).toContain(figure);
    for (const { seal } of days) expect(solid).toContain(seal?.slice(0, 8));
    expect(solid).toContain('302Taxondomesticsales');
  });

  it('is in Finnish for who asks for that', async () => {
    const asked = await readPdf(await bytesOf('month=2025-01&language=fi'));
    const accepted = await readPdf((await get('month=2025-01', { 'Accept-Language': 'fi-FI' })).bytes);
    expect(asked.pages[0]).toContain('Kuukausi tammikuu 2025');
    expect(accepted.pages).toEqual(asked.pages);
  });

  it('of a locked month is the same bytes, whatever is exported, renamed, moved or comes late afterwards', async () => {
    const { day, receipt } = await closedDay('2025-02-04');
    await lock('2025-02');
    const { lock: locked, owed } = await monthOf('2025-02');
    const before = await bytesOf('month=2025-02');
    expect((await readPdf(before)).solid).toContain(locked.entries[0]?.hash);

    const exported = { status: 'exported', data: { voucher_num: 'L-1' } };
    expect((await on.send('PUT', `/api/secure/businessday/${day}`, { json: exported })).status).toBe(200);
    const moved = { name: 'Renamed', data: { address: { country: 'SE' } } };
    expect((await on.send('PUT', `/api/secure/location/${shop.location_id}`, { json: moved })).status).toBe(
      200,
    );
    const { helsinki } = on.service.companies;
    const renamed = await on.send('PUT', `/api/secure/company/${helsinki.companyId}`, {
      json: { name: 'Another name' },
    });
    expect(renamed.status).toBe(200);
    const next = await shop.openDay('2025-03-04');
    const late = soundReceipt(shop, next, '900', { completed_at: '2025-02-04T10:00:00.000Z' });
    const json = { ...late, data: { ...Object(receipt['data']), late_for: day } };
    expect((await on.send('POST', '/api/secure/sales', { json })).status).toBe(201);

    const after = await bytesOf('month=2025-02');
    expect(Buffer.from(after).equals(before)).toBe(true);
    expect((await monthOf('2025-02')).owed).toEqual(owed);
  });

  it('says what was stated with the lock: why days are missing, and why questions stayed open', async () => {
    const own = await openShop(on.send, on.samples);
    const { day } = await closedDay('2025-04-01', own);
    for (const date of ['2025-04-15', '2025-04-22']) await closedDay(date, own);
    const { settle } = await monthOf('2025-04');
    expect(settle.map(({ kind, date }) => [kind, date])).toEqual([['missing', '2025-04-08']]);
    const { person } = people(on);
    const [emma, petri] = [await person('manager'), await person('accountant')];
    const question = { businessday_id: day, text: 'A bag?', asked_of: emma.id };
    expect((await petri.send('POST', '/api/secure/question', question)).status).toBe(201);
    const before = await readPdf(await bytesOf('month=2025-04'));
    expect(before.solid).not.toContain('Statedwiththelock');

    const missing = [{ location_id: settle[0]?.location_id, date: '2025-04-08', reason: 'Stocktaking' }];
    const body = { missing, questions: 'Only a paper bag' };
    const locked = await on.send('POST', '/api/secure/report/month/2025-04/lock', { json: body });
    expect(locked.status).toBe(201);
    const { solid } = await readPdf(await bytesOf('month=2025-04'));
    expect(solid).toContain('Statedwiththelock');
    expect(solid).toContain('8Apr2025ismissing');
    expect(solid).toContain('Stocktaking');
    expect(solid).toContain('1questionstayedopen');
    expect(solid).toContain('Onlyapaperbag');
  });

  it('is 304 to its ETag, and another for another language', async () => {
    const etag = (await get('month=2025-02')).response.headers.get('etag') ?? '';
    expect((await get('month=2025-02', { 'If-None-Match': etag })).response.status).toBe(304);
    expect((await get('month=2025-02&language=fi', { 'If-None-Match': etag })).response.status).toBe(200);
  });

  it('is of one currency, which has to be named where there are two', async () => {
    const tokyo = await openShop(on.send, on.samples);
    const currency = { data: { currency: 'JPY' } };
    expect(
      (await on.send('PUT', `/api/secure/location/${tokyo.location_id}`, { json: currency })).status,
    ).toBe(200);
    const day = await tokyo.openDay('2025-01-09');
    expect((await tokyo.setStatus(day, 'closed')).status).toBe(200);
    const { response, bytes } = await get('month=2025-01');
    expect(response.status).toBe(400);
    const { errors } = JSON.parse(Buffer.from(bytes).toString());
    expect(errors[0]).toMatchObject({ pointer: '?currency', code: 'several_currencies' });
    const { solid } = await readPdf(await bytesOf('month=2025-01&currency=JPY'));
    expect(solid).toContain('GrossJPY');
  });

  it('names what is wrong with a question, and shows another company nothing', async () => {
    const { response, bytes } = await get('month=2025-13&page=2');
    expect(response.status).toBe(400);
    const { errors } = JSON.parse(Buffer.from(bytes).toString());
    expect(errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual(['?month', '?page']);
    const theirs = await get('month=2025-02', {}, keys['tampere']);
    expect((await readPdf(theirs.bytes)).pages.join(' ')).toContain('No business days');
  });
});
