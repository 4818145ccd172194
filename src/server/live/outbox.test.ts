import { Client } from 'pg';
import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import type { Caller } from '@/server/auth/caller';
import { contracts } from '@/resources/contracts';
import { stage } from '@/testing/api/start';
import { waitingNotices } from './changes';
import { openLive, type Live } from './live';
import { createNotifier, notifierSettings, type Notifier } from './listener';

const on = stage();
const clients: Client[] = [];
const lives: Live[] = [];
afterEach(async () => {
  for (const live of lives.splice(0)) await live.close();
  for (const client of clients.splice(0)) await client.end().catch(() => undefined);
});

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: on.service.url });
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}

/** Listens as any process does, of whatever version; `heard` returns the notices so far. */
async function listen() {
  const client = await connect();
  const notices: { tenant: string; entity: string; first: number; last: number; safe: bigint }[] = [];
  client.on('notification', ({ payload }) => {
    const [tenant, , entity, first, last, safe] = JSON.parse(payload ?? '') as [
      string,
      string,
      string,
      number,
      number,
      string,
    ];
    notices.push({ tenant, entity, first, last, safe: BigInt(safe) });
  });
  await client.query('listen tillhouse_event');
  return {
    notices,
    /** Returns the entities of the notices so far: what was committed before has arrived with the answer. */
    async entities() {
      await client.query('select');
      return notices.map(({ entity }) => entity);
    },
  };
}

/** A notifier whose rounds the test decides. */
async function notifier(): Promise<Notifier & { readonly client: Client; readonly sent: () => number }> {
  const client = await connect();
  let sent = 0;
  return { ...createNotifier(client, (count) => (sent += count)), client, sent: () => sent };
}

const write = async (resource: string, name = 'Told') =>
  (await on.send('POST', `/api/secure/${resource}`, { json: { name } })).entity.id;
const waiting = () => waitingNotices(on.service.db);

/** Writes an event by hand, on a connection of its own that may have a transaction open. */
const byHand = (client: Client, { tenantId, companyId }: Caller, entity: string) =>
  client.query(
    `insert into event (tenant_id, company_id, at, action, entity, entity_id)
      values ($1, $2, now(), 'create', $3, gen_random_uuid())`,
    [tenantId, companyId, entity],
  );

const kill = async (victim: Client) => {
  const client = await connect();
  const ended = new Promise((resolve) => void victim.once('end', resolve));
  const { processID } = victim as Client & { processID?: number };
  await client.query('select pg_terminate_backend($1, 5000)', [processID]);
  await ended;
};

it('while nobody sends what is in the outbox, writes and SQL by hand tell by themselves, and leave nothing there', async () => {
  const listening = await listen();
  await write('grp');
  expect(await listening.entities()).toEqual(['grp']);
  await byHand(await connect(), on.service.companies.other, 'dpt');
  expect(await listening.entities()).toEqual(['grp', 'dpt']);
  expect(await waiting()).toBe(0);
});

it('what is committed is sent once and in order by the next round, SQL by hand too', async () => {
  const listening = await listen();
  const one = await notifier();
  await one.turn();
  expect(one.isActive()).toBe(true);
  await write('grp');
  await on.send('POST', '/api/secure/dpt', { json: [{ name: 'A' }, { name: 'B' }] });
  await byHand(await connect(), on.service.companies.other, 'plu');
  await write('grp');
  expect(await listening.entities()).toEqual([]);
  await one.turn();
  await one.turn();
  expect(await listening.entities()).toEqual(['grp', 'dpt', 'plu', 'grp']);
  const firsts = listening.notices.map(({ first }) => first);
  expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
  const { companies } = on.service;
  expect(listening.notices.map(({ tenant }) => tenant)).toEqual(
    [companies.group, companies.group, companies.other, companies.group].map(({ tenantId }) => tenantId),
  );
  expect([await waiting(), one.sent()]).toEqual([0, 4]);
});

it('a writer that rolls back tells nothing', async () => {
  const listening = await listen();
  const one = await notifier();
  await one.turn();
  const hand = await connect();
  await hand.query('begin');
  await byHand(hand, on.service.companies.other, 'dpt');
  await hand.query('rollback');
  await write('grp');
  await one.turn();
  expect(await listening.entities()).toEqual(['grp']);
  expect(await waiting()).toBe(0);
});

it('when the notifier dies, the next one sends what it has left, and nothing twice', async () => {
  const listening = await listen();
  const [first, second] = [await notifier(), await notifier()];
  await first.turn();
  await second.turn();
  expect([first.isActive(), second.isActive()]).toEqual([true, false]);
  await write('grp');
  await first.turn();
  await write('dpt');
  await kill(first.client);
  await expect(first.turn()).rejects.toThrow();
  expect(await listening.entities()).toEqual(['grp']);
  await second.turn();
  expect(second.isActive()).toBe(true);
  await second.turn();
  expect(await listening.entities()).toEqual(['grp', 'dpt']);
});

it('a notifier that is frozen loses its part', { timeout: 60_000 }, async () => {
  const [frozen, next] = [await notifier(), await notifier()];
  await frozen.client.query(notifierSettings);
  await frozen.turn();
  await write('grp');
  const until = () => next.turn().then(() => next.isActive());
  await expect.poll(until, { timeout: 45_000, interval: 500 }).toBe(true);
  expect(next.sent()).toBe(1);
});

it('what the last notifier has left is told by the next write, before what it tells itself', async () => {
  const listening = await listen();
  const one = await notifier();
  await one.turn();
  await write('grp');
  await kill(one.client);
  expect(await listening.entities()).toEqual([]);
  await write('dpt');
  expect(await listening.entities()).toEqual(['grp', 'dpt']);
  expect(await waiting()).toBe(0);
});

