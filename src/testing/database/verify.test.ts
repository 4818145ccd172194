import { sql, type RawBuilder } from 'kysely';
import { Client } from 'pg';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '@/server/db/db';
import { verify, type Progress } from '@/server/ops/backup/verify/verify';
import { openFigures } from '@/days/figures/figures-job.server';
import { sealCheck } from '@/days/seal/check.server';
import { tables } from '@/resources/tables';
import { stage } from '../api/start';
import { openShop, soundReceipt, type Shop } from '../shop';

const on = stage();
const all = Object.values(tables);
let shop: Shop;
/** A customer of three versions, a closed day with three receipts. */
let customer: string;
let day: string;

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  customer = (await on.send('POST', '/api/secure/customer', { json: { name: 'One' } })).entity.id;
  for (const name of ['Two', 'Three'])
    await on.send('PUT', `/api/secure/customer/${customer}`, { json: { name } });
  day = await soldDay('2026-03-01');
});

async function soldDay(date: string): Promise<string> {
  const id = await shop.openDay(date);
  const json = ['1', '2', '3'].map((number) => soundReceipt(shop, id, number));
  expect((await on.send('POST', '/api/secure/sales', { json })).status).toBe(200);
  expect((await shop.setStatus(id, 'closed')).status).toBe(200);
  return id;
}

const faults = async (size = 4) => {
  const db = openDatabase(on.service.url, pino({ level: 'silent' }), size);
  try {
    return (await verify(db, all)).filter(({ wrong }) => wrong > 0);
  } finally {
    await db.destroy();
  }
};

/** Runs statements behind the triggers, and others when the work is done. */
async function damaged(statements: string, mended: string, work: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: on.service.url });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(statements);
    await work().finally(() => client.query(mended));
  } finally {
    await client.end();
  }
}

describe('verify', () => {
  beforeEach(async () => expect(await faults()).toEqual([]));

  const event = (version: number) => `entity_id = '${customer}' and after->>'version' = '${version}'`;
  const copied = () => `create table copied as select * from event where entity_id = '${customer}'`;
  const putBack =
    () => `delete from event where entity_id = '${customer}' or entity_id = '${'0'.repeat(8)}-0000-7000-8000-000000000000';
    alter table event alter seq drop identity;
    insert into event select * from copied; drop table copied;
    alter table event alter seq add generated always as identity;
    select setval(pg_get_serial_sequence('event', 'seq'), (select max(seq) from event));`;

  it.each([
    {
      what: 'a version without its event, where another has two',
      damage: () => `update event set after = jsonb_set(after, '{version}', '3') where ${event(2)}`,
      found: ['customer: each version has its event'],
    },
    {
      what: 'an event that is gone',
      damage: () => `delete from event where ${event(2)}`,
      found: ['customer: each version has its event'],
    },
    {
      what: 'a second creation',
      damage: () => `update event set action = 'create' where ${event(3)}`,
      found: ['customer: each record was created once, by an event'],
    },
    {
      what: 'a record without any event',
      damage: () => `delete from event where entity_id = '${customer}'`,
      found: ['customer: each record was created once, by an event', 'customer: each version has its event'],
    },
    {
      what: 'an event of a record that is not there',
      damage: () => `update event set entity_id = '00000000-0000-7000-8000-000000000000' where ${event(3)}`,
      found: [
        'customer: each version has its event',
        'customer: each event names a record that is there',
        'customer: each record is as its last event says',
      ],
    },
    {
      what: 'versions out of order',
      damage: () => `update event set place = (select max(place) from event) + 1 where ${event(1)}`,
      found: [
        'customer: each record is as its last event says',
        'event: the trail is in the order of its places',
      ],
    },
    {
      what: 'versions out of order on both sides of an erased event',
      damage: () => `update event set after = null where ${event(2)};
        update event set place = (select max(place) from event) + 1 where ${event(1)}`,
      found: [
        'customer: each record is as its last event says',
        'event: the trail is in the order of its places',
      ],
    },
  ])('finds $what, and nothing else', async ({ damage, found }) => {
    await damaged(`${copied()}; ${damage()}`, putBack(), async () => {
      const wrong = await faults();
      expect(wrong.map(({ name }) => name).toSorted()).toEqual(found.toSorted());
      for (const { name, examples } of wrong)
        expect([name, examples[0]]).toEqual([name, expect.stringMatching(/\w/)]);
    });
  });

  it('finds the one reference of many that names nothing', async () => {
    const some = `(select id from sales where businessday_id = '${day}' order by seq limit 1)`;
    await damaged(
      `create table former as select id, customer_id from sales; update sales set customer_id = gen_random_uuid() where id = ${some}`,
      `update sales s set customer_id = f.customer_id from former f where f.id = s.id; drop table former`,
      async () => {
        const names = (await faults()).map(({ name }) => name);
        expect(names.filter((name) => name.includes(' names a '))).toEqual([
          'sales.customer_id names a customer that is there',
        ]);
      },
    );
  });

  it('finds the same on one connection, and says how far it is', async () => {
    const db = openDatabase(on.service.url, pino({ level: 'silent' }), 1);
    const said: Progress[] = [];
    try {
      const found = await verify(db, all, [], (now) => said.push(now));
      expect(found.map(({ wrong }) => wrong).every((wrong) => wrong === 0)).toBe(true);
      expect(found.length).toBeGreaterThan(100);
      expect(new Set(found.map(({ name }) => name)).size).toBe(found.length);
    } finally {
      await db.destroy();
    }
    expect(said.map(({ done }) => done)).toEqual(said.map((_, at) => at));
    expect(said.at(-1)).toMatchObject({ done: said.length - 1, of: said.length });
  });
});

