import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '@/server/auth/caller';
import { createCompany } from '@/server/ops/companies';
import { hashKey } from '@/server/auth/caller';
import { samplesFor } from '../../samples';
import { sender, type Sender } from '../../service';
import { openShop } from '../../shop';
import { pathOf, pagesOf, resources, stage } from '../start';

// Ids are unique within a tenant only. Requests cannot give two companies, people or keys the same id; a restore,
// a move or SQL can. Here a second tenant has a child company and a key with the ids of the first one's.
const on = stage();
const sides = ['first', 'second'] as const;
type Side = (typeof sides)[number];
const rounds = 1000;
const callers = new Map<Side, Caller>();
const senders = new Map<Side, Sender>();
const secrets = new Map<Side, string>();

const of = <T>(map: ReadonlyMap<Side, T>, side: Side): T => {
  const found = map.get(side);
  if (found === undefined) throw new Error(`Nothing for ${side}`);
  return found;
};
const otherSide = (side: Side): Side => (side === 'first' ? 'second' : 'first');

beforeAll(async () => {
  const { db, fetch, companies } = on.service;
  const data = { currency: 'EUR', locale: 'fi-FI', timezone: 'Europe/Helsinki' };
  const root = await createCompany(db, { name: 'Second group', data });
  const { companyId } = companies.helsinki;
  callers.set('first', companies.helsinki);
  callers.set('second', await createCompany(db, { id: companyId, name: 'Second Helsinki', data }, root));
  const keyId = crypto.randomUUID();
  for (const side of sides) {
    const secret = `same-${side}-${crypto.randomUUID()}`;
    await sql`insert into apikey (tenant_id, company_id, id, name, role, prefix, hash)
      values (${of(callers, side).tenantId}, ${companyId}, ${keyId}, ${side}, 'admin', '', ${hashKey(secret)})`.execute(
      db,
    );
    secrets.set(side, secret);
    senders.set(side, sender(fetch, secret, 'admin'));
  }
});

describe.each(resources.filter(([, { generatesIds }]) => !generatesIds))(
  '%s with the same ids in two tenants',
  (_, resource) => {
    it('is read and written by its own tenant alone: lists asked twice, records, cursors and retries', async () => {
      const ids = new Map<Side, string>();
      const shared = crypto.randomUUID();
      const key = { 'Idempotency-Key': crypto.randomUUID() };
      for (const side of sides) {
        const send = of(senders, side);
        const body = { ...(await samplesFor(send).minimal(resource)), id: shared, name: `Secret of ${side}` };
        const made = await send('POST', pathOf(resource), { json: body, headers: key });
        expect([side, made.status, made.entity.name]).toEqual([side, 201, `Secret of ${side}`]);
        const again = await send('POST', pathOf(resource), { json: body, headers: key });
        expect(again.text).toBe(made.text);
        ids.set(side, made.entity.id);
      }
      for (const turn of [1, 2, 3]) {
        for (const side of sides) {
          const send = of(senders, side);
          const foreign = `Secret of ${otherSide(side)}`;
          for (const path of [
            pathOf(resource, shared),
            pagesOf(resource),
            pagesOf(resource, `id=${shared}`),
            pagesOf(resource, 'q=secret'),
            pagesOf(resource, 'pageSize=1'),
            `${pathOf(resource)}?limit=1`,
          ]) {
            const answer = await send('GET', path);
            expect([turn, path, answer.text.includes(foreign)]).toEqual([turn, path, false]);
            const theirs = await of(senders, otherSide(side))('GET', path, {
              headers: { 'If-None-Match': answer.header('etag') },
            });
            expect([path, theirs.status]).toEqual([path, 200]);
          }
          const { next_cursor: cursor } = (await send('GET', `${pathOf(resource)}?limit=1`)).step;
          const borrowed = await of(senders, otherSide(side))(
            'GET',
            `${pathOf(resource)}?limit=1&cursor=${cursor}`,
          );
          expect([borrowed.status, borrowed.problem.code]).toEqual([400, 'invalid_cursor']);
        }
      }
      const changed = await of(senders, 'second')('POST', pathOf(resource), {
        json: { id: shared, active: false },
      });
      expect(changed.status).toBe(200);
      expect((await of(senders, 'first')('GET', pathOf(resource, shared))).entity.active).toBe(true);
    });
  },
);

it('a day with the same id in two tenants has each its own report, summary and ETag', async () => {
  const day = crypto.randomUUID();
  for (const side of sides) {
    const send = of(senders, side);
    const shop = await openShop(send, samplesFor(send));
    const body = { id: day, location_id: shop.location_id, date: '2031-07-01', second: true };
    expect((await send('POST', '/api/secure/businessday', { json: body })).status).toBe(201);
    const receipt = shop.receipt(day, { data: { cashier: { id: '1', name: `Secret of ${side}` } } });
    expect((await send('POST', '/api/secure/sales', { json: receipt })).status).toBe(201);
  }
  const paths = [
    `/api/secure/report/businessdaytx/${day}`,
    '/api/secure/report/summary?from=2031-07-01&to=2031-07-01',
    '/api/secure/report/summary?from=2031-07-01&to=2031-07-01&currency=EUR',
  ];
  for (const path of [...paths, ...paths]) {
    const etags = new Set<string | null>();
    for (const side of sides) {
      const answer = await of(senders, side)('GET', path);
      expect([path, answer.status, answer.text.includes(`Secret of ${otherSide(side)}`)]).toEqual([
        path,
        200,
        false,
      ]);
      if (path.includes(day)) expect(answer.text).toContain(`Secret of ${side}`);
      const etag = answer.header('etag');
      etags.add(etag);
      const theirs = await of(senders, otherSide(side))('GET', path, { headers: { 'If-None-Match': etag } });
      expect([path, theirs.status]).toEqual([path, 200]);
    }
    expect(etags.size).toBe(2);
  }
});

it(`two writers in step read no row of each other in ${rounds} rounds, and a stream misses none of 120 writes`, async () => {
  const list = '/api/secure/grp';
  const received: unknown[] = [];
  const stream = await on.service.fetch(
    new Request('http://test/api/secure/live', {
      headers: { Authorization: `Bearer ${of(secrets, 'first')}` },
    }),
  );
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let ready = () => {};
  const isReady = new Promise<void>((resolve) => (ready = resolve));
  const reading = (async () => {
    for (let text = ''; ;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) return;
      text += value ?? '';
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        if (message.includes('event: ready')) ready();
        if (!message.includes('event: change')) continue;
        const change: { resource: string; id: string } = JSON.parse(message.split('data: ')[1] ?? '{}');
        if (change.resource === 'grp') received.push(change.id);
      }
    }
  })();
  await isReady;
  const made: string[] = [];
  let foreign = 0;
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all(
      sides.map(async (side) => {
        const send = of(senders, side);
        // Twelve percent of the rounds write; each reads what a process may have cached of the other tenant.
        if (round % 25 < 3) {
          const { entity } = await send('POST', list, { json: { name: `${side} ${round}` } });
          if (side === 'first') made.push(entity.id);
        }
        return [side, (await send('GET', `${list}?q=${otherSide(side)}`)).text] as const;
      }),
    );
    foreign += answers.filter(([side, text]) => text.includes(`"${otherSide(side)} `)).length;
  }
  expect([foreign, made.length]).toEqual([0, 120]);
  await expect.poll(() => made.filter((id) => received.includes(id)).length).toBe(120);
  expect(received.filter((id) => !made.includes(String(id)))).toEqual([]);
  await reader?.cancel();
  await reading;
});
