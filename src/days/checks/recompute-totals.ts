import { Decimal, sumOf, zero } from '@/record/decimal';
import { saleTypes } from '@/resources/sales/contract';
import { isCounted } from '../model/counted';
import type { DayFacts } from '../report/day-facts';
import { type TaxRow } from '../report/receipt';
import type { Cash, Totals } from '../report/schema/totals';
import { isTaxedAside, taxOf, type Reconciled } from './reconcile';

/** Returns money as decimal text, with the currency's decimals at least, and more if the value has more. */
export const moneyText = (value: Decimal, scale: number): string => value.toFixed(scale);

/** Groups a list by key, in the order of the first occurrence of each key. */
export function groupBy<T>(list: readonly T[], key: (one: T) => unknown): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const value = key(one);
    // Most keys are ids, and texts of other keys begin with a bracket or are `null`.
    const name = typeof value === 'string' ? `"${value}` : (JSON.stringify(value) ?? '');
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  return [...groups.values()];
}

const last = (names: readonly (string | null)[]): string | null =>
  names.reduce((found, name) => (name !== null && (found === null || name > found) ? name : found), null);

type Named = Readonly<Record<string, unknown>>;
const byText = (one: unknown, other: unknown) => {
  const [a, b] = [one, other].map((value) => (typeof value === 'string' ? value : null));
  if (a === b || a === undefined || b === undefined) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
};
/** Comparator: the largest amount first, then by name, then by id. */
const largest = (figure: string, id: string) => (one: Named, other: Named) =>
  Decimal.parse(String(other[figure])).cmp(Decimal.parse(String(one[figure]))) ||
  byText(one['name'], other['name']) ||
  byText(one[id], other[id]);

/** Computes the totals of receipts (docs/report.md#shape, docs/report.md#what-counts). */
export function recomputeTotals(day: DayFacts, all: readonly Reconciled[]): Totals {
  const money = (value: Decimal) => moneyText(value, day.scale);
  const counted = all.filter(({ receipt }) => receipt.counts);
  const lines = counted.flatMap(({ receipt }) => receipt.lines);
  const sold = lines.filter((line) => line.aside === null);
  const apart = (type: string) => {
    const of = all.filter(({ receipt }) => receipt.active && receipt.type === type);
    return { count: of.length, gross: gross(of) };
  };
  const returns = counted.filter(({ receipt }) => receipt.type === 'return');
  const gross = (of: readonly Reconciled[]) => money(sumOf(of, ({ said }) => said.gross));
  const by_tax = taxRows(counted).map((row) => ({
    rate: row.rate?.toFixed() ?? null,
    gross: money(row.gross),
    net: money(row.net),
    tax: money(row.tax),
  }));
  const by_tender = groupBy(
    counted.flatMap(({ receipt }) => receipt.tenders),
    ({ tender_id, type, name }) => tender_id ?? [type, name],
  )
    .map((of) => ({
      tender_id: of[0]?.tender_id ?? null,
      name: last(of.map(({ name }) => name)),
      type: last(of.map(({ type }) => type)),
      count: of.length,
      amount: money(sumOf(of, ({ amount }) => amount)),
      refunded: money(sumOf(of, ({ amount }) => (amount.lt(0) ? amount.neg() : zero))),
    }))
    .toSorted(largest('amount', 'tender_id'));
  const by_dpt = groupBy(sold, ({ dpt_id, dpt_name }) => dpt_id ?? [dpt_name])
    .map((of) => ({
      dpt_id: of[0]?.dpt_id ?? null,
      name: last(of.map(({ dpt_name }) => dpt_name)),
      qty: sumOf(of, ({ qty }) => qty).toFixed(),
      gross: money(sumOf(of, ({ total }) => total)),
      net: money(sumOf(of, ({ net }) => net)),
      tax: money(sumOf(of, ({ tax }) => tax)),
    }))
    .toSorted(largest('gross', 'dpt_id'));
  const by_plu = groupBy(sold, ({ plu_id, productid, name }) => plu_id ?? [productid, name])
    .map((of) => ({
      plu_id: of[0]?.plu_id ?? null,
      productid: last(of.map(({ productid }) => productid)),
      name: last(of.map(({ name }) => name)),
      qty: sumOf(of, ({ qty }) => qty).toFixed(),
      gross: money(sumOf(of, ({ total }) => total)),
    }))
    .toSorted(largest('gross', 'plu_id'));
  const by_cashier = groupBy(counted, ({ receipt: { cashier } }) => cashier?.id ?? [cashier?.name ?? null])
    .map((of) => {
      const id = of[0]?.receipt.cashier?.id ?? null;
      const name = last(of.map(({ receipt }) => receipt.cashier?.name ?? null));
      return { id, name, count: of.length, gross: gross(of) };
    })
    .toSorted(largest('gross', 'id'))
    .map(({ id, name, ...row }) => ({
      cashier: id === null && name === null ? null : { id, name },
      ...row,
    }));
  const by_hour = hourRows(day, counted).map(({ hour, of }) => ({
    hour,
    count: of.length,
    gross: gross(of),
  }));
  const cash = cashRows(day, all);
  return {
    count: counted.length,
    gross: gross(counted),
    net: money(sumOf(counted, ({ said }) => said.net)),
    tax: money(sumOf(counted, taxOf)),
    discount: money(sumOf(sold, (line) => line.discount)),
    rounding: money(sumOf(counted, ({ receipt }) => receipt.rounding)),
    by_tax,
    by_tender,
    by_dpt,
    by_plu,
    by_cashier,
    by_hour,
    returns: { count: returns.length, gross: gross(returns) },
    voids: apart('void'),
    training: apart('training'),
    unknown_types: groupBy(
      all.filter(({ receipt }) => receipt.active && !knownTypes.has(receipt.type)),
      ({ receipt }) => receipt.type,
    )
      .map((of) => ({ type: of[0]?.receipt.type ?? '', count: of.length, gross: gross(of) }))
      .toSorted((one, other) => byText(one.type, other.type)),
    removed: removedRow(all, money),
    non_turnover: groupBy(
      lines.filter((line) => line.aside !== null),
      (line) => line.aside,
    )
      .map((of) => ({
        kind: of[0]?.aside ?? '',
        count: of.length,
        amount: money(sumOf(of, ({ total }) => total)),
      }))
      .toSorted((one, other) => byText(one.kind, other.kind)),
    cash: cash.map((row) => ({ pos_id: row.pos_id === '' ? null : row.pos_id, ...cashText(row, day.scale) })),
    cash_total: cashText(cashTotal(cash), day.scale),
  };
}

