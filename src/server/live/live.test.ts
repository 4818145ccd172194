import { Client } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { continueIn, createKey } from '@/server/ops/companies';
import { inScope } from '@/server/db/db';
import { upsertWithin } from '@/server/write/store';
import { tables } from '@/resources/tables';
import type { Role } from '@/contract/role';
import { stage } from '@/testing/api/start';
import { sender, type CompanyName, type Sender } from '@/testing/service';
import { maxStreams } from './live-routes';

const on = stage();

interface Message {
  readonly id: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

interface Listening {
  readonly status: number;
  readonly messages: Message[];
  /** The changes received, in order. Without keys: those of the tests may be reported after a stream has begun. */
  readonly changes: () => Message['data'][];
  /** Ids of the records whose changes were received. */
  readonly ids: () => unknown[];
  readonly ended: () => boolean;
  readonly send: Sender;
  stop(): Promise<void>;
}

const open = new Set<Listening>();
afterEach(async () => {
  for (const one of open) await one.stop();
  open.clear();
});

/** Opens a stream as a caller, and reads it as it arrives. */
async function follow(company: CompanyName, role: Role = 'admin', lastId?: string, secret?: string) {
  const key =
    secret ?? (await createKey(on.service.db, on.service.companies[company], `${company} ${role}`, role));
  const response = await on.service.fetch(
    new Request('http://test/api/secure/live', {
      headers: { Authorization: `Bearer ${key}`, ...(lastId && { 'Last-Event-ID': lastId }) },
    }),
  );
  const messages: Message[] = [];
  let ended = false;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => {
    let rest = '';
    for (;;) {
      const step = await reader?.read();
      if (!step || step.done) break;
      const parts = (rest + step.value).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const fields = new Map(
          part.split('\n').map((line): [string, string] => {
            const at = line.indexOf(': ');
            return [line.slice(0, at), line.slice(at + 2)];
          }),
        );
        const event = fields.get('event');
        if (event)
          messages.push({ event, id: fields.get('id') ?? '', data: JSON.parse(fields.get('data') ?? '{}') });
      }
    }
    ended = true;
  };
  const reading = read();
  const listening: Listening = {
    status: response.status,
    messages,
    changes: () =>
      messages
        .filter(({ event, data }) => event === 'change' && data['resource'] !== 'apikey')
        .map(({ data }) => data),
    ids: () => listening.changes().map(({ id }) => id),
    ended: () => ended,
    send: sender(on.service.fetch, key),
    async stop() {
      await reader?.cancel().catch(() => undefined);
      await reading;
    },
  };
  open.add(listening);
  if (response.status === 200) await expect.poll(() => messages.map(({ event }) => event)).toContain('ready');
  return listening;
}

const create = async (resource: string, name: string, send: Sender = on.send) =>
  (await send('POST', `/api/secure/${resource}`, { json: { name } })).entity.id;
/** Writes a record whose notification proves that everything before it has been notified. Returns its id. */
const afterwards = async (listening: Listening, send: Sender = on.send) => {
  const id = await create('grp', 'The last one', send);
  await expect.poll(() => listening.ids()).toContain(id);
  return id;
};
/**
 * Filters the received changes to a test's own records: earlier writes may be notified late, or again, if other work
 * on the same PostgreSQL delays them.
 */
const toldOf = (listening: Listening, ids: readonly unknown[]) =>
  listening.ids().filter((id) => ids.includes(id));

it('tells each committed write once, in order: what, which version, when, and who', async () => {
  const listening = await follow('helsinki');
  const answer = await on.send('POST', '/api/secure/grp', { json: [{ name: 'A' }, { name: 'B' }] });
  const [a, b] = answer.entities;
  const changed = await on.send('PUT', `/api/secure/grp/${a?.id}`, { json: { name: 'C' } });
  const refused = crypto.randomUUID();
  await on.send('POST', '/api/secure/grp', { json: [{ id: refused, name: 'D' }, { name: null }] });
  await on.send('PUT', `/api/secure/grp/${a?.id}`, { json: { name: 'E' }, headers: { 'If-Match': '"1"' } });
  await afterwards(listening);
  expect(toldOf(listening, [a?.id, b?.id, refused])).toEqual([a?.id, b?.id, a?.id]);
  const [first, third] = listening.changes().filter(({ id }) => id === a?.id);
  expect(first).toEqual({
    resource: 'grp',
    id: a?.id,
    version: 1,
    action: 'create',
    at: a?.modified_at,
    who: 'helsinki admin',
  });
  expect(third).toMatchObject({ version: 2, action: 'update', at: changed.entity.modified_at });
});

