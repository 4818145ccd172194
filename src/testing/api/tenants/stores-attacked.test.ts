import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openFigures } from '@/days/figures/figures-job.server';
import { reportLetters } from '@/days/z-report/letters.server';
import { contracts } from '@/resources/contracts';
import { tables } from '@/resources/tables';
import { verify } from '@/server/ops/backup/verify/verify';
import type { Json } from '../../answer';
import { people } from '../../people';
import { openShop, type Shop } from '../../shop';
import { stage } from '../start';

/*
 * What who holds one of two locations finds out by other ways than asking for it (docs/security.md#stores): by sums that are kept of all
 * locations, by what is refused, by what others ask of them; and what they are told of less than all, as if it were all.
 */

const on = stage();
const { person } = people(on);
type Window = Awaited<ReturnType<typeof person>>;

let held: Shop;
let other: Shop;
let mine: Window;
let books: Window;
let booksOfOne: Window;
const ids = { plu: '', customer: '', held: '', other: '', 'other open': '' };

const made = async (path: string, json: Json): Promise<string> => {
  const answer = await on.send('POST', `/api/secure/${path}`, { json });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
  return answer.entity.id;
};
const give = async ({ id }: Window, location_ids: readonly string[] | null) => {
  const given = await on.send('PUT', `/api/secure/user/${id}`, { json: { data: { location_ids } } });
  if (given.status !== 200) throw new Error(given.text);
};
/** A receipt of one line, without tax. */
const receiptOf = (from: Shop, day: string, receipt_num: string, total: string, line: Json): Json =>
  from.receipt(day, {
    receipt_num,
    total,
    total_net: total,
    total_tax: '0',
    data: {
      lines: [{ number: 1, name: 'Zebra', qty: '1', total, net: total, tax: '0', tax_rate: '0', ...line }],
      tenders: [{ type: 'cash', amount: total }],
      taxes: [{ rate: '0', gross: total, net: total, tax: '0' }],
    },
  });

beforeAll(async () => {
  held = await openShop(on.send, on.samples);
  other = await openShop(on.send, on.samples);
  mine = await person('manager');
  books = await person('accountant');
  booksOfOne = await person('accountant');
  await give(mine, [held.location_id]);
  await give(booksOfOne, [held.location_id]);
  ids.plu = await made('plu', await on.samples.minimal(contracts.plu));
  ids.customer = await made('customer', await on.samples.minimal(contracts.customer));
  ids.held = await held.openDay();
  ids.other = await other.openDay();
  await made('sales', receiptOf(held, ids.held, 'H1', '4.50', { plu_id: ids.plu }));
  await made('sales', receiptOf(other, ids.other, 'O1', '777.77', { plu_id: ids.plu }));
  for (const [shop, day] of [
    [held, ids.held],
    [other, ids.other],
  ] as const)
    expect((await shop.setStatus(day, 'closed')).status).toBe(200);
  ids['other open'] = await other.openDay('2026-03-02');
}, 120_000);

