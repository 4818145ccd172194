import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openFigures } from '@/days/figures/figures-job.server';
import type { Json } from '../../answer';
import { readPaths } from '../../declared';
import { contracts } from '@/resources/contracts';
import { people } from '../../people';
import { openShop, soundReceipt, type Shop } from '../../shop';
import { stage, unknownId } from '../start';

/*
 * A membership that holds one of two locations (docs/security.md#stores). What the other one has is marked, in texts, ids and sums, and
 * every address that only reads is asked for it: by who holds all, who finds it, and by who holds the first alone, who does not.
 */

const on = stage();
const { person } = people(on);
type Window = Awaited<ReturnType<typeof person>>;

let held: Shop;
let other: Shop;
const days = { held: '', other: '', open: '', 'locked held': '', 'locked other': '' };
const ids: Record<string, string> = {};
/** Sums of the other location, and of both. */
const sums = ['777.77', '777,77', '77777', '782.27', '782,27', '78227'];
const windows = new Map<string, Window>();
const windowOf = (name: string): Window => {
  const window = windows.get(name);
  if (!window) throw new Error(name);
  return window;
};

const dear = {
  total: '777.77',
  total_net: '685.26',
  total_tax: '92.51',
  data: {
    lines: [{ name: 'Zebra', qty: '1', total: '777.77', net: '685.26', tax: '92.51', tax_rate: '13.5' }],
    tenders: [{ type: 'cash', amount: '777.77' }],
    taxes: [{ rate: '13.5', gross: '777.77', net: '685.26', tax: '92.51' }],
    cashier: { name: 'Zebra cashier' },
  },
};

const made = async (path: string, json: Json): Promise<string> => {
  const answer = await on.send('POST', `/api/secure/${path}`, { json });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
  return answer.entity.id;
};

beforeAll(async () => {
  held = await openShop(on.send, on.samples);
  other = await openShop(on.send, on.samples);
  for (const role of ['manager', 'accountant'] as const) {
    windows.set(role, await person(role));
    const one = await person(role);
    windows.set(`${role} of one`, one);
    const given = await on.send('PUT', `/api/secure/user/${one.id}`, {
      json: { data: { location_ids: [held.location_id] } },
    });
    if (given.status !== 200) throw new Error(given.text);
  }
  await on.send('PUT', `/api/secure/pos/${other.pos_id}`, { json: { name: 'Zebra till' } });
  days.held = await held.openDay();
  days.other = await other.openDay();
  ids['receipt held'] = await made('sales', soundReceipt(held, days.held, '1'));
  ids['receipt'] = await made('sales', soundReceipt(other, days.other, 'Zebra1', dear));
  await on.send('PUT', `/api/secure/businessday/${days.other}`, { json: { data: { note: 'Zebra note' } } });
  ids['question'] = await made('question', {
    name: 'Zebra?',
    text: 'Zebra question',
    subject: '',
    businessday_id: days.other,
    asked_of: windowOf('accountant').id,
  });
  ids['reportmail'] = await made('reportmail', {
    name: 'Zebra mail',
    frequency: 'daily',
    language: 'en',
    location_id: other.location_id,
    data: { recipients: ['zebra@example.org'] },
  });
  for (const [shop, day] of [
    [held, days.held],
    [other, days.other],
  ] as const) {
    const closed = await shop.setStatus(day, 'closed');
    if (closed.status !== 200) throw new Error(closed.text);
  }
  // A month that is locked, and figures that were made of closed days beforehand.
  for (const [shop, more, name] of [
    [held, {}, 'locked held'],
    [other, dear, 'locked other'],
  ] as const) {
    const day = await shop.openDay('2026-02-10');
    days[name] = day;
    ids[`receipt of ${name}`] = await made(
      'sales',
      soundReceipt(shop, day, name === 'locked other' ? 'Zebra3' : '3', more),
    );
    await shop.setStatus(day, 'closed');
  }
  const locked = await on.send('POST', '/api/secure/report/month/2026-02/lock', { json: {} });
  if (locked.status >= 300) throw new Error(locked.text);
  await openFigures({ db: on.service.db, log: pino({ level: 'silent' }), every: null, beside: 1 }).makeAll();
  days.open = await other.openDay('2026-03-02');
  ids['open receipt'] = await made('sales', soundReceipt(other, days.open, 'Zebra2', dear));
}, 120_000);

