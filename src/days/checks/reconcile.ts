import { type Decimal, sumOf, zero } from '@/record/decimal';
import { type Line, type Receipt } from '../report/receipt';

/** Tells whether a line that is no turnover states a tax, or the rate of one: a deposit, a single-purpose voucher. */
export const isTaxedAside = ({ aside, rate, tax }: Line): boolean =>
  aside !== null && (!tax.eq(zero) || !(rate ?? zero).eq(zero));

/** Returns all tax of a receipt, that of lines that are no turnover included. */
export const taxOf = ({ said, aside }: Reconciled): Decimal => said.tax.plus(aside.tax);

/** Returns the sums of the lines that are no turnover and are taxed. */
export const taxedAsides = ({ receipt }: Reconciled): Figures =>
  figuresOf(receipt.lines.filter(isTaxedAside));

/** Gross, net and tax. */
export interface Figures {
  readonly gross: Decimal;
  readonly net: Decimal;
  readonly tax: Decimal;
}

/** A receipt with its turnover by its own totals, by its lines, and by its tax rows. */
export interface Reconciled {
  readonly receipt: Receipt;
  /** The receipt's own totals without the non-turnover lines. */
  readonly said: Figures;
  readonly sold: Figures;
  readonly rows: Figures;
  /** The sums of all lines, and of the non-turnover lines. */
  readonly lines: Decimal;
  readonly aside: Figures;
  /** Whether the tax rows include the non-turnover lines. */
  readonly rowsHaveAside: boolean;
  /** The sum of all tenders, and of those in cash (null without any). */
  readonly paid: Decimal;
  readonly cash: Decimal | null;
}

const figuresOf = (lines: readonly Line[]): Figures => ({
  gross: sumOf(lines, (line) => line.total),
  net: sumOf(lines, (line) => line.net),
  tax: sumOf(lines, (line) => line.tax),
});

const minus = (one: Figures, other: Figures): Figures => ({
  gross: one.gross.minus(other.gross),
  net: one.net.minus(other.net),
  tax: one.tax.minus(other.tax),
});

/** Whether `value` is closer to `whole` than to `part`. */
const nearer = (value: Decimal, whole: Decimal, part: Decimal): boolean =>
  value.minus(whole).abs().lte(value.minus(part).abs());

/**
 * Computes the sums of a receipt. Tills differ in whether `total_net`, `total_tax` and the tax rows include gift cards,
 * deposits and tips: for each receipt, the interpretation that comes closer to adding up is used.
 */
export function reconcile(receipt: Receipt): Reconciled {
  const { total, total_net, total_tax, lines, taxes, tenders } = receipt;
  const sold = figuresOf(lines.filter((line) => line.aside === null));
  const asideLines = lines.filter((line) => line.aside !== null);
  const aside = figuresOf(asideLines);
  // If all lines are turnover, both interpretations are equal.
  const isPlain = asideLines.length === 0;
  const gross = isPlain ? total : total.minus(aside.gross);
  const whole = { gross: total, net: total_net, tax: total_tax };
  const saidHasAside = isPlain || nearer(total_net.plus(total_tax), total, gross);
  const allRows = {
    gross: sumOf(taxes, (row) => row.gross),
    net: sumOf(taxes, (row) => row.net),
    tax: sumOf(taxes, (row) => row.tax),
  };
  const rowsHaveAside = isPlain || nearer(allRows.gross, total, gross);
  const cash = tenders.filter((payment) => payment.type === 'cash' && payment.hasAmount);
  return {
    receipt,
    said: { ...(saidHasAside && !isPlain ? minus(whole, aside) : whole), gross },
    sold,
    rows: rowsHaveAside && !isPlain ? minus(allRows, aside) : allRows,
    lines: sold.gross.plus(aside.gross),
    aside,
    rowsHaveAside,
    paid: sumOf(tenders, (payment) => payment.amount),
    cash: cash.length === 0 ? null : sumOf(cash, (payment) => payment.amount),
  };
}
