import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Json } from '@/testing/answer';
import { createKey } from '@/server/ops/companies';
import { stage } from '@/testing/api/start';
import { readSie } from '@/testing/books/sie-reader';
import { openShop, soundReceipt } from '@/testing/shop';
import { bookFormats, booksSchema, type BookFormat } from '../schema';

const on = stage();
const path = '/api/secure/report/books';

const accounts: Readonly<Record<string, string>> = {
  tender: '1910',
  revenue: '3000',
  vat: '2939',
  short: '8680',
};
async function giveAccounts(send = on.send) {
  for (const [use, code] of Object.entries(accounts))
    await send('POST', '/api/secure/account', { json: { name: use, use, code } });
}

/** A shop with closed days of sales; the days are numbered and exported. */
async function soldDays(dates: readonly string[], location?: Json) {
  const shop = await openShop(on.send, on.samples);
  if (location) await on.send('PUT', `/api/secure/location/${shop.location_id}`, { json: location });
  const days: string[] = [];
  for (const [at, date] of dates.entries()) {
    const day = await shop.openDay(date);
    await on.send('POST', '/api/secure/sales', { json: soundReceipt(shop, day, String(at + 1)) });
    expect((await shop.setStatus(day, 'closed')).status).toBe(200);
    days.push(day);
  }
  return { shop, days };
}
const read = async (query: string) => {
  const answer = await on.send('GET', `${path}?${query}`);
  expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([200, '']);
  return booksSchema.parse(answer.json);
};
const lacksOf = async (query: string, format: BookFormat) =>
  (await read(query)).formats.find((one) => one.format === format)?.lacks.map(({ code }) => code);

/** The bytes of an answer that is in a one-byte character set, read without loss. */
async function bytesOf(query: string): Promise<{ bytes: Buffer; headers: Headers }> {
  const { db, companies } = on.service;
  const key = await createKey(db, companies.helsinki, 'Bytes', 'accountant');
  const answer = await on.service.fetch(
    new Request(`http://test${path}?${query}`, { headers: { Authorization: `Bearer ${key}` } }),
  );
  return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
}

