import { Big } from 'big.js';

/** A receipt as the recomputation reads it, whatever it holds: nothing here throws. */
export interface Receipt {
  readonly id: string;
  readonly active: boolean;
  readonly type: string;
  /** Sales and returns that are active (report.md, What counts). */
  readonly counts: boolean;
  readonly location_id: string;
  /** '' for a receipt that names no register. */
  readonly pos_id: string;
  readonly receipt_num: string;
  readonly completed_at: string;
  readonly currency: string;
  readonly cashier: { readonly id: string | null; readonly name: string | null } | null;
  readonly late_for: string | null;
  readonly total: Big;
  readonly total_net: Big;
  readonly total_tax: Big;
  readonly rounding: Big;
  /** Who removed it, when and why; nulls where nobody did. */
  readonly removed: {
    readonly at: string | null;
    readonly by: string | null;
    readonly reason: string | null;
  };
  readonly lines: readonly Line[];
  readonly tenders: readonly Payment[];
  readonly taxes: readonly TaxRow[];
}

export interface Line {
  /** Null for what is sold; else a gift card, a deposit, a tip, and no turnover. */
  readonly aside: string | null;
  readonly plu_id: string | null;
  readonly productid: string | null;
  readonly name: string | null;
  readonly dpt_id: string | null;
  readonly dpt_name: string | null;
  readonly qty: Big;
  /** Quantity × unit price − discount; null where the line does not say both. */
  readonly worth: Big | null;
  /** Its amounts, as far as it says them. */
  readonly amounts: readonly Big[];
  readonly discount: Big;
  readonly total: Big;
  readonly net: Big;
  readonly tax: Big;
  readonly rate: Big | null;
  /** Whether a figure is no number: of its sums, of its tax. */
  readonly wrong: boolean;
  readonly wrongTax: boolean;
}

export interface Payment {
  readonly tender_id: string | null;
  readonly name: string | null;
  readonly type: string | null;
  readonly amount: Big;
  readonly hasAmount: boolean;
  /** What was handed over, less the change; null where the receipt does not say. */
  readonly kept: Big | null;
  readonly amounts: readonly Big[];
  readonly wrong: boolean;
}

export interface TaxRow {
  readonly rate: Big | null;
  readonly gross: Big;
  readonly net: Big;
  readonly tax: Big;
  readonly amounts: readonly Big[];
  readonly wrong: boolean;
}

export const zero = new Big(0);

/** Sums of no more than so many are added as they are; more, in integers. */
const few = 8;
/** The digits behind the point that an integer has room for, and the most digits that a number holds exactly. */
const places = 6;
const mostDigits = 15;

/** The value times 10^`places` where that is an integer of few digits, else null. */
function smallInteger({ s, e, c }: Big): bigint | null {
  const shift = e - c.length + 1 + places;
  if (shift < 0 || c.length + shift > mostDigits) return null;
  let digits = 0;
  for (const digit of c) digits = digits * 10 + digit;
  for (let zeros = shift; zeros > 0; zeros -= 1) digits *= 10;
  return BigInt(s < 0 ? -digits : digits);
}

const unit = new Big(`1e-${places}`);

/** The sum of what `of` gives, exact. Thousands of them are integers of six decimals, whose sum makes no garbage. */
export function sumOf<T>(list: readonly T[], of: (one: T) => Big): Big {
  let sum = zero;
  let integers = 0n;
  for (const one of list) {
    const value = of(one);
    if (value.c[0] === 0) continue;
    const integer = list.length > few ? smallInteger(value) : null;
    if (integer !== null) integers += integer;
    else sum = sum === zero ? value : sum.plus(value);
  }
  return integers === 0n ? sum : new Big(String(integers)).times(unit).plus(sum);
}

type Fields = Readonly<Record<string, unknown>>;

/** The object's fields, none where it is no object. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** The objects of a list; one object is a list of itself. */
export function objectsOf(value: unknown): Fields[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one) => typeof one === 'object' && one !== null && !Array.isArray(one)).map(fieldsOf);
}

