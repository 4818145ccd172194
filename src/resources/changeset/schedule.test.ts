import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { changeSets, makeProducts } from '@/testing/change-sets';
import { openChangeRunner } from '@/core/server/changes/runner';
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

  it('is not applied by a key that was revoked since: it stops, and says why', async () => {
    const manager = await on.service.as('helsinki', 'manager');
    const [one] = await makeProducts(on.send, on.samples, 1);
    const id = await changeSets(manager).draft(
      [{ resource: 'plu', record_id: one?.id, patch: { base_price: '5.00' } }],
      { apply_at: '2040-01-01T06:00' },
    );
    await changeSets(manager).move(id, 'schedule');
    await sql`update apikey set active = false where name = 'helsinki manager'`.execute(on.service.db);
    await comesDue(id);
    await until(id, 'stopped');
    expect(await sets().get(id)).toMatchObject({ problem: 'nobody_may' });
    expect(await read(one?.id ?? '')).toMatchObject({ base_price: '4.00' });
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
