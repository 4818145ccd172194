import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { changeSetStatuses, type ChangeSetStatus } from '@/contract/change-set';
import { setActs, setMoves, setSteps, stateAfter, type SetAct } from '@/contract/change-set-acts';
import { roles, type Role } from '@/contract/role';
import { stage } from '@/testing/api/start';
import { changeSets, makeProducts } from '@/testing/change-sets';
import type { Sender } from '@/testing/service';

const on = stage();
const sets = () => changeSets(on.send);

/** An applied set of two prices, one of which waits for a choice. */
async function appliedWithConflict(): Promise<string> {
  const [a, b] = await makeProducts(on.send, on.samples, 2);
  const id = await sets().draft(
    [a!, b!].map(({ id: record_id }) => ({ resource: 'plu', record_id, patch: { base_price: '5.00' } })),
  );
  await on.send('PUT', `/api/secure/plu/${b!.id}`, { json: { base_price: '6.00' } });
  expect(await sets().move(id, 'apply')).toMatchObject({
    status: 'applied',
    counts: { applied: 1, conflict: 1 },
  });
  return id;
}

describe('an applied change set that waits for a choice', () => {
  it('is applied still when its preview was stopped, keeps what it did, and can be undone', async () => {
    const id = await appliedWithConflict();
    await sql`update changeset set status = 'previewing', next = 'applied', worked_at = clock_timestamp() + interval '1 hour'
      where id = ${id}`.execute(on.service.db);
    expect((await on.send('POST', `/api/secure/changeset/${id}/stop`)).entity).toMatchObject({
      status: 'applied',
    });
    const removed = await on.send('POST', `/api/secure/changeset/${id}/items/remove`, { json: [{ n: 1 }] });
    expect(removed.problem.code).toBe('changeset_state');
    expect((await on.send('POST', `/api/secure/changeset/${id}/discard`)).problem.code).toBe(
      'changeset_state',
    );
    expect((await sets().move(id, 'undo')).counts).toMatchObject({ items: 1 });
  });

  it('that was stopped in the middle says what it did, and that can be undone', async () => {
    const id = await appliedWithConflict();
    await sql`update changeset set status = 'running', counts = '{"items": 2, "last": 2}', worked_at = clock_timestamp() + interval '1 hour'
      where id = ${id}`.execute(on.service.db);
    expect((await on.send('POST', `/api/secure/changeset/${id}/stop`)).entity).toMatchObject({
      status: 'stopped',
      counts: { items: 2, applied: 1, conflict: 1 },
    });
    expect((await on.send('POST', `/api/secure/changeset/${id}/discard`)).problem.code).toBe(
      'changeset_state',
    );
    expect((await sets().move(id, 'undo')).counts).toMatchObject({ items: 1 });
  });

  it('is not applied further once it was undone, and no second undo takes it back again', async () => {
    const id = await appliedWithConflict();
    const [first, second] = [await sets().move(id, 'undo'), await sets().move(id, 'undo')];
    await sets().move(first.id, 'apply');
    for (const action of ['apply', 'preview', 'undo'])
      expect((await on.send('POST', `/api/secure/changeset/${id}/${action}`)).problem.code).toBe(
        'changeset_state',
      );
    expect((await on.send('POST', `/api/secure/changeset/${second.id}/apply`)).problem.code).toBe(
      'changeset_state',
    );
    expect(await sets().get(id)).toMatchObject({ undone_by: first.id });
  });
});

/** States with something applied: nothing brings them back to one without. */
const done: readonly ChangeSetStatus[] = ['stopped', 'applied'];

let template: Promise<string> | undefined;

/** Makes a set in a state, by SQL, of two new departments of which the first was applied in the states that follow an apply. */
async function setIn(status: ChangeSetStatus, act: SetAct): Promise<string> {
  template ??= (async () => {
    const maker = changeSets(await on.service.as('helsinki', 'manager'));
    const items = [1, 2].map((n) => ({ resource: 'dpt', record_id: null, patch: { name: `New ${n}` } }));
    const id = await maker.draft(items, { apply_at: '2040-01-01T06:00' });
    await maker.move(id, 'preview');
    return id;
  })();
  const from = await template;
  const id = crypto.randomUUID();
  const isDone = done.includes(status);
  const counts = { items: 2, cells: 2, ready: isDone ? 1 : 2, ...(isDone && { applied: 1 }), last: 2 };
  const more = {
    id,
    status,
    counts,
    active: status !== 'discarded',
    worked_at: '2100-01-01',
    due_at: status === 'scheduled' ? '2040-01-01' : null,
    problem: act === 'take_over' && status !== 'discarded' ? 'nobody_may' : null,
    next: status === 'previewing' ? 'draft' : null,
  };
  await sql`insert into changeset overriding user value
    select (jsonb_populate_record(null::changeset, to_jsonb(t) || ${JSON.stringify(more)}::jsonb
      || jsonb_build_object('applied_key', t.made_key))).*
    from changeset t where t.id = ${from}`.execute(on.service.db);
  await sql`insert into changeset_item
    select (jsonb_populate_record(null::changeset_item, to_jsonb(i) || jsonb_build_object('changeset_id', ${id}::text,
      'record_id', gen_random_uuid(), 'state', case when ${isDone}::boolean and i.n = 1 then 'applied' else 'ready' end))).*
    from changeset_item i where i.changeset_id = ${from}`.execute(on.service.db);
  return id;
}