/** Runs the check of seals as `verify` does, with so many seals and receipts at once. */
const sealFaults = (seals: number, receipts: number) =>
  on.service.db.connection().execute(async (connection) => {
    const check = sealCheck({ seals, receipts });
    if (typeof check.wrong !== 'function') throw new Error('There is no such check');
    await sql`begin read only`.execute(connection);
    await sql`set local role tillhouse_backup`.execute(connection);
    const rows = async <Row>(statement: RawBuilder<Row>) => (await statement.execute(connection)).rows;
    return check.wrong(rows).finally(() => sql`rollback`.execute(connection));
  });

it('seals are verified a few at a time, whatever stands where one ends', async () => {
  const days = [day];
  for (const date of ['2026-03-02', '2026-03-03', '2026-03-04']) days.push(await soldDay(date));
  for (const changed of days) {
    await damaged(
      `update sales set total = total + 1 where businessday_id = '${changed}' and receipt_num = '2'`,
      `update sales set total = total - 1 where businessday_id = '${changed}' and receipt_num = '2'`,
      async () => {
        for (const [seals, receipts] of [
          [1, 1],
          [2, 3],
          [3, 6],
          [500, 4],
          [500, 2000],
        ] as const) {
          const wrong = await sealFaults(seals, receipts);
          expect([seals, receipts, wrong.length, wrong[0]?.what]).toEqual([
            seals,
            receipts,
            1,
            expect.stringContaining(changed),
          ]);
        }
      },
    );
  }
});

it('a seal is held against the day of its own tenant, also where another tenant has a day of the same id', async () => {
  const other = crypto.randomUUID();
  const copied = (table: string, of: string) => `
    do $$ declare names text; begin
      select string_agg(quote_ident(column_name), ', ') into names from information_schema.columns
      where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER' and is_identity = 'NO'
        and column_name <> 'tenant_id';
      execute format('insert into ${table} (tenant_id, %s) select %L, %s from ${table} where ${of} = %L',
        names, '${other}', names, '${day}');
    end $$;`;
  const removed = ['businessday_seal', 'businessday']
    .map((table) => `delete from ${table} where tenant_id = '${other}';`)
    .join('\n');
  // The other tenant's day has none of the receipts that were sealed.
  await damaged(
    copied('businessday', 'id') + copied('businessday_seal', 'businessday_id'),
    removed,
    async () => {
      const changed = (await sealFaults(500, 2000)).filter(({ what }) =>
        what.includes('not what was sealed'),
      );
      expect(changed).toHaveLength(1);
    },
  );
});

