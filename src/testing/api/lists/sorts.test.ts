import { beforeAll, describe, expect, it } from 'vitest';
import { Big } from 'big.js';
import type { Entity } from '../../answer';
import { pathOf, resources, stage } from '../start';

const on = stage();

const finnish = new Intl.Collator('fi');

/** Compares as people expect: numbers by value, text by the Finnish alphabet. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [String(a), String(b)];
  const decimal = /^-?\d+\.\d+$/;
  return decimal.test(left) && decimal.test(right) ? new Big(left).cmp(right) : finnish.compare(left, right);
}

describe.each(resources)('sorting the list of %s', (_, resource) => {
  const list = async (sort: string): Promise<Entity[]> =>
    (await on.send('GET', `${pathOf(resource)}?pageSize=1000&sort=${sort}`)).entities;

  beforeAll(async () => {
    const bodies = [];
    for (const name of ['Öljy', 'zeta', 'Ääkkönen', 'Åbo', 'alfa', 'Beta', 'ahti', 'Zulu', 'ärjy']) {
      bodies.push({ ...(await on.samples.full(resource)), name });
      bodies.push({ ...(await on.samples.minimal(resource)), name: `${name} 2` });
    }
    await on.send('POST', pathOf(resource), { json: bodies });
  });

  it('by name puts Å, Ä and Ö after Z, and small and capital letters together', async () => {
    const names = (await list('name')).map((entity) => entity.name).filter((name) => !/\d/.test(name));
    expect(names).toEqual(['ahti', 'alfa', 'Beta', 'zeta', 'Zulu', 'Åbo', 'ärjy', 'Ääkkönen', 'Öljy']);
  });

  it.each(resource.sorts)(
    'by %s goes up, and down with a minus; what has no value comes last both ways',
    async (sort) => {
      for (const [direction, sign] of [
        ['', 1],
        ['-', -1],
      ] as const) {
        const values = (await list(`${direction}${sort}`)).map((entity) => entity[sort]);
        const filled = values.filter((value) => value !== null);
        expect(values.slice(0, filled.length)).toEqual(filled);
        expect(filled).toEqual(filled.toSorted((a, b) => sign * compare(a, b)));
      }
    },
  );

  it('keeps the order of creation where a sort finds no difference', async () => {
    const sorted = await list('modified_at');
    const created = (await on.send('GET', `${pathOf(resource)}?pageSize=1000`)).entities;
    expect(sorted).toEqual(created);
  });

  it('sorts by several fields, and takes one twice or a comma too many', async () => {
    const twice = (await list('-modified_at,name,,name')).map((entity) => entity.id);
    const once = (await list('-modified_at,name')).map((entity) => entity.id);
    expect(twice).toEqual(once);
  });
});