/** Creates departments by turns in the group and in Helsinki, all committed at once. Returns their ids in order. */
async function createByTurns(count: number): Promise<string[]> {
  const { db, companies } = on.service;
  return inScope(db, companies.group, 'read write', async (tx) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const caller = n % 2 === 0 ? companies.group : companies.helsinki;
      await continueIn(tx, caller);
      const context = { db, tables, table: tables.grp, caller, requestId: '' };
      const [created] = await upsertWithin(tx, context, { name: `By turns ${n}` });
      ids.push(String(JSON.parse(created?.entity ?? '{}').id));
    }
    return ids;
  });
}

it('tells the changes of several companies in the order of their commits, as they come and after a pause', async () => {
  const listening = await follow('helsinki');
  const before = await afterwards(listening);
  const place = listening.messages.at(-1)?.id;
  const ids = [...(await createByTurns(6)), await create('grp', 'Between'), ...(await createByTurns(6))];
  await afterwards(listening);
  expect(toldOf(listening, ids)).toEqual(ids);
  const again = await follow('helsinki', 'admin', place);
  expect(toldOf(again, [before, ...ids]).filter((id) => id !== before)).toEqual(ids);
});

it('tells a company its own changes and those of what it inherits, and of nobody else', async () => {
  const [child, parent, sibling, other] = [
    await follow('helsinki'),
    await follow('group'),
    await follow('tampere'),
    await follow('other'),
  ];
  const group = await on.service.as('group');
  const inherited = await create('grp', 'Of the group', group);
  const customer = await create('customer', 'Not shared', group);
  const own = await create('customer', 'Of Helsinki');
  const another = await create('grp', 'Of the other', await on.service.as('other'));
  const last = await create('grp', 'Told to the family', group);
  for (const one of [child, parent, sibling]) await expect.poll(() => one.ids()).toContain(last);
  await expect.poll(() => other.ids()).toContain(another);
  const made = [inherited, customer, own, another, last];
  expect(toldOf(child, made)).toEqual([inherited, own, last]);
  expect(toldOf(parent, made)).toEqual([inherited, customer, last]);
  expect(toldOf(sibling, made)).toEqual([inherited, last]);
  expect(toldOf(other, made)).toEqual([another]);
  const told = child.changes().filter(({ id }) => made.includes(String(id)));
  expect(told.map(({ who }) => who)).toEqual([null, 'helsinki admin', null]);
});

it('tells a role what it may read, and who did it only where the audit trail is open to it', async () => {
  const [manager, accountant, terminal] = [
    await follow('helsinki', 'manager'),
    await follow('helsinki', 'accountant'),
    await follow('helsinki', 'terminal'),
  ];
  const admin = on.send;
  const key = { name: 'A key', role: 'terminal' };
  const user = { name: 'A', email: 'a@live.example', role: 'manager' };
  const hidden = [
    (await admin('POST', '/api/secure/apikey', { json: key })).entity.id,
    (await admin('POST', '/api/secure/user', { json: user })).entity.id,
  ];
  const shown = await create('customer', 'Shown');
  for (const one of [manager, accountant, terminal]) {
    await expect.poll(() => toldOf(one, [shown])).toEqual([shown]);
    expect(one.messages.filter(({ data }) => hidden.includes(String(data['id'])))).toEqual([]);
  }
  const who = (one: Listening) => one.changes().find(({ id }) => id === shown)?.['who'];
  expect([manager, accountant, terminal].map(who)).toEqual(['helsinki admin', null, null]);
});

it('goes on where it was left, from the last id or from what /me said, and says so where it cannot', async () => {
  const first = await follow('tampere');
  const send = await on.service.as('tampere');
  const me = await first.send('GET', '/api/secure/me');
  const seen = await create('grp', 'Seen', send);
  await expect.poll(() => first.ids().at(-1)).toBe(seen);
  const lastId = first.messages.at(-1)?.id;
  await first.stop();
  const missed = await create('grp', 'Written while nobody looked', send);
  const again = await follow('tampere', 'admin', lastId);
  expect(again.ids().slice(-1)).toEqual([missed]);
  const { live } = me.json as { live: string };
  expect(new Set(toldOf(await follow('tampere', 'admin', live), [seen, missed]))).toEqual(
    new Set([seen, missed]),
  );
  for (const wrong of ['99999999999999', 'x']) {
    const lost = await follow('tampere', 'admin', wrong);
    expect(lost.messages.slice(0, 2).map(({ event }) => event)).toEqual(['missed', 'ready']);
  }
  const many = Array.from({ length: 600 }, (_, n) => ({ name: `Many ${n}` }));
  await send('POST', '/api/secure/grp', { json: many });
  const after = await follow('tampere', 'admin', live);
  expect(after.messages.slice(0, 2).map(({ event }) => event)).toEqual(['missed', 'ready']);
});

