import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldGroupNames, type FieldGroup } from '@/contract/field-groups';
import { contracts } from '@/resources/contracts';
import type { Json } from '../../answer';
import { allRights, customRoles } from '../../custom-roles';
import { openShop, soundReceipt } from '../../shop';
import { stage, unknownId } from '../start';

/*
 * Attacks on roles that a company makes (docs/security.md#roles), by people who are in one: on what it hides, on what it limits, and on who
 * is stronger than they are. What these roles do on straight ways is in custom-roles.test.ts.
 */

const on = stage();
const { made, put, inRole, person } = customRoles(on);

let count = 0;

/** Returns the status of an answer, or the code of its first problem. */
const outcome = (answer: Awaited<ReturnType<typeof on.send>>) =>
  answer.status < 300 ? answer.status : (answer.problem.errors?.[0]?.code ?? answer.problem.code);

let list: string;
let supplier: string;
let fields: Record<string, unknown>;
const product = (json: Json) => made('plu', { ...fields, name: `Product ${(count += 1)}`, ...json });
const stored = async (path: string) => (await on.send('GET', `/api/secure/${path}`)).json;

beforeAll(async () => {
  list = await made('pricelist', await on.samples.minimal(contracts.pricelist));
  supplier = await made('supplier', await on.samples.minimal(contracts.supplier));
  fields = await on.samples.minimal(contracts.plu);
});

