import { createHash } from 'node:crypto';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '@/server/db/db';
import { createApp } from '@/server/http/app';
import { networkSet } from '@/server/auth/client-address';
import { createKey } from '@/server/ops/companies';
import { readSecret } from '@/server/read/cursor';
import { extraRoutes, routes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { readPdf } from '@/testing/outgoing/pdf-text';
import { openShop, soundReceipt, type Shop } from '@/testing/shop';
import { reportSchema, type Report } from '../report/report';
import { checkCodes } from '../report/schema/check-codes';
import { decidedElsewhere } from './checks.server';
import { wordsOf } from './words.server';

const on = stage();
let shop: Shop;
let key = '';

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  key = await createKey(on.service.db, on.service.companies.helsinki, 'accountant', 'accountant');
});

type Fetch = typeof on.service.fetch;

async function get(path: string, headers: Record<string, string> = {}, fetch: Fetch = on.service.fetch) {
  const request = new Request(`http://test/api/secure/report/${path}`, {
    headers: { Authorization: `Bearer ${key}`, ...headers },
  });
  const response = await fetch(request);
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}
const zPath = (day: string, query = '') => `businessdaytx/${day}/z.pdf${query}`;
const pdfOf = async (day: string, query = '') => readPdf((await get(zPath(day, query))).bytes);
const reportOf = async (day: string): Promise<Report> =>
  reportSchema.parse((await on.send('GET', `/api/secure/report/businessdaytx/${day}`)).json);

/** Posts receipts and closes the day. */
async function close(own: Shop, day: string, receipts: readonly Json[]): Promise<string> {
  const posted = await on.send('POST', '/api/secure/sales', { json: receipts });
  expect([posted.status, posted.status < 300 ? '' : posted.text]).toEqual([200, '']);
  expect((await own.setStatus(day, 'closed')).status).toBe(200);
  return day;
}

let number = 100;
const receipts = (own: Shop, day: string, count: number, more: Json = {}): Json[] =>
  Array.from({ length: count }, () => soundReceipt(own, day, String(number++), more));
const soldDay = async (own = shop, date = '2026-03-01', more: Json = {}): Promise<string> => {
  const day = await own.openDay(date);
  return close(own, day, receipts(own, day, 3, more));
};

/** A receipt of one line for each department, each 1,234.56 of them gross. */
const departmentsSold = (own: Shop, day: string, names: readonly string[], currency = 'EUR'): Json => {
  const total = String(names.length * 5);
  const [tax, net] = [String(names.length), String(names.length * 4)];
  return soundReceipt(own, day, String(number++), {
    currency,
    total,
    total_net: net,
    total_tax: tax,
    cashier: {
      id: '7',
      name: 'Maximiliana-Alexandrina von und zu Hohenzollern-Sigmaringen, geborene Łódź Кофе',
    },
    data: {
      lines: names.map((dpt_name, at) => ({
        number: at + 1,
        name: 'Bun',
        dpt_name,
        dpt_id: crypto.randomUUID(),
        qty: '1',
        unit_price: '5',
        total: '5',
        net: '4',
        tax: '1',
        tax_rate: '25',
      })),
      tenders: [{ type: 'cash', name: 'Käteinen', amount: total }],
      taxes: [{ rate: '25', gross: total, net, tax }],
    },
  });
};

