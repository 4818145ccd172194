import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  array,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  record,
  sample,
  tuple,
  type Arbitrary,
} from 'fast-check';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyFolder, hashOfFile } from '@/core/server/archive/files';
import { trustedProxies } from '@/core/server/auth/client-address';
import { inScope } from '@/core/server/db/db';
import { verify } from '@/core/server/ops/backup/verify/verify';
import { tables } from '@/resources/tables';
import { samplesFor } from '@/testing/samples';
import { startTestService, type Sender, type TestService } from '@/testing/service';
import { openShop, type Shop } from '@/testing/shop';
import { unitText } from '@/testing/sold-day';
import { openArchiver } from '../archiver.server';
import { archiveCheck } from '../check.server';
import { pairedUpTo, pairParts, pairsForEachLine } from '../columns';
import { fillPairs } from './fill-pairs.server';
import { emptyTables } from '../parquet.server';
import { readSalesQuestion } from '../question.server';
import { rebuildArchive } from '../rebuild.server';
import { salesOf } from '../sales-history.server';

const on: { service?: TestService; send?: Sender; folder?: string } = {};
const none = () => {
  throw new Error('Not started');
};
const service = () => on.service ?? none();
const store = () => service().archive ?? none();
const silent = pino({ level: 'silent' });
const caller = () => service().companies.helsinki;
const dates = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02'];
const shops: Shop[] = [];
const days: { shop: Shop; id: string; date: string }[] = [];

/** Ids of products; two of three have their last digits in common. */
const ids = Array.from(
  { length: 40 },
  (_, at) => `0198c2f${at % 3}-0000-7000-8000-${String(at - (at % 3 === 2 ? 1 : 0)).padStart(12, '0')}`,
);

// Few sell much; the last is no product of the catalogue.
const someArticle = oneof(integer({ min: 0, max: 5 }), integer({ min: 0, max: ids.length }));
const line = (article: Arbitrary<number>) =>
  record({
    article,
    qty: integer({ min: 1, max: 5000 }),
    cents: integer({ min: 1, max: 9999 }),
    kind: constantFrom(null, null, null, null, 'sale', 'gift_card', 'deposit'),
    isRenamed: boolean(),
  });

const receiptSpec = record({
  type: constantFrom('sale', 'sale', 'sale', 'sale', 'return', 'void', 'training'),
  active: constantFrom(true, true, true, true, true, false),
  lines: oneof(
    ...[4, 4, 32].map((maxLength) => array(line(someArticle), { minLength: 1, maxLength, size: 'max' })),
    // So many different products, around the number above which there are no pairs.
    integer({ min: 22, max: 36 }).chain((products) =>
      tuple(...Array.from({ length: products }, (_, at) => line(constant(at)))),
    ),
  ),
});

let seed = 0;
async function sell({ shop, id, date }: (typeof days)[number], lateFor: string | null = null) {
  const currency = shop === shops[2] ? 'SEK' : 'EUR';
  const receipts = sample(receiptSpec, { seed: (seed += 1), numRuns: 10 }).map((spec, at) => {
    const sign = spec.type === 'return' ? -1 : 1;
    const total = unitText(sign * spec.lines.reduce((sum, { cents }) => sum + cents, 0), 2);
    return shop.receipt(id, {
      receipt_num: String(seed * 100 + at),
      type: spec.type,
      active: spec.active,
      ...(!spec.active && { removed_reason: 'Rung up twice' }),
      completed_at: `${date}T1${at}:30:00.000Z`,
      currency,
      total,
      data: {
        lines: spec.lines.map(({ article, qty, cents, kind, isRenamed }, line) => ({
          number: line + 1,
          plu_id: ids[article] ?? null,
          productid: ids[article] === undefined ? null : String(article),
          name: isRenamed ? `Article ${article}, as it was called` : `Article ${article}`,
          qty: unitText(sign * qty, 3),
          total: unitText(sign * cents, 2),
          net: unitText(sign * (cents - Math.round(cents / 5)), 2),
          tax: unitText(sign * Math.round(cents / 5), 2),
          discount: unitText(cents % 7, 2),
          ...(kind !== null && { kind }),
        })),
        tenders: [{ type: 'cash', amount: total }],
        ...(lateFor !== null && { late_for: lateFor }),
      },
    });
  });
  const { status, text } = await (on.send ?? none())('POST', '/api/secure/sales', { json: receipts });
  expect([status, text]).toEqual([200, expect.anything()]);
}

