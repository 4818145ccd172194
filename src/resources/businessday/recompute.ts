import { readDay } from './day-facts';
import { fieldsOf, readReceipt } from './receipt';
import { recomputeChecks } from './recompute-checks';
import { recomputeTotals } from './recompute-totals';
import type { Check, Totals } from './report';
import { settle, type Settled } from './settle';

/** What the receipts of a report come to, and whether they add up, computed without the service. */
export interface Recomputed {
  readonly totals: Totals;
  readonly checks: Check[];
}

/**
 * Recomputes a report (report.ts) from its transactions and what it says of its registers: every total and every
 * check, exact. A report of another shape is read as far as it goes; one without transactions is one of zeros.
 * Quantities are written without the zeros at their end.
 *
 * @param report as parsed by `JSON.parse` or by a parser that keeps digits; nothing in it makes this throw
 */
export function recompute(report: unknown): Recomputed {
  const steps = finish(report, transactionsOf(report).map(readAndSettle));
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * The same in turns, so that a page with many receipts stays usable: `pause` is waited for between them.
 *
 * @param signal ends the work; what is awaited then rejects with its reason
 */
export async function recomputeInTurns(
  report: unknown,
  pause: () => Promise<void>,
  signal?: AbortSignal,
): Promise<Recomputed> {
  const transactions = transactionsOf(report);
  const settled: Settled[] = [];
  for (let at = 0; at < transactions.length; at += receiptsInTurn) {
    if (at > 0) await pause();
    signal?.throwIfAborted();
    settled.push(...transactions.slice(at, at + receiptsInTurn).map(readAndSettle));
  }
  const steps = finish(report, settled);
  for (;;) {
    await pause();
    signal?.throwIfAborted();
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const receiptsInTurn = 500;

const readAndSettle = (sale: unknown): Settled => settle(readReceipt(sale));

function transactionsOf(report: unknown): readonly unknown[] {
  const { transactions } = fieldsOf(report);
  return Array.isArray(transactions) ? transactions : [];
}

function* finish(report: unknown, settled: readonly Settled[]): Generator<undefined, Recomputed> {
  const day = readDay(report);
  const totals = yield* recomputeTotals(day, settled);
  return { totals, checks: yield* recomputeChecks(day, settled) };
}
