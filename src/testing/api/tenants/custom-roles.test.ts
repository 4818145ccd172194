import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldGroupNames, type FieldGroup } from '@/contract/field-groups';
import { ofEverybody } from '@/contract/role';
import { contracts } from '@/resources/contracts';
import { rightsOf } from '@/resources/rights';
import type { Json } from '../../answer';
import { readPaths } from '../../declared';
import { allRights, customRoles } from '../../custom-roles';
import { openShop, soundReceipt, type Shop } from '../../shop';
import { stage, unknownId } from '../start';
import { allowedRoutes, rules } from './allowed-routes';

/*
 * Roles that a company makes (docs/security.md#roles): what they may, what they do not see, and what they may not write. What is hidden is
 * marked, and every address that only reads is asked for it: by a role that sees it, which finds it, and by one that does not.
 */

const on = stage();
const { made, put, inRole, person } = customRoles(on);

/** What each group of fields holds here, and nothing else does. */
const marks: Readonly<Record<FieldGroup, readonly string[]>> = {
  cost: ['71.7117', '72.7227', '83.8338'],
  prices: ['94.9449', '95.9559', '96.9669'],
  customer_details: ['zebra', 'Zebra'],
};

let shop: Shop;
const ids: Record<string, string> = {};

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  const list = await made('pricelist', await on.samples.minimal(contracts.pricelist));
  const supplier = await made('supplier', await on.samples.minimal(contracts.supplier));
  const product = await on.samples.minimal(contracts.plu);
  ids['pricelist'] = list;
  ids['supplier'] = supplier;
  ids['plu'] = await made('plu', {
    ...product,
    name: 'Marked loaf',
    base_price: '94.9449',
    data: {
      cost_price: 71.7117,
      prices: { [list]: { type: 'price', amount: '95.9559' } },
      supply: [{ supplier, ean: '6400000000018', batch_size: 2, batch_value: 83.8338 }],
    },
  });
  await put(`plu/${ids['plu']}`, { base_price: '96.9669', data: { cost_price: 72.7227 } });
  ids['customer'] = await made('customer', { name: 'Aino', customer_num: 4711 });
  await put(`customer/${ids['customer']}`, {
    data: {
      email: 'zebra@example.org',
      phone: '040 zebra',
      note: 'Zebra',
      customer_group: 'zebras',
      loyalty: { card: 'Zebra 1' },
    },
  });
  const day = await shop.openDay();
  ids['businessday'] = day;
  ids['sales'] = await made('sales', soundReceipt(shop, day, '1'));
  // What is to come, and what came from a file.
  ids['changeset'] = await made('changeset', {
    name: 'Marked set',
    apply_at: '2040-01-01T06:00',
  });
  const items = await on.send('POST', `/api/secure/changeset/${ids['changeset']}/items`, {
    json: [
      {
        resource: 'plu',
        record_id: ids['plu'],
        patch: { base_price: '94.9449', data: { cost_price: 71.7117 } },
      },
    ],
  });
  if (items.status >= 300) throw new Error(items.text);
  const scheduled = await on.send('POST', `/api/secure/changeset/${ids['changeset']}/schedule`, { json: {} });
  if (scheduled.status >= 300) throw new Error(scheduled.text);
}, 120_000);

