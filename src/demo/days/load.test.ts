import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { companies, group } from '../../testing/app/demo-service';
import { demoDays, type DemoDay } from './demo-days';
import { loadDays } from './load';
import { startDemoService, type DemoService } from '@/testing/app/demo-service';

const last = '2026-11-19';
/** Days in all states: the first one, exported; those of the last dates, closed and open. */
const days = [...demoDays(companies, last)].filter(
  ({ date, place }) => date === '2026-08-25' || (date >= '2026-11-18' && place !== 'hakaniemi'),
);

const open: DemoService[] = [];

async function post(
  { send }: DemoService,
  { id, opened, receipts, closed, exported }: DemoDay,
): Promise<void> {
  const answers = [await send('POST', '/api/secure/businessday', { json: opened.body })];
  answers.push(await send('POST', '/api/secure/sales', { json: receipts }));
  for (const step of [closed, exported]) {
    if (step) answers.push(await send('PUT', `/api/secure/businessday/${id}`, { json: step.body }));
  }
  expect(answers.map((answer) => answer.status)).toEqual([201, 200, ...answers.slice(2).map(() => 200)]);
}

let loaded: DemoService;
let posted: DemoService;

beforeAll(async () => {
  loaded = await startDemoService();
  posted = await startDemoService();
  open.push(loaded, posted);
  await loadDays(loaded.service.db, loaded.caller, days, {});
  for (const day of days) await post(posted, day);
});
afterAll(() => Promise.all(open.map((one) => one.service.close())));

/** Asks both services: the one with loaded days, and the one with posted days. */
const fromBoth = async <T>(request: (service: DemoService) => Promise<T>) =>
  [await request(loaded), await request(posted)] as const;

const rows = <Row>({ service }: DemoService, text: RawBuilder<Row>): Promise<Row[]> =>
  text.execute(service.db).then((result) => result.rows);

/** Removes the times of writing, which always differ. */
const timeless = (text: string) => text.replaceAll(/"(created_at|modified_at)": ?"[^"]*"/g, '"$1":"…"');

/** Returns every receipt as on the wire, by its id. */
async function receiptsOf({ send }: DemoService): Promise<Map<string, string>> {
  const byId = new Map<string, string>();
  for (const { receipts } of days) {
    for (let start = 0; start < receipts.length; start += 100) {
      const ids = receipts.slice(start, start + 100).map((receipt) => receipt.id);
      const { text } = await send('GET', `/api/secure/sales?page=1&id=${ids.join(',')}`);
      for (const entity of z.array(z.object({ id: z.string() }).loose()).parse(JSON.parse(timeless(text)))) {
        byId.set(entity.id, JSON.stringify(entity));
      }
    }
  }
  return byId;
}

describe('business days that the demo loads', () => {
  it('are what people make who open, close and export them', async () => {
    expect(new Set(days.map((day) => (day.exported ? 'exported' : day.closed ? 'closed' : 'open')))).toEqual(
      new Set(['exported', 'closed', 'open']),
    );
    for (const { id } of days) {
      const [ours, theirs] = await fromBoth(async ({ send }) =>
        timeless((await send('GET', `/api/secure/businessday/${id}`)).text),
      );
      expect(ours).toBe(theirs);
    }
  });

  it('have the receipts that tills post, and the same totals by register', async () => {
    const [ours, theirs] = await fromBoth(receiptsOf);
    expect(ours.size).toBe(days.reduce((sum, day) => sum + day.receipts.length, 0));
    expect(ours).toEqual(theirs);
    const [totals, stored] = await fromBoth((service) =>
      rows(
        service,
        sql`select businessday_id, pos_id, count, gross::float8, cash::float8 from businessday_totals order by 1, 2`,
      ),
    );
    expect(totals.length).toBeGreaterThan(days.length);
    expect(totals).toEqual(stored);
  });

  it('make the same sales by month, to the digit', async () => {
    const [ours, theirs] = await fromBoth((service) =>
      rows(
        service,
        sql`select plu_id, month, qty::text, total::text from plu_month_sales where tenant_id = ${group.id} order by 1, 2`,
      ),
    );
    expect(ours.length).toBeGreaterThan(100);
    expect(ours).toEqual(theirs);
  });

  it('leave the same events, but for who and when, and the same counts', async () => {
    const [ours, theirs] = await fromBoth((service) =>
      rows<{ event: string }>(
        service,
        sql`select jsonb_build_object('action', action, 'entity', entity, 'id', entity_id, 'payload', payload, 'before', before,
            'after', after)::text as event
          from event where tenant_id = ${group.id} and entity in ('sales', 'businessday')
          order by entity, entity_id, seq`,
      ),
    );
    expect(ours.length).toBeGreaterThan(500);
    expect(ours.map(({ event }) => timeless(event))).toEqual(theirs.map(({ event }) => timeless(event)));
    const [counts, stored] = await fromBoth((service) =>
      rows(
        service,
        sql`select resource, counts from revision where tenant_id = ${group.id} and resource in ('sales', 'businessday')
          order by 1`,
      ),
    );
    expect(counts).toEqual(stored);
  });

  it('are stored in the order in which the tills posted, two seconds after each receipt was printed', async () => {
    const stored = await rows<{ completed_at: Date; created_at: Date }>(
      loaded,
      sql`select completed_at, created_at from sales where tenant_id = ${group.id} order by seq`,
    );
    const late = stored.map((row) => row.created_at.getTime() - row.completed_at.getTime());
    expect(new Set(late)).toEqual(new Set([2000]));
    const times = stored.map((row) => row.created_at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

it('no receipt is looked for among all that were loaded before, from end to end', async () => {
  const one = await startDemoService();
  open.push(one);
  // A connection keeps the plans that it makes now, while PostgreSQL knows that there are none.
  await sql`analyze sales_search`.execute(one.service.db);
  const many = [...demoDays(companies, last)].slice(0, 20);
  await loadDays(one.service.db, one.caller, many, {});
  const receipts = many.reduce((sum, day) => sum + day.receipts.length, 0);
  const reads = async () => {
    const [found] = await rows<{ stored: number; read: number }>(
      one,
      sql`select n_tup_ins::int as stored, seq_tup_read::int as read from pg_stat_user_tables where relname = 'sales_search'`,
    );
    return found ?? { stored: 0, read: 0 };
  };
  // A connection tells its counts once it has had nothing to do for a while.
  await expect.poll(async () => (await reads()).stored).toBe(receipts);
  expect(receipts).toBeGreaterThan(2000);
  expect((await reads()).read).toBeLessThan(receipts);
});