it('misses nothing of what is written while it begins', async () => {
  const send = await on.service.as('group');
  const { live } = (await send('GET', '/api/secure/me')).json as { live: string };
  const writing = Promise.all(
    ['grp', 'customer', 'supplier', 'grp'].map(async (resource) => {
      const made = [];
      for (let n = 0; n < 15; n += 1) made.push(await create(resource, `${n}`, send));
      return made;
    }),
  );
  const listening = await follow('group', 'admin', live);
  const made = (await writing).flat();
  await expect.poll(() => new Set(toldOf(listening, made))).toEqual(new Set(made));
});

it('ends when its key is revoked, before anything more is told, and when the service is about to stop', async () => {
  const made = await on.send('POST', '/api/secure/apikey', {
    json: { name: 'To be revoked', role: 'manager' },
  });
  const { id, key } = made.json as { id: string; key: string };
  const revoked = await follow('helsinki', 'manager', undefined, key);
  const standing = await follow('helsinki');
  await on.send('PUT', `/api/secure/apikey/${id}`, { json: { active: false } });
  await expect.poll(() => revoked.ended()).toBe(true);
  const after = await afterwards(standing);
  expect(revoked.ids()).not.toContain(after);
  expect(standing.ended()).toBe(false);
  expect((await follow('helsinki', 'manager', undefined, key)).status).toBe(401);
});

it('is bounded for each key: 429, until one of its streams has ended', async () => {
  const key = await createKey(on.service.db, on.service.companies.helsinki, 'many', 'manager');
  const streams = [];
  for (let n = 0; n < maxStreams; n += 1) streams.push(await follow('helsinki', 'manager', undefined, key));
  const refused = await sender(on.service.fetch, key)('GET', '/api/secure/live');
  expect([refused.status, refused.problem.code]).toEqual([429, 'too_many_streams']);
  expect((await follow('helsinki')).status).toBe(200);
  await streams[0]?.stop();
  expect((await follow('helsinki', 'manager', undefined, key)).status).toBe(200);
});

it('says that something was missed when the connection that listens was lost, and hears again', async () => {
  const listening = await follow('helsinki');
  const client = new Client({ connectionString: on.service.url });
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'tillhouse notices'`);
  await client.end();
  await expect.poll(() => listening.messages.map(({ event }) => event)).toContain('missed');
  await afterwards(listening);
});

it('goes on when another user of the database sends something on its channel', async () => {
  const listening = await follow('helsinki');
  const client = new Client({ connectionString: on.service.url });
  await client.connect();
  for (const text of ['', 'no JSON', '[]', '["a", 1]', '{"tenant": 1}'])
    await client.query('select pg_notify($1, $2)', ['tillhouse_event', text]);
  await client.end();
  await afterwards(listening);
});

it('is refused with what it has no use for, and without credentials', async () => {
  expect((await on.send('GET', '/api/secure/live?resource=plu')).status).toBe(400);
  expect((await on.send('POST', '/api/secure/live')).status).toBe(405);
  expect((await sender(on.service.fetch, null)('GET', '/api/secure/live')).status).toBe(401);
});

it('tells how far the work on a change set is, to those of its company who may read it', async () => {
  const [admin, accountant, tampere, parent] = await Promise.all([
    follow('helsinki'),
    follow('helsinki', 'accountant'),
    follow('tampere'),
    follow('group'),
  ]);
  const progressOf = ({ messages }: Listening) =>
    messages.filter(({ event }) => event === 'progress').map(({ data }) => data);
  const name = 'Told';
  const made = await on.send('POST', '/api/secure/changeset', { json: { name } });
  const item = { resource: 'dpt', record_id: null, patch: { name } };
  await on.send('POST', `/api/secure/changeset/${made.entity.id}/items`, { json: [item] });
  await expect
    .poll(() => progressOf(admin))
    .toContainEqual({ resource: 'changeset', id: made.entity.id, status: 'draft', done: null, total: null });
  const group = await on.service.as('group');
  const last = await create('grp', 'Told to the family', group);
  for (const one of [accountant, tampere, parent]) await expect.poll(() => one.ids()).toContain(last);
  expect([accountant, tampere, parent].map(progressOf)).toEqual([[], [], []]);
  // What any user of the database may send on the channel is ignored.
  const client = new Client({ connectionString: on.service.url });
  await client.connect();
  await client.query(`select pg_notify('tillhouse_progress', '["nonsense"]')`);
  await client.end();
  await afterwards(admin);
  expect(progressOf(admin).every(({ id }) => id === made.entity.id)).toBe(true);
});

it('ends every stream of a service that is about to stop, and begins no more', async () => {
  const listening = await follow('helsinki');
  on.service.live.end();
  await expect.poll(() => listening.ended()).toBe(true);
  const answer = await on.send('GET', '/api/secure/live');
  expect([answer.status, answer.header('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
});