const queries: Readonly<Record<string, readonly string[]>> = {
  '/event': ['limit=1000', 'sort=-at&limit=1000', 'entity=plu&page=1', 'entity=customer&page=1'],
  '/plu/{id}/changes': [
    'pointer=/base_price',
    'pointer=/data/cost_price',
    'pointer=/data',
    'pointer=/data/prices',
    'pointer=/data/supply',
    'pointer=/name',
  ],
  '/customer/{id}/changes': ['pointer=/data/email', 'pointer=/data', 'pointer=/name'],
  '/recent_changes': ['since=2020-01-01T00:00:00Z'],
  '/report/lowest-price': ['', 'days=3660&fallen=all'],
  '/report/sales': ['from=2026-02-01&to=2026-03-31&by=product'],
  '/report/sales/margin': ['from=2026-02-01&to=2026-03-31'],
  '/report/summary': ['from=2026-02-01&to=2026-03-31'],
  '/report/month': ['month=2026-03'],
  '/report/month/margin': ['month=2026-03'],
};
const listQueries = [
  '',
  'page=1&pageSize=1000',
  'limit=1000',
  'q=zebra&page=1',
  'q=zebra&limit=10',
  'q=marked&page=1',
  'as_of=2099-01-01T00:00:00Z&page=1',
  'include_scheduled=true&page=1',
  'include_scheduled=true&limit=100',
  'sort=name&page=1',
];

/** Every address that only reads, with the parameters that ask for what is marked. */
function addresses(): string[] {
  return readPaths.flatMap((path) => {
    const short = path.replace('/api/secure', '');
    const [, resource = ''] = short.split('/');
    const filled = path.replaceAll('{month}', '2026-03').replaceAll(/\{\w+\}/g, ids[resource] ?? unknownId);
    const isList = /^\/[a-z]+$/.test(short);
    const isRecord = /^\/[a-z]+\/\{id\}$/.test(short);
    const asked =
      queries[short] ?? (isList ? listQueries : isRecord ? ['', 'as_of=2099-01-01T00:00:00Z'] : ['']);
    return asked.map((query) => (query === '' ? filled : `${filled}?${query}`));
  });
}

const leaked = (text: string, group: FieldGroup) => marks[group].filter((mark) => text.includes(mark));

