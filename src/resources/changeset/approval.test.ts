import { afterAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { z } from 'zod';
import { collectable } from '@/server/changes/collectable';
import { createKey } from '@/server/ops/companies';
import { contracts } from '@/resources/contracts';
import { tables } from '@/resources/tables';
import { Answer } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { changeSets, makeProducts } from '@/testing/change-sets';
import { people } from '@/testing/people';
import type { Sender } from '@/testing/service';
import { unread } from './table';

const on = stage();

/** Lets the company ask for the approval of sets, and returns two people's senders. */
async function withApproval(approval: object) {
  const me = (await on.send('GET', '/api/secure/me')).json as { company: { id: string } };
  const answer = await on.send('PUT', `/api/secure/company/${me.company.id}`, {
    json: { data: { approval } },
  });
  expect(answer.status).toBe(200);
  const maker = await on.service.as('helsinki', 'manager');
  const other = await on.service.as('helsinki', 'manager');
  return { maker, other };
}

const prices = async (count: number) =>
  (await makeProducts(on.send, on.samples, count)).map(({ id }) => ({
    resource: 'plu',
    record_id: id,
    patch: { base_price: '5.00' },
  }));

describe('a change set that a second person approves', () => {
  it('is refused before, is approved by somebody else alone, and again after a change of its items', async () => {
    const { maker, other } = await withApproval({ above: 1 });
    const [first, second, third] = await prices(3);
    if (!first || !second || !third) throw new Error('Three products were made');
    const mine = changeSets(maker);
    const id = await mine.draft([first, second]);
    const post = async (send: typeof maker, action: string) => {
      const answer = await send('POST', `/api/secure/changeset/${id}/${action}`);
      return answer.status === 200 ? 200 : [answer.status, answer.problem.code];
    };
    expect(await post(maker, 'apply')).toEqual([409, 'approval_required']);
    expect(await post(maker, 'request')).toBe(200);
    expect(await post(maker, 'approve')).toEqual([403, 'own_change_set']);
    expect(await post(maker, 'apply')).toEqual([409, 'approval_required']);
    expect(await post(other, 'approve')).toBe(200);
    await mine.add(id, [third]);
    expect(await post(maker, 'apply')).toEqual([409, 'approval_required']);
    expect(await post(maker, 'request')).toBe(200);
    expect(await post(other, 'approve')).toBe(200);
    expect((await mine.move(id, 'apply')).counts).toMatchObject({ applied: 3 });
  });

  it('is wanted of a person’s array too, which changes as many records; not of fewer, of new ones, or of a program', async () => {
    const { maker } = await withApproval({ above: 2 });
    const { send } = await people(on).person('manager');
    const all = await prices(3);
    const changes = all.map(({ record_id: id }, n) => ({ id, name: `Changed ${n}` }));
    const refused = await send('POST', '/api/secure/plu', changes);
    expect([refused.status, refused.problem.code]).toEqual([409, 'approval_required']);
    const stored = await on.send('GET', `/api/secure/plu/${changes[0]?.id}`);
    expect(stored.entity['name']).not.toBe('Changed 0');
    expect((await send('POST', '/api/secure/plu', changes.slice(1))).status).toBe(200);
    const made = await Promise.all([1, 2, 3, 4].map(() => on.samples.minimal(contracts.plu)));
    expect((await send('POST', '/api/secure/plu', made)).status).toBe(200);
    expect((await maker('POST', '/api/secure/plu', { json: changes })).status).toBe(200);
    await withApproval({ above: null, roles: ['manager'] });
    expect((await send('POST', '/api/secure/plu', changes.slice(1))).status).toBe(409);
    expect((await send('PUT', `/api/secure/plu/${changes[0]?.id}`, { name: 'Alone' })).status).toBe(200);
    await withApproval({ above: null, roles: null });
  });

  it('is asked for by size or by role, and not of smaller ones or of others', async () => {
    const { maker } = await withApproval({ above: 1 });
    const [one] = await prices(1);
    expect((await changeSets(maker).move(await changeSets(maker).draft([one ?? {}]), 'apply')).status).toBe(
      'applied',
    );
    await withApproval({ above: null, roles: ['manager'] });
    const [two] = await prices(1);
    const id = await changeSets(maker).draft([two ?? {}]);
    expect((await maker('POST', `/api/secure/changeset/${id}/apply`)).problem.code).toBe('approval_required');
    expect((await changeSets(on.send).move(id, 'apply')).status).toBe('applied');
  });
});

describe('who approves a change set', () => {
  afterAll(() => withApproval({ above: null, roles: [] }));
  const { person } = people(on);

  /** A person with a session, and with a key that they made. */
  async function withKey(role: 'admin' | 'manager' = 'admin') {
    const one = await person(role);
    const made = await one.send('POST', '/api/secure/apikey', { name: 'Mine', role: 'manager' });
    const { key } = z.looseObject({ key: z.string() }).parse(made.json);
    const byKey: Sender = async (method, path, send = {}) => {
      const answer = await on.service.fetch(
        new Request(`http://test${path}`, {
          method,
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
          ...(send.json !== undefined && { body: JSON.stringify(send.json) }),
        }),
      );
      return new Answer(answer.status, answer.headers, await answer.text());
    };
    const bySession: Sender = (method, path, send = {}) => one.send(method, path, send.json);
    return { byKey, bySession };
  }
  const approve = async (send: Sender, id: string) => {
    const answer = await send('POST', `/api/secure/changeset/${id}/approve`);
    return answer.status === 200 ? 200 : [answer.status, answer.problem.code];
  };
  const own = [403, 'own_change_set'];

  it('is another person: nobody by a key that they made, nor by a key that this one made', async () => {
    const { maker, other } = await withApproval({ above: 0 });
    const [one] = await prices(1);
    const anna = await withKey();
    for (const [mine, mineToo] of [
      [anna.bySession, anna.byKey],
      [anna.byKey, anna.bySession],
    ] as const) {
      const id = await changeSets(mine).draft([one ?? {}]);
      await changeSets(mine).move(id, 'request');
      expect(await approve(mineToo, id)).toEqual(own);
      expect(await approve(other, id)).toBe(200);
    }
    const id = await changeSets(maker).draft([one ?? {}]);
    await changeSets(maker).move(id, 'request');
    expect(await approve(anna.byKey, id)).toBe(200);
  });

  it('did not add to it, take out of it, choose in it, give it times, preview it last, or ask for it', async () => {
    const { maker, other } = await withApproval({ above: 0 });
    const third = await on.service.as('helsinki', 'manager');
    const [a, b] = await prices(2);
    const address = (id: string) => `/api/secure/changeset/${id}`;
    const acts: Record<string, (send: Sender, id: string) => Promise<unknown>> = {
      adds: (send, id) => send('POST', `${address(id)}/items`, { json: [b] }),
      removes: (send, id) => send('POST', `${address(id)}/items/remove`, { json: [{ n: 2 }] }),
      chooses: (send, id) =>
        send('POST', `${address(id)}/items/choose`, { json: { choice: 'this', n: [1] } }),
      times: (send, id) => send('PUT', address(id), { json: { apply_at: '2040-01-01T06:00' } }),
      previews: (send, id) => changeSets(send).move(id, 'preview'),
      asks: (send, id) => changeSets(send).move(id, 'request'),
    };
    for (const [name, act] of Object.entries(acts)) {
      const id = await changeSets(maker).draft([a ?? {}, ...(name === 'removes' ? [b ?? {}] : [])]);
      await act(other, id);
      if (name !== 'asks') await changeSets(maker).move(id, 'request');
      expect([name, await approve(other, id)]).toEqual([name, own]);
      expect([name, await approve(third, id)]).toEqual([name, 200]);
    }
  });

  it('is told by who previewed last alone, and by all who changed it', async () => {
    const { maker, other } = await withApproval({ above: 0 });
    const third = await on.service.as('helsinki', 'manager');
    const [one] = await prices(1);
    const id = await changeSets(maker).draft([one ?? {}]);
    await changeSets(other).move(id, 'preview');
    await changeSets(third).move(id, 'preview');
    const set = await changeSets(maker).move(id, 'request');
    expect(set['changed_by_ids']).toEqual([set['made_by_id']]);
    expect(await approve(third, id)).toEqual(own);
    expect(await approve(other, id)).toBe(200);
  });
});

describe('change sets with records that a reader may not see', () => {
  /** A set of an administrator: two reports by mail, which a manager may not read, and a department. */
  async function mixed() {
    const mail = (name: string) => ({
      resource: 'reportmail',
      record_id: crypto.randomUUID(),
      patch: { name, frequency: 'daily', data: { recipients: ['secret@example.org'] } },
      line: 77,
    });
    const items = [
      mail('Board'),
      mail('Owner'),
      { resource: 'dpt', record_id: null, patch: { name: 'Bread' } },
    ];
    const id = await changeSets(on.send).draft(items);
    return { id, items, manager: await on.service.as('helsinki', 'manager') };
  }

  it('withhold their items, and say how many of which kind there are', async () => {
    const { id, items, manager } = await mixed();
    const queries = [
      'limit=10',
      'totals=true',
      'resource=reportmail',
      'q=77',
      'q=Board',
      'q=Owner',
      'field=/data/recipients',
      'state=open',
      `record_id=${items[0]?.record_id}`,
      'skip=1',
      'cursor=1',
    ];
    for (const query of queries) {
      const answer = await manager('GET', `/api/secure/changeset/${id}/items?${query}`);
      expect([query, answer.text.includes('secret@'), answer.text.includes('Board')]).toEqual([
        query,
        false,
        false,
      ]);
      expect(answer.json).toMatchObject({ withheld: [{ resource: 'reportmail', items: 2 }] });
    }
    expect((await manager('GET', `/api/secure/changeset/${id}/items?totals=true`)).json).toMatchObject({
      items: [{ resource: 'dpt' }],
      totals: { items: 1 },
    });
    expect((await on.send('GET', `/api/secure/changeset/${id}/items`)).json).toMatchObject({ withheld: [] });
    expect(await changeSets(on.send).items(id)).toHaveLength(3);
    for (const send of [manager, on.send]) {
      const found = await send('GET', `/api/secure/changeset?record_id=${items[0]?.record_id}&page=1`);
      expect(found.json).toEqual([]);
    }
    expect(
      Object.values(contracts)
        .filter((one) => collectable(tables, one.name))
        .filter(
          ({ access }) =>
            !contracts.changeset.access.read.roles.every((role) => access.read.roles.includes(role)),
        )
        .map(({ name }) => name),
    ).toEqual(unread);
  });

  it('are done nothing with that hangs on them, and nothing is refused in the name of who may not', async () => {
    const { id, manager } = await mixed();
    const address = `/api/secure/changeset/${id}`;
    await on.send('PUT', address, { json: { apply_at: '2040-01-01T06:00' } });
    const refused = async (action: string, json?: unknown) => {
      const answer = await manager('POST', `${address}/${action}`, json === undefined ? {} : { json });
      return [action, answer.status, answer.problem.code];
    };
    for (const action of ['preview', 'apply', 'schedule', 'empty'])
      expect(await refused(action)).toEqual([action, 403, 'changeset_rights']);
    expect(await refused('items/choose', { choice: 'this' })).toEqual([
      'items/choose',
      403,
      'changeset_rights',
    ]);
    await manager('POST', `${address}/items/remove`, { json: [{ n: 1 }, { n: 2 }] });
    await changeSets(on.send).move(id, 'request');
    expect(await refused('approve')).toEqual(['approve', 403, 'changeset_rights']);
    expect((await changeSets(on.send).get(id)).counts).toMatchObject({ items: 3, refused: 0, open: 3 });
    expect((await changeSets(on.send).move(id, 'apply')).counts).toMatchObject({ applied: 3, refused: 0 });
    expect(await refused('undo')).toEqual(['undo', 403, 'changeset_rights']);
  });

  it('wait for an administrator when who scheduled them has lost the right', async () => {
    const { id } = await mixed();
    await on.send('PUT', `/api/secure/changeset/${id}`, { json: { apply_at: '2040-01-01T06:00' } });
    await changeSets(on.send).move(id, 'schedule');
    const key = await createKey(on.service.db, on.service.companies.helsinki, 'demoted', 'manager');
    await sql`update changeset set applied_key = k.id, due_at = clock_timestamp() from apikey k
      where changeset.id = ${id} and k.name = 'demoted'`.execute(on.service.db);
    expect(key).toMatch(/^th_/);
    while ((await changeSets(on.send).get(id))['problem'] !== 'nobody_may') await on.service.changes.runNow();
    expect(await changeSets(on.send).get(id)).toMatchObject({
      status: 'scheduled',
      counts: { open: 3, refused: 0 },
    });
  });
});

describe('change sets', () => {
  it('are for administrators and managers, within their company', async () => {
    const [one] = await prices(1);
    const id = await changeSets(on.send).draft([one ?? {}]);
    const addresses = ['', '/items'].map((end) => `/api/secure/changeset/${id}${end}`);
    for (const role of ['accountant', 'terminal'] as const) {
      const send = await on.service.as('helsinki', role);
      for (const address of addresses) expect((await send('GET', address)).status).toBe(403);
      expect((await send('POST', `${addresses[0]}/apply`)).status).toBe(403);
    }
    for (const company of ['group', 'tampere', 'other'] as const) {
      const send = await on.service.as(company);
      for (const address of addresses) expect((await send('GET', address)).status).toBe(404);
      for (const action of ['apply', 'preview', 'undo', 'items/choose', 'items', 'items/remove']) {
        const json =
          action === 'items/choose' ? { choice: 'this' } : action.startsWith('items') ? [] : undefined;
        const answer = await send('POST', `${addresses[0]}/${action}`, json ? { json } : {});
        expect([action, answer.status]).toEqual([action, 404]);
      }
    }
  });

  it('leave a parent’s record alone, and say so', async () => {
    const parent = await on.service.as('group');
    const [theirs] = await makeProducts(parent, on.samples, 0);
    expect(theirs).toBeUndefined();
    const made = await parent('POST', '/api/secure/dpt', { json: { name: 'The group’s' } });
    const id = await changeSets(on.send).draft([
      { resource: 'dpt', record_id: made.entity.id, patch: { name: 'Ours' } },
    ]);
    expect((await changeSets(on.send).move(id, 'apply')).counts).toMatchObject({ refused: 1 });
    const [item] = await changeSets(on.send).items(id);
    expect(item?.problems.map(({ code }) => code)).toEqual(['owned_by_parent']);
  });
});