describe('files for bookkeeping', () => {
  it('say what they lack before they are written, by name, and are not written', async () => {
    const { days, shop } = await soldDays(['2027-01-01']);
    const query = `businessday_id=${days[0]}`;
    expect(await lacksOf(query, 'sie')).toEqual(['account', 'account', 'account']);
    const refused = await on.send('GET', `${path}?${query}&format=sie`);
    expect([refused.status, refused.problem.code, refused.pointers]).toEqual([
      409,
      'file_incomplete',
      ['?format', '?format', '?format'],
    ]);
    await giveAccounts();
    expect(await lacksOf(query, 'sie')).toEqual([]);
    expect(await lacksOf(query, 'datev')).toEqual(['datev_consultant', 'datev_client', 'datev_clearing']);
    expect(await lacksOf(query, 'fec')).toEqual(['voucher_number', 'business_id']);
    const { formats } = await read(query);
    const [unnumbered] = formats.find(({ format }) => format === 'fec')?.lacks ?? [];
    expect([unnumbered?.at, unnumbered?.id]).toEqual(['numbering', shop.location_id]);
    expect(await lacksOf('from=1999-01-01&to=1999-01-31', 'csv')).toEqual(['no_days']);
    const count = await sql<{ n: number }>`select count(*)::int as n from businessday_file`.execute(
      on.service.db,
    );
    expect(count.rows[0]?.n).toBe(0);
  });

  it('have what the company says, and lack nothing then', async () => {
    await giveAccounts();
    const books = {
      datev_consultant: '29098',
      datev_client: '55003',
      datev_clearing: '1360',
      fiscal_month: 7,
      procountor_dimension: 'Paikka',
    };
    const put = await on.send('PUT', `/api/secure/company/${on.service.companies.helsinki.companyId}`, {
      json: { data: { books } },
    });
    expect(put.status).toBe(200);
    const { days } = await soldDays(['2027-02-01'], { data: { business_id: '732829320' } });
    await on.send('POST', '/api/secure/report/voucher', { json: { businessday_ids: days } });
    const { formats } = await read(`businessday_id=${days[0]}`);
    expect(
      formats
        .filter(({ lacks }) => lacks.length > 0)
        .map(({ format, lacks }) => [format, lacks.map(({ code }) => code)]),
    ).toEqual([['saft', ['vat_code']]]);
    expect(formats.find(({ format }) => format === 'fec')?.file_name).toBe('732829320FEC20270630.txt');
    const datev = await bytesOf(`businessday_id=${days[0]}&format=datev`);
    expect(datev.bytes.toString('latin1')).toContain('29098;55003;20260701;4;20270201;20270201');
  });

  it('lead to the locations where these have a business id of their own', async () => {
    await giveAccounts();
    const { days, shop } = await soldDays(['2027-02-10'], { data: { business_id: '1234567-1' } });
    const { formats } = await read(`businessday_id=${days[0]}`);
    const lacks = formats
      .flatMap(({ format, lacks: of }) => of.map((lack) => ({ format, ...lack })))
      .filter(({ code }) => code === 'business_id');
    expect(lacks.map(({ format, name, at, id }) => [format, name, at, id])).toEqual(
      ['saft', 'fec'].map((format) => [format, '1234567-1', 'location', shop.location_id]),
    );
  });

  it('are remembered with their hash, by whom and when; the second time it is said, and the bytes are the same', async () => {
    const { days, shop } = await soldDays(['2027-03-01', '2027-03-02']);
    await giveAccounts();
    const query = `from=2027-03-01&to=2027-03-31&location_id=${shop.location_id}`;
    const first = await bytesOf(`${query}&format=sie`);
    expect(readSie(first.bytes).vouchers).toHaveLength(2);
    const sha256 = createHash('sha256').update(first.bytes).digest('hex');
    expect(first.headers.get('tillhouse-sha256')).toBe(sha256);
    expect(first.headers.get('content-disposition')).toMatch(
      /^attachment; filename="sie-[A-Za-z0-9-]+\.si"$/,
    );
    const again = await bytesOf(`${query}&format=sie`);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    const { formats } = await read(`businessday_id=${days[1]}`);
    const written = formats.find(({ format }) => format === 'sie')?.written ?? [];
    expect(written.map((one) => [one.sha256, one.size, one.from, one.to, one.days, one.by])).toEqual(
      Array.from({ length: 2 }, () => [
        sha256,
        first.bytes.length,
        '2027-03-01',
        '2027-03-02',
        2,
        written[0]?.by,
      ]),
    );
    expect(written[0]?.by).not.toBe('');
    expect(formats.find(({ format }) => format === 'csv')?.written).toEqual([]);
  });

  it('are not remembered for HEAD, which nobody gets', async () => {
    const { days } = await soldDays(['2027-03-15']);
    await giveAccounts();
    const query = `businessday_id=${days[0]}`;
    expect((await on.send('HEAD', `${path}?${query}&format=csv`)).status).toBe(200);
    expect((await read(query)).formats.flatMap(({ written }) => written)).toEqual([]);
  });

  it('of open days and of two currencies are refused, with the reason', async () => {
    const shop = await openShop(on.send, on.samples);
    const open = await shop.openDay('2027-04-01');
    expect(await lacksOf(`businessday_id=${open}`, 'csv')).toEqual(['open_day']);
    const swedish = await soldDays(['2027-04-02'], { data: { currency: 'SEK' } });
    for (const format of bookFormats) {
      const both = await on.send('GET', `${path}?businessday_id=${open},${swedish.days[0]}&format=${format}`);
      expect([both.status, both.problem.errors?.map(({ code, detail }) => [code, detail])]).toEqual([
        400,
        [
          ['several_currencies', 'EUR'],
          ['several_currencies', 'SEK'],
        ],
      ]);
    }
  });

  it('of the same month for several locations have the days of each', async () => {
    await giveAccounts();
    const one = await soldDays(['2027-05-01', '2027-05-02']);
    const two = await soldDays(['2027-05-01']);
    const query = `from=2027-05-01&to=2027-05-31&location_id=${one.shop.location_id},${two.shop.location_id}`;
    expect((await read(query)).days).toBe(3);
    expect(readSie((await bytesOf(`${query}&format=sie`)).bytes).vouchers).toHaveLength(3);
    expect(readSie((await bytesOf(`${query}&format=sie&by=all`)).bytes).vouchers).toHaveLength(2);
  });

  it.each([
    ['format=pdf&from=2027-01-01&to=2027-01-02', ['?format']],
    ['format=sie&format=csv&from=2027-01-01&to=2027-01-02', ['?format']],
    ['language=sv&from=2027-01-01&to=2027-01-02', ['?language']],
    ['format=sie', ['?from', '?to']],
    ['format=sie&from=2027-01-01&to=2027-12-31', ['?to']],
    ['format=sie&from=2027-01-01&to=2027-01-02&page=1', ['?page']],
  ])('asked with %j are 400 that names the parameter', async (query, pointers) => {
    const answer = await on.send('GET', `${path}?${query}`);
    expect([answer.status, answer.problem.code, answer.pointers]).toEqual([400, 'invalid_query', pointers]);
  });

  it('of the country of the location come first', async () => {
    const home = async (data: Json) => {
      const { days } = await soldDays(['2027-05-20'], { data });
      const { formats } = await read(`businessday_id=${days[0]}`);
      return formats.filter((one) => one.home).map(({ format }) => format);
    };
    expect(await home({ timezone: 'Europe/Helsinki' })).toEqual(['xlsx', 'csv', 'netvisor', 'procountor']);
    expect(await home({ address: { country: 'Norge' } })).toEqual(['xlsx', 'csv', 'saft']);
  });

  it('are of their own company: another one sees neither days nor files', async () => {
    const { days } = await soldDays(['2027-06-01']);
    const other = await on.service.as('tampere');
    const theirs = await other('GET', `${path}?businessday_id=${days[0]}&format=csv`);
    expect([theirs.status, theirs.pointers]).toEqual([400, ['?businessday_id']]);
    const terminal = await on.service.as('helsinki', 'terminal');
    expect((await terminal('GET', `${path}?businessday_id=${days[0]}`)).status).toBe(403);
    const manager = await on.service.as('helsinki', 'manager');
    expect((await manager('GET', `${path}?businessday_id=${days[0]}`)).status).toBe(200);
  });

  it('are remembered append-only', async () => {
    for (const statement of [`update businessday_file set by = 'x'`, 'delete from businessday_file'])
      await expect(sql.raw(statement).execute(on.service.db)).rejects.toThrow('append-only');
  });
});
