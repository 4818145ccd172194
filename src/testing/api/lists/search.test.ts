import { beforeAll, describe, expect, it } from 'vitest';
import { pathOf, pagesOf, resources, stage } from '../start';

const on = stage();

describe.each(resources)('searching %s', (_, resource) => {
  const names = [
    'Cinnamon bun',
    'Cinnamon  tea 250 g',
    'Äänekoski RUISLEIPÄ',
    '100% juice',
    '100 juice',
    'under_score',
    'underXscore',
    `O'Neill "quoted"`,
    String.raw`back\slash`,
    'Straße',
    'x9 unit',
  ];
  const found = async (q: string) => {
    const { entities } = await on.send(
      'GET',
      `${pathOf(resource)}?sort=name&pageSize=1000&q=${encodeURIComponent(q)}`,
    );
    return entities
      .map((entity) => entity.name)
      .filter((name) => names.includes(name))
      .toSorted();
  };

  beforeAll(async () => {
    const body = await on.samples.minimal(resource);
    await on.send('POST', pathOf(resource), { json: names.map((name) => ({ ...body, name })) });
  });

  it('finds a part of a name, in any case, and nothing without it', async () => {
    expect(await found('innam')).toEqual(['Cinnamon  tea 250 g', 'Cinnamon bun']);
    expect(await found('RUISLEIPä')).toEqual(['Äänekoski RUISLEIPÄ']);
    expect(await found('äänek')).toEqual(['Äänekoski RUISLEIPÄ']);
    expect(await found('zzz')).toEqual([]);
  });

  it('finds what has all words, in any order and with any space between', async () => {
    expect(await found('bun cinnamon')).toEqual(['Cinnamon bun']);
    expect(await found('  tea\u2003\u00a0cinnamon ')).toEqual(['Cinnamon  tea 250 g']);
    expect(await found('bun tea')).toEqual([]);
  });

  it('finds a part of a name that begins and ends inside words, whatever their length', async () => {
    expect(await found('on bu')).toEqual(['Cinnamon bun']);
    expect(await found('on te')).toEqual(['Cinnamon  tea 250 g']);
    expect(await found('a 250')).toEqual(['Cinnamon  tea 250 g']);
    expect(await found('on zz')).toEqual([]);
  });

  it('matches one and two letters at the beginnings of words alone', async () => {
    expect(await found('bu')).toEqual(['Cinnamon bun']);
    expect(await found('x9')).toEqual(['x9 unit']);
    expect(await found('un')).toEqual(['underXscore', 'under_score', 'x9 unit']);
    expect(await found('ci bu')).toEqual(['Cinnamon bun']);
  });

  it('takes %, _, quotes and backslashes as they are', async () => {
    expect(await found('100%')).toEqual(['100% juice']);
    expect(await found('r_s')).toEqual(['under_score']);
    expect(await found(`o'n`)).toEqual([`O'Neill "quoted"`]);
    expect(await found('"quoted"')).toEqual([`O'Neill "quoted"`]);
    expect(await found(String.raw`k\s`)).toEqual([String.raw`back\slash`]);
    for (const wild of ['%%%', '___', '%', '_', '\\', "';--", '％％％', '＿＿＿', '100％ ＿＿＿', '＼']) {
      expect([wild, await found(wild)]).toEqual([wild, []]);
    }
  });

  it('finds characters by their compatible forms', async () => {
    expect(await found('１００％')).toEqual(['100% juice']);
    expect(await found('a\u0308a\u0308nek')).toEqual(['Äänekoski RUISLEIPÄ']);
  });

  it('gives everything for an empty or blank search', async () => {
    const all = (await on.send('GET', pagesOf(resource))).header('x-total-count');
    for (const q of ['', ' ', '%20%C2%A0']) {
      expect((await on.send('GET', pagesOf(resource, `q=${q}`))).header('x-total-count')).toBe(all);
    }
  });

  it('finds the codes and numbers that a person would type', async () => {
    const body = { ...(await on.samples.full(resource)), name: 'Coded' };
    const codes = Object.entries(body).filter(
      ([name]) => /(_num|productid|^code)$/.test(name) && resource.filters.includes(name),
    );
    for (const [name, value] of codes) {
      const code = typeof value === 'number' ? 98_765_432 : `${value}zq7`;
      await on.send('POST', pathOf(resource), { json: { ...body, [name]: code } });
      const { entities } = await on.send('GET', pagesOf(resource, `q=${encodeURIComponent(code)}`));
      expect([name, entities.map((entity) => entity[name])]).toEqual([name, [code]]);
    }
  });

  it('counts what it finds, and pages and walks through it', async () => {
    const answer = await on.send('GET', `${pathOf(resource)}?q=cinnamon&pageSize=1`);
    expect(answer.header('x-total-count')).toBe('2');
    const [first] = answer.entities;
    const walk = await on.send('GET', `${pathOf(resource)}?q=cinnamon&limit=1`);
    expect(walk.step.data).toEqual([first]);
    const next = await on.send(
      'GET',
      `${pathOf(resource)}?q=cinnamon&limit=1&cursor=${walk.step.next_cursor}`,
    );
    expect([next.step.data.length, next.step.has_more]).toEqual([1, false]);
  });

  it('refuses more than 200 characters', async () => {
    const answer = await on.send('GET', `${pathOf(resource)}?q=${'a'.repeat(201)}`);
    expect([answer.status, answer.pointers]).toEqual([400, ['?q']]);
  });
});