describe('what a role hides is not found', () => {
  it('in the answer to a request that is sent again after the role changed', async () => {
    const one = await inRole({ rights: allRights() });
    const id = await product({
      base_price: '13.1301',
      data: { cost_price: 13.1302, flags: { hidden: true } },
    });
    const customer = await made('customer', { name: 'Aino', data: { email: 'hedgehog@example.org' } });
    const again = async () => [
      await one.send('POST', '/api/secure/plu', { id, name: 'Same' }, { 'Idempotency-Key': 'plu' }),
      await one.send('POST', '/api/secure/plu', [{ id, name: 'Same' }], { 'Idempotency-Key': 'plus' }),
      await one.send(
        'POST',
        '/api/secure/customer',
        { id: customer, name: 'Aino K' },
        { 'Idempotency-Key': 'customer' },
      ),
    ];
    const first = await again();
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await again()).map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    await put(`role/${one.roleId}`, {
      data: { rights: allRights(fieldGroupNames), hidden: [...fieldGroupNames] },
    });
    const blind = await again();
    expect(blind.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { text } of blind) expect(text).not.toMatch(/13\.130|hedgehog/);
    expect(blind[0]?.json).toMatchObject({ id, name: 'Same', data: { flags: { hidden: true } } });
    expect(await stored(`customer/${customer}`)).toMatchObject({ data: { email: 'hedgehog@example.org' } });
  });

  it('in items of change sets, by which nothing of it is changed either', async () => {
    const id = await made('customer', { name: 'Eino', data: { email: 'badger@example.org' } });
    const set = await made('changeset', { name: 'Of customers' });
    const items = [
      { resource: 'customer', record_id: id, patch: { data: { email: 'badger2@example.org' } } },
      { resource: 'plu', record_id: await product({}), patch: { name: 'Seen' } },
    ];
    const given = await on.send('POST', `/api/secure/changeset/${set}/items`, { json: items });
    expect(given.status).toBeLessThan(300);
    await on.send('POST', `/api/secure/changeset/${set}/refused`, {
      json: {
        resource: 'customer',
        header: ['E-mail'],
        lines: [{ line: 3, cells: ['badger'], problems: [] }],
      },
    });
    const hidden: FieldGroup[] = ['customer_details'];
    const blind = await inRole({ rights: allRights(hidden), hidden });
    for (const path of ['items', 'items?q=badger', 'refused', 'outcome', `items?record_id=${id}`]) {
      const answer = await blind.send('GET', `/api/secure/changeset/${set}/${path}`);
      expect([path, answer.text.includes('badger')]).toEqual([path, false]);
    }
    expect((await blind.send('GET', `/api/secure/changeset/${set}/items`)).text).toContain('Seen');
    const mine = await blind.send('POST', '/api/secure/changeset', { name: 'Mine' });
    const added = await blind.send('POST', `/api/secure/changeset/${mine.entity.id}/items`, [items[0]]);
    expect(outcome(added)).toBe('forbidden');
    // Nor is what somebody else has put there applied.
    await on.send('POST', `/api/secure/changeset/${set}/preview`, { json: {} });
    await expect
      .poll(() => stored(`changeset/${set}`), { timeout: 10_000 })
      .toMatchObject({ status: 'draft' });
    expect(outcome(await blind.send('POST', `/api/secure/changeset/${set}/apply`, {}))).toBe(
      'changeset_rights',
    );
    expect(await stored(`customer/${id}`)).toMatchObject({ data: { email: 'badger@example.org' } });
  });

  it('by pointers of any spelling', async () => {
    const id = await product({ data: { cost_price: 1, supply: [{ supplier, batch_value: 17.1717 }] } });
    const hidden: FieldGroup[] = ['cost', 'prices'];
    const blind = await inRole({ rights: allRights(hidden), hidden });
    for (const pointer of [
      '/data/supply/0/batch_value',
      '/data/supply/-1/batch_value',
      '/data/supply/00',
      '/data/supply/99999999999999999999/batch_value',
      '/data/cost_price/',
      '/data/prices/~1',
      '/base_price/x',
      '/sales_history',
      '/data',
    ])
      expect([
        pointer,
        outcome(
          await blind.send('GET', `/api/secure/plu/${id}/changes?pointer=${encodeURIComponent(pointer)}`),
        ),
      ]).toEqual([pointer, 'hidden_field']);
    for (const pointer of ['/', '/data/', '/data~1cost_price', '/data/flags/~0']) {
      const answer = await blind.send(
        'GET',
        `/api/secure/plu/${id}/changes?pointer=${encodeURIComponent(pointer)}`,
      );
      expect([pointer, answer.status, answer.text.includes('17.17')]).toEqual([pointer, 200, false]);
    }
  });

  it('by a role of the parent company, which is deactivated there for everybody', async () => {
    const group = await on.service.as('group');
    const theirs = await group('POST', '/api/secure/role', {
      json: { name: 'Of the group', data: { rights: allRights(['cost']), hidden: ['cost'] } },
    });
    const window = await person('manager');
    await put(`user/${window.id}`, { role_id: theirs.entity.id });
    const id = await product({ data: { cost_price: 19.1919 } });
    expect((await window.send('GET', `/api/secure/plu/${id}`)).text).not.toContain('19.19');
    await group('PUT', `/api/secure/role/${theirs.entity.id}`, { json: { active: false } });
    expect((await window.send('GET', `/api/secure/plu/${id}`)).status).toBe(403);
  });

  it('by products that were not sold, nor by several sorts and values of filters', async () => {
    const hidden: FieldGroup[] = ['cost', 'prices'];
    const blind = await inRole({ rights: allRights(hidden), hidden });
    for (const query of [
      'not_sold=ever',
      'sort=name,-base_price',
      'sort=-dpt_name,cost_price&limit=3',
      `pricelist=${list},${unknownId}&page=1`,
      'as_of=2026-01-01T00:00:00Z&sort=base_price',
      'include_scheduled=true&sort=margin',
    ])
      expect([query, outcome(await blind.send('GET', `/api/secure/plu?${query}`))]).toEqual([
        query,
        'hidden_field',
      ]);
  });

  it('in days, which say what was taken', async () => {
    const shop = await openShop(on.send, on.samples);
    const day = await shop.openDay();
    await made('sales', soundReceipt(shop, day, '1'));
    const sees = await inRole({ rights: allRights() });
    expect((await sees.send('GET', `/api/secure/businessday/${day}`)).json).toMatchObject({
      totals: { count: 1 },
    });
    const hidden: FieldGroup[] = ['prices'];
    const blind = await inRole({ rights: allRights(hidden), hidden });
    for (const answer of [
      await blind.send('GET', `/api/secure/businessday/${day}`),
      await blind.send('GET', `/api/secure/businessday?id=${day}`),
      await blind.send('PUT', `/api/secure/businessday/${day}`, { data: { note: 'Seen' } }),
    ]) {
      expect([answer.status, answer.text.includes(day)]).toEqual([200, true]);
      expect(answer.text).not.toMatch(/totals|over_short/);
    }
    // A guess is neither right nor wrong.
    for (const totals of [{ count: 1, gross: '1.00', over_short: null }, {}])
      expect(outcome(await blind.send('PUT', `/api/secure/businessday/${day}`, { totals }))).toBe(
        'read_only',
      );
  });

  it('by an empty or erased object in its place, and nothing is lost by one', async () => {
    const hidden: FieldGroup[] = [...fieldGroupNames];
    const blind = await inRole({ rights: allRights(hidden), hidden });
    const customer = await made('customer', { name: 'Veikko', data: { email: 'otter@example.org' } });
    const id = await product({
      base_price: '5.00',
      data: { cost_price: 2, prices: { [list]: { amount: '6.00' } } },
    });
    for (const [path, json] of [
      [`customer/${customer}`, { data: null }],
      [`customer/${customer}`, { data: {} }],
      [`plu/${id}`, { data: null }],
      [`plu/${id}`, { data: { supply: null, cost_price: null, prices: null } }],
    ] as const) {
      const before = z.looseObject({ data: z.looseObject({}) }).parse(await stored(path));
      const { modified_at: _, ...data } = before.data;
      await blind.send('PUT', `/api/secure/${path}`, json);
      expect(await stored(path)).toMatchObject({ data });
    }
  });
});