describe('the paper of a sealed day is the same bytes', () => {
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  it.each(['?language=en', '?language=fi&paper=80mm'])(
    'made again, in other time zones of the process, and by another service: %s',
    async (query) => {
      const day = await soldDay(await openShop(on.send, on.samples));
      const first = hashOf((await get(zPath(day, query))).bytes);
      const usual = process.env['TZ'];
      try {
        for (const zone of ['Pacific/Kiritimati', 'America/St_Johns', 'UTC']) {
          process.env['TZ'] = zone;
          expect(hashOf((await get(zPath(day, query))).bytes)).toBe(first);
        }
      } finally {
        if (usual === undefined) delete process.env['TZ'];
        else process.env['TZ'] = usual;
      }
      const log = pino({ level: 'silent' });
      const db = openDatabase(on.service.url, log, 4);
      try {
        const other = createApp({
          db,
          tables,
          customResources: routes,
          extraRoutes,
          log,
          cursorSecret: await readSecret(db),
          rateLimit: 0,
          proxies: networkSet([]),
        });
        expect(hashOf((await get(zPath(day, query), {}, (request) => other.fetch(request))).bytes)).toBe(
          first,
        );
      } finally {
        await db.destroy();
      }
    },
  );

  it('whatever is renamed, changed, acknowledged, exported or comes late after its seal', async () => {
    const own = await openShop(on.send, on.samples);
    const day = await soldDay(own, '2026-03-01', { total: '4.51' });
    const next = await own.openDay('2026-03-02');
    const { bytes } = await get(zPath(day));
    const put = (path: string, json: Json) => on.send('PUT', `/api/secure/${path}`, { json });
    const company = on.service.companies.helsinki.companyId;
    const before = (await on.send('GET', `/api/secure/company/${company}`)).entity.name;
    const changes = [
      () => put(`company/${company}`, { name: 'Renamed company', ident: '1234567-8' }),
      () => put(`location/${own.location_id}`, { name: 'Renamed', data: { address: { city: 'Turku' } } }),
      () => put(`pos/${own.pos_id}`, { name: 'Renamed till' }),
      () => put(`businessday/${day}`, { data: { note: 'Looked at' } }),
      () => on.send('POST', '/api/secure/tax', { json: { name: 'New', code: 'N', rate: '99' } }),
      () =>
        on.send('POST', '/api/secure/sales', {
          json: soundReceipt(own, next, '1', {
            data: { late_for: day },
            completed_at: '2026-03-01T11:00:00Z',
          }),
        }),
      () =>
        on.send('POST', `/api/secure/report/businessdaytx/${day}/acknowledgement`, {
          json: { code: 'receipt_lines', reason: 'Known' },
        }),
      () => put(`businessday/${day}`, { status: 'exported', data: { voucher_num: `Z-${day}` } }),
    ];
    for (const change of changes) {
      const { status, text } = await change();
      expect([status < 300, status < 300 ? '' : text]).toEqual([true, '']);
      expect(Buffer.from((await get(zPath(day))).bytes).equals(Buffer.from(bytes))).toBe(true);
    }
    expect((await pdfOf(day)).pages[0]).toContain(before);
    expect((await pdfOf(next)).pages[0]).toContain('Renamed company');
    await put(`company/${company}`, { name: before });
  });

  it('until the day is opened again: then it has the address of now, and the next seal keeps that', async () => {
    const own = await openShop(on.send, on.samples);
    const move = (street: string) =>
      on.send('PUT', `/api/secure/location/${own.location_id}`, { json: { data: { address: { street } } } });
    await move('Old street 1');
    const day = await soldDay(own);
    await move('New street 2');
    const printed = async () => (await pdfOf(day)).solid.match(/Oldstreet1|Newstreet2|Laststreet3/g);
    expect(await printed()).toEqual(['Oldstreet1']);
    await own.setStatus(day, 'open', { note: 'A receipt was missing' });
    expect(await printed()).toEqual(['Newstreet2']);
    await own.setStatus(day, 'closed');
    await move('Last street 3');
    expect(await printed()).toEqual(['Newstreet2']);
  });

  it('and its date is that of the seal', async () => {
    const day = await soldDay();
    const { seals } = await reportOf(day);
    const { info } = await pdfOf(day, '?language=fi');
    const at = (seals[0]?.at ?? '').replaceAll(/\D/g, '').slice(0, 14);
    expect(info).toMatchObject({ CreationDate: `D:${at}Z`, Language: 'fi', Author: 'Helsinki' });
    expect(info['Title']).toMatch(/^Z-raportti 1\.3\.2026 · \S/);
  });
});

it.each([
  ['en', 'Nobody'],
  ['fi', 'Ei kukaan'],
])(
  'in %s names receipts without a cashier %j, and one without a name by the number',
  async (language, nobody) => {
    const own = await openShop(on.send, on.samples);
    const day = await own.openDay('2026-03-01');
    const by = (cashier: Json | null) => soundReceipt(own, day, String(number++), { cashier });
    await close(own, day, [by(null), by({ id: '4711', name: '' }), by({ id: '8', name: 'Aino' })]);
    const { by_cashier } = (await reportOf(day)).totals;
    expect(by_cashier.map(({ cashier }) => cashier?.name ?? null)).toContain(null);
    const { solid } = await pdfOf(day, `?language=${language}`);
    // The row: the name, one receipt, and its gross.
    const row = (name: string) => `${name.replaceAll(' ', '')}1${language === 'fi' ? '4,50' : '4.50'}`;
    for (const name of [nobody, '4711', 'Aino']) expect(solid).toContain(row(name));
  },
);

