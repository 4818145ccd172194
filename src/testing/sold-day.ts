import { array, boolean, constantFrom, integer, oneof, record, type Arbitrary } from 'fast-check';
import type { Json } from './answer';

/** The articles: each with one tax rate, in tenths of a percent, and one department. */
export const articles = [
  { plu_id: '0198c2f0-0000-7000-8000-000000000001', productid: '0042', name: 'Rye bread', dpt: 1, rate: 135 },
  { plu_id: '0198c2f0-0000-7000-8000-000000000002', productid: '0043', name: 'Bun', dpt: 1, rate: 135 },
  { plu_id: '0198c2f0-0000-7000-8000-000000000003', productid: '7', name: 'Candle', dpt: 2, rate: 255 },
  { plu_id: '0198c2f0-0000-7000-8000-000000000004', productid: '8', name: 'Coffee', dpt: 2, rate: 135 },
  { plu_id: '0198c2f0-0000-7000-8000-000000000005', productid: '9', name: 'Paper', dpt: 3, rate: 100 },
  { plu_id: null, productid: null, name: 'Open price', dpt: null, rate: 0 },
] as const;
/** One of the articles. */
export type Article = (typeof articles)[number];

/** The tenders that receipts are paid with; the voucher is not a record. */
export const tenders = [
  { tender_id: '0198c2f0-0000-7000-8000-0000000000a1', name: 'Card', type: 'card' },
  { tender_id: '0198c2f0-0000-7000-8000-0000000000a2', name: 'Cash', type: 'cash' },
  { tender_id: '0198c2f0-0000-7000-8000-0000000000a3', name: 'Lunch', type: 'lunch' },
  { tender_id: null, name: 'Voucher', type: 'voucher' },
] as const;

/** Amounts in the currency's smallest unit, quantities in thousandths. */
export interface LineSpec {
  readonly article: number;
  readonly qty: number;
  readonly cents: number;
  readonly discount: number;
  readonly kind: string | null;
}

/** The random choices from which a receipt is computed. */
export interface ReceiptSpec {
  readonly type: string;
  readonly lines: readonly LineSpec[];
  /** Shares of the total paid by card and by lunch card, in hundredths; the rest is paid in cash if `cash` is set. */
  readonly shares: readonly [number, number];
  readonly cash: boolean;
  readonly handed: number;
  readonly register: 0 | 1;
  readonly hour: number;
  readonly cashier: number | null;
  readonly active: boolean;
  /** Whether the till includes gift cards and other non-turnover lines in net, tax and tax rows. */
  readonly netHasAside: boolean;
  readonly rowsHaveAside: boolean;
  /** Writes numbers of `data` as JSON numbers and GUIDs in upper case. */
  readonly numbers: boolean;
}

const line: Arbitrary<LineSpec> = record({
  article: integer({ min: 0, max: articles.length - 1 }),
  qty: oneof(constantFrom(1000, 2000, 3000), integer({ min: 1, max: 5000 })),
  cents: integer({ min: 50, max: 9999 }),
  discount: oneof(constantFrom(0), integer({ min: 1, max: 500 })),
  kind: constantFrom(null, 'sale', 'sale', 'sale', 'sale', 'gift_card', 'deposit', 'tip'),
});

/** Arbitrary receipt: of any type, with any lines and tenders, that adds up. */
export const receiptSpec: Arbitrary<ReceiptSpec> = record({
  type: constantFrom('sale', 'sale', 'sale', 'sale', 'return', 'void', 'training', 'paid_in', 'paid_out'),
  lines: array(line, { minLength: 1, maxLength: 4 }),
  shares: constantFrom<[number, number][]>([100, 0], [0, 0], [0, 0], [50, 0], [33, 33], [0, 70]),
  cash: boolean(),
  handed: integer({ min: 0, max: 5000 }),
  register: constantFrom(0, 1),
  hour: integer({ min: 6, max: 23 }),
  cashier: constantFrom(null, 0, 1, 2),
  active: constantFrom(true, true, true, true, true, false),
  netHasAside: boolean(),
  rowsHaveAside: boolean(),
  numbers: boolean(),
});

/** Arbitrary receipts of a day, at least two. */
export const daySpec: Arbitrary<ReceiptSpec[]> = array(receiptSpec, { minLength: 2, maxLength: 12 });

/** Returns an amount in smallest units as decimal text. */
export function unitText(units: number, scale: number): string {
  const digits = String(Math.abs(units)).padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return units < 0 ? `-${text}` : text;
}

/** Returns a tax rate in tenths of a percent as decimal text. */
export const rateText = (tenths: number): string => String(tenths / 10);

/** A receipt in smallest units, before it is written as JSON. */
export interface ComputedReceipt {
  readonly spec: ReceiptSpec;
  readonly total: number;
  readonly rounding: number;
  readonly lines: readonly {
    readonly spec: LineSpec;
    readonly article: Article;
    readonly isNonTurnover: boolean;
    readonly qty: number;
    readonly discount: number;
    readonly total: number;
    readonly tax: number;
  }[];
  readonly payments: readonly {
    readonly tender: (typeof tenders)[number];
    readonly amount: number;
    readonly tendered: number | null;
  }[];
}

