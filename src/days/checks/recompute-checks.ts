import { type Decimal, sumOf, zero } from '@/record/decimal';
import type { DayFacts } from '../report/day-facts';
import {
  checkKinds,
  checkPrices,
  checkRates,
  checkRemoved,
  checkRounding,
  checkScale,
  checkTime,
  checkType,
} from './receipt-rules';
import { figureNames, type CheckResult, type Outcome } from './check-result';
import { checkBelongs, checkLines, checkTax, checkTenders, due } from './recompute-receipt-checks';
import { checkCash, checkOpening, checkSequence } from './recompute-register-checks';
import { moneyText, taxRows } from './recompute-totals';
import { checkCodes, type CheckCode, type FaultKind } from '../report/schema/check-codes';
import type { Check, Fault } from '../report/schema/checks';
import { taxedAsides, type Figures, type Reconciled } from './reconcile';

/** Computes every check (docs/report.md#checks) from the receipts and the report's facts about its registers. */
export function recomputeChecks(day: DayFacts, all: readonly Reconciled[]): Check[] {
  const counted = all.filter(({ receipt }) => receipt.counts);
  const outcomes: Record<CheckCode, () => Outcome> = {
    receipt_lines: () => checkLines(counted),
    receipt_tax: () => checkTax(counted),
    receipt_tenders: () => checkTenders(all),
    receipt_belongs: () => checkBelongs(day, all),
    receipt_prices: () => checkPrices(counted),
    receipt_rates: () => checkRates(day, counted),
    receipt_kinds: () => checkKinds(day, counted),
    receipt_rounding: () => checkRounding(day, counted),
    receipt_scale: () => checkScale(day, all),
    receipt_type: () => checkType(all),
    receipt_time: () => checkTime(day, all),
    receipt_removed: () => checkRemoved(all),
    day_tax: () => checkBreakdown(counted, taxRows(counted), ({ rows }) => rows, taxedAsides),
    day_tender: () => checkDayTenders(counted),
    day_dpt: () =>
      checkBreakdown(
        counted,
        counted.map(({ sold }) => sold),
        ({ sold }) => sold,
      ),
    day_hour: () => checkWhole(counted),
    day_cashier: () => checkWhole(counted),
    receipt_sequence: () => checkSequence(day, all),
    cash: () => checkCash(day, all),
    opening: () => checkOpening(day),
  };
  const placed = new Map(all.map((settled, place) => [settled, place]));
  return checkCodes
    .filter((code) => isOurs(day) || !ofOurs.has(code))
    .map((code) => asCheck(code, outcomes[code](), day.scale, placed));
}

/** Checks that a report without `rounding_units` lacks the fields for: its types, days and tenders are unknown. */
const ofOurs: ReadonlySet<CheckCode> = new Set([
  'receipt_kinds',
  'receipt_rounding',
  'receipt_type',
  'receipt_time',
  'receipt_removed',
]);
const isOurs = ({ rounding_units: units }: DayFacts): boolean => units !== null;

/** Kinds whose values are money, although their check counts receipts. */
const moneyKinds: ReadonlySet<FaultKind> = new Set(['line', 'aside_tax', 'rate_tax', 'rounding', 'sign']);

function asCheck(
  code: CheckCode,
  { expected, actual, faults, counts }: Outcome,
  scale: number,
  places: ReadonlyMap<Reconciled, number>,
): Check {
  const text = (value: Decimal | string | null | undefined, kind: FaultKind | null) => {
    if (value === null || value === undefined || typeof value === 'string') return value ?? null;
    const isNumber = counts ? kind === null || !moneyKinds.has(kind) : kind === 'count';
    return isNumber ? value.toFixed() : moneyText(value, scale);
  };
  const pointed = new Set(faults.flatMap(({ at, also = [] }) => [...(at ? [at] : []), ...also]));
  return {
    code,
    ok: faults.length === 0,
    expected: text(expected, null) ?? '0',
    actual: text(actual, null) ?? '0',
    transaction_ids: [...pointed]
      .toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0))
      .map(({ receipt }) => receipt.id),
    faults: faults.map((fault): Fault => ({
      kind: fault.kind,
      transaction_id: fault.at?.receipt.id ?? fault.late ?? null,
      pos_id: (fault.pos_id ?? fault.at?.receipt.pos_id) || null,
      rate: fault.rate?.toFixed() ?? null,
      line: fault.line ?? null,
      expected: text(fault.expected, fault.kind),
      actual: text(fault.actual, fault.kind),
    })),
  };
}

/**
 * Compares a breakdown into gross, net and tax with the totals of the day; `of` returns a receipt's share, `besides` what the
 * breakdown has beyond the turnover.
 */
function checkBreakdown(
  counted: readonly Reconciled[],
  rows: readonly Figures[],
  of: (settled: Reconciled) => Figures,
  besides: (settled: Reconciled) => Figures | null = () => null,
): Outcome {
  const sums = figureNames.map((kind) => ({
    kind,
    expected: sumOf(counted, (at) => at.said[kind].plus(besides(at)?.[kind] ?? zero)),
    actual: sumOf(rows, (row) => row[kind]),
  }));
  const differing = sums.filter(({ expected, actual }) => !expected.eq(actual));
  const [first = sums[0]] = differing;
  const receipts = counted.flatMap((at) =>
    figureNames.flatMap((kind): CheckResult[] =>
      at.said[kind].eq(of(at)[kind]) ? [] : [{ kind, at, expected: at.said[kind], actual: of(at)[kind] }],
    ),
  );
  return {
    expected: first?.expected ?? zero,
    actual: first?.actual ?? zero,
    faults: differing.length === 0 ? [] : [...differing, ...receipts],
  };
}

function checkDayTenders(counted: readonly Reconciled[]): Outcome {
  const expected = sumOf(counted, due);
  const actual = sumOf(counted, ({ paid }) => paid);
  if (expected.eq(actual)) return { expected, actual, faults: [] };
  const receipts = counted
    .filter((at) => !due(at).eq(at.paid))
    .map((at): CheckResult => ({ kind: 'amount', at, expected: due(at), actual: at.paid }));
  return { expected, actual, faults: [{ kind: 'amount', expected, actual }, ...receipts] };
}

/** Result of a breakdown by whole receipts, which always passes: each receipt is in exactly one row. */
function checkWhole(counted: readonly Reconciled[]): Outcome {
  const gross = sumOf(counted, ({ said }) => said.gross);
  return { expected: gross, actual: gross, faults: [] };
}
