import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stage } from '@/testing/api/start';
import { changeSets, makeProducts } from '@/testing/change-sets';
import { openChangeRunner } from '@/server/changes/runner';
import { tables } from '@/resources/tables';

const on = stage();
const sets = () => changeSets(on.send);
const read = async (id: string) => (await on.send('GET', `/api/secure/plu/${id}`)).entity;
const silent = { warn: () => undefined };

/** Makes a scheduled set that gives a product the price 5.00, and lets the database believe that its time has come. */
async function scheduled(more = {}) {
  const [one] = await makeProducts(on.send, on.samples, 1);
  const id = await sets().draft([{ resource: 'plu', record_id: one?.id, patch: { base_price: '5.00' } }], {
    apply_at: '2040-01-01T06:00',
    ...more,
  });
  await sets().move(id, 'schedule');
  return { id, product: one?.id ?? '' };
}
const comesDue = (id: string, since = '1 second') =>
  sql`update changeset set due_at = clock_timestamp() - ${since}::interval where id = ${id}`.execute(
    on.service.db,
  );
const until = async (id: string, status: string) => {
  while ((await sets().get(id)).status !== status) await new Promise((resolve) => setTimeout(resolve, 50));
};

/** Waits until a set is known to have nobody who may go on with it. */
const told = async (id: string) => {
  while ((await sets().get(id))['problem'] !== 'nobody_may') await runs();
};
/** Waits until a set was taken back at its end. */
const ended = async (id: string) => {
  for (;;) {
    const { undone_by: undo } = await sets().get(id);
    if (typeof undo === 'string' && (await sets().get(undo)).status === 'applied') return;
    await runs();
  }
};
/** Looks once for what is due, as every process does again and again. */
const runs = async () => {
  const runner = openChangeRunner({ db: on.service.db, tables, log: silent, every: 1_000_000, idle: 1000 });
  await runner.runNow();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await runner.close();
};