/** The figures of a report as its paper writes them. */
function figuresOf({ totals, currency }: Report, language: 'en' | 'fi'): string[] {
  const { decimal, count } = wordsOf(language);
  const scale = { JPY: 0, KWD: 3 }[currency] ?? 2;
  const money = (...values: readonly (string | null)[]) => values.map((value) => decimal(value, scale));
  const { by_tax, by_tender, by_dpt, by_cashier, cash, non_turnover, removed } = totals;
  return [
    count(totals.count),
    ...money(totals.gross, totals.net, totals.tax, totals.rounding),
    ...by_tax.flatMap((row) => [decimal(row.rate), ...money(row.net, row.tax, row.gross)]),
    ...by_tender.flatMap((row) => [row.name ?? '', count(row.count), ...money(row.amount, row.refunded)]),
    ...by_dpt.flatMap((row) => [row.name ?? '', decimal(row.qty), ...money(row.net, row.tax, row.gross)]),
    ...by_cashier.flatMap((row) => [row.cashier?.name ?? '', count(row.count), ...money(row.gross)]),
    ...cash.flatMap((row) => money(row.opening_float, row.sales, row.expected, row.counted)),
    ...non_turnover.flatMap((row) => money(row.amount)),
    ...removed.receipts.flatMap((row) => [row.receipt_num, ...money(row.gross)]),
  ];
}

/** Returns the figures of the report that are missing in the text of the paper. */
async function missing(day: string, query: string): Promise<string[]> {
  const language = query.includes('fi') ? 'fi' : 'en';
  const { solid } = await pdfOf(day, query);
  return figuresOf(await reportOf(day), language).filter(
    (text) => !solid.includes(text.replaceAll(/\s/g, '')),
  );
}

const everyPaper = [
  '?paper=a4&language=en',
  '?paper=a4&language=fi',
  '?paper=80mm&language=en',
  '?paper=80mm&language=fi',
];

