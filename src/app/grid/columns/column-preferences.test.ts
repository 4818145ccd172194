import { expect, it } from 'vitest';
import { pluScreen } from '@/resources/plu/screen';
import { columnsFrom, declaredColumns, viewsFrom } from './column-preferences';

const declared = declaredColumns(pluScreen);

it('shows columns as declared where nothing was kept, or nothing that makes sense', () => {
  for (const kept of [null, 'no', 7, [], { order: 'name', sizing: null, shown: { name: 'yes' } }])
    expect(columnsFrom(kept, pluScreen)).toEqual(declared);
});

it('keeps order, widths and choice, forgets columns that are gone, and puts new ones at the end', () => {
  const kept = {
    order: ['base_price', 'gone', 'name'],
    sizing: { name: 300, base_price: 5, gone: 100 },
    shown: { memo: true, base_price: false },
  };
  const columns = columnsFrom(kept, pluScreen);
  expect(columns.order.slice(0, 2)).toEqual(['base_price', 'name']);
  expect([...columns.order].toSorted()).toEqual([...declared.order].toSorted());
  expect(columns.sizing).toEqual({ name: 300 });
  expect(columns.shown).toEqual({ memo: true, base_price: false });
});

it('reads views, and leaves out what is none', () => {
  const view = { name: 'Bakery', search: 'dpt_id=1', columns: {} };
  expect(viewsFrom([view, { name: 'x' }, null, 3])).toEqual([view]);
  expect(viewsFrom({ 0: view })).toEqual([]);
});