describe('a largest change of a price holds', () => {
  const too = 'price_change_too_large';

  it('for what a product costs on a list, whatever is written of its entry there', async () => {
    const bound = await inRole({ rights: allRights(), largest_price_change: 10 });
    const prices = { [list]: { type: 'price', amount: '20.00' } };
    const id = await product({ base_price: '10.00', data: { prices } });
    const sent = async (json: Json) => {
      const answer = await bound.send('PUT', `/api/secure/plu/${id}`, json);
      await put(`plu/${id}`, {
        base_price: '10.00',
        data: { prices: { ...prices, [list.toUpperCase()]: null } },
      });
      return outcome(answer);
    };
    expect(await sent({ data: { prices: { [list]: { type: 'baseprice' } } } })).toBe(too);
    expect(await sent({ data: { prices: { [list]: { amount: null } } } })).toBe(too);
    expect(await sent({ data: { prices: null } })).toBe(too);
    expect(await sent({ data: null })).not.toBe(500);
    expect(await stored(`plu/${id}`)).toMatchObject({ base_price: '10.00', data: { prices } });
    expect(
      await sent({ data: { prices: { [list.toUpperCase()]: { type: 'price', amount: '10.50' } } } }),
    ).toBe(too);
    expect(await sent({ data: { prices: { [list]: { amount: 18 } } } })).toBe(200);
    expect(await sent({ data: { prices: { [list]: { amount: 17.999999999999 } } } })).toBe(too);
    expect(await sent({ base_price: '-10.00' })).toBe(too);
    expect(await sent({ base_price: '0.00' })).toBe(too);
    expect(await sent({ name: 'Another name', data: { prices } })).toBe(200);
  });

  it('for a base price and a list that follows it from then on, taken together', async () => {
    const bound = await inRole({ rights: allRights(), largest_price_change: 10 });
    const prices = { [list]: { type: 'price', amount: '10.90' } };
    const id = await product({ base_price: '10.00', data: { prices } });
    const drop = { base_price: '9.00', data: { prices: { [list]: null } } };
    expect(outcome(await bound.send('PUT', `/api/secure/plu/${id}`, drop))).toBe(too);
    for (const [first, second] of [
      [{ base_price: '9.00' }, { data: drop.data }],
      [{ data: drop.data }, { base_price: '9.00' }],
    ])
      expect(
        outcome(
          await bound.send('POST', '/api/secure/plu', [
            { id, ...first },
            { id, ...second },
          ]),
        ),
      ).toBe(too);
    expect(await stored(`plu/${id}`)).toMatchObject({ base_price: '10.00', data: { prices } });
    expect(outcome(await bound.send('PUT', `/api/secure/plu/${id}`, { base_price: '9.00' }))).toBe(200);
  });

  it('for a change set that somebody else made', async () => {
    const bound = await inRole({ rights: allRights(), largest_price_change: 10 });
    const id = await product({ base_price: '10.00', data: { prices: { [list]: { amount: '20.00' } } } });
    const set = await made('changeset', { name: 'Steep' });
    const patch = { base_price: '15.00', data: { prices: { [list]: null } } };
    await on.send('POST', `/api/secure/changeset/${set}/items`, {
      json: [{ resource: 'plu', record_id: id, patch }],
    });
    await bound.send('POST', `/api/secure/changeset/${set}/preview`, {});
    await expect
      .poll(() => stored(`changeset/${set}`), { timeout: 10_000 })
      .toMatchObject({ status: 'draft', counts: { refused: 1 } });
    await bound.send('POST', `/api/secure/changeset/${set}/apply`, {});
    await expect
      .poll(() => stored(`changeset/${set}`), { timeout: 10_000 })
      .toMatchObject({ status: expect.stringMatching(/^(?:draft|applied)$/) });
    expect(await stored(`plu/${id}`)).toMatchObject({ base_price: '10.00', version: 1 });
  });
});