/** Does something with a set, as one request. */
function request(send: Sender, id: string, act: SetAct, isActive: boolean) {
  const address = `/api/secure/changeset/${id}`;
  const bodies: Partial<Record<SetAct, [string, unknown]>> = {
    add: ['items', [{ resource: 'dpt', record_id: null, patch: { name: 'More' } }]],
    remove: ['items/remove', [{ n: 1 }]],
    choose: ['items/choose', { choice: 'this' }],
  };
  if (act === 'edit')
    return send('PUT', address, {
      json: { apply_at: `2041-01-01T06:${10 + Math.floor(Math.random() * 50)}` },
    });
  if (act === 'deactivate') return send('PUT', address, { json: { active: !isActive } });
  const [path, json] = bodies[act] ?? [act, undefined];
  return send('POST', `${address}/${path}`, json === undefined ? {} : { json });
}

interface Stored {
  readonly status: ChangeSetStatus;
  readonly active: boolean;
  readonly applied: number;
}

async function stored(id: string): Promise<Stored> {
  for (;;) {
    const { rows } = await sql<Stored & { works: boolean }>`select s.status, s.active,
        s.status in ('previewing', 'running', 'preparing') and s.worked_at < '2099-01-01' as works,
        (select count(*)::int from changeset_item i where i.changeset_id = s.id and i.state = 'applied') as applied
      from changeset s where s.id = ${id}`.execute(on.service.db);
    const [row] = rows;
    if (!row) throw new Error('The set is there');
    if (!row.works) return row;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The states in which an act may leave a set, while its work goes on and afterwards; null: it is refused. */
function expected(
  status: ChangeSetStatus,
  active: boolean,
  act: SetAct,
  role: Role,
): ChangeSetStatus[] | null {
  const { from, needs, who, inactive } = setMoves[act];
  if (who === 'service' || !who.roles.includes(role) || from[status] === undefined) return null;
  if (!active && inactive !== true) return null;
  if (needs.includes('nothing_applied') && done.includes(status)) return null;
  const to = stateAfter(status, act, 'draft');
  // What the work makes of it.
  const settled: Partial<Record<ChangeSetStatus, ChangeSetStatus>> = {
    previewing: act === 'preview' ? status : 'draft',
    running: 'applied',
    preparing: 'draft',
  };
  return [to, settled[to] ?? to];
}

/** Nothing that was applied is lost, and nothing applied is a draft or discarded. */
function requireWhole(before: Stored, after: Stored): void {
  expect(after.applied).toBeGreaterThanOrEqual(before.applied);
  if (after.applied > 0) expect(['applied', 'stopped', 'running', 'previewing']).toContain(after.status);
}

const cases = changeSetStatuses.flatMap((status) => setActs.map((act) => [status, act] as const));

describe('the table of transitions', () => {
  it('names each state and act, and its screens and service have no other', () => {
    expect(Object.keys(setMoves).toSorted()).toEqual([...setActs, ...setSteps].toSorted());
    const targets = Object.values(setMoves).flatMap(({ from }) => Object.values(from));
    for (const one of targets) expect([...changeSetStatuses, 'same', 'before']).toContain(one);
  });

  it.each(cases)('of a set that is %s: %s, by each role, and twice', async (status, act) => {
    for (const role of roles) {
      const send = await senderOf(role);
      const id = await setIn(status, act);
      let before = await stored(id);
      for (const turn of ['first', 'second']) {
        const may = expected(before.status, before.active, act, role);
        const answer = await request(send, id, act, before.active);
        const after = await stored(id);
        if (may === null) {
          expect([act, role, answer.status >= 400 && answer.status < 500]).toEqual([act, role, true]);
          expect(after).toEqual(before);
        } else if (turn === 'first') {
          expect([act, role, answer.status === 200 ? 'done' : answer.text]).toEqual([act, role, 'done']);
          expect(may).toContain(after.status);
        }
        expect(answer.status).toBeLessThan(500);
        requireWhole(before, after);
        before = after;
      }
    }
  });

  it.each(cases)(
    'of a set that is %s: %s by two at once is done as one after the other',
    async (status, act) => {
      const id = await setIn(status, act);
      const before = await stored(id);
      const senders = [await senderOf('admin'), await senderOf('admin', 1)];
      const answers = await Promise.all(senders.map((send) => request(send, id, act, before.active)));
      const after = await stored(id);
      const may = expected(status, before.active, act, 'admin');
      const fine = answers.filter((answer) => answer.status === 200).length;
      expect(answers.every((answer) => answer.status < 500)).toBe(true);
      if (may === null) expect([fine, after]).toEqual([0, before]);
      else {
        expect(fine).toBeGreaterThanOrEqual(1);
        // The second one is done only from a state that the first one leaves.
        if (fine === 2)
          expect(
            may.some((one) => expected(one, after.active, act, 'admin') !== null || act === 'deactivate'),
          ).toBe(true);
      }
      requireWhole(before, after);
    },
  );
});

const senders = new Map<string, Promise<Sender>>();
function senderOf(role: Role, n = 0): Promise<Sender> {
  const key = `${role} ${n}`;
  const known = senders.get(key) ?? on.service.as('helsinki', role);
  senders.set(key, known);
  return known;
}
