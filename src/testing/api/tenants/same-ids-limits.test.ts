import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createKey } from '@/server/ops/companies';
import { hashKey } from '@/server/auth/caller';
import { maxStreams } from '@/server/live/live-routes';
import { tables } from '@/resources/tables';
import { signedInUser, password, people } from '../../people';
import { sender, startTestService, type TestService } from '../../service';
import { actorOf, twinGroups, type Actor } from './twin-groups';

// What a process counts, locks and remembers for a key or a person, with the same ids in two tenants: the use of
// one must not affect the other.
const limit = 30;
let service: TestService;
beforeAll(async () => {
  service = await startTestService(tables, limit);
});
afterAll(() => service.close());
const on = {
  get service() {
    return service;
  },
};
const { actors } = twinGroups(on);
const { browser, person } = people(on);
const ofHelsinki = (): [Actor, Actor] => [
  actorOf(actors, 'first', 'helsinki'),
  actorOf(actors, 'second', 'helsinki'),
];
const left = (answer: { header: (name: string) => string | null }) =>
  answer.header('ratelimit')?.split(';')[1];

/** Creates a key on each side with the same id. */
async function sameKeys(role: 'admin' | 'terminal' = 'admin') {
  const id = crypto.randomUUID();
  const made = ofHelsinki().map(async ({ side, caller }) => {
    const secret = `same-${side}-${crypto.randomUUID()}`;
    await sql`insert into apikey (tenant_id, company_id, id, name, role, prefix, hash)
      values (${caller.tenantId}, ${caller.companyId}, ${id}, ${side}, ${role}, '', ${hashKey(secret)})`.execute(
      service.db,
    );
    return { caller, secret, send: sender(service.fetch, secret, role) };
  });
  const [first, second] = await Promise.all(made);
  if (!first || !second) throw new Error('There are two sides');
  return { id, first, second };
}

/** Creates a person of the first tenant, and another one with the same membership id in the second. */
async function samePeople() {
  const first = await person('manager', 'helsinki');
  const { caller } = actorOf(actors, 'second', 'helsinki');
  const email = `second.${first.email}`;
  await sql`insert into "user" (tenant_id, company_id, id, active, name, data, created_at, modified_at, email, role)
    values (${caller.tenantId}, ${caller.companyId}, ${first.id}, true, 'Second', '{}', now(), now(), ${email}, 'manager')`.execute(
    service.db,
  );
  const secret = await createKey(service.db, caller, 'Inviter', 'admin');
  const link = await sender(service.fetch, secret)('POST', `/api/secure/user/${first.id}/invitation`);
  const { token } = z.looseObject({ token: z.string() }).parse(link.json);
  const window = browser();
  const accepted = await window.send('POST', '/api/invitation/accept', { token, password });
  expect(signedInUser(accepted)?.company.name).toBe('Second helsinki');
  return { first, second: { ...window, email } };
}

it('requests with a key count for its own tenant alone', async () => {
  const { first, second } = await sameKeys();
  for (let n = 1; n <= limit; n += 1) await first.send('GET', '/api/secure/grp');
  expect((await first.send('GET', '/api/secure/grp')).status).toBe(429);
  const answer = await second.send('GET', '/api/secure/grp');
  expect([answer.status, left(answer)]).toEqual([200, `r=${limit - 1}`]);
});

it('requests with a session count for its own tenant alone', async () => {
  const { first, second } = await samePeople();
  for (let n = 1; n <= limit; n += 1) await first.send('GET', '/api/secure/grp');
  expect((await first.send('GET', '/api/secure/grp')).status).toBe(429);
  const answer = await second.send('GET', '/api/secure/grp');
  expect([answer.status, left(answer)]).toEqual([200, `r=${limit - 1}`]);
});

it('wrong passwords of one person lock out nobody who has the same membership id elsewhere', async () => {
  const { first, second } = await samePeople();
  const signIn = (email: string, given: string) =>
    browser().send('POST', '/api/session', { email, password: given });
  await Promise.all(Array.from({ length: 10 }, () => signIn(first.email, 'a wrong password')));
  expect((await signIn(first.email, password)).status).toBe(429);
  expect((await signIn(second.email, password)).status).toBe(200);
  const confirm = (one: typeof second, given: string) =>
    one.send('POST', '/api/session/confirmation', { password: given });
  expect([(await confirm(first, password)).status, (await confirm(second, password)).status]).toEqual([
    429, 204,
  ]);
});