describe.each(fieldGroupNames)('a role that does not see %s', (group) => {
  it('finds nothing of it at any address', async () => {
    const sees = await inRole({ rights: allRights([]) });
    const blind = await inRole({ rights: allRights([group]), hidden: [group] });
    const found: string[] = [];
    const shown = new Set<string>();
    for (const address of addresses()) {
      const whole = await sees.send('GET', address);
      if (leaked(whole.text, group).length > 0) shown.add(address.replaceAll(/\/[\da-f-]{36}/g, '/:id'));
      const answer = await blind.send('GET', address);
      const names = leaked(answer.text, group);
      if (names.length > 0) found.push(`${address} ${answer.status}: ${names.join(', ')}`);
      if (answer.status >= 500) found.push(`${address} ${answer.status}`);
    }
    expect(found).toEqual([]);
    const resource = group === 'customer_details' ? 'customer' : 'plu';
    expect([...shown]).toEqual(
      expect.arrayContaining([
        `/api/secure/${resource}`,
        `/api/secure/${resource}/:id`,
        `/api/secure/${resource}/:id?as_of=2099-01-01T00:00:00Z`,
        '/api/secure/event?limit=1000',
        `/api/secure/${resource}/:id/changes?pointer=/data`,
      ]),
    );
  }, 120_000);

  it('has what it may see of these records, by the search too', async () => {
    const blind = await inRole({ rights: allRights([group]), hidden: [group] });
    const loaf = await blind.send('GET', `/api/secure/plu/${ids['plu']}`);
    expect(loaf.json).toMatchObject({ name: 'Marked loaf', data: { supply: [{ ean: '6400000000018' }] } });
    const aino = await blind.send('GET', `/api/secure/customer/${ids['customer']}`);
    expect(aino.json).toMatchObject({ name: 'Aino', customer_num: 4711 });
    for (const q of ['aino', '4711']) {
      const answer = await blind.send('GET', `/api/secure/customer?q=${q}&page=1`);
      expect(
        z
          .array(z.looseObject({ id: z.string() }))
          .parse(answer.json)
          .map(({ id }) => id),
      ).toEqual([ids['customer']]);
      expect((await blind.send('GET', `/api/secure/customer?q=${q}&limit=10`)).text).toContain(
        ids['customer'],
      );
    }
  });

  it('finds no customer by it, on a page, from a cursor or in the past', async () => {
    const blind = await inRole({ rights: allRights([group]), hidden: [group] });
    for (const query of ['page=1', 'limit=10', 'page=1&as_of=2099-01-01T00:00:00Z']) {
      const found = await blind.send('GET', `/api/secure/customer?q=zebra&${query}`);
      expect([query, found.text.includes(ids['customer'] ?? '')]).toEqual([
        query,
        group !== 'customer_details',
      ]);
    }
  });

  it('neither filters nor sorts by it', async () => {
    const blind = await inRole({ rights: allRights([group]), hidden: [group] });
    const asked = {
      cost: [
        'plu?sort=cost_price&page=1',
        'plu?sort=-margin',
        'plu?below_cost=true',
        'plu?low_margin=true&limit=1',
        'plu?exclude.low_margin=true',
      ],
      prices: ['plu?sort=base_price', 'plu?sort=-base_price&limit=5', `plu?pricelist=${ids['pricelist']}`],
      customer_details: ['customer_group', 'customer?q=zebra&page=1'],
    }[group];
    for (const address of asked) {
      const answer = await blind.send('GET', `/api/secure/${address}`);
      if (address.includes('q=')) expect([address, answer.text]).toEqual([address, '[]']);
      else
        expect([address, answer.status]).toEqual([
          address,
          address.includes('exclude') ? answer.status : 403,
        ]);
      expect(leaked(answer.text, group)).toEqual([]);
    }
  });

  it('writes none of it, and loses none by what it writes', async () => {
    const blind = await inRole({ rights: allRights([group]), hidden: [group] });
    const path = group === 'customer_details' ? `customer/${ids['customer']}` : `plu/${ids['plu']}`;
    const stored = async () => (await on.send('GET', `/api/secure/${path}`)).json;
    const before = z.looseObject({}).parse(await stored());
    const bodies: Record<FieldGroup, Json[]> = {
      cost: [{ data: { cost_price: 1 } }, { data: { cost_price: null } }, { data: { supply: [] } }],
      prices: [{ base_price: '1.00' }, { base_price: '96.9669' }, { data: { prices: {} } }],
      customer_details: [{ data: { email: 'a@example.org' } }, { data: { other: null } }],
    };
    const [resource = '', id = ''] = path.split('/');
    for (const json of bodies[group])
      for (const answer of [
        await blind.send('PUT', `/api/secure/${path}`, json),
        await blind.send('POST', `/api/secure/${resource}`, { id, ...json }),
        await blind.send('POST', `/api/secure/${resource}`, [{ id, ...json }]),
      ])
        expect([answer.status, answer.problem.errors?.[0]?.code, leaked(answer.text, group)]).toEqual([
          422,
          'hidden_field',
          [],
        ]);
    // As it was read, with another name: nothing that was not there is taken for empty.
    const seen = z
      .looseObject({ version: z.number() })
      .parse((await blind.send('GET', `/api/secure/${path}`)).json);
    const own = group === 'cost' ? { name: 'Marked loaf!' } : { name: `${String(seen['name'])}!` };
    const changed = await blind.send('PUT', `/api/secure/${path}`, own);
    expect([changed.status, leaked(changed.text, group)]).toEqual([200, []]);
    const stale = await blind.send('PUT', `/api/secure/${path}`, own, { 'If-Match': '"stale"' });
    expect([stale.status, leaked(stale.text, group)]).toEqual([412, []]);
    expect(await stored()).toMatchObject({
      ...before,
      name: own.name,
      version: expect.any(Number),
      modified_at: expect.any(String),
      data: { ...z.looseObject({}).parse(before['data']), modified_at: expect.any(String) },
    });
    await put(path, { name: String(before['name']) });
  });
});