describe('the paper shows what the report says, to the cent', () => {
  it('of a day with returns, tips, removed and training receipts, voids and two registers', async () => {
    const own = await openShop(on.send, on.samples);
    const second = (
      await on.send('POST', '/api/secure/pos', { json: { name: 'Terrace', location_id: own.location_id } })
    ).entity.id;
    const day = await own.openDay('2026-03-01');
    const [removed, ...sold] = receipts(own, day, 4);
    const negative = soundReceipt(own, day, String(number++), {
      type: 'return',
      pos_id: second,
      total: '-1234567.89',
      total_net: '-1087724.13',
      total_tax: '-146843.76',
      data: {
        lines: [
          {
            name: 'Bun',
            dpt_name: 'Returns',
            qty: '-3',
            total: '-1234567.89',
            net: '-1087724.13',
            tax: '-146843.76',
            tax_rate: '13.5',
          },
          { name: 'Thanks', kind: 'tip', qty: '1', total: '2.50' },
        ],
        tenders: [{ type: 'cash', name: 'Cash', amount: '-1234565.39' }],
        taxes: [{ rate: '13.5', gross: '-1234567.89', net: '-1087724.13', tax: '-146843.76' }],
      },
    });
    const apart = ['void', 'training'].map((type) => soundReceipt(own, day, String(number++), { type }));
    await on.send('POST', '/api/secure/sales', { json: [removed, ...sold, negative, ...apart] });
    await on.send('PUT', `/api/secure/sales/${String(removed?.['id'])}`, {
      json: { active: false, reason: 'Rung up twice' },
    });
    await on.send('PUT', `/api/secure/businessday/${day}`, {
      json: {
        data: {
          z_reports: [{ pos_id: own.pos_id, z_number: 41, opening_float: '150.00', counted: '160.05' }],
        },
      },
    });
    await own.setStatus(day, 'closed');
    for (const query of everyPaper) expect([query, await missing(day, query)]).toEqual([query, []]);
    const { solid } = await pdfOf(day);
    const { seals } = await reportOf(day);
    for (const text of [
      'Till·Z41',
      'Terrace',
      seals[0]?.hash ?? '',
      seals[0]?.content ?? '',
      'Seal1ofthislocation',
    ])
      expect(solid).toContain(text);
  });

  it.each([
    ['JPY', '1,234,567', '1234567'],
    ['KWD', '1,234.567', '1234.567'],
  ])('in %s with its decimals, in the time zone of the day', async (currency, written, total) => {
    const own = await openShop(on.send, on.samples);
    const data = { currency, timezone: 'Pacific/Auckland' };
    await on.send('PUT', `/api/secure/location/${own.location_id}`, { json: { data } });
    const day = await own.openDay('2026-03-01');
    await on.send('PUT', `/api/secure/businessday/${day}`, { json: { opened_at: '2026-02-28T18:30:00Z' } });
    await close(own, day, [
      own.receipt(day, {
        currency,
        total,
        data: { lines: [{ name: 'Bun', qty: '1', total }], tenders: [{ type: 'cash', amount: total }] },
      }),
    ]);
    for (const query of everyPaper) expect(await missing(day, query)).toEqual([]);
    const { solid } = await pdfOf(day);
    for (const text of [`Gross${currency}`, written, 'Opened1Mar2026,07:30']) expect(solid).toContain(text);
  });

  it('of a day without sales', async () => {
    const day = await close(shop, await shop.openDay('2026-03-05'), []);
    const { pages } = await pdfOf(day);
    expect(pages[0]).toContain('Adds up, to the cent');
    expect(await missing(day, '')).toEqual([]);
  });

  it('of 200 departments with long names: each is whole, pages are numbered, a strip is one page', async () => {
    const own = await openShop(on.send, on.samples);
    const day = await own.openDay('2026-03-01');
    const names = Array.from({ length: 200 }, (_, at) =>
      at % 20 === 0
        ? `${at}${'x'.repeat(180)}end${at}`
        : `Department ${at} ${'with a long name '.repeat(at % 8)}end${at}`,
    );
    await close(own, day, [departmentsSold(own, day, names)]);
    for (const query of everyPaper) expect(await missing(day, query)).toEqual([]);
    const { pages } = await pdfOf(day);
    expect(pages.length).toBeGreaterThan(4);
    pages.forEach((text, at) => expect(text).toContain(`${at + 1} of ${pages.length}`));
    expect((await pdfOf(day, '?paper=80mm')).pages).toHaveLength(1);
  });

  it('of departments in letters that the font lacks: as their numbers, with a sentence that says so', async () => {
    const own = await openShop(on.send, on.samples);
    const day = await own.openDay('2026-03-01');
    await close(own, day, [departmentsSold(own, day, ['Coffee ☕', 'ขนม', 'Łódź'])]);
    for (const paper of ['a4', '80mm']) {
      const { solid } = await pdfOf(day, `?paper=${paper}`);
      for (const text of ['CoffeeU+2615', 'U+0E020E190E21', 'Łódź', 'writtenastheirUnicodenumbers'])
        expect(solid).toContain(text);
    }
    expect((await pdfOf(await soldDay(shop, '2026-03-09'))).solid).not.toContain('Unicode');
  });

  it('and of an open day that it is open, and not sealed', async () => {
    const day = await shop.openDay('2026-03-06');
    expect((await pdfOf(day)).pages[0]).toContain('Open: not sealed');
    expect((await pdfOf(day, '?language=fi&paper=80mm')).pages[0]).toContain('Avoinna: ei sinetöity');
    await shop.setStatus(day, 'closed');
    expect((await pdfOf(day)).solid).not.toContain('notsealed');
  });

  it('with the verdict of the checks that the sealed contents decide, and the names of the others', async () => {
    const day = await soldDay(shop, '2026-03-07', { total: '4.51' });
    const { solid } = await pdfOf(day);
    const shown = checkCodes.length - decidedElsewhere.size;
    expect(solid).toMatch(new RegExp(String.raw`Doesnotaddup:\d+of${shown}checks`));
    expect(solid).toContain('Notonthispaper');
    expect(solid).toContain('Receiptnumbers,Openingfloat');
  });
});

