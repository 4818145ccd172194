import type { LoadComputed } from '@/app/files/out/computed';
import type { ImportDeclaration, ImportField } from '@/app/files/understanding/import-field';
import { knownFlags } from './contract';
import { en } from './en';
import { finnishLabels } from './file-labels';
import { holdsTax } from './fields/holds-tax';
import { marginOf } from './fields/margin';

const flagNames: Readonly<Record<(typeof knownFlags)[number], ImportField['label']>> = {
  kitchenprinter: { en: 'Kitchen printer', fi: 'Keittiötulostin' },
  ask_takeaway: { en: 'Ask takeaway', fi: 'Kysy mukaan' },
  discount_allowed: { en: 'Discount allowed', fi: 'Alennus sallittu' },
  open_price: { en: 'Open price', fi: 'Avoin hinta' },
  weighed: { en: 'Weighed', fi: 'Punnittava' },
  hidden: { en: 'Hidden', fi: 'Piilotettu' },
};

const label = (key: keyof typeof finnishLabels) => ({ en: en[key], fi: finnishLabels[key] });

/** A field of the supplier's line of a product. */
const ofSupplier = (
  member: string,
  kind: ImportField['kind'],
  words: ImportField['label'],
  names: readonly string[],
): ImportField => ({
  key: `data.supply.${member}`,
  kind,
  label: words,
  names,
  path: ['data', 'supply'],
  place: 'line',
  member,
  max: 100,
});

