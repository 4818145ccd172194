import { randomUUID } from 'node:crypto';
import { LosslessNumber } from 'lossless-json';

/** An entity as the bare server stores it, with numbers to the digit. */
export interface BareEntity {
  readonly [field: string]: unknown;
  readonly id: string;
  readonly active: boolean;
  readonly data: Record<string, unknown>;
}

/** The lists of the interface, and those that products refer to, which the interface does not name. */
export const bareLists = [
  'plu',
  'customer',
  'discount',
  'tender',
  'location',
  'businessday',
  'sales',
  'dpt',
  'tax',
  'pricelist',
  'supplier',
] as const;

const departments = 3;
const number = (digits: string) => new LosslessNumber(digits);

/** Returns the initial records of a company: a few of each kind, with the given number of products and customers. */
export function bareRecords(products: number, customers = 3): Map<string, Map<string, BareEntity>> {
  const made = new Map<string, Map<string, BareEntity>>(bareLists.map((list) => [list, new Map()]));
  const add = (list: string, fields: Record<string, unknown>, data: Record<string, unknown> = {}) => {
    const entity = { id: randomUUID(), active: true, ...fields, data };
    made.get(list)?.set(entity.id, entity);
    return entity.id;
  };
  const dpt = Array.from({ length: departments }, (_, n) => add('dpt', { name: `Department ${n + 1}` }));
  const tax = add('tax', { name: 'General', rate: '25.5' });
  const lists = ['Base', 'Club'].map((name) => add('pricelist', { name }));
  const supplier = add('supplier', { name: 'Wholesale' });
  for (let n = 1; n <= products; n += 1) {
    const product = { ...productOf(n), dpt_id: dpt[n % departments], tax_id: tax };
    add('plu', { ...product, active: n % 5 !== 0 }, productData(n, lists, supplier));
  }
  for (let n = 1; n <= customers; n += 1) {
    const contact = { email: `customer${n}@example.com`, phone: `+358 40 ${n}` };
    add('customer', { customer_num: number(String(n)), name: `Customer ${n}` }, contact);
  }
  for (let n = 1; n <= 3; n += 1) {
    add('discount', { name: `Discount ${n}` });
    add('tender', { name: ['Cash', 'Card', 'Voucher'][n - 1] });
  }
  const location = add('location', { name: 'Shop' });
  const day = add('businessday', { name: '2026-03-01', date: '2026-03-01', location_id: location });
  for (let n = 1; n <= 5; n += 1) {
    add('sales', { name: `Receipt ${n}`, businessday_id: day, total: `${n}.50` });
  }
  return made;
}

const productOf = (n: number) => ({
  image_id: null,
  type: number('0'),
  productid: String(1000 + n),
  name: `Product ${String(n).padStart(3, '0')}`,
  receipt_name: `Prod ${n}`,
  base_price: `${n}.50`,
  memo: '',
  sales_history: { month_sales: [{ date: '2026-03-01', qty: String(n), total: `${n}.50` }] },
});

function productData(n: number, [base = '', club = '']: readonly string[], supplier: string) {
  return {
    tags: [`tag ${n % 4}`],
    flags: { kitchenprinter: n % 2 === 0 },
    prices: {
      [base]: { type: 'baseprice', amount: `${n}.50` },
      [club]: { type: 'price', amount: number(`${n}.25`) },
    },
    supply: [{ ean: `64000000${n}`, sku: `S-${n}`, active: true, supplier, batch_size: number('12') }],
    barcodes: [`64000000${n}`],
    cost_price: number(`${n}.125`),
    modified_at: '2026-03-01T12:00:00.000Z',
    ext_id: [{ id: String(n), data: {}, system: 'ledger' }],
  };
}
