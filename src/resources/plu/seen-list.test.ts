import { describe, expect, it } from 'vitest';
import { someone } from '@/testing/someone';
import { givenFields } from '@/app/files/understanding/import-field';
import { seenScreen } from '@/app/grid/seen-screen';
import type { Me } from '@/contract/session';
import { files } from './import-fields';
import { pluScreen } from './screen';

const keysOf = (me: Me | null) => seenScreen(pluScreen, me).columns.map(({ key }) => key);
const all = pluScreen.columns.map(({ key }) => key);

describe('the list of products', () => {
  it('is as declared for a built-in role', () => {
    expect(seenScreen(pluScreen, null)).toBe(pluScreen);
    expect(seenScreen(pluScreen, someone({}))).toBe(pluScreen);
  });

  it('has no column, filter or sort that tells a cost which is hidden', () => {
    const me = someone({ hidden: ['cost'] });
    expect(keysOf(me)).toEqual(all.filter((key) => key !== 'cost_price' && key !== 'margin'));
    const seen = seenScreen(pluScreen, me);
    const names = seen.filters.map(({ name }) => name);
    expect(names).toContain('supplier');
    expect(names).not.toContain('below_cost');
    expect(names).not.toContain('low_margin');
    expect(['cost_price', 'margin', 'base_price'].map((name) => seen.isHidden?.(name))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('keeps a price that is only read, which is neither edited nor set on many records', () => {
    const price = (me: Me) => seenScreen(pluScreen, me).columns.find(({ key }) => key === 'base_price');
    expect(price(someone({ hidden: ['cost'] }))?.editing).toBeDefined();
    expect(price(someone({ read_only: ['prices'] }))).toMatchObject({
      key: 'base_price',
      editing: undefined,
    });
    expect(price(someone({ read_only: ['prices'] }))).not.toHaveProperty('bulk');
    expect(keysOf(someone({ read_only: ['prices'] }))).toEqual(all);
  });
});

describe('an import of products', () => {
  it('knows no column that the role may not write, and asks for none', () => {
    expect(givenFields(files, someone({}))).toBe(files);
    const given = givenFields(files, someone({ hidden: ['cost'], read_only: ['prices'] }));
    const keys = given.fields.map(({ key }) => key);
    for (const gone of ['base_price', 'data.cost_price', 'data.supply.batch_value'])
      expect(keys).not.toContain(gone);
    for (const kept of ['name', 'productid', 'data.supply.sku', 'dpt_id']) expect(keys).toContain(kept);
    expect(given.required.filter((key) => !keys.includes(key))).toEqual([]);
  });
});