/** Ids, times and hashes, whose digits may be those of a sum by chance. */
const byChance = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\da-f]{16,}|T\d\d:[\d:.]+/gi;

/** What of the other location is in a text. */
const leaked = (text: string): string[] => [
  ...(text.includes('Zebra') ? ['Zebra'] : []),
  ...sums.filter((one) => text.replaceAll(byChance, '').includes(one)),
  ...Object.entries({
    ...ids,
    day: days.other,
    'open day': days.open,
    'locked day': days['locked other'],
    register: other.pos_id,
  })
    .filter(([name, id]) => !name.endsWith('held') && text.toLowerCase().includes(id))
    .map(([name]) => name),
];

/** What stands in a path for one of the other location, by resource. */
const idIn = (path: string): string => {
  if (path.includes('/businessday')) return days.other;
  if (path.includes('/pos/')) return other.pos_id;
  if (path.includes('/sales/')) return ids['receipt'] ?? '';
  if (path.includes('/question')) return ids['question'] ?? '';
  if (path.includes('/reportmail')) return ids['reportmail'] ?? '';
  if (path.includes('/location/')) return other.location_id;
  return unknownId;
};

const range = 'from=2026-02-01&to=2026-03-31';
/** Queries that each address answers; ids of the other location stand in braces. */
const queries: Readonly<Record<string, readonly string[]>> = {
  '/event': ['limit=1000', 'sort=-at&limit=1000', 'entity=businessday&limit=1000', 'entity=sales&limit=1000'],
  '/session': [''],
  '/till': [''],
  '/shared_view': ['resource=plu'],
  '/recent_changes': ['since=2026-01-01T00:00:00Z'],
  '/changeset_outcome': [`id=${unknownId}`],
  '/report/books': [`${range}&format=csv`],
  '/report/month': ['month=2026-03', 'month=2026-02'],
  '/report/month.pdf': ['month=2026-03', 'month=2026-02'],
  '/report/month/files': ['month=2026-03', 'month=2026-02'],
  '/report/month/margin': ['month=2026-03', 'month=2026-02'],
  '/report/month/settle': ['month=2026-03', 'month=2026-02'],
  '/report/sales': [`${range}&by=location`, `${range}&by=product`, `${range}&by=month`],
  '/report/sales/margin': [`${range}&by=location`, `${range}&by=product`],
  '/report/summary': [range],
  '/report/verdicts': ['businessday_id={day}'],
  '/report/voucher': [range, `${range}&by=all`],
  '/report/z.pdf': ['location_id={location}&month=2026-03', 'location_id={location}&month=2026-02'],
  '/group/days': [range],
  '/group/summary': [range],
};
const listQueries = [
  '',
  'page=1&pageSize=1000',
  'limit=1000',
  'q=zebra&page=1',
  'q=zebra&limit=100',
  'sort=name&page=1',
  'sort=-modified_at&page=1',
  'active=true&page=1',
  'as_of=2099-01-01T00:00:00Z&page=1',
];

interface Asked {
  readonly path: string;
  readonly address: string;
  /** Whether it is an address that there is. */
  readonly isAnswered: boolean;
}

