/** The codes of the checks of a report (docs/report.md#checks), in the order in which they are shown. */
export const checkCodes = [
  'receipt_lines',
  'receipt_tax',
  'receipt_tenders',
  'receipt_belongs',
  'receipt_prices',
  'receipt_rates',
  'receipt_kinds',
  'receipt_rounding',
  'receipt_scale',
  'receipt_type',
  'receipt_time',
  'receipt_removed',
  'day_tax',
  'day_tender',
  'day_dpt',
  'day_hour',
  'day_cashier',
  'receipt_sequence',
  'cash',
  'opening',
] as const;
export type CheckCode = (typeof checkCodes)[number];

/** What the two sums of a check are of: money, or receipts. */
const sumsOf: Readonly<Record<CheckCode, 'money' | 'receipts'>> = {
  receipt_lines: 'money',
  receipt_tax: 'money',
  receipt_tenders: 'money',
  receipt_belongs: 'receipts',
  receipt_prices: 'receipts',
  receipt_rates: 'receipts',
  receipt_kinds: 'receipts',
  receipt_rounding: 'receipts',
  receipt_scale: 'receipts',
  receipt_type: 'receipts',
  receipt_time: 'receipts',
  receipt_removed: 'receipts',
  day_tax: 'money',
  day_tender: 'money',
  day_dpt: 'money',
  day_hour: 'money',
  day_cashier: 'money',
  receipt_sequence: 'receipts',
  cash: 'money',
  opening: 'money',
};

/** Checks whose two sums count receipts. */
export const countingChecks: ReadonlySet<string> = new Set(
  checkCodes.filter((code) => sumsOf[code] === 'receipts'),
);

/**
 * The kinds of a fault. Per kind, the values of `expected` and `actual`, and the check that reports it:
 *
 * - `lines`: the receipt's total; its lines, summed (receipt_lines).
 * - `gross`, `net`, `tax` with a `rate`: the receipt's lines of the rate; its tax row (receipt_tax). Without
 *   one: the day's total; the breakdown, summed (day_*).
 * - `net_and_tax`: gross; net + tax, of a tax row (with its `rate`) or of the whole receipt (receipt_tax).
 * - `total_tax`: the receipt's tax rows, summed; its `total_tax` (receipt_tax).
 * - `tenders`: total + rounding; the tenders, summed (receipt_tenders).
 * - `change`: a tender's amount; tendered − change (receipt_tenders).
 * - `location`, `currency`: the day's; the receipt's (receipt_belongs).
 * - `count`: receipts of the day; of the breakdown (day_hour, day_cashier).
 * - `amount`: gross + non-turnover + rounding of the day; the tenders, summed (day_tender).
 * - `gap`: the receipt number expected next; the number of the receipt that follows (receipt_sequence).
 * - `repeat`: null; the number that more than one receipt carries (receipt_sequence).
 * - `unnumbered`: null; the `receipt_num` without a digit (receipt_sequence).
 * - `first`, `last`: the number in the z report; the number among the register's receipts (receipt_sequence).
 * - `paid_in`, `paid_out`: the sum of the receipts; the sum of the z reports (cash).
 * - `opening_float`: the amount counted at the previous close; the opening float of this day (opening).
 * - `register`: the day's location; that of the register (receipt_belongs).
 * - `line`: quantity × unit price − discount of a `line`; its total or, of prices without tax, its net (receipt_prices).
 * - `rate_tax`: the tax computed from the gross of a tax row by its `rate`; its `tax` (receipt_rates).
 * - `rate_unknown`: null; a `rate` that no tax of the company had on the day (receipt_rates).
 * - `aside_tax`: the tax of lines that are no turnover; what the tax rows of the receipt have of it (receipt_kinds).
 * - `kind_tax`: null; lines are taxed otherwise than the company says of their kind (receipt_kinds).
 * - `rounding`: the largest rounding that a tender of the receipt allows; the receipt's rounding (receipt_rounding).
 * - `scale`: the decimals of the currency; the receipt's amount with the most decimals (receipt_scale). For a register
 *   (`pos_id`): of its z report.
 * - `sign`: null; the total of a return that is not negative (receipt_type).
 * - `type`: null; an unknown type (receipt_type).
 * - `time`: the date of the day; the business date on which it was completed (receipt_time).
 * - `removed`: null; the number of a receipt that was removed without a reason (receipt_removed).
 * - `malformed`: null; a value of the receipt that is not a decimal number (receipt_*).
 */
export const faultKinds = [
  'lines',
  'gross',
  'net',
  'tax',
  'net_and_tax',
  'total_tax',
  'tenders',
  'change',
  'location',
  'currency',
  'register',
  'line',
  'rate_tax',
  'rate_unknown',
  'aside_tax',
  'kind_tax',
  'rounding',
  'scale',
  'sign',
  'type',
  'time',
  'removed',
  'count',
  'amount',
  'gap',
  'repeat',
  'unnumbered',
  'first',
  'last',
  'paid_in',
  'paid_out',
  'opening_float',
  'malformed',
] as const;
export type FaultKind = (typeof faultKinds)[number];