describe('what is kept of all locations together', () => {
  it('is nothing of a product’s sales: not in a list, by its id, as it was, or in the answer to a change', async () => {
    const { send } = mine;
    const path = `/api/secure/plu/${ids.plu}`;
    const answers = [
      await send('GET', path),
      await send('GET', '/api/secure/plu?page=1&pageSize=1000'),
      await send('GET', '/api/secure/plu?limit=1000'),
      await send('GET', `${path}?as_of=${new Date().toISOString()}`),
      await send('PUT', path, { memo: 'Own words' }),
      await send('POST', '/api/secure/plu', [{ id: ids.plu, memo: 'Other words' }]),
    ];
    for (const { status, text } of answers) {
      expect([200, 201]).toContain(status);
      expect(text).toContain(ids.plu);
      expect(text).not.toMatch(/782\.27|777\.77/);
    }
    expect((await on.send('GET', path)).text).toContain('782.27');
    const own = await send('GET', '/api/secure/report/sales?from=2026-03-01&to=2026-03-31&by=product');
    expect(own.text).toContain('4.50');
    for (const query of ['not_sold=1&page=1', 'not_sold=ever&limit=5', 'q=a&not_sold=1']) {
      const answer = await send('GET', `/api/secure/plu?${query}`);
      expect([query, answer.status, answer.problem.code]).toEqual([query, 403, 'some_locations']);
    }
  });

  it('is not what a month was locked with: what customers are owed, its days, and why some are missing', async () => {
    const month = '2026-01';
    for (const [shop, total] of [
      [held, '5.00'],
      [other, '555.55'],
    ] as const) {
      const day = await made('businessday', { location_id: shop.location_id, date: `${month}-10` });
      const card = receiptOf(shop, day, `card ${total}`, total, { kind: 'gift_card' });
      await made('sales', { ...card, completed_at: `${month}-10T10:00:00.000Z` });
      expect((await shop.setStatus(day, 'closed')).status).toBe(200);
    }
    const locked = await on.send('POST', `/api/secure/report/month/${month}/lock`, { json: {} });
    expect(locked.status).toBe(201);
    // As if a day had been missing at each of them, and a question open.
    const [entry] = (
      await sql<{ contents: string }>`select contents from businessday_month where month = ${month}`.execute(
        on.service.db,
      )
    ).rows;
    const contents = z.looseObject({}).parse(JSON.parse(entry?.contents ?? '{}'));
    const missing = [held, other].map(({ location_id }) => ({
      date: `${month}-11`,
      location_id,
      reason: `Zebra ${location_id}`,
    }));
    const write = async (text: string) => {
      await sql`alter table businessday_month disable trigger append_only`.execute(on.service.db);
      await sql`update businessday_month set contents = ${text} where month = ${month}`.execute(
        on.service.db,
      );
      await sql`alter table businessday_month enable trigger append_only`.execute(on.service.db);
    };
    await write(JSON.stringify({ ...contents, missing, questions: { ids: [], reason: 'Zebra question' } }));

    const shape = z.looseObject({
      owed: z.array(z.looseObject({ kind: z.string(), received: z.string() })),
      lock: z.looseObject({
        lockable: z.boolean(),
        entries: z.array(
          z.looseObject({
            days: z.int().nullable(),
            missing: z.array(z.looseObject({ location_id: z.string() })),
            questions: z.unknown(),
          }),
        ),
      }),
    });
    const of = async ({ send }: Pick<Window, 'send'>) =>
      shape.parse((await send('GET', `/api/secure/report/month?month=${month}`)).json);
    const all = await of(books);
    expect(all.owed[0]?.received).toBe('560.55');
    expect(all.lock.entries).toMatchObject([
      { days: 2, missing: [{}, {}], questions: { reason: 'Zebra question' } },
    ]);
    const some = await of(booksOfOne);
    expect(some.owed[0]?.received).toBe('5.00');
    expect(some.lock.entries).toMatchObject([
      { days: 1, missing: [{ location_id: held.location_id }], questions: null },
    ]);
    expect(JSON.stringify(some)).not.toContain(other.location_id);
    await write(entry?.contents ?? '');
  });

  it('is not to be locked by who holds some, where nothing else stands against it', async () => {
    for (const shop of [held, other]) {
      const day = await made('businessday', { location_id: shop.location_id, date: '2025-12-10' });
      expect((await shop.setStatus(day, 'closed')).status).toBe(200);
    }
    const lockable = async ({ send }: Window) =>
      z
        .looseObject({ lock: z.looseObject({ lockable: z.boolean() }) })
        .parse((await send('GET', '/api/secure/report/month?month=2025-12')).json).lock.lockable;
    expect([await lockable(books), await lockable(booksOfOne)]).toEqual([true, false]);
  });
});