describe('a scheduled change set', () => {
  it.each([
    ['2040-03-25T02:59', '2040-03-25T00:59:00.000Z', 'before the clock goes forward'],
    ['2040-03-25T03:30', '2040-03-25T01:30:00.000Z', 'in the hour that is missing: what follows it'],
    ['2040-03-25T04:30', '2040-03-25T01:30:00.000Z', 'after it'],
    ['2040-10-28T02:59', '2040-10-27T23:59:00.000Z', 'before the clock goes back'],
    ['2040-10-28T03:30', '2040-10-28T00:30:00.000Z', 'in the hour that comes twice: the first'],
    ['2040-10-28T04:30', '2040-10-28T02:30:00.000Z', 'after it'],
  ])('of %s is due at %s: %s', async (apply_at, due) => {
    const { id } = await scheduled({ apply_at });
    expect(await sets().get(id)).toMatchObject({ status: 'scheduled', due_at: due });
  });

  it('is applied once when it comes due, by whichever of several processes', async () => {
    const { id, product } = await scheduled();
    const others = [1, 2].map(() =>
      openChangeRunner({ db: on.service.db, tables, log: silent, every: 20, idle: 1000 }),
    );
    await comesDue(id);
    await until(id, 'applied');
    await Promise.all(others.map((one) => one.close()));
    expect(await read(product)).toMatchObject({ base_price: '5.00', version: 2 });
    expect(await sets().get(id)).toMatchObject({ missed: false, counts: { applied: 1 } });
  });

  it('says that it was missed if nothing ran at its time', async () => {
    const { id } = await scheduled();
    await comesDue(id, '3 hours');
    await until(id, 'applied');
    expect(await sets().get(id)).toMatchObject({ missed: true });
  });

  it('with an end is taken back then, but for what somebody changed since', async () => {
    const { id, product } = await scheduled({ revert_at: '2040-01-03T22:00' });
    await comesDue(id);
    await until(id, 'applied');
    await on.send('PUT', `/api/secure/plu/${product}`, { json: { memo: 'in between' } });
    await sql`update changeset set revert_due_at = clock_timestamp() where id = ${id}`.execute(on.service.db);
    for (;;) {
      const { undone_by: undo } = await sets().get(id);
      if (typeof undo === 'string' && (await sets().get(undo)).status === 'applied') break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await read(product)).toMatchObject({ base_price: '4.00', memo: 'in between' });
  });

  it('is refused without a time, in the past, or with an end before its beginning', async () => {
    const [one] = await makeProducts(on.send, on.samples, 1);
    const items = [{ resource: 'plu', record_id: one?.id, patch: { base_price: '5.00' } }];
    const refusals = [];
    for (const more of [
      {},
      { apply_at: '2020-01-01T06:00' },
      { apply_at: '2040-01-02T06:00', revert_at: '2040-01-02T06:00' },
    ]) {
      const id = await sets().draft(items, more);
      const answer = await on.send('POST', `/api/secure/changeset/${id}/schedule`);
      refusals.push([answer.status, answer.problem.code, answer.pointers]);
    }
    expect(refusals).toEqual([
      [422, 'required', ['/apply_at']],
      [422, 'in_the_past', ['/apply_at']],
      [422, 'in_the_past', ['/revert_at']],
    ]);
  });

  it('of somebody who may act no more waits for an administrator, keeps its moments, and is told in the security log', async () => {
    const manager = await on.service.as('helsinki', 'manager');
    const [one] = await makeProducts(on.send, on.samples, 1);
    const id = await changeSets(manager).draft(
      [{ resource: 'plu', record_id: one?.id, patch: { base_price: '5.00' } }],
      { apply_at: '2040-01-01T06:00', revert_at: '2040-01-03T22:00' },
    );
    await changeSets(manager).move(id, 'schedule');
    const moments = { due_at: '2040-01-01T04:00:00.000Z', revert_due_at: '2040-01-03T20:00:00.000Z' };
    await sql`update apikey set active = false where name = 'helsinki manager'`.execute(on.service.db);
    // At once, not when it comes due.
    await told(id);
    expect(await sets().get(id)).toMatchObject({ status: 'scheduled', problem: 'nobody_may', ...moments });
    const log = await on.send('GET', '/api/secure/securityevent?kind=changeset_left_alone&page=1');
    expect(log.json).toEqual([
      expect.objectContaining({ subject_id: id, subject: 'A set', who: 'helsinki manager' }),
    ]);
    await comesDue(id);
    await runs();
    expect(await sets().get(id)).toMatchObject({ status: 'scheduled', problem: 'nobody_may' });
    expect(await read(one?.id ?? '')).toMatchObject({ base_price: '4.00' });

    const other = await on.service.as('helsinki', 'manager');
    expect((await other('POST', `/api/secure/changeset/${id}/take_over`)).status).toBe(403);
    expect((await on.send('POST', `/api/secure/changeset/${id}/take_over`)).status).toBe(200);
    await until(id, 'applied');
    expect(await sets().get(id)).toMatchObject({ applied_by: 'helsinki admin', problem: null });
    expect(await read(one?.id ?? '')).toMatchObject({ base_price: '5.00' });
  });

  it.each(['applied', 'stopped'])(
    'with an end that is %s is handed to the administrators, too, and ends in the name of who takes it over',
    async (status) => {
      const manager = await on.service.as('helsinki', 'manager');
      const [one] = await makeProducts(on.send, on.samples, 1);
      const id = await changeSets(manager).draft(
        [{ resource: 'plu', record_id: one?.id, patch: { base_price: '5.00' } }],
        { revert_at: '2040-01-03T22:00' },
      );
      await changeSets(manager).move(id, 'apply');
      // Or the work that goes on says its end anew.
      await until(id, 'applied');
      await sql`update changeset set status = ${status}, revert_due_at = clock_timestamp() where id = ${id}`.execute(
        on.service.db,
      );
      await sql`update apikey set active = false where name = 'helsinki manager'`.execute(on.service.db);
      await told(id);
      expect(await sets().get(id)).toMatchObject({
        status,
        undone_by: null,
        revert_due_at: expect.anything(),
      });
      await sets().move(id, 'take_over');
      await ended(id);
      expect(await read(one?.id ?? '')).toMatchObject({ base_price: '4.00' });
    },
  );

  it('is found by the person or key in whose name it is due: by who scheduled it, not by who made it, until its end', async () => {
    const manager = await on.service.as('helsinki', 'manager');
    const theirs = (await manager('POST', '/api/secure/changeset', { json: { name: 'Theirs' } })).entity;
    const key = z.guid().parse(theirs['made_by_id']);
    const found = async () =>
      (await on.send('GET', `/api/secure/changeset?page=1&due_by_id=${key}`)).entities.map(({ id }) => id);
    const [one, two] = await makeProducts(on.send, on.samples, 2);
    const id = await changeSets(manager).draft(
      [{ resource: 'plu', record_id: one?.id, patch: { base_price: '5.00' } }],
      { apply_at: '2040-01-01T06:00', revert_at: '2040-01-03T22:00' },
    );
    expect(await found()).toEqual([]);
    await changeSets(manager).move(id, 'schedule');
    expect(await found()).toEqual([id]);
    const made = await changeSets(manager).draft(
      [{ resource: 'plu', record_id: two?.id, patch: { base_price: '5.00' } }],
      { apply_at: '2040-01-01T06:00' },
    );
    await sets().move(made, 'schedule');
    expect(await found()).toEqual([id]);
    await comesDue(id);
    await runs();
    await until(id, 'applied');
    expect(await found()).toEqual([id]);
    await sql`update changeset set revert_due_at = clock_timestamp() where id = ${id}`.execute(on.service.db);
    await ended(id);
    expect(await found()).toEqual([]);
  });

  it('that another person previews is applied and ended by who applied it', async () => {
    const [manager, other] = [
      await on.service.as('helsinki', 'manager'),
      await on.service.as('helsinki', 'manager'),
    ];
    const [a, b] = await makeProducts(on.send, on.samples, 2);
    const id = await changeSets(manager).draft(
      [a!, b!].map(({ id: record_id }) => ({ resource: 'plu', record_id, patch: { base_price: '5.00' } })),
      { revert_at: '2040-01-03T22:00' },
    );
    await on.send('PUT', `/api/secure/plu/${b!.id}`, { json: { base_price: '6.00' } });
    await changeSets(manager).move(id, 'apply');
    const whose = () =>
      sql<{
        applied_key: string;
        revert_due_at: Date;
      }>`select applied_key, revert_due_at from changeset where id = ${id}`
        .execute(on.service.db)
        .then(({ rows }) => rows);
    const before = await whose();
    await changeSets(other).move(id, 'preview');
    expect(await whose()).toEqual(before);
    await changeSets(other).move(id, 'apply');
    // Who applies the rest applies and ends it; its end is the same.
    const [now] = await whose();
    expect(now).toMatchObject({ revert_due_at: before[0]?.revert_due_at });
    expect(now?.applied_key).not.toBe(before[0]?.applied_key);
  });

  it('of a frozen tenant is left out, and a tenant with many leaves its turn to the others', async () => {
    const far = { apply_at: '2040-01-01T06:00' };
    const mine = await Promise.all([1, 2, 3].map(() => scheduled(far)));
    const theirs = changeSets(await on.service.as('other'));
    const other = await theirs.draft([{ resource: 'dpt', record_id: null, patch: { name: 'Theirs' } }], far);
    await theirs.move(other, 'schedule');
    const due = async () =>
      on.service.db.transaction().execute(async (tx) => {
        await sql`update changeset set due_at = '2020-01-01' where id = any(${mine.map(({ id }) => id)}::uuid[])`.execute(
          tx,
        );
        await sql`update changeset set due_at = '2021-01-01' where id = ${other}`.execute(tx);
        const { rows } = await sql<{ id: string }>`select id from changesets_due('1 hour')`.execute(tx);
        await sql`update changeset set due_at = '2040-01-01' where due_at < '2022-01-01'`.execute(tx);
        return rows.map(({ id }) => id);
      });
    expect((await due()).indexOf(other)).toBe(1);
    const freeze = (at: string | null) =>
      sql`insert into tenant_move (tenant_id, name, frozen_at) select t.tenant_id, 'moving', ${at}::timestamptz from changeset t where t.id = ${mine[0]?.id}
        on conflict (tenant_id) do update set frozen_at = excluded.frozen_at`.execute(on.service.db);
    await freeze('2020-01-01');
    // Its own statements would be refused: the look alone is asked.
    const { rows } = await sql<{ id: string }>`select id from changesets_due('-1 hour')`.execute(
      on.service.db,
    );
    expect(rows.filter(({ id }) => mine.some((one) => one.id === id))).toEqual([]);
    await freeze(null);
  });

  it('is known to terminals beforehand, also of a parent’s records, and not any more when it is applied', async () => {
    const group = await on.service.as('group');
    const made = await group('POST', '/api/secure/dpt', { json: { name: 'Shared' } });
    const record_id = made.entity.id;
    const id = await changeSets(group).draft([{ resource: 'dpt', record_id, patch: { name: 'Renamed' } }], {
      apply_at: '2040-01-01T06:00',
      revert_at: '2040-01-02T06:00',
    });
    const terminal = await on.service.as('helsinki', 'terminal');
    const since = new Date(Date.now() + 1000).toISOString();
    const path = `/api/secure/dpt?modified_since=${since}&include_scheduled=true`;
    expect((await terminal('GET', path)).entities).toEqual([]);
    await changeSets(group).move(id, 'schedule');
    const change = {
      changeset_id: id,
      due_at: '2040-01-01T04:00:00.000Z',
      revert_due_at: '2040-01-02T04:00:00.000Z',
      patch: { name: 'Renamed' },
    };
    for (const address of [
      path,
      `${path}&limit=10`,
      `/api/secure/dpt?id=${record_id}&include_scheduled=true`,
    ]) {
      const { json } = await terminal('GET', address);
      const list = Array.isArray(json) ? json : (json as { data: unknown[] }).data;
      expect(list).toEqual([expect.objectContaining({ id: record_id, name: 'Shared', scheduled: [change] })]);
    }
    expect((await terminal('GET', '/api/secure/dpt?include_scheduled=false')).text).not.toContain(
      'scheduled',
    );
    const other = await on.service.as('other', 'terminal');
    expect((await other('GET', path)).entities).toEqual([]);
    await changeSets(group).move(id, 'stop');
    expect((await terminal('GET', path)).entities).toEqual([]);
  });
});
