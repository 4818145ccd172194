import { files as pluFiles } from '@/resources/plu/import-fields';
import type { Chosen } from '@/app/files/reading/scan';
import type { Decisions } from '@/app/files/understanding/import-plan';
import { importFile, type TestedImport } from './import-file';

/** A stored product and what it refers to, for the tests of files that other programs are reported to read wrongly. */

export const grocery = '0192e5a0-1111-7000-8000-000000000001';
export const general = '0192e5a0-2222-7000-8000-000000000002';
export const gifts = '0192e5a0-2222-7000-8000-000000000003';
const barista = '0192e5a0-0000-7000-8000-000000000001';
export const references = {
  dpt: [{ id: grocery, name: 'Grocery', codes: ['1'], isActive: true }],
  tax: [
    { id: general, name: 'General', codes: ['A'], rate: '25.5', isActive: true },
    { id: gifts, name: 'Gift cards', codes: ['Z'], rate: '0', isActive: true },
  ],
  supplier: [],
  pricelist: [],
};
export const page = JSON.stringify([
  {
    id: barista,
    name: 'Stored',
    base_price: '2.00',
    active: true,
    version: 1,
    dpt_id: grocery,
    tax_id: general,
    productid: 'ST1',
    data: { barcodes: ['12345678', '036000291452', '6430014310064'] },
  },
]);

export const imported = (
  file: Blob | string,
  decisions?: Decisions,
  chosen?: Chosen,
  priceTax: boolean | null = null,
): Promise<TestedImport> =>
  importFile(typeof file === 'string' ? new Blob([file]) : file, {
    declaration: pluFiles,
    pages: [page],
    references,
    currency: 'EUR',
    zone: 'Europe/Helsinki',
    decisions,
    chosen,
    priceTax,
  });
export const said = async (file: Blob | string, decisions?: Decisions, chosen?: Chosen) => {
  const { undecided, items, refused } = await imported(file, decisions, chosen);
  return { undecided, items, refused };
};

/** A new product, as an item. */
export const item = (productid: string, name: string, price = '1.50') => ({
  productid,
  name,
  base_price: price,
  dpt_id: grocery,
  tax_id: general,
});