describe('a receipt that came late for a day of another location', () => {
  it('says its id and no more, and one that lies there is nowhere: in receipts, reports, months, vouchers and the trail', async () => {
    const day = await made('businessday', { location_id: held.location_id, date: '2025-11-20' });
    const theirs = await made('businessday', { location_id: other.location_id, date: '2025-10-13' });
    const late = (from: Shop, [lies, of]: readonly [string, string], total: string) => {
      const receipt = receiptOf(from, lies, `late ${total}`, total, {});
      const data = { ...z.looseObject({}).parse(receipt['data']), late_for: of };
      return made('sales', { ...receipt, completed_at: '2025-11-20T10:00:00.000Z', data });
    };
    const here = await late(held, [day, theirs], '31.31');
    const there = await late(other, [theirs, day], '888.88');
    const read = async ({ send }: Pick<Window, 'send'>, step: string) => {
      const answers = [
        // An open day has no voucher yet.
        ...(step === 'open'
          ? []
          : [await send('POST', '/api/secure/report/voucher', { businessday_ids: [day], by: 'day' })]),
        ...(await Promise.all(
          [
            `report/businessdaytx/${day}`,
            'report/month?month=2025-11',
            'report/month?month=2025-10',
            'report/summary?from=2025-10-01&to=2025-11-30',
            `businessday/${day}`,
            `sales/${here}`,
            ...[day, theirs].flatMap((id) => [`sales?late_for=${id}`, `sales?businessday_id=${id}`]),
            'event?page=1&pageSize=1000&entity=sales',
          ].map((path) => send('GET', `/api/secure/${path}`)),
        )),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      return answers.map(({ text }) => text);
    };
    const ofOther = /2025-10-13|888\.88/;
    for (const step of ['open', 'closed']) {
      const own = await read(booksOfOne, step);
      for (const text of own) {
        expect([step, text]).toEqual([step, expect.not.stringMatching(ofOther)]);
        for (const id of [there, other.location_id]) expect(text).not.toContain(id);
      }
      expect(own.join('\n')).toMatch(
        new RegExp(`"businessday_id" ?: ?"${theirs}", ?"date" ?: ?null, ?"count" ?: ?1`),
      );
      // Who holds both is told of both: there is something to find.
      expect((await read(books, step)).filter((text) => ofOther.test(text)).length).toBeGreaterThan(5);
      if (step === 'open')
        for (const [shop, id] of [
          [held, day],
          [other, theirs],
        ] as const)
          expect((await shop.setStatus(id, 'closed')).status).toBe(200);
    }
  });
});

describe('what is refused', () => {
  it('names no day of another location that has a voucher number already', async () => {
    const number = (window: Window, day: string) =>
      window.send('PUT', `/api/secure/businessday/${day}`, {
        status: 'exported',
        data: { voucher_num: 'V-9' },
      });
    expect((await number(books, ids.other)).status).toBe(200);
    const refused = await number(booksOfOne, ids.held);
    expect([refused.status, refused.problem.code]).toEqual([409, 'voucher_number_used']);
    expect(refused.text).not.toContain(ids.other);
    expect(refused.text).not.toContain('2026-03-01');
    expect((await number(books, ids.held)).text).toContain(ids.other);
  });

  it('is refused by a preview, too, of a register of another location', async () => {
    const { send } = mine;
    const set = await send('POST', '/api/secure/changeset', { name: 'Registers' });
    const path = `/api/secure/changeset/${set.entity.id}`;
    const items = [
      { resource: 'pos', record_id: other.pos_id, patch: { name: 'Taken' } },
      { resource: 'pos', record_id: other.pos_id, patch: { location_id: held.location_id } },
      { resource: 'pos', record_id: held.pos_id, patch: { name: 'Own till' } },
    ];
    expect((await send('POST', `${path}/items`, items)).status).toBe(200);
    expect((await send('POST', `${path}/preview`, {})).status).toBe(200);
    const counts = async () =>
      z.looseObject({ counts: z.looseObject({}), status: z.string() }).parse((await send('GET', path)).json);
    await vi.waitFor(
      async () => expect((await counts()).counts).toMatchObject({ ready: 1, refused: 1 }),
      10_000,
    );
    expect((await send('GET', `${path}/items`)).text).not.toContain(other.pos_id);
  });
});

describe('what others do for who holds some', () => {
  it('is no question about a day that they do not hold: not asked of them, and not handed on to them', async () => {
    const ask = (businessday_id: string, asked_of: string) =>
      books.send('POST', '/api/secure/question', {
        name: '?',
        text: 'Zebra?',
        subject: '',
        businessday_id,
        asked_of,
      });
    const refused = await ask(ids.other, mine.id);
    expect([refused.status, refused.pointers]).toEqual([422, ['/asked_of']]);
    const asked = await ask(ids.other, books.id);
    expect(asked.status).toBe(201);
    const handed = await books.send('PUT', `/api/secure/question/${asked.entity.id}`, { asked_of: mine.id });
    expect([handed.status, handed.pointers]).toEqual([422, ['/asked_of']]);
    expect((await ask(ids.held, mine.id)).status).toBe(201);
  });

  it('is no report by mail that says of a location which they hold no more that it had no days', async () => {
    const admin = await person('admin');
    const saved = await admin.send('POST', '/api/secure/reportmail', {
      name: 'Months',
      frequency: 'monthly',
      language: 'en',
      data: { recipients: [books.email] },
    });
    expect([saved.status, saved.text]).toEqual([201, expect.any(String)]);
    const role = await on.send('PUT', `/api/secure/user/${admin.id}`, {
      json: { role: 'manager', data: { location_ids: [held.location_id] } },
    });
    expect(role.status).toBe(200);
    const { rows } = await sql<{ tenant_id: string; company_id: string }>`
      select tenant_id, company_id from reportmail where id = ${saved.entity.id}`.execute(on.service.db);
    const letter = (location_id: string) =>
      reportLetters(on.service.db, 'https://test.example')['z_month']?.({
        ...rows[0],
        id: crypto.randomUUID(),
        kind: 'z_month',
        recipient: books.email,
        data: { reportmail_id: saved.entity.id, location_id, month: '2026-03' },
      } as never);
    expect(await letter(held.location_id)).toMatchObject({ subject: expect.stringContaining('2026') });
    expect(await letter(other.location_id)).toContain('does not hold the location');
  });

  it('is no account of a customer that leaves out what other locations know', async () => {
    for (const what of ['export', 'erasure']) {
      const answer = await mine.send('GET', `/api/secure/customer/${ids.customer}/${what}`);
      expect([what, answer.status, answer.problem.code]).toEqual([what, 403, 'some_locations']);
    }
  });
});

describe('what who holds some writes', () => {
  it('leaves all that is kept for others right: sums, figures, seals, counts, vouchers, the trail', async () => {
    const { send } = mine;
    const [date, next] = ['2026-04-01', '2026-04-02'];
    const open = async (on_: string) =>
      (await send('POST', '/api/secure/businessday', { date: on_, location_id: held.location_id })).entity.id;
    const day = await open(date);
    const receipt = (of: string, num: string, more: Json = {}) => {
      const one = receiptOf(held, of, num, '4.50', { plu_id: ids.plu });
      const data = z.looseObject({}).parse(one['data']);
      return { ...one, completed_at: `${date}T10:00:00.000Z`, data: { ...data, ...more } } as Json;
    };
    const removed = await send('POST', '/api/secure/sales', receipt(day, 'W1'));
    expect((await send('POST', '/api/secure/sales', receipt(day, 'W2'))).status).toBe(201);
    expect((await send('PUT', `/api/secure/sales/${removed.entity.id}`, { active: false })).status).toBe(200);
    // The register goes elsewhere while its day is open: the day goes on, and is counted and closed as it began.
    const moved = (location_id: string) =>
      on.send('PUT', `/api/secure/pos/${held.pos_id}`, { json: { location_id } });
    expect((await moved(other.location_id)).status).toBe(200);
    expect((await send('POST', '/api/secure/sales', receipt(day, 'W3'))).status).toBe(201);
    const z_reports = [{ pos_id: held.pos_id, number: 1, counted: '9.00' }];
    const closed = await send('PUT', `/api/secure/businessday/${day}`, {
      status: 'closed',
      data: { z_reports },
    });
    expect([closed.status, closed.text.includes('"gross" : "9.00"')]).toEqual([200, true]);
    const after = await open(next);
    expect((await send('POST', '/api/secure/sales', receipt(after, 'W4', { late_for: day }))).status).toBe(
      201,
    );
    expect((await send('GET', `/api/secure/pos/${held.pos_id}`)).status).toBe(404);
    const path = `/api/secure/report/summary?from=${date}&to=${next}`;
    const figures = openFigures({
      db: on.service.db,
      log: pino({ level: 'silent' }),
      every: null,
      beside: 1,
    });
    const plain = (json: unknown) =>
      JSON.stringify(json, (name, value: unknown) => (name === 'location_ids' ? null : value));
    for (const step of ['before figures', 'after figures']) {
      const own = await send('GET', path);
      const all = await books.send('GET', `${path}&location_id=${held.location_id}`);
      expect([step, plain(own.json)]).toEqual([step, plain(all.json)]);
      await figures.makeAll();
    }
    const taken = await booksOfOne.send('POST', '/api/secure/report/voucher', {
      businessday_ids: [day],
      by: 'day',
    });
    expect([taken.status, taken.text.includes(day)]).toEqual([200, true]);
    expect((await moved(held.location_id)).status).toBe(200);
    const found = await verify(on.service.db, Object.values(tables));
    expect(found.filter(({ wrong }) => wrong > 0)).toEqual([]);
  }, 60_000);
});
