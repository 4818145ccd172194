import { z } from 'zod';
import { computed, defineResource, field, reference, type DataReference } from '@/contract/resource';
import { pointerSegment } from '@/contract/pointer';
import { masterData } from '@/contract/role';
import {
  amount,
  currency,
  day,
  decimalText,
  guid,
  integer,
  openEnum,
  settings,
  sumText,
  text,
} from '@/contract/values';

/**
 * Known values of the open enumerations of a product (docs/interface.md#22-product-plu: the interface gives no complete
 * lists).
 */
export const unitTypes = ['piece', 'liquid', 'weight'] as const;
export const refpriceTypes = ['weight', 'volume', 'piece'] as const;
export const stockTypes = ['counted', 'not_counted', 'recipe'] as const;
export const priceTypes = ['baseprice', 'price'] as const;

/** For how many whole months, beside the present one, a product was not sold; or that it never was. */
export const notSoldPeriods = ['1', '3', '6', '12', 'ever'] as const;

/** Flags that forms offer; other flags of a record are kept and shown. */
export const knownFlags = [
  'kitchenprinter',
  'ask_takeaway',
  'discount_allowed',
  'open_price',
  'weighed',
  'hidden',
] as const;

/** The fourteen allergens of EU regulation 1169/2011, Annex II. */
export const knownAllergens = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soya',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const;

const price = settings({ type: openEnum(priceTypes), amount: amount() });

const supplyLine = settings({
  ean: text(60),
  sku: text(100),
  active: z.boolean(),
  supplier: guid(),
  batch_name: text(100),
  batch_size: z.number(),
  batch_value: z.number(),
});

const stockUnit = settings({
  name: text(100),
  value: z.number(),
  multiplier: z.number(),
  balance_unit: z.boolean(),
  wastage_unit: z.boolean(),
  inventory_unit: z.boolean(),
});

/** Sales of a month: `total` is in the company's currency, `other_totals` in the other currencies of the receipts. */
const monthSale = z.object({
  date: day(),
  qty: sumText(),
  total: sumText(),
  other_totals: z.array(z.object({ currency: currency(), total: sumText() })).optional(),
});

/** A product (docs/interface.md#22-product-plu). */
export const plu = defineResource({
  name: 'plu',
  description: 'A product: what is sold, at which prices, from which suppliers.',
  fields: {
    dpt_id: reference('dpt'),
    tax_id: reference('tax'),
    image_id: field(guid().nullable(), null),
    type: field(integer(), 0),
    productid: field(text(100), ''),
    receipt_name: field(text(), ''),
    base_price: field(decimalText(), '0.00'),
    memo: field(text(4000), ''),
    sales_history: computed(z.object({ month_sales: z.array(monthSale) })),
  },
  data: settings({
    tags: z.array(z.unknown()),
    flags: z.record(z.string(), z.boolean().nullable()),
    prices: z.record(guid(), price.nullable()),
    supply: z.array(supplyLine),
    barcodes: z.array(z.unknown()),
    pricetag: settings({ line1: text() }),
    stk_type: openEnum(stockTypes),
    allergies: z.array(z.unknown()),
    unit_type: openEnum(unitTypes),
    cost_price: z.number(),
    sales_unit: z.number().gt(0, { error: 'Must be more than 0' }),
    stock_units: z.array(stockUnit),
    refprice_size: z.number(),
    refprice_type: openEnum(refpriceTypes),
    stock_qty_warning: z.number(),
    menu_items: z.array(z.unknown()),
  }),
  filters: ['dpt_id', 'tax_id', 'type', 'productid'],
  extraFilters: {
    barcode: text(60),
    supplier: guid(),
    pricelist: guid(),
    below_cost: z.enum(['true']),
    low_margin: z.enum(['true']),
    no_barcode: z.enum(['true']),
    tag: text(100),
    not_sold: z.enum(notSoldPeriods),
  },
  ofAllLocations: ['not_sold'],
  sorts: ['productid', 'base_price'],
  // `dpt_id` sorts by the name of the department too, as the column of that field shows it.
  extraSorts: ['dpt_name', 'dpt_id', 'cost_price', 'margin'],
  codes: ['productid', 'data.barcodes[]', 'data.supply[].ean', 'data.supply[].sku'],
  shared: true,
  access: masterData,
  dataReferences: (data) => [
    ...Object.keys(data.prices ?? {}).map((id): DataReference => ({
      resource: 'pricelist',
      id,
      pointer: `/prices/${pointerSegment(id)}`,
    })),
    ...(data.supply ?? []).flatMap((line, index): DataReference[] =>
      line.supplier
        ? [{ resource: 'supplier', id: line.supplier, pointer: `/supply/${index}/supplier` }]
        : [],
    ),
  ],
});