describe('the figures of closed days', () => {
  const figures = async () => (await faults()).map(({ name, wrong, examples }) => [name, wrong, examples[0]]);
  const name = 'figures of closed days';

  it('are found wrong where they are not what their receipts or the days of their month come to', async () => {
    const log = pino({ level: 'silent' });
    const next = await shop.openDay('2026-03-02');
    await on.send('POST', '/api/secure/sales', { json: soundReceipt(shop, next, '90') });
    await shop.setStatus(next, 'closed');
    await openFigures({ db: on.service.db, log, every: null, beside: 0 }).makeAll();
    expect(await figures()).toEqual([]);
    const ofDay = `businessday_id = '${day}'`;
    const own = `update businessday_figures set %s where ${ofDay}`;
    // Of one sum: other tests have days in others. A product without a record is in the slice 0.
    const slices =
      'update businessday_figures_plus set %s and figures_id = (select min(figures_id) from businessday_figures_plus)';
    for (const [statement, change, back, wrong, part] of [
      [own, 'sums.gross = (sums).gross + 1', 'sums.gross = (sums).gross - 1', 2, 'sums'],
      [own, 'at_fault = at_fault + 1', 'at_fault = at_fault - 1', 1, 'at_fault'],
      [
        own,
        'registers[1].last = (registers[1]).last + 1',
        'registers[1].last = (registers[1]).last - 1',
        1,
        'registers',
      ],
      [own, 'plus[1].qty = (plus[1]).qty + 1', 'plus[1].qty = (plus[1]).qty - 1', 2, 'plus'],
      [
        slices,
        'plus[1].qty = (plus[1]).qty + 1 where true',
        'plus[1].qty = (plus[1]).qty - 1 where true',
        1,
        'plus',
      ],
      [slices, 'slice = 63 where slice = 0', 'slice = 0 where slice = 63', 1, 'plus'],
    ] as const)
      await damaged(statement.replace('%s', change), statement.replace('%s', back), async () =>
        expect(await figures()).toEqual([[name, wrong, expect.stringContaining(part)]]),
      );
    await damaged(
      `update businessday set status = 'open' where id = '${day}'`,
      `update businessday set status = 'closed' where id = '${day}'`,
      async () =>
        expect(await figures()).toContainEqual([
          name,
          1,
          expect.stringContaining(`${day} of 2026-03-01: the day is open`),
        ]),
    );
  });
});

// The last, because the columns are generated no longer.
it.each(['sums', 'checked'])(
  'finds a wrong value of the column %s, also beside values that are no numbers',
  async (column) => {
    // An open day, whose receipts no seal covers.
    const open = await shop.openDay('2026-04-01');
    const json = ['7', '8'].map((number) => soundReceipt(shop, open, number));
    await on.send('POST', '/api/secure/sales', { json });
    const [first, second] = json.map(({ id }) => String(id));
    const check = { sums: 'sums of receipts', checked: 'checks of receipts' }[column];
    const wrongs = { sums: '(sums).paid + 1', checked: 'array[1]' };
    const part = { sums: 'sums.paid', checked: 'checked.rates' }[column];
    const call = {
      sums: 'receipt_sums(total, data)',
      checked: 'receipt_checked(total, total_net, total_tax, rounding, currency, data)',
    }[column];
    const other = { sums: 'checked', checked: 'sums' }[column];
    const db = new Client({ connectionString: on.service.url });
    await db.connect();
    try {
      await db.query(
        `set session_replication_role = replica; alter table sales alter ${column} drop expression;`,
      );
      // What is no number counts as nothing: the stored value says so, and is right.
      await db.query(
        `update sales set data = jsonb_set(data, '{lines,0,total}', '"much"') where id = '${first}'`,
      );
      await db.query(`update sales set ${column} = ${call} where id = '${first}'`);
      const names = async () => (await faults()).map(({ name }) => name);
      expect(await names()).not.toContain(check);
      await db.query(`update sales set ${part} = ${wrongs[column as 'sums']} where id = '${second}'`);
      const found = (await faults()).find(({ name }) => name === check);
      expect([found?.wrong, found?.examples[0]]).toEqual([1, expect.stringContaining(String(second))]);
      await db.query(
        `update sales set data = jsonb_set(data, '{lines,0,total}', '"4.50"') where id = '${first}'`,
      );
      await db.query(`update sales set ${column} = ${call} where id in ('${first}', '${second}')`);
      expect(await names()).not.toContain(check);
      expect(await names()).not.toContain(other);
    } finally {
      await db.end();
    }
  },
);