it('wrong keys typed again in a session of one key refuse nothing to a session of the other', async () => {
  const { first, second } = await sameKeys();
  const signedIn = async (secret: string) => {
    const window = browser();
    await window.send('POST', '/api/session', { key: secret });
    return (key: string) => window.send('POST', '/api/session/confirmation', { key });
  };
  const ofFirst = await signedIn(first.secret);
  const ofSecond = await signedIn(second.secret);
  const wrong = await Promise.all(Array.from({ length: 10 }, () => ofFirst('wrong')));
  expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 422));
  expect((await ofFirst(first.secret)).status).toBe(429);
  expect((await ofSecond(second.secret)).status).toBe(204);
});

it('refusals are noted in the security log of each tenant', async () => {
  const { id, first, second } = await sameKeys('terminal');
  for (const { send } of [first, second, first, second]) {
    expect((await send('POST', '/api/secure/plu', { json: { name: 'No' } })).status).toBe(403);
  }
  const { rows } = await sql<{
    tenant_id: string;
    n: number;
  }>`select tenant_id, count(*) as n from securityevent
    where kind = 'refused' and key_id = ${id} group by 1`.execute(service.db);
  expect(new Map(rows.map(({ tenant_id, n }) => [tenant_id, n]))).toEqual(
    new Map([first, second].map(({ caller }) => [caller.tenantId, 1])),
  );
});

it('streams take the slots of their own tenant alone, and end with the key of their own tenant', async () => {
  const { id, first, second } = await sameKeys();
  const open = (secret: string) =>
    service.fetch(
      new Request('http://test/api/secure/live', { headers: { Authorization: `Bearer ${secret}` } }),
    );
  const streams = [];
  for (let n = 0; n < maxStreams; n += 1) streams.push(await open(first.secret));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  const refused = await open(first.secret);
  expect(refused.status).toBe(429);
  expect(service.live.countOf({ ...first.caller, keyId: id })).toBe(maxStreams);
  expect(service.live.countOf({ ...second.caller, keyId: id })).toBe(0);
  const other = await open(second.secret);
  expect(other.status).toBe(200);
  const admin = await service.as('helsinki');
  expect((await admin('PUT', `/api/secure/apikey/${id}`, { json: { active: false } })).status).toBe(200);
  for (const stream of streams) await stream.text();
  expect(service.live.countOf({ ...second.caller, keyId: id })).toBe(1);
  expect((await second.send('GET', '/api/secure/grp')).status).toBe(200);
  await other.body?.cancel();
});

it('a write under way holds its Idempotency-Key for its own tenant alone', async () => {
  const { first, second } = await sameKeys();
  const write = ({ send }: typeof first) =>
    send('POST', '/api/secure/grp', {
      json: { name: 'Once' },
      headers: { 'Idempotency-Key': 'the-same-in-both' },
    });
  await first.send('POST', '/api/secure/grp', { json: { name: 'Before' } });
  await service.db.connection().execute(async (db) => {
    await sql`begin`.execute(db);
    await sql`select from revision where tenant_id = ${first.caller.tenantId} and resource = 'grp' for update`.execute(
      db,
    );
    const underWay = write(first);
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(service.db);
      return rows[0]?.n;
    };
    await expect.poll(waiting).toBe(1);
    const again = await write(first);
    expect([again.status, again.problem.code]).toEqual([409, 'request_in_flight']);
    expect((await write(second)).status).toBe(201);
    await sql`commit`.execute(db);
    expect((await underWay).status).toBe(201);
  });
  expect((await write(first)).status).toBe(201);
  const { rows } = await sql`select tenant_id from grp where name = 'Once'`.execute(service.db);
  expect(rows).toHaveLength(2);
});

it('the use of a key is noted for its own tenant alone, whenever the other one was used', async () => {
  const { id, first, second } = await sameKeys();
  const used = async () => {
    const { rows } = await sql<{ tenant_id: string }>`select tenant_id from apikey
      where id = ${id} and last_used_at is not null`.execute(service.db);
    return rows.map(({ tenant_id }) => tenant_id).toSorted();
  };
  await first.send('GET', '/api/secure/grp');
  await expect.poll(used).toEqual([first.caller.tenantId]);
  await second.send('GET', '/api/secure/grp');
  await expect.poll(used).toEqual([first.caller.tenantId, second.caller.tenantId].toSorted());
});