/** Every address that only reads, with the parameters that name what the other location has. */
async function addresses(): Promise<Asked[]> {
  return readPaths.flatMap((path) => {
    const short = path.replace('/api/secure', '');
    const filled = path.replaceAll(/\{month\}/g, '2026-03').replaceAll(/\{\w+\}/g, () => idIn(path));
    const isList = /^\/[a-z]+$/.test(short);
    const ofPath = short.endsWith('/changes') ? ['pointer=/name'] : isList ? listQueries : [''];
    const asked = (queries[short] ?? ofPath).map((query) =>
      query.replace('{day}', days.other).replace('{location}', other.location_id),
    );
    const located =
      isList || short.startsWith('/report')
        ? [`location_id=${other.location_id}`, `businessday_id=${days.other}`, `pos_id=${other.pos_id}`]
        : [];
    return [...asked, ...located.map((one) => [asked[0], one].filter(Boolean).join('&'))].map(
      (query, at) => ({
        path: short,
        address: query === '' ? filled : `${filled}?${query}`,
        // A filter that a list does not have is refused, and so is one of what not every list has.
        isAnswered: at < asked.length && !query.startsWith('as_of'),
      }),
    );
  });
}

describe.each(['manager', 'accountant'])('a %s who holds one of two locations', (role) => {
  it('finds nothing of the other one at any address: no row, no value, no sum', async () => {
    const found: string[] = [];
    const shown = new Set<string>();
    const all = await addresses();
    for (const { path, address, isAnswered } of all) {
      const whole = await windowOf(role).send('GET', address);
      if (leaked(whole.text).length > 0) shown.add(path);
      if (isAnswered && whole.status === 400) found.push(`${address} is not asked rightly: ${whole.text}`);
      const answer = await windowOf(`${role} of one`).send('GET', address);
      const total = answer.header('x-total-count');
      const rows = answer.text.startsWith('[') ? z.array(z.unknown()).parse(answer.json).length : null;
      if (total !== '' && rows !== null && !address.includes('page') && Number(total) !== rows)
        found.push(`${address} counts ${total} of ${rows}`);
      const names = leaked(answer.text);
      if (names.length > 0) found.push(`${address} ${answer.status}: ${names.join(', ')}`);
      if (answer.status >= 500) found.push(`${address} ${answer.status}`);
    }
    expect(found.join('\n')).toBe('');
    expect([...shown]).toEqual(
      expect.arrayContaining([
        '/businessday',
        '/businessday/{id}',
        '/pos',
        '/report/summary',
        '/report/month',
        '/report/month.pdf',
        '/report/z.pdf',
        '/question',
      ]),
    );
  }, 120_000);

  it('finds all of the one that they hold', async () => {
    const { send } = windowOf(`${role} of one`);
    const of = async (path: string) =>
      z
        .array(z.looseObject({ id: z.string() }))
        .parse((await send('GET', `/api/secure/${path}?page=1`)).json)
        .map(({ id }) => id);
    expect((await of('businessday')).toSorted()).toEqual([days.held, days['locked held']].toSorted());
    expect(await of('pos')).toEqual([held.pos_id]);
    expect((await of('sales')).toSorted()).toEqual(
      ['receipt held', 'receipt of locked held'].map((name) => ids[name] ?? '').toSorted(),
    );
    expect((await of('location')).toSorted()).toEqual([held.location_id, other.location_id].toSorted());
    const report = await send('GET', `/api/secure/report/businessdaytx/${days.held}`);
    expect([report.status, report.text.includes('4.50')]).toEqual([200, true]);
    const summary = await send('GET', '/api/secure/report/summary?from=2026-02-01&to=2026-03-31');
    expect([summary.status, summary.text.includes('4.50')]).toEqual([200, true]);
  });

  it.each([
    'report/summary?from=2026-02-01&to=2026-03-31',
    'report/summary?from=2026-02-01&to=2026-02-28',
    'report/month?month=2026-03',
    'report/month?month=2026-02',
    'report/sales?from=2026-02-01&to=2026-03-31&by=product',
    'report/voucher?from=2026-02-01&to=2026-03-31',
  ])('reads %s as who holds all reads it of that location', async (address) => {
    const mine = await windowOf(`${role} of one`).send('GET', `/api/secure/${address}`);
    const of = await windowOf(role).send('GET', `/api/secure/${address}&location_id=${held.location_id}`);
    expect([mine.status, of.status]).toEqual([200, 200]);
    expect(mine.text).toContain('4.50');
    // The answer says which locations were asked for.
    const without = (json: unknown) =>
      JSON.stringify(json, (name, value: unknown) =>
        ['location_ids', 'entries'].includes(name) ? null : value,
      );
    expect(without(mine.json)).toEqual(without(of.json));
  });
});