/** Computes a receipt: signs, tax per line, payments, and the rounding of cash to five units. */
export function computeReceipt(spec: ReceiptSpec): ComputedReceipt {
  const sign = spec.type === 'return' ? -1 : 1;
  const moves = spec.type.startsWith('paid_');
  const lines = moves
    ? []
    : spec.lines.map((one) => {
        const article = articles[one.article] ?? articles[0];
        const isNonTurnover = one.kind !== null && one.kind !== 'sale';
        const total = sign * one.cents;
        const tax = isNonTurnover ? 0 : total - Math.round((total * 1000) / (1000 + article.rate));
        return {
          spec: one,
          article,
          isNonTurnover,
          qty: sign * one.qty,
          discount: sign * one.discount,
          total,
          tax,
        };
      });
  const total = moves ? (spec.lines[0]?.cents ?? 0) : lines.reduce((sum, one) => sum + one.total, 0);
  if (['void', 'training'].includes(spec.type)) return { spec, total, rounding: 0, lines, payments: [] };
  const [card, lunch] = spec.shares.map((share) => Math.trunc((total * share) / 100));
  const rest = total - (card ?? 0) - (lunch ?? 0);
  const inCash = moves || (spec.cash && rest !== 0);
  const rounding = inCash && !moves ? Math.round(rest / 5) * 5 - rest + 0 : 0;
  const [byCard, cash, byLunch, voucher] = tenders;
  const paid = [
    { tender: byCard, amount: moves ? 0 : (card ?? 0) },
    { tender: byLunch, amount: moves ? 0 : (lunch ?? 0) },
    { tender: inCash ? cash : voucher, amount: (moves ? total : rest) + rounding },
    // The rounding difference was to be paid in cash.
  ].filter(({ tender, amount }) => amount !== 0 || (tender === cash && rounding !== 0));
  const payments = paid.map((one) => ({
    ...one,
    tendered: one.tender.type === 'cash' && sign > 0 && !moves ? one.amount + spec.handed : null,
  }));
  return { spec, total, rounding, lines, payments };
}

const dptOf = (dpt: number | null) => ({
  dpt_id: dpt === null ? null : `0198c2f0-0000-7000-8000-0000000000d${dpt}`,
  dpt_name: dpt === null ? null : `Department ${dpt}`,
});

/** Returns the receipt as a till sends it. */
export function receiptJson(drawn: ComputedReceipt, scale: number, more: Json): Json {
  const { spec, total, rounding, lines, payments } = drawn;
  const text = (units: number) => unitText(units, scale);
  const amount = (units: number) => (spec.numbers ? Number(text(units)) : text(units));
  const id = (value: string | null) => (spec.numbers ? (value?.toUpperCase() ?? null) : value);
  const sold = lines.filter(({ isNonTurnover }) => !isNonTurnover);
  const inNet = spec.netHasAside ? lines : sold;
  const inRows = spec.rowsHaveAside ? lines : sold;
  const rateOf = ({ isNonTurnover, article }: ComputedReceipt['lines'][number]) =>
    isNonTurnover ? 0 : article.rate;
  const sum = (of: ComputedReceipt['lines'], figure: 'total' | 'tax') =>
    of.reduce((all, one) => all + one[figure], 0);
  const tax = sum(inNet, 'tax');
  return {
    type: spec.type,
    active: spec.active,
    ...(!spec.active && { removed_reason: 'Rung up twice' }),
    completed_at: new Date(Date.UTC(2026, 2, 1, spec.hour - 2, 30)).toISOString(),
    cashier: spec.cashier === null ? null : { id: String(spec.cashier), name: `Cashier ${spec.cashier}` },
    total: text(total),
    total_net: text(sum(inNet, 'total') - tax),
    total_tax: text(tax),
    rounding: text(rounding),
    data: {
      lines: lines.map((one, index) => ({
        number: index + 1,
        plu_id: id(one.article.plu_id),
        productid: one.article.productid,
        name: one.article.name,
        ...dptOf(one.article.dpt),
        qty: spec.numbers ? one.qty / 1000 : unitText(one.qty, 3),
        discount: amount(one.discount),
        total: amount(one.total),
        net: amount(one.total - one.tax),
        tax: amount(one.tax),
        tax_rate: spec.numbers ? rateOf(one) / 10 : rateText(rateOf(one)),
        ...(one.spec.kind !== null && { kind: one.spec.kind }),
      })),
      tenders: payments.map(({ tender, amount: paid, tendered }) => ({
        ...tender,
        tender_id: id(tender.tender_id),
        amount: amount(paid),
        ...(tendered !== null && { tendered: amount(tendered), change: amount(tendered - paid) }),
      })),
      taxes: [...new Set(inRows.map(rateOf))].map((rate) => {
        const of = inRows.filter((one) => rateOf(one) === rate);
        const own = sum(of, 'tax');
        const gross = sum(of, 'total');
        return { rate: rateText(rate), gross: amount(gross), net: amount(gross - own), tax: amount(own) };
      }),
    },
    ...more,
  };
}