describe('a set that waits', () => {
  it('is applied by what its person may change at that moment, and undone by no more', async () => {
    const one = await inRole({ rights: allRights() });
    const id = await product({ base_price: '10.00' });
    const mine = await one.send('POST', '/api/secure/changeset', {
      name: 'Later',
      apply_at: '2040-01-01T06:00',
    });
    const set = mine.entity.id;
    const patch = { base_price: '15.00' };
    await one.send('POST', `/api/secure/changeset/${set}/items`, [{ resource: 'plu', record_id: id, patch }]);
    expect(outcome(await one.send('POST', `/api/secure/changeset/${set}/schedule`, {}))).toBe(200);
    await put(`role/${one.roleId}`, { data: { largest_price_change: 10 } });
    await sql`update changeset set due_at = now() where id = ${set}`.execute(on.service.db);
    await on.service.changes.runNow();
    await expect
      .poll(() => stored(`changeset/${set}`), { timeout: 10_000 })
      .toMatchObject({ status: 'applied', counts: { refused: 1 } });
    expect(await stored(`plu/${id}`)).toMatchObject({ base_price: '10.00', version: 1 });
    // What somebody else has changed by more is not taken back, either.
    const theirs = await made('changeset', { name: 'Theirs' });
    await on.send('POST', `/api/secure/changeset/${theirs}/items`, {
      json: [{ resource: 'plu', record_id: id, patch }],
    });
    await on.send('POST', `/api/secure/changeset/${theirs}/apply`, { json: {} });
    await expect.poll(() => stored(`plu/${id}`), { timeout: 10_000 }).toMatchObject({ base_price: '15.00' });
    const undo = await one.send('POST', `/api/secure/changeset/${theirs}/undo`, {});
    expect(undo.status).toBeLessThan(300);
    await expect
      .poll(() => stored(`changeset/${undo.entity.id}`), { timeout: 10_000 })
      .toMatchObject({ status: 'draft', counts: { refused: 1 } });
    await one.send('POST', `/api/secure/changeset/${undo.entity.id}/apply`, {});
    expect(await stored(`plu/${id}`)).toMatchObject({ base_price: '15.00', version: 2 });
  });
});

