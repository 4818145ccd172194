import { number, type Json } from './json';
import type { References } from './references';

/** A key of `data` that no server knows, to see what it does with unknown keys. */
export const unknownKey = 'conformance';

const unknown = () => ({
  text: 'kept ÄÖ "quoted" \\ 鍵',
  deep: { deeper: [{ deepest: number('0.10') }, null, true, {}] },
});

/** Returns a customer with every field of docs/interface.md#23-customer-customer. */
export function customerBody(name: string, turn: number): Json {
  return {
    name,
    customer_num: 900_000 + turn,
    data: { email: `conformance-${turn}@example.com`, phone: `+358 40 000 ${turn}`, [unknownKey]: unknown() },
  };
}

/** Returns a product with every field of docs/interface.md#22-product-plu whose references are known. */
export function productBody(name: string, turn: number, { dpt, tax, pricelist, supplier }: References): Json {
  const [list] = pricelist;
  const [deliverer] = supplier;
  return {
    name,
    ...(dpt[0] && { dpt_id: dpt[0] }),
    ...(tax[0] && { tax_id: tax[0] }),
    image_id: null,
    type: 0,
    productid: `C-${turn}`,
    receipt_name: `Receipt ${turn}`,
    base_price: '4.50',
    memo: `Memo ${turn}`,
    data: {
      tags: ['conformance'],
      flags: { kitchenprinter: true },
      ...(list && { prices: { [list]: { type: 'price', amount: number('4.25') } } }),
      ...(deliverer && { supply: [supplyLine(deliverer)] }),
      barcodes: ['6400000000017'],
      pricetag: { line1: 'Line 1' },
      stk_type: 'counted',
      allergies: ['milk'],
      unit_type: 'liquid',
      cost_price: number('2.125'),
      sales_unit: number('1'),
      stock_units: [stockUnit],
      refprice_size: number('0.5'),
      refprice_type: 'weight',
      stock_qty_warning: number('3'),
      menu_items: [],
      [unknownKey]: unknown(),
    },
  };
}

const supplyLine = (supplier: string) => ({
  ean: '6400000000017',
  sku: 'S-1',
  active: true,
  supplier,
  batch_name: 'Box',
  batch_size: number('12'),
  batch_value: number('25.5'),
});

const stockUnit = {
  name: 'Bottle',
  value: number('0.33'),
  multiplier: number('24'),
  balance_unit: true,
  wastage_unit: false,
  inventory_unit: true,
};

/** Fields that a server sets itself: never copied into the body of a new record. */
const owned = new Set([
  'id',
  'active',
  'name',
  'data',
  'company_id',
  'created_at',
  'modified_at',
  'updated_at',
  'version',
]);

/**
 * Returns bodies for a kind of entity whose fields the interface does not show, the most likely first: with an unknown
 * key in `data`, without one, and with the top-level fields of an existing record.
 */
export function otherBodies(name: string, existing: Json | undefined): Json[] {
  const copied = Object.entries(existing ?? {}).filter(([key]) => !owned.has(key));
  return [
    { name, data: { [unknownKey]: unknown() } },
    { name, data: {} },
    { name, data: {}, ...Object.fromEntries(copied) },
  ];
}
