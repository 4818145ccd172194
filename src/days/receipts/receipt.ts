import { Big } from 'big.js';
import { decimalOf } from '@/app/i18n/format';

/** A JSON object that has not been checked. */
type RawObject = Readonly<Record<string, unknown>>;

/** One line of a receipt. Amounts are decimal text, empty if the receipt has none. */
export interface ReceiptLine {
  readonly plu_id: string;
  readonly productid: string;
  readonly name: string;
  readonly ean: string;
  readonly dpt_id: string;
  readonly dpt_name: string;
  readonly qty: string;
  readonly unit_price: string;
  readonly discount: string;
  readonly total: string;
  readonly net: string;
  readonly tax_rate: string;
  readonly kind: string;
}

/** One payment of a receipt. */
export interface ReceiptPayment {
  readonly tender_id: string;
  readonly name: string;
  readonly type: string;
  readonly amount: string;
  readonly tendered: string;
  readonly change: string;
}

/** The tax row of one rate. */
export interface ReceiptTax {
  readonly rate: string;
  readonly gross: string;
  readonly net: string;
  readonly tax: string;
}

/**
 * A receipt for display (docs/design.md#7-resources-and-fields, `sales`), with every field present. The service does not
 * check snapshots, so any field may be missing in the response: its text or list is then empty.
 */
export interface Receipt {
  readonly id: string;
  readonly active: boolean;
  readonly receipt_num: string;
  readonly type: string;
  readonly completed_at: string;
  readonly created_at: string;
  readonly businessday_id: string;
  readonly location_id: string;
  readonly pos_id: string;
  readonly cashier: string;
  readonly customer_id: string;
  readonly currency: string;
  readonly total: string;
  readonly total_net: string;
  readonly total_tax: string;
  readonly rounding: string;
  readonly lines: readonly ReceiptLine[];
  readonly tenders: readonly ReceiptPayment[];
  readonly taxes: readonly ReceiptTax[];
  readonly reason: string;
  readonly late_for: string;
  /** Null for an active receipt, and if the server does not send it. */
  readonly removed: Removal | null;
}

/** Who removed a receipt, when and why. */
export interface Removal {
  readonly at: string;
  readonly by: string;
  readonly reason: string;
}

const isObject = (value: unknown): value is RawObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Returns a decimal as text: text is unchanged, a number is converted, anything else is empty. */
const decimal = (value: unknown): string =>
  typeof value === 'string' ? value : (decimalOf(value)?.toFixed() ?? '');

const listOf = <T>(value: unknown, read: (one: RawObject) => T): T[] =>
  Array.isArray(value) ? value.filter(isObject).map(read) : [];

const lineOf = (line: RawObject): ReceiptLine => ({
  plu_id: textOf(line['plu_id']),
  productid: textOf(line['productid']),
  name: textOf(line['name']),
  ean: textOf(line['ean']),
  dpt_id: textOf(line['dpt_id']),
  dpt_name: textOf(line['dpt_name']),
  qty: decimal(line['qty']),
  unit_price: decimal(line['unit_price']),
  discount: decimal(line['discount']),
  total: decimal(line['total']),
  net: decimal(line['net']),
  tax_rate: decimal(line['tax_rate']),
  kind: textOf(line['kind']) || 'sale',
});

const paymentOf = (payment: RawObject): ReceiptPayment => ({
  tender_id: textOf(payment['tender_id']),
  name: textOf(payment['name']) || textOf(payment['type']),
  type: textOf(payment['type']),
  amount: decimal(payment['amount']),
  tendered: decimal(payment['tendered']),
  change: decimal(payment['change']),
});

const taxOf = (row: RawObject): ReceiptTax => ({
  rate: decimal(row['rate']),
  gross: decimal(row['gross']),
  net: decimal(row['net']),
  tax: decimal(row['tax']),
});

const removalOf = (removed: unknown): Removal | null =>
  isObject(removed)
    ? { at: textOf(removed['at']), by: textOf(removed['by']), reason: textOf(removed['reason']) }
    : null;

/** Reads a receipt from a row of `sales` or of a report; never throws. */
export function receiptOf(row: RawObject): Receipt {
  const data = isObject(row['data']) ? row['data'] : {};
  const cashier = isObject(row['cashier']) ? row['cashier'] : {};
  return {
    id: textOf(row['id']),
    active: row['active'] !== false,
    receipt_num: textOf(row['receipt_num']),
    type: textOf(row['type']) || 'sale',
    completed_at: textOf(row['completed_at']),
    created_at: textOf(row['created_at']),
    businessday_id: textOf(row['businessday_id']),
    location_id: textOf(row['location_id']),
    pos_id: textOf(row['pos_id']),
    cashier: textOf(row['cashier']) || textOf(cashier['name']) || textOf(cashier['id']),
    customer_id: textOf(row['customer_id']),
    currency: textOf(row['currency']),
    total: decimal(row['total']),
    total_net: decimal(row['total_net']),
    total_tax: decimal(row['total_tax']),
    rounding: decimal(row['rounding']),
    lines: listOf(data['lines'], lineOf),
    tenders: listOf(data['tenders'], paymentOf),
    taxes: listOf(data['taxes'], taxOf),
    reason: textOf(data['reason']),
    late_for: textOf(data['late_for']),
    removed: removalOf(row['removed']),
  };
}

/** Returns the distinct names of a receipt's tenders: "Lunch card, Card". */
export const paidWith = (receipt: Receipt): string =>
  [...new Set(receipt.tenders.map((tender) => tender.name).filter(Boolean))].join(', ');

/** Whether a decimal of a receipt is present and not zero. */
export const isSome = (value: string): boolean => {
  const some = decimalOf(value);
  return some !== null && !some.eq(0);
};

/** Whether to show a line's quantity and price: not for one piece at its own price. */
export const saysQuantity = ({ qty, total, unit_price }: ReceiptLine): boolean => {
  const pieces = decimalOf(qty);
  if (!pieces || pieces.eq(1)) return false;
  return unit_price !== '' || !new Big(pieces).eq(decimalOf(total) ?? 0);
};
