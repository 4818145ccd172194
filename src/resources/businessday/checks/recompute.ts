import { readDay } from '../report/day-facts';
import { fieldsOf, readReceipt } from '../report/receipt';
import { recomputeChecks } from './recompute-checks';
import { recomputeTotals } from './recompute-totals';
import type { Check } from '../report/schema/checks';
import type { Totals } from '../report/schema/totals';
import { reconcile, type Reconciled } from './reconcile';

/** What the receipts of a report come to, and whether they add up, computed without the service. */
export interface Recomputed {
  readonly totals: Totals;
  readonly checks: Check[];
}

/** A recomputation that is given its receipts a few at a time, in the report's order, and then the report. */
export interface Recomputation {
  readonly add: (transactions: readonly unknown[]) => void;
  /** What they come to; of `report` all is read but its transactions. */
  readonly finish: (report: unknown) => Recomputed;
}

/** Begins a recomputation. Nothing that it is given makes it throw. */
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
 * Recomputes a report (report.ts) from its transactions and what it says of its registers: every total and every
 * check, exact. A report of another shape is read as far as it goes; one without transactions is one of zeros.
 * Quantities are written without the zeros at their end.
 *
 * @param report as parsed by `JSON.parse` or by a parser that keeps digits; nothing in it makes this throw
 */
export function recompute(report: unknown): Recomputed {
  const { transactions } = fieldsOf(report);
  const own = recomputation();
  own.add(Array.isArray(transactions) ? transactions : []);
  return own.finish(report);
}
