import { describe, expect, it } from 'vitest';
import { files as customerFiles } from '@/resources/customer/import-fields';
import { files as pluFiles } from '@/resources/plu/import-fields';
import { files as supplierFiles } from '@/resources/supplier/import-fields';
import { importFile } from '@/testing/import-file';
import { berries, eans, frozen, id, importProducts, wholesaler } from '@/testing/imported-products';

describe('what a file says', () => {
  it('is nothing where it says what is stored already', async () => {
    const file = `EAN;NIMI;OVH;OSTOHINTA;Kesä;TUOTENRO;KPL/LTK\n${eans.coffee};Kahvi vaalea 500 g;8,950;6,55;7,9;100231;12\n`;
    const { outcome, items } = await importProducts(file, { from: wholesaler });
    expect(outcome?.counts).toEqual({ created: 0, changed: 0, unchanged: 1, refused: 0 });
    expect(items).toEqual({});
  });

  it('adds no barcode that is stored in another form of its number', async () => {
    const barcodes = [eans.coffee];
    const page = JSON.stringify([{ id: id(1), name: 'A', active: true, version: 1, data: { barcodes } }]);
    const file = new Blob([`id;EAN\n${id(1)};0${eans.coffee}\n`]);
    const { items, outcome } = await importFile(file, { declaration: pluFiles, pages: [page] });
    expect([outcome?.counts.unchanged, items]).toEqual([1, {}]);
  });

  it('leaves a field as it is where a cell is empty, unless empties were chosen for its column', async () => {
    const file = `EAN;OSTOHINTA;TAGIT\n${eans.coffee};;\n`;
    expect((await importProducts(file)).items).toEqual({});
    const columns = [
      { field: 'barcode' },
      { field: 'data.cost_price', empties: true },
      { field: 'data.tags' },
    ];
    expect((await importProducts(file, { columns })).items).toEqual({ 2: { data: { cost_price: null } } });
  });

  it('counts by each key how many lines it would find', async () => {
    const file = `EAN;TUOTENRO;OVH\n${eans.coffee};100231;8,95\n${eans.berries};9;7,20\n${eans.milk};8;3,15\n`;
    const { outcome } = await importProducts(file, { from: wholesaler });
    expect(outcome?.finds).toEqual({ barcode: 3, sku: 1 });
  });

  it('names the departments that are not there, and uses those that are made or chosen in their place', async () => {
    const file = `EAN;OSASTO\n${eans.coffee};Hevi\n${eans.berries};Hevi\n${eans.milk};Jauhot\n`;
    const asked = await importProducts(file);
    expect(asked.outcome?.unknown).toEqual([
      { resource: 'dpt', text: 'Hevi', lines: 2 },
      { resource: 'dpt', text: 'Jauhot', lines: 1 },
    ]);
    const answered = await importProducts(file, {
      choices: { dpt: { hevi: 'make', jauhot: { id: frozen } } },
      made: { dpt: { hevi: id(7) } },
    });
    expect(answered.items).toEqual({ 2: { dpt_id: id(7) }, 3: { dpt_id: id(7) }, 4: { dpt_id: frozen } });
    expect(answered.refused).toEqual([]);
  });

  it('finds a supplier by its name in either case, and makes a new one with the letters of the file', async () => {
    const page = JSON.stringify([
      { id: id(1), name: 'Pohjolan Tukku Oy', active: true, version: 1, data: {} },
    ]);
    const file = new Blob(['Toimittaja;Puhelin\nPOHJOLAN TUKKU OY;040 1\nJärvi Oy;040 2\n']);
    const { items, found } = await importFile(file, { declaration: supplierFiles, pages: [page] });
    expect(items).toEqual({
      2: { data: { phone: '040 1' } },
      3: { name: 'Järvi Oy', data: { phone: '040 2' } },
    });
    expect(found).toEqual({ 2: id(1), 3: null });
  });

  it('finds a customer by number, and makes a new one with the number as a number', async () => {
    const page = JSON.stringify([
      { id: id(1), name: 'Aho', customer_num: 7, active: true, version: 1, data: {} },
    ]);
    const file = new Blob(['Asiakasnumero;Nimi\n7;Aho Oy\n12;Bergman\n']);
    const { items } = await importFile(file, { declaration: customerFiles, pages: [page] });
    expect(items).toEqual({ 2: { name: 'Aho Oy' }, 3: { customer_num: 12, name: 'Bergman' } });
  });

  it('names a product that two lines find by two barcodes of it', async () => {
    const page = JSON.stringify([
      {
        id: id(1),
        name: 'A',
        base_price: '1.00',
        active: true,
        version: 1,
        data: { barcodes: ['11111111', '22222222'] },
      },
    ]);
    const file = new Blob(['EAN;OVH\n11111111;2,00\n22222222;3,00\n']);
    const { refused } = await importFile(file, { declaration: pluFiles, pages: [page] });
    expect(refused).toEqual(['2,3 twice: 11111111']);
  });

  it('is the day from which it is valid, as the wall clock of the company', async () => {
    const { outcome } = await importProducts(`EAN;OVH;VOIMASSA\n${eans.coffee};9,05;1.4.2026 6.00\n`);
    expect(outcome?.applyAt).toBe('2026-04-01T06:00');
  });

  it('reads a path of data that no declaration knows as the stored value is', async () => {
    const { items } = await importProducts(
      `id;data.flags.hidden;data.cost_price;data.tags\n${berries};true;4.25;a; b\n`.replace('a; b', '"a; b"'),
    );
    expect(items).toEqual({ 2: { data: { flags: { hidden: true }, tags: ['a', 'b'] } } });
  });
});
