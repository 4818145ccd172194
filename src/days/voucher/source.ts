import { Decimal, totalOf, zero } from '@/record/decimal';

/** Net sales of a department at a rate; null where the lines do not say. */
export interface RevenuePiece {
  readonly dpt_id: string | null;
  readonly name: string | null;
  readonly rate: string | null;
  readonly net: Decimal;
}

/** What was paid with a tender, net of refunds. */
export interface TenderPiece {
  readonly tender_id: string | null;
  readonly name: string | null;
  readonly type: string | null;
  readonly amount: Decimal;
}

/** Lines that are no turnover, by kind and, of those that state tax, its rate: of deposits, those given back are apart. */
export interface NonTurnoverPiece {
  readonly kind: string;
  readonly returned: boolean;
  /** Null without tax. */
  readonly rate: string | null;
  readonly amount: Decimal;
  /** The part of the amount that is tax. */
  readonly tax: Decimal;
}

/** Cash that was paid into or out of drawers, zero or more, by the reason that the till says. */
export interface CashMove {
  readonly type: 'paid_in' | 'paid_out';
  readonly reason: string;
  readonly amount: Decimal;
}

/**
 * What a voucher is made of: the figures of a business day's report (docs/report.md#shape), with sales by department and rate.
 * Sources of several days add up to a source (`mergeSources`). Rates are canonical decimal text (`13.5`).
 */
export interface VoucherSource {
  readonly gross: Decimal;
  readonly net: Decimal;
  readonly tax: Decimal;
  readonly rounding: Decimal;
  /** Lines of turnover that say neither their net nor their tax. */
  readonly untaxed: number;
  readonly revenue: readonly RevenuePiece[];
  readonly vat: readonly { readonly rate: string | null; readonly net: Decimal; readonly tax: Decimal }[];
  readonly tenders: readonly TenderPiece[];
  readonly non_turnover: readonly NonTurnoverPiece[];
  readonly moves: readonly CashMove[];
  /** What counted drawers held too much, and too little: zero or more. */
  readonly over: Decimal;
  readonly short: Decimal;
  /** Drawers with cash that nobody counted. */
  readonly uncounted: number;
  /** Receipts of an unknown type, which are part of no figure. */
  readonly unknown: number;
  /** Receipts that came later than their day: stored here for another, and the other way round. */
  readonly late_of: number;
  readonly late_elsewhere: number;
}

/** The source of no days. */
export const noSource: VoucherSource = {
  gross: zero,
  net: zero,
  tax: zero,
  rounding: zero,
  untaxed: 0,
  revenue: [],
  vat: [],
  tenders: [],
  non_turnover: [],
  moves: [],
  over: zero,
  short: zero,
  uncounted: 0,
  unknown: 0,
  late_of: 0,
  late_elsewhere: 0,
};

/** Returns the sums of several sources, pieces of the same kind together, in the order in which they first occur. */
export function mergeSources(sources: readonly VoucherSource[]): VoucherSource {
  const [first] = sources;
  if (first && sources.length === 1) return first;
  const sum = (of: (source: VoucherSource) => Decimal) => totalOf(sources.map(of));
  const count = (of: (source: VoucherSource) => number) =>
    sources.reduce((all, source) => all + of(source), 0);
  return {
    gross: sum(({ gross }) => gross),
    net: sum(({ net }) => net),
    tax: sum(({ tax }) => tax),
    rounding: sum(({ rounding }) => rounding),
    untaxed: count(({ untaxed }) => untaxed),
    revenue: merged(
      sources.flatMap(({ revenue }) => revenue),
      ({ dpt_id, name, rate }) => [dpt_id ?? [name], rate],
      (one, other) => ({ ...one, name: one.name ?? other.name, net: one.net.plus(other.net) }),
    ),
    vat: merged(
      sources.flatMap(({ vat }) => vat),
      ({ rate }) => rate,
      (one, other) => ({ ...one, net: one.net.plus(other.net), tax: one.tax.plus(other.tax) }),
    ),
    tenders: merged(
      sources.flatMap(({ tenders }) => tenders),
      ({ tender_id, type, name }) => tender_id ?? [type, name],
      (one, other) => ({ ...one, amount: one.amount.plus(other.amount) }),
    ),
    non_turnover: merged(
      sources.flatMap(({ non_turnover }) => non_turnover),
      ({ kind, returned, rate }) => [kind, returned, rate],
      (one, other) => ({ ...one, amount: one.amount.plus(other.amount), tax: one.tax.plus(other.tax) }),
    ),
    moves: merged(
      sources.flatMap(({ moves }) => moves),
      ({ type, reason }) => [type, reasonKey(reason)],
      (one, other) => ({ ...one, amount: one.amount.plus(other.amount) }),
    ),
    over: sum(({ over }) => over),
    short: sum(({ short }) => short),
    uncounted: count(({ uncounted }) => uncounted),
    unknown: count(({ unknown }) => unknown),
    late_of: count(({ late_of }) => late_of),
    late_elsewhere: count(({ late_elsewhere }) => late_elsewhere),
  };
}

/** Returns a kind or reason as it is compared: letters of either case and runs of spaces are the same. */
export const reasonKey = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

function merged<T>(pieces: readonly T[], key: (piece: T) => unknown, add: (one: T, other: T) => T): T[] {
  const found = new Map<string, T>();
  for (const piece of pieces) {
    const name = JSON.stringify(key(piece));
    const before = found.get(name);
    found.set(name, before === undefined ? piece : add(before, piece));
  }
  return [...found.values()];
}
