import { beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '../../answer';
import { pathOf, unknownId, pagesOf, resources, stage } from '../start';

const on = stage();

describe.each(resources)('filtering the list of %s', (_, resource) => {
  const list = async (query: string) =>
    (await on.send('GET', `${pathOf(resource)}?pageSize=1000&${query}`)).entities.map((entity) => entity.id);
  const counted = async (query: string) =>
    (await on.send('GET', pagesOf(resource, query))).header('x-total-count');
  let all: Entity[] = [];

  beforeAll(async () => {
    const bodies = [];
    for (let n = 0; n < 6; n += 1) {
      bodies.push(
        { ...(await on.samples.full(resource)), active: n % 2 === 0 },
        await on.samples.minimal(resource),
      );
    }
    await on.send('POST', pathOf(resource), { json: bodies });
    all = (await on.send('GET', `${pathOf(resource)}?pageSize=1000`)).entities;
  });

  it.each(resource.filters)(
    'by %s gives the records with that value, all of them and no other',
    async (name) => {
      const values = [...new Set(all.map((entity) => entity[name]))].filter(
        (value) => value !== null && value !== '',
      );
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) {
        const query = `${name}=${encodeURIComponent(String(value))}`;
        const wanted = all.filter((entity) => entity[name] === value).map((entity) => entity.id);
        expect(await list(query)).toEqual(wanted);
        expect(await counted(query)).toBe(String(wanted.length));
      }
    },
  );

  it.each(resource.filters)('by not.%s gives the other records, those without a value too', async (name) => {
    const [value] = all.map((entity) => entity[name]).filter((one) => one !== null && one !== '');
    const query = `not.${name}=${encodeURIComponent(String(value))}`;
    const wanted = all.filter((entity) => entity[name] !== value).map((entity) => entity.id);
    expect(await list(query)).toEqual(wanted);
    expect(await counted(query)).toBe(String(wanted.length));
    expect(await list(`${query}&${name}=${encodeURIComponent(String(value))}`)).toEqual([]);
    expect(
      await list(
        `${query}&id=${all
          .map(({ id }) => id)
          .slice(0, 99)
          .join(',')}`,
      ),
    ).toEqual(wanted.filter((id) => all.slice(0, 99).some((entity) => entity.id === id)));
    const walked: string[] = [];
    for (let at = '', more = true; more;) {
      const { step } = await on.send('GET', `${pathOf(resource)}?limit=5&${query}${at}`);
      walked.push(...step.data.map(({ id }) => id));
      at = `&cursor=${encodeURIComponent(step.next_cursor)}`;
      more = step.has_more;
    }
    expect(walked).toEqual(wanted);
  });

  it.each([...resource.filters, ...Object.keys(resource.extraFilters)])(
    'by %s refuses what is no value of it, and never breaks',
    async (name) => {
      for (const value of [
        '',
        '%20',
        'null',
        '%00',
        "'",
        '1e3',
        '0x1f',
        '99999999999',
        '-',
        '1,',
        'ä'.repeat(500),
      ]) {
        const answer = await on.send('GET', pagesOf(resource, `${name}=${value}`));
        if (answer.status === 200) expect(answer.entities).toEqual([]);
        else expect([answer.status, answer.pointers]).toEqual([400, [`?${name}`]]);
      }
    },
  );

  it('by active splits the list in two; nothing is in both or in neither', async () => {
    const [active, deactivated] = [await list('active=true'), await list('active=false')];
    expect(active).toEqual(all.filter((entity) => entity.active).map((entity) => entity.id));
    expect(deactivated).toEqual(all.filter((entity) => !entity.active).map((entity) => entity.id));
    expect(await counted('active=true')).toBe(String(active.length));
    expect(await counted('active=false')).toBe(String(deactivated.length));
  });

  it('by id gives those of a comma list that there are, in any case; at most 100', async () => {
    const [a = '', b = ''] = all.map((entity) => entity.id);
    expect(await list(`id=${b},${unknownId},${a.toUpperCase()},${a}`)).toEqual([a, b]);
    expect(await list(`id=${Array.from({ length: 100 }, () => a).join(',')}`)).toEqual([a]);
    const tooMany = await on.send(
      'GET',
      `${pathOf(resource)}?id=${Array.from({ length: 101 }, () => a).join(',')}`,
    );
    expect([tooMany.status, tooMany.pointers]).toEqual([400, ['?id']]);
  });

  it('by modified_since includes the moment itself, and what was only read or not changed is not in it', async () => {
    const [first] = all;
    await new Promise((resolve) => setTimeout(resolve, 3));
    const { entity } = await on.send('PUT', pathOf(resource, first?.id), {
      json: { active: !first?.active },
    });
    const since = encodeURIComponent(entity.modified_at);
    expect(await list(`modified_since=${since}`)).toEqual([entity.id]);
    await on.send('PUT', pathOf(resource, all[1]?.id), { json: { name: all[1]?.name } });
    expect(await list(`modified_since=${since}`)).toEqual([entity.id]);
    const after = new Date(Date.parse(entity.modified_at) + 1).toISOString();
    expect(await list(`modified_since=${after}`)).toEqual([]);
    const inHelsinki = entity.modified_at.replace('Z', '+00:00');
    expect(await list(`modified_since=${encodeURIComponent(inHelsinki)}`)).toEqual([entity.id]);
    expect(await list('modified_since=0001-01-01T00:00:00Z')).toHaveLength(all.length);
    const off = await on.send('PUT', pathOf(resource, all[2]?.id), { json: { active: !all[2]?.active } });
    expect(await list(`modified_since=${encodeURIComponent(off.entity.modified_at)}`)).toContain(
      off.entity.id,
    );
  });

  it('combines filters: each narrows the other, and the count follows', async () => {
    const [entity] = all;
    expect(
      await list(
        `id=${entity?.id}&active=${!(await on.send('GET', pathOf(resource, entity?.id))).entity.active}`,
      ),
    ).toEqual([]);
    expect(await counted(`id=${entity?.id}&active=true&modified_since=2999-01-01T00:00:00Z`)).toBe('0');
  });
});