beforeAll(async () => {
  on.folder = await mkdtemp(path.join(tmpdir(), 'archive-'));
  on.service = await startTestService(tables, 0, trustedProxies([]), on.folder);
  on.send = await on.service.as('helsinki');
  for (let n = 0; n < 3; n += 1) shops.push(await openShop(on.send, samplesFor(on.send)));
  await on.send('PUT', `/api/secure/location/${shops[2]?.location_id}`, {
    json: { data: { currency: 'SEK' } },
  });
  for (const shop of shops) for (const date of dates) days.push({ shop, id: await shop.openDay(date), date });
  for (const day of days) await sell(day);
}, 120_000);

afterAll(async () => {
  await on.service?.close();
  await rm(on.folder ?? none(), { recursive: true });
});

const archive = () =>
  openArchiver({
    db: service().db,
    store: store(),
    log: silent,
    settled: 0,
    unread: 0,
    every: null,
  }).writeAll();

const setStatus = async ({ shop, id }: (typeof days)[number], status: string, data?: { note: string }) => {
  const answer = await shop.setStatus(id, status, data);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
};

/** Every question is answered from the archive, without a warning, as from PostgreSQL alone. Returns the number of rows. */
async function requireSameAnswers(): Promise<number> {
  let rows = 0;
  const log = { warn: (...said: unknown[]) => expect(said).toEqual([]) };
  for (const plu of [0, 1, 2, 5, 17])
    for (const period of ['from=2026-01-01&to=2026-02-28', 'from=2026-01-31&to=2026-02-02'])
      for (const place of [
        '&currency=EUR',
        '&currency=SEK',
        `&currency=EUR&location_id=${shops[0]?.location_id}`,
      ]) {
        const query = `by=together&plu_id=${ids[plu]}&${period}${place}`;
        const question = readSalesQuestion(new URLSearchParams(query));
        const [archived, stored] = await Promise.all([
          salesOf({ db: service().db, store: { ...store(), log } }, caller(), question),
          salesOf({ db: service().db, store: null }, caller(), question),
        ]);
        expect(JSON.stringify(archived), query).toBe(JSON.stringify(stored));
        rows += archived.rows.length;
      }
  return rows;
}

const partRows = () =>
  inScope(service().db, caller(), 'read only', (tx) =>
    tx.rows(sql<{ name: string; month: string; pairs: number | null; baskets: number | null; lines: number }>`
      select f.name, to_char(f.month, 'YYYY-MM') as month, (f.parts->'pairs'->>'rows')::integer as pairs,
        (f.parts->'baskets'->>'rows')::integer as baskets, (f.parts->'lines'->>'rows')::integer as lines
      from archive_file f where f.replaced_at is null order by f.month`),
  );

const check = async () => {
  const found = await verify(service().db, Object.values(tables), [
    archiveCheck(on.folder ?? none(), store()),
  ]);
  return found.find(({ name }) => name === 'the archive is as the receipts say')?.examples;
};

const placeOf = (part: string, { name, month }: { name: string; month: string }) =>
  path.join(companyFolder(on.folder ?? none(), caller()), `month=${month}`, `${part}-${name}.parquet`);

