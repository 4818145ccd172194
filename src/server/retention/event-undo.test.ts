import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { pathOf, stage } from '@/testing/api/start';
import { backdateEvents } from '@/testing/backdate';
import { changeSets, makeProducts } from '@/testing/change-sets';
import { contracts } from '@/resources/contracts';
import { tables } from '@/resources/tables';
import { verify } from '../ops/backup/verify/verify';
import { expireEvents, horizonOf } from './expire-events';

const on = stage();
const now = new Date();
const horizon = horizonOf(3, now);
const years = (n: number) => new Date(horizon.getTime() + n * 365 * 86_400_000).toISOString();

const versions = async (id: string) => {
  const { rows } = await sql<{ version: number }>`
    select (after->>'version')::int as version from event where entity_id = ${id}::uuid order by seq`.execute(
    on.service.db,
  );
  return rows.map(({ version }) => version);
};

describe('the undo of a change set whose events are too old', () => {
  const sets = () => changeSets(on.send);
  const age = (id: string, more = '') =>
    on.service.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql
        .raw(`update changeset set created_at = '${years(-1)}', modified_at = '${years(-1)}', applied_at = '${years(-1)}',
        worked_at = '${years(-1)}' ${more} where id = '${id}'`)
        .execute(tx);
    });

  it('is refused by name, and that of one that ends in the future, or that is being undone, is not', async () => {
    const [a, b, c] = await makeProducts(on.send, on.samples, 3);
    if (!a || !b || !c) throw new Error('Three products were made');
    const applied = async (record_id: string) => {
      const id = await sets().draft([
        { resource: 'plu', record_id, patch: { base_price: '5.00', name: 'Set' } },
      ]);
      await sets().move(id, 'apply');
      await on.send('PUT', `/api/secure/plu/${record_id}`, { json: { name: 'By hand' } });
      await backdateEvents(on.service.db, 'plu', record_id, [-2, -1, -0.5].map(years));
      return id;
    };
    const [over, open, undone] = [await applied(a.id), await applied(b.id), await applied(c.id)];
    await age(over);
    await age(undone);
    // The undo of it has begun, and its items are still to be made.
    const begun = await sets().draft([]);
    await sql`update changeset set status = 'preparing', undoes = ${undone}::uuid, worked_at = now() + interval '1 hour'
      where id = ${begun}::uuid`.execute(on.service.db);
    await age(open, `, revert_due_at = now() + interval '1 year'`);
    await expireEvents(on.service.db, 3, now);
    expect(await versions(a.id)).toEqual([3]);
    // Nothing between what an undo reads and now is missing either.
    expect(await versions(b.id)).toEqual([2, 3]);
    expect(await versions(c.id)).toEqual([2, 3]);

    const refused = await on.send('POST', `/api/secure/changeset/${over}/undo`);
    expect([refused.status, refused.problem['code']]).toEqual([409, 'undo_before_horizon']);
    const sum = await on.send('GET', `/api/secure/changeset/${over}/undo`);
    expect([sum.status, sum.problem['code']]).toEqual([409, 'undo_before_horizon']);
    expect((await on.send('GET', `/api/secure/changeset/${open}/undo`)).status).toBe(200);
    const { rows } = await sql`select from changeset where undoes = ${over}::uuid`.execute(on.service.db);
    expect(rows).toEqual([]);
    // The set can be read; of what it made nobody knows whether it was changed since.
    expect(await sets().items(over)).toHaveLength(1);
    expect(await sets().items(over, 'changed=true')).toHaveLength(0);
    expect(await sets().items(open, 'changed=true')).toHaveLength(1);
    expect(await sets().get(over)).toMatchObject({ status: 'applied', undone_by: null });

    const undo = await sets().move(open, 'undo');
    expect(undo).toMatchObject({ origin: 'undo', undoes: open, counts: { ready: 1 } });
    await sets().move(undo.id, 'apply');
    const after = (await on.send('GET', `/api/secure/plu/${b.id}`)).entity;
    expect(after).toMatchObject({ base_price: '4.00', name: 'By hand' });
    const verified = await verify(on.service.db, Object.values(tables));
    const found = verified.flatMap(({ examples }) => examples);
    // The sets themselves were aged by SQL.
    expect(found.filter((example) => !example.startsWith('changeset '))).toEqual([]);
  });

  it('takes a change from a version whose event went as one from the oldest that is left', async () => {
    const { id } = (
      await on.send('POST', pathOf(contracts.plu), { json: await on.samples.minimal(contracts.plu) })
    ).entity;
    const rename = (name: string) => on.send('PUT', pathOf(contracts.plu, id), { json: { name } });
    for (const name of ['Two', 'Three']) await rename(name);
    await backdateEvents(on.service.db, 'plu', id, [-2, -1, -0.5].map(years));
    await rename('Since then');
    await expireEvents(on.service.db, 3, now);
    expect(await versions(id)).toEqual([3, 4]);
    const set = await sets().draft([{ resource: 'plu', record_id: id, version: 1, patch: { name: 'Late' } }]);
    await sets().move(set, 'preview');
    expect((await sets().items(set)).map(({ state }) => state)).toEqual(['conflict']);
  });
});
