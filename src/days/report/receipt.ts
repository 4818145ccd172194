import { Big } from 'big.js';
import { Decimal, zero } from '@/record/decimal';

/** A receipt as the recomputation parses it; parsing accepts any content and never throws. */
export interface Receipt {
  readonly id: string;
  readonly active: boolean;
  readonly type: string;
  /** Whether it is an active sale or return (docs/report.md#what-counts). */
  readonly counts: boolean;
  readonly location_id: string;
  /** Empty for a receipt without a register. */
  readonly pos_id: string;
  readonly receipt_num: string;
  readonly completed_at: string;
  readonly currency: string;
  readonly cashier: { readonly id: string | null; readonly name: string | null } | null;
  readonly late_for: string | null;
  readonly total: Decimal;
  readonly total_net: Decimal;
  readonly total_tax: Decimal;
  readonly rounding: Decimal;
  /** Who removed it, when and why; nulls if it was not removed. */
  readonly removed: {
    readonly at: string | null;
    readonly by: string | null;
    readonly reason: string | null;
  };
  readonly lines: readonly Line[];
  readonly tenders: readonly Payment[];
  readonly taxes: readonly TaxRow[];
}

/** A line of a receipt; a missing amount is zero. */
export interface Line {
  /** Null for turnover; otherwise the kind of the non-turnover line: a gift card, a deposit, a tip. */
  readonly aside: string | null;
  readonly plu_id: string | null;
  readonly productid: string | null;
  readonly name: string | null;
  readonly dpt_id: string | null;
  readonly dpt_name: string | null;
  readonly qty: Decimal;
  /** Quantity × unit price − discount; null if quantity or price is missing. */
  readonly worth: Decimal | null;
  /** The amounts that are present. */
  readonly amounts: readonly Decimal[];
  readonly discount: Decimal;
  readonly total: Decimal;
  readonly net: Decimal;
  /** What a price without tax comes to: the net or, of a line that does not state it, the total without its tax. */
  readonly untaxed: Decimal;
  readonly tax: Decimal;
  readonly rate: Decimal | null;
  /** Whether a value is not a number: of its sums, of its tax. */
  readonly wrong: boolean;
  readonly wrongTax: boolean;
}

/** A payment of a receipt. */
export interface Payment {
  readonly tender_id: string | null;
  readonly name: string | null;
  readonly type: string | null;
  readonly amount: Decimal;
  readonly hasAmount: boolean;
  /** Tendered − change; null if the receipt does not have it. */
  readonly applied: Decimal | null;
  readonly amounts: readonly Decimal[];
  readonly wrong: boolean;
}

