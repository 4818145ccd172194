import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { pathOf, stage } from '@/testing/api/start';
import { contracts } from '@/resources/contracts';
import { tables } from '@/resources/tables';
import { verify } from '../ops/backup/verify/verify';
import { backdateEvents } from '@/testing/backdate';
import type { Entity } from '@/testing/answer';
import type { Sender } from '@/testing/service';
import { expireEvents, horizonOf, openEventRetention } from './expire-events';

const on = stage();
const now = new Date();
const horizon = horizonOf(2, now);
const month = 30 * 86_400_000;
const monthsAfter = (n: number) => new Date(horizon.getTime() + n * month).toISOString();
const beforeIt = new Date(horizon.getTime() - 1).toISOString();

const wrong = async () => {
  const found = await verify(on.service.db, Object.values(tables));
  return found.flatMap(({ name, examples }) => (examples.length > 0 ? [name, ...examples] : []));
};

const events = async (id: string): Promise<{ version: number; action: string }[]> =>
  (
    await sql<{ version: number; action: string }>`
      select (after->>'version')::int as version, action from event where entity_id = ${id}::uuid order by at, seq`.execute(
      on.service.db,
    )
  ).rows;

/** Writes versions of a record, one at each moment; the first makes it. */
async function history(
  send: Sender,
  resource: keyof typeof contracts,
  bodies: readonly object[],
  moments: readonly string[],
): Promise<Entity> {
  const [first, ...rest] = bodies;
  let { entity } = await send('POST', pathOf(contracts[resource]), { json: first });
  for (const body of rest)
    ({ entity } = await send('PUT', pathOf(contracts[resource], entity.id), { json: body }));
  await backdateEvents(on.service.db, resource, entity.id, moments);
  return entity;
}

