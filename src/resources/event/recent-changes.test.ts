import { beforeAll, describe, expect, it } from 'vitest';
import { mostRecentEvents, recentChanges } from '@/contract/recent-changes';
import { stage } from '@/testing/api/start';
import { changeSets, makeProducts } from '@/testing/change-sets';
import { openShop } from '@/testing/shop';
import type { Sender } from '@/testing/service';

const on = stage();
const path = '/api/secure/recent_changes';
const read = async (send: Sender, since: string, more = '') => {
  const answer = await send('GET', `${path}?since=${since}${more}`);
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return recentChanges.parse(answer.json);
};
/** Now, on the clock of the database. */
const now = async () => {
  const made = (await on.send('POST', '/api/secure/supplier', { json: { name: 'A clock' } })).entity;
  return new Date(Date.parse(made.modified_at) + 1).toISOString();
};

let manager: Sender;
let till: Sender;
let tampere: Sender;
beforeAll(async () => {
  // A key is an event, too.
  manager = await on.service.as('helsinki', 'manager');
  till = await on.service.as('helsinki', 'terminal');
  tampere = await on.service.as('tampere');
});

describe('what others changed lately', () => {
  it('has each record once for who changed it, newest first, and nothing of one’s own', async () => {
    const since = await now();
    const made = (await manager('POST', '/api/secure/grp', { json: { name: 'Drinks' } })).entity;
    await manager('PUT', `/api/secure/grp/${made.id}`, { json: { name: 'Cold drinks' } });
    const own = (await on.send('POST', '/api/secure/grp', { json: { name: 'Mine' } })).entity;
    await manager('PUT', `/api/secure/grp/${own.id}`, { json: { active: false } });
    const { total, entities, changes } = await read(on.send, since);
    expect([total, entities]).toEqual([2, ['grp']]);
    expect(changes).toMatchObject([
      { entity_id: own.id, what: 'deactivated', name: 'Mine', who: 'helsinki manager', events: 1 },
      { entity_id: made.id, what: 'changed', name: 'Cold drinks', changeset: null, events: 2 },
    ]);
    expect((await read(on.send, since, '&limit=1')).changes).toEqual([changes[0]]);
    expect(await read(on.send, await now())).toEqual({
      total: 0,
      is_complete: true,
      entities: [],
      changes: [],
    });
    // The manager sees what the administrator did.
    expect((await read(manager, since)).changes.map(({ name, what }) => [name, what])).toContainEqual([
      'Mine',
      'created',
    ]);
  });

  it('has a change set once, however many records it changed', async () => {
    const products = await makeProducts(on.send, on.samples, 3);
    const since = await now();
    const id = await changeSets(manager).draft(
      products.map((one) => ({ resource: 'plu', record_id: one.id, patch: { base_price: '4.70' } })),
      { name: 'Spring prices' },
    );
    await changeSets(manager).move(id, 'apply');
    const { total, changes } = await read(on.send, since);
    expect(total).toBe(1);
    expect(changes).toMatchObject([
      { entity: 'plu', what: 'changed', changeset: { id, name: 'Spring prices' }, events: 3 },
    ]);
  });

  it('says when there are more than are looked at, of which a change set hides none', async () => {
    const since = await now();
    const id = await changeSets(manager).draft(
      (await makeProducts(on.send, on.samples, 2)).map((one) => ({
        resource: 'plu',
        record_id: one.id,
        patch: { base_price: '4.80' },
      })),
      { name: 'Before the import' },
    );
    await changeSets(manager).move(id, 'apply');
    for (let n = 0; n < mostRecentEvents; n += 1000) await makeProducts(manager, on.samples, 1000);
    const { total, is_complete, changes } = await read(on.send, since, '&limit=20');
    expect([total, is_complete]).toEqual([mostRecentEvents + 1, false]);
    expect(changes.at(-1)?.changeset).toBeNull();
    expect((await read(on.send, await now())).is_complete).toBe(true);
  }, 60_000);

  it('is of what the caller may read in the trail, without receipts and days, and for those who keep the catalogue', async () => {
    const since = await now();
    const shop = await openShop(on.send, on.samples);
    const day = await shop.openDay('2024-02-01');
    expect((await till('POST', '/api/secure/sales', { json: shop.receipt(day) })).status).toBe(201);
    await on.send('PUT', '/api/secure/company/' + on.service.companies.helsinki.companyId, {
      json: { data: { phone: '1' } },
    });
    const shown = (await read(manager, since, '&limit=20')).changes.map(({ entity }) => entity);
    expect(shown).toEqual(expect.arrayContaining(['location', 'pos']));
    for (const entity of ['sales', 'businessday', 'company', 'user', 'apikey'])
      expect(shown).not.toContain(entity);
    expect((await read(tampere, since)).changes).toEqual([]);
    for (const role of ['accountant', 'terminal'] as const)
      expect((await (await on.service.as('helsinki', role))('GET', `${path}?since=${since}`)).status).toBe(
        403,
      );
    expect((await on.send('GET', path)).pointers).toEqual(['?since']);
  });
});