describe('a month is one file', () => {
  it('with a contents page whose page numbers and sums are those of its days', async () => {
    const own = await openShop(on.send, on.samples);
    for (const date of ['2026-03-03', '2026-03-01', '2026-03-31', '2026-04-01']) await soldDay(own, date);
    await own.openDay('2026-03-15');
    const { response, bytes } = await get(`z.pdf?location_id=${own.location_id}&month=2026-03&language=en`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const { pages, info } = await readPdf(bytes);
    expect(info['Title']).toBe('Z reports, March 2026');
    const row = /(\d+ Mar 2026) (Open: not sealed|\d+) \d+ [\d.]+ [\d.]+ [\d.]+ (\d+)/g;
    const rows = [...(pages[0] ?? '').matchAll(row)];
    expect(rows.map(([, date, seal]) => [date, seal])).toEqual([
      ['1 Mar 2026', '2'],
      ['3 Mar 2026', '1'],
      ['15 Mar 2026', 'Open: not sealed'],
      ['31 Mar 2026', '3'],
    ]);
    for (const [, date, , page] of rows) {
      expect(pages[Number(page) - 1]).toContain(`Z report ${date}`);
      expect(pages[Number(page) - 2]).not.toContain(`Z report ${date} location`);
    }
    expect(pages[0]).toContain('All days 9 35.64 4.86 40.50');
    pages.forEach((text, at) => expect(text).toContain(`${at + 1} of ${pages.length}`));
  });

  it('the same bytes each time when all its days are sealed; without days it says so', async () => {
    const own = await openShop(on.send, on.samples);
    await soldDay(own, '2026-03-01');
    await soldDay(own, '2026-03-02');
    const path = `z.pdf?location_id=${own.location_id}&month=`;
    const [one, two] = [await get(`${path}2026-03`), await get(`${path}2026-03`)];
    expect(Buffer.from(one.bytes).equals(Buffer.from(two.bytes))).toBe(true);
    expect((await readPdf((await get(`${path}2026-02&language=fi`)).bytes)).pages[0]).toContain(
      'Ei myyntipäiviä',
    );
  });

  it('refuses what it cannot be made of, naming each parameter', async () => {
    for (const [query, pointers] of [
      ['', ['?location_id', '?month']],
      [`location_id=${shop.location_id}&month=2026-13`, ['?month']],
      [`location_id=1&month=2026-03&paper=80mm`, ['?location_id', '?paper']],
      [`location_id=${shop.location_id}&month=2026-03&language=sv`, ['?language']],
    ] as const) {
      const { status, problem } = await on.send('GET', `/api/secure/report/z.pdf?${query}`);
      expect([status, problem.errors?.map(({ pointer }) => pointer)]).toEqual([400, pointers]);
    }
  });
});

it('is in the language that is asked for, else in the first of Accept-Language that is there', async () => {
  const day = await soldDay();
  for (const [query, accepted, title] of [
    ['', '', 'Z report'],
    ['', 'sv, fi;q=0.8, en;q=0.4', 'Z-raportti'],
    ['', 'fi;q=0.1, en-GB;q=0.9', 'Z report'],
    ['', 'fi;q=0', 'Z report'],
    ['?language=fi', 'en', 'Z-raportti'],
  ] as const) {
    const { bytes } = await get(zPath(day, query), { 'Accept-Language': accepted });
    expect((await readPdf(bytes)).pages[0]).toContain(`${title} 1`);
  }
});

it('answers 304 to its ETag, in the same language and on the same paper alone', async () => {
  const day = await soldDay();
  const etag = (await get(zPath(day))).response.headers.get('etag') ?? '';
  const again = async (query: string) =>
    (await get(zPath(day, query), { 'If-None-Match': etag })).response.status;
  expect([await again(''), await again('?language=fi'), await again('?paper=80mm')]).toEqual([304, 200, 200]);
});

it('is for those who may read reports, and of days in sight', async () => {
  const day = await soldDay();
  const month = `/api/secure/report/z.pdf?location_id=${shop.location_id}&month=2026-03`;
  for (const path of [`/api/secure/report/${zPath(day)}`, month]) {
    for (const [company, role, status] of [
      ['helsinki', 'terminal', 403],
      ['helsinki', 'manager', 200],
      ['tampere', 'admin', 404],
      ['group', 'admin', 404],
      ['other', 'admin', 404],
    ] as const) {
      const send = await on.service.as(company, role);
      expect([company, role, (await send('GET', path)).status]).toEqual([company, role, status]);
    }
  }
});

it('no more are made at once than there are places, and those that nobody reads are given back', async () => {
  const day = await soldDay();
  const begin = () =>
    on.service.fetch(
      new Request(`http://test/api/secure/report/${zPath(day)}`, {
        headers: { Authorization: `Bearer ${key}` },
      }),
    );
  const unread = [await begin(), await begin()];
  expect(unread.map(({ status }) => status)).toEqual([200, 200]);
  const refused = await begin();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  for (const { body } of unread) await body?.cancel();
  expect((await get(zPath(day))).response.status).toBe(200);
});