describe('what a role may only read', () => {
  const fixed = () => inRole({ rights: allRights(), read_only: [...fieldGroupNames] });
  const no = 'read_only_field';

  it('is not taken away with the line that holds it, moved to another, or given an entry more', async () => {
    const window = await fixed();
    const other = await made('supplier', await on.samples.minimal(contracts.supplier));
    const lines = [
      { supplier, ean: '6400000000018', batch_value: 5 },
      { supplier, ean: '6400000000025', batch_value: 6 },
      { supplier: other },
    ];
    const id = await product({ base_price: '10.00', data: { supply: lines } });
    const [a, b, c] = lines;
    const send = async (data: Json) => outcome(await window.send('PUT', `/api/secure/plu/${id}`, { data }));
    expect(await send({ supply: [] })).toBe(no);
    expect(await send({ supply: null })).toBe(no);
    expect(await send({ supply: [a, c] })).toBe(no);
    expect(await send({ supply: [{ ...a, batch_value: 6 }, { ...b, batch_value: 5 }, c] })).toBe(no);
    expect(await send({ supply: [a, { ...a, ean: '6400000000032' }, b] })).toBe(no);
    expect(
      await send({
        supply: [a, b, { supplier: supplier.toUpperCase() }, { supplier: other, batch_value: 1 }],
      }),
    ).toBe(no);
    expect(await send({ prices: { [list]: {} } })).toBe(no);
    expect(await send({ prices: { [list]: { type: 'baseprice' } } })).toBe(no);
    expect(await stored(`plu/${id}`)).toMatchObject({ version: 1 });
    // In another order, with another code, without the line that cost nothing, and with a new one.
    expect(
      await send({
        supply: [
          { ...b, batch_value: 6.0 },
          { ...a, ean: '6400000000032' },
          { supplier: other, ean: '1' },
        ],
      }),
    ).toBe(200);
    expect(await send({ prices: {} })).toBe(200);
  });

  it('is not written by a new record that is written together with those of other people', async () => {
    const free = await inRole({ rights: allRights() });
    const windows = [free, await fixed()];
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const window = windows[n % 2] ?? free;
        const answer = await window.send('POST', '/api/secure/plu', {
          ...fields,
          name: `Together ${n}`,
          base_price: '77.00',
        });
        return [n % 2, outcome(answer)];
      }),
    );
    expect(answers).toEqual(answers.map(([who]) => [who, who === 0 ? 201 : no]));
  });
});

describe('a role whose record says what this version does not know', () => {
  it.each([
    ['a group', { hidden: ['cost', 'margins'] }],
    ['a form of what is hidden', { hidden: 'cost' }],
    ['a form of what is read-only', { read_only: { cost: true } }],
    ['a group that is read-only', { read_only: ['margins'] }],
    ['a form of a limit', { largest_price_change: '10' }],
  ])('of %s gives no rights', async (_, data) => {
    const one = await inRole({ rights: ['plu.read'] });
    expect((await one.send('GET', '/api/secure/plu?limit=1')).status).toBe(200);
    await sql`update "role" set data = data || ${JSON.stringify(data)}::jsonb where id = ${one.roleId}`.execute(
      on.service.db,
    );
    expect((await one.send('GET', '/api/secure/plu?limit=1')).status).toBe(403);
  });

  it('gives no right whose answers are made of what it hides', async () => {
    const one = await inRole({ rights: ['plu.read', 'report.read', 'changeset.read'] });
    await sql`update "role" set data = data || '{"hidden": ["prices"]}' where id = ${one.roleId}`.execute(
      on.service.db,
    );
    for (const [path, status] of [
      ['plu?limit=1', 200],
      ['report/summary?from=2026-02-01&to=2026-03-31', 403],
      ['changeset?limit=1', 403],
    ] as const)
      expect([path, (await one.send('GET', `/api/secure/${path}`)).status]).toEqual([path, status]);
  });

  it('gives what it says where it says something twice', async () => {
    const one = await inRole({ rights: ['plu.read', 'plu.read'], hidden: ['cost', 'cost'] });
    expect((await one.send('GET', '/api/secure/plu?limit=1')).status).toBe(200);
  });
});

it.each([
  ['gives fewer rights', { rights: ['plu.read'] }],
  ['hides more', { hidden: ['cost'] }],
])('a stream ends at once when the role %s', async (_, data) => {
  const one = await inRole({ rights: allRights(['cost']) });
  const response = await on.service.fetch(
    new Request('http://test/api/secure/live', { headers: { Cookie: one.jar.cookie } }),
  );
  const reader = response.body?.getReader();
  await reader?.read();
  await put(`role/${one.roleId}`, { data });
  const ended = (async () => {
    for (;;) if ((await reader?.read())?.done !== false) return true;
  })();
  expect(await Promise.race([ended, new Promise((done) => setTimeout(done, 5000))])).toBe(true);
});