/** A tax row of a receipt. */
export interface TaxRow {
  readonly rate: Decimal | null;
  readonly gross: Decimal;
  readonly net: Decimal;
  readonly tax: Decimal;
  readonly amounts: readonly Decimal[];
  readonly wrong: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const none: Fields = {};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value's fields, or none if it is not an object. Not a copy: a large day has a million of them. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : none);

/** Returns the objects of a list; a single object counts as a list of one. */
export function objectsOf(value: unknown): Fields[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter(isFields);
}

/** Returns a text, or null for any other value. */
export const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

const plain = /^-?\d{1,80}(?:\.\d{1,80})?$/;
const known = new Map<string, Decimal>();
const mostKnown = 10_000;

/**
 * Parses a decimal from text, from a JSON number, or from a `LosslessNumber`; null for anything else. Results are cached,
 * since receipts repeat their prices.
 */
export function decimalOf(value: unknown): Decimal | null {
  if (typeof value !== 'string' && typeof value !== 'number' && !isLossless(value)) return null;
  const text = String(isLossless(value) ? value.value : value);
  const cached = known.get(text);
  if (cached) return cached;
  if (typeof value === 'string' ? !plain.test(text) : !Number.isFinite(Number(text))) return null;
  // A number may have an exponent.
  const read = Decimal.parse(plain.test(text) ? text : new Big(text).toFixed());
  if (known.size < mostKnown) known.set(text, read);
  return read;
}

/** Tests by fields, since an object copied to a worker loses its class. */
const isLossless = (value: unknown): value is { value: unknown } =>
  typeof value === 'object' && value !== null && 'isLosslessNumber' in value && 'value' in value;

/** Whether a value is there, but is not the number that it was parsed to. */
const isWrong = (value: unknown, parsed: Decimal | null): boolean =>
  parsed === null && value !== null && value !== undefined;

/** Parses a record of `sales` (sales/contract.ts); never throws. */
export function readReceipt(sale: unknown): Receipt {
  const fields = fieldsOf(sale);
  const data = fieldsOf(fields['data']);
  const text = (name: string) => textOf(fields[name]) ?? '';
  const number = (name: string) => decimalOf(fields[name]) ?? zero;
  const active = fields['active'] !== false;
  const cashier = fieldsOf(fields['cashier']);
  const removed = fieldsOf(fields['removed']);
  const [id, name] = [textOf(cashier['id']), textOf(cashier['name'])];
  return {
    id: text('id'),
    active,
    type: text('type'),
    counts: active && ['sale', 'return'].includes(text('type')),
    location_id: text('location_id'),
    pos_id: text('pos_id'),
    receipt_num: text('receipt_num'),
    completed_at: text('completed_at'),
    currency: text('currency'),
    cashier: id === null && name === null ? null : { id, name },
    late_for: textOf(data['late_for'])?.toLowerCase() ?? null,
    total: number('total'),
    total_net: number('total_net'),
    total_tax: number('total_tax'),
    rounding: number('rounding'),
    removed: {
      at: textOf(removed['at']),
      by: textOf(removed['by']),
      reason: textOf(removed['reason']),
    },
    lines: objectsOf(data['lines']).map(readLine),
    tenders: objectsOf(data['tenders']).map(readPayment),
    taxes: objectsOf(data['taxes']).map(readTaxRow),
  };
}

const present = (...amounts: (Decimal | null)[]): Decimal[] => amounts.filter((amount) => amount !== null);

function readLine(line: Fields): Line {
  const kind = textOf(line['kind']);
  const [qty, price] = [decimalOf(line['qty']), decimalOf(line['unit_price'])];
  const discount = decimalOf(line['discount']);
  const [total, ownNet, ownTax] = [decimalOf(line['total']), decimalOf(line['net']), decimalOf(line['tax'])];
  const rate = decimalOf(line['tax_rate']);
  const aside = kind === 'sale' ? null : kind;
  const tax = ownTax ?? zero;
  const untaxed = ownNet ?? (total ? total.minus(tax) : zero);
  return {
    aside,
    plu_id: textOf(line['plu_id'])?.toLowerCase() ?? null,
    productid: textOf(line['productid']),
    name: textOf(line['name']),
    dpt_id: textOf(line['dpt_id'])?.toLowerCase() ?? null,
    dpt_name: textOf(line['dpt_name']),
    qty: qty ?? zero,
    worth: qty && price ? qty.times(price).minus(discount ?? zero) : null,
    amounts: present(discount, total, ownNet, ownTax),
    discount: discount ?? zero,
    total: total ?? zero,
    net: ownNet ?? (aside === null ? zero : untaxed),
    untaxed,
    tax,
    // A non-turnover line without a rate has rate 0.
    rate: rate ?? (aside === null ? null : zero),
    wrong: isWrong(line['qty'], qty) || isWrong(line['discount'], discount) || isWrong(line['total'], total),
    wrongTax: isWrong(line['net'], ownNet) || isWrong(line['tax'], ownTax) || isWrong(line['tax_rate'], rate),
  };
}

function readPayment(payment: Fields): Payment {
  const amount = decimalOf(payment['amount']);
  const [tendered, change] = [decimalOf(payment['tendered']), decimalOf(payment['change'])];
  return {
    tender_id: textOf(payment['tender_id'])?.toLowerCase() ?? null,
    name: textOf(payment['name']),
    type: textOf(payment['type']),
    amount: amount ?? zero,
    hasAmount: amount !== null,
    applied: tendered?.minus(change ?? zero) ?? null,
    amounts: present(amount, tendered, change),
    wrong:
      isWrong(payment['amount'], amount) ||
      isWrong(payment['tendered'], tendered) ||
      isWrong(payment['change'], change),
  };
}

function readTaxRow(row: Fields): TaxRow {
  const [rate, gross] = [decimalOf(row['rate']), decimalOf(row['gross'])];
  const [net, tax] = [decimalOf(row['net']), decimalOf(row['tax'])];
  return {
    rate,
    gross: gross ?? zero,
    net: net ?? zero,
    tax: tax ?? zero,
    amounts: present(gross, net, tax),
    wrong:
      isWrong(row['rate'], rate) ||
      isWrong(row['gross'], gross) ||
      isWrong(row['net'], net) ||
      isWrong(row['tax'], tax),
  };
}
