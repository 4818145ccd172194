import type { SayOf } from '@/app/i18n/i18n';
import type { Format } from '@/app/i18n/formats';
import { decimalOf, noValue } from '@/app/i18n/format';
import { big, signed, textOf } from '../amounts';
import { countingChecks } from '../schema/check-codes';
import type { Check, Fault } from '../schema/checks';

/** The rank of a check by where a fault begins: in a receipt, in a register, and last in the sums of the day. */
const rankOf = (code: string): number =>
  code.startsWith('receipt_') ? 0 : code.startsWith('day_') ? 3 : code === 'opening' ? 1 : 2;

/** Sorts checks so that what causes a fault comes before the sums that are off because of it. */
export const causesFirst = (checks: readonly Check[]): readonly Check[] =>
  checks.toSorted((one, other) => rankOf(one.code) - rankOf(other.code));

/**
 * Returns the faults of the failing checks without repetition: a receipt that a receipt check reports is left out of the
 * checks of the day that fail because of it.
 */
export function faultsOf(failing: readonly Check[]): readonly { check: Check; fault: Fault }[] {
  const all = failing.flatMap((check) => check.faults.map((fault) => ({ check, fault })));
  const named = new Set(
    all.flatMap(({ check, fault }) => (check.code.startsWith('receipt_') ? [fault.transaction_id] : [])),
  );
  const shown = all.filter(
    ({ check, fault }) =>
      !check.code.startsWith('day_') || fault.transaction_id === null || !named.has(fault.transaction_id),
  );
  return groupedByReceipt(shown);
}

/** Puts all faults of a receipt together, where its first one stands; faults of no receipt stay in their places. */
function groupedByReceipt<F extends { readonly fault: Fault }>(faults: readonly F[]): readonly F[] {
  const groups = new Map<string, F[]>();
  faults.forEach((one, at) => {
    const key = one.fault.transaction_id ?? `#${at}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  });
  return [...groups.values()].flat();
}

/** Kinds of faults whose two values are money; those of other kinds are receipt counts, names or null. */
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

/** Kinds that concern one tax rate if the fault has a `rate`. */
const ofRate = new Set<string>(['gross', 'net', 'tax']);

/** The texts of a fault. */
export interface FaultText {
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
  readonly off: string;
}

/** Returns what is wrong, the expected and the actual value, and the difference, as texts. */
export function faultText(fault: Fault, say: SayOf, format: Format): FaultText {
  const { kind, rate, expected, actual } = fault;
  const last = kind === 'gap' ? lastMissing(expected, actual) : null;
  const words = {
    expected: expected ?? '–',
    actual: (kind === 'time' ? format.day(actual) : actual) ?? '–',
    line: fault.line ?? '–',
  };
  // Concerns a whole day or receipt, not one of its tax rows.
  const isWhole = rate === null && ofRate.has(kind);
  const plain =
    last === null
      ? say(isWhole ? `fault.whole.${kind}` : `fault.${kind}`, words)
      : say('fault.gaps', { expected: words.expected, last });
  const what = rate === null ? plain : say('fault.rate', { what: plain, rate: format.decimal(rate) });
  if (!ofMoney.has(kind)) {
    // The title already says it, or the value is an id that means nothing to a reader.
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

/** Returns the last missing number of a gap; null if only one is missing. */
function lastMissing(expected: string | null, actual: string | null): string | null {
  const last = big(actual).minus(1);
  return last.gt(big(expected)) ? last.toFixed() : null;
}

/** Formats a check's value: money, or a receipt count. */
export const checkFigure = (check: Check, value: string, format: Format): string =>
  countingChecks.has(check.code) ? format.decimal(value, 0) : format.money(value);

/** Returns the difference of a check in money; zero if its values are counts. */
export const offOf = (check: Check) =>
  countingChecks.has(check.code) ? big(0) : big(check.actual).minus(big(check.expected));
