import { Big } from 'big.js';

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
  readonly total: Big;
  readonly total_net: Big;
  readonly total_tax: Big;
  readonly rounding: Big;
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
  readonly qty: Big;
  /** Quantity × unit price − discount; null if quantity or price is missing. */
  readonly worth: Big | null;
  /** The amounts that are present. */
  readonly amounts: readonly Big[];
  readonly discount: Big;
  readonly total: Big;
  readonly net: Big;
  readonly tax: Big;
  readonly rate: Big | null;
  /** Whether a value is not a number: of its sums, of its tax. */
  readonly wrong: boolean;
  readonly wrongTax: boolean;
}

/** A payment of a receipt. */
export interface Payment {
  readonly tender_id: string | null;
  readonly name: string | null;
  readonly type: string | null;
  readonly amount: Big;
  readonly hasAmount: boolean;
  /** Tendered − change; null if the receipt does not have it. */
  readonly applied: Big | null;
  readonly amounts: readonly Big[];
  readonly wrong: boolean;
}

/** A tax row of a receipt. */
export interface TaxRow {
  readonly rate: Big | null;
  readonly gross: Big;
  readonly net: Big;
  readonly tax: Big;
  readonly amounts: readonly Big[];
  readonly wrong: boolean;
}

export const zero = new Big(0);

/** Up to this many values are added as `Big`; more are added as integers, which is faster. */
const few = 8;
/** The decimals of the scaled integers, and the most digits that a JavaScript number holds exactly. */
const places = 6;
const mostDigits = 15;

/** Returns the value times 10^`places` if that is an integer of few digits, else null. */
function smallInteger({ s, e, c }: Big): bigint | null {
  const shift = e - c.length + 1 + places;
  if (shift < 0 || c.length + shift > mostDigits) return null;
  let digits = 0;
  for (const digit of c) digits = digits * 10 + digit;
  for (let zeros = shift; zeros > 0; zeros -= 1) digits *= 10;
  return BigInt(s < 0 ? -digits : digits);
}

const unit = new Big(`1e-${places}`);

/**
 * Returns the exact sum of `of` over a list. Long lists are added as integers scaled to six decimals, which allocates far
 * less than `Big`.
 */
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

/** Returns the value's fields, or none if it is not an object. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Returns the objects of a list; a single object counts as a list of one. */
export function objectsOf(value: unknown): Fields[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one) => typeof one === 'object' && one !== null && !Array.isArray(one)).map(fieldsOf);
}

/** Returns a text, or null for any other value. */
export const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

const plain = /^-?\d{1,80}(?:\.\d{1,80})?$/;
const known = new Map<string, Big>();
const mostKnown = 10_000;

/**
 * Parses a decimal from text, from a JSON number, or from a `LosslessNumber`; null for anything else. Results are cached,
 * since receipts repeat their prices.
 */
export function decimalOf(value: unknown): Big | null {
  if (typeof value !== 'string' && typeof value !== 'number' && !isLossless(value)) return null;
  const text = String(isLossless(value) ? value.value : value);
  const cached = known.get(text);
  if (cached) return cached;
  if (typeof value === 'string' ? !plain.test(text) : !Number.isFinite(Number(text))) return null;
  const read = new Big(text);
  if (known.size < mostKnown) known.set(text, read);
  return read;
}

/** Tests by fields, since an object copied to a worker loses its class. */
const isLossless = (value: unknown): value is { value: unknown } =>
  typeof value === 'object' && value !== null && 'isLosslessNumber' in value && 'value' in value;

const isWrong = (value: unknown): boolean =>
  value !== null && value !== undefined && decimalOf(value) === null;

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
    // A non-turnover line without a rate has rate 0.
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
    applied: tendered?.minus(decimalOf(payment['change']) ?? zero) ?? null,
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