describe('events of master data that are too old', () => {
  it('go, but for what each record was at the horizon; what is asked of later moments is answered as before', async () => {
    const { send, samples, service } = on;
    // Numbers that look random and are the same in each run.
    let state = 7;
    const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    const body = await samples.minimal(contracts.plu);
    const list = (
      await send('POST', '/api/secure/pricelist', {
        json: { name: 'Summer', type: 'campaign', currency: 'EUR' },
      })
    ).entity.id;
    await backdateEvents(service.db, 'pricelist', list, [monthsAfter(-60)]);
    const records: Entity[] = [];
    for (let n = 0; n < 9; n += 1) {
      const moments = Array.from({ length: 1 + random(9) }, () => monthsAfter(random(60) - 36.5)).toSorted();
      const bodies = moments.map((_, at) => ({
        ...(at === 0 && body),
        ...(random(4) > 0 && { base_price: `${1 + random(5)}.${random(10)}0` }),
        ...(random(3) > 0 && {
          data: {
            prices: { [list]: random(3) === 0 ? null : { type: 'price', amount: `${1 + random(3)}.50` } },
          },
        }),
        ...((at === 0 || random(3) === 0) && { name: `Name ${random(4)}`, active: random(6) > 0 }),
      }));
      records.push(await history(send, 'plu', bodies, moments));
    }
    const supplier = await history(
      send,
      'supplier',
      ['A', 'B', 'C', 'D'].map((name) => ({ name })),
      [-20, -10, -1, 3].map(monthsAfter),
    );
    const asked = [horizon.toISOString(), ...[0.1, 1, 4, 12].map(monthsAfter)].flatMap((moment) => [
      `/api/secure/plu?as_of=${moment}&sort=name`,
      `/api/secure/plu?as_of=${moment}&limit=5&active=true`,
      `/api/secure/plu?as_of=${moment}&q=name`,
      `/api/secure/supplier/${supplier.id}?as_of=${moment}`,
      `/api/secure/report/lowest-price?at=${moment}&days=3660&fallen=true`,
      ...records.flatMap(({ id }) => [
        `/api/secure/plu/${id}?as_of=${moment}`,
        `/api/secure/plu/${id}/lowest-price?at=${moment}`,
        `/api/secure/plu/${id}/lowest-prices?at=${moment}`,
        `/api/secure/plu/${id}/lowest-price?at=${moment}&pricelist=${list}`,
      ]),
    ]);
    const answers = async () => {
      const all = new Map<string, string>();
      for (const path of asked) {
        const { status, text } = await send('GET', path);
        // Who set a price that was set by an event that went is not known any more, and cursors are encrypted anew.
        const known = text
          .replaceAll(
            /"(event_id|event|lowest_event)":(?:"[^"]*"|\{[^{}]*(?:\{[^{}]*\})?[^{}]*\}|null)/g,
            '"$1":_',
          )
          .replaceAll(/"next_cursor":"[^"]*"/g, '')
          .replaceAll(/req_[0-9a-f]+/g, '');
        all.set(path, `${status} ${known}`);
      }
      return all;
    };
    const before = await answers();
    const counted = (await Promise.all(records.map(({ id }) => events(id)))).flat().length;
    expect(await wrong()).toEqual([]);

    expect(await expireEvents(service.db, 2, now)).toBe(true);

    expect(await answers()).toEqual(before);
    expect(await wrong()).toEqual([]);
    const left = (await Promise.all(records.map(({ id }) => events(id)))).flat().length;
    expect(left).toBeLessThan(counted - 9);
    expect(await events(supplier.id)).toEqual([
      { version: 3, action: 'update' },
      { version: 4, action: 'update' },
    ]);
    // What was taken away is written down, and a second run finds nothing.
    const { rows } =
      await sql`select events, version from event_removed where entity_id = ${supplier.id}::uuid`.execute(
        service.db,
      );
    expect(rows).toEqual([{ events: 2, version: 2 }]);
    expect(await expireEvents(service.db, 2, now)).toBe(true);
    expect((await Promise.all(records.map(({ id }) => events(id)))).flat().length).toBe(left);
  });

  it('are missed by nobody but at their moments: a moment before the horizon is refused by name everywhere', async () => {
    const { send, service } = on;
    const record = await history(
      on.send,
      'plu',
      [await on.samples.minimal(contracts.plu), { name: 'Now' }, { name: 'Then' }],
      [-9, -5, 2].map(monthsAfter),
    );
    const past = `as_of=${encodeURIComponent(beforeIt)}`;
    const paths = [
      `/api/secure/plu?${past}`,
      `/api/secure/plu?%61s_of=${encodeURIComponent(beforeIt)}`,
      `/api/secure/plu?${past}&limit=10`,
      `/api/secure/plu/${record.id}?${past}`,
      `/api/secure/supplier?${past}`,
    ];
    const lowest = [
      `/api/secure/plu/${record.id}/lowest-price`,
      `/api/secure/plu/${record.id}/lowest-prices`,
      '/api/secure/report/lowest-price',
    ];
    const all = [...paths, ...lowest.map((path) => `${path}?at=${encodeURIComponent(beforeIt)}`)];
    await expireEvents(service.db, 2, now);
    for (const path of all) {
      const { status, problem } = await send('GET', path);
      expect([path, status, problem['code']]).toEqual([path, 400, 'as_of_before_horizon']);
      expect(problem['detail']).toContain(horizon.toISOString());
    }
    for (const path of lowest) expect((await send('GET', path)).status).toBe(200);
    // Events of other resources all stay, and so do their answers.
    expect((await send('GET', `/api/secure/tax?${past}`)).status).toBe(200);
    // A kept answer from before is not given any more.
    const later = `/api/secure/plu?as_of=${encodeURIComponent(horizon.toISOString())}`;
    expect((await send('GET', later)).status).toBe(200);
  });

  it('go while the service runs, once its setting says so', async () => {
    const { id } = await history(
      on.send,
      'grp',
      ['One', 'Two', 'Three'].map((name) => ({ name })),
      [-5, -4, 1].map(monthsAfter),
    );
    const retention = openEventRetention(on.service.db, { warn: console.warn }, 2);
    await expect.poll(() => events(id)).toHaveLength(2);
    await retention.close();
    expect(await wrong()).toEqual([]);
  });
});