/** What files say about products. */
export const files: ImportDeclaration = {
  resource: 'plu',
  required: ['name', 'dpt_id', 'tax_id'],
  makes: ['dpt', 'supplier'],
  taxedBy: 'tax_id',
  from: { resource: 'supplier', member: 'supplier' },
  keys: [
    { name: 'id', field: 'id', label: { en: 'ID', fi: 'Tunniste' }, path: ['id'] },
    { name: 'code', field: 'productid', label: { en: 'Code', fi: 'Koodi' }, path: ['productid'] },
    {
      name: 'barcode',
      field: 'barcode',
      label: { en: 'Barcode', fi: 'Viivakoodi' },
      path: ['data', 'barcodes'],
      isBarcode: true,
    },
    {
      name: 'sku',
      field: 'data.supply.sku',
      label: { en: 'Supplier’s number', fi: 'Toimittajan numero' },
      path: ['data', 'supply'],
      member: 'sku',
    },
  ],
  fields: [
    { key: 'id', kind: 'id', label: { en: 'ID', fi: 'Tunniste' }, names: ['guid', 'uuid'], path: ['id'] },
    {
      key: 'barcode',
      kind: 'barcode',
      label: { en: 'Barcode', fi: 'Viivakoodi' },
      names: [
        'ean',
        'ean13',
        'ean-koodi',
        'gtin',
        'gtin13',
        'upc',
        'ean/gtin',
        'ean code',
        'tuotteen ean',
        'ean myyntierä',
        'ean kpl',
      ],
      path: ['data', 'barcodes'],
      place: 'add',
      note: {
        en: 'All digits, as text. It is added to the product’s barcodes.',
        fi: 'Kaikki numerot tekstinä. Lisätään tuotteen viivakoodeihin.',
      },
    },
    {
      key: 'productid',
      kind: 'code',
      label: label('productid'),
      names: [
        'tuotekoodi',
        'plu',
        'sku',
        'product code',
        'item code',
        'nimikekoodi',
        'oma koodi',
        'sisäinen koodi',
      ],
      path: ['productid'],
      max: 100,
      isClearable: true,
    },
    {
      key: 'name',
      kind: 'text',
      label: label('name'),
      names: [
        'nimi',
        'nimike',
        'tuote',
        'tuotenimi',
        'tuotteen nimi',
        'product',
        'product name',
        'description',
        'kuvaus',
        'selite',
        'item',
      ],
      path: ['name'],
    },
    {
      key: 'name:new',
      kind: 'text',
      label: { en: 'Name, of new ones only', fi: 'Nimi, vain uusille' },
      path: ['name'],
      place: 'new',
    },
    {
      key: 'receipt_name',
      kind: 'text',
      label: label('receipt_name'),
      names: ['kuittinimi', 'short name'],
      path: ['receipt_name'],
      isClearable: true,
    },
    {
      key: 'base_price',
      kind: 'decimal',
      label: { en: 'Base price', fi: 'Perushinta' },
      names: [
        'hinta',
        'price',
        'ovh',
        'myyntihinta',
        'vähittäishinta',
        'retail price',
        'rrp',
        'suositushinta',
        'sales price',
        'vh',
        'svh',
      ],
      path: ['base_price'],
      unit: 'currency',
      isPrice: true,
      note: {
        en: 'With tax, unless the company says that its prices are without.',
        fi: 'Sisältää veron, ellei yritys sano hintojensa olevan ilman.',
      },
    },
    {
      key: 'data.cost_price',
      kind: 'number',
      label: label('data.cost_price'),
      names: [
        'ostohinta',
        'hankintahinta',
        'ostohinta alv 0',
        'ostohinta alv 0 %',
        'cost',
        'purchase price',
        'osto',
        'netto',
        'nettohinta',
        'net price',
        'wholesale price',
        'tukkuhinta',
      ],
      path: ['data', 'cost_price'],
      unit: 'currency',
      tax: 'without',
      isClearable: true,
      note: { en: 'Without tax.', fi: 'Ilman veroa.' },
    },
    {
      key: 'dpt_id',
      kind: 'reference',
      references: 'dpt',
      label: label('dpt_id'),
      names: ['department', 'ryhmä', 'tuoteryhmä', 'osaston nimi', 'category', 'group', 'kategoria'],
      path: ['dpt_id'],
      note: { en: 'Its name, number or ID.', fi: 'Nimi, numero tai tunniste.' },
    },
    {
      key: 'tax_id',
      kind: 'reference',
      references: 'tax',
      label: label('tax_id'),
      names: ['alv', 'alv %', 'alv%', 'vat', 'vat %', 'tax', 'verokanta', 'vero', 'alv-kanta', 'tax rate'],
      path: ['tax_id'],
      note: { en: 'Its rate, name, code or ID.', fi: 'Prosentti, nimi, koodi tai tunniste.' },
    },
    {
      key: 'active',
      kind: 'flag',
      label: label('active'),
      names: ['aktiivinen', 'valikoimassa'],
      path: ['active'],
    },
    {
      key: 'memo',
      kind: 'text',
      label: label('memo'),
      names: ['muistio', 'note', 'huomautus'],
      path: ['memo'],
      max: 4000,
      isClearable: true,
    },
    { key: 'type', kind: 'integer', label: label('type'), path: ['type'] },
    { key: 'image_id', kind: 'id', label: label('image_id'), path: ['image_id'] },
    ofSupplier('sku', 'code', { en: 'Supplier’s number', fi: 'Toimittajan numero' }, [
      'tuotenro',
      'tuotenumero',
      'nimikenumero',
      'toimittajan tuotenumero',
      'toimittajan koodi',
      'supplier number',
      'supplier code',
      'supplier sku',
      'item number',
      'item no',
      'article number',
      'art nr',
      'tilausnumero',
      'tuote nro',
    ]),
    ofSupplier('batch_size', 'number', { en: 'Stock unit, box of', fi: 'Toimituserä, kpl' }, [
      'kpl/ltk',
      'ltk',
      'kpl/me',
      'pakkauskoko',
      'box of',
      'case size',
      'pack size',
      'units per case',
      'kpl / laatikko',
      'erä',
      'me',
    ]),
    ofSupplier('batch_name', 'text', { en: 'Stock unit, name', fi: 'Toimituserän nimi' }, [
      'pakkaus',
      'pakkaustyyppi',
      'case',
    ]),
    ofSupplier('batch_value', 'number', { en: 'Price of a box', fi: 'Erän hinta' }, [
      'laatikkohinta',
      'case price',
      'ltk-hinta',
    ]),
    ofSupplier('ean', 'barcode', { en: 'Barcode of a box', fi: 'Erän viivakoodi' }, [
      'ean ltk',
      'ean me',
      'case ean',
      'laatikon ean',
    ]),
    {
      key: 'data.tags',
      kind: 'list',
      label: label('data.tags'),
      names: ['tagit', 'avainsanat'],
      path: ['data', 'tags'],
      isClearable: true,
      note: { en: 'With semicolons between them.', fi: 'Puolipistein erotettuina.' },
    },
    {
      key: 'data.barcodes',
      kind: 'list',
      label: { en: 'All barcodes', fi: 'Kaikki viivakoodit' },
      path: ['data', 'barcodes'],
      isClearable: true,
      note: {
        en: 'Replaces the product’s barcodes; with semicolons between them.',
        fi: 'Korvaa tuotteen viivakoodit; puolipistein erotettuina.',
      },
    },
    {
      key: 'data.allergies',
      kind: 'list',
      label: label('data.allergies'),
      names: ['allergeeni'],
      path: ['data', 'allergies'],
      isClearable: true,
    },
    {
      key: 'data.pricetag.line1',
      kind: 'text',
      label: label('data.pricetag.line1'),
      path: ['data', 'pricetag', 'line1'],
      isClearable: true,
    },
    {
      key: 'data.unit_type',
      kind: 'code',
      label: label('data.unit_type'),
      path: ['data', 'unit_type'],
      max: 100,
      isClearable: true,
    },
    {
      key: 'data.stk_type',
      kind: 'code',
      label: label('data.stk_type'),
      path: ['data', 'stk_type'],
      max: 100,
      isClearable: true,
    },
    {
      key: 'data.sales_unit',
      kind: 'number',
      label: label('data.sales_unit'),
      path: ['data', 'sales_unit'],
      isClearable: true,
    },
    {
      key: 'data.refprice_size',
      kind: 'number',
      label: label('data.refprice_size'),
      names: ['vertailukoko'],
      path: ['data', 'refprice_size'],
      isClearable: true,
    },
    {
      key: 'data.refprice_type',
      kind: 'code',
      label: label('data.refprice_type'),
      path: ['data', 'refprice_type'],
      max: 100,
      isClearable: true,
    },
    {
      key: 'data.stock_qty_warning',
      kind: 'number',
      label: label('data.stock_qty_warning'),
      path: ['data', 'stock_qty_warning'],
      isClearable: true,
    },
    ...knownFlags.map((flag): ImportField => ({
      key: `data.flags.${flag}`,
      kind: 'flag',
      label: flagNames[flag],
      path: ['data', 'flags', flag],
      isClearable: true,
    })),
  ],
  each: {
    resource: 'pricelist',
    field: {
      key: 'data.prices.{id}.amount',
      kind: 'amount',
      label: { en: 'Price list “{name}”', fi: 'Hinnasto ”{name}”' },
      names: ['{name}', 'hinta {name}', 'price {name}', '{name} hinta', '{name} price'],
      path: ['data', 'prices', '{id}', 'amount'],
      place: 'price',
      isPrice: true,
      unit: 'currency',
      isClearable: true,
    },
  },
};

const text = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

const digits = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : null);

/** What the computed columns of the list hold, for the list as a file. */
export const computed: LoadComputed = async (rowsOf, me) => {
  const taxes = new Map((await rowsOf('tax')).map((row) => [row.id, row]));
  return {
    cost_price: ({ data }) => text(data['cost_price']),
    tax: (row) => text(taxes.get(String(row['tax_id']))?.['rate']),
    barcode: ({ data }) => (Array.isArray(data['barcodes']) ? data['barcodes'].map(String).join('; ') : null),
    margin(row) {
      const tax = taxes.get(String(row['tax_id']));
      const margin = marginOf({
        price: digits(row['base_price']),
        cost: digits(row.data['cost_price']),
        rate: digits(tax?.['rate']),
        taxIncluded: holdsTax(me, { owner: row['company_id'], tax }),
      });
      return margin?.percent ?? null;
    },
    stockUnit({ data }) {
      const units: unknown = data['stock_units'];
      const [unit]: unknown[] = Array.isArray(units) ? units : [];
      return typeof unit === 'object' && unit !== null && 'name' in unit ? text(unit.name) : null;
    },
  };
};