const knownTypes: ReadonlySet<string> = new Set(saleTypes);

function removedRow(all: readonly Reconciled[], money: (value: Decimal) => string): Totals['removed'] {
  const of = all.filter(({ receipt }) => !receipt.active);
  return {
    count: of.length,
    gross: money(
      sumOf(
        of.filter(({ receipt }) => ['sale', 'return'].includes(receipt.type)),
        ({ said }) => said.gross,
      ),
    ),
    receipts: of.map(({ receipt, said }) => ({
      transaction_id: receipt.id,
      receipt_num: receipt.receipt_num,
      type: receipt.type,
      gross: money(said.gross),
      ...receipt.removed,
    })),
  };
}

interface TaxPart extends Pick<TaxRow, 'rate' | 'gross' | 'net' | 'tax'> {
  /** A non-turnover line, taken off the rows or added. */
  readonly isAside?: boolean;
}

/**
 * Returns the tax rows by rate: of the turnover and of whatever else is taxed. Non-turnover lines without tax are taken off where the
 * till has them in its rows, and taxed ones are added where it does not.
 */
export function taxRows(counted: readonly Reconciled[]) {
  const parts: TaxPart[] = counted.flatMap(({ receipt }) => receipt.taxes);
  for (const { receipt, rowsHaveAside } of counted) {
    for (const line of receipt.lines) {
      const { aside, rate, total, net, tax } = line;
      if (aside === null || isTaxedAside(line) === rowsHaveAside) continue;
      parts.push(
        rowsHaveAside
          ? { rate, gross: total.neg(), net: net.neg(), tax: tax.neg(), isAside: true }
          : { rate, gross: total, net, tax, isAside: true },
      );
    }
  }
  return groupBy(parts, ({ rate }) => rate?.toFixed() ?? null)
    .map((of) => ({
      rate: of[0]?.rate ?? null,
      gross: sumOf(of, ({ gross }) => gross),
      net: sumOf(of, ({ net }) => net),
      tax: sumOf(of, ({ tax }) => tax),
      hasAside: of.some(({ isAside }) => isAside === true),
    }))
    .filter(({ gross, net, tax, hasAside }) => !hasAside || [gross, net, tax].some((sum) => !sum.eq(0)))
    .toSorted((one, other) =>
      one.rate && other.rate ? one.rate.cmp(other.rate) : Number(!one.rate) - Number(!other.rate),
    );
}

