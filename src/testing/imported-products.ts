import { files as pluFiles } from '@/resources/plu/import-fields';
import type { Decisions } from '@/app/files/understanding/import-plan';
import { importFile, type TestedImport } from './import-file';

/** Products, and what they refer to, for the tests of imported files. */

export const id = (n: number) => `0192e5a0-0000-7000-8000-00000000000${n}`;
export const company = id(9);
export const [coffee, berries, milk, parents] = [id(1), id(2), id(3), id(4)];
export const [grocery, frozen, tax14, tax25, wholesaler, summer] = [
  '0192e5a0-1111-7000-8000-000000000001',
  '0192e5a0-1111-7000-8000-000000000002',
  '0192e5a0-2222-7000-8000-000000000001',
  '0192e5a0-2222-7000-8000-000000000002',
  '0192e5a0-3333-7000-8000-000000000001',
  '0192e5a0-4444-7000-8000-000000000001',
];
export const eans = {
  coffee: '6430014310064',
  berries: '6430015203075',
  milk: '0643001520315',
  parents: '6430024122039',
};
export const fresh = '6430014310071';

const product = (record: Record<string, unknown>, data: Record<string, unknown>) => ({
  active: true,
  company_id: company,
  version: 3,
  dpt_id: grocery,
  tax_id: tax14,
  productid: '',
  memo: '',
  ...record,
  data,
});
const page = JSON.stringify([
  product(
    { id: coffee, name: 'Kahvi vaalea 500 g', base_price: '8.95', productid: '0042' },
    {
      barcodes: [eans.coffee],
      cost_price: 6.55,
      tags: ['luomu'],
      supply: [{ supplier: wholesaler, sku: '100231', active: true, batch_size: 12, ean: '1' }],
      prices: { [summer]: { type: 'price', amount: '7.90' } },
    },
  ),
  product(
    { id: berries, name: 'Mustikka 500 g', base_price: '7.20', dpt_id: frozen },
    { barcodes: [eans.berries], cost_price: 4.25, flags: { hidden: false } },
  ),
  product(
    { id: milk, name: 'Kaurajuoma 1 L', base_price: '3.15' },
    { barcodes: [eans.milk], cost_price: 2.36 },
  ),
  product(
    { id: parents, name: 'Ruisleipä', base_price: '3.90', company_id: id(8) },
    { barcodes: [eans.parents], cost_price: 1.2 },
  ),
]);
const references = {
  dpt: [
    { id: grocery, name: 'Kuivatuotteet', codes: ['3'], isActive: true },
    { id: frozen, name: 'Pakasteet', codes: ['4'], isActive: true },
    { id: id(5), name: 'Lahjat', codes: ['5'], isActive: true },
    { id: id(6), name: 'Lahjat', codes: ['6'], isActive: true },
    { id: id(7), name: 'Vanha', codes: ['7'], isActive: false },
  ],
  tax: [
    { id: tax14, name: 'Food', codes: ['A'], rate: '13.5', isActive: true },
    { id: tax25, name: 'General', codes: ['B'], rate: '25.5', isActive: true },
  ],
  supplier: [{ id: wholesaler, name: 'Satamatukku Oy', codes: ['12'], isActive: true }],
  pricelist: [{ id: summer, name: 'Kesä', codes: [], isActive: true }],
};

/** Imports a file into these products. */
export const importProducts = (
  file: Blob | string,
  decisions?: Decisions,
  chosen?: object,
): Promise<TestedImport> =>
  importFile(typeof file === 'string' ? new Blob([file]) : file, {
    declaration: pluFiles,
    pages: [page],
    references,
    company,
    decisions,
    chosen,
  });
