import { describe, expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { changeSets, makeProducts } from '@/testing/change-sets';

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
