import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '@/server/ops/config';
import { createCompany } from '@/server/ops/companies';
import { openDatabase, type Database } from '@/server/db/db';
import { createService } from '@/server';
import { createTestDatabase, type TestDatabase } from '@/testing/service';

// First starts that are cut between two steps, and the starts after them.
const silent = pino({ level: 'silent' });
const key = 'first-start-0123456789';

let database: TestDatabase;
let db: Database;

beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, silent, 2);
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
});

/** Starts the service as `npm start` does; returns its messages and the answer to the key. */
async function start(env: Record<string, string> = {}, demoDays = 3) {
  // A demo of three days can be cut at the same places as one of three months.
  const config = {
    ...readConfig({ DATABASE_URL: database.url, TILLHOUSE_DEMO: 'false', ...env }),
    demoDays,
  };
  const service = await createService(config, silent);
  try {
    const answer = await service.fetch(
      new Request('http://test/api/secure/me', { headers: { Authorization: `Bearer ${key}` } }),
    );
    return { status: answer.status, notes: service.setup.notes.join('\n'), signIns: service.setup.signIns };
  } finally {
    await service.close();
  }
}

/** Makes every write to a table fail from its `after`th statement on, until it is called again with null. */
async function failAt(table: string, when: string | null): Promise<void> {
  await sql.raw(`drop trigger if exists fault on ${table}`).execute(db);
  if (when === null) return;
  await sql
    .raw(`create sequence if not exists fault_count;
      grant usage on sequence fault_count to public;
      create or replace function fault() returns trigger language plpgsql as
        $$ begin if ${when} then raise exception 'cut'; end if; return null; end $$;
      create trigger fault after insert on ${table} for each statement execute function fault()`)
    .execute(db);
}

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db);
  return rows[0]?.n ?? 0;
}

it('without the demo, a second service leaves the keys and the days of a demo database alone', async () => {
  const first = await start({ TILLHOUSE_DEMO: 'true' }, 2);
  expect(first.signIns.length).toBe(3);
  const everything = async () => {
    const { rows } = await sql`select (select jsonb_agg(k order by k.seq) from apikey k) as keys,
      (select jsonb_agg(d order by d.seq) from businessday d) as days, (select count(*) from event) as events,
      (select jsonb_agg(l order by l.id) from login l) as logins`.execute(db);
    return rows;
  };
  // As if its load had been cut: the other service does not go on with it, either.
  await sql`delete from milestone where name = 'demo'`.execute(db);
  const before = await everything();
  expect((await start()).signIns).toEqual([]);
  expect(await everything()).toEqual(before);
});

it('the command that makes the first company names its database, without the password', async () => {
  const url = database.url.replace('://', '://').replace(/(:\/\/[^:/@]+):[^@]*@/, '$1:secret-word@');
  const { notes } = await start();
  const named = /DATABASE_URL='([^']+)' npm run admin -- company create/.exec(notes)?.[1] ?? '';
  expect(new URL(named).pathname).toBe(new URL(url).pathname);
  expect(notes).not.toContain(new URL(database.url).password || 'secret-word');
});