it('what a role may only read is sent back as it is, and changed in no way', async () => {
  const fixed = await inRole({ rights: allRights([]), read_only: [...fieldGroupNames] });
  const loaf = z
    .looseObject({ data: z.looseObject({}) })
    .parse((await fixed.send('GET', `/api/secure/plu/${ids['plu']}`)).json);
  expect(loaf).toMatchObject({ base_price: '96.9669', data: { cost_price: 72.7227 } });
  const { base_price: price, data } = loaf;
  const { modified_at: _, ...kept } = data;
  expect(
    (await fixed.send('PUT', `/api/secure/plu/${ids['plu']}`, { base_price: price, data: kept })).status,
  ).toBe(200);
  for (const json of [
    { base_price: '1.00' },
    { data: { cost_price: 1 } },
    { data: { prices: { [ids['pricelist'] ?? '']: null } } },
    { data: { supply: [{ supplier: ids['supplier'], batch_value: 1 }] } },
  ])
    for (const answer of [
      await fixed.send('PUT', `/api/secure/plu/${ids['plu']}`, json),
      await fixed.send('POST', '/api/secure/plu', [{ id: ids['plu'], ...json }]),
    ])
      expect([answer.status, answer.problem.errors?.[0]?.code]).toEqual([422, 'read_only_field']);
  // Nor by a change set that they apply.
  const set = z
    .looseObject({ id: z.string() })
    .parse((await fixed.send('POST', '/api/secure/changeset', { name: 'Mine' })).json);
  await fixed.send('POST', `/api/secure/changeset/${set.id}/items`, [
    { resource: 'plu', record_id: ids['plu'], patch: { base_price: '1.00' } },
  ]);
  await fixed.send('POST', `/api/secure/changeset/${set.id}/preview`, {});
  await expect
    .poll(async () => (await fixed.send('GET', `/api/secure/changeset/${set.id}`)).json, { timeout: 10_000 })
    .toMatchObject({ status: 'draft', counts: { refused: 1 } });
});

describe('a role with a largest change of a price', () => {
  it('changes prices within it, and by more on no way in', async () => {
    const bound = await inRole({ rights: allRights([]), largest_price_change: 10 });
    const product = await on.samples.minimal(contracts.plu);
    const list = ids['pricelist'] ?? '';
    const id = await made('plu', {
      ...product,
      base_price: '10.00',
      data: { prices: { [list]: { type: 'price', amount: '20.00' } } },
    });
    const sent = async (json: Json) => {
      const answers = [
        await bound.send('PUT', `/api/secure/plu/${id}`, json),
        await bound.send('POST', '/api/secure/plu', { id, ...json }),
        await bound.send('POST', '/api/secure/plu', [{ id, ...json }]),
      ];
      await put(`plu/${id}`, {
        base_price: '10.00',
        data: { prices: { [list]: { type: 'price', amount: '20.00' } } },
      });
      return answers.map((answer) =>
        answer.status === 422 ? answer.problem.errors?.[0]?.code : answer.status,
      );
    };
    const too = 'price_change_too_large';
    expect(await sent({ base_price: '11.00' })).toEqual([200, 200, 200]);
    expect(await sent({ base_price: '9.00' })).toEqual([200, 200, 200]);
    expect(await sent({ base_price: '11.01' })).toEqual([too, too, too]);
    expect(await sent({ base_price: '8.99' })).toEqual([too, too, too]);
    expect(await sent({ data: { prices: { [list]: { type: 'price', amount: '22.00' } } } })).toEqual([
      200, 200, 200,
    ]);
    expect(await sent({ data: { prices: { [list]: { type: 'price', amount: '22.01' } } } })).toEqual([
      too,
      too,
      too,
    ]);
    expect(await sent({ data: { prices: { [list]: { amount: 1e21 } } } })).toEqual([too, too, too]);
    // Without its own price there it has the base price.
    expect(await sent({ data: { prices: { [list]: null } } })).toEqual([too, too, too]);
    const twice = await bound.send('POST', '/api/secure/plu', [
      { id, base_price: '11.00' },
      { id, base_price: '12.10' },
    ]);
    expect(twice.status).toBe(422);
  });
});

