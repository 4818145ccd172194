import { beforeAll, describe, expect, it } from 'vitest';
import { hasCode } from '@/record/codes';
import { hasPhone } from '@/contract/resource';
import { pathOf, resources, stage } from '../start';

const on = stage();

const codes = resources.flatMap(([name, resource]) =>
  resource.codes.map((path, index) => [`${name}: ${path}`, resource, path, index] as const),
);

/** Returns a body with a value at a path of `codes`. */
function withCode(body: Record<string, unknown>, path: string, code: string | number) {
  const [, list, key] = /^data\.(\w+)\[\](?:\.(\w+))?$/.exec(path) ?? [];
  const data = body['data'] as Record<string, unknown>;
  if (list !== undefined)
    return { ...body, data: { ...data, [list]: [key === undefined ? code : { [key]: code }] } };
  if (path.startsWith('data.')) return { ...body, data: { ...data, [path.slice('data.'.length)]: code } };
  return { ...body, [path]: code };
}

describe.each(codes)('a search by a code, %s', (_, resource, path, index) => {
  const isNumber = path in resource.fields && path.endsWith('_num') && path !== 'receipt_num';
  const q = isNumber ? '73514' : `KX73${index}K`;
  const names = ['Aa 1', 'Bb 2', 'Cc 3', 'Dd 4'].map((name) => `${name} ${q}7 ${q}`);
  const list = async (query: string) =>
    (await on.send('GET', `${pathOf(resource)}?sort=name&${query}`)).entities.map(({ name }) => name);

  beforeAll(async () => {
    for (const [n, name] of names.entries()) {
      const body = { ...(await on.samples.minimal(resource)), name };
      const code = n === 2 ? q : `${q}${n}`;
      const json = withCode(body, path, isNumber ? Number(code) : code);
      expect((await on.send('POST', pathOf(resource), { json })).status).toBe(201);
    }
  });

  it('gives its record first, in pages and by cursor, in capitals or small letters', async () => {
    const [one, two, coded, four] = names;
    for (const typed of [q, ` ${q.toLowerCase()} `]) {
      const asked = `q=${encodeURIComponent(typed)}`;
      expect(await list(`${asked}&pageSize=100`)).toEqual([coded, one, two, four]);
      expect(await list(`${asked}&pageSize=2&page=2`)).toEqual([two, four]);
      expect(await list(`${asked}&pageSize=100&active=true`)).toEqual([coded, one, two, four]);
      expect(await list(`${asked}&pageSize=100&active=false`)).toEqual([]);
      const walked: unknown[] = [];
      for (let at = '', more = true; more;) {
        const { step } = await on.send('GET', `${pathOf(resource)}?sort=name&limit=1&${asked}${at}`);
        walked.push(...step.data.map(({ name }) => name));
        at = `&cursor=${encodeURIComponent(step.next_cursor)}`;
        more = step.has_more;
      }
      expect(walked).toEqual([coded, one, two, four]);
    }
    // A name with the code is no code.
    expect(await list(`q=${q}7&pageSize=100`)).toEqual(names);
  });

  it('is what a browser goes by in front of another server', async () => {
    const { entities } = await on.send('GET', `${pathOf(resource)}?sort=name&pageSize=100&q=${q}`);
    const coded = entities.filter((entity) => hasCode(resource, entity, q));
    expect(coded.map(({ name }) => name)).toEqual([names[2]]);
  });
});

const withPhones = resources.filter(([, resource]) => hasPhone(resource));

describe.each(withPhones)('a search of %s by a phone number', (_, resource) => {
  it('finds it however it is written, as far as it is typed', async () => {
    const stored = ['+358 40 735 1467', '040-735 1467', '00358 407351467', '0407351467', '040-735 9999'];
    for (const phone of stored) {
      const body = await on.samples.minimal(resource);
      const json = { ...body, name: `At ${phone}`, data: { ...(body['data'] as object), phone } };
      expect((await on.send('POST', pathOf(resource), { json })).status).toBe(201);
    }
    const found = async (q: string) =>
      (await on.send('GET', `${pathOf(resource)}?sort=name&pageSize=100&q=${encodeURIComponent(q)}`)).entities
        .map(({ name }) => name)
        .toSorted();
    const same = stored
      .slice(0, 4)
      .map((phone) => `At ${phone}`)
      .toSorted();
    for (const typed of ['+358 40 735 1467', '0407351467', '040 735 1467', '040-7351467', '00358407351467'])
      expect([typed, await found(typed)]).toEqual([typed, same]);
    expect(await found('040 7351')).toEqual(same);
    expect(await found('040 735')).toEqual([...same, 'At 040-735 9999'].toSorted());
    expect(await found('050 735 1467')).toEqual([]);
  });
});
