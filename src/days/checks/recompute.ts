import { readDay } from '../report/day-facts';
import { fieldsOf, readReceipt } from '../report/receipt';
import { recomputeChecks } from './recompute-checks';
import { recomputeTotals } from './recompute-totals';
import type { Check } from '../report/schema/checks';
import type { Totals } from '../report/schema/totals';
import { reconcile, type Reconciled } from './reconcile';

/** Totals and checks of a report, computed without the service. */
export interface Recomputed {
  readonly totals: Totals;
  readonly checks: Check[];
}

/** Incremental recomputation: `add` receipts in report order, then `finish` with the service's report. */
export interface Recomputation {
  readonly add: (transactions: readonly unknown[]) => void;
  /** Returns the result; of `report` everything but `transactions` is read. */
  readonly finish: (report: unknown) => Recomputed;
}

/** Starts a recomputation, which never throws, whatever its input. */
export function recomputation(): Recomputation {
  const settled: Reconciled[] = [];
  return {
    add: (transactions) => {
      for (const sale of transactions) settled.push(reconcile(readReceipt(sale)));
    },
    finish(report) {
      const day = readDay(report);
      return { totals: recomputeTotals(day, settled), checks: recomputeChecks(day, settled) };
    },
  };
}

/**
 * Recomputes every total and every check of a report (report.ts) exactly, from its transactions and its facts about the
 * registers. Of a report of another shape it reads the fields that match; without transactions all totals are zero.
 * Quantities have no trailing zeros.
 *
 * @param report as parsed by `JSON.parse` or by a parser that keeps digits; never throws, whatever the content
 */
export function recompute(report: unknown): Recomputed {
  const { transactions } = fieldsOf(report);
  const own = recomputation();
  own.add(Array.isArray(transactions) ? transactions : []);
  return own.finish(report);
}
