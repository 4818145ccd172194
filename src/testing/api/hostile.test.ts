import { describe, expect, it } from 'vitest';
import type { Resource } from '@/contract/resource';
import { contracts } from '@/resources/contracts';
import { changeSets } from '@/testing/change-sets';
import { document } from '@/testing/declared';
import { pathOf, unknownId, resources, stage } from './start';

const on = stage();

/** Bodies of many megabytes are read before anything looks at a resource: these have one of each kind of table and most lists. */
const withLargeBodies = ['plu', 'customer', 'company'];

describe.each(resources)('a hostile body for %s', (_, resource) => {
  const isLarge = withLargeBodies.includes(resource.name);
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    on.send('POST', pathOf(resource), { body, headers });
  /** A body with `data` as it is written, and before it what the resource cannot do without. */
  const withData = async (data: string) => {
    const { data: needed = {}, ...fields } = await on.samples.minimal(resource);
    const first = JSON.stringify(needed).slice(1, -1);
    const whole = first === '' ? data : data.replace(/^\{/, `{${first},`);
    return `${JSON.stringify({ ...fields, id: unknownId }).slice(0, -1)},"data":${whole}}`;
  };
  /** The same with an id that no record has, or without one if the service generates it. */
  const createWith = async (data: string) =>
    (await withData(data)).replace(
      `"id":"${unknownId}"`,
      resource.generatesIds ? '"active":true' : `"id":"${crypto.randomUUID()}"`,
    );
  const nothingWritten = async () =>
    expect((await on.send('GET', pathOf(resource, unknownId))).status).toBe(404);

  it.each([
    ['', 'malformed_json'],
    ['{', 'malformed_json'],
    ['{"name":"x",}', 'malformed_json'],
    ["{'name':1}", 'malformed_json'],
    ['{"name":01}', 'malformed_json'],
    ['{"name":NaN}', 'malformed_json'],
    ['{} {}', 'malformed_json'],
    ['["a', 'malformed_json'],
    ['{"name":"a\u0000b"}', 'malformed_json'],
    [`${'['.repeat(33)}${']'.repeat(33)}`, 'too_deep'],
    ['['.repeat(100_000), 'too_deep'],
  ])('%j is 400 and names the reason, not the record', async (body, code) => {
    const answer = await post(body.slice(0, 200_000));
    expect([answer.status, answer.problem.code]).toEqual([400, code]);
  });

  it('that is not UTF-8 is 400', async () => {
    const bytes = Uint8Array.from([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')]);
    expect((await post(bytes)).problem).toMatchObject({ status: 400, code: 'malformed_json' });
  });

  it('of another content type is 415, and of a JSON one is read', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'application/jsonx',
      'text/json',
      '',
    ]) {
      expect([type, (await post('[]', { 'Content-Type': type })).status]).toEqual([type, 415]);
    }
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/merge-patch+json',
    ]) {
      expect([type, (await post('[]', { 'Content-Type': type })).status]).toEqual([type, 200]);
    }
  });

  if (isLarge)
    it('too large is 413: an object of 1 MiB, an array of 8 MiB, 1,001 items, also when it announces no length', async () => {
      const object = await withData(`{"x":"${'a'.repeat(1024 * 1024)}"}`);
      expect((await post(object)).problem).toMatchObject({ status: 413, code: 'body_too_large' });
      expect((await post(`[${' '.repeat(8 * 1024 * 1024)}]`)).problem.code).toBe('body_too_large');
      expect((await post(`[${'{},'.repeat(1000)}{}]`)).problem).toMatchObject({
        status: 413,
        code: 'too_many_items',
      });
      expect((await post('[]', { 'Content-Length': '99999999' })).status).toBe(413);
      await nothingWritten();
    });

  it.each([
    ['null', ['']],
    ['5', ['']],
    ['"text"', ['']],
    ['true', ['']],
    ['[null]', ['/0']],
    ['[{"active":true},5,[]]', ['/1', '/2']],
    ['{"active":null}', ['/active']],
    ['{"active":"true"}', ['/active']],
    ['{"active":1}', ['/active']],
    ['{"data":null}', ['/data']],
    ['{"data":[]}', ['/data']],
    ['{"data":"{}"}', ['/data']],
    ['{"name":null}', ['/name']],
    ['{"name":7}', ['/name']],
    ['{"id":null}', ['/id']],
    ['{"id":""}', ['/id']],
    ['{"id":"{018f3a6c-2b71-7d04-9f1e-5a90d3e2c41b}"}', ['/id']],
    ['{"id":"018f3a6c2b717d049f1e5a90d3e2c41b"}', ['/id']],
    ['{"tenant_id":"018f3a6c-2b71-7d04-9f1e-5a90d3e2c41b"}', ['/tenant_id']],
    ['{"seq":1}', ['/seq']],
    ['{"search":"x"}', ['/search']],
    ['{"constructor":{"prototype":{}}}', ['/constructor']],
    ['{"__proto__":{"active":false}}', ['/__proto__']],
    ['[{"__proto__":{}},{"a/b~c":1}]', ['/0/__proto__', '/1/a~1b~0c']],
  ])('%s is 422 at the right place', async (body, pointers) => {
    const answer = await post(body);
    expect([answer.status, answer.pointers]).toEqual([422, pointers]);
  });

  it.each(['', ' \n '])('with the name %j is 422, unless the contract lets names be empty', async (name) => {
    const answer = await post(JSON.stringify({ name, active: 1 }));
    const mayBeEmpty = resource.fields.name.schema.safeParse('').success;
    expect([answer.status, answer.pointers.toSorted()]).toEqual([
      422,
      ['/active', ...(mayBeEmpty ? [] : ['/name'])],
    ]);
  });

  it('with a name of 401 characters is 422, with its limit; of 400 it is kept', async () => {
    const body = await on.samples.minimal(resource);
    const long = await on.send('POST', pathOf(resource), { json: { ...body, name: 'ä'.repeat(401) } });
    expect(long.problem.errors).toMatchObject([{ pointer: '/name', code: 'too_long', limit: 400 }]);
    expect(
      (await on.send('POST', pathOf(resource), { json: { ...body, name: '🧀'.repeat(200) } })).status,
    ).toBe(201);
  });

  it.each([
    ['{"x":"a\\u0000"}', '/data/x'],
    ['{"a\\u0000":1}', '/data/a\0'],
    ['{"x":["\\ud800"]}', '/data/x/0'],
    ['{"x":"\\udc00\\ud800"}', '/data/x'],
    ['{"x":1.2345678901234567890123456789012345678901}', '/data/x'],
    ['{"x":12345678901234567890123456789012345678901}', '/data/x'],
    ['{"x":1e41}', '/data/x'],
    ['{"x":[{"y":1E-41}]}', '/data/x/0/y'],
    ['{"x":1e999999999999}', '/data/x'],
    [`{"x":1${'0'.repeat(200)}}`, '/data/x'],
    [`{"x":0.${'0'.repeat(200)}1}`, '/data/x'],
    ['{"__proto__":{"x":"\\u0000"}}', '/data/__proto__/x'],
    ['{"x":1,"x":"\\u0000"}', '/data/x'],
    ['{"x":"\\u0000","x":1}', '/data/x'],
  ])('with data %s is 422: it could not be kept as it is', async (data, pointer) => {
    const answer = await post(await withData(data));
    expect([answer.status, answer.pointers]).toEqual([422, [pointer]]);
    await nothingWritten();
  });

  it('with a key twice is taken as the last of them says, wherever it stands', async () => {
    const body = await createWith('{"x":1,"x":2.00000000000000000001}');
    const answer = await post(body.replace(/^\{/, '{"name":"first",'));
    expect(answer.status).toBe(201);
    expect(answer.text).toContain('"x": 2.00000000000000000001');
    expect(answer.entity.name).not.toBe('first');
  });

  it('with __proto__ in data keeps it as a key like any other', async () => {
    const answer = await post(await createWith('{"__proto__":{"polluted":true}}'));
    expect(answer.text).toContain('"__proto__": {"polluted": true}');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('with many thousand faults is answered with some of them, at a size that can be read', async () => {
    const many = isLarge ? 90_000 : 2000;
    const keys = Array.from({ length: many }, (_, n) => `"k${n}":1`).join(',');
    const answer = await post(`{${keys}}`);
    expect(answer.status).toBe(422);
    expect(answer.pointers.length).toBeLessThanOrEqual(1000);
    const lists = Object.keys(resource.data.shape).map((key) => `"${key}":[${'null,'.repeat(many)}null]`);
    for (const list of lists) expect([200, 201, 422]).toContain((await post(`{"data":{${list}}}`)).status);
    expect((await post(`[${'{"data":[]},'.repeat(999)}{"data":[]}]`)).pointers).toHaveLength(1000);
  });
});

describe('a long array', () => {
  const resource = contracts.grp;
  it('that has one id 200 times in 8 MB is written in its order, each item on its own', async () => {
    const id = crypto.randomUUID();
    const body = await on.samples.minimal(resource);
    const json = Array.from({ length: 200 }, (_, n) => ({
      ...body,
      id,
      name: `${n}`,
      data: { x: `${n}`.repeat(13_000) },
    }));
    const answer = await on.send('POST', pathOf(resource), { json });
    expect(answer.status).toBe(200);
    expect(answer.entities.at(-1)).toMatchObject({
      name: '199',
      version: 200,
      data: { x: '199'.repeat(13_000) },
    });
  });
});

describe('keys that a prototype has', () => {
  const { plu, company, dpt, tax } = contracts;
  const ids = async () => {
    const [department, rate] = await Promise.all(
      [dpt, tax].map(async (one: Resource) =>
        on.send('POST', pathOf(one), { json: await on.samples.minimal(one) }),
      ),
    );
    return `"dpt_id":"${department?.entity.id}","tax_id":"${rate?.entity.id}"`;
  };
  const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

  it.each(inherited)('%s names no price list: it is refused where it stands, by every verb', async (key) => {
    const references = await ids();
    const { entity } = await on.send('POST', pathOf(plu), { body: `{"name":"Bun",${references}}` });
    const data = `"data":{"prices":{"${key}":{"type":"price","amount":"1.00"}}}`;
    const body = `{"name":"x",${references},${data}}`;
    for (const [method, path, sent, pointer] of [
      ['POST', pathOf(plu), body, ''],
      ['POST', pathOf(plu), `[${body}]`, '/0'],
      ['POST', pathOf(plu), `{"id":"${entity.id}",${data}}`, ''],
      ['PUT', pathOf(plu, entity.id), `{${data}}`, ''],
    ] as const) {
      const answer = await on.send(method, path, { body: sent });
      expect([method, answer.status, [...new Set(answer.pointers)]]).toEqual([
        method,
        422,
        [`${pointer}/data/prices/${key}`],
      ]);
    }
    expect((await on.send('GET', pathOf(plu, entity.id))).entity).toEqual(entity);
  });

  it.each(inherited)('%s as a flag is true or false, as every flag', async (key) => {
    const references = await ids();
    const body = (value: string) => `{"name":"x",${references},"data":{"flags":{"${key}":${value}}}}`;
    for (const value of ['1', '"x"', '{"a":1}', '[]']) {
      const answer = await on.send('POST', pathOf(plu), { body: body(value) });
      expect([value, answer.status, answer.pointers]).toEqual([value, 422, [`/data/flags/${key}`]]);
    }
    const stored = await on.send('POST', pathOf(plu), { body: body('true') });
    expect([stored.status, stored.text.includes(`"${key}": true`)]).toEqual([201, true]);
  });

  it.each(inherited)('%s as a kind of entity has definitions of fields, as every kind', async (key) => {
    const path = pathOf(company, on.service.companies.helsinki.companyId);
    const put = (value: string) =>
      on.send('PUT', path, { body: `{"data":{"additional_fields":{"${key}":${value}}}}` });
    const at422 = async (value: string) => {
      const answer = await put(value);
      return [answer.status, answer.pointers];
    };
    expect(await at422('{}')).toEqual([422, [`/data/additional_fields/${key}`]]);
    expect(await at422('[{"id":"x"}]')).toEqual([422, [`/data/additional_fields/${key}/0/id`]]);
    expect((await put(`[{"id":"${unknownId}"}]`)).status).toBe(200);
  });

  it.each([...inherited, 'valueOf'])(
    '%s in an item of a change set is refused by its name, and changes nothing',
    async (key) => {
      const { entity } = await on.send('POST', pathOf(dpt), { json: await on.samples.minimal(dpt) });
      const sets = changeSets(on.send);
      const set = await sets.draft([]);
      const items = `[{"resource":"dpt","record_id":"${entity.id}","patch":{"${key}":1}},
      {"resource":"dpt","record_id":"${entity.id}","patch":{"name":"x","${key}":{"active":false}}},
      {"resource":"${key}","record_id":"${entity.id}","patch":{"name":"x"}}]`;
      const address = `/api/secure/changeset/${set}/items`;
      const wrong = await on.send('POST', address, { body: items });
      expect([wrong.status, wrong.pointers]).toEqual([422, ['/2/resource']]);
      const given = `${items.slice(0, items.lastIndexOf(',\n'))}]`;
      const answer = await on.send('POST', address, { body: given });
      if (answer.status !== 200) {
        expect([answer.status, answer.text.includes(key)]).toEqual([422, true]);
        return;
      }
      await sets.move(set, 'preview');
      const found = await sets.items(set);
      expect(found.length).toBeGreaterThan(0);
      for (const { state, problems } of found) {
        expect([state, problems.some(({ pointer }) => pointer.startsWith(`/${key}`))]).toEqual([
          'refused',
          true,
        ]);
      }
      await sets.move(set, 'apply');
      expect((await on.send('GET', pathOf(dpt, entity.id))).entity).toEqual(entity);
    },
  );

  it.each(inherited)('%s at the top of a body is an unknown field', async (key) => {
    const answer = await on.send('POST', pathOf(dpt), { body: `{"name":"x","${key}":{"active":false}}` });
    expect([answer.status, answer.pointers]).toEqual([422, [`/${key}`]]);
  });
});

describe('a control character in a query', () => {
  const paths = Object.entries(document['paths'] as Record<string, Record<string, unknown>>).flatMap(
    ([path, verbs]) =>
      Object.keys(verbs)
        .filter((verb) => verb === 'get' || verb === 'post')
        .map((verb) => [verb.toUpperCase(), path.replaceAll(/\{\w+\}/g, unknownId)] as const),
  );

  it('is 400 that names the parameter, at every address', async () => {
    expect(paths.length).toBeGreaterThan(100);
    for (const [method, path] of paths) {
      const { status, pointers } = await on.send(
        method,
        `${path}?q=a%00b&x%01=1`,
        method === 'POST' ? { json: {} } : {},
      );
      expect([method, path, status, pointers]).toEqual([method, path, 400, ['?q', '?x']]);
    }
  });

  it.each(['%00', '%01', '%09', '%0A', '%0d', '%1F', '%7f', '%C2%80', '%c2%9f'])(
    '%s is one',
    async (written) => {
      for (const query of [`q=${written}`, `q${written}=1`, `name=x&tag=${written}y`])
        expect((await on.send('GET', `${pathOf(contracts.plu)}?${query}`)).status).toBe(400);
    },
  );

  it.each(['%C3%A4', '%20', '%E2%82%AC', '%C2%A0'])('%s is none', async (written) => {
    expect((await on.send('GET', `${pathOf(contracts.plu)}?q=${written}`)).status).toBe(200);
  });
});
