import type { SayOf } from '@/core/app/i18n/i18n';
import type { Format } from '@/core/app/i18n/formats';
import { decimalOf, noValue } from '@/core/app/i18n/format';
import { big, signed, textOf } from '../amounts';
import type { Check, Fault } from '../schema/checks';

/**
 * The faults of checks, each thing once: where a check of receipts has named a receipt, the checks of the day that
 * follow from it do not name it again.
 */
export function faultsOf(failing: readonly Check[]): readonly { check: Check; fault: Fault }[] {
  const all = failing.flatMap((check) => check.faults.map((fault) => ({ check, fault })));
  const named = new Set(
    all.flatMap(({ check, fault }) => (check.code.startsWith('receipt_') ? [fault.transaction_id] : [])),
  );
  return all.filter(
    ({ check, fault }) =>
      !check.code.startsWith('day_') || fault.transaction_id === null || !named.has(fault.transaction_id),
  );
}

/** Faults whose two values are money; the others' are numbers of receipts, names or nothing. */
const ofMoney = new Set<string>([
  'lines',
  'gross',
  'net',
  'tax',
  'net_and_tax',
  'total_tax',
  'tenders',
  'change',
  'amount',
  'paid_in',
  'paid_out',
  'opening_float',
  'line',
  'rate_tax',
  'rounding',
  'sign',
]);

/** Figures of a tax rate, where a fault names one. */
const ofRate = new Set<string>(['gross', 'net', 'tax']);

/** Checks whose two sums count receipts. */
const ofCounts = new Set<string>([
  'receipt_sequence',
  'receipt_belongs',
  'receipt_prices',
  'receipt_rates',
  'receipt_rounding',
  'receipt_scale',
  'receipt_type',
  'receipt_time',
  'receipt_removed',
]);

/** A fault in words and figures. */
export interface FaultText {
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
  readonly off: string;
}

/** What is wrong, what should be there, what is, and by how much. */
export function faultText(fault: Fault, say: SayOf, format: Format): FaultText {
  const { kind, rate, expected, actual } = fault;
  const last = kind === 'gap' ? lastMissing(expected, actual) : null;
  const words = {
    expected: expected ?? '–',
    actual: (kind === 'time' ? format.day(actual) : actual) ?? '–',
    line: fault.line ?? '–',
  };
  // Of a whole day or a receipt, not of one of its tax rows.
  const isWhole = rate === null && ofRate.has(kind);
  const plain =
    last === null
      ? say(isWhole ? `fault.whole.${kind}` : `fault.${kind}`, words)
      : say('fault.gaps', { expected: words.expected, last });
  const what = rate === null ? plain : say('fault.rate', { what: plain, rate: format.decimal(rate) });
  if (!ofMoney.has(kind)) {
    // Said in words already, or a name of no use to a reader.
    const isName = ['location', 'register', 'type', 'time', 'removed', 'scale'].includes(kind);
    return {
      what,
      expected: (isName ? null : expected) ?? noValue,
      actual: (isName ? null : actual) ?? noValue,
      off: noValue,
    };
  }
  const both = decimalOf(expected) && decimalOf(actual);
  return {
    what,
    expected: format.money(expected),
    actual: format.money(actual),
    off: both ? signed(textOf(big(actual).minus(big(expected))), format) : noValue,
  };
}

/** The last number of a gap of several; null where one alone is missing. */
function lastMissing(expected: string | null, actual: string | null): string | null {
  const last = big(actual).minus(1);
  return last.gt(big(expected)) ? last.toFixed() : null;
}

/** What a check is about in figures: sums, or a number of receipts. */
export const checkFigure = (check: Check, value: string, format: Format): string =>
  ofCounts.has(check.code) ? format.decimal(value, 0) : format.money(value);

/** How far a check is off in money; zero where that is not what is wrong. */
export const offOf = (check: Check) =>
  ofCounts.has(check.code) ? big(0) : big(check.actual).minus(big(check.expected));