describe('a first start that is cut', () => {
  for (const table of ['company', 'event', 'apikey', 'revision']) {
    it(`at ${table} leaves no company; the next one makes it, and the key enters`, async () => {
      await failAt(table, 'true');
      await expect(start({ TILLHOUSE_API_KEY: key })).rejects.toThrow('cut');
      expect([await count('company'), await count('apikey'), await count('event')]).toEqual([0, 0, 0]);
      await failAt(table, null);
      const started = await start({ TILLHOUSE_API_KEY: key });
      expect(started.status).toBe(200);
      expect(started.notes).toContain('TILLHOUSE_API_KEY is its first administrator key');
      expect((await start({ TILLHOUSE_API_KEY: key })).status).toBe(200);
      expect([await count('company'), await count('apikey')]).toEqual([1, 1]);
    });
  }

  it('of a company that somebody made without a key: the next start with a key opens the company', async () => {
    const { companyId } = await createCompany(db, { name: 'Satama Oy' });
    const without = await start();
    expect(without.notes).toContain('Nobody can enter the company Satama Oy yet');
    expect(without.notes).toContain(`key create --company ${companyId}`);
    const started = await start({ TILLHOUSE_API_KEY: key });
    expect([started.status, started.notes]).toEqual([
      200,
      'The company Satama Oy had no key; TILLHOUSE_API_KEY is its first administrator key.',
    ]);
    expect(await count('company')).toBe(1);
  });

  it('a company that somebody could once enter gets no key by a start', async () => {
    await start({ TILLHOUSE_API_KEY: key });
    await sql`update apikey set active = false`.execute(db);
    const other = { TILLHOUSE_API_KEY: 'another-0123456789-key' };
    expect((await start(other)).notes).toBe('');
    expect(await count('apikey')).toBe(1);
  });

  it('two companies without a key are left alone: nobody knows which one is meant', async () => {
    await createCompany(db, { name: 'One' });
    await createCompany(db, { name: 'Other' });
    expect((await start({ TILLHOUSE_API_KEY: key })).status).toBe(401);
  });
});

describe('a demo whose load is cut', () => {
  const demo = { TILLHOUSE_DEMO: 'true', TILLHOUSE_API_KEY: key };
  // Both loads use the same day, whatever the current date.
  const beginToday = () =>
    sql`insert into milestone (name, at) values ('demo began', '2026-11-20T09:00:00Z')`.execute(db);

  /**
   * Returns everything that the load writes; of companies, keys and people, which are created with the current time,
   * only the counts.
   */
  async function contents(): Promise<unknown> {
    const { rows } = await sql`
      select entity, action, count(*)::int as n,
        md5(string_agg(case when entity in ('company', 'apikey', 'user') then ''
          else concat_ws(' ', entity_id, at, who, payload, before, after) end, '|'
          order by entity_id, at, (after->>'version')::int)) as md5
      from event group by 1, 2 order by 1, 2`.execute(db);
    const sums = await sql`
      select md5(string_agg(concat_ws(' ', company_id, plu_id, month, qty, total), '|' order by company_id, plu_id, month)) as md5
      from plu_month_sales`.execute(db);
    const counts = await sql`select resource, counts from revision order by resource`.execute(db);
    return { events: rows, sums: sums.rows, counts: counts.rows };
  }

  it('goes on at the next start, and comes to what a load that was not cut comes to', async () => {
    await beginToday();
    expect((await start(demo)).status).toBe(200);
    const whole = await contents();
    await db.destroy();
    await database.drop();
    database = await createTestDatabase();
    db = openDatabase(database.url, silent, 2);

    await beginToday();
    // The last one is among the business days.
    const cuts = [2, 25, 45, 150, 175];
    await failAt('event', `nextval('fault_count') in (${cuts.join(', ')})`);
    const daysAtCuts: number[] = [];
    for (;;) {
      try {
        const started = await start(demo);
        expect([started.status, started.signIns.length]).toEqual([200, 3]);
        break;
      } catch (error) {
        if (!String(error).includes('cut')) throw error;
        daysAtCuts.push(await count('businessday'));
      }
    }
    expect(daysAtCuts.length).toBe(cuts.length);
    expect(daysAtCuts.at(-1)).toBeGreaterThan(0);
    expect(daysAtCuts.at(-1)).toBeLessThan(await count('businessday'));
    await failAt('event', null);
    expect(await contents()).toEqual(whole);
  });

  it('at its very end: the key of the first start is made once, and enters', async () => {
    await failAt('milestone', "exists (select from milestone where name = 'demo')");
    await expect(start(demo, 2)).rejects.toThrow('cut');
    await failAt('milestone', null);
    const started = await start(demo, 2);
    expect([started.status, started.signIns.length]).toEqual([200, 3]);
  });
});
