import { beforeAll, describe, expect, it } from 'vitest';
import { tables } from '@/resources/tables';
import { hasVocabulary } from '@/server/db/schema/search/search-fill';
import { searchFaults } from '@/testing/database/searched';
import { pathOf, resources, stage } from '../start';

const on = stage();

const withWords = resources.flatMap(([name, resource]) =>
  Object.values(tables)
    .filter((table) => table.resource.name === name && hasVocabulary(table))
    .map((table) => [name, resource, table] as const),
);

describe.each(withWords)('a search of %s', (_name, resource, table) => {
  const names = [
    'Sautéed Mäkelä',
    'Sauteed mushrooms',
    'Cinnamon roll',
    'Kanelipulla Öljy',
    'Ruisleipä 4711',
    'Smørrebrød Łódź',
    'K1LO sack',
  ];
  const ids: string[] = [];
  const ask = (q: string, more = '') =>
    on.send('GET', `${pathOf(resource)}?q=${encodeURIComponent(q)}${more || '&pageSize=1000'}`);
  const found = async (q: string, more = '') => {
    const answer = await ask(q, more);
    const own = answer.entities.filter(({ id }) => ids.includes(id));
    if (own.length === answer.entities.length && more === '')
      expect(answer.header('x-total-count')).toBe(String(own.length));
    return own.map((entity) => entity.name);
  };

  beforeAll(async () => {
    const body = await on.samples.minimal(resource);
    const { entities } = await on.send('POST', pathOf(resource), {
      json: names.map((each) => ({ ...body, name: each })),
    });
    ids.push(...entities.map(({ id }) => id));
  });

  it('finds what is meant without its accents, below what was typed', async () => {
    expect(await found('sauteed')).toEqual(['Sauteed mushrooms', 'Sautéed Mäkelä']);
    expect(await found('sautéed')).toEqual(['Sautéed Mäkelä', 'Sauteed mushrooms']);
    expect(await found('makela')).toEqual(['Sautéed Mäkelä']);
    expect(await found('AKEL')).toEqual(['Sautéed Mäkelä']);
    expect(await found('oljy')).toEqual(['Kanelipulla Öljy']);
    expect(await found('ruisleipa')).toEqual(['Ruisleipä 4711']);
    expect(await found('smorrebrod lodz')).toEqual(['Smørrebrød Łódź']);
    expect(await found('rüisleipä')).toEqual(['Ruisleipä 4711']);
  });

  it('finds a whole word with one letter too few, too many, wrong, or two exchanged', async () => {
    for (const slip of ['cinamon', 'cinnnamon', 'cinnemon', 'cinanmon', 'innamom', 'innamonn'])
      expect([slip, await found(slip)]).toEqual([slip, slip.startsWith('c') ? ['Cinnamon roll'] : []]);
    expect(await found('kanelipula')).toEqual(['Kanelipulla Öljy']);
    expect(await found('mekela')).toEqual(['Sautéed Mäkelä']);
    expect(await found('cinamon rol')).toEqual(['Cinnamon roll']);
    expect(await found('cinamom')).toEqual([]);
    expect(await found('rolk')).toEqual(['Cinnamon roll']);
    expect(await found('rok')).toEqual([]);
  });

  it('never guesses numbers and codes', async () => {
    expect(await found('4711')).toEqual(['Ruisleipä 4711']);
    expect(await found('ruisleipa 4711')).toEqual(['Ruisleipä 4711']);
    for (const wrong of ['4712', '47111', 'ruisleipa 4712', 'kilo', 'k2lo'])
      expect([wrong, await found(wrong)]).toEqual([wrong, []]);
  });

  it('pages and walks through both parts in one order, whatever the sort and the filters', async () => {
    for (const more of [
      '',
      '&sort=-name',
      '&sort=name&active=true',
      `&id=${ids.join(',')}`,
      '&modified_since=2020-01-01T00:00:00Z',
    ]) {
      const all = (await ask('sauteed', `&pageSize=100${more}`)).entities.map((entity) => entity.name);
      expect(all).toEqual(['Sauteed mushrooms', 'Sautéed Mäkelä']);
      for (const page of [1, 2, 3]) {
        const answer = await ask('sauteed', `&pageSize=1&page=${page}${more}`);
        expect([answer.header('x-total-count'), answer.entities.map((entity) => entity.name)]).toEqual([
          '2',
          all.slice(page - 1, page),
        ]);
      }
      const walked: unknown[] = [];
      for (let cursor = ''; ;) {
        const { step } = await ask('sauteed', `&limit=1${more}${cursor && `&cursor=${cursor}`}`);
        walked.push(...step.data.map((entity) => entity.name));
        cursor = step.next_cursor;
        if (!step.has_more) break;
      }
      expect(walked).toEqual(all);
    }
  });

  it('knows the words of records as they are now: no others are stored', async () => {
    const [id = ''] = ids.slice(2);
    await on.send('PUT', `${pathOf(resource)}/${id}`, { json: { name: 'Zimtschnecke' } });
    expect(await found('cinnamon')).toEqual([]);
    expect(await found('zimtschneke')).toEqual(['Zimtschnecke']);
    await on.send('PUT', `${pathOf(resource)}/${id}`, { json: { active: false } });
    expect(await found('zimtschneke', '&active=true&pageSize=9')).toEqual([]);
    expect(await found('zimtschneke', '&active=false&pageSize=9')).toEqual(['Zimtschnecke']);
    await on.send('PUT', `${pathOf(resource)}/${id}`, { json: { name: 'Cinnamon roll', active: true } });
    expect(await searchFaults(on.service.db, table)).toEqual([]);
  });
});

it('a child company finds its parent’s records with a slip, and nobody those of another tenant', async () => {
  const name = 'Riisipiirakka';
  for (const company of ['group', 'tampere', 'other'] as const)
    await (
      await on.service.as(company)
    )('POST', '/api/secure/grp', { json: { name: `${name} ${company}` } });
  const answer = await on.send('GET', '/api/secure/grp?q=riisipirakka');
  expect(answer.entities.map((entity) => entity.name)).toEqual(['Riisipiirakka group']);
  expect(answer.header('x-total-count')).toBe('1');
});