describe('what who holds one of two locations writes', () => {
  const mine = () => windowOf('manager of one');
  const untouched = async () =>
    (
      await Promise.all([
        on.send('GET', `/api/secure/businessday/${days.open}`),
        on.send('GET', `/api/secure/pos/${other.pos_id}`),
        on.send('GET', `/api/secure/sales/${ids['open receipt']}`),
        on.send('GET', `/api/secure/reportmail/${ids['reportmail']}`),
        on.send('GET', `/api/secure/question/${ids['question']}`),
      ])
    ).map(({ json }) => json);

  it('is nothing at the other one: not by its id, not in an array, not by moving it there or here', async () => {
    const before = await untouched();
    const { send } = mine();
    const put = (path: string, json: Json) => send('PUT', `/api/secure/${path}`, json);
    const post = (path: string, json: unknown) => send('POST', `/api/secure/${path}`, json);
    const elsewhere = { location_id: other.location_id };
    const refused = [
      [await put(`businessday/${days.open}`, { name: 'Taken' }), 404],
      [await put(`businessday/${days.open}`, { location_id: held.location_id }), 404],
      [await put(`pos/${other.pos_id}`, { name: 'Taken' }), 404],
      [await put(`pos/${other.pos_id}`, { location_id: held.location_id }), 404],
      [await put(`pos/${held.pos_id}`, elsewhere), 422],
      [await post('pos', { name: 'New', ...elsewhere }), 422],
      [
        await post('pos', [
          { name: 'Own', location_id: held.location_id },
          { name: 'New', ...elsewhere },
        ]),
        422,
      ],
      [await post('pos', { id: other.pos_id, name: 'Taken', location_id: held.location_id }), 409],
      [await post('businessday', { date: '2026-03-05', ...elsewhere }), 422],
      [await post('sales', other.receipt(days.open)), 422],
      [
        await post('sales', {
          ...other.receipt(days.open),
          location_id: held.location_id,
          pos_id: held.pos_id,
        }),
        422,
      ],
      [
        await post('question', {
          name: '?',
          text: '?',
          subject: '',
          businessday_id: days.other,
          asked_of: windowOf('accountant').id,
        }),
        422,
      ],
      [await put(`location/${other.location_id}`, { name: 'Taken' }), 422],
      [await post('location', await on.samples.minimal(contracts.location)), 422],
      [await put(`question/${ids['question']}`, { text: 'Taken' }), 404],
    ] as const;
    expect(refused.map(([answer]) => answer.status)).toEqual(refused.map(([, expected]) => expected));
    expect(
      refused.flatMap(([answer]) =>
        leaked(answer.text.replaceAll(days.other, '').replaceAll(other.pos_id, '').replaceAll(days.open, '')),
      ),
    ).toEqual([]);
    expect(
      refused.flatMap(([{ pointers }]) => pointers).filter((one) => one.endsWith('location_id')).length,
    ).toBeGreaterThan(3);
    expect(await untouched()).toEqual(before);
  });

  it('is a day of their own, with all that its closing sets off for others: figures, mails, the trail', async () => {
    const { send } = mine();
    const own = await send('POST', '/api/secure/businessday', {
      location_id: held.location_id,
      date: '2026-03-09',
    });
    expect(own.status).toBe(201);
    const { id } = own.entity;
    expect((await send('POST', '/api/secure/sales', soundReceipt(held, id, '9'))).status).toBe(201);
    const mail = await made('reportmail', {
      name: 'All days',
      frequency: 'daily',
      language: 'en',
      data: { recipients: ['all@example.org'] },
    });
    const closed = await send('PUT', `/api/secure/businessday/${id}`, { status: 'closed' });
    expect([closed.status, closed.text]).toEqual([200, expect.any(String)]);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from mail_outbox where kind = 'z_day' and data->>'businessday_id' = ${id}
        and data->>'reportmail_id' = ${mail}`.execute(on.service.db);
    expect(rows[0]?.n).toBe(1);
    await openFigures({
      db: on.service.db,
      log: pino({ level: 'silent' }),
      every: null,
      beside: 1,
    }).makeAll();
    const whole = await windowOf('manager').send(
      'GET',
      '/api/secure/report/summary?from=2026-03-01&to=2026-03-31',
    );
    // Two receipts of 4.50 here, two of 777.77 there, of which one day is open.
    expect(whole.text).toContain('1564.54');
    expect((await on.send('GET', `/api/secure/event?entity=businessday&entity_id=${id}`)).text).toContain(
      'closed',
    );
    const reopened = await send('PUT', `/api/secure/businessday/${id}`, { status: 'open' });
    expect(reopened.status).toBe(403);
  });

  it('changes with what the membership holds, from the next request', async () => {
    const { id, send } = mine();
    const give = (location_ids: readonly string[] | null) =>
      on.send('PUT', `/api/secure/user/${id}`, { json: { data: { location_ids } } });
    const count = async () => (await send('GET', '/api/secure/pos?page=1')).header('x-total-count');
    expect(await count()).toBe('1');
    await give([held.location_id, other.location_id]);
    expect(await count()).toBe('2');
    await give([]);
    expect(await count()).toBe('0');
    await give(null);
    expect(await count()).toBe('2');
    await give([held.location_id]);
    expect(await count()).toBe('1');
    expect((await give([unknownId])).status).toBe(422);
  });

  it('locks no month: that concerns all locations', async () => {
    const path = '/api/secure/report/month/2026-02';
    const { send } = windowOf('accountant of one');
    for (const [act, json] of [
      ['lock', {}],
      ['unlock', { reason: 'x' }],
    ] as const) {
      const answer = await send('POST', `${path}/${act}`, json);
      expect([answer.status, act === 'lock' ? answer.problem.code : null]).toEqual([
        403,
        act === 'lock' ? 'some_locations' : null,
      ]);
    }
  });

  it('is heard of by a stream as far as they hold it, and the stream ends with what they hold', async () => {
    const { id, jar } = windowOf('manager of one');
    const heard: string[] = [];
    const stream = await on.service.fetch(
      new Request('http://test/api/secure/live', {
        headers: { Cookie: jar.cookie, 'Sec-Fetch-Site': 'same-origin' },
      }),
    );
    expect(stream.status).toBe(200);
    let isOpen = true;
    const reading = stream.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeTo(new WritableStream({ write: (text) => void heard.push(text) }))
      .catch(() => undefined)
      .finally(() => (isOpen = false));
    await on.send('PUT', `/api/secure/pos/${other.pos_id}`, { json: { data: { note: 'Zebra' } } });
    await made('sales', soundReceipt(other, days.open, 'Zebra4', dear));
    await on.send('PUT', `/api/secure/pos/${held.pos_id}`, { json: { data: { note: 'Own' } } });
    await vi.waitFor(() => expect(heard.join('')).toContain(held.pos_id), 10_000);
    expect(leaked(heard.join(''))).toEqual([]);
    expect(isOpen).toBe(true);
    await on.send('PUT', `/api/secure/user/${id}`, { json: { data: { location_ids: [] } } });
    await reading;
    expect(isOpen).toBe(false);
    await on.send('PUT', `/api/secure/user/${id}`, { json: { data: { location_ids: [held.location_id] } } });
  });
});