function hourRows(day: DayFacts, counted: readonly Reconciled[]) {
  const hourOf = hourReader(day.timezone);
  return groupBy(counted, ({ receipt }) => hourOf(receipt.completed_at))
    .map((of) => ({ hour: hourOf(of[0]?.receipt.completed_at ?? ''), of }))
    .toSorted((one, other) => ((one.hour - day.cutover + 24) % 24) - ((other.hour - day.cutover + 24) % 24));
}

/**
 * Returns a function for the local hour of a time. Formatting is slow, and offsets change only at a quarter of an hour, so
 * results are cached per quarter.
 */
function hourReader(timezone: string): (time: string) => number {
  const format = formatter(timezone);
  const cache = new Map<number, number>();
  return (time) => {
    const quarter = Math.floor(Date.parse(time) / 900_000);
    if (!Number.isFinite(quarter)) return 0;
    const hour = cache.get(quarter) ?? Number(format.format(quarter * 900_000)) % 24;
    cache.set(quarter, hour);
    return hour;
  };
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  const options = { hour: '2-digit', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  }
}

/** The cash of one register's drawer. */
export interface CashRow {
  readonly pos_id: string;
  readonly opening_float: Decimal;
  readonly sales: Decimal;
  readonly refunds: Decimal;
  readonly paid_in: Decimal;
  readonly paid_out: Decimal;
  readonly counted: Decimal | null;
  readonly over_short: Decimal | null;
}

/** Returns the expected cash of a drawer (docs/report.md#checks, `cash`). */
export const expectedCash = (row: Omit<CashRow, 'pos_id' | 'counted' | 'over_short'>): Decimal =>
  row.opening_float.plus(row.sales).minus(row.refunds).plus(row.paid_in).minus(row.paid_out);

/** Returns a row per register. */
export function cashRows(day: DayFacts, all: readonly Reconciled[]): CashRow[] {
  const ids = new Set([
    ...all.map(({ receipt }) => receipt.pos_id),
    ...day.z_reports.map(({ pos_id }) => pos_id),
  ]);
  return [...ids].toSorted(byText).map((pos_id) => {
    const own = all.filter(({ receipt }) => receipt.pos_id === pos_id && receipt.active);
    const z = day.z_reports.filter((report) => report.pos_id === pos_id);
    const cash = own
      .filter(({ receipt }) => receipt.counts)
      .flatMap(({ receipt }) => receipt.tenders)
      .filter(({ type }) => type === 'cash');
    const moved = (type: string) =>
      sumOf(
        own.filter(({ receipt }) => receipt.type === type),
        (one) => (one.cash ?? one.receipt.total).abs(),
      );
    const row = {
      pos_id,
      opening_float: sumOf(z, ({ opening_float }) => opening_float ?? zero),
      sales: sumOf(cash, ({ amount }) => (amount.gt(0) ? amount : zero)),
      refunds: sumOf(cash, ({ amount }) => (amount.lt(0) ? amount.neg() : zero)),
      paid_in: moved('paid_in'),
      paid_out: moved('paid_out'),
    };
    const counted = isCounted(z) ? sumOf(z, (report) => report.counted ?? zero) : null;
    return { ...row, counted, over_short: counted?.minus(expectedCash(row)) ?? null };
  });
}

function cashTotal(rows: readonly CashRow[]): CashRow {
  const sum = (name: 'opening_float' | 'sales' | 'refunds' | 'paid_in' | 'paid_out') =>
    sumOf(rows, (row) => row[name]);
  const known = rows.filter((row) => row.counted !== null);
  return {
    pos_id: '',
    opening_float: sum('opening_float'),
    sales: sum('sales'),
    refunds: sum('refunds'),
    paid_in: sum('paid_in'),
    paid_out: sum('paid_out'),
    counted: known.length === 0 ? null : sumOf(known, (row) => row.counted ?? zero),
    over_short: known.length === 0 ? null : sumOf(known, (row) => row.over_short ?? zero),
  };
}

const cashText = (row: CashRow, scale: number): Cash => ({
  opening_float: moneyText(row.opening_float, scale),
  sales: moneyText(row.sales, scale),
  refunds: moneyText(row.refunds, scale),
  paid_in: moneyText(row.paid_in, scale),
  paid_out: moneyText(row.paid_out, scale),
  expected: moneyText(expectedCash(row), scale),
  counted: row.counted && moneyText(row.counted, scale),
  over_short: row.over_short && moneyText(row.over_short, scale),
});