it('a long transaction holds back no notice of others, only the position that they carry, and its own is sent when it ends', async () => {
  const listening = await listen();
  const one = await notifier();
  await one.turn();
  const long = await connect();
  await long.query('begin');
  await byHand(long, on.service.companies.other, 'plu');
  const { rows } = await long.query<{ id: string }>('select pg_current_xact_id()::text as id');
  const under = BigInt(rows[0]?.id ?? 0);
  for (const resource of ['grp', 'dpt', 'grp']) {
    await write(resource);
    await one.turn();
  }
  expect(await listening.entities()).toEqual(['grp', 'dpt', 'grp']);
  expect(listening.notices.every(({ safe }) => safe <= under)).toBe(true);
  await long.query('commit');
  await one.turn();
  await write('dpt');
  await one.turn();
  expect(await listening.entities()).toEqual(['grp', 'dpt', 'grp', 'plu', 'dpt']);
  expect(listening.notices.at(-1)?.safe).toBeGreaterThan(under);
});

it('a round that does not send everything carries no position above what is left', async () => {
  const listening = await listen();
  const one = await notifier();
  await one.turn();
  for (const resource of ['grp', 'dpt', 'grp']) await write(resource);
  const { rows } = await one.client.query<{ xid: string }>('select xid from outbox order by first');
  const round = async (seen: string | null) =>
    (
      await one.client.query<{ sent: number; seen: string | null; more: boolean }>(
        'select * from outbox_send($1, 1)',
        [seen],
      )
    ).rows[0];
  expect(await round(null)).toEqual({ sent: 1, seen: null, more: true });
  expect(await round(null)).toEqual({ sent: 1, seen: null, more: true });
  const last = await round(null);
  expect([last?.sent, last?.more]).toEqual([1, false]);
  expect(await round(last?.seen ?? null)).toMatchObject({ sent: 0, more: false });
  expect(await listening.entities()).toEqual(['grp', 'dpt', 'grp']);
  const [first, second, third] = listening.notices.map(({ safe }) => safe);
  expect([first, second]).toEqual([BigInt(rows[0]?.xid ?? 0), BigInt(rows[1]?.xid ?? 0)]);
  expect(third).toBeGreaterThan(BigInt(rows[2]?.xid ?? 0));
});

it('a row that a writer is sending is left to it, and sent after all if it rolls back', async () => {
  const listening = await listen();
  const [first, second] = [await notifier(), await notifier()];
  await first.turn();
  await write('grp');
  await kill(first.client);
  const hand = await connect();
  await hand.query('begin');
  await byHand(hand, on.service.companies.other, 'plu');
  await second.turn();
  await write('dpt');
  await second.turn();
  expect(await listening.entities()).toEqual(['dpt']);
  await hand.query('rollback');
  await second.turn();
  expect(await listening.entities()).toEqual(['dpt', 'grp']);
});

it('no request reads or writes the outbox, which begins empty after a crash', async () => {
  const client = await connect();
  const { rows } = await client.query(`select relpersistence as kind from pg_class where relname = 'outbox'`);
  expect(rows).toEqual([{ kind: 'u' }]);
  for (const role of ['tillhouse_app', 'tillhouse_search', 'tillhouse_auth'])
    for (const statement of [
      'select from outbox',
      'delete from outbox',
      'insert into outbox default values',
    ]) {
      await client.query(`begin; set local role ${role}`);
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
      await client.query('rollback');
    }
});

it('a temporary table of a writer does not take the place of the outbox', async () => {
  const listening = await listen();
  const one = await notifier();
  await one.turn();
  const hand = await connect();
  await hand.query('create temp table outbox (like public.outbox including defaults)');
  await byHand(hand, on.service.companies.other, 'plu');
  expect((await hand.query('select from pg_temp.outbox')).rowCount).toBe(0);
  await one.turn();
  expect(await listening.entities()).toEqual(['plu']);
});

it('a process sends what writers leave without any follower, and the rest when it stops', async () => {
  const { db, url } = on.service;
  const listening = await listen();
  const live = openLive({ url, db, log: pino({ level: 'silent' }), resources: Object.values(contracts) });
  lives.push(live);
  live.start();
  await expect.poll(() => live.notifies().active).toBe(true);
  await write('grp');
  await expect.poll(() => listening.entities()).toEqual(['grp']);
  await write('dpt');
  await live.close();
  expect(await listening.entities()).toEqual(['grp', 'dpt']);
  expect(await waiting()).toBe(0);
});

it('a follower that comes back before the notice of what it is replayed is sent hears of it once', async () => {
  const { db, url, companies } = on.service;
  const one = await notifier();
  await one.turn();
  const live = openLive({ url, db, log: pino({ level: 'silent' }), resources: Object.values(contracts) });
  lives.push(live);
  const { rows } = await one.client.query<{ place: string }>('select settled_place()::text as place');
  const id = await write('grp');
  const texts: string[] = [];
  await live.subscribe(
    {
      caller: companies.helsinki,
      holds: () => Promise.resolve(true),
      send: (text) => texts.push(text) > 0,
      end: () => undefined,
      idOf: String,
    },
    BigInt(rows[0]?.place ?? 0),
  );
  await one.turn();
  const next = await write('grp');
  await one.turn();
  await expect.poll(() => texts.join('')).toContain(next);
  expect(texts.join('').split(`"id":"${id}"`)).toHaveLength(2);
});