/** Text, or null. */
export const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

const plain = /^-?\d{1,80}(?:\.\d{1,80})?$/;
const known = new Map<string, Big>();
const mostKnown = 10_000;

/**
 * A decimal number from text, from a JSON number, or from a number that kept its digits (lossless-json); null for
 * what is none. Receipts repeat their prices: a number that was read before is not read again.
 */
export function decimalOf(value: unknown): Big | null {
  if (typeof value !== 'string' && typeof value !== 'number' && !isLossless(value)) return null;
  const text = String(isLossless(value) ? value.value : value);
  const found = known.get(text);
  if (found) return found;
  if (typeof value === 'string' ? !plain.test(text) : !Number.isFinite(Number(text))) return null;
  const read = new Big(text);
  if (known.size < mostKnown) known.set(text, read);
  return read;
}

/** By its fields: what was copied to a worker is no longer of its class. */
const isLossless = (value: unknown): value is { value: unknown } =>
  typeof value === 'object' && value !== null && 'isLosslessNumber' in value && 'value' in value;

const isWrong = (value: unknown): boolean =>
  value !== null && value !== undefined && decimalOf(value) === null;

/** Reads a sale of the wire (sales/contract.ts). */
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

const amountsOf = (fields: Fields, names: readonly string[]): Big[] =>
  names.flatMap((name) => decimalOf(fields[name]) ?? []);

function readLine(line: Fields): Line {
  const kind = textOf(line['kind']);
  const total = decimalOf(line['total']) ?? zero;
  const tax = decimalOf(line['tax']) ?? zero;
  const aside = kind === 'sale' ? null : kind;
  const [qty, price] = [decimalOf(line['qty']), decimalOf(line['unit_price'])];
  const net = decimalOf(line['net']) ?? (aside === null ? zero : total.minus(tax));
  return {
    aside,
    plu_id: textOf(line['plu_id'])?.toLowerCase() ?? null,
    productid: textOf(line['productid']),
    name: textOf(line['name']),
    dpt_id: textOf(line['dpt_id'])?.toLowerCase() ?? null,
    dpt_name: textOf(line['dpt_name']),
    qty: qty ?? zero,
    worth: qty && price ? qty.times(price).minus(decimalOf(line['discount']) ?? zero) : null,
    amounts: amountsOf(line, ['discount', 'total', 'net', 'tax']),
    discount: decimalOf(line['discount']) ?? zero,
    total,
    net,
    tax,
    // What is no turnover has no tax of its own unless it says so.
    rate: decimalOf(line['tax_rate']) ?? (aside === null ? null : zero),
    wrong: ['qty', 'discount', 'total'].some((name) => isWrong(line[name])),
    wrongTax: ['net', 'tax', 'tax_rate'].some((name) => isWrong(line[name])),
  };
}

function readPayment(payment: Fields): Payment {
  const tendered = decimalOf(payment['tendered']);
  return {
    tender_id: textOf(payment['tender_id'])?.toLowerCase() ?? null,
    name: textOf(payment['name']),
    type: textOf(payment['type']),
    amount: decimalOf(payment['amount']) ?? zero,
    hasAmount: decimalOf(payment['amount']) !== null,
    kept: tendered?.minus(decimalOf(payment['change']) ?? zero) ?? null,
    amounts: amountsOf(payment, ['amount', 'tendered', 'change']),
    wrong: ['amount', 'tendered', 'change'].some((name) => isWrong(payment[name])),
  };
}

const readTaxRow = (row: Fields): TaxRow => ({
  rate: decimalOf(row['rate']),
  gross: decimalOf(row['gross']) ?? zero,
  net: decimalOf(row['net']) ?? zero,
  tax: decimalOf(row['tax']) ?? zero,
  amounts: amountsOf(row, ['gross', 'net', 'tax']),
  wrong: ['rate', 'gross', 'net', 'tax'].some((name) => isWrong(row[name])),
});