describe('a role of the company', () => {
  it.each([
    ['of a manager', rightsOf('manager')],
    [
      'of few rights',
      ['plu.read', 'plu.update', 'businessday.read', 'businessday.update', 'businessday.close'],
    ],
    ['of none', []],
  ])('with the rights %s gets into what they name, and nowhere else', async (_, rights) => {
    const { jar } = await inRole({ rights: [...rights] });
    const held = [...rights, ...ofEverybody];
    const open = await allowedRoutes(on, { Cookie: jar.cookie });
    const may = Object.keys(rules).filter((rule) => held.includes(rules[rule]?.right ?? ''));
    expect(open).toEqual(may);
  });

  it('that is deactivated, or loses a right, opens nothing from the next request on', async () => {
    const one = await inRole({ rights: ['plu.read', 'tax.read'] });
    expect((await one.send('GET', '/api/secure/plu?limit=1')).status).toBe(200);
    await put(`role/${one.roleId}`, { data: { rights: ['tax.read'] } });
    expect((await one.send('GET', '/api/secure/plu?limit=1')).status).toBe(403);
    expect((await one.send('GET', '/api/secure/tax?limit=1')).status).toBe(200);
    await put(`role/${one.roleId}`, { active: false });
    expect((await one.send('GET', '/api/secure/tax?limit=1')).status).toBe(403);
    expect((await one.send('GET', '/api/secure/me')).json).toMatchObject({
      role: 'manager',
      custom_role: { id: one.roleId },
      rights: [...ofEverybody],
    });
  });

  it('names rights that there are, with what they need, none that shows what it hides, and go with no administrator', async () => {
    const post = async (data: Json) =>
      (await on.send('POST', '/api/secure/role', { json: { name: 'R', data } })).status;
    expect(await post({ rights: ['plu.fly'] })).toBe(422);
    expect(await post({ rights: ['apikey.create'] })).toBe(422);
    expect(await post({ rights: ['plu.update'] })).toBe(422);
    expect(await post({ rights: ['report.read', 'report.margin', 'plu.read'], hidden: ['cost'] })).toBe(422);
    expect(await post({ rights: ['report.read', 'plu.read'], hidden: ['cost'] })).toBe(201);
    const id = await made('role', { name: 'Any' });
    const parts = [
      { id, data: { rights: ['sales.read', 'sales.update', 'event.read'] } },
      { id, data: { hidden: ['prices'] } },
    ];
    expect((await on.send('POST', '/api/secure/role', { json: parts })).status).toBe(422);
    const { id: user } = await person('manager');
    const give = async (json: Json) => (await on.send('PUT', `/api/secure/user/${user}`, { json })).status;
    expect(await give({ role: 'admin', role_id: id })).toBe(422);
    expect(await give({ role: 'accountant', role_id: id })).toBe(200);
    expect(await give({ role: 'admin' })).toBe(422);
    expect(await give({ role: 'admin', role_id: null })).toBe(200);
  });
});

it('no answer that is kept for one role is given to another', async () => {
  const sees = await inRole({ rights: allRights([]) });
  const blind = await inRole({ rights: allRights(['prices']), hidden: ['prices'] });
  for (const window of [sees, blind, sees, blind]) {
    const answer = await window.send('GET', '/api/secure/plu?page=1');
    expect(answer.text.includes('96.9669')).toBe(window === sees);
  }
  const etag = (await sees.send('GET', '/api/secure/plu?page=1')).header('etag');
  expect(
    (await blind.send('GET', '/api/secure/plu?page=1', undefined, { 'If-None-Match': etag })).status,
  ).toBe(200);
});