describe('what was sold together', () => {
  it('is the same from the archive as from PostgreSQL alone, at each step of the days', async () => {
    expect(await requireSameAnswers()).toBeGreaterThan(250);
    for (const day of days.filter(({ date }) => date < '2026-02-02')) await setStatus(day, 'closed');
    expect(await archive()).toBe(9);
    await requireSameAnswers();
    for (const day of days.filter(({ date }) => date === '2026-02-02')) await setStatus(day, 'closed');
    expect(await archive()).toBe(3);
    await requireSameAnswers();
    // Pairs and baskets both had to be read for that.
    for (const { pairs, baskets, lines } of await partRows()) {
      expect(pairs).toBeGreaterThan(lines);
      expect(pairs).toBeLessThanOrEqual(pairsForEachLine * lines);
      expect(baskets).toBeGreaterThan(0);
    }
    expect(await check()).toEqual([]);
  }, 180_000);

  it('is right while a day is open again, with receipts that came late, and when it is archived again', async () => {
    const [first = none(), second = none()] = days;
    await setStatus(first, 'open', { note: 'Receipts were missing' });
    await requireSameAnswers();
    await sell(first, second.id);
    await requireSameAnswers();
    await setStatus(first, 'closed');
    await requireSameAnswers();
    expect(await archive()).toBe(1);
    await requireSameAnswers();
    expect(await check()).toEqual([]);
  }, 180_000);

  it('is answered from the lines by files that have no pairs, until the archive is built again', async () => {
    const before = await partRows();
    await inScope(service().db, caller(), 'read write', (tx) =>
      tx.rows(
        sql`update archive_file f set parts = f.parts - ${[...pairParts]}::text[] where f.replaced_at is null`,
      ),
    );
    for (const file of before) for (const part of pairParts) await rm(placeOf(part, file));
    await requireSameAnswers();
    expect(await check()).toEqual([]);
    expect(await rebuildArchive(service().db, store(), silent)).toBe(12);
    expect((await partRows()).map(({ pairs, baskets }) => [pairs, baskets])).toEqual(
      before.map(({ pairs, baskets }) => [pairs, baskets]),
    );
    await requireSameAnswers();
    expect(await check()).toEqual([]);
  }, 180_000);

  it.each([
    ['pairs', 'delete from changed where rowid = 3', /what was sold with .* differs by -\d+ \//],
    [
      'pairs',
      'update changed set gross = gross + 0.01 where rowid = 3',
      /what was sold with .* differs by 0 \/ 0\.0100 from/,
    ],
    ['pairs', 'update changed set asked_key = asked_key + 1 where rowid = 3', /what was sold with/],
    [
      'articles',
      `update changed set name = name || '?' where article = 1`,
      /as sold with others, .* differs by/,
    ],
    [
      'baskets',
      'update changed set net = net + 0.01 where rowid = 1',
      /what was sold with .* differs by 0 \/ 0\.0000 from/,
    ],
  ])(
    'with other %s than the lines is found by verify: %s',
    async (part, change, fault) => {
      const [file = none()] = await partRows();
      const name = placeOf(part, file);
      const session = await store().open(companyFolder(on.folder ?? none(), caller()));
      const note = async (hash: string) =>
        inScope(service().db, caller(), 'read write', (tx) =>
          tx.rows(sql`update archive_file f set parts = jsonb_set(f.parts, ${`{${part},sha256}`}::text[], to_jsonb(${hash}::text))
          where f.name = ${file.name}`),
        );
      await session.run(
        { sql: `create table kept as from read_parquet('${name}', hive_partitioning = false)` },
        { sql: 'create table changed as from kept' },
        { sql: change },
        { sql: `copy changed to '${name}' (format parquet)` },
      );
      await note(await hashOfFile(name));
      const found = await check();
      expect(found?.length).toBeGreaterThan(0);
      for (const one of found ?? []) expect(one).toContain(path.basename(placeOf('pairs', file)));
      expect(found?.join('\n')).toMatch(fault);
      await session.run({ sql: `copy kept to '${name}' (format parquet)` });
      await note(await hashOfFile(name));
      expect(await check()).toEqual([]);
      await session.close();
    },
    60_000,
  );
});

describe('the pairs of a month', () => {
  /** Fills a session with receipts of so many products each, and returns what was made of them. */
  async function paired(sizes: readonly number[], gross = '1') {
    const session = await store().open(companyFolder(on.folder ?? none(), caller()));
    try {
      await session.run(...emptyTables(), {
        sql: `insert into lines by name
          select receipt, true as counts, '00000000-0000-7000-8000-000000000001'::uuid as location_id, 'EUR' as currency,
            ('00000000-0000-7000-8000-' || lpad(product::varchar, 12, '0'))::uuid as plu_id, product::varchar as productid,
            'Product' as name, 1 as plu_receipts, 1 as quantity, ${gross} as gross, 1 as net, 0 as tax, 0 as discount
          from (select receipt, unnest(range(size)) as product
            from (select unnest(range(${sizes.length})) as receipt, unnest([${sizes.join(', ')}]) as size))`,
      });
      await fillPairs(session);
      const [row] = await session.run({
        sql: `select (select count(*) from pairs)::text as rows, (select coalesce(sum(plu_receipts), 0) from pairs)::text as pairs,
          (select count(distinct receipt) from baskets)::text as baskets`,
      });
      return row;
    } finally {
      await session.close();
    }
  }
  const many = Array.from({ length: 400 }, () => 2);

  it('are of receipts with at most so many products', async () => {
    const few = pairedUpTo * (pairedUpTo - 1);
    expect(await paired([...many, pairedUpTo])).toMatchObject({ pairs: String(800 + few), baskets: '0' });
    expect(await paired([...many, pairedUpTo + 1, 1])).toMatchObject({ pairs: '800', baskets: '1' });
  });

  it('are not more than the lines allow, however large the receipts are', async () => {
    expect(await paired([9, 9, 9, 9])).toMatchObject({ pairs: '288', baskets: '0' });
    expect(await paired([10, 10, 10, 10])).toEqual({ rows: '0', pairs: '0', baskets: '4' });
    expect(await paired([2, 2, 9, 24, 24])).toMatchObject({ pairs: '76', baskets: '2' });
  });

  it('leave amounts to the lines whose sum might not fit', async () => {
    expect(await paired([2, 2], '9e12')).toEqual({ rows: '0', pairs: '0', baskets: '2' });
  });
});
